"""Choose & Write as a PettingZoo environment."""

from __future__ import annotations

from typing import Any

from bedesten.envs.pettingzoo import AllAtOnce, TurnByTurn, guarded


class raw_env(TurnByTurn):  # noqa: N801, as PettingZoo names it
    game = "choose_write"


class parallel_env(AllAtOnce):  # noqa: N801
    game = "choose_write"


def env(**more: Any) -> Any:
    return guarded(raw_env(**more))
