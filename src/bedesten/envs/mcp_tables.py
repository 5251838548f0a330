"""The tables of an MCP server: one seat is the language model's, bots play the others.

Everything goes in and out as plain data. A call that cannot be carried out raises
a ValueError whose message says what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

import bedesten
from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.envs.layouts import layout_of
from bedesten.kernel.event import Event
from bedesten.kernel.match import Match
from bedesten.kernel.rng import Rng, seeded
from bedesten.kernel.text import LANGUAGES
from bedesten.review import QUICK_DEPTH, analyse
from bedesten.review.model import EXPLAINED, WHOLE
from bedesten.review.telling import ReviewTelling

MOST_TABLES: Final = 100


@dataclass
class McpTable:
    """A match, and the seat of the language model."""

    match: Match
    seat: int
    opponent: bots.Bot
    bot_rng: Rng
    language: str
    unreported: list[str]
    """Sentences about events that the model has not been told yet."""

    def knowledge(self, seat: int) -> Knowledge:
        return Knowledge(self.match.game, self.match.state, seat)

    def note(self, events: Iterable[Event]) -> None:
        """Keep sentences about the events that the seat may see, for the next answer."""
        kinds = {kind.name: kind for kind in self.match.game.events}
        text = self.match.text(self.language)
        self.unreported += [
            text.tell(event, kinds[event.name], self.match.names)
            for event in events
            if event.is_seen_by(self.seat)
        ]

    def play_bots(self) -> None:
        """Let the bots act until the model's seat is asked or the game is over."""
        match = self.match
        while not match.over and self.seat not in match.actors:
            other = match.actors[0]
            word = self.opponent.choose(self.knowledge(other), self.bot_rng)
            self.note(match.play(other, word))


class McpTables:
    """All tables of one MCP session."""

    def __init__(self) -> None:
        self._tables: dict[str, McpTable] = {}
        self._lock = Lock()

    def new_game(
        self,
        game: str,
        seats: int | None,
        seat: int,
        opponents: str,
        seed: str | None,
        options: Mapping[str, Any],
        language: str,
    ) -> dict[str, Any]:
        """Start a game and describe it at the seat's first question."""
        with self._lock:
            if len(self._tables) >= MOST_TABLES:
                raise ValueError(f"there are {MOST_TABLES} tables already; play on at one of them")
            if language not in LANGUAGES:
                raise ValueError(f"no language {language!r}; there are: {', '.join(LANGUAGES)}")
            opponent = bots.bot(opponents)
            match = _new_match(game, seats, seat, seed, options)
            name = f"table-{len(self._tables) + 1}"
            table = McpTable(match, seat, opponent, seeded(f"{match.seed} bots"), language, [])
            table.note(match.opening)
            table.play_bots()
            self._tables[name] = table
            return self._described(name, whole=True)

    def observe(self, name: str) -> dict[str, Any]:
        """Everything that the seat may know."""
        with self._lock:
            return self._described(name, whole=True)

    def legal_choices(self, name: str) -> list[dict[str, str]]:
        """The legal words, each with its meaning."""
        with self._lock:
            return self._choices(self._table(name))

    def play(self, name: str, words: list[str]) -> dict[str, Any]:
        """Play words, all or none, let the bots answer, and describe the result."""
        with self._lock:
            table = self._table(name)
            table.note(table.match.play(table.seat, *words))
            table.play_bots()
            return self._described(name, whole=False)

    def hint(self, name: str) -> dict[str, Any]:
        """What a bot would choose in the seat's place, and why."""
        with self._lock:
            table = self._table(name)
            if not table.match.choices(table.seat):
                raise ValueError("the game is over; there is nothing to choose")
            advice = bots.advise(
                table.knowledge(table.seat), seeded(f"hint {len(table.match.history)}")
            )
            return {
                "words": advice.words,
                "why": advice.text(table.language),
                "chances": {
                    one.word: round(one.chance, 3)
                    for one in advice.weighed
                    if one.chance is not None
                },
            }

    def review(self, name: str) -> dict[str, Any]:
        """What luck and the seat's choices have made of its chance, and what was better."""
        with self._lock:
            table = self._table(name)
            match = table.match.fork()
        review = analyse(match, depth=QUICK_DEPTH, seat=table.seat)
        tell = ReviewTelling(match, review, table.language)
        whole = WHOLE if review.is_solo else WHOLE / 100
        mine = review.seats[table.seat]
        return {
            "start": mine.start / whole,
            "luck": mine.luck / whole,
            "own": mine.own / whole,
            "others": mine.others / whole,
            "result": mine.result / whole,
            "accuracy": mine.accuracy,
            "mistakes": [
                {
                    "turn": one.turn,
                    "played": tell.played(one),
                    "better": tell.best(one),
                    "words": one.best,
                    "cost": one.cost / whole,
                    "why": tell.reason(one),
                }
                for one in review.moments
                if one.seat == table.seat and one.mark in EXPLAINED
            ],
            "made": tell.remarks(),
        }

    def _table(self, name: str) -> McpTable:
        if name not in self._tables:
            known = ", ".join(self._tables) or "none yet; new_game starts one"
            raise ValueError(f"there is no table {name!r}; there are: {known}")
        return self._tables[name]

    def _described(self, name: str, *, whole: bool) -> dict[str, Any]:
        """How a table stands; fields that never change in a game only if all is asked for."""
        table = self._table(name)
        match = table.match
        view = match.view(table.seat)
        left_out = {"choices", "question"}
        if not whole:
            left_out.update(layout_of(match.game, match.state).fixed)
        question = match.question(table.seat)
        happened, table.unreported = table.unreported, []
        return {
            "table": name,
            "happened": happened,
            "question": question
            and {
                "step": question.step,
                "clause": question.clause,
                "text": question.text[table.language],
            },
            "choices": self._choices(table),
            "view": {key: value for key, value in view.items() if key not in left_out},
        }

    def _choices(self, table: McpTable) -> list[dict[str, str]]:
        question = table.match.question(table.seat)
        if question is None:
            return []
        text = table.match.text(table.language)
        return [
            {"word": word, "means": text.choice(question.step, word)}
            for word in table.match.choices(table.seat)
        ]


def _new_match(
    game: str, seats: int | None, seat: int, seed: str | None, options: Mapping[str, Any]
) -> Match:
    found = bedesten.game(game)
    taken = {"seats", "seed", "names", "chance", "data"} & set(options)
    if taken:
        raise ValueError(f"{taken.pop()!r} is no option of {game}")
    number = found.check_seats(found.seats[0] if seats is None else seats)
    if not 0 <= seat < number:
        raise ValueError(f"seat is 0 to {number - 1}, not {seat}")
    names = ["You" if n == seat else f"Bot {n}" for n in range(number)]
    return bedesten.new(game, names=names, seed=seed, **options)


def rules_text(game: str, language: str, clause: str | None = None) -> str:
    """The rules of a game, one chapter of them, or one clause."""
    found = bedesten.game(game)
    clauses = found.text(language).rules
    wanted = "" if clause is None else clause.upper()
    chosen = {
        name: text
        for name, text in clauses.items()
        if clause is None or wanted in (name, name.partition(".")[0])
    }
    if not chosen:
        chapters = ", ".join(dict.fromkeys(name.partition(".")[0] for name in clauses))
        raise ValueError(f"{game} has no clause {clause!r}; its chapters are {chapters}")
    return "\n".join(f"{name}  {text}" for name, text in chosen.items())
