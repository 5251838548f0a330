"""Many games."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as parquet  # type: ignore[import-untyped]
import pytest
from typer.testing import Result

Call = Callable[..., Result]


def test_results_do_not_depend_on_the_number_of_processes(call: Call, tmp_path: Path) -> None:
    rows = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.jsonl"
        called = call("sim", "basari", "-n", "24", "--jobs", jobs, "--out", str(out))
        assert called.exit_code == 0, called.output
        rows.append(out.read_text("utf-8"))
    assert rows[0] == rows[1]
    assert [json.loads(line)["index"] for line in rows[0].splitlines()] == list(range(24))


def test_another_seed_gives_other_games(call: Call) -> None:
    first, again, other = (
        call("sim", "basari", "-n", "5", "--seed", seed, "--json").stdout for seed in "112"
    )
    assert first == again != other


@pytest.mark.parametrize("shape", ["jsonl", "csv", "parquet"])
def test_rows_can_be_read_back(call: Call, tmp_path: Path, shape: str) -> None:
    out = tmp_path / f"games.{shape}"
    call("sim", "basari", "-n", "6", "--seats", "4", "--out", str(out))
    if shape == "parquet":
        rows = parquet.read_table(out).to_pylist()
    elif shape == "csv":
        with out.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    else:
        rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert len(rows) == 6
    for n, row in enumerate(rows):
        assert int(row["index"]) == n
        assert row["seed"] == f"1/{n}"
        scores = [int(row[f"score_{seat}"]) for seat in range(4)]
        winners = [int(seat) for seat in row["winners"].split()]
        assert all(scores[seat] == max(scores) for seat in winners)
        assert all(int(row[f"rank_{seat}"]) == 1 for seat in winners)
        assert int(row["turns"]) > 0
        assert int(row["decisions"]) > 0


def test_the_table_names_seats_wins_and_bounds(call: Call) -> None:
    called = call("sim", "basari", "-n", "10", "-o", "laps=1")
    assert "Basari, 3 players: 10 games" in called.stdout
    for heading in ("Wins", "95 %", "Mean score", "winner's score", "turns", "decisions"):
        assert heading in called.stdout


def test_shares_of_wins_add_up(call: Call) -> None:
    found = json.loads(call("sim", "basari", "-n", "12", "--json").stdout)
    assert sum(one["value"] for one in found["wins"]) == pytest.approx(1)
    assert found["games"] == 12
    for one in [*found["wins"], *found["scores"], *found["figures"].values()]:
        assert one["low"] <= one["value"] <= one["high"]
