"""Choose & Write as a PettingZoo environment."""

from __future__ import annotations

from typing import Any

from bedesten.envs.pettingzoo import GameAECEnv, GameParallelEnv, wrapped


class raw_env(GameAECEnv):  # noqa: N801, as PettingZoo names it
    game = "choose_write"


class parallel_env(GameParallelEnv):  # noqa: N801
    game = "choose_write"


def env(**more: Any) -> Any:
    return wrapped(raw_env(**more))
