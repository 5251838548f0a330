"""`bedesten train`: learn the chances of a game from self-play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer
from rich.table import Table

import bedesten
from bedesten.arena import workers
from bedesten.arena.estimates import DealRatio, Estimate, mean_by_deal
from bedesten.cli.json_output import print_json
from bedesten.cli.options import GameName, Jobs, Json, Ray
from bedesten.cli.progress import progress
from bedesten.cli.screen import Screen, stderr_console
from bedesten.cli.usage_error import UsageError, as_usage_error

if TYPE_CHECKING:
    from bedesten.bots.training.network_training import Epoch
    from bedesten.bots.training.runs import Trained

NOT_BETTER = 1
INTERRUPTED = 130
FEWEST = 24


def train(
    game: GameName,
    *,
    folder: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where games and networks are kept.")
    ] = Path("training"),
    games: Annotated[
        str,
        typer.Option(
            "-n",
            "--games",
            metavar="N",
            help="Games for each number of players, or by number of players: 2:1000,4:250.",
        ),
    ] = "1000",
    duels: Annotated[
        int,
        typer.Option(
            min=0, help="Deals on which the new policy plays the old one; 0 learns no policy."
        ),
    ] = 100,
    jobs: Jobs = 1,
    seed: Annotated[str, typer.Option(help="The seed of all randomness.")] = "1",
    ray: Ray = None,
    json: Json = False,
) -> int:
    """Play what is missing, fit networks and policies, and keep what beats the shipped ones."""
    with as_usage_error():
        bedesten.game(game)
    try:
        from bedesten.bots.training.runs import Run, as_data, play_chunk, play_duel
    except ImportError:
        raise UsageError("training needs PyTorch: pip install 'bedesten[learn]'") from None
    run = Run(game, folder, _games(game, games), seed, duels > 0)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if _all(play_chunk, run.missing(), jobs, ray) is None:
            again = f"bedesten train {game} --folder {folder} -n {games} --seed {seed}"
            stderr_console().print(f"Continue with: {again}", soft_wrap=True, markup=False)
            return INTERRUPTED
        trained = list(run.train(_tell))
        played = {}
        for one in trained:
            found = _all(play_duel, run.duels(one, duels), jobs, ray)
            if found is None:
                return INTERRUPTED
            if found:
                played[one.name] = mean_by_deal([DealRatio(*won) for won in found])
        path = run.write(trained, {one.name: _is_better(one, played) for one in trained})
    except OSError as error:
        raise UsageError(f"cannot write into {folder}: {error.strerror}") from None
    if json:
        duelled = {name: asdict(one) for name, one in played.items()}
        print_json({"file": str(path), "networks": as_data(trained), "duels": duelled})
    else:
        Screen().console.print(_report(trained, played))
        stderr_console().print(f"The networks are in {path}", soft_wrap=True, markup=False)
    return 0 if all(one.is_better for one in trained) else NOT_BETTER


def _games(game: str, asked: str) -> dict[int, int]:
    """How many games each number of players plays."""
    least, most = bedesten.game(game).seats
    parts = [part.rpartition(":") for part in asked.split(",")]
    is_one = len(parts) == 1 and not parts[0][1]
    if not all(many.isdigit() and (is_one or seats.isdigit()) for seats, _, many in parts):
        raise UsageError(f"{asked!r} is no number of games: write 1000, or 2:1000,4:250")
    if is_one:
        found = dict.fromkeys(range(least, most + 1), int(asked))
    else:
        found = {int(seats): int(many) for seats, _, many in parts}
    if not set(found) <= set(range(least, most + 1)):
        raise UsageError(f"{game} is for {least} to {most} players")
    if min(found.values()) < FEWEST:
        raise UsageError(f"at least {FEWEST} games for each number of players, to hold some out")
    return found


def _is_better(one: Trained, played: Mapping[str, Estimate]) -> bool:
    """Whether the new policy has done better than the old one in the same games."""
    return one.name in played and played[one.name].value > (
        0.0 if one.seats == 1 else 1 / one.seats
    )


T = TypeVar("T")
R = TypeVar("R")


def _all(do: Callable[[T], R], todo: list[T], jobs: int, ray: str | None) -> list[R] | None:
    """Do everything in several processes and show the progress; None if interrupted."""
    found: list[R] = []
    try:
        done = workers.parallel_map(jobs, ray)(do, todo)
    except workers.NoRay as error:
        raise UsageError(str(error)) from None
    with progress(len(todo)) as shown:
        try:
            for one in done:
                found.append(one)
                shown.advance(1)
        except KeyboardInterrupt:
            return None
        except workers.NoRay as error:
            raise UsageError(str(error)) from None
        except workers.WorkFailed as failure:
            raise UsageError(f"a game failed: {failure}") from None
        finally:
            done.close()
    return found


def _tell(network: str, epoch: Epoch) -> None:
    text = (
        f"{network} · epoch {epoch.number}: loss {epoch.trained:.4f}, held out {epoch.held_out:.4f}"
    )
    stderr_console().print(text, highlight=False)


_BARS: Final = "▁▂▃▄▅▆▇█"


def _curve(epochs: Sequence[Epoch]) -> str:
    """The loss on held-out games by epoch, from the highest to the lowest."""
    losses = [one.held_out for one in epochs]
    least, spread = min(losses), max(losses) - min(losses) or 1.0
    return "".join(_BARS[round((len(_BARS) - 1) * (one - least) / spread)] for one in losses)


def _report(trained: Sequence[Trained], played: Mapping[str, Estimate]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("Network")
    table.add_column("Loss by epoch", no_wrap=True)
    for heading in ("Temperature", "Loss", "Shipped", "Policy", "Shipped", "New against old"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in trained:
        table.add_row(
            one.name,
            _curve(one.fit.epochs),
            f"{one.fit.temperature:.2f}",
            f"{one.fit.loss:.4f}",
            "" if one.shipped_loss is None else f"{one.shipped_loss:.4f}",
            "" if one.policy is None else f"{one.policy.loss:.4f}",
            "" if one.policy is None else f"{one.policy.present:.4f}",
            "" if one.policy is None else _against(one, played[one.name]),
        )
    return table


def _against(one: Trained, result: Estimate) -> str:
    """The result of the new policy against the old one; of a solo game, in points."""
    if one.seats == 1:
        return f"{result.value:+.2f} ({result.bounds()})"
    return result.percent()
