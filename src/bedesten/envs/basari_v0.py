"""Basari as a PettingZoo environment."""

from __future__ import annotations

from typing import Any

from bedesten.envs.pettingzoo import GameAECEnv, GameParallelEnv, wrapped


class raw_env(GameAECEnv):  # noqa: N801, as PettingZoo names it
    game = "basari"


class parallel_env(GameParallelEnv):  # noqa: N801
    game = "basari"


def env(**more: Any) -> Any:
    return wrapped(raw_env(**more))
