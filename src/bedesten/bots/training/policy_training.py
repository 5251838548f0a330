"""Fits the weights of the policy to what a longer search has chosen, with PyTorch.

The loss is the cross entropy between the shares of the simulations and the softmax of the words'
logits. Weights start from those of the present policy and are drawn to them, so that what is rarely
seen stays as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from torch import Tensor

from bedesten.bots.training.network_training import HELD_OUT
from bedesten.bots.training.searched_moves import PolicySamples

_STEPS: Final = 300
_RATE: Final = 2e-2
_TOWARDS: Final = 3e-4  # of the squared distance from the present weights


@dataclass(frozen=True)
class PolicyFit:
    """Fitted weights of a policy."""

    weights: list[float]
    loss: float
    """On decisions of held-out games: the divergence from the shares of the search."""
    present: float
    """That of the present weights."""


def fit_policy(series: Sequence[PolicySamples], present: Sequence[float]) -> PolicyFit:
    """Fit the policy to searched moves of several numbers of seats."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    start = torch.tensor(list(present), dtype=torch.float32)
    weights = start.clone().requires_grad_()
    optimizer = torch.optim.Adam([weights], lr=_RATE)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, _STEPS)
    parts = [one for one in series if len(one.games)]
    train = [_chosen(one, one.games % HELD_OUT != 0) for one in parts]
    held = [_chosen(one, one.games % HELD_OUT == 0) for one in parts]
    for _ in range(_STEPS):
        optimizer.zero_grad()
        loss = _divergence(train, weights) + _TOWARDS * ((weights - start) ** 2).sum()
        loss.backward()
        optimizer.step()
        schedule.step()
    with torch.no_grad():
        return PolicyFit(
            weights.tolist(), float(_divergence(held, weights)), float(_divergence(held, start))
        )


_Part = tuple[Tensor, Tensor, Tensor]


def _chosen(samples: PolicySamples, chosen: np.ndarray) -> _Part:
    return (
        torch.from_numpy(samples.features[chosen]),
        torch.from_numpy(samples.shares[chosen]),
        torch.from_numpy(samples.legal[chosen]),
    )


def _divergence(parts: list[_Part], weights: Tensor) -> Tensor:
    """The mean Kullback-Leibler divergence of the policy from the shares."""
    total = torch.zeros(())
    many = 0
    for features, shares, legal in parts:
        logits = (features @ weights).clamp(-12, 12).masked_fill(~legal, -1e9)
        logs = logits.log_softmax(1)
        truth = shares.clamp(min=1e-9).log()
        total = total + (shares * (truth - logs)).sum()
        many += len(shares)
    return total / max(1, many)
