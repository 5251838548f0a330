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


def test_no_constant_is_shifted_by_a_variable(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_a_finding_names_file_and_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    check = tool()
    (tmp_path / "rules.py").write_text("def f(n):\n    return 1 << n\n", encoding="utf-8")
    monkeypatch.setattr(check, "ROOT", tmp_path)
    monkeypatch.setattr(check, "compiled_modules", lambda: [tmp_path / "rules.py"])
    assert check.main() == 1
    assert capsys.readouterr().out == "rules.py:2: a constant is shifted by a variable\n"
