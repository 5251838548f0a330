"""The terminal says what a key does, what cannot be done, and whom it asks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import Result

import bedesten
from bedesten import Match
from bedesten.cli.arguments import Participant
from bedesten.cli.terminal_game import TerminalGame
from cli.keyboard import WHOLE_GAME

Call = Callable[..., Result]


def at_question(name: str, fits: Callable[[Match], bool], *others: str, seats: int = 3) -> Match:
    """A match of random play in which seat 0 is a person and is asked what is looked for."""
    names = ["Ada", *others, *(f"Random {n}" for n in range(1 + len(others), seats))]
    for seed in range(40):
        whim = random.Random(seed)
        match = bedesten.new(name, names=names, seed=seed)
        for _ in range(3000):
            if match.over:
                break
            if match.actors == (0,) and fits(match):
                return match
            seat = match.actors[-1]
            match.play(seat, whim.choice(match.choices(seat)))
    raise AssertionError("no such question in these games")


def step_of(match: Match) -> str:
    question = match.question(0)
    return question.step if question else ""


def resumed(call: Call, match: Match, path: Path, *typed: str, lang: str = "en") -> str:
    """The screens of a match that is resumed and left again."""
    path.write_text(match.record(), "utf-8")
    played = call("play", "--resume", str(path), "--lang", lang, typed=[*typed, "q"])
    assert played.exit_code == 0, played.output
    return played.stdout


def flat(text: str) -> str:
    return " ".join(text.split())


# -- one key does what it says ------------------------------------------------------


def test_a_raise_that_is_forced_is_named_as_a_whole(call: Call, tmp_path: Path) -> None:
    def fits(match: Match) -> bool:
        if step_of(match) != "answer_offer" or "gem:blue" not in match.choices(0):
            return False
        ahead = match.explore(0, "gem:blue")
        return 0 not in ahead.actors  # the whole offer has been made

    match = at_question("basari", fits)
    offer = next(one for one in match.preview(0, "gem:blue") if one.name == "offered")
    n = offer.values["gems"]["blue"]
    assert n > 1
    stones = {"en": f"{n} sapphires", "de": f"{n} Saphire", "fr": f"{n} saphirs"}
    for language, said in stones.items():
        shown = resumed(call, match, tmp_path / f"{language}.txt", lang=language)
        assert re.search(rf": (offer|offrir)? ?{said}( bieten)?,", flat(shown)), shown


def test_a_sale_that_costs_a_goods_card_says_so(call: Call, tmp_path: Path) -> None:
    def fits(match: Match) -> bool:
        return step_of(match) == "sell" and any(
            answer.word.startswith("goods:")
            for word in match.choices(0)
            for answer in match.forced_after(0, word)
        )

    match = at_question("choose_write", fits, seats=2)
    shown = resumed(call, match, tmp_path / "game.txt")
    assert re.search(r"Sell \w+ → Pay with a goods card \(", shown), shown


def test_what_ends_the_turn_says_so_before(call: Call, tmp_path: Path) -> None:
    def fits(match: Match) -> bool:
        return (
            step_of(match) == "use_assistant"
            and "leave" in match.choices(0)
            and [one.word for one in match.forced_after(0, "leave", alone=True)] == ["pass", "pass"]
        )

    match = at_question("istanbul", fits)
    shown = flat(resumed(call, match, tmp_path / "game.txt"))
    assert "Leave an assistant here → Skip the action → End the turn" in shown


# -- choices and numbers -----------------------------------------------------------


def test_nothing_is_said_twice_of_what_follows_a_move(call: Call, tmp_path: Path) -> None:
    def goes_on(match: Match) -> bool:
        board = step_of(match) == "send_family"
        return board and "place:5" in match.choices(0)

    screen = resumed(call, at_question("istanbul", goes_on), tmp_path / "game.txt")
    line = next(line for line in screen.splitlines() if "to the post office" in flat(line).lower())
    assert "Once is enough" not in line


def test_the_catacombs_list_every_place(call: Call, tmp_path: Path) -> None:
    def fits(match: Match) -> bool:
        return step_of(match) == "catacombs" and all(
            word.partition(":")[2].isdecimal() for word in match.choices(0)
        )

    match = at_question("choose_write", fits, seats=2)
    shown = resumed(call, match, tmp_path / "game.txt")
    assert not re.search(r"\d–\d+", shown.split("Catacombs: which")[1])
    for word in match.choices(0):
        text = match.text("en").choice("catacombs", word)
        assert re.sub(r" \(\d+\)$", "", text) in shown


def test_a_number_of_cards_does_not_read_like_a_place(call: Call) -> None:
    played = call("play", "choose_write", "--seats", "you", "--seed", "7", typed=["hand", "0"])
    line = next(one for one in played.stdout.splitlines() if "Draw a card from the pile" in one)
    assert re.search(r"\d+ left in it$", line.rstrip()), line


@pytest.mark.parametrize(
    ("seats", "typed", "clause", "other"),
    [("you,random", ["1", "?"], "CW-4.2", "CW-4.3"), ("random,you", ["?"], "CW-4.3", "CW-4.2")],
)
def test_a_question_mark_cites_the_rule_of_who_asks(
    call: Call, seats: str, typed: list[str], clause: str, other: str
) -> None:
    seed = next(
        n for n in range(50) if bedesten.new("choose_write", seats=2, seed=n).actors == (0,)
    )
    played = call("play", "choose_write", "--seats", seats, "--seed", str(seed), typed=typed)
    rules = bedesten.game("choose_write").text("en").rules
    assert flat(rules[clause]) in flat(played.stdout)
    assert flat(rules[other]) not in flat(played.stdout)


def test_the_left_card_of_a_solo_game_has_its_own_rule() -> None:
    match = bedesten.new("choose_write", seats=1, seed=7)
    clauses: list[str] = []
    for _ in range(20):
        question = match.question(0)
        assert question is not None
        clauses += [question.clause] * (question.step == "use_card")
        match.play(0, match.choices(0)[0])
    assert clauses[:2] == ["CW-4.2", "CW-8.1"]


# -- what cannot be done ------------------------------------------------------------


def test_what_cannot_be_done_is_named_before_going_there(call: Call) -> None:
    table = ("play", "istanbul", "--seats", "you,random,random", "--seed", "5")
    played = call(*table, typed=["q"])
    line = next(one for one in played.stdout.splitlines() if "Go to the wainwright" in one)
    assert "⊘ 7 lira needed, you have 2" in line


def test_what_cannot_be_done_is_named_after_going_there(call: Call) -> None:
    table = ("play", "istanbul", "--seats", "you,random,random", "--seed", "5")
    played = call(*table, typed=["1", "leave", "q"])
    assert "Not possible: carry out the action – 7 lira needed, you have 2." in played.stdout


def test_a_place_that_cannot_be_used_is_refused_with_its_reason(call: Call, tmp_path: Path) -> None:
    def fits(match: Match) -> bool:
        told = match.obstacles(0)
        return step_of(match) == "use_card" and "place:2" in told

    match = at_question("choose_write", fits, seats=2)
    held = match.view(0)["players"][0]["lira"]
    shown = resumed(call, match, tmp_path / "game.txt", "2", "dealer")
    assert f"✗ Gem dealer – 10 lira needed, you have {held}" in shown
    assert shown.count(f"gem dealer cannot be chosen – 10 lira needed, you have {held}.") == 2


def only_the_end(match: Match) -> bool:
    return step_of(match) == "encounters" and match.choices(0) == ("pass",)


def test_alone_nobody_is_asked_to_end_the_turn(call: Call, tmp_path: Path) -> None:
    match = at_question("istanbul", only_the_end)
    shown = resumed(call, match, tmp_path / "game.txt")
    assert "End the turn" not in shown
    assert "Where does your merchant go?" in shown


def test_enter_takes_the_only_choice_of_several_people(call: Call, tmp_path: Path) -> None:
    match = at_question("istanbul", only_the_end, "Bo")
    path = tmp_path / "game.txt"
    shown = resumed(call, match, path, "", "", "")
    assert re.search(r"Enter +End the turn", shown), shown
    assert "Pass the keyboard to Bo." in shown
    assert len(bedesten.replay(path.read_text("utf-8")).history) > len(match.history)


def test_enter_takes_nothing_where_there_is_a_choice(call: Call) -> None:
    played = call("play", "basari", "--seed", "7", typed=["", "", "q"])
    assert played.stdout.count("Where does your start tile go?") == 1


def test_a_take_back_skips_what_was_not_chosen(call: Call, tmp_path: Path) -> None:
    match = at_question("istanbul", only_the_end)
    save = tmp_path / "game.txt"
    resumed(call, match, save, "u same")
    kept = bedesten.replay(save.read_text("utf-8"))
    assert len(kept.history) < len(match.history)
    assert len(kept.choices(0)) > 1


# -- the log ------------------------------------------------------------------------


def test_a_scoring_is_told_with_the_whole_round(call: Call) -> None:
    played = call("play", "basari", "--seed", "7", typed=WHOLE_GAME, columns=80)
    screens = re.split(r"(?m)^Basari  ", played.stdout)
    scored = [flat(one) for one in screens if "Scoring " in one and "You open" not in one]
    assert len(scored) >= 2
    for one in scored:
        assert one.count("has chosen") >= 3, one
        assert len(re.findall(r"holds the \w+ majority", one)) >= 4 or "shared by" in one


class Keys:
    """A keyboard that types what it is given, and keeps what was asked for."""

    def __init__(self, typed: Iterator[str]) -> None:
        self.typed = typed
        self.prompts: list[str] = []

    def __call__(self, prompt: str = "") -> str:
        self.prompts.append(prompt)
        for line in self.typed:
            return line
        raise EOFError


def test_a_scoring_that_does_not_fit_has_a_screen_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["Ada", "Random", "Random 2", "Random 3"]
    players = [Participant(names[0]), *(Participant(name, "random") for name in names[1:])]
    match = bedesten.new("basari", names=names, seed=7)
    game = TerminalGame(match, players, 7, "de", tmp_path / "game.txt")
    out = StringIO()
    game.screen.console = Console(file=out, force_terminal=True, width=80, height=24)
    keys = Keys(iter([*WHOLE_GAME]))
    monkeypatch.setattr("builtins.input", keys)
    game.run()
    text = re.sub(r"\x1b\[[\d;]*m", "", out.getvalue())
    pages = [one for one in text.split("\x1b[H\x1b[2J\x1b[3J") if "Was geschehen ist" in one]
    assert len(pages) == sum("Weiter mit der Eingabetaste" in one for one in keys.prompts) > 0
    assert all(len(page.splitlines()) <= 24 for page in pages)
    told = "".join(pages)
    scorings = told.count("Wertung ")
    assert scorings > 0
    assert len(re.findall(r"Ada hat „.*“ gewählt|Random hat „.*“ gewählt", told)) >= 2 * scorings
    assert len(re.findall(r"-Mehrheit", told)) >= 4 * scorings
    assert "…" not in told


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Ada hands over 2 fabric, 2 spice, 1 fruit and 2 jewellery."),
        ("de", "Ada gibt 2 Tuch, 2 Gewürz, 1 Obst und 2 Schmuck ab."),
        ("fr", "Ada cède 2 tissus, 2 épices, 1 fruit et 2 bijoux."),
    ],
)
def test_what_is_handed_over_is_one_sentence(language: str, sentence: str) -> None:
    match = bedesten.new("istanbul", names=["Ada", "Bo"], seed=1)
    kinds = {kind.name: kind for kind in match.game.events}
    goods = ["red", "red", "green", "green", "yellow", "blue", "blue"]
    events = [
        bedesten.Event("gave_good", "IST-5.0", 0, {"good": good, "n": 1}, -1) for good in goods
    ]
    others = [bedesten.Event("gave_good", "IST-5.0", 1, {"good": "red", "n": 1}, -1)]
    told = match.text(language).told([*events, *others], kinds, match.names)
    first, _ = [text for _, text in told]
    assert first == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Now wanted at the large market: 2 fabric, 1 spice and 2 jewellery."),
        ("de", "Jetzt gefragt auf dem Großen Markt: 2 Tuch, 1 Gewürz und 2 Schmuck."),
        ("fr", "On demande maintenant au grand marché\u00a0: 2 tissus, 1 épice et 2 bijoux."),
    ],
)
def test_a_demand_tile_is_named_by_its_goods(language: str, sentence: str) -> None:
    match = bedesten.new("istanbul", names=["Ada", "Bo"], seed=1)
    kind = next(kind for kind in match.game.events if kind.name == "demand_turned")
    event = bedesten.Event(kind.name, kind.clause, None, {"market": "large", "tile": 1}, -1)
    assert match.text(language).tell(event, kind, match.names) == sentence


def test_a_demand_tile_of_other_data_is_named_by_its_own_goods() -> None:
    tiles = [[0, 5, 0, 0], [1, 1, 0, 3], [2, 0, 1, 2], [1, 0, 1, 3], [1, 1, 1, 2]]
    data = {"markets": {"large": tiles}}
    match = bedesten.new("istanbul", names=["Ada", "Bo"], seed=1, data=data)
    assert match.text("en").names["tile.large.1"] == "5 spice"


# -- chance that is typed -----------------------------------------------------------


MANUAL = ("--chance", "manual", "--seats", "Ada,random")


def test_manual_chance_names_players_markets_and_goods(call: Call) -> None:
    typed = ["Ada", "7", "7", "1", "1", "far", "stay"]
    played = call("play", "istanbul", *MANUAL, typed=typed)
    shown = flat(played.stdout)
    assert "Starting player: Ada" in shown
    assert "seat 0" not in shown
    assert "Which demand tile is next? (the large market)" in shown
    assert "Which demand tile is next? (the small market)" in shown
    assert "RRGBB 2 fabric, 1 spice and 2 jewellery" in shown


def test_several_rolls_are_typed_in_one_line(call: Call, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    typed = ["1", "3", "1", "6 5 4", "gems"]
    call("play", "basari", "--chance", "manual", "--seed", "1", "--save", str(save), typed=typed)
    assert "1. * pips:6 pips:5 pips:4" in save.read_text("utf-8")


def test_of_rolls_with_a_mistake_none_is_taken(call: Call, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    typed = ["1", "3", "1", "6 7 4", "q"]
    call("play", "basari", "--chance", "manual", "--seed", "1", "--save", str(save), typed=typed)
    assert "pips" not in save.read_text("utf-8")


# -- languages and people -----------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "ours", "others"),
    [
        ("basari", "ruby ruby sapphire done", ("wheelbarrow", "c1", "teahouse")),
        ("istanbul", "fabric fruit fruit done", ("ruby ruby", "gem:red")),
        ("choose_write", "7 fabric spice", ("ruby ruby", "gem:red")),
    ],
)
def test_the_help_speaks_of_the_game_being_played(
    call: Call, game: str, ours: str, others: tuple[str, ...]
) -> None:
    played = call("play", game, "--seed", "7", typed=["help"])
    about = played.stdout.split("type a choice")[1]
    assert bedesten.game(game).title + ": type a choice" in played.stdout
    assert ours in about
    assert not any(other in about for other in others)


@pytest.mark.parametrize(
    ("language", "legend"),
    [
        ("en", "R ruby  Y topaz  G emerald  B sapphire"),
        ("de", "R Rubin  G Topas  Ü Smaragd  B Saphir"),
        ("fr", "R rubis  J topaze  V émeraude  B saphir"),
    ],
)
def test_letters_have_a_legend(call: Call, language: str, legend: str) -> None:
    played = call("play", "basari", "--seed", "7", "--lang", language, typed=["5", "?"], columns=80)
    assert legend in played.stdout.splitlines()[1]
    assert flat(legend) in flat(played.stdout.split("BAS-3.2")[-2])


@pytest.mark.parametrize(("columns", "times"), [(80, 1), (140, 0)])
def test_letters_are_told_once_where_the_headline_has_no_room(
    call: Call, columns: int, times: int
) -> None:
    legend = "T Tuch  G Gewürz  O Obst  S Schmuck"
    table = ("play", "istanbul", "--seed", "7", "--seats", "Ada,bot", "--lang", "de")
    shown = call(*table, typed=["5"], columns=columns).stdout.splitlines()
    assert shown.count(legend) == times
    assert (times == 0) == any(line.endswith(f" {legend}") for line in shown)


def test_a_round_is_set_off_from_what_happens_in_it(call: Call) -> None:
    played = flat(call("play", "basari", "--seed", "7", typed=["5"], columns=80).stdout)
    assert "Round 1 – Guest rolls" in played


def test_the_end_is_told_once(call: Call) -> None:
    typed = WHOLE_GAME
    played = flat(call("play", "basari", "--seed", "7", "-o", "laps=1", typed=typed).stdout)
    assert played.count("The game is over") == 1


@pytest.mark.parametrize(("language", "word"), [("en", "help"), ("de", "hilfe"), ("fr", "aide")])
def test_help_is_asked_for_in_the_language_spoken(call: Call, language: str, word: str) -> None:
    table = ("play", "basari", "--seed", "7", "--lang", language)
    helped = call(*table, typed=["5", word]).stdout
    assert f"\n{word} " in helped.split("q ")[-2]
    assert helped.splitlines()[:-2] == call(*table, typed=["5", "help"]).stdout.splitlines()[:-2]


def test_the_rule_stands_last_where_a_question_mark_explains(call: Call) -> None:
    """The signs come first: on a small screen the top is gone."""
    explained = call("play", "basari", "--seed", "7", typed=["5", "?"]).stdout
    assert explained.index("R ruby   Y topaz") < explained.index("(gems)")
    assert explained.index("(gems)") < explained.index("The rule")


@pytest.mark.parametrize(
    ("language", "named"),
    [("de", "1 Wagnerei, 2 Tuchlager"), ("fr", "1 charron, 2 entrepôt de tissus")],
)
def test_a_refusal_names_choices_in_the_language_spoken(
    call: Call, language: str, named: str
) -> None:
    table = ("play", "istanbul", "--seats", "you,random", "--seed", "3", "--lang", language)
    assert named in flat(call(*table, typed=["zzz", "q"]).stdout)


def test_the_end_of_a_gesture_is_named_in_the_language_spoken(call: Call) -> None:
    table = ("play", "basari", "--seed", "7", "--lang", "de")
    assert "Nach „Torbogen 5“ kommt Neues" in flat(call(*table, typed=["5 steine"]).stdout)


def test_the_next_person_at_the_keyboard_is_addressed(call: Call) -> None:
    played = call("play", "basari", "--seats", "Ada,Bo,random", "--seed", "7", typed=["5", "9"])
    first, second = re.split(r"Ada, it is your turn\.|Bo, it is your turn\.", played.stdout)[:2]
    assert "Where does your start tile go?" in first
    assert "Where does your start tile go?" in second


def test_a_sealed_choice_is_confirmed_when_the_keyboard_is_passed(call: Call) -> None:
    played = call(
        "play", "basari", "--seats", "Ada,Bo,random", "--seed", "7", typed=[*"59", "", "gems", ""]
    )
    assert "Ada’s choice is sealed.\nPass the keyboard to Bo." in played.stdout
