"""Gymnasium environments: you play one seat, bots play the others.

Importing this module registers `bedesten/Istanbul-v0`, `bedesten/ChooseWrite-v0`
and `bedesten/Basari-v0`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import bedesten
from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.envs import SEATS
from bedesten.envs.extras import needing
from bedesten.kernel.rng import Rng, seeded

with needing("gymnasium"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

    from bedesten.envs.episode import Episode

Row: TypeAlias = NDArray[np.int16]

NAMES: Final = {
    "bedesten/Istanbul-v0": "istanbul",
    "bedesten/ChooseWrite-v0": "choose_write",
    "bedesten/Basari-v0": "basari",
}
RENDER_MODES: Final = ["ansi", "rgb_array"]
ILLEGAL: Final = -1.0  # what breaking the rules brings: as much as the last place


class SeatEnv(gymnasium.Env[Row, np.int64]):
    """A seat at a table of bots. An illegal choice ends the game with the worst reward."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        seats: int = SEATS,
        seat: int | None = None,
        opponents: str | Sequence[str] = bots.ANY,
        render_mode: str | None = None,
        most_turns: int | None = None,
        shaping: float = 0.0,
        data: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode}")
        self.episode = Episode(
            game, seats=seats, most_turns=most_turns, shaping=shaping, data=data, options=options
        )
        if seat is not None and not 0 <= seat < seats:
            raise ValueError(f"seat is 0 to {seats - 1}, or None to be drawn, not {seat}")
        named = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(named) != seats - 1:
            raise ValueError(f"{seats} seats have {seats - 1} opponents, not {len(named)}")
        self._opponents = [bots.bot(name) for name in named]
        self._chosen_seat = seat
        self.render_mode = render_mode
        layout = self.episode.layout
        self.observation_space = spaces.Box(
            0, np.array(layout.largest, np.int16), (layout.width,), np.int16
        )
        self.action_space = spaces.Discrete(len(layout.game.vocabulary))
        self.seat = 0
        """The seat that is yours in this game."""

    @property
    def match(self) -> bedesten.Match:
        """The match being played, for whoever wants its record."""
        return self.episode.match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Row, dict[str, Any]]:
        super().reset(seed=seed)
        luck = int(self.np_random.integers(2**62))
        self.episode.reset(luck)
        self._whim: Rng = seeded(f"{luck} bots")
        if self._chosen_seat is None:
            self.seat = int(self.np_random.integers(self.episode.seats))
        else:
            self.seat = self._chosen_seat
        self._broken = False
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        if not self.episode.actors or self._broken:
            raise ValueError("the game is over; reset() begins another one")
        try:
            self.episode.play(self.seat, int(action))
        except bedesten.IllegalChoice as error:
            self._broken = True
            return self._seen(), ILLEGAL, True, False, self._info() | {"illegal": str(error)}
        reward = self.episode.rewards[self.seat] + self._let_others_play()
        return self._seen(), reward, self.episode.over, self.episode.truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The words that may be said now, as MaskablePPO asks for them."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The table as your seat sees it."""
        if self.render_mode is None:
            return None
        from bedesten.envs.rendering import render

        return render(self.match, self.seat, self.render_mode)

    def _let_others_play(self) -> float:
        """Let bots answer until you are asked; return what that has brought you."""
        reward = 0.0
        while self.episode.actors and self.seat not in self.episode.actors:
            other = self.episode.actors[0]
            bot = self._opponents[(other - self.seat - 1) % self.episode.seats]
            word = bot.choose(Knowledge(self.episode.game, self.match.state, other), self._whim)
            self.episode.play(other, self.episode.game.numbers[word])
            reward += self.episode.rewards[self.seat]
        return reward

    def _seen(self) -> Row:
        return self.episode.observer.row(self.match.state, self.seat)

    def _mask(self) -> NDArray[np.int8]:
        mask = self.episode.observer.mask(self.match.state, self.seat)
        if self._broken or self.episode.truncated:
            mask[:] = 0
        return mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}


for _id, _game in NAMES.items():
    if _id not in gymnasium.registry:
        gymnasium.register(_id, entry_point=f"{__name__}:SeatEnv", kwargs={"game": _game})
