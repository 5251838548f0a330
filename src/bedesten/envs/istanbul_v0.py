"""Istanbul as a PettingZoo environment. Nobody ever decides at the same time as others."""

from __future__ import annotations

from typing import Any

from bedesten.envs.pettingzoo import GameAECEnv, wrapped


class raw_env(GameAECEnv):  # noqa: N801, as PettingZoo names it
    game = "istanbul"


def env(**more: Any) -> Any:
    return wrapped(raw_env(**more))
