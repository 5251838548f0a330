"""Gymnasium environments: you play one seat, bots play the others.

Importing this module registers every game, as `bedesten/Basari-v0` and so on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import bedesten
from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.envs.extras import needing
from bedesten.kernel.rng import Rng, seeded

with needing("gymnasium"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

    from bedesten.envs.episode import Episode

Observation: TypeAlias = NDArray[np.int16]

RENDER_MODES: Final = ["ansi", "rgb_array"]
ILLEGAL: Final = -1.0  # the reward of an illegal action: that of the last place


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat in a game against bots. An illegal action ends the game with the worst reward."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        seat: int | None = None,
        opponents: str | Sequence[str] = bots.USUAL_LEVEL,
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
        others = self.episode.seats - 1
        if seat is not None and not 0 <= seat <= others:
            raise ValueError(f"seat is 0 to {others}, or None to be drawn, not {seat}")
        named = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(named) != others:
            raise ValueError(f"{others + 1} seats have {others} opponents, not {len(named)}")
        self._opponents = [bots.bot(name) for name in named]
        self._fixed_seat = seat
        self.render_mode = render_mode
        layout = self.episode.layout
        self.observation_space = spaces.Box(
            0, np.array(layout.largest, np.int16), (layout.width,), np.int16
        )
        self.action_space = spaces.Discrete(len(layout.game.vocabulary))
        self.seat = 0
        """Your seat in this game."""

    @property
    def match(self) -> bedesten.Match:
        """The match being played; it has the record."""
        return self.episode.match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        chance = int(self.np_random.integers(2**62))
        self.episode.reset(chance)
        self._bot_rng: Rng = seeded(f"{chance} bots")
        if self._fixed_seat is None:
            self.seat = int(self.np_random.integers(self.episode.seats))
        else:
            self.seat = self._fixed_seat
        self._ended_by_illegal_action = False
        self._play_bots()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        episode = self.episode
        if not episode.actors or self._ended_by_illegal_action:
            raise ValueError("the game is over; call reset() to start another")
        try:
            episode.play(self.seat, int(action))
        except bedesten.IllegalChoice as error:
            self._ended_by_illegal_action = True
            info = self._info() | {"illegal": str(error)}
            return self._observation(), ILLEGAL, True, False, info
        reward = episode.rewards[self.seat] + self._play_bots()
        return self._observation(), reward, episode.over, episode.truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, in the form that MaskablePPO asks for."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The board as your seat sees it."""
        if self.render_mode is None:
            return None
        from bedesten.envs.rendering import render

        return render(self.match, self.seat, self.render_mode)

    def _play_bots(self) -> float:
        """Let the bots act until it is your turn; return your reward for that time."""
        episode, reward = self.episode, 0.0
        while episode.actors and self.seat not in episode.actors:
            other = episode.actors[0]
            bot = self._opponents[(other - self.seat - 1) % episode.seats]
            word = bot.choose(Knowledge(episode.game, self.match.state, other), self._bot_rng)
            episode.play(other, episode.game.numbers[word])
            reward += episode.rewards[self.seat]
        return reward

    def _observation(self) -> Observation:
        return self.episode.observer.row(self.match.state, self.seat)

    def _mask(self) -> NDArray[np.int8]:
        mask = self.episode.observer.mask(self.match.state, self.seat)
        if self._ended_by_illegal_action or self.episode.truncated:
            mask[:] = 0
        return mask

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}


def env_id(game: str) -> str:
    """The id of a game's environment: `bedesten/ChooseWrite-v0` for `choose_write`."""
    return f"bedesten/{game.title().replace('_', '')}-v0"


def register() -> None:
    """Register an environment for every game that has none yet."""
    for game in bedesten.games():
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game), entry_point=f"{__name__}:SeatEnv", kwargs={"game": game}
            )


register()
