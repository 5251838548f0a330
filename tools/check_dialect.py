"""Find mistakes that no other check finds.

    python tools/check_dialect.py

prints every finding as file:line and exits with 1 if there is any.

- A constant shifted by a variable, in a compiled module: mypyc shifts a 32-bit constant and is
  silently wrong from 31 on. Use `say` and `bit` of the kernel.
- A shift or a mask by a literal, outside the files that pack bit fields: `& 255` says nothing.
  Use the functions of those files.
- A write to what a player owns, outside a game's ledger: an event would be missing. Only copying
  (`state.py`) and loading a position write as well.
- A class name that another class has: a search for a name finds one thing.
"""

from __future__ import annotations

import ast
import runpy
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = "src/bedesten"

# The files that know how their bit fields are packed, and those whose subject is bits.
PACKING = {
    "kernel/agenda.py",
    "kernel/rng.py",
    "kernel/words.py",
    "games/basari/offers.py",
    "games/choose_write/card_parts.py",
    "games/choose_write/goods_cards.py",
    "games/choose_write/place_cards.py",
    "games/choose_write/plan_entries.py",
    "games/choose_write/ruby_cards.py",
    "games/choose_write/symbols.py",
    "games/choose_write/tally.py",
    "games/istanbul/discs.py",
}
# Modules of a game that may write to players: the ledger, copying, and loading a position.
WRITERS = {"ledger.py", "state.py", "position.py"}


# -- constants shifted by a variable -------------------------------------------


def compiled_modules() -> list[Path]:
    """The modules that are compiled."""
    found: list[Path] = runpy.run_path(str(ROOT / SOURCES / "compiled.py"))["sources"]()
    return found


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


# -- shifts and masks by a literal ----------------------------------------------


def bare_bits(text: str) -> list[int]:
    """The lines in which a variable is shifted or masked by a literal."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.BinOp):
            left, right = node.left, node.right
        elif isinstance(node, ast.AugAssign):
            left, right = node.target, node.value
        else:
            continue
        is_shift = isinstance(node.op, ast.LShift | ast.RShift) and _is_number(right)
        is_mask = isinstance(node.op, ast.BitAnd) and (_is_number(left) or _is_number(right))
        if (is_shift or is_mask) and not (is_constant(left) and is_constant(right)):
            found.add(node.lineno)
    return sorted(found)


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    return isinstance(node, ast.Constant) and type(node.value) is int


# -- writes to what players own ---------------------------------------------------


def player_fields(state: str) -> set[str]:
    """The fields of a game's player, from the text of its state module."""
    return {
        line.target.id
        for node in ast.parse(state).body
        if isinstance(node, ast.ClassDef) and node.name.endswith("Player")
        for line in node.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
    }


def writes_to_players(text: str, fields: set[str]) -> list[int]:
    """The lines that write to a player's field, or to a row that is one."""
    found: set[int] = set()
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef):
            found |= set(_writes_in(function, fields))
    return sorted(found)


def _writes_in(function: ast.FunctionDef, fields: set[str]) -> Iterator[int]:
    rows = {
        node.targets[0].id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and _is_owned(node.value, fields)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        else:
            continue
        for target in [one for several in targets for one in _each(several)]:
            row = target.value if isinstance(target, ast.Subscript) else None
            if (
                _is_owned(target, fields)
                or _is_owned(row, fields)
                or (isinstance(row, ast.Name) and row.id in rows)
            ):
                yield node.lineno


def _each(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple) else [target]


def _is_owned(node: ast.expr | None, fields: set[str]) -> bool:
    """A field of a player: of anything that is not the state itself, `s` or `self`."""
    if not isinstance(node, ast.Attribute) or node.attr not in fields:
        return False
    return not (isinstance(node.value, ast.Name) and node.value.id in ("s", "self"))


# -- class names -------------------------------------------------------------------


def repeated_classes(texts: Mapping[Path, str]) -> list[tuple[Path, int, str]]:
    """Classes whose name another class has already: file, line and name."""
    seen: set[str] = set()
    found: list[tuple[Path, int, str]] = []
    for path, text in texts.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                if node.name in seen:
                    found.append((path, node.lineno, node.name))
                seen.add(node.name)
    return found


# -- all of them ------------------------------------------------------------------


def findings() -> list[str]:
    sources = ROOT / SOURCES
    found = [
        _finding(path, line, "a constant is shifted by a variable")
        for path in compiled_modules()
        for line in shifted_constants(path.read_text(encoding="utf-8"))
    ]
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(sources.rglob("*.py"))}
    found += [
        _finding(path, line, "bits by a literal; name them in a file that packs them")
        for path, text in texts.items()
        if path.relative_to(sources).as_posix() not in PACKING
        for line in bare_bits(text)
    ]
    found += [
        _finding(path, line, f"another class is named {name}")
        for path, line, name in repeated_classes(texts)
    ]
    for state in sorted(sources.glob("games/*/state.py")):
        fields = player_fields(state.read_text(encoding="utf-8"))
        found += [
            _finding(path, line, "what a player owns is moved by the ledger alone")
            for path in sorted(state.parent.glob("*.py"))
            if path.name not in WRITERS
            for line in writes_to_players(path.read_text(encoding="utf-8"), fields)
        ]
    return found


def _finding(path: Path, line: int, mistake: str) -> str:
    return f"{path.relative_to(ROOT).as_posix()}:{line}: {mistake}"


def main() -> int:
    found = findings()
    for one in found:
        print(one)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
