"""PettingZoo environments: one agent per seat, in turns (AEC) or all at once (parallel)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, ClassVar, TypeAlias

import bedesten
from bedesten.envs.extras import needing
from bedesten.envs.seats import has_simultaneous_decisions

with needing("pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils.seeding import np_random
    from numpy.typing import NDArray
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env import AECEnv, ParallelEnv

    from bedesten.envs.episode import Episode

Observation: TypeAlias = dict[str, NDArray[Any]]
Action: TypeAlias = int | np.integer[Any] | None

RENDER_MODES = ["human", "ansi", "rgb_array"]
ILLEGAL = -1.0  # the reward of an illegal action: that of the last place


class GameEnv:
    """What AEC and parallel environments of a game share."""

    game: ClassVar[str]

    def __init__(
        self,
        *,
        seats: int | None = None,
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
        self.possible_agents = [f"player_{seat}" for seat in range(self.episode.seats)]
        self.agents: list[str] = []
        layout = self.episode.layout
        self._observation_spaces = {
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
        self._action_spaces = {
            agent: spaces.Discrete(len(layout.game.vocabulary)) for agent in self.possible_agents
        }
        self._seeds: np.random.Generator | None = None

    @property
    def match(self) -> Any:
        """The match being played; it has the record and the views."""
        return self.episode.match

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self._action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        if self._seeds is None or seed is not None:
            self._seeds, _ = np_random(seed)
        self.episode.reset(int(self._seeds.integers(2**62)))
        self.agents = self.possible_agents[:]

    def observe(self, agent: str) -> Observation:
        """The observation and the action mask of a seat; all zeros if it does not act now."""
        seat = self.possible_agents.index(agent)
        s = self.episode.match.state
        observer = self.episode.observer
        mask = observer.mask(s, seat)
        if self.episode.truncated:
            mask[:] = 0
        return {"observation": observer.row(s, seat), "action_mask": mask}

    def render(self) -> Any:
        """The board as the acting seat sees it."""
        if self.render_mode is None:
            return None
        from bedesten.envs.rendering import render

        actors = self.episode.actors
        return render(self.episode.match, actors[0] if actors else None, self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


class GameAECEnv(GameEnv, AECEnv):  # type: ignore[misc]
    """One seat acts at a time; of several that decide at once, the lowest first."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.actors[0]]

    def step(self, action: Action) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act; None is for agents that are done")
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
    """In every step all seats that decide now act; the actions of other seats are ignored."""

    def reset(
        self, seed: int | None = None, options: Any = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, self._empty_infos()

    def step(self, actions: Mapping[str, Action]) -> tuple[dict[str, Any], ...]:
        episode, agents = self.episode, self.agents
        acting = [self.possible_agents[seat] for seat in episode.actors]
        missing = [agent for agent in acting if actions.get(agent) is None]
        if missing:
            raise ValueError(f"{', '.join(missing)} must act")
        chosen = {seat: int(actions[self.possible_agents[seat]] or 0) for seat in episode.actors}
        for seat, action in chosen.items():
            episode.check(seat, action)
        rewards = [0.0] * episode.seats
        for seat, action in chosen.items():
            episode.play(seat, action)
            rewards = [before + new for before, new in zip(rewards, episode.rewards, strict=True)]
        infos = self._empty_infos()
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

    def _empty_infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {} for agent in self.agents}


class GameModule(ModuleType):
    """The module `bedesten.envs.<game>_v0` of a game, with the names that PettingZoo expects."""

    env: Callable[..., Any]
    """Makes the usual environment: an illegal action ends the game, and its agent loses."""
    raw_env: type[GameAECEnv]
    """The AEC environment without wrappers: an illegal action raises IllegalChoice."""
    parallel_env: type[GameParallelEnv]
    """The parallel environment; missing if no two seats of the game ever decide at once."""

    def __init__(self, name: str, game: str) -> None:
        found = bedesten.game(game)
        super().__init__(name, f"{found.title} as a PettingZoo environment.")
        contents = {"game": game, "__module__": name}
        raw_env: type[GameAECEnv] = type("raw_env", (GameAECEnv,), contents)

        def env(**more: Any) -> Any:
            return wrapped(raw_env(**more))

        self.raw_env, self.env = raw_env, env
        if has_simultaneous_decisions(found):
            self.parallel_env = type("parallel_env", (GameParallelEnv,), contents)


def wrapped(env: GameAECEnv) -> Any:
    """An environment with PettingZoo's usual checks: an illegal action loses the game."""
    checked: Any = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    checked = wrappers.AssertOutOfBoundsWrapper(checked)
    return wrappers.OrderEnforcingWrapper(checked)
