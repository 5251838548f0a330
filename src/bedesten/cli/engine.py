"""The engine protocol: rules and bots for another program, one line of JSON for each of its own.

docs/engine.md describes the lines. A line that cannot be answered is answered
with an error, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

import bedesten
from bedesten import bots
from bedesten.bots.external import PROTOCOL
from bedesten.bots.knowledge import Knowledge
from bedesten.cli.usage_error import UsageError
from bedesten.kernel.event import Event
from bedesten.kernel.match import SEEDED, Match
from bedesten.kernel.rng import seeded

Message = dict[str, Any]
_SPENT: Final = 0.8  # of the time limit; the rest is for reading and writing
_DECODER: Final = msgspec.json.Decoder(Message)


class MatchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The match that a program wants to open."""

    game: str
    seats: int | None = None
    seed: int | str | None = None
    names: list[str] | None = None
    chance: str = SEEDED
    options: dict[str, Any] = {}
    data: dict[str, Any] = {}
    """The changes of a variant, as in a data file."""


class Engine:
    """One session of the protocol: a bot, and one match."""

    def __init__(self, bot: str) -> None:
        bots.bot(bot)  # raises for an unknown name
        self.name = bots.full_name(bot) or bot
        self._match: Match | None = None
        self._asked = 0
        self._answers: Mapping[str, Callable[[Message], Message]] = {
            "hello": self._hello,
            "question": self._choose,
            "new": self._new,
            "replay": self._replay,
            "play": self._play,
            "choose": self._choose_here,
            "view": self._view,
            "position": lambda _: {"position": self.match.position()},
            "record": lambda _: {"record": self.match.record()},
        }

    def answered(self, line: str) -> Message | None:
        """The answer to a line; None if the program quits."""
        try:
            message = _DECODER.decode(line)
            if "quit" in message:
                return None
            for kind, answer in self._answers.items():
                if kind in message:
                    return answer(message)
            kinds = ", ".join([*self._answers, "quit"])
            return {"error": f"a line has one of these: {kinds}"}
        except msgspec.MsgspecError as error:
            return {"error": f"a line is a JSON object: {error}"}
        except (ValueError, UsageError) as error:
            return {"error": str(error)}

    @property
    def match(self) -> Match:
        if self._match is None:
            game = bedesten.games()[0]
            raise UsageError(f'there is no table yet; begin with {{"new": {{"game": "{game}"}}}}')
        return self._match

    def _luck(self, message: Message) -> Any:
        """Seeded by the caller's `luck`, so that equal questions get equal choices."""
        self._asked += 1
        return seeded(f"engine/{message.get('luck', self._asked)}")

    # -- as a bot at another's table ------------------------------------------

    def _hello(self, message: Message) -> Message:
        return {
            "hello": f"bedesten {bedesten.__version__}",
            "protocol": PROTOCOL,
            "bot": self.name,
            "games": bedesten.games(),
            "wants": ["world"],
        }

    def _choose(self, message: Message) -> Message:
        world = message.get("world")
        if not isinstance(world, dict):
            raise UsageError(
                "a question needs a position in 'world'; this bot asks for it by 'wants'"
            )
        seat = _seat(_table(message, "observation").get("seat"))
        match = bedesten.from_position(str(world.get("game")), world, seed=0)
        word = self._chosen(match, seat, message)
        choices = message.get("choices")
        if isinstance(choices, list) and word not in choices:
            raise UsageError("the choices are not those of the world that was sent")
        return {"choice": word}

    def _chosen(self, match: Match, seat: int, message: Message) -> str:
        if seat not in match.actors or seat < 0:
            raise UsageError(f"seat {seat} is not asked; asked now: {list(match.actors)}")
        bot = bots.bot(self.name, _time(message))
        return bot.choose(Knowledge.of(match, seat), self._luck(message))

    # -- as a table of its own ------------------------------------------------

    def _new(self, message: Message) -> Message:
        try:
            wanted = msgspec.convert(message["new"], MatchRequest)
        except msgspec.ValidationError as error:
            raise UsageError(f"'new': {error}") from None
        self._match = Match(
            bedesten.game(wanted.game),
            seats=wanted.seats or bedesten.game(wanted.game).seats[0],
            seed=wanted.seed,
            names=wanted.names,
            chance=wanted.chance,
            options=wanted.options,
            data=wanted.data,
        )
        return self._table(self.match.opening)

    def _replay(self, message: Message) -> Message:
        self._match = bedesten.replay(str(message["replay"]))
        return self._table(())

    def _play(self, message: Message) -> Message:
        words = message["play"]
        if isinstance(words, str):
            words = [words]
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise UsageError("'play' is a word or a list of words")
        return self._table(self.match.play(_seat(message.get("seat")), *words))

    def _choose_here(self, message: Message) -> Message:
        seat = _seat(message["choose"])
        return {"choice": self._chosen(self.match, seat, message)}

    def _view(self, message: Message) -> Message:
        seat = message["view"]
        return {"view": self.match.view(None if seat is None else _seat(seat))}

    def _table(self, events: tuple[Event, ...]) -> Message:
        match = self.match
        asked = []
        for seat in match.actors:
            question = match.question(seat)
            assert question is not None
            asked.append(
                {
                    "seat": seat,
                    "question": question.step,
                    "clause": question.clause,
                    "text": question.text,
                    "choices": match.choices(seat),
                }
            )
        return {
            "over": match.over,
            "turn": int(match.state.turn),
            "asked": asked,
            "scores": match.scores,
            "ranking": match.ranking,
            "events": [
                {"event": one.name, "seat": one.seat, "values": one.values} for one in events
            ],
        }


def _table(message: Message, key: str) -> Message:
    found = message.get(key, {})
    if not isinstance(found, dict):
        raise UsageError(f"{key!r} is a JSON object")
    return found


def _seat(seat: Any) -> int:
    if isinstance(seat, bool) or not isinstance(seat, int):
        raise UsageError(f"which seat? {seat!r} is not the number of one")
    return seat


def _time(message: Message) -> int | None:
    """The bot's time limit in milliseconds; None without a deadline."""
    given = message.get("deadline_ms")
    if given is None:
        return None
    if not isinstance(given, int) or given < 1:
        raise UsageError(f"'deadline_ms' is a positive number of milliseconds, not {given!r}")
    return max(1, int(given * _SPENT))
