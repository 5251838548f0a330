"""Learns Basari by self-play with proximal policy optimisation (PPO), in one file.

    pip install 'bedesten[learn]'
    python examples/ppo_basari.py --minutes 3 --plot curve.svg

One network plays all seats of many games at once. Every few iterations it is
evaluated: it plays one seat, and the others choose at random. Minutes are CPU time,
so that other work on the machine does not matter.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import log_softmax

from bedesten import envs

GAMES = 256  # in the batch
STEPS = 200  # of each game per iteration
EPOCHS = 3
MINIBATCH = 4096
LEARNING_RATE = 7e-4
CLIP = 0.2
LAMBDA = 0.97  # of generalised advantage estimation; the discount is 1
ENTROPY = 0.01
WIDTH = 256
EVALUATION_GAMES = 1000

Floats = NDArray[np.float32]


class ActorCritic(nn.Module):
    """Maps observations to log-probabilities of the actions and to the value of the state."""

    def __init__(self, layout: Any) -> None:
        super().__init__()
        self.register_buffer("scale", torch.tensor(layout.scale, dtype=torch.float32))
        self.body = nn.Sequential(
            nn.Linear(layout.width, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
        )
        self.policy = nn.Linear(WIDTH, len(layout.game.vocabulary))
        self.value = nn.Linear(WIDTH, 1)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        features = self.body(observations.float() * self.scale)
        logits = self.policy(features).masked_fill(masks == 0, -1e9)
        return log_softmax(logits, dim=1), self.value(features).squeeze(1)

    @torch.no_grad()
    def act(self, observations: Any, masks: Any) -> tuple[Tensor, Tensor, Tensor]:
        """Sample actions; return them, their log-probabilities and the values."""
        log_probs, values = self(torch.tensor(observations), torch.tensor(masks))
        actions = torch.multinomial(log_probs.exp(), 1).squeeze(1)
        return actions, log_probs.gather(1, actions[:, None]).squeeze(1), values


@dataclass
class Rollout:
    """The steps of all games in one iteration, without those whose advantage is not known yet."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    advantages: Tensor
    returns: Tensor


def collect(network: ActorCritic, batch: Any) -> Rollout:
    """Let the network play all seats for one iteration."""
    kept: list[tuple[Any, ...]] = []
    for _ in range(STEPS):
        observations, masks, actors = batch.observations, batch.action_masks, batch.actors
        chosen, log_probs, values = network.act(observations, masks)
        actions = chosen.numpy()
        _, _, rewards, over, _ = batch.step(actions)
        step = observations, masks, actors, actions, log_probs.numpy(), values.numpy()
        kept.append((*step, rewards, over))
    columns = list(zip(*kept, strict=True))
    actors, values, rewards, over = (np.array(columns[n]) for n in (2, 5, 6, 7))
    advantages, is_known = estimate_advantages(actors, values, rewards, over)
    known = torch.tensor(is_known.ravel())

    def flat(column: int) -> Tensor:
        return torch.from_numpy(np.concatenate(columns[column]))[known]

    advantage = torch.tensor(advantages.ravel())[known]
    return Rollout(flat(0), flat(1), flat(3), flat(4), advantage, advantage + flat(5))


def estimate_advantages(
    actors: NDArray[Any], values: Floats, rewards: NDArray[Any], over: NDArray[Any]
) -> tuple[Floats, NDArray[np.bool_]]:
    """Generalised advantage estimates by step and game, and whether each is known yet.

    The next decision of a seat comes some steps later, after those of other seats.
    Going backwards, every seat of every game keeps what came after its decision: the
    rewards until the next one, and the value and the advantage of the next one.
    """
    steps, games = actors.shape
    seats = rewards.shape[2]
    reward, next_value, next_advantage = (np.zeros((games, seats), np.float32) for _ in range(3))
    has_next = np.zeros((games, seats), bool)
    advantages = np.zeros((steps, games), np.float32)
    is_known = np.zeros((steps, games), bool)
    all_games = np.arange(games)
    for step in range(steps - 1, -1, -1):
        ended = over[step]
        for kept in (reward, next_value, next_advantage):
            kept[ended] = 0
        has_next[ended] = True
        reward += rewards[step]
        own = all_games, actors[step]
        delta = reward[own] + next_value[own] - values[step]
        advantages[step] = delta + LAMBDA * next_advantage[own]
        is_known[step] = has_next[own]
        reward[own] = 0
        next_value[own] = values[step]
        next_advantage[own] = advantages[step]
        has_next[own] = True
    return advantages, is_known


