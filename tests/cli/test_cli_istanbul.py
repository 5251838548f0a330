"""Istanbul in the terminal: the board, the choices, whole games."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import Result

import bedesten
from bedesten import bots
from bedesten.boards import board_of
from bedesten.boards.signs import MARKS
from bedesten.bots.knowledge import Knowledge
from bedesten.cli.language import cli_sentences
from bedesten.cli.menu import menu_of, parse_line
from bedesten.cli.saved_games import SaveHeader, write_game
from bedesten.kernel.text import sentences
from cli.keyboard import moves
from rules.istanbul.bazaar import Bazaar, Trader, bazaar, visit

Call = Callable[..., Result]

LANGUAGES = ("en", "de", "fr")
SCREENS = ((80, 24), (80, None), (100, 30), (110, None), (112, 40), (120, 45), (200, 60))
PLACES = range(1, 17)


def midgame() -> Bazaar:
    """Four players in the middle of a game, the first about to move."""
    return bazaar(
        Trader(
            at=6,
            lira=3,
            goods=(2, 4, 3, 1),
            extensions=2,
            bought=2,
            tiles=("red", "green"),
            hand=("five_lira", "five_lira", "far", "sell_any"),
            out=(4, 11),
        ),
        Trader(
            at=10,
            lira=14,
            goods=(5, 0, 1, 2),
            extensions=3,
            bought=1,
            tiles=("blue", "yellow"),
            hand=("stay", "dealer_twice"),
            known=("stay",),
            out=(1, 2, 9, 12),
        ),
        Trader(at=10, lira=6, goods=(1, 2, 0, 3), extensions=1, bought=3, out=(13,), family=9),
        Trader(at=5, lira=4, goods=(2, 1, 2, 0), hand=("return",), out=(3, 5, 8), family=13),
        seats=4,
        governor=8,
        smuggler=11,
        discards=("palace_twice", "one_good"),
        markers=2,
        palace=5,
        dealer=8,
    )


def match_at(table: Bazaar, names: tuple[str, ...] = (), seed: int = 5) -> bedesten.Match:
    """The same table with luck of its own."""
    return bedesten.from_position(
        "istanbul", table.match.position(), seed=seed, names=names or None
    )


def drawn(
    match: bedesten.Match,
    seat: int | None = 0,
    width: int = 120,
    height: int | None = None,
    language: str = "en",
) -> list[str]:
    out = StringIO()
    drawing = board_of("istanbul", language).draw(match, seat, width, height)
    Console(file=out, width=width, highlight=False).print(drawing.picture)
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    assert max(map(len, lines)) <= drawing.width <= width
    assert len(lines) == drawing.height
    assert not any("\x1b" in line for line in lines)
    return lines


def cells(lines: list[str]) -> dict[int, str]:
    """What stands in the box of each place."""
    rows: list[list[str]] = []
    found: dict[int, str] = {}
    for line in lines:
        parts = line.split("│")[1:-1]
        if len(parts) != 4:
            continue
        if all(re.match(r"[▸ ][ 1]\d ", part) for part in parts):
            rows.append(parts)
        else:
            rows[-1] = [f"{above}|{below}" for above, below in zip(rows[-1], parts, strict=True)]
    for part in (part for row in rows for part in row):
        found[int(part[1:3])] = part
    return found


# -- the board --------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("seats", [2, 5])
def test_a_new_game_fits_any_screen(
    seats: int, width: int, height: int | None, language: str
) -> None:
    match = bedesten.new("istanbul", seats=seats, seed=2)
    for seat in (None, match.actors[0]):
        lines = drawn(match, seat, width, height, language)
        found = cells(lines)
        assert sorted(found) == list(PLACES)
        for seat_ in range(seats):
            assert f"{MARKS[seat_]}4" in found[7]
            assert MARKS[seat_] in found[12].partition("⌂")[2]
            assert any(line.startswith(f" {MARKS[seat_]} ") for line in lines)
        assert sum(part.count("♔") for part in found.values()) == 1
        assert sum(part.count("♘") for part in found.values()) == 1
        assert sum(part.count("◇") for part in found.values()) == (3 if seats == 2 else 0)
        if height is not None:
            assert len(lines) + 8 <= height


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_all_figures_stand_where_they_are(width: int, height: int | None, language: str) -> None:
    match = match_at(midgame())
    found = cells(drawn(match, 0, width, height, language))
    assert "★2" in found[6]
    assert "☾1 ✿3" in found[10]
    assert "◉1 ○◉" in found[5]
    assert "○★ ♘" in found[11]
    assert "○◉ ♔" in found[8]
    assert "⌂★☾" in found[12]
    assert "⌂◉" in found[13]
    assert "○☾ ⌂✿" in found[9]


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_have_their_names(language: str) -> None:
    match = match_at(midgame())
    texts = bedesten.game("istanbul").text(language)
    short = sentences("bedesten.boards.istanbul", language)
    wide, narrow = (cells(drawn(match, 0, width, None, language)) for width in (120, 80))
    for n in PLACES:
        name = texts.word(f"place:{n}").removesuffix(f" ({n})")
        assert wide[n].partition("|")[0][1:].strip().casefold() == f"{n} {name}".casefold()
        assert f"{n} {short(f'short_{n}')[:4]}" in narrow[n]


@pytest.mark.parametrize(("width", "height"), [(80, 24), (112, 40), (120, None)])
def test_a_crowd_leaves_nobody_out(width: int, height: int | None) -> None:
    everybody = [Trader(at=5, out=(5,), family=5)] * 5
    match = match_at(bazaar(*everybody, seats=5, governor=5, smuggler=5))
    crowd = cells(drawn(match, 0, width, height))[5]
    for mark in MARKS[:5]:
        assert crowd.count(mark) == 3
    assert "♔" in crowd
    assert "♘" in crowd


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, None)])
def test_prices_demand_and_rubies_lie_open(width: int, height: int | None) -> None:
    found = cells(drawn(match_at(midgame()), 0, width, height))
    text = {n: part.replace(" ", "") for n, part in found.items()}
    assert "RY3₺" in text[5]
    assert "BRGY?B" in text[13]
    assert "◆5" in text[13]
    assert "16₺" in text[16]
    assert "◆8" in text[16]
    assert "7₺" in text[1]
    assert "◆3" in text[1]
    assert "RRGBB" in text[10]
    assert "RGYYB" in text[11]
    assert "R3✓" in text[14]
    assert "G3✓" in text[14]
    assert "B3" in text[15]
    assert "◆3" in text[15]
    assert "20" in text[11]  # what the goods of this seat would bring


def test_the_ladder_of_prices_marks_what_one_could_get() -> None:
    found = cells(drawn(match_at(midgame()), 0, 120))
    assert "2 5 9 14 ‹20›₺" in found[11]
    assert "3 7 12 ‹18› 25₺" in found[10]
    assert "‹" not in cells(drawn(match_at(midgame()), None, 120))[10]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 120])
def test_hands_of_others_are_never_shown(width: int, language: str) -> None:
    match = match_at(midgame())
    names = bedesten.game("istanbul").text(language).names
    short = sentences("bedesten.boards.istanbul", language)

    def is_named(card: str, seat: int | None) -> bool:
        text = "\n".join(drawn(match, seat, width, None, language))
        return names[f"card.{card}"] in text or short(f"card_{card}") in text

    assert is_named("sell_any", 0)
    assert not any(is_named("sell_any", seat) for seat in (None, 1, 2, 3))
    assert is_named("dealer_twice", 1)
    assert not any(is_named("dealer_twice", seat) for seat in (None, 0, 2, 3))
    assert all(is_named("stay", seat) for seat in (None, 0, 1, 2, 3))  # everybody has seen it
    assert not is_named("palace_twice", 0)  # under the top of the discards
    assert is_named("one_good", None)  # the top


@pytest.mark.parametrize("width", [80, 120])
def test_rows_of_players_tell_what_they_have(width: int) -> None:
    lines = drawn(match_at(midgame(), ("Mira", "Jonas", "Nuri", "Clémence")), 0, width)
    mira, jonas = (next(li for li in lines if name in li) for name in (" Mira ◂", " Jonas"))
    assert re.search(r"◆3/5 +3₺ +R2 +G4 +Y3 +B1.*4.*\[RG··\] +●● .*4,11 .*12", mira)
    assert re.search(r"◆3/5 +14₺ +R5 +G0 +Y1 +B2.*5.*\[··YB\] +● .*1,2,9,12 .*12", jonas)
    assert any("2 × five lira" in line for line in lines)


def test_neutral_assistants_have_rings_without_a_sign() -> None:
    table = bazaar(
        Trader(stack=("own", "own", "neutral"), out=(5,)),
        Trader(stack=("own", "own", "own")),
        seats=2,
        neutral_assistants=True,
        lying={2: 1},
        neutral_merchants=(2, 5, 12),
    )
    for width in (80, 120):
        lines = drawn(match_at(table), 0, width)
        assert any("●●○" in line for line in lines if line.startswith(" ★"))
        found = cells(lines)
        assert "◇ ○1" in found[2]
        assert "±○ −2₺" in found[2]


def test_places_on_offer_are_marked_and_no_others() -> None:
    match = match_at(midgame())
    for width in (80, 120):
        for seat in (0, 1, None):
            offered = {int(one[6:]) for one in match.view(seat)["choices"] if ":" in one[5:6]}
            found = cells(drawn(match, seat, width))
            assert {n for n, part in found.items() if part.startswith("▸")} == offered
    match.play(0, "card:far")
    offered = {int(word[6:]) for word in match.choices(0)}
    found = cells(drawn(match, 0, 120))
    assert {n for n, part in found.items() if part.startswith("▸")} == offered


def test_going_somewhere_says_what_becomes_of_assistants_and_lira() -> None:
    match = match_at(midgame())
    for width in (80, 120):
        found = cells(drawn(match, 0, width))
        assert found[4].endswith("+○")
        assert found[9].endswith("−○")
        assert found[7].endswith("✓")
        assert found[10].endswith("−○ −4₺!")  # there are 3 lira
    board = board_of("istanbul", "en")
    assert board.hint(match, 0, "place:4").plain == "+○ picked up"
    assert board.hint(match, 0, "place:10").plain == "−○ left there · pay 4₺ to ☾✿ (too poor)"
    assert board.hint(match, 0, "place:9").plain == "−○ left there · ⌂✿"
    assert board.hint(match, 0, "place:8").plain == "−○ left there · ♔"
    bare = match_at(bazaar(Trader(at=6, out=(1, 2, 3, 4))))
    assert cells(drawn(bare))[5].endswith("✗○")
    assert board.hint(bare, 0, "place:5").plain == "✗○ none: turn ends"


@pytest.mark.parametrize("width", [80, 120])
def test_what_is_under_way_is_told(width: int) -> None:
    sale = visit(11, Trader(lira=9, goods=(1, 1, 2, 0)))
    sale.say("act", "good:red", "good:yellow")
    told = "\n".join(drawn(sale.match, 0, width))
    assert "Sold 2 for 5₺, still wanted Y" in told
    tea = visit(9, Trader(tiles=("red",)))
    tea.say("act", "call:9", "dice:3-5")
    told = "\n".join(drawn(tea.match, 0, width))
    assert "Dice 3 + 5 = 8" in told
    assert "Called 9" in told
    board = board_of("istanbul", "en")
    assert board.hint(tea.match, 0, "four:low").plain == "9: 9 lira"
    smuggler = visit(5, Trader(lira=9), smuggler=5)
    smuggler.say("pass", "smuggler", "good:green")
    assert "From the smuggler G" in "\n".join(drawn(smuggler.match, 0, width))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_round_is_told_with_those_who_still_play(language: str) -> None:
    table = midgame()

    def change(position: dict[str, Any]) -> None:
        pieces = position["pieces"]
        pieces["last_round"] = True
        pieces["first"] = 3
        pieces["players"][3]["rubies"] += 5
        pieces["rubies"]["dealer"] -= 5

    table.arrange(change)
    say = sentences("bedesten.boards.istanbul", language)
    for width in (80, 120):
        told = "\n".join(drawn(table.match, 0, width, None, language))
        assert f"{say('last_round')} {say('still_play')} ☾ ✿" in told
    headline = board_of("istanbul", language).headline(table.match)
    assert headline == say("last_headline", round=1, name="Seat 0", n=5)


def test_a_random_layout_is_laid_place_by_place() -> None:
    match = bedesten.new("istanbul", seats=2, chance="manual", layout="random")
    for width in (80, 120):
        assert len(drawn(match, None, width)) > 8
    match.play(-1, "cell:6")
    assert any(" 7 Fountain" in line for line in drawn(match, None, 120))


# -- choices ------------------------------------------------------------------


def keys(match: bedesten.Match, language: str = "en") -> dict[str, str]:
    found = menu_of(match, match.actors[0], board_of("istanbul", language), language)
    return {choice.key: choice.word for choice in found}


def meant(match: bedesten.Match, typed: str, language: str = "en") -> tuple[str, ...]:
    board = board_of("istanbul", language)
    return parse_line(typed, match, match.actors[0], board, cli_sentences(language))


def test_places_keep_their_numbers_with_cards_on_offer() -> None:
    found = keys(match_at(midgame()))
    for key, word in found.items():
        if word.startswith("place:"):
            assert word == f"place:{key}"
    assert found["c1"] == "card:five_lira"
    assert found["c2"] == "card:far"
    assert keys(match_at(midgame()), "de")["k1"] == "card:five_lira"


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", "11 place:11 smallmarket"),
        ("de", "11 kleinermarkt klein"),
        ("fr", "11 petitmarché petitma"),
    ],
)
def test_a_place_is_chosen_by_number_and_by_name(language: str, typed: str) -> None:
    match = match_at(midgame())
    for word in typed.split():
        assert meant(match, word, language) == ("place:11",)


def test_a_sale_is_one_gesture() -> None:
    table = visit(11, Trader(goods=(1, 1, 2, 0)))
    table.say("act")
    sold = ("good:red", "good:yellow", "good:yellow")
    assert meant(table.match, "red yellow yellow") == sold
    assert meant(table.match, "1 fruit 1") == sold
    assert meant(table.match, "tuch obst obst", "de") == sold
    assert meant(table.match, "tissu fruit fini", "fr") == (*sold[:2], "done")


def test_the_numbers_of_what_is_asked_do_not_hang_on_the_hand() -> None:
    for hand in ((), ("five_lira", "one_good")):
        table = visit(5, Trader(hand=hand))
        found = keys(table.match)
        assert (found["1"], found["2"]) == ("act", "pass")
        assert len(found) == 2 + len(hand)


def test_at_the_fountain_zero_is_enough() -> None:
    table = visit(7, Trader(out=(4, 11)))
    table.say("act")
    assert keys(table.match) == {"4": "place:4", "11": "place:11", "0": "done"}


def test_dice_are_typed_as_they_fall() -> None:
    table = visit(8, Trader())
    table.say("act")
    assert table.actor == bedesten.CHANCE
    for typed in ("3-5", "35", "53", "5-3"):
        assert meant(table.match, typed) == ("dice:3-5",)


def test_calls_show_their_chance() -> None:
    table = visit(9, Trader())
    table.say("act")
    assert keys(table.match)["7"] == "call:7"
    board = board_of("istanbul", "en")
    assert board.hint(table.match, 0, "call:7").plain == "58 %"
    assert board.hint(table.match, 0, "call:12").plain == "3 %"


def test_every_choice_of_long_games_has_a_hint_and_a_short_name() -> None:
    rng = random.Random(3)
    boards = [board_of("istanbul", language) for language in LANGUAGES]
    for seats in (2, 4):
        match = bedesten.new("istanbul", seats=seats, seed=seats, neutral_assistants=True)
        for n in range(400):
            seat = match.actors[0]
            board = boards[n % 3]
            listed = menu_of(match, seat, board, LANGUAGES[n % 3])
            assert {choice.word for choice in listed} == set(match.choices(seat))
            assert len({choice.key for choice in listed}) == len(listed)
            for choice in listed:
                assert "\n" not in board.hint(match, seat, choice.word).plain
                assert board.brief(match, seat, choice.word) is not None
                board.clause(match.question(seat).step, choice.word)  # type: ignore[union-attr]
            match.play(seat, rng.choice(listed).word)


# -- playing --------------------------------------------------------------------


def random_game(seats: int, seed: int) -> Iterator[str]:
    """What a person types who chooses at random against bots, as `play` would ask it."""
    rng = random.Random(seed)
    names = ["Guest", *(f"Bot {n}" for n in range(1, seats))]
    match = bedesten.new("istanbul", names=names, seed=seed)
    decided = [0] * seats
    while not match.over:
        seat = match.actors[0]
        word = rng.choice(match.choices(0)) if seat == 0 else ""
        if seat == 0:
            yield word
        else:
            luck = bedesten.seeded(f"{seed}/bot/{seat}/{decided[seat]}")
            decided[seat] += 1
            word = bots.bot("random").choose(Knowledge(match.game, match.state, seat), luck)
        match.play(seat, word)


@pytest.mark.parametrize(("language", "columns"), [("en", 80), ("de", 120), ("fr", 80)])
def test_a_game_is_played_stopped_and_resumed(
    call: Call, tmp_path: Path, language: str, columns: int
) -> None:
    typed = [word for word, _ in zip(random_game(3, 7), range(30), strict=False)]
    save = tmp_path / "game.txt"
    seats = "you,random,random"
    played = call(
        *("play", "istanbul", "--seats", seats, "--seed", "7", "--lang", language),
        *("--save", str(save)),
        typed=[*typed[:20], "q"],
        columns=columns,
    )
    assert played.exit_code == 0, played.output
    assert max(map(len, played.stdout.splitlines())) <= max(columns, len(str(save)) + 60)
    resumed = call("play", "--resume", str(save), typed=[*typed[20:], "q"], columns=columns)
    assert resumed.exit_code == 0, resumed.output
    said = bedesten.replay(save.read_text("utf-8")).history
    assert [one.word for one in said if one.seat == 0 and not one.forced][:30] == typed


def last_turn(tmp_path: Path, language: str) -> Path:
    """A file in which Mira is about to buy her last ruby, and nobody plays after her."""
    table = bazaar(
        Trader(lira=2, bought=1),
        Trader(at=1, lira=30, bought=5, hand=("five_lira",)),
        seats=2,
        first=0,
        neutral_merchants=(9, 9, 9),
    )
    table.say("place:4", "leave", "pass", "pass")
    match = match_at(table, ("Bot 1", "Mira"))
    path = tmp_path / "last.txt"
    write_game(path, match, SaveHeader(["random", ""], 1, language))
    return path


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_game_is_told(call: Call, tmp_path: Path, language: str, columns: int) -> None:
    path = last_turn(tmp_path, language)
    typed = ["16", "1", "1", "1"]  # go there, leave an assistant, buy, end the turn
    played = call("play", "--resume", str(path), typed=typed, columns=columns)
    assert played.exit_code == 0, played.output
    say = sentences("bedesten.boards.istanbul", language)
    assert cli_sentences(language)("won", names="Mira") in played.stdout
    for heading in ("rubies", "lira", "goods", "cards"):
        assert say(heading) in played.stdout
    assert bedesten.verify(path.read_text("utf-8")).finished
    assert max(map(len, played.stdout.splitlines())) <= max(columns, len(str(path)) + 40)


def test_two_people_do_not_see_each_others_cards(call: Call) -> None:
    table = ("play", "istanbul", "--seats", "Ada,Bo", "--seed", "3")
    played = call(*table, typed=["", "4", "leave", "pass", "pass"])
    assert played.exit_code == 0, played.output
    first, others = re.split("Pass the keyboard to Ada", played.stdout)[:2]
    assert "Your cards" not in first
    assert others.count("Pass the keyboard to") <= 1
    before, _, after = others.partition("Pass the keyboard to Bo")
    assert "Your cards" in before
    assert "Your cards" not in after.partition("press Enter")[0]


def test_a_question_mark_explains_signs_and_rules(call: Call) -> None:
    typed = ["?", "? 5", "q"]
    played = call("play", "istanbul", "--seats", "you,bot", "--seed", "3", typed=typed, columns=80)
    flat = " ".join(played.stdout.split())
    rules = bedesten.game("istanbul").text("en").rules
    assert " ".join(rules["IST-3.1"].split()) in flat
    assert " ".join(rules["IST-5.3"].split()) in flat
    assert "○★☾ assistants of these seats" in flat
    assert "R fabric G spice Y fruit B jewellery" in flat
    assert "1 to 5 goods bring 3, 7, 12, 18, 25₺" in flat


def test_what_is_not_on_offer_is_answered_with_what_is(call: Call) -> None:
    played = call("play", "istanbul", "--seats", "you,bot", "--seed", "3", typed=["16", "q"])
    assert "“16” is none of the choices: 1 wainwright, 2 fabric warehouse," in played.stdout


# -- other verbs ------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_is_replayed(call: Call, tmp_path: Path, language: str) -> None:
    path = last_turn(tmp_path, language)
    call("play", "--resume", str(path), typed=["16", "1", "1", "1"])
    for args in (("--all",), ()):
        replayed = call("replay", str(path), "--lang", language, *args, typed=["", "", "b", "q"])
        assert replayed.exit_code == 0, replayed.output
        assert "◆" in replayed.stdout
    assert json.loads(call("replay", str(path), "--json").stdout)[-1]["position"]
    assert moves(path)


def test_rules_and_data_are_printed(call: Call) -> None:
    for language in LANGUAGES:
        printed = call("rules", "istanbul", "--lang", language)
        for clause in bedesten.game("istanbul").rules:
            assert clause in printed.stdout
    assert "post_office" in call("data", "istanbul").stdout


def test_simulations_stop_when_they_are_told_to(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    series = ("sim", "istanbul", "-n", "6", "--seats", "2")
    stopped = call(*series, "--most-turns", "30", "--out", str(out))
    assert stopped.exit_code == 0, stopped.output
    assert "6 games, 6 of them unfinished" in stopped.stdout
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [row["finished"] for row in rows] == [False] * 6
    assert {row["turns"] for row in rows} == {31}  # the turn that was not played any more
    assert {row["winners"] for row in rows} == {""}
    found = json.loads(call(*series, "--most-turns", "30", "--json").stdout)
    assert (found["games"], found["unfinished"], found["wins"]) == (6, 6, [])


def test_a_limit_that_is_not_reached_changes_nothing(call: Call) -> None:
    series = ("sim", "basari", "-n", "4", "-o", "laps=1", "--json")
    free, limited = (
        json.loads(call(*series, *more).stdout) for more in ((), ("--most-turns", "9999"))
    )
    assert limited["unfinished"] == free["unfinished"] == 0
    assert limited["wins"] == free["wins"]
    assert limited["figures"] == free["figures"]
