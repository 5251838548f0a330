"""The documentation says what is so: examples run, names exist, tables are fresh."""

from __future__ import annotations

import ast
import inspect
import re
import runpy
import shlex
import subprocess
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bedesten
import playing
import test_laws
import test_texts
from bedesten import Event, Match
from bedesten.cli.main import VERBS, load_verb
from bedesten.kernel import replay
from bedesten.kernel.step import ASKS_NOBODY
from bedesten.kernel.text import LANGUAGES
from examples.tiny_game import GAME
from ledgers import LEDGERS
from playing import Case

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return FENCE.sub("", text)


def blocks(text: str, language: str) -> list[str]:
    return [block for found, block in FENCE.findall(text) if found == language]


def marked(text: str, marker: str) -> Iterator[tuple[str, str]]:
    """What each `<!-- marker: name -->` names, and the block of code that follows it."""
    pattern = rf"<!-- {marker}(?:: ([^>]+))? -->\n```\w*\n(.*?)^```$"
    yield from re.findall(pattern, text, re.MULTILINE | re.DOTALL)


# -- commands -----------------------------------------------------------------


def commands(text: str) -> Iterator[list[str]]:
    """The command lines of a page, in blocks and in the text."""
    lines = [line for block in blocks(text, "sh") for line in block.splitlines()]
    for line in [*lines, *SPAN.findall(prose(text))]:
        try:
            words = shlex.split(line, comments=True)
        except ValueError:
            continue
        while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
            del words[0]
        if words:
            yield words


@every_page
def test_every_chore_that_a_page_names_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", text_of("Makefile"), re.MULTILINE))
    for words in commands(page.read_text(encoding="utf-8")):
        if words[0] == "make":
            assert set(words[1:]) <= targets, " ".join(words)


@every_page
def test_every_verb_and_flag_that_a_page_names_exists(page: Path) -> None:
    for words in commands(page.read_text(encoding="utf-8")):
        if words[0] != "bedesten" or len(words) == 1 or words[1] in ("--version", "--help"):
            continue
        assert words[1] in VERBS, " ".join(words)
        known = {name for one in load_verb(words[1]).params for name in one.opts}
        assert {word for word in words[2:] if re.match(r"--?[a-z]", word)} <= known, words


def test_the_readme_names_every_verb() -> None:
    named = [words[:2] for words in commands(text_of("README.md"))]
    for verb in VERBS:
        assert ["bedesten", verb] in named


# -- links and names ----------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    headings = re.findall(r"^#+ (.+)$", prose(page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


@every_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page.read_text(encoding="utf-8"))):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        found = page.parent / path if path else page
        assert found.exists(), link
        if page.parent != ROOT:
            assert found.resolve().is_relative_to(ROOT / "docs"), f"{link} leads out of the site"
        if anchor:
            assert anchor in anchors(found), link


@every_page
def test_every_file_and_every_test_that_a_page_names_exists(page: Path) -> None:
    for span in SPAN.findall(prose(page.read_text(encoding="utf-8"))):
        path, _, test = span.partition("::")
        if not re.fullmatch(
            r"(src|tests|tools|docs|deploy|examples|benchmarks|requirements)/[\w/.]*", path
        ):
            continue
        assert (ROOT / path).exists(), span
        if test:
            tree = ast.parse(text_of(path))
            kinds = ast.FunctionDef | ast.AsyncFunctionDef
            assert test in {node.name for node in tree.body if isinstance(node, kinds)}, span


def test_every_promise_of_the_server_names_the_tests_that_show_it() -> None:
    tables = re.findall(
        r"^\| promise \| shown by \|\n\|---\|---\|\n((?:\|.*\n)+)",
        text_of("docs/reliability.md"),
        re.MULTILINE,
    )
    rows = [row for table in tables for row in table.splitlines()]
    assert len(rows) > 25
    for row in rows:
        shown_by = row.strip("| ").rpartition(" | ")[2].split(", ")
        assert all(re.fullmatch(r"`tests/[\w/]+\.py::test_\w+`", one) for one in shown_by), row


