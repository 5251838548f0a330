"""Data are really data: a changed figure is stated as it is now, and the old one nowhere."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import bedesten
from bedesten.boards import board_of
from bedesten.kernel.component_list import component_list
from bedesten.kernel.components import plain_data
from bedesten.kernel.game import Game
from bedesten.kernel.text import LANGUAGES, Catalogue

AnyGame = Game[Any, Any, Any]
TABLES = ("names", "words", "questions", "choices", "events", "rules", "rulings", "summary")
NUMBER = re.compile(r"\d+")
WORDS = {
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "ten", "fourteen", "fifth"),
    "de": ("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "zehn", "vierzehn", "fünft"),
    "fr": ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "dix", "quatorze", "ième"),
}


# -- every figure, changed by itself ----------------------------------------------


def plain(game: AnyGame) -> dict[str, Any]:
    return plain_data(game.data({}))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every number and word in the data."""
    entries: Any = ()
    if isinstance(value, dict):
        entries = value.items()
    elif isinstance(value, list):
        entries = enumerate(value)
    else:
        yield path
    for key, one in entries:
        yield from leaves(one, (*path, key))


def other_values(value: Any) -> Iterator[Any]:
    """What could stand there instead."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield from (value + 1, value - 1, value + 2)
    elif isinstance(value, str) and re.fullmatch("[rgyb]{2,4}", value):
        yield from ("y" + value[1:], "g" + value[1:], "r" + value[1:])
    elif isinstance(value, str) and " " in value:  # what a card does
        yield NUMBER.sub(lambda found: str(int(found[0]) + 1), value)
        yield value + ", lira 7"
        yield "lira 7"
    elif isinstance(value, str):
        yield from ("green", "red", "good", "lira")


def put(data: Any, path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    changed: dict[str, Any] = copy.deepcopy(data)
    inner: Any = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def is_valid(game: AnyGame, changes: dict[str, Any]) -> bool:
    try:
        data = game.data(changes)
        for seats in range(game.seats[0], game.seats[1] + 1):
            game.blank(seats, game.check_options({}), data)
    except ValueError:
        return False
    return True


@cache
def variants(name: str) -> tuple[tuple[str, Any, Any, dict[str, Any]], ...]:
    """Each figure changed by itself where the data stay valid: its name, old, new, changes."""
    game = bedesten.game(name)
    shipped = plain(game)
    found = []
    for path in leaves(shipped):
        old: Any = shipped
        for key in path:
            old = old[key]
        for new in other_values(old):
            if new == old:
                continue
            changes = game.changes(put(shipped, path, new))
            if changes and is_valid(game, changes):
                said = ".".join(str(key) for key in path)
                found.append((said, old, new, changes))
                break
    return tuple(found)


def all_texts(texts: Catalogue) -> dict[str, str]:
    return {
        f"{table}: {key}": text for table in TABLES for key, text in getattr(texts, table).items()
    }


# Stated by no sentence, because they are drawn: on the board, and on the page of the components.
DRAWN = {
    "basari": ("ring.archways",),
    "choose_write": (),
    "istanbul": (),
}


def is_drawn(name: str, figure: str) -> bool:
    return figure.startswith(DRAWN[name])


@pytest.mark.parametrize("name", bedesten.games())
def test_nearly_every_figure_can_be_changed_by_itself(name: str) -> None:
    """Otherwise the tests below would test nothing."""
    figures = [".".join(map(str, path)) for path in leaves(plain(bedesten.game(name)))]
    changed = {said for said, _, _, _ in variants(name)}
    fixed = [one for one in figures if one not in changed]
    assert all(
        one.startswith(("layouts.", "cards.copies", "solo.tasks", "palace.track")) for one in fixed
    ), fixed
    assert len(changed) > 20


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", bedesten.games())
def test_a_changed_figure_is_stated_and_the_old_one_is_not(name: str, language: str) -> None:
    """The rules that players read state every figure; what changed in them is that figure."""
    game = bedesten.game(name)
    before = all_texts(game.text(language))
    for figure, old, new, changes in variants(name):
        after = all_texts(game.text(language, changes))
        assert list(after) == list(before), figure
        different = [key for key in before if before[key] != after[key]]
        if is_drawn(name, figure):
            continue
        rules = [key for key in different if key.startswith("rules: ")]
        assert rules, f"no rule states {figure}"
        for key in different:
            if isinstance(old, int) and isinstance(new, int):
                lost, won = (
                    NUMBER.findall(one[key]) + said_in_words(one[key], language)
                    for one in (before, after)
                )
                assert lost != won or not figure_is_number(before[key], after[key]), (figure, key)


def said_in_words(text: str, language: str) -> list[str]:
    return re.findall("|".join(WORDS[language]), text.lower())


def figure_is_number(before: str, after: str) -> bool:
    """Whether two sentences have the same words."""
    return NUMBER.sub("", before) == NUMBER.sub("", after)


@pytest.mark.parametrize("name", bedesten.games())
def test_the_list_of_components_shows_every_change(name: str) -> None:
    game = bedesten.game(name)

    def shown(changes: dict[str, Any]) -> list[Any]:
        return [
            (one.key, one.lines, one.rows)
            for group in component_list(game, "en", changes)
            for one in group.components
        ]

    shipped = shown({})
    for figure, _, _, changes in variants(name):
        assert shown(changes) != shipped, figure


# -- no literal -------------------------------------------------------------------

# Numbers that no data file changes: of places, phases, clauses, dice and players, of examples, and
# what the sources say.
STRUCTURE = re.compile(r"\(\d+(?:, \d+)*\)|[A-Z]{2,3}-\d+(?:\.\d+)?|[Pp]hase \d|\b(?:1|18|16|0)\b")
EXEMPT = {
    "basari": {"BAS-1.4", "BAS-1.5", "BAS-3.9", "BAS-4.9", "BAS-5.1", "BAS-5.6", "BAS-7.2"},
    "choose_write": {
        *("CW-1.1", "CW-1.2", "CW-1.8", "CW-2.4", "CW-5.1", "CW-5.14", "CW-6.3", "CW-7.3"),
        *("CW-8.5", "CW-2.5"),
        *(f"goods{sign}{good * 2}" for sign in ".:" for good in "rgyb"),
        *(f"makers.{place}" for place in (1, 5, 8, 10, 14)),
    },
    "istanbul": {
        *("IST-1.1", "IST-1.5", "IST-2.2", "IST-2.6", "IST-5.7", "IST-5.8", "IST-5.14"),
        *("markets.large_prices", "markets.small_prices", "place.10", "place.11"),
        *("IST-7.8", "IST-8.1", "IST-10.1", "bend_dice.four:low", "bend_dice.four:high"),
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", bedesten.games())
def test_no_sentence_has_a_number_of_its_own(name: str, language: str) -> None:
    """A figure that stands in a text file would not follow the data."""
    package = type(bedesten.game(name)).__module__
    text = files(package).joinpath("text", f"{language}.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    for table in (*TABLES, "phrases", "components"):
        for key, sentence in tables[table].items():
            if key in EXEMPT[name] or key.startswith("note."):
                continue
            bare = STRUCTURE.sub("", re.sub(r"<[^<>]*>|\{[^{}]*\}", "", sentence))
            assert not NUMBER.search(bare), f"{table}: {key}: {bare}"


@pytest.mark.parametrize("name", bedesten.games())
def test_languages_state_the_same_figures(name: str) -> None:
    """By name: a figure that only some languages fill in is forgotten in the others."""
    package = type(bedesten.game(name)).__module__
    named: dict[str, list[set[str]]] = {}
    for language in LANGUAGES:
        text = files(package).joinpath("text", f"{language}.toml").read_text(encoding="utf-8")
        for table, sentences in tomllib.loads(text).items():
            if table == "about":
                continue
            for key, sentence in sentences.items():
                found = set(re.findall(r"<([\w.*]+)", sentence))
                named.setdefault(f"{table}: {key}", []).append(found)
    for key, (english, german, french) in named.items():
        assert english == german == french, key


@pytest.mark.parametrize("name", bedesten.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_component_has_a_label_and_a_note_on_its_source(name: str, language: str) -> None:
    game = bedesten.game(name)
    package = type(game).__module__
    text = files(package).joinpath("text", f"{language}.toml").read_text(encoding="utf-8")
    labels = tomllib.loads(text)["components"]
    for group in component_list(game, language):
        for one in group.components:
            assert one.key in labels
            assert one.source in ("rulebook", "component", "transcription", "reconstruction")
    remarks = {
        key: str(said).partition(": ")[2]
        for key, said in game.data_file["provenance"].items()
        if ": " in str(said)
    }
    assert {f"note.{key}" for key in remarks} == {key for key in labels if key.startswith("note.")}
    if language == "en":
        assert remarks == {key: labels[f"note.{key}"] for key in remarks}


# -- the terminal -----------------------------------------------------------------


def seen(name: str, changes: dict[str, Any], language: str) -> str:
    """What the terminal draws and asks during some turns of a game, legends and rules included."""
    game = bedesten.game(name)
    board = board_of(name, language)
    match = bedesten.new(name, seats=max(2, game.seats[0]), seed=4, data=changes)
    shown: list[str] = []
    for _ in range(6):
        if match.over:
            break
        seat = match.actors[0]
        shown.append(_drawn(board.draw(match, seat, 120, None).picture))
        shown += [_drawn(line) for line in board.legend(match, seat)]
        question = match.question(seat)
        assert question is not None
        for word in match.choices(seat):
            shown.append(match.text(language).choice(question.step, word))
            shown.append(board.hint(match, seat, word).plain)
        match.play(seat, match.choices(seat)[0])
    return "\n".join(shown)


def _drawn(picture: Any) -> str:
    out = StringIO()
    Console(file=out, width=120, color_system=None).print(picture)
    return out.getvalue()


# Not on the table in the first turn of a game for two or three: of other numbers of players, in a
# pile, or counted later. Figures of which one entry shows are drawn by the same code as the others.
UNSEEN = {
    "basari": r"lap_points|die_points|track|return_",
    "istanbul": r".*\.[123]$|layouts\.random|movement\.far|\w+\.\w+_tile_price"
    r"|post_office\.rows\.[234]|markets\.(large|small)\.|palace\.track\.[5-9]|mosques\.tiles|encounters|cards\.lira",
    "choose_write": r"amulet|symbols\.second|bonus_actions\.fields\.[0234]|cards|caravan|guild"
    r"|palaces\.ruby_cards\.[0234]|end\.card_worth|solo",
}


@pytest.mark.parametrize("name", bedesten.games())
def test_the_terminal_draws_every_figure_that_lies_open(name: str) -> None:
    """Drawn from the data in force, so that another figure makes another picture."""
    shipped = table_drawn(name, {})
    open_figures = [
        (figure, changes)
        for figure, _, _, changes in variants(name)
        if not re.match(UNSEEN[name], figure)
    ]
    assert len(open_figures) > 25
    for figure, changes in open_figures:
        assert table_drawn(name, changes) != shipped, figure


def table_drawn(name: str, changes: dict[str, Any]) -> str:
    """The first table of a game, with what the choices would bring and what the signs mean."""
    board = board_of(name, "en")
    seats = max(2, bedesten.game(name).seats[0])
    match = bedesten.new(name, seats=seats, seed=4, data=changes)
    seat = match.actors[0]
    hints = [board.hint(match, seat, word).plain for word in match.choices(seat)]
    lines = [_drawn(line) for line in board.legend(match, seat)]
    return "".join([_drawn(board.draw(match, seat, 120, None).picture), *lines, *hints])


BOARD_TEXTS = sorted(Path(str(files("bedesten"))).glob("boards/*/text/*.toml"))


@pytest.mark.parametrize("path", BOARD_TEXTS, ids=lambda path: "-".join(path.parts[-3::2]))
def test_no_text_of_a_board_has_a_number_of_its_own(path: Path) -> None:
    for key, sentence in tomllib.loads(path.read_text(encoding="utf-8")).items():
        if key in ("call", "legend_demand", "examples") or key.startswith("called_"):
            continue  # two dice, five prices whatever they are, and what may be typed
        bare = re.sub(r"\{[^{}]*\}|\b[12]\b|2×", "", sentence)
        assert not NUMBER.search(bare), f"{key}: {sentence}"


@pytest.mark.parametrize(
    ("name", "changes", "gone", "there"),
    [
        ("istanbul", {"cards": {"lira": 8}}, "five lira", "eight lira"),
        ("istanbul", {"movement": {"far": [3, 5]}}, "three or four", "three to five"),
        ("istanbul", {"movement": {"merchant_fee": 9}}, "pay 2₺ to", "pay 9₺ to"),
        ("istanbul", {"black_market": {"blue_from": [5, 8]}}, "7+→1", "5+→1 8+→2"),
        ("istanbul", {"wainwright": {"price": 44}}, "7₺", "44₺"),
        ("choose_write", {"guild": {"prices": [77] * 16}}, "(1) 1 lira:", "(1) 77 lira:"),
        ("choose_write", {"goods": {"rows": 11, "bonus_rows": [3]}}, "12 ·", "11 ·"),
        ("choose_write", {"places": {"stall_lira": 8}}, "+5₺", "+8₺"),
        ("basari", {"majority": {"red": 91}}, "R 14", "R 91"),
        ("basari", {"die_points": 9}, "score 6 minus", "score 9 minus"),
    ],
)
def test_the_terminal_shows_the_data_in_force(
    name: str, changes: dict[str, Any], gone: str, there: str
) -> None:
    shipped, changed = seen(name, {}, "en"), seen(name, changes, "en")
    texts = all_texts(bedesten.game(name).text("en", changes))
    told = changed + "\n".join(texts.values())
    assert there in told
    assert gone not in told
    assert gone in shipped + "\n".join(all_texts(bedesten.game(name).text("en")).values())


def test_a_place_that_makes_another_good_has_its_name() -> None:
    makers = {"makers": plain(bedesten.game("choose_write"))["makers"]}
    makers["makers"]["1"], makers["makers"]["14"] = ["blue", 2, 2], ["red", 2, 2]
    for language, black, fabric in (
        ("en", "black market (1)", "fabric warehouse (14)"),
        ("de", "Schwarzmarkt (1)", "Tuchlager (14)"),
        ("fr", "marché noir (1)", "entrepôt de tissus (14)"),
    ):
        texts = bedesten.game("choose_write").text(language, makers)
        assert texts.word("place:1") == black
        assert texts.word("place:14") == fabric
    changed = seen("choose_write", makers, "en")
    assert "1 Black market" in changed
    assert "14 Fabric" in changed


def test_the_rules_in_short_say_what_each_place_makes() -> None:
    makers = {"makers": plain(bedesten.game("choose_write"))["makers"]}
    makers["makers"]["8"], makers["makers"]["5"] = ["blue", 2, 2], ["lira", 3, 2]
    said = bedesten.game("choose_write").text("en", makers).summary
    assert "5 lira, 8 jewellery (blue)" in said["place.makers"]
    assert not any("8 makes lira" in line for line in said.values())


def test_the_log_names_the_goods_of_other_ruby_cards() -> None:
    """What the finding was about: the log named the old goods."""
    cards = {"cards": {"rubies": ["bbbb"] * 20}}
    texts = bedesten.game("choose_write").text("en", cards)
    assert texts.names["ruby_card.1"] == "4 jewellery"
    match = bedesten.new("choose_write", seats=2, seed=1, data=cards)
    kinds = {kind.name: kind for kind in match.game.events}
    opened = [one for one in match.opening if one.name == "palace_opened"]
    assert opened
    for event in opened:
        assert match.text("en").tell(event, kinds[event.name], match.names).endswith("4 jewellery.")
