"""What the compiled build gets wrong must not be written in the modules that are compiled.

    python tools/check_dialect.py

prints every such place as file:line and exits with 1 if there is any.

A constant shifted by a variable is the one known: mypyc shifts a 32-bit
constant. `say` and `bit` of the kernel are the way round it.
"""

from __future__ import annotations

import ast
import runpy
import sys
from contextlib import chdir
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def compiled_modules() -> list[Path]:
    """The modules that setup.py compiles."""
    with chdir(ROOT):
        names: list[str] = runpy.run_path("setup.py", run_name="setup")["engine_modules"]()
    return [ROOT / name for name in names]


def is_constant(node: ast.expr) -> bool:
    """Literals, names in capitals, and sums of them: what is folded before compiling."""
    if isinstance(node, ast.BinOp):
        return is_constant(node.left) and is_constant(node.right)
    if isinstance(node, ast.UnaryOp):
        return is_constant(node.operand)
    if isinstance(node, ast.Attribute):
        return node.attr.isupper()
    if isinstance(node, ast.Name):
        return node.id.isupper()
    return isinstance(node, ast.Constant)


def shifted_constants(text: str) -> list[int]:
    """The lines in which a constant is shifted by a variable."""
    return sorted(
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.LShift | ast.RShift)
        and is_constant(node.left)
        and not is_constant(node.right)
    )


def findings() -> list[str]:
    return [
        f"{path.relative_to(ROOT).as_posix()}:{line}: a constant is shifted by a variable"
        for path in compiled_modules()
        for line in shifted_constants(path.read_text(encoding="utf-8"))
    ]


def main() -> int:
    found = findings()
    for one in found:
        print(one)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
