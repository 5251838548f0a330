"""Fits the network of chances to games of self-play, with PyTorch.

The loss is the cross entropy of the softmax over the seats; a solo game is fitted to its score by
least squares. One game in six is held out. Training stops when the loss on the held-out games has
not fallen for some epochs, and the best weights so far are kept. A temperature is fitted last,
on half of the held-out games; the figures come from the other half.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from bedesten.bots.evaluation.network import COUNTS
from bedesten.bots.training.self_play import Samples

HELD_OUT: Final = 6  # one game in so many
FIRST: Final = 32  # units of the first hidden layer
SECOND: Final = 16
_BATCH: Final = 2048
_RATE: Final = 2e-3
_DECAY: Final = 2e-3
_DROPOUT: Final = 0.1
_PATIENCE: Final = 8  # epochs without a better loss


@dataclass(frozen=True)
class Epoch:
    """The losses after a pass over the training games."""

    number: int
    trained: float
    held_out: float


@dataclass(frozen=True)
class Fit:
    """A fitted network, as layers of weights and biases, and how it was reached."""

    layers: list[tuple[NDArray[np.float64], NDArray[np.float64]]]
    """Weights by input and unit, and biases, for inputs as the engine computes them."""
    epochs: list[Epoch]
    temperature: float
    loss: float
    """On held-out games that neither training nor temperature has seen."""


def inputs_of(samples: Samples) -> Tensor:
    """What the network sees of every seat: as `Chances` computes it, for all positions at once."""
    rows = torch.from_numpy(samples.rows)
    many = rows.shape[1]
    if many == 1:
        others = largest = torch.zeros_like(rows)
    else:
        others = (rows.sum(1, keepdim=True) - rows) / (many - 1)
        masked = [
            torch.cat([rows[:, :seat], rows[:, seat + 1 :]], 1).amax(1) for seat in range(many)
        ]
        largest = torch.stack(masked, 1)
    counts = torch.zeros(*rows.shape[:2], COUNTS)
    counts[:, :, many] = 1.0
    return torch.cat([rows, others, largest, counts], 2)


@dataclass
class _Group:
    """Samples of one number of seats, divided by game."""

    inputs: Tensor
    won: Tensor
    train: Tensor
    hold: Tensor
    test: Tensor


def _group(samples: Samples) -> _Group:
    games = torch.from_numpy(samples.games)
    held = games % HELD_OUT == 0
    tested = held & (games // HELD_OUT % 2 == 0)
    return _Group(
        inputs_of(samples),
        torch.from_numpy(samples.won),
        (~held).nonzero()[:, 0],
        (held & ~tested).nonzero()[:, 0],
        tested.nonzero()[:, 0],
    )


def fit(
    series: Sequence[Samples],
    most_epochs: int = 60,
    seed: int = 1,
    told: Callable[[Epoch], None] = lambda _: None,
) -> Fit:
    """Fit one network to samples of several numbers of seats."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    groups = [_group(one) for one in series]
    seen = torch.cat([one.inputs[one.train].flatten(0, 1) for one in groups])
    mean, spread = seen.mean(0), seen.std(0)
    spread[spread < 1e-4] = 1.0
    for one in groups:
        one.inputs = (one.inputs - mean) / spread
    width = seen.shape[1]
    net = nn.Sequential(
        nn.Linear(width, FIRST),
        nn.ReLU(),
        nn.Dropout(_DROPOUT),
        nn.Linear(FIRST, SECOND),
        nn.ReLU(),
        nn.Linear(SECOND, 1),
    )
    optimizer = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=_DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, most_epochs, _RATE / 30)
    best: dict[str, Any] = {}
    least, since = float("inf"), 0
    epochs: list[Epoch] = []
    for number in range(1, most_epochs + 1):
        net.train()
        trained = _pass(net, optimizer, groups)
        schedule.step()
        held = _loss(net, groups, "hold")
        epochs.append(Epoch(number, trained, held))
        told(epochs[-1])
        if held < least - 1e-5:
            least, since = held, 0
            best = {name: tensor.clone() for name, tensor in net.state_dict().items()}
        else:
            since += 1
            if since == _PATIENCE:
                break
    net.load_state_dict(best)
    temperature = _temperature(net, groups)
    loss = _loss(net, groups, "test", temperature)
    return Fit(_layers(net, mean, spread, temperature), epochs, temperature, loss)


def _pass(net: nn.Module, optimizer: torch.optim.Optimizer, groups: list[_Group]) -> float:
    batches = []
    for number, one in enumerate(groups):
        order = one.train[torch.randperm(len(one.train))]
        batches += [(number, part) for part in order.split(_BATCH)]
    total = many = 0.0
    for at in torch.randperm(len(batches)).tolist():
        number, part = batches[at]
        loss = _cross_entropy(net, groups[number], part)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += float(loss.detach()) * len(part)
        many += len(part)
    return total / many


def _cross_entropy(net: nn.Module, group: _Group, part: Tensor, temperature: float = 1.0) -> Tensor:
    logits = net(group.inputs[part])[:, :, 0] / temperature
    won = group.won[part]
    if won.shape[1] == 1:
        return ((logits - won) ** 2).mean()
    return -(won * logits.log_softmax(1)).sum(1).mean()


def _loss(net: nn.Module, groups: list[_Group], part: str, temperature: float = 1.0) -> float:
    net.eval()
    total = many = 0.0
    with torch.no_grad():
        for one in groups:
            chosen: Tensor = getattr(one, part)
            if len(chosen):
                total += float(_cross_entropy(net, one, chosen, temperature)) * len(chosen)
                many += len(chosen)
    return total / max(1.0, many)


def _temperature(net: nn.Module, groups: list[_Group]) -> float:
    """The temperature with the least loss on held-out games; a solo score has none."""
    if groups[0].won.shape[1] == 1:
        return 1.0
    tried = [0.8 + 0.02 * n for n in range(31)]
    return min(tried, key=lambda one: _loss(net, groups, "hold", one))


def _layers(
    net: nn.Sequential, mean: Tensor, spread: Tensor, temperature: float
) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """The layers, with the scaling of inputs and the temperature folded in."""
    found: list[tuple[Tensor, Tensor]] = []
    for layer in net:
        if isinstance(layer, nn.Linear):
            weights = layer.weight.detach().double().T.clone()
            biases = layer.bias.detach().double().clone()
            if not found:
                weights = weights / spread.double()[:, None]
                biases = biases - mean.double() @ weights
            found.append((weights, biases))
    weights, biases = found[-1]
    found[-1] = (weights / temperature, biases / temperature)
    return [(weights.numpy(), biases.numpy()) for weights, biases in found]