def update(network: ActorCritic, optimiser: torch.optim.Optimizer, rollout: Rollout) -> None:
    """Take some epochs of PPO steps on the clipped surrogate objective."""
    advantages = rollout.advantages
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        for some in torch.randperm(len(advantages)).split(MINIBATCH):
            all_log_probs, values = network(rollout.observations[some], rollout.masks[some])
            log_probs = all_log_probs.gather(1, rollout.actions[some][:, None]).squeeze(1)
            ratio = (log_probs - rollout.log_probs[some]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            surrogate = torch.min(ratio * advantages[some], clipped * advantages[some]).mean()
            value_loss = (values - rollout.returns[some]).square().mean()
            entropy = -(all_log_probs.exp() * all_log_probs.clamp(min=-30)).sum(1).mean()
            loss = 0.5 * value_loss - surrogate - ENTROPY * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def evaluate(network: ActorCritic, seats: int, seed: str) -> tuple[float, float]:
    """Play against random opponents; return the mean utility and the share of wins.

    In game g the network plays seat g modulo the number of seats.
    """
    batch = envs.batch("basari", EVALUATION_GAMES, seats=seats, seed=seed)
    own = np.arange(EVALUATION_GAMES) % seats
    rng = np.random.default_rng(1)
    results = np.full(EVALUATION_GAMES, np.nan)
    while np.isnan(results).any():
        masks = batch.action_masks
        actions = (masks * rng.random(masks.shape, np.float32)).argmax(1)
        mine = np.flatnonzero(batch.actors == own)
        actions[mine] = network.act(batch.observations[mine], masks[mine])[0].numpy()
        _, _, rewards, over, _ = batch.step(actions)
        ended = over & np.isnan(results)  # only the first episode of every game counts
        results[ended] = rewards[ended, own[ended]]
    return float(results.mean()), float((results > 1 - 1e-9).mean())


def curve(points: list[tuple[float, float]], seats: int) -> str:
    """The share of wins by minutes, as SVG."""
    left, top, width, height = 60, 30, 560, 260
    last = max(minutes for minutes, _ in points) or 1
    spots = [(left + width * m / last, top + height * (1 - w)) for m, w in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    text = 'font-family="sans-serif" font-size="13" fill="#2b2118"'
    shapes = [f'<rect width="{left + width + 40}" height="{top + height + 50}" fill="#fffaf0"/>']
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = top + height * (1 - share)
        shapes.append(f'<path d="M{left} {y:.1f}h{width}" stroke="#ddd0bd"/>')
        shapes.append(
            f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end" {text}>{share:.0%}</text>'
        )
    for minute in range(0, int(last) + 1):
        x = left + width * minute / last
        shapes.append(
            f'<text x="{x:.1f}" y="{top + height + 20}" text-anchor="middle" {text}>{minute}</text>'
        )
    chance = top + height * (1 - 1 / seats)
    shapes.append(
        f'<path d="M{left} {chance:.1f}h{width}" stroke="#8c7b66" stroke-dasharray="5 4"/>'
    )
    shapes.append(f'<polyline points="{line}" fill="none" stroke="#b3261e" stroke-width="2"/>')
    title = (
        f"Games won against {seats - 1} seats that choose at random, by minutes of processor time"
    )
    shapes.append(f'<text x="{left}" y="18" {text}>{title}</text>')
    size = f'width="{left + width + 40}" height="{top + height + 50}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n' + "\n".join(shapes) + "\n</svg>\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=3, help="CPU time to learn")
    parser.add_argument("--seats", type=int, default=4, choices=(3, 4))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write the curve as SVG")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the network")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    batch = envs.batch("basari", GAMES, seats=given.seats, seed=given.seed)
    network = ActorCritic(batch.layout)
    optimiser = torch.optim.Adam(network.parameters(), LEARNING_RATE)
    started = time.process_time()
    points: list[tuple[float, float]] = []
    n = 0
    while True:
        minutes = (time.process_time() - started) / 60
        if n % 5 == 0 or minutes >= given.minutes:
            utility, wins = evaluate(network, given.seats, f"evaluation {n}")
            points.append((minutes, wins))
            print(
                f"{minutes:5.2f} minutes, {n * STEPS * GAMES:>9,} steps: "
                f"wins {wins:.1%}, utility {utility:+.3f}",
                flush=True,
            )
        if minutes >= given.minutes:
            break
        update(network, optimiser, collect(network, batch))
        n += 1
    if given.plot:
        given.plot.write_text(curve(points, given.seats), encoding="utf-8")
    if given.save:
        torch.save(network.state_dict(), given.save)


if __name__ == "__main__":
    main()