def test_every_ruling_says_what_is_open_what_we_chose_why_and_which_test_shows_it() -> None:
    rulings = [one for one in text_of("docs/rulings.md").split("\n\n") if one.startswith("**")]
    assert len(rulings) > 40
    for ruling in rulings:
        parts = re.split(r"\*Open:\*|\*Chosen:\*|\*Why:\*|\*Shown\s+by\*", ruling)
        assert len(parts) == 5, ruling
        assert "::test_" in parts[-1], ruling


RULED = re.compile(r"^\*\*((?:BAS|IST|CW)-\d+\.\d+) ", re.MULTILINE)


def test_every_ruling_of_a_clause_is_marked_in_the_rules_of_all_languages() -> None:
    ruled = set(RULED.findall(text_of("docs/rulings.md")))
    for name in bedesten.games():
        game = bedesten.game(name)
        of_game = {clause for clause in ruled if clause in game.rules}
        assert len(of_game) > 10
        for language in LANGUAGES:
            marked = game.text(language).rulings
            assert of_game == set(marked), (name, language)
            assert list(marked) == [clause for clause in game.rules if clause in marked]


def test_rulings_are_those_of_the_rules_and_no_others() -> None:
    """A clause that stands in the rulebook as it is needs none."""
    for clause in ("IST-3.2", "BAS-3.3", "CW-4.3"):
        for name in bedesten.games():
            assert clause not in bedesten.game(name).text("en").rulings
        assert clause not in RULED.findall(text_of("docs/rulings.md"))


def test_every_clause_that_a_page_names_is_a_clause() -> None:
    clauses = {clause for name in bedesten.games() for clause in bedesten.game(name).rules}
    for page in PAGES:
        named = re.findall(r"\b(?:BAS|IST|CW)-\d+\.\d+\b", page.read_text(encoding="utf-8"))
        assert set(named) <= clauses, page


# -- examples -----------------------------------------------------------------


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numpy")
    match, batch = blocks(text_of("README.md"), "python")
    names: dict[str, Any] = {}
    exec(match, names)
    assert names["match"].over
    assert str(names["match"].scores) in capsys.readouterr().out
    exec(batch, names)
    assert names["rewards"].shape == (256, 4)


def test_the_record_that_the_notation_explains_is_right() -> None:
    ((_, record),) = marked(text_of("docs/notation.md"), "record")
    report = bedesten.verify(record)
    assert report.ok, report
    assert report.sealed
    assert report.finished
    plain = re.sub(r" ~[0-9a-f]+$", "", record, flags=re.MULTILINE)
    assert bedesten.verify(plain).ok, "hashes may be left out"
    assert bedesten.verify(plain.replace("* seat:0 0", "0")).ok, "so may a forced word"
    spoken_on = plain.replace("gem:blue gem:blue done", "gem:blue done")
    assert not bedesten.verify(spoken_on).ok, "but not if the seat goes on speaking"
    noted = record.replace("result:", "# a remark\n\nresult:").replace(" ~ff03589a", "  # lapse")
    assert not bedesten.verify(noted).ok
    noted = record.replace("~ff03589a", "~ff03589a  # lapse").replace("result:", "# a\n\nresult:")
    assert bedesten.verify(noted).sealed


@pytest.mark.parametrize("name", ["hashes", "luck"])
def test_the_programs_of_the_notation_run(name: str) -> None:
    page = text_of("docs/notation.md")
    ((_, record),) = marked(page, "record")
    programs = dict(marked(page, "run"))
    exec(programs[name], {"record": record})


def test_the_program_of_fair_luck_draws_as_we_do(capsys: pytest.CaptureFixture[str]) -> None:
    from bedesten.kernel.fair_luck import KeyedLuck, hash_of, key_of, promise_of

    ((_, program),) = marked(text_of("docs/luck.md"), "run")
    exec(program, {})
    hashes, dice = capsys.readouterr().out.splitlines()
    assert hashes == f"{promise_of('5e' * 32)} {hash_of('rose')}"
    luck = KeyedLuck(key_of("5e" * 32, ["rose", "tulip"]))
    assert dice == str([luck.ticket(draw, 6) + 1 for draw in range(10)])


