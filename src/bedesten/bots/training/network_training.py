"""Fits the network of chances to games of self-play, with PyTorch.

The loss is the cross entropy of the softmax over the seats; a solo game is fitted to its score by
least squares. One game in six is held out. What is kept is an exponential moving average of the
weights; training stops when its loss on the held-out games has not fallen for some epochs, and the
best average is taken. A temperature is fitted last, on half of the held-out games; the figures
come from the other half.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from bedesten.bots.evaluation.network import VIEWS, Network
from bedesten.bots.networks import network_of, parts_of
from bedesten.bots.training.samples import Samples

HELD_OUT: Final = 6  # one game in so many
FIRST: Final = 32  # units of the first hidden layer
SECOND: Final = 16
_BATCH: Final = 256
_RATE: Final = 1e-3
_DECAY: Final = 0.3
_DROPOUT: Final = 0.3
_AVERAGE: Final = 0.99  # of the moving average, by step
_PATIENCE: Final = 6  # epochs without a better loss
_LEAST_SPREAD: Final = 0.05  # rare features are not blown up to the size of others


@dataclass(frozen=True)
class Epoch:
    """The losses after a pass over the training games."""

    number: int
    trained: float
    held_out: float


@dataclass(frozen=True)
class Fit:
    """A fitted network, and how it was reached."""

    network: Network
    epochs: list[Epoch]
    temperature: float
    loss: float
    """On held-out games that neither training nor temperature has seen."""


class SetNetwork(nn.Module):
    """What `Chances` computes, for all positions of a batch at once."""

    def __init__(self, seat: int, table: int, first: int = FIRST, second: int = SECOND) -> None:
        super().__init__()
        self.seat = nn.Linear(seat, first)
        self.table = nn.Linear(table, first, bias=False)
        self.second = nn.Linear(VIEWS * first, second)
        self.last = nn.Linear(second, 1)
        self.direct = nn.Linear(seat, 1, bias=False)
        self.dropout = nn.Dropout(_DROPOUT)
        nn.init.zeros_(self.direct.weight)

    def forward(self, rows: Tensor, tables: Tensor) -> Tensor:
        """The logit of every seat; rows by position, seat and feature."""
        units = self.dropout(torch.relu(self.seat(rows) + self.table(tables)[:, None]))
        two = torch.relu(self.second(torch.cat([units, *_others(units)], 2)))
        found: Tensor = (self.last(self.dropout(two)) + self.direct(rows))[:, :, 0]
        return found


def _others(units: Tensor) -> tuple[Tensor, Tensor]:
    """For every seat, the mean and the maximum of the others' units."""
    many = units.shape[1]
    if many == 1:
        return torch.zeros_like(units), torch.zeros_like(units)
    mean = (units.sum(1, keepdim=True) - units) / (many - 1)
    rest = [torch.cat([units[:, :seat], units[:, seat + 1 :]], 1) for seat in range(many)]
    return mean, torch.stack([one.amax(1) for one in rest], 1)


@dataclass
class _Group:
    """Samples of one number of seats, divided by game."""

    rows: Tensor
    tables: Tensor
    won: Tensor
    train: Tensor
    hold: Tensor
    test: Tensor


