"""What a step of a lesson waits for: events that happened, and how the table stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bedesten.kernel.event import Event
from bedesten.kernel.match import Match

LEARNER = 0
"""The learner's seat."""
ANYBODY = -1


class Condition(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Either an event since the step began, or a field of what the learner sees."""

    event: str = ""
    seat: int = LEARNER
    """Of the event; ANYBODY: of whomever, also of nobody."""
    fields: dict[str, Any] = msgspec.field(default_factory=dict)
    """Values of the event that matter."""
    at_least: dict[str, int] = msgspec.field(default_factory=dict)
    """Numbers of the event that may be larger, too."""
    times: int = 1
    """How often the event happens at least."""
    view: str = ""
    """The path of a field: `me.lira`, `rubies.palace`, `players.1.score`."""
    is_: Any = msgspec.field(default=None, name="is")
    least: int | None = None
    most: int | None = None
    """Of a number in the view; of an event, how often it may have happened."""

    def met(self, match: Match, heard: Sequence[Event]) -> bool:
        """Whether it is so after some events."""
        if self.event:
            n = sum(map(self._is_meant, heard))
            return n >= self.times if self.most is None else n <= self.most
        value = field_of(match, self.view)
        if self.least is not None or self.most is not None:
            least = value if self.least is None else self.least
            most = value if self.most is None else self.most
            return bool(least <= value <= most)
        return bool(value == self.is_)

    def _is_meant(self, event: Event) -> bool:
        return (
            event.name == self.event
            and self.seat in (ANYBODY, event.seat)
            and all(event.values.get(name) == value for name, value in self.fields.items())
            and all(event.values.get(name, 0) >= value for name, value in self.at_least.items())
        )


def field_of(match: Match, path: str) -> Any:
    """A field of what the learner sees; KeyError if there is none."""
    value: Any = match.view(LEARNER)
    for name in path.replace("me.", f"players.{LEARNER}.", 1).split("."):
        try:
            value = value[int(name)] if isinstance(value, list) else value[name]
        except (IndexError, ValueError, TypeError, KeyError):
            raise KeyError(path) from None
    return value
