"""A disk of our own that can be filled and made read-only, gone afterwards."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

FILLER = "filler"


class SmallDisk:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        """Leave no byte free."""
        with (self.folder / FILLER).open("ab", buffering=0) as filler:
            for size in (65_536, 4_096, 512, 1):
                try:
                    while True:
                        filler.write(b"x" * size)
                except OSError:
                    continue

    def clear(self) -> None:
        (self.folder / FILLER).unlink(missing_ok=True)

    def set_read_only(self, is_read_only: bool) -> None:
        """Allow writing or not; nothing may be open for writing now."""
        _mount("-o", f"remount,{'ro' if is_read_only else 'rw'}", str(self.folder))


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """A file system in memory, mounted at a folder; skips where none may be mounted."""
    folder.mkdir()
    try:
        _mount("-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder))
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no file system may be mounted here: {error}")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def _mount(*arguments: str) -> None:
    if os.geteuid() != 0:
        raise PermissionError("only root may mount")
    subprocess.run(["mount", *arguments], check=True, capture_output=True)
