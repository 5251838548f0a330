"""PettingZoo environments: one agent per seat, in turns (AEC) or all at once (parallel)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

from bedesten.envs import SEATS
from bedesten.envs.extras import needing

with needing("pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils.seeding import np_random
    from numpy.typing import NDArray
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env import AECEnv, ParallelEnv

    from bedesten.envs.episode import Episode

Seen: TypeAlias = dict[str, NDArray[Any]]
Choice: TypeAlias = int | np.integer[Any] | None

RENDER_MODES = ["human", "ansi", "rgb_array"]
ILLEGAL = -1.0  # what somebody who breaks the rules gets: as much as the last one


class GameEnv:
    """What both kinds of environment have in common."""

    game: ClassVar[str]

    def __init__(
        self,
        *,
        seats: int = SEATS,
        render_mode: str | None = None,
        most_turns: int | None = None,
        shaping: float = 0.0,
        data: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode}")
        self.episode = Episode(
            self.game,
            seats=seats,
            most_turns=most_turns,
            shaping=shaping,
            data=data,
            options=options,
        )
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.game}_v0",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "is_parallelizable": False,
            "observation_version": self.episode.layout.version,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        layout = self.episode.layout
        self._space = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(
                        0, np.array(layout.largest, np.int16), (layout.width,), np.int16
                    ),
                    "action_mask": spaces.Box(0, 1, (len(layout.game.vocabulary),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._words = {
            agent: spaces.Discrete(len(layout.game.vocabulary)) for agent in self.possible_agents
        }
        self._luck: np.random.Generator | None = None

    @property
    def match(self) -> Any:
        """The match being played, for whoever wants its record or its view."""
        return self.episode.match

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._space[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self._words[agent]

    def _begin(self, seed: int | None) -> None:
        if self._luck is None or seed is not None:
            self._luck, _ = np_random(seed)
        self.episode.reset(int(self._luck.integers(2**62)))
        self.agents = self.possible_agents[:]

    def observe(self, agent: str) -> Seen:
        """What a seat sees and may say; a seat that is not asked may say nothing."""
        seat = self.possible_agents.index(agent)
        s = self.episode.match.state
        observer = self.episode.observer
        mask = observer.mask(s, seat)
        if self.episode.truncated:
            mask[:] = 0
        return {"observation": observer.row(s, seat), "action_mask": mask}

    def render(self) -> Any:
        """The table as the seat that is asked sees it."""
        if self.render_mode is None:
            return None
        from bedesten.envs.rendering import render

        asked = self.episode.actors
        return render(self.episode.match, asked[0] if asked else None, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


class GameAECEnv(GameEnv, AECEnv):  # type: ignore[misc]
    """One seat speaks at a time; of several that are asked together, the lowest first."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.actors[0]]

    def step(self, action: Choice) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked and must choose; None is for agents that are done")
        episode = self.episode
        episode.play(self.possible_agents.index(agent), int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, episode.rewards, strict=True))
        if episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif episode.truncated:
            self.truncations = dict.fromkeys(self.agents, True)
        if episode.actors:
            self.agent_selection = self.possible_agents[episode.actors[0]]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class GameParallelEnv(GameEnv, ParallelEnv):  # type: ignore[misc]
    """In every step all seats that are asked speak; what the others say is not heard."""

    def reset(
        self, seed: int | None = None, options: Any = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self._begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, self._nothing_to_add()

    def step(self, actions: Mapping[str, Choice]) -> tuple[dict[str, Any], ...]:
        episode, agents = self.episode, self.agents
        asked = [self.possible_agents[seat] for seat in episode.actors]
        silent = [agent for agent in asked if actions.get(agent) is None]
        if silent:
            raise ValueError(f"{', '.join(silent)} asked and must choose")
        words = {seat: int(actions[self.possible_agents[seat]] or 0) for seat in episode.actors}
        for seat, word in words.items():
            episode.check(seat, word)
        rewards = [0.0] * episode.seats
        for seat, word in words.items():
            episode.play(seat, word)
            rewards = [had + got for had, got in zip(rewards, episode.rewards, strict=True)]
        infos = self._nothing_to_add()
        if episode.over or episode.truncated:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            {agent: self.observe(agent) for agent in agents},
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, episode.over),
            dict.fromkeys(agents, episode.truncated),
            infos,
        )

    def _nothing_to_add(self) -> dict[str, dict[str, Any]]:
        return {agent: {} for agent in self.agents}


def wrapped(env: GameAECEnv) -> Any:
    """The usual environment: who breaks the rules loses, and the game is over."""
    checked: Any = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    checked = wrappers.AssertOutOfBoundsWrapper(checked)
    return wrappers.OrderEnforcingWrapper(checked)
