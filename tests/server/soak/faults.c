/* Faults for a server under test, preloaded: a disk that is full, read-only or slow, and a clock that is
 * set. The test writes what is to go wrong into the file that BEDESTEN_FAULTS names; only files below the
 * folder BEDESTEN_FAULT_FOLDER have a bad disk. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct faults {
  volatile int32_t error;  /* what writing fails with: ENOSPC, EROFS; 0 if it works */
  volatile int32_t delay;  /* milliseconds that flushing takes */
  volatile int64_t offset; /* seconds by which the clock is set forward */
};

static struct faults *faults;
static const char *folder;

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("BEDESTEN_FAULTS");
  folder = getenv("BEDESTEN_FAULT_FOLDER");
  int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *found = mmap(NULL, sizeof *faults, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (found != MAP_FAILED) faults = found;
}

static int is_ours(const char *path) { return folder && strncmp(path, folder, strlen(folder)) == 0; }

static int is_ours_by_number(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_ours(path);
}

/* Whether writing to a file fails now, with errno set. */
static int fails(int file) {
  if (!faults || !faults->error || !is_ours_by_number(file)) return 0;
  errno = faults->error;
  return 1;
}

static void flush_slowly(int file) {
  if (faults && faults->delay && is_ours_by_number(file)) usleep(1000u * (unsigned)faults->delay);
}

ssize_t write(int file, const void *data, size_t size) {
  return fails(file) ? -1 : syscall(SYS_write, file, data, size);
}
ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
  return fails(file) ? -1 : syscall(SYS_pwrite64, file, data, size, at);
}
ssize_t pwrite(int file, const void *data, size_t size, off_t at) { return pwrite64(file, data, size, at); }
int ftruncate64(int file, off64_t size) { return fails(file) ? -1 : (int)syscall(SYS_ftruncate, file, size); }
int ftruncate(int file, off_t size) { return ftruncate64(file, size); }
int fallocate64(int file, int mode, off64_t at, off64_t size) {
  return fails(file) ? -1 : (int)syscall(SYS_fallocate, file, mode, at, size);
}
int fsync(int file) {
  flush_slowly(file);
  return fails(file) ? -1 : (int)syscall(SYS_fsync, file);
}
int fdatasync(int file) {
  flush_slowly(file);
  return fails(file) ? -1 : (int)syscall(SYS_fdatasync, file);
}

static int opens(const char *path, int flags, mode_t mode) {
  if (faults && faults->error == EROFS && (flags & (O_WRONLY | O_RDWR | O_CREAT)) && is_ours(path)) {
    errno = EROFS;
    return -1;
  }
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & O_CREAT ? (mode_t)va_arg(more, int) : 0;
  va_end(more);
  return opens(path, flags | O_LARGEFILE, mode);
}
int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & O_CREAT ? (mode_t)va_arg(more, int) : 0;
  va_end(more);
  return opens(path, flags, mode);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int done = (int)syscall(SYS_clock_gettime, clock, now);
  if (done == 0 && faults && clock == CLOCK_REALTIME) now->tv_sec += faults->offset;
  return done;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec found;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &found)) return -1;
  now->tv_sec = found.tv_sec;
  now->tv_usec = found.tv_nsec / 1000;
  return 0;
}
time_t time(time_t *stored) {
  struct timespec found;
  clock_gettime(CLOCK_REALTIME, &found);
  if (stored) *stored = found.tv_sec;
  return found.tv_sec;
}
