"""Say in one sentence why setting up failed, and what to do.

    python tools/why_setup_failed.py

The Makefile calls it after a failed install. It runs on Python 3.6 and newer.
"""

import os
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NEEDED_MB = 1500


def reason():
    if sys.version_info < (3, 11):  # noqa: UP036
        found = ".".join(map(str, sys.version_info[:2]))
        return (
            f"Bedesten needs Python 3.11 or newer, and this is {found}. "
            "Name another: make play PYTHON=python3.12"
        )
    if not _is_writable(ROOT):
        return (
            f"Nothing can be written in {ROOT}. Copy the project to a folder of your own, "
            "or free space on its disk."
        )
    free = shutil.disk_usage(ROOT).free // 1000000
    if free < NEEDED_MB:
        return f"There are {free} MB free on this disk; setting up needs about {NEEDED_MB}."
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        return "Python's venv is missing (on Debian and Ubuntu: apt install python3-venv)."
    return (
        "What was needed could not be fetched or built; the lines above say which part. "
        "If they speak of connections or of no matching version: check the network and the proxy "
        "(HTTPS_PROXY), then run the command again. What is there already is kept."
    )


def _is_writable(folder):
    probe = os.path.join(folder, ".writable")
    try:
        with open(probe, "wb") as file:
            file.write(b"x" * 4096)
        os.remove(probe)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    sys.stderr.write(f"\n{reason()}\n")