def test_the_headers_of_the_notation_are_those_there_are() -> None:
    from bedesten.kernel.record import HEADERS

    section = text_of("docs/notation.md").split("## Headers")[1].split("##")[0]
    assert tuple(re.findall(r"^\| `(\w+)`", section, re.MULTILINE)) == HEADERS


def test_the_tables_of_the_notation_are_fresh() -> None:
    rewritten = runpy.run_path(str(ROOT / "tools/vocabulary.py"))["rewritten"]
    page = text_of("docs/notation.md")
    for name in bedesten.games():
        assert f"### Words of {bedesten.game(name).title}" in page
    assert rewritten(page) == page, "run tools/vocabulary.py"


@pytest.mark.parametrize("name", bedesten.games())
def test_the_page_of_a_game_names_what_is_asked_and_all_pieces(name: str) -> None:
    game = bedesten.game(name)
    page = text_of(f"docs/games/{name}.md")
    spans = set(SPAN.findall(page))
    for family in {word.partition(":")[0] for word in game.vocabulary}:
        assert any(span == family or span.startswith(f"{family}:") for span in spans), family
    match = bedesten.new(name)
    for key in match.position()["pieces"]:
        assert f"`{key}`" in page.split("## The pieces of a position")[1], key
    if name == "basari":
        for n, step in enumerate(game.steps):
            if match.state.book[n].asks != ASKS_NOBODY:
                assert f"`{step}`" in page, step
        for key in set(match.view(None)) - set(bedesten.new("istanbul").view(None)):
            assert f"`{key}`" in page.split("## What is shown")[1], key


# -- the tiny game ------------------------------------------------------------


def test_the_code_on_the_page_is_the_code_that_is_tested() -> None:
    shown = dict(marked(text_of("docs/adding-a-game.md"), "file"))
    folder = ROOT / "tests/examples/tiny_game"
    written = {str(path.relative_to(ROOT)) for path in folder.rglob("*.py")}
    assert written <= set(shown)
    for path, block in shown.items():
        assert block == text_of(path), f"{path} and the page that shows it differ"


def test_the_tiny_game_plays_as_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    ((_, program),) = marked(text_of("docs/adding-a-game.md"), "run")
    exec(program, {})
    assert "result: 1 > 0 = 2 | 1 5 1" in capsys.readouterr().out


class TinyLedger:
    """The books of the tiny game, kept from its events."""

    def __init__(self, match: Match) -> None:
        self.scores = [0] * match.seats

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.name == "scored" and event.seat is not None:
                self.scores[event.seat] += event.values["points"]
                assert event.values["score"] == self.scores[event.seat]

    def compare(self, match: Match) -> None:
        assert list(match.scores) == self.scores


def found(name: str) -> Any:
    return GAME if name == GAME.name else bedesten.game(name)


TINY = [Case(GAME.name, 3, (("rounds", rounds),)) for rounds in (1, 3)]
LAWS: dict[str, Callable[[tuple[str, int], int], None]] = {
    name: law.hypothesis.inner_test
    for name, law in vars(test_laws).items()
    if name.startswith("test_") and hasattr(law, "hypothesis")
}


