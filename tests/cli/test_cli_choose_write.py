"""Choose & Write in the terminal: the sheet, the choices, whole games."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from typer.testing import Result

import bedesten
from bedesten import bots
from bedesten.boards import board_of
from bedesten.boards.signs import MARKS
from bedesten.bots.knowledge import Knowledge
from bedesten.cli.language import cli_sentences
from bedesten.cli.menu import menu_of, parse_line
from bedesten.kernel.text import sentences
from rules.choose_write.bazaar import Bazaar, Sheet, bazaar, following, using

Call = Callable[..., Result]

PACKAGE = "bedesten.boards.choose_write"
LANGUAGES = ("en", "de", "fr")
SCREENS = ((80, 23), (80, None), (100, 30), (110, None), (112, 40), (120, 45), (200, 60))
LETTERS = {"en": ("R", "G", "Y", "B"), "de": ("T", "G", "O", "S"), "fr": ("T", "É", "F", "B")}

MINE = Sheet(
    goods=(2, 3, 4, 1),
    filled=(5, 6, 7, 4),
    lira=9,
    lira_filled=23,
    bonus=2,
    bonus_filled=4,
    crossed=("3", "8"),
    ticks={"1": 1, "8": 2},
    palace_rubies={"a": 2, "b": 1},
    card="2",
    guild=(12, 14),
    goods_cards=("rb", "gy"),
)
JONAS = Sheet(goods=(3, 2, 1, 2), lira=3, bonus=1, card="5", guild=(4,), goods_cards=("rr",))
NURI = Sheet(goods=(1, 5, 4, 2), lira=5, bonus=2, card="14", seen=True, goods_cards=("gg", "yb"))


def midgame(*more: Sheet) -> Bazaar:
    """Several players in the middle of a game, the first about to play."""
    return bazaar(
        MINE,
        JONAS,
        NURI,
        *more,
        seats=3 + len(more),
        display=("8", "a"),
        caravan=(6,),
        palaces={"a": (1, 5, 7), "b": (2, 9)},
    )


def drawn(
    match: bedesten.Match,
    seat: int | None = 0,
    width: int = 120,
    height: int | None = None,
    language: str = "en",
) -> list[str]:
    out = StringIO()
    drawing = board_of("choose_write", language).draw(match, seat, width, height)
    Console(file=out, width=width, highlight=False).print(drawing.picture)
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    assert max(map(cell_len, lines)) <= drawing.width <= width
    assert len(lines) == drawing.height
    assert not any("\x1b" in line for line in lines)
    return lines


def cells(lines: list[str]) -> dict[str, str]:
    """What stands in the box of each numbered place."""
    rows: list[list[str]] = []
    for line in lines:
        parts = line.split("│")[1:-1]
        if len(parts) != 5:
            continue
        if all(re.match(r"[▸ ][ 1]\d ", parts[n]) for n in (0, 1, 3, 4)):
            rows.append(parts)
        else:
            rows[-1] = [f"{above}|{below}" for above, below in zip(rows[-1], parts, strict=True)]
    found = {
        ("palaces" if (n, m) == (1, 2) else part[1:3].strip()): part
        for n, row in enumerate(rows)
        for m, part in enumerate(row)
    }
    return found


# -- the sheet ----------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_a_new_game_fits_any_screen(
    seats: int, width: int, height: int | None, language: str
) -> None:
    match = bedesten.new("choose_write", seats=seats, seed=2)
    for seat in (None, match.actors[0]):
        lines = drawn(match, seat, width, height, language)
        assert sorted(cells(lines)) == sorted([*map(str, range(1, 15)), "palaces"])
        rows = [line for line in lines if line[1:2] in tuple(MARKS[:5])]
        shown = 0 if seats == 1 else seats - (seat is not None)
        assert len(rows) == shown
        if height is not None:
            assert len(lines) + 7 <= height


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
def test_the_sheet_shows_symbols_improvements_and_income(width: int, language: str) -> None:
    found = cells(drawn(midgame().match, 0, width, None, language))
    red, green, _, blue = LETTERS[language]
    text = {n: part.replace(" ", "") for n, part in found.items()}
    assert f"+3{red}" in text["1"]
    assert "○" in text["1"]
    assert "☑☐" in text["1"]
    assert f"+2{green}" in text["5"]
    assert "☐☐" in text["5"]
    assert "✗✗" in text["3"]
    assert "+5₺" in text["8"]
    assert "✗✗" in text["8"]
    assert "☑☑" in text["8"]
    assert f"+2{blue}" in text["14"]
    assert "−10₺→◆" in text["2"]
    assert "○○" in text["12"]
    assert "A/B→◆" in text["6"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
def test_palaces_show_the_first_card_and_the_tops(width: int, language: str) -> None:
    palaces = cells(drawn(midgame().match, 0, width, None, language))["palaces"]
    r, g, y, b = LETTERS[language]
    for shown in (f"A {r}{r}{y}{b}", f"+{g}{y}", f"B {r}{r}{g}{b}", "C ", "D ", "◆1"):
        assert shown in palaces


def test_a_price_of_many_cards_is_counted() -> None:
    cards = {"a": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)}
    match = bazaar(MINE, palaces=cards).match
    assert "A 4R4G4Y3B" in cells(drawn(match, 0, 80))["palaces"]
    wide = cells(drawn(match, 0, 120))["palaces"]
    assert "A RRYB" in wide
    assert "+2R4G3Y2B" in wide


def test_goods_columns_stand_as_on_paper() -> None:
    lines = drawn(midgame().match, 0, 120)
    rows = [line[79:].strip() for line in lines[:15]]
    assert rows[0] == "R G Y B"
    assert rows[1] == "1 ✗ ✗ ✗ ✗"
    assert rows[4] == "4 ● ● ● ● ✗"  # the bonus ruby of this row has been taken
    assert rows[5] == "5 ● ● ● ·"
    assert rows[7] == "7 · · ● · ◆"
    assert rows[13] == "13 · · · ·"
    assert rows[14] == "2 3 4 1"
    flat = "\n".join(drawn(midgame().match, 0, 80))
    assert "R 2 ✗✗✗●┆●··|···|···" in flat
    assert "B 1 ✗✗✗●┆···|···|···" in flat


@pytest.mark.parametrize("width", [80, 120])
def test_lira_bonus_actions_and_rubies(width: int) -> None:
    flat = "\n".join(drawn(midgame().match, 0, width))
    assert "9₺" in flat
    assert f"{'✗' * 14}{'●' * 6}✗" in flat
    assert f"●●●{'·' * 17}◆" in flat
    assert "✗✗●●··" in flat
    assert "5/10" in flat
    if width == 120:
        assert "◆◆◆◆◆◇◇◇◇◇" in flat


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
def test_display_hand_and_caravan_lie_open_to_the_owner(width: int, language: str) -> None:
    flat = "\n".join(drawn(midgame().match, 0, width, None, language))
    r, g, y, b = LETTERS[language]
    say = sentences(PACKAGE, language)
    assert f"{say('display')} 8 " in flat
    assert f"{say('hand')} 2 " in flat
    assert f"{r}{b} {g}{y}" in flat
    assert "12 (6₺) " in flat
    assert "14 (8₺) " in flat
    assert say("caravan") in flat


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
def test_hands_of_others_are_never_shown(width: int, language: str) -> None:
    match = midgame().match
    r, g, _, b = LETTERS[language]
    for seat in (None, 1, 2):
        flat = "\n".join(drawn(match, seat, width, None, language))
        assert "12 (6₺)" not in flat
        assert "14 (8₺)" not in flat
        assert f"{r}{b} {g}" not in flat
        assert ("4 (2₺)" in flat) == (seat == 1)
    mine, nuri = (drawn(match, seat, width, None, language) for seat in (0, 2))
    assert any("▣1 ▤1" in line for line in mine if MARKS[1] in line)
    assert any("▣0 ▤2 ⌂14" in line for line in mine if MARKS[2] in line)  # seen when it was taken
    assert any("▣2 ▤2" in line for line in nuri if MARKS[0] in line)


@pytest.mark.parametrize("width", [80, 120])
def test_rows_of_others_tell_what_they_have(width: int) -> None:
    lines = drawn(midgame().match, 0, width)
    jonas = next(line for line in lines if line.startswith(f" {MARKS[1]} "))
    assert re.search(r"◆0/10 +R3 G2 Y1 B2 +3₺ +\+1 +○18 +☑0 +▣1 ▤1", jonas)


@pytest.mark.parametrize(("width", "height"), [(80, 23), (120, None)])
def test_five_players_have_a_row_each(width: int, height: int | None) -> None:
    lines = drawn(midgame(Sheet(), Sheet()).match, 0, width, height)
    assert sum(line[1:2] in tuple(MARKS[1:5]) for line in lines) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_still_thinks_is_told_and_what_they_chose_is_not(language: str) -> None:
    table = midgame()
    table.play(0, "left")
    say = sentences(PACKAGE, language)
    before = {w: drawn(table.match, 0, w, None, language) for w in (80, 120)}
    table.play(1, "place:13", "bonus", "place:1", "place:5")
    for width in (80, 120):
        lines = drawn(table.match, 0, width, None, language)
        jonas, nuri = (next(li for li in lines if li[1:2] == MARKS[n]) for n in (1, 2))
        assert "✓" in jonas
        assert "…" in nuri
        if width == 120:
            assert say("thinking") in nuri
            assert say("decided") in jonas
        earlier = next(li for li in before[width] if li[1:2] == MARKS[1])
        assert jonas.partition("✓")[0].rstrip() == earlier.partition("…")[0].rstrip()
        assert say("in_use") in "\n".join(lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
def test_the_own_sheet_is_shown_as_it_will_be(width: int, language: str) -> None:
    table = following("13", MINE, caravan=(5,))
    table.play(1, "place:13", "symbol", "place:10")
    lines = drawn(table.match, 1, width, None, language)
    found = cells(lines)
    assert "⊗" in found["13"]
    assert "☑☐" in found["10"]
    assert sentences(PACKAGE, language)("as_it_will_be") in "\n".join(lines)
    assert "⊗" not in "\n".join(drawn(table.match, 0, width, None, language))
    assert "⊗" not in "\n".join(drawn(table.match, None, width, None, language))


def test_new_marks_and_new_crosses_have_signs_of_their_own() -> None:
    table = using("3", Sheet(goods=(4, 0, 0, 0)))
    table.play(0, "place:3")  # two of the only kind there is
    flat = "\n".join(drawn(table.match, 0, 80))
    assert "R 2 ⊗⊗●●|" in flat
    assert " 3₺ ◉◉◉" in flat


def test_places_on_offer_are_marked_and_no_others() -> None:
    table = midgame()
    table.play(0, "left")
    for width in (80, 120):
        for seat in (0, 1, 2, None):
            offered = {w[6:] for w in table.match.view(seat)["choices"] if w.startswith("place:")}
            found = cells(drawn(table.match, seat, width))
            palaces = found.pop("palaces")
            marked = {n for n, part in found.items() if part.startswith("▸")}
            marked |= {letter for letter in "abcd" if f"▸{letter.upper()}" in palaces}
            assert marked == offered


def test_a_table_with_cards_of_its_own_is_drawn_from_the_first_card_on() -> None:
    for seats in (1, 3):
        match = bedesten.new("choose_write", seats=seats, chance="manual")
        rng = random.Random(seats)
        for _ in range(60):
            for width in (80, 120):
                drawn(match, None, width)
            seat = match.actors[0]
            board = board_of("choose_write", "en")
            for choice in menu_of(match, seat, board, "en"):
                board.hint(match, seat, choice.word)
                board.brief(match, seat, choice.word)
            match.play(seat, rng.choice(match.choices(seat)))


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_board_says_the_same_in_every_language(language: str) -> None:
    for package, start in ((PACKAGE, ""), ("bedesten.cli", "solo_")):
        english, other = (
            {
                key: sorted(re.findall(r"\{\w+\}", text))
                for key, text in sentences(package, one).texts.items()
                if key.startswith(start) and not key.startswith("called_")
            }
            for one in ("en", language)
        )
        assert english == other


def test_a_longer_sheet_is_drawn_to_its_end() -> None:
    data = {"goods": {"rows": 16, "bonus_rows": [4, 16]}}
    match = bedesten.new("choose_write", seats=3, seed=2, data=data)
    flat = "\n".join(drawn(match, 0, 120))
    assert "16 · · · · ◆" in flat
    assert "Lira 0₺" in flat


# -- choices ------------------------------------------------------------------


def keys(match: bedesten.Match, seat: int = 0, language: str = "en") -> dict[str, str]:
    found = menu_of(match, seat, board_of("choose_write", language), language)
    return {choice.key: choice.word for choice in found}


def meant(match: bedesten.Match, typed: str, language: str = "en") -> tuple[str, ...]:
    return parse_line(typed, match, 0, board_of("choose_write", language), cli_sentences(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_have_their_numbers_and_palaces_their_letters(language: str) -> None:
    match = using("8", Sheet(goods=(6, 6, 6, 6), lira=19, bonus=1)).match
    assert keys(match, 0, language) == {
        "4": "place:4",
        "8": "place:8",
        "9": "place:9",
        "13": "place:13",
        "B": "place:b",
        "D": "place:d",
        "0": "pass",
    }
    for typed in ("B", "place:b"):
        assert meant(match, typed, language) == ("place:b",)
    assert meant(match, "13 1 5", language) == ("place:13", "place:1", "place:5")


def test_places_keep_their_numbers_beside_fields_to_mark() -> None:
    table = using("6", Sheet(), caravan=(8,))
    table.play(0, "place:6", "good:red")
    found = keys(table.match)
    assert {key: found[key] for key in ("1", "5", "8", "10", "14")} == {
        key: f"place:{key}" for key in ("1", "5", "8", "10", "14")
    }
    assert found["m1"] == "good:red"
    assert meant(table.match, "fabric") == ("good:red",)
    assert meant(table.match, "tuchlager", "de") == ("place:1",)


def test_cards_say_which_places_they_open() -> None:
    board = board_of("choose_write", "en")
    match = midgame().match
    assert board.hint(match, 0, "left").plain == "8 Tea house  → 8 4 9 13 B D"
    assert board.hint(match, 0, "hand").plain == "2 Gem dealer  → 2 1 3 7"


def test_every_choice_of_whole_games_has_a_hint_a_short_name_and_a_clause() -> None:
    rng = random.Random(3)
    boards = [board_of("choose_write", language) for language in LANGUAGES]
    for seats in (1, 3):
        match = bedesten.new("choose_write", seats=seats, seed=seats)
        rules = match.game.text("en").rules
        n = 0
        while not match.over:
            n += 1
            seat = match.actors[0]
            board = boards[n % 3]
            listed = menu_of(match, seat, board, LANGUAGES[n % 3])
            assert {choice.word for choice in listed} == set(match.choices(seat))
            assert len({choice.key for choice in listed}) == len(listed)
            question = match.question(seat)
            assert question is not None
            for choice in listed:
                assert "\n" not in board.hint(match, seat, choice.word).plain
                assert board.brief(match, seat, choice.word) is not None
                assert (board.clause(question.step, choice.word) or "CW-1.1") in rules
            if n % 20 == 0:
                for width in (80, 120):
                    drawn(match, seat, width, None, LANGUAGES[n % 3])
            match.play(seat, rng.choice(listed).word)
        drawn(match, None, 80)


# -- playing --------------------------------------------------------------------


def random_game(seats: int, seed: int) -> Iterator[str]:
    """What a person types who chooses at random against bots, as `play` would ask it."""
    rng = random.Random(seed)
    names = ["Guest", *(f"Bot {n}" for n in range(1, seats))]
    match = bedesten.new("choose_write", names=names, seed=seed)
    decided = [0] * seats
    while not match.over:
        seat = next((seat for seat in match.actors if seat > 0), 0)  # bots first
        word = rng.choice(match.choices(0)) if seat == 0 else ""
        if seat == 0 and len(match.choices(0)) > 1:
            yield word
        elif seat > 0:
            luck = bedesten.seeded(f"{seed}/bot/{seat}/{decided[seat]}")
            decided[seat] += 1
            word = bots.bot("random").choose(Knowledge(match.game, match.state, seat), luck)
        match.play(seat, word)


@pytest.mark.parametrize(
    ("seats", "language", "columns"), [(1, "en", 80), (3, "en", 80), (3, "en", 120)]
)
def test_a_whole_game_is_played(
    call: Call, tmp_path: Path, seats: int, language: str, columns: int
) -> None:
    save = tmp_path / "game.txt"
    played = call(
        *("play", "choose_write", "--seats", ",".join(["you", *["random"] * (seats - 1)])),
        *("--seed", "7", "--lang", language, "--save", str(save)),
        typed=list(random_game(seats, 7)),
        columns=columns,
    )
    assert played.exit_code == 0, played.output
    assert cli_sentences(language)("over") in played.stdout
    assert max(map(cell_len, played.stdout.splitlines())) <= max(columns, len(str(save)) + 60)
    report = bedesten.verify(save.read_text("utf-8"))
    assert report.ok
    assert report.finished


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_game_is_stopped_and_resumed(call: Call, tmp_path: Path, language: str) -> None:
    save = tmp_path / "game.txt"
    seats = ("--seats", "Guest,bot,bot")
    played = call(
        *("play", "choose_write", *seats, "--seed", "7", "--lang", language),
        *("--save", str(save)),
        typed=["hand", "?", "q"],
    )
    assert played.exit_code == 0, played.output
    assert sentences(PACKAGE, language)("legend_goods") in played.stdout
    resumed = call("play", "--resume", str(save), typed=["q"])
    assert resumed.exit_code == 0, resumed.output
    assert sentences(PACKAGE, language)("display") in resumed.stdout
