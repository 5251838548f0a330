"""Golden playthroughs: whole games as text that somebody who knows the game can read.

    PYTHONPATH=src:tests python tests/golden/playthrough.py --write

plays the answers in them again and writes down what comes of them, and the lists of
words too; a playthrough that is not there yet is made up. `--search` looks for seeds
that show what is to be shown. A change in a playthrough is a change in how games are
played, and is reviewed like code. A line says: number, turn, who, question, answer,
and what else could have been said. Answers that others do not see stand in brackets,
those that the kernel gave by itself before `=`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import bedesten
from bedesten import CHANCE, Event, Match, bots, seeded
from bedesten.bots.knowledge import Knowledge

HERE = Path(__file__).parent
SHOWN = 8  # options that are written out
LONGEST = 5000  # answers


@dataclass(frozen=True)
class Playthrough:
    """A game to be played at random, or partly by a bot, and what it is there to show."""

    game: str
    name: str
    seats: int
    seed: str
    options: dict[str, Any] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=dict)
    shows: Callable[[str], bool] = bool
    greed: int = 0
    """How many choices of ten a bot made: random traders of Istanbul never end."""

    @property
    def path(self) -> Path:
        return HERE / self.game / f"{self.name}.txt"

    def text(self) -> str:
        """What comes of the answers that were once given."""
        return self._told(lambda match: self.answers())

    def answers(self) -> Iterator[tuple[int, str]]:
        """Who once said what."""
        return _given(self.path.read_text(encoding="utf-8"))

    def made_up(self) -> str:
        """A new game, whether or not there is one."""
        return self._told(self._invented)

    def _told(self, answers: Callable[[Match], Iterator[tuple[int, str]]]) -> str:
        match = bedesten.new(
            self.game, seats=self.seats, chance="manual", data=self.data, **self.options
        )
        header = {
            "game": self.game,
            "rules": match.game.rules_version,
            "seats": self.seats,
            "options": match.position()["options"],
            "data": match.changes,
            "seed": self.seed,
        }
        lines = [json.dumps(header)]
        for seat, word in answers(match):
            lines += answered(match, seat, word)
        order = " > ".join(" = ".join(str(seat) for seat in group) for group in match.ranking)
        lines += [f"ranking {order}, scores {' '.join(str(score) for score in match.scores)}", ""]
        return "\n".join(lines)

    def _invented(self, match: Match) -> Iterator[tuple[int, str]]:
        luck, minds = seeded(self.seed), seeded(f"{self.seed} minds")
        greedy = bots.bot("greedy")
        while not match.over and len(match.history) < LONGEST:
            seat = match.actors[minds.below(len(match.actors))]
            choices = match.choices(seat)
            if seat == CHANCE:
                yield seat, match.game.vocabulary[match.state.draw(luck)]
            elif minds.below(10) < self.greed:
                yield seat, greedy.choose(Knowledge(match.game, match.state, seat), minds)
            else:
                yield seat, choices[minds.below(len(choices))]


def _given(told: str) -> Iterator[tuple[int, str]]:
    """Who said what in a playthrough."""
    for seat, word in re.findall(r"^ *\d+ +\d+ ([*\d]) \S+ +\[?([^] ]+)]? +< ", told, re.MULTILINE):
        yield CHANCE if seat == "*" else int(seat), word


def answered(match: Match, seat: int, word: str) -> Iterator[str]:
    """Say a word, and write it down with what comes of it."""
    asked = match.question(seat)
    options = spelt(match.choices(seat))
    number = len(match.history)
    events = match.play(seat, word)
    answer, *forced = match.history[number:]
    said = f"[{word}]" if answer.sealed else word
    step = "" if asked is None else asked.step
    yield f"{number:4} {answer.turn:2} {who(seat)} {step:16} {said:14} < {options}"
    for n, one in enumerate(forced, number + 1):
        yield f"{n:4} {one.turn:2} {who(one.seat)} {'':16} {one.word:14} ="
    for event in events:
        yield f"           {told(event, match.seats)}"


def who(seat: int) -> str:
    return "*" if seat == CHANCE else str(seat)


def spelt(options: tuple[str, ...]) -> str:
    if len(options) <= SHOWN:
        return " ".join(options)
    return f"{options[0]} .. {options[-1]} ({len(options)})"


def told(event: Event, seats: int) -> str:
    parts = ["-" if event.seat is None else str(event.seat), event.name]
    for name, value in event.values.items():
        if isinstance(value, dict):
            value = ",".join(f"{n} {kind}" for kind, n in value.items() if n) or "nothing"
        parts.append(f"{name}={value}")
    if not event.is_seen_by(None):
        seen_by = [str(seat) for seat in range(seats) if event.is_seen_by(seat)]
        parts.append(f"(seen by {' '.join(seen_by) or 'nobody'})")
    return " ".join(parts)


def has(*pieces: str) -> Callable[[str], bool]:
    return lambda text: all(piece in text for piece in pieces)


BASARI = [
    Playthrough("basari", "three_players", 3, "three_players-1"),
    Playthrough("basari", "four_players", 4, "four_players-1", {"start": "random", "laps": 2}),
    Playthrough("basari", "lapse", 4, "lapse-1", {"laps": 1}, shows=has("- lapsed", " pass ")),
    Playthrough(
        "basari",
        "rolls_to_open",
        3,
        "rolls_to_open-68",
        {"laps": 1, "start": "random"},
        shows=lambda text: "rolled_to_open" in text and equal_rolls(text),
    ),
    Playthrough(
        "basari",
        "short_bank",
        4,
        "short_bank-614",
        {"laps": 2},
        shows=has("fell_short", "took_gems"),
    ),
    Playthrough(
        "basari",
        "tied_majorities",
        3,
        "tied_majorities-3",
        {"laps": 1},
        shows=has("colour=red seats=2", "n=2", "accepted"),
    ),
    Playthrough("basari", "forced", 3, "forced-2", {"laps": 1}, shows=has(" =\n", "accepted")),
    Playthrough(
        "basari",
        "no_gems",
        3,
        "no_gems-1",
        {"laps": 1},
        {"starting_gems": 0, "gems_per_colour": 2},
        shows=has("fell_short", " =\n"),
    ),
    Playthrough(
        "basari", "declined", 4, "declined-1", {"laps": 1, "decline": True}, shows=has(" declined ")
    ),
]


def equal_rolls(text: str) -> bool:
    """Tell whether two seats rolled the same and had to roll again."""
    return text.count("rolled_to_open") > 2 * text.count("haggle_began")


ISTANBUL = [
    Playthrough(
        "istanbul",
        "two_players",
        2,
        "two_players-1",
        {"layout": "random"},
        shows=has("place_laid", "neutral_moved", "last_round"),
        greed=8,
    ),
    Playthrough(
        "istanbul",
        "three_players",
        3,
        "three_players-1",
        {"layout": "long", "neutral_assistants": True},
        shows=has("take:neutral", "disc=neutral"),
        greed=8,
    ),
    Playthrough("istanbul", "four_players", 4, "four_players-1", {"layout": "order"}, greed=8),
    Playthrough("istanbul", "five_players", 5, "five_players-1", greed=8),
]

CHOOSE_WRITE = [
    Playthrough(
        "choose_write", "solo", 1, "solo-1", shows=has("left_card_opened", "left:", "right:")
    ),
    Playthrough(
        "choose_write", "two_players", 2, "two_players-1", shows=has("last_round"), greed=10
    ),
    Playthrough(
        "choose_write",
        "full_boxes",
        2,
        "full_boxes-1",
        data={"lira": {"boxes": [3, 3]}, "goods": {"rows": 5}, "cards": {"goods": ["rg", "yb"]}},
        shows=has("lost_lira", "lost_good", "got_box_ruby", "goods_reshuffled"),
        greed=5,
    ),
    Playthrough("choose_write", "three_players", 3, "three_players-1", greed=5),
    Playthrough("choose_write", "four_players", 4, "four_players-1"),
    Playthrough(
        "choose_write",
        "free_guild_cards",
        5,
        "free_guild_cards-24",
        data={"guild": {"prices": [0] * 16}},
        shows=has("guild_reshuffled", "gave_up_guild_card"),
    ),
    Playthrough("choose_write", "five_players", 5, "five_players-1", greed=8),
    Playthrough(
        "choose_write",
        "after_draws",
        3,
        "after_draws-2",
        data={"makers": {"8": ["lira", 3, 0], "10": ["yellow", 2, 0], "14": ["blue", 2, 0]}},
        shows=lambda text: " after_draw " in text and forced_tick(text),
        greed=5,
    ),
]


def forced_tick(text: str) -> bool:
    """Tell whether somebody ticked the only improvement left at a fountain."""
    return (
        re.search(r"fountain:improvement.*\n(?: +\d+ .*\n)* +\d+ +\d+ \d +place:", text) is not None
    )


EVERY = [*BASARI, *ISTANBUL, *CHOOSE_WRITE]
"""In the order in which they are written."""


def search(playthrough: Playthrough) -> str:
    """The first seed that shows what is to be shown."""
    for n in range(1, 5000):
        tried = replace(playthrough, seed=f"{playthrough.name}-{n}")
        if tried.shows(tried.made_up()):
            return tried.seed
    raise LookupError(f"no seed shows {playthrough.name}")


# -- vocabularies: words keep their numbers for ever ---------------------------


def vocabulary_path(game: str) -> Path:
    return HERE / game / "vocabulary.txt"


def frozen_words(game: str) -> list[str]:
    path = vocabulary_path(game)
    return path.read_text(encoding="utf-8").split() if path.exists() else []


def write_vocabulary(game: str) -> None:
    words, frozen = bedesten.game(game).vocabulary, frozen_words(game)
    if list(words[: len(frozen)]) != frozen:
        sys.exit(f"{vocabulary_path(game)} is frozen: words are only ever added at its end")
    vocabulary_path(game).write_text("\n".join([*words, ""]), encoding="utf-8")


def main() -> None:
    if sys.argv[1:] == ["--search"]:
        for playthrough in EVERY:
            print(playthrough.name, search(playthrough))
    elif sys.argv[1:] == ["--write"]:
        for playthrough in EVERY:
            playthrough.path.parent.mkdir(exist_ok=True)
            is_there = playthrough.path.exists()
            told = playthrough.text() if is_there else playthrough.made_up()
            playthrough.path.write_text(told, encoding="utf-8")
            print(playthrough.path.relative_to(HERE))
        for game in sorted({playthrough.game for playthrough in EVERY}):
            write_vocabulary(game)
    else:
        sys.exit("usage: python tests/golden/playthrough.py --write | --search")


if __name__ == "__main__":
    main()