def _group(samples: Samples) -> _Group:
    games = torch.from_numpy(samples.games)
    held = games % HELD_OUT == 0
    tested = held & (games // HELD_OUT % 2 == 0)
    return _Group(
        torch.from_numpy(samples.rows),
        torch.from_numpy(samples.tables),
        torch.from_numpy(samples.won),
        (~held).nonzero()[:, 0],
        (held & ~tested).nonzero()[:, 0],
        tested.nonzero()[:, 0],
    )


def fit(
    series: Sequence[Samples],
    most_epochs: int = 40,
    seed: int = 1,
    told: Callable[[Epoch], None] = lambda _: None,
) -> Fit:
    """Fit one network to samples of several numbers of seats."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    groups = [_group(one) for one in series]
    scales = [
        _scale([one.rows[one.train].flatten(0, 1) for one in groups]),
        _scale([one.tables[one.train] for one in groups]),
    ]
    for one in groups:
        one.rows = (one.rows - scales[0][0]) / scales[0][1]
        one.tables = (one.tables - scales[1][0]) / scales[1][1]
    score_mean, score_spread = _standardize_scores(groups)
    net = SetNetwork(groups[0].rows.shape[2], groups[0].tables.shape[1])
    average = deepcopy(net).eval()
    best = deepcopy(average.state_dict())
    optimizer = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=_DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, most_epochs, _RATE / 30)
    least, since, steps = float("inf"), 0, 0
    epochs: list[Epoch] = []
    for number in range(1, most_epochs + 1):
        trained, steps = _pass(net, average, optimizer, groups, steps)
        schedule.step()
        held = _loss(average, groups, "hold")
        epochs.append(Epoch(number, trained, held))
        told(epochs[-1])
        if held < least - 1e-5:
            least, since = held, 0
            best = deepcopy(average.state_dict())
        else:
            since += 1
            if since == _PATIENCE:
                break
    average.load_state_dict(best)
    temperature = _temperature(average, groups)
    loss = _loss(average, groups, "test", temperature) * score_spread**2
    network = _folded(average, scales, score_spread / temperature, score_mean)
    return Fit(network, epochs, temperature, loss)


def _standardize_scores(groups: list[_Group]) -> tuple[float, float]:
    """Standardize the scores of solo games; return the mean and the spread that they had."""
    if groups[0].won.shape[1] > 1:
        return 0.0, 1.0
    seen = torch.cat([one.won[one.train] for one in groups])
    mean, spread = float(seen.mean()), float(seen.std().clamp(min=_LEAST_SPREAD))
    for one in groups:
        one.won = (one.won - mean) / spread
    return mean, spread


def _scale(parts: list[Tensor]) -> tuple[Tensor, Tensor]:
    """The mean and the spread of features."""
    seen = torch.cat(parts)
    spread = seen.std(0)
    return seen.mean(0), torch.where(spread < 1e-6, 1.0, spread.clamp(min=_LEAST_SPREAD))


def _pass(
    net: SetNetwork,
    average: SetNetwork,
    optimizer: torch.optim.Optimizer,
    groups: list[_Group],
    steps: int,
) -> tuple[float, int]:
    """Learn from all training games once; return the loss and the steps so far."""
    net.train()
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
        with torch.no_grad():
            steps += 1  # the average of the first steps is short
            share = max(1 - _AVERAGE, 2 / (1 + steps))
            for kept, new in zip(average.parameters(), net.parameters(), strict=True):
                kept.lerp_(new, share)
        total += float(loss.detach()) * len(part)
        many += len(part)
    return total / many, steps


def _cross_entropy(
    net: SetNetwork, group: _Group, part: Tensor, temperature: float = 1.0
) -> Tensor:
    logits = net(group.rows[part], group.tables[part]) / temperature
    won = group.won[part]
    if won.shape[1] == 1:
        loss: Tensor = ((logits - won) ** 2).mean()
    else:
        loss = -(won * logits.log_softmax(1)).sum(1).mean()
    return loss


def _loss(net: SetNetwork, groups: list[_Group], part: str, temperature: float = 1.0) -> float:
    total = many = 0.0
    with torch.no_grad():
        for one in groups:
            chosen: Tensor = getattr(one, part)
            if len(chosen):
                total += float(_cross_entropy(net, one, chosen, temperature)) * len(chosen)
                many += len(chosen)
    return total / max(1.0, many)


def _temperature(net: SetNetwork, groups: list[_Group]) -> float:
    """The temperature with the least loss on held-out games; a solo score has none."""
    if groups[0].won.shape[1] == 1:
        return 1.0
    tried = [0.8 + 0.02 * n for n in range(31)]
    return min(tried, key=lambda one: _loss(net, groups, "hold", one))


def held_out_loss(network: Network, series: Sequence[Samples]) -> float:
    """The loss of a network on the held-out games by which a new one is judged."""
    net = as_module(network)
    return _loss(net, [_group(one) for one in series], "test")


def as_module(network: Network) -> SetNetwork:
    """A network of the engine as one of PyTorch."""
    seat, table, biases, second, biases_2, last, direct, bias = map(
        partial(torch.tensor, dtype=torch.float32), map(list, parts_of(network))
    )
    first, units = len(biases), len(biases_2)
    net = SetNetwork(len(direct), len(table) // first, first, units)
    net.eval()
    weights = {
        "seat.weight": seat.reshape(-1, first).T,
        "seat.bias": biases,
        "table.weight": table.reshape(-1, first).T,
        "second.weight": second.reshape(-1, units).T,
        "second.bias": biases_2,
        "last.weight": last[None],
        "last.bias": bias,
        "direct.weight": direct[None],
    }
    net.load_state_dict(weights)
    return net


def _folded(
    net: SetNetwork, scales: list[tuple[Tensor, Tensor]], slope: float, offset: float
) -> Network:
    """The network of the engine, with the scaling of inputs and of the output folded in."""
    (mean, spread), (table_mean, table_spread) = scales
    seat = net.seat.weight.detach().double().T / spread.double()[:, None]
    table = net.table.weight.detach().double().T / table_spread.double()[:, None]
    biases = net.seat.bias.detach().double() - mean.double() @ seat - table_mean.double() @ table
    direct = net.direct.weight.detach().double()[0] / spread.double()
    last = net.last.bias.detach().double() - (mean.double() @ direct)
    parts = [
        seat.flatten(),
        table.flatten(),
        biases,
        net.second.weight.detach().double().T.flatten(),
        net.second.bias.detach().double(),
        net.last.weight.detach().double()[0] * slope,
        direct * slope,
        last * slope + offset,
    ]
    return network_of([np.asarray(part).tolist() for part in parts])
