"""Whatever is wrong is answered in one sentence that says what would be right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import bedesten

Call = Callable[..., Result]

BAD = {
    "play": "which game? There are: ",
    "play chess": "no game 'chess'; there are: ",
    "sim chess": "no game 'chess'; there are: ",
    "rules chess": "no game 'chess'; there are: ",
    "data chess": "no game 'chess'; there are: ",
    "shuffle": "No such command 'shuffle'; see bedesten --help",
    "sim": "Missing argument 'GAME'; see bedesten sim --help",
    "play basari --speed 3": "No such option: --speed",
    "play basari --seats you": "basari is for 3 to 4 players, not 1; name each, such as --seats",
    "play basari --seats you,bot,bot,bot,bot": "basari is for 3 to 4 players, not 5",
    "play basari --seats 2": "basari is for 3 to 4 players, not 2; name each, such as --seats",
    "play basari --seats you,,bot": "'' is no name: 1 to 40 printable characters",
    "play basari --lang it": "no language 'it'; there are: en, de, fr",
    "rules basari --lang it": "no language 'it'; there are: en, de, fr",
    "play basari --option laps=9": "option laps cannot be 9; it can be: 1, 2, 3",
    "play basari --option length=9": "basari has no option 'length'; it has: start, laps",
    "play basari --option laps": "an option is written as name=value, not 'laps'",
    "play basari --chance luck": "chance is 'seeded' or 'manual', not 'luck'",
    "play basari --seed manual": "a seed is a whole number or a word other than 'manual'",
    "play basari --data {tmp}/none.toml": "cannot read {tmp}/none.toml: No such file",
    "play basari --data {tmp}/broken.toml": "{tmp}/broken.toml is not a TOML file",
    "play basari --data {tmp}/wrong.toml": "data of basari: Expected `int`, got `str`",
    "play --resume {tmp}/none.txt": "cannot read {tmp}/none.txt: No such file",
    "play --resume {tmp}/broken.toml": "{tmp}/broken.toml: line 1: expected a header",
    "play --resume {tmp}/bytes.txt": "{tmp}/bytes.txt is not a text file in UTF-8",
    "play --resume {tmp}/broken.toml --seats you,bot,bot": "--seats is settled in",
    "play basari --save {tmp}/broken.toml": "{tmp}/broken.toml already exists",
    "sim basari --seats 7": "basari is for 3 to 4 players, not 7",
    "sim basari --bots clever": "no bot 'clever'; there are: random",
    "sim basari --bots bot,bot": "3 seats need one bot for all or 3 bots, not 2",
    "sim basari -n 0": "Invalid value for '-n' / '--games'",
    "sim basari -n many": "Invalid value for '-n' / '--games'",
    "sim basari --out {tmp}/a.xls": "no format 'xls'; --format is one of: jsonl, csv, parquet",
    "sim basari --out {tmp}/no/a.csv": "there is no folder {tmp}/no",
    "sim basari --data {tmp}/wrong.toml": "data of basari: Expected `int`, got `str`",
    "replay {tmp}/none.txt": "cannot read {tmp}/none.txt: No such file",
    "replay {tmp}/broken.toml": "{tmp}/broken.toml: line 1: expected a header",
    "replay {tmp}/open.txt --turn 99": "the record has turns 0 to ",
    "verify {tmp}/none.txt": "cannot read {tmp}/none.txt: No such file",
    "rules basari BAS-99": "basari has no clause 'BAS-99'; its chapters are BAS-1",
}


@pytest.mark.parametrize("command", BAD)
def test_bad_input_is_answered_in_one_sentence(call: Call, tmp_path: Path, command: str) -> None:
    (tmp_path / "broken.toml").write_text("archways = [", "utf-8")
    (tmp_path / "wrong.toml").write_text('track = "long"', "utf-8")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "open.txt").write_text(bedesten.new("basari", seats=3, seed=7).record(), "utf-8")
    called = call(*command.format(tmp=tmp_path).split())
    assert called.exit_code == 2, called.output
    assert called.stdout == ""
    assert BAD[command].format(tmp=tmp_path) in called.stderr
    assert called.stderr.startswith("bedesten: ")
    assert called.stderr.count("\n") == 1
    assert "Traceback" not in called.stderr
