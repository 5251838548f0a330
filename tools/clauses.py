"""Lists the clauses of the rules that no test names.

A test names clauses with `@pytest.mark.rule("BAS-4.2", …)`. The clauses are
those of the games' rule texts.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import bedesten

TESTS = Path(__file__).parent.parent / "tests"


def clauses() -> list[str]:
    return [clause for name in bedesten.games() for clause in bedesten.game(name).rules]


def tested() -> set[str]:
    """The clauses that tests name, read off the marks."""
    named: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                named |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    return named


def main() -> int:
    known = clauses()
    named = tested()
    missing = [clause for clause in known if clause not in named]
    unknown = sorted(named - set(known))
    for clause in missing:
        print(f"{clause}: no test names it")
    for clause in unknown:
        print(f"{clause}: a test names it, but no rule text has it")
    print(f"{len(known) - len(missing)} of {len(known)} clauses are tested")
    return 1 if missing or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
