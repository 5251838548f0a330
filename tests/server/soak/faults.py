"""Faults of disk and clock for real server processes, by a library that is preloaded."""

from __future__ import annotations

import errno
import mmap
import os
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

LAYOUT = struct.Struct("=iiq")  # as in faults.c: error, delay, offset


class Faults:
    """What goes wrong for processes that are started with `environment`; may change at any time."""

    def __init__(self, folder: Path) -> None:
        """Files below a folder are those with the bad disk; skips without a C compiler."""
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None or not Path("/proc/self/fd").exists():
            pytest.skip("faults of the disk need Linux and a C compiler")
        work = folder.parent
        library = work / "faults.so"
        source = Path(__file__).with_name("faults.c")
        subprocess.run(
            [compiler, "-shared", "-fPIC", "-O2", "-o", str(library), str(source)], check=True
        )
        state = work / "faults"
        state.write_bytes(bytes(LAYOUT.size))
        with state.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), LAYOUT.size)
        self.environment = {
            **os.environ,
            "LD_PRELOAD": str(library),
            "BEDESTEN_FAULTS": str(state),
            "BEDESTEN_FAULT_FOLDER": str(folder),
        }
        self._error = self._delay = self._offset = 0

    def fill_disk(self) -> None:
        self._set(error=errno.ENOSPC)

    def make_read_only(self) -> None:
        self._set(error=errno.EROFS)

    def slow_down(self, milliseconds: int) -> None:
        """Let every flush take so long."""
        self._set(delay=milliseconds)

    def heal_disk(self) -> None:
        self._set(error=0, delay=0)

    def set_clock(self, seconds: int) -> None:
        """Let the time of day be so much later than it is."""
        self._set(offset=seconds)

    def _set(
        self, error: int | None = None, delay: int | None = None, offset: int | None = None
    ) -> None:
        self._error = self._error if error is None else error
        self._delay = self._delay if delay is None else delay
        self._offset = self._offset if offset is None else offset
        LAYOUT.pack_into(self._shared, 0, self._error, self._delay, self._offset)
