"""A program that learns Basari by playing against itself: proximal policy optimisation.

    pip install 'bedesten[learn]'
    python examples/ppo_basari.py --minutes 3 --plot curve.svg

One network sits in all seats of many games at once. Every few rounds it is
measured: it takes one seat, and the others choose at random. Minutes are those
of the processor, so that it does not matter what else the machine has to do.
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

GAMES = 256  # played at once
STEPS = 200  # of each game in one round
EPOCHS = 3
MINIBATCH = 4096
LEARNING_RATE = 7e-4
CLIP = 0.2
LAMBDA = 0.97  # how far ahead an advantage looks; nothing is discounted
ENTROPY = 0.01
WIDTH = 256
MEASURED = 1000  # games in one measurement

Floats = NDArray[np.float32]


class Player(nn.Module):
    """Looks at rows of observations; says how much it likes each word, and how well it stands."""

    def __init__(self, layout: Any) -> None:
        super().__init__()
        self.register_buffer("scale", torch.tensor(layout.scale, dtype=torch.float32))
        self.body = nn.Sequential(
            nn.Linear(layout.width, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
        )
        self.words = nn.Linear(WIDTH, len(layout.game.vocabulary))
        self.worth = nn.Linear(WIDTH, 1)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.body(rows.float() * self.scale)
        liking = self.words(seen).masked_fill(masks == 0, -1e9)
        return log_softmax(liking, dim=1), self.worth(seen).squeeze(1)

    @torch.no_grad()
    def choose(self, rows: Any, masks: Any) -> tuple[Tensor, Tensor, Tensor]:
        """Words drawn as it likes them, how likely they were, and what it thinks of each game."""
        likely, worth = self(torch.tensor(rows), torch.tensor(masks))
        words = torch.multinomial(likely.exp(), 1).squeeze(1)
        return words, likely.gather(1, words[:, None]).squeeze(1), worth


@dataclass
class Played:
    """One round of all games, step by step: rows, masks, words, and what came of them."""

    rows: Tensor
    masks: Tensor
    words: Tensor
    likely: Tensor
    gained: Tensor
    """By how much better it went than was thought."""
    worth: Tensor
    """What the game turned out to be worth, as far as could be seen."""


def play(player: Player, batch: Any) -> Played:
    """Let the player have all seats for a round."""
    kept: list[tuple[Any, ...]] = []
    for _ in range(STEPS):
        rows, masks, actors = batch.observations, batch.action_masks, batch.actors
        words, likely, worth = player.choose(rows, masks)
        said = words.numpy()
        _, _, rewards, over, _ = batch.step(said)
        kept.append((rows, masks, actors, said, likely.numpy(), worth.numpy(), rewards, over))
    columns = list(zip(*kept, strict=True))
    actors, values, rewards, over = (np.array(columns[n]) for n in (2, 5, 6, 7))
    gained, counts = advantages(actors, values, rewards, over)
    known = torch.tensor(counts.ravel())

    def flat(column: int) -> Tensor:
        return torch.from_numpy(np.concatenate(columns[column]))[known]

    advantage = torch.tensor(gained.ravel())[known]
    return Played(flat(0), flat(1), flat(3), flat(4), advantage, advantage + flat(5))


def advantages(
    actors: NDArray[Any], values: Floats, rewards: NDArray[Any], over: NDArray[Any]
) -> tuple[Floats, NDArray[np.bool_]]:
    """For each step the advantage of its choice, and whether it is known yet.

    A seat's next decision comes some steps later, after those of others. Going
    backwards, every seat of every game keeps what it has met since: rewards, the
    worth of its next decision, and the advantage of that one.
    """
    steps, games = actors.shape
    seats = rewards.shape[2]
    paid, next_worth, next_gain = (np.zeros((games, seats), np.float32) for _ in range(3))
    is_known = np.zeros((games, seats), bool)
    gained = np.zeros((steps, games), np.float32)
    counts = np.zeros((steps, games), bool)
    all_games = np.arange(games)
    for step in range(steps - 1, -1, -1):
        ended = over[step]
        for kept in (paid, next_worth, next_gain):
            kept[ended] = 0
        is_known[ended] = True
        paid += rewards[step]
        mine = all_games, actors[step]
        surprise = paid[mine] + next_worth[mine] - values[step]
        gained[step] = surprise + LAMBDA * next_gain[mine]
        counts[step] = is_known[mine]
        paid[mine] = 0
        next_worth[mine] = values[step]
        next_gain[mine] = gained[step]
        is_known[mine] = True
    return gained, counts


def learn(player: Player, optimiser: torch.optim.Optimizer, played: Played) -> None:
    """Make what went well more likely, though never by much at once."""
    gained = (played.gained - played.gained.mean()) / (played.gained.std() + 1e-8)
    for _ in range(EPOCHS):
        for some in torch.randperm(len(gained)).split(MINIBATCH):
            likely, worth = player(played.rows[some], played.masks[some])
            said = likely.gather(1, played.words[some][:, None]).squeeze(1)
            ratio = (said - played.likely[some]).exp()
            gain = gained[some]
            better = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            misjudged = (worth - played.worth[some]).square().mean()
            spread = -(likely.exp() * likely.clamp(min=-30)).sum(1).mean()
            loss = 0.5 * misjudged - better - ENTROPY * spread
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimiser.step()


def measure(player: Player, seats: int, seed: str) -> tuple[float, float]:
    """Play against seats that choose at random; return the mean utility and the share of wins.

    In game g the player has seat g modulo the number of seats.
    """
    batch = envs.batch("basari", MEASURED, seats=seats, seed=seed)
    own = np.arange(MEASURED) % seats
    rng = np.random.default_rng(1)
    results = np.full(MEASURED, np.nan)
    while np.isnan(results).any():
        masks = batch.action_masks
        words = (masks * rng.random(masks.shape, np.float32)).argmax(1)
        mine = np.flatnonzero(batch.actors == own)
        words[mine] = player.choose(batch.observations[mine], masks[mine])[0].numpy()
        _, _, rewards, over, _ = batch.step(words)
        ended = over & np.isnan(results)  # only the first game at every table counts
        results[ended] = rewards[ended, own[ended]]
    return float(results.mean()), float((results > 1 - 1e-9).mean())


def curve(points: list[tuple[float, float]], seats: int) -> str:
    """The share of wins over the minutes, as SVG."""
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
    parser.add_argument("--minutes", type=float, default=3, help="how long to learn")
    parser.add_argument("--seats", type=int, default=4, choices=(3, 4))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of the network's arithmetic")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write the curve as SVG")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the network")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    batch = envs.batch("basari", GAMES, seats=given.seats, seed=given.seed)
    player = Player(batch.layout)
    optimiser = torch.optim.Adam(player.parameters(), LEARNING_RATE)
    begun = time.process_time()
    points: list[tuple[float, float]] = []
    n = 0
    while True:
        minutes = (time.process_time() - begun) / 60
        if n % 5 == 0 or minutes >= given.minutes:
            utility, wins = measure(player, given.seats, f"measured {n}")
            points.append((minutes, wins))
            print(
                f"{minutes:5.2f} minutes, {n * STEPS * GAMES:>9,} steps: "
                f"wins {wins:.1%}, utility {utility:+.3f}",
                flush=True,
            )
        if minutes >= given.minutes:
            break
        learn(player, optimiser, play(player, batch))
        n += 1
    if given.plot:
        given.plot.write_text(curve(points, given.seats), encoding="utf-8")
    if given.save:
        torch.save(player.state_dict(), given.save)


if __name__ == "__main__":
    main()
