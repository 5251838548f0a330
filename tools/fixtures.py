"""Write positions of real games for drawing tables without a server: web/fixtures/*.json.

One for every question that a game can ask a person, from the middle of a game where
there is one, beside a few for spectators, other numbers of seats and the end; each in
three languages, with what the server would say to words tried out, and what comes next.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

import bedesten
from bedesten.bots import bot
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.components import plain_data
from bedesten.kernel.errors import IllegalChoice
from bedesten.kernel.event import Event
from bedesten.kernel.match import Match
from bedesten.kernel.text import LANGUAGES
from bedesten.server import wire

TARGET = Path(__file__).parent.parent / "web" / "fixtures"
NAMES = ("Mira", "Jonas", "Nuri", "Clémence", "Theo")
COLOURS: tuple[wire.Colour, ...] = ("red", "blue", "green", "purple", "amber")
SEATS = {"istanbul": 4, "choose_write": 3, "basari": 4}
GAMES = {"istanbul": 60, "choose_write": 6, "basari": 6}
"""As many as it takes for every question to come up."""
ME = 0
LOG = 40
NEXT = 12
TRIED = 400


class Game:
    """A match that is played by bots, with everything told so far."""

    def __init__(self, name: str, seats: int, seed: int, **options: Any) -> None:
        self.match = bedesten.new(name, seats=seats, seed=seed, names=NAMES[:seats], **options)
        self.rng = bedesten.seeded(f"fixture-{seed}")
        self.told: list[tuple[int, int | None, tuple[Event, ...]]] = [(0, None, self.match.opening)]

    def step(self) -> tuple[int, str]:
        """Let a bot answer for whoever is asked."""
        match = self.match
        seat = match.actors[self.rng.below(len(match.actors))]
        # Half of me is curious, so that rare questions come up too.
        name = "random" if seat == ME and self.rng.below(2) else "greedy"
        word = bot(name).choose(Knowledge(match.game, match.state, seat), self.rng)
        turn = match.state.turn
        self.told.append((turn, seat, match.play(seat, word)))
        return seat, word

    def fork(self) -> Game:
        other = Game.__new__(Game)
        other.match, other.rng = self.match.fork(), self.rng.copy()
        other.told = list(self.told)
        return other


# -- as it travels -----------------------------------------------------------


def happened(match: Match, events: Any, seat: int | None, language: str) -> list[wire.Happened]:
    kinds = {kind.name: kind for kind in match.game.events}
    text = match.text(language)
    return [
        wire.Happened(
            event.name,
            event.clause,
            event.seat,
            event.values,
            text.tell(event, kinds[event.name], match.names),
        )
        for event in events
        if event.is_seen_by(seat)
    ]


def asked(match: Match, seat: int, language: str, seq: int) -> wire.QuestionInfo | None:
    question = match.question(seat)
    if question is None:
        return None
    text = match.text(language)
    choices = []
    for word in match.choices(seat):
        events = match.preview(seat, word)
        kind, _, at = word.partition(":")
        choices.append(
            wire.ChoiceInfo(
                word,
                text.choice(question.step, word),
                question.clause,
                kind,
                at,
                [one.text for one in happened(match, events, seat, language)],
                [wire.Effect(one.name, one.seat, one.values) for one in events],
                onward(match, seat, word, language) if match.game.onward else None,
            )
        )
    return wire.QuestionInfo(
        seq,
        seat,
        question.step,
        question.clause,
        question.text[language],
        choices,
        match.state.waiting != 0,
    )


def onward(match: Match, seat: int, word: str, language: str) -> wire.Onward:
    ahead = match.foresee(seat, word)
    return wire.Onward(
        list(ahead.words),
        [one.text for one in happened(match, ahead.events, seat, language)],
        [wire.Effect(one.name, one.seat, one.values) for one in ahead.events],
        ahead.step,
    )


def questions(match: Match, seat: int | None, language: str, seq: int) -> list[wire.QuestionInfo]:
    found = None if seat is None else asked(match, seat, language, seq)
    return [] if found is None else [found]


def deciding(match: Match) -> list[int]:
    return [seat for seat in match.actors if seat >= 0]


def table(match: Match, name: str) -> wire.TableInfo:
    return wire.TableInfo(
        id=name,
        game=match.game.name,
        status="over" if match.over else "playing",
        seats=[
            wire.SeatInfo(
                kind="bot" if seat == 2 else "person",
                name=match.names[seat],
                colour=COLOURS[seat],
                level="greedy" if seat == 2 else "",
                mine=seat == ME,
                here=seat != 2,
            )
            for seat in range(match.seats)
        ],
        options=match.options,
        visibility="private",
        pace="normal",
        take_back="free",
        clock=None,
        mine=[ME],
        deciding=deciding(match),
        turn=match.state.turn,
        created="2026-01-01T12:00:00+00:00",
        changed="2026-01-01T12:30:00+00:00",
        host=True,
    )


def snapshot(game: Game, name: str, seat: int | None, language: str) -> wire.Snapshot:
    match = game.match
    first = max(0, len(game.told) - LOG)
    return wire.Snapshot(
        seq=len(game.told),
        table=table(match, name),
        seat=seat,
        view=match.view(seat),
        asked=questions(match, seat, language, len(game.told)),
        log=[
            wire.Logged(first + n, turn, who, happened(match, events, seat, language))
            for n, (turn, who, events) in enumerate(game.told[first:])
        ],
        chat=[
            wire.ChatLineInfo(1, 1, NAMES[1], "Have fun, everybody!", "2026-01-01T12:01:00+00:00"),
            wire.ChatLineInfo(2, None, "Aino", "I only watch.", "2026-01-01T12:02:00+00:00"),
        ],
        back=wire.Back(match.free_take_backs(ME) if seat == ME else 0, True),
        request=None,
    )


def coming(game: Game, seat: int | None, language: str) -> list[wire.Moved]:
    """What happens next, each time as the seat sees it."""
    later = game.fork()
    moves = []
    for _ in range(NEXT):
        if later.match.over:
            break
        later.step()
        match = later.match
        turn, who, events = later.told[-1]
        number = len(later.told)
        moves.append(
            wire.Moved(
                seq=number,
                entry=wire.Logged(number, turn, who, happened(match, events, seat, language)),
                undone=False,
                seat=seat,
                view=match.view(seat),
                asked=questions(match, seat, language, number),
                deciding=deciding(match),
                back=wire.Back(match.free_take_backs(ME) if seat == ME else 0, True),
                clocks=[None] * match.seats,
            )
        )
    return moves


def tried(
    match: Match, seat: int, language: str, seq: int
) -> Iterator[tuple[list[str], wire.Explored]]:
    """What would come of words that are tried out, the short ones first."""
    waiting: list[tuple[str, ...]] = [(word,) for word in match.choices(seat)]
    while waiting:
        words = waiting.pop(0)
        try:
            branch = match.explore(seat, *words)
        except IllegalChoice:
            continue
        new = branch.history[len(match.history) :]
        known = all(answer.seat >= 0 for answer in new) and (
            branch.state.reveals == match.state.reveals
        )
        events: list[Event] = []
        if known:
            again = match.fork()
            again.chance = branch.chance
            again._echo = []
            for answer in new:
                events += again.repeat(answer.seat, answer.word)
        mine = [event for event in events if event.is_seen_by(seat)]
        if match.state.waiting != 0:
            mine = list(match.intend(seat, *words))
        goes_on = known and branch.state.together == match.state.together
        then = asked(branch, seat, language, seq) if goes_on else None
        said = tuple(answer.word for answer in new if answer.seat == seat)
        yield (
            list(words),
            wire.Explored(
                id=0,
                words=list(said if then else words),
                asked=then,
                effects=[wire.Effect(one.name, one.seat, one.values) for one in mine],
                consequences=[one.text for one in happened(match, mine, seat, language)],
            ),
        )
        if then is not None and then.step != "move" and then.step != "play":
            waiting += [(*said, choice.word) for choice in then.choices]


# -- which positions ---------------------------------------------------------


def write(game: Game, name: str, seat: int | None) -> None:
    match = game.match
    for language in LANGUAGES:
        text = match.text(language)
        explored = {}
        if seat is not None and match.state.may_act(seat):
            found = islice(tried(match, seat, language, len(game.told)), TRIED)
            explored = {" ".join(words): one for words, one in found}
        stored = {
            "snapshot": snapshot(game, name, seat, language),
            "explored": explored,
            "moved": coming(game, seat, language),
            "texts": wire.GameTexts(
                language,
                dict(text.names),
                dict(text.words),
                dict(text.questions),
                dict(text.rules),
                plain_data(match.game.data(match.changes)),
            ),
        }
        TARGET.joinpath(f"{name}.{language}.json").write_bytes(msgspec.json.encode(stored))


def collect(name: str, seats: int, games: int, **options: Any) -> dict[str, Game]:
    """For every question to me a position, the later in its game the better."""
    found: dict[str, tuple[int, Game]] = {}
    for seed in range(games):
        game = Game(name, seats, seed, **options)
        while not game.match.over:
            question = game.match.question(ME)
            if question is not None:
                age = min(game.match.state.turn, 40)
                if age > found.get(question.step, (-1, None))[0]:
                    found[question.step] = (age, game.fork())
            game.step()
        found["over"] = (0, game)
    return {step: game for step, (_, game) in found.items()}


def main() -> int:
    TARGET.mkdir(parents=True, exist_ok=True)
    for old in TARGET.glob("*.json"):
        old.unlink()
    names = []

    def keep(game: Game, name: str, seat: int | None) -> None:
        write(game, name, seat)
        names.append(name)
        print(name)

    for name, seats in SEATS.items():
        for step, game in sorted(collect(name, seats, GAMES[name]).items()):
            keep(game, f"{name}-{step}", ME)
        least, most = bedesten.game(name).seats
        for other in sorted({least, most} - {seats}):
            middle = next(iter(sorted(collect(name, other, 1).items())))[1]
            keep(middle, f"{name}-of-{other}", ME)
        early = Game(name, seats, 99)
        keep(early, f"{name}-start", ME)
        for _ in range(60):
            early.step()
        keep(early, f"{name}-watch", None)
    TARGET.joinpath("index.json").write_text(json.dumps(names))
    return 0


if __name__ == "__main__":
    sys.exit(main())
