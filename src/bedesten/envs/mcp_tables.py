"""Tables at which one seat speaks in words, and bots have the others: for language models.

Everything is said in plain data. What cannot be is answered with a ValueError
whose sentence says what would be right.
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

MOST_TABLES: Final = 100


@dataclass
class McpTable:
    """A match, and whose side of it is told."""

    match: Match
    seat: int
    opponent: bots.Bot
    whim: Rng
    language: str
    happened: list[str]
    """What the seat has not been told yet."""

    def known(self, seat: int) -> Knowledge:
        return Knowledge(self.match.game, self.match.state, seat)

    def hear(self, events: Iterable[Event]) -> None:
        game = self.match.game
        kinds = {kind.name: kind for kind in game.events}
        text = game.text(self.language)
        self.happened += [
            text.tell(event, kinds[event.name], self.match.names)
            for event in events
            if event.is_seen_by(self.seat)
        ]

    def let_others_play(self) -> None:
        match = self.match
        while not match.over and self.seat not in match.actors:
            other = match.actors[0]
            self.hear(match.play(other, self.opponent.choose(self.known(other), self.whim)))


class McpTables:
    """All tables of one conversation."""

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
        """Begin a game and tell how it stands when the seat is first asked."""
        with self._lock:
            if len(self._tables) >= MOST_TABLES:
                raise ValueError(f"there are {MOST_TABLES} tables already; play on at one of them")
            if language not in LANGUAGES:
                raise ValueError(f"no language {language!r}; there are: {', '.join(LANGUAGES)}")
            opponent = bots.bot(opponents)
            match = _begun(game, seats, seat, seed, options)
            table = f"table-{len(self._tables) + 1}"
            whim = seeded(f"{match.seed} bots")
            seated = McpTable(match, seat, opponent, whim, language, [])
            seated.hear(match.opening)
            seated.let_others_play()
            self._tables[table] = seated
            return self._told(table, whole=True)

    def observe(self, table: str) -> dict[str, Any]:
        """All that the seat may know."""
        with self._lock:
            return self._told(table, whole=True)

    def legal_choices(self, table: str) -> list[dict[str, str]]:
        """The words that may be said now, and what each means."""
        with self._lock:
            return self._choices(self._table(table))

    def play(self, table: str, words: list[str]) -> dict[str, Any]:
        """Say words, all or none, let the others answer, and tell what came of it."""
        with self._lock:
            seated = self._table(table)
            seated.hear(seated.match.play(seated.seat, *words))
            seated.let_others_play()
            return self._told(table, whole=False)

    def hint(self, table: str) -> dict[str, Any]:
        """What a bot would choose in the seat's place, and why."""
        with self._lock:
            seated = self._table(table)
            if not seated.match.choices(seated.seat):
                raise ValueError("the game is over; there is nothing to choose")
            luck = seeded(f"hint {len(seated.match.history)}")
            advice = bots.advise(seated.known(seated.seat), luck, seated.language)
            return {
                "word": advice.best,
                "why": advice.text,
                "chances": {one.word: round(one.chance, 3) for one in advice.candidates},
            }

    def _table(self, table: str) -> McpTable:
        if table not in self._tables:
            known = ", ".join(self._tables) or "none yet; new_game begins one"
            raise ValueError(f"there is no table {table!r}; there are: {known}")
        return self._tables[table]

    def _told(self, table: str, *, whole: bool) -> dict[str, Any]:
        """How it stands; what is fixed for a whole game is told when all of it is."""
        seated = self._table(table)
        match = seated.match
        view = match.view(seated.seat)
        fixed = () if whole else layout_of(match.game, match.state).fixed
        question = match.question(seated.seat)
        happened, seated.happened = seated.happened, []
        return {
            "table": table,
            "happened": happened,
            "question": question
            and {
                "step": question.step,
                "clause": question.clause,
                "text": question.text[seated.language],
            },
            "choices": self._choices(seated),
            "view": {
                key: value
                for key, value in view.items()
                if key not in (*fixed, "choices", "question")
            },
        }

    def _choices(self, seated: McpTable) -> list[dict[str, str]]:
        question = seated.match.question(seated.seat)
        if question is None:
            return []
        text = seated.match.game.text(seated.language)
        return [
            {"word": word, "means": text.choice(question.step, word)}
            for word in seated.match.choices(seated.seat)
        ]


def _begun(
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
    """The rules, a chapter of them, or one clause."""
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