@pytest.mark.parametrize("law", LAWS)
def test_the_tiny_game_obeys_every_law(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if bedesten.COMPILED and "every_field" in law:
        pytest.skip("compiled states cannot be looked into")
    monkeypatch.setattr(playing, "find", found)
    monkeypatch.setattr(playing, "EVERY", TINY)
    monkeypatch.setitem(LEDGERS, GAME.name, TinyLedger)
    for seed in range(20):
        LAWS[law]((GAME.name, 3), seed)


def test_there_are_laws() -> None:
    assert len(LAWS) > 20


TEXT_TESTS: dict[str, Callable[..., None]] = {
    name: test
    for name, test in vars(test_texts).items()
    if name.startswith("test_")
    and {*inspect.signature(test).parameters} in ({"name"}, {"name", "language"})
}


@pytest.mark.parametrize("test", TEXT_TESTS)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_texts_of_the_tiny_game_are_complete(
    test: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bedesten, "game", lambda name: GAME)
    given = inspect.signature(TEXT_TESTS[test]).parameters
    if "language" not in given:
        TEXT_TESTS[test](name=GAME.name)
    elif language != "en" or "translated" not in test:
        TEXT_TESTS[test](name=GAME.name, language=language)


def test_positions_that_no_tiny_game_comes_to_are_refused() -> None:
    match = Match(GAME, seats=3, seed=1)
    match.play(0, "stall:left")
    for change in (
        {"pieces": {"stalls": ["left", "left", None], "scores": [0, 0, 0], "rolled": 0}},
        {"pieces": {"stalls": ["far", None, None], "scores": [0, 0, 0], "rolled": 0}},
        {"pieces": {"stalls": ["left", None, None], "scores": [0, -1, 0], "rolled": 0}},
        {"pieces": {"stalls": ["left", None, None], "scores": [0, 0, 0], "rolled": 7}},
        {"pieces": {"stalls": ["left", None], "scores": [0, 0], "rolled": 0}},
        {"turn": 0},
        {"turn": 4},
    ):
        with pytest.raises(bedesten.BadPosition):
            Match(GAME, seats=0, seed=1, position=match.position() | change)


def test_a_record_of_the_tiny_game_can_be_verified() -> None:
    match = playing.play_on(Match(GAME, seats=3, seed=1), 1)
    assert replay.verify(match.record(), found).finished


# -- dependencies and hosts ---------------------------------------------------


def test_every_dependency_has_a_reason() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))
    needed = {
        "Runtime": project["project"]["dependencies"],
        **{f"Extra: {k}": v for k, v in project["project"]["optional-dependencies"].items()},
        **{group.capitalize(): names for group, names in project["dependency-groups"].items()},
    }
    assert set(project["build-system"]["requires"]) == set(needed["Build"])
    sections = text_of("docs/dependencies.md").split("\n## ")[1:]
    reasons = {
        section.partition("\n")[0]: re.findall(r"^\| `([\w-]+)` \| .{10,} \|$", section, re.M)
        for section in sections
    }
    assert reasons == {
        group: [re.split(r"[^\w-]", requirement)[0] for requirement in requirements]
        for group, requirements in needed.items()
    }


# Put together here, so that this file does not name them either.
FOREIGN = (
    "pypi" + ".org",
    "python" + "hosted",
    "npm" + "js",
    "yarn" + "pkg",
    "--index" + "-url",
    "/" + "work/",
    "/" + "root/",
    "/" + "home/",
    "/" + "Users/",
)


def test_no_file_names_a_registry_or_a_path_of_somebodys_machine() -> None:
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    assert paths
    for path in paths:
        if path.is_file():
            content = path.read_bytes()
            for name in FOREIGN:
                assert name.encode() not in content, f"{path.relative_to(ROOT)} names {name}"


# -- modules --------------------------------------------------------------------


def test_the_page_of_modules_is_fresh() -> None:
    tool = runpy.run_path(str(ROOT / "tools/modules.py"))
    assert tool["page"]() == text_of("docs/modules.md"), "run tools/modules.py"


def test_every_module_says_its_purpose() -> None:
    tool = runpy.run_path(str(ROOT / "tools/modules.py"))
    silent = [str(path) for path in tool["modules"]() if not tool["purpose"](path)]
    assert not silent


def definitions(path: Path) -> set[str]:
    """The classes, functions and methods of a module by their qualified names."""
    found: set[str] = set()

    def walk(body: Iterable[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                found.add(prefix + node.name)
            if isinstance(node, ast.ClassDef):
                walk(node.body, f"{prefix}{node.name}.")

    walk(ast.parse(path.read_text(encoding="utf-8")).body, "")
    return found


PLACE = re.compile(r"`([\w/.]+\.(?:py|ts|svelte))` `([\w.]+)`")


def test_the_paths_through_the_house_name_what_is_there() -> None:
    """Each hop is written as `file` `function`."""
    hops = PLACE.findall(text_of("docs/architecture.md"))
    assert len(hops) > 20
    for file, name in hops:
        path = ROOT / ("web/src" if not file.endswith(".py") else "src/bedesten") / file
        if file.endswith(".py"):
            assert name in definitions(path), (file, name)
        else:
            assert re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")), (file, name)
