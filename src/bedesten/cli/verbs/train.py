"""`bedesten train`: learn the chances of a game from self-play."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

import bedesten
from bedesten.arena import workers
from bedesten.cli.json_output import print_json
from bedesten.cli.options import GameName, Jobs, Json, Ray
from bedesten.cli.progress import progress
from bedesten.cli.screen import Screen, stderr_console
from bedesten.cli.usage_error import UsageError, as_usage_error

if TYPE_CHECKING:
    from bedesten.bots.training.network_training import Epoch
    from bedesten.bots.training.runs import Run, Trained

NOT_BETTER = 1
INTERRUPTED = 130


def train(
    game: GameName,
    *,
    folder: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where games and networks are kept.")
    ] = Path("training"),
    games: Annotated[
        int, typer.Option("-n", "--games", min=24, help="Games for each number of players.")
    ] = 2000,
    jobs: Jobs = 1,
    seed: Annotated[str, typer.Option(help="The seed of all randomness.")] = "1",
    ray: Ray = None,
    json: Json = False,
) -> int:
    """Play what is missing, fit the networks, and compare them with the shipped ones."""
    with as_usage_error():
        bedesten.game(game)
    try:
        from bedesten.bots.training.runs import Run, as_data
    except ImportError:
        raise UsageError("training needs PyTorch: pip install 'bedesten[learn]'") from None
    run = Run(game, folder, games, seed)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not _play(run, jobs, ray):
            again = f"bedesten train {game} --folder {folder} -n {games} --seed {seed}"
            stderr_console().print(f"Continue with: {again}", soft_wrap=True, markup=False)
            return INTERRUPTED
        trained = list(run.train(_tell))
        path = run.write(trained)
    except OSError as error:
        raise UsageError(f"cannot write into {folder}: {error.strerror}") from None
    if json:
        print_json({"file": str(path), "networks": as_data(trained)})
    else:
        Screen().console.print(_report(trained))
        stderr_console().print(f"The networks are in {path}", soft_wrap=True, markup=False)
    return 0 if all(one.is_better for one in trained) else NOT_BETTER


def _play(run: Run, jobs: int, ray: str | None) -> bool:
    """Play the missing games; False if interrupted."""
    from bedesten.bots.training.runs import play_chunk

    missing = run.missing()
    try:
        played = workers.parallel_map(jobs, ray)(play_chunk, missing)
    except workers.NoRay as error:
        raise UsageError(str(error)) from None
    with progress(sum(len(chunk.numbers) for chunk in missing)) as shown:
        try:
            for many in played:
                shown.advance(many)
        except KeyboardInterrupt:
            return False
        except workers.NoRay as error:
            raise UsageError(str(error)) from None
        except workers.WorkFailed as failure:
            raise UsageError(f"a game failed: {failure}") from None
        finally:
            played.close()
    return True


def _tell(network: str, epoch: Epoch) -> None:
    text = (
        f"{network} · epoch {epoch.number}: loss {epoch.trained:.4f}, held out {epoch.held_out:.4f}"
    )
    stderr_console().print(text, highlight=False)


def _report(trained: Sequence[Trained]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("Network")
    for heading in ("Epochs", "Temperature", "Held-out loss", "Shipped", "Better"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in trained:
        table.add_row(
            one.name,
            str(len(one.fit.epochs)),
            f"{one.fit.temperature:.2f}",
            f"{one.fit.loss:.4f}",
            "" if one.shipped is None else f"{one.shipped:.4f}",
            "yes" if one.is_better else "no",
        )
    return table
