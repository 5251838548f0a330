"""The modules that are compiled keep to the dialect that the compiler gets right."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_dialect", ROOT / "tools/check_dialect.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_sources_keep_to_the_dialect(capsys: pytest.CaptureFixture[str]) -> None:
    assert tool().main() == 0, capsys.readouterr().out


def test_the_compiled_modules_are_the_kernel_and_the_rules() -> None:
    paths = tool().compiled_modules()
    names = {path.relative_to(ROOT / "src/bedesten").as_posix() for path in paths}
    assert {"kernel/words.py", "kernel/state.py", "games/basari/haggle.py"} <= names
    assert "kernel/match.py" not in names
    assert all(path.exists() for path in paths)


@pytest.mark.parametrize(
    ("line", "is_wrong"),
    [
        ("x = 1 << n", True),
        ("x = A << n", True),
        ("x = -1 << n + 1", True),
        ("x = steps.A >> n", True),
        ("x = y | 1 << n", True),
        ("x = 1 << A", False),
        ("x = 1 << steps.A | 1 << 3", False),
        ("x = one << n", False),
        ("x = n << 3", False),
        ("x <<= n", False),
        ("x = say(n)", False),
    ],
)
def test_the_check_knows_what_is_wrong(line: str, is_wrong: bool) -> None:
    assert tool().shifted_constants(f"y = 0\n{line}\n") == ([2] if is_wrong else [])


@pytest.mark.parametrize(
    ("line", "is_wrong"),
    [
        ("x = y & 255", True),
        ("x = y >> 8", True),
        ("x = y | z << 12", True),
        ("x = 15 & y", True),
        ("x = y & ~3", True),
        ("y >>= 1", True),
        ("x = (y >> SEAT & SEATS) - 2", False),
        ("x = y & z", False),
        ("x = y & 1 << RED", False),
        ("x = 1 << 24", False),
        ("x = y | 1", False),
        ("x = step_of(y)", False),
    ],
)
def test_bits_by_a_literal_are_found(line: str, is_wrong: bool) -> None:
    assert tool().bare_bits(f"y = 0\n{line}\n") == ([2] if is_wrong else [])


def test_the_files_that_pack_bits_are_there() -> None:
    check = tool()
    for name in check.PACKING:
        assert (ROOT / check.SOURCES / name).is_file(), name


STATE = """
class NewPlayer:
    lira: i64
    goods: vec[i64]

class New(State):
    lira: i64
    players: vec[NewPlayer]
"""


@pytest.mark.parametrize(
    ("line", "is_wrong"),
    [
        ("s.players[seat].lira += 1", True),
        ("p.lira = 3", True),
        ("p.goods[0] -= 1", True),
        ("s.players[seat].goods[0] = 1", True),
        ("goods = p.goods; goods[0] = 1", True),
        ("p.lira, p.goods = 1, 2", True),
        ("s.lira += 1", False),
        ("self.lira = 1", False),
        ("n = p.lira", False),
        ("goods = p.goods; n = goods[0]", False),
        ("p.other = 1", False),
        ("gain_lira(s, seat, 1)", False),
    ],
)
def test_writes_to_what_players_own_are_found(line: str, is_wrong: bool) -> None:
    check = tool()
    fields = check.player_fields(STATE)
    assert fields == {"lira", "goods"}
    text = f"def run(self, s, seat):\n    p = s.players[seat]\n    {line}\n"
    assert check.writes_to_players(text, fields) == ([3] if is_wrong else [])


def test_a_planted_write_is_found_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Two games: one writes in its rules, the other in the ledger alone."""
    check = tool()
    write = "def pay(s, seat):\n    s.players[seat].lira -= 1\n"
    for game, module in (("one", "rules"), ("two", "ledger")):
        folder = tmp_path / "src/bedesten/games" / game
        folder.mkdir(parents=True)
        (folder / "state.py").write_text(STATE.replace("New", game.title()), encoding="utf-8")
        (folder / f"{module}.py").write_text(write, encoding="utf-8")
    monkeypatch.setattr(check, "ROOT", tmp_path)
    monkeypatch.setattr(check, "compiled_modules", list)
    assert check.main() == 1
    assert capsys.readouterr().out == (
        "src/bedesten/games/one/rules.py:2: what a player owns is moved by the ledger alone\n"
    )


def test_a_class_name_that_is_taken_is_found() -> None:
    one, two = Path("one.py"), Path("two.py")
    texts = {one: "class A:\n    class B: ...\n", two: "class C: ...\nclass B: ...\n"}
    assert tool().repeated_classes(texts) == [(two, 2, "B")]


def test_a_finding_names_file_and_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    check = tool()
    rules = tmp_path / "src/bedesten/games/new/rules.py"
    rules.parent.mkdir(parents=True)
    rules.write_text("def f(n):\n    x = 1 << n\n    return x & 255\n", encoding="utf-8")
    monkeypatch.setattr(check, "ROOT", tmp_path)
    monkeypatch.setattr(check, "compiled_modules", lambda: [rules])
    assert check.main() == 1
    assert capsys.readouterr().out.splitlines() == [
        "src/bedesten/games/new/rules.py:2: a constant is shifted by a variable",
        "src/bedesten/games/new/rules.py:3: bits by a literal; name them in a file that packs them",
    ]
