"""What the policy learns from: decisions of games, searched for longer than they were then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from librt.vecs import vec
from msgspec.structs import replace
from numpy.typing import NDArray

from bedesten.bots.candidates import Candidate
from bedesten.bots.evaluation import Evaluations
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.levels import USUAL_LEVEL, level_of
from bedesten.bots.training.samples import start_of
from bedesten.bots.training.self_play import GameSeries, PlayedGame
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE

PER_GAME: Final = 3  # decisions that are searched
LONGER: Final = 8  # times as many simulations as the usual level has


class SearchedMove(msgspec.Struct, frozen=True):
    """A decision, and how the search divided its simulations among the words."""

    game: int
    answer: int
    """The number of the answer in the game."""
    shares: dict[int, float]
    """By word; of a mixed strategy, the probabilities."""


def searched(series: GameSeries, played: PlayedGame) -> list[SearchedMove]:
    """Search some decisions of a game."""
    rng = seeded(f"{series.seed_of(played.number)}/searches")
    decisions = [n for n, (seat, _) in enumerate(played.answers) if seat != CHANCE]
    chosen = {decisions[rng.below(len(decisions))] for _ in range(PER_GAME if decisions else 0)}
    level = level_of(USUAL_LEVEL, series.game)
    bot = replace(level, ms=None, simulations=LONGER * level.simulations).player(series.game)
    match = series.begun(played.number, played.options)
    numbers = match.game.numbers
    words = {number: word for word, number in numbers.items()}
    found = []
    for n, (seat, word) in enumerate(played.answers):
        if seat == CHANCE:
            continue  # the seed draws it again
        if n in chosen:
            candidates = bot.candidates(Knowledge.of(match, seat), rng)
            shares = {numbers[word]: one for word, one in _shares(candidates).items()}
            found.append(SearchedMove(played.number, n, shares))
            if len(found) == len(chosen):
                break
        match.play(seat, words[word])
    return found


def _shares(candidates: list[Candidate]) -> dict[str, float]:
    """How the simulations were divided; of a mixed strategy, its probabilities."""
    mixed = sum(one.share > 0 for one in candidates) > 1
    parts = {one.word: one.share if mixed else float(one.visits) for one in candidates}
    whole = sum(parts.values())
    return {word: round(part / whole, 4) for word, part in parts.items()}


def load_moves(path: Path) -> list[SearchedMove]:
    """The searched moves of a file."""
    return msgspec.json.decode(path.read_bytes(), type=list[SearchedMove])


def save_moves(path: Path, moves: list[SearchedMove]) -> None:
    """Write searched moves so that a crash leaves either the old file or the new one."""
    draft = path.with_suffix(".part")
    draft.write_bytes(msgspec.json.encode(moves))
    draft.replace(path)


@dataclass(frozen=True)
class PolicySamples:
    """Decisions as arrays; words that a decision does not have are filled with zeros."""

    features: NDArray[np.float32]
    """By decision, word and policy feature."""
    shares: NDArray[np.float32]
    """By decision and word."""
    legal: NDArray[np.bool_]
    """By decision and word, whether there is one."""
    games: NDArray[np.int64]


def policy_samples(
    game: str, seats: int, played: Iterable[PlayedGame], moves: Iterable[SearchedMove]
) -> PolicySamples:
    """The features of every word of searched moves."""
    evaluation = Evaluations().of(game, seats)
    evaluation.traced = True
    asked: dict[int, dict[int, SearchedMove]] = {}
    for move in moves:
        asked.setdefault(move.game, {})[move.answer] = move
    found: list[tuple[list[list[float]], list[float], int]] = []
    for one in played:
        here = asked.get(one.number, {})
        s = start_of(game, seats, one)
        for n, (seat, word) in enumerate(one.answers if here else ()):
            if n in here:
                rows = []
                for other in here[n].shares:
                    evaluation.trace = vec[float]([0.0] * len(evaluation.policy))
                    evaluation.prior(s, seat, other)
                    rows.append(list(evaluation.trace))
                found.append((rows, list(here[n].shares.values()), one.number))
            s.advance(seat, word)
    return _as_arrays(found, len(evaluation.policy))


def _as_arrays(
    found: list[tuple[list[list[float]], list[float], int]], width: int
) -> PolicySamples:
    most = max((len(shares) for _, shares, _ in found), default=1)
    features = np.zeros((len(found), most, width), np.float32)
    shares = np.zeros((len(found), most), np.float32)
    legal = np.zeros((len(found), most), np.bool_)
    for n, (rows, parts, _) in enumerate(found):
        features[n, : len(rows)] = rows
        shares[n, : len(rows)] = parts
        legal[n, : len(rows)] = True
    return PolicySamples(features, shares, legal, np.array([n for *_, n in found], np.int64))
