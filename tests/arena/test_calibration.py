"""`bedesten calibrate`: what chances are worth, measured without fooling oneself."""

from __future__ import annotations

import json
import random
from math import exp, log
from pathlib import Path

import pytest

from bedesten.arena.calibration import Calibration, GameForecast, calibration
from cli.conftest import Call

POSITIONS = 8


def games(many: int, sharpness: float = 1.0, seed: int = 1) -> list[GameForecast]:
    """Two seats with scores; the better one wins as often as the logistic curve says.

    What is said is the truth if `sharpness` is 1, and overconfident if it is more.
    """
    whim = random.Random(seed)
    found = []
    for n in range(many):
        lead = whim.gauss(0, 1.5)
        won = whim.random() < 1 / (1 + exp(-lead))
        said = 1 / (1 + exp(-sharpness * lead))
        found.append(
            GameForecast(
                n,
                [[said, 1 - said]] * POSITIONS,
                [[0.5, 0.5]] * POSITIONS,
                [[5 + lead, 5.0]] * POSITIONS,
                [float(won), float(not won)],
            )
        )
    return found


def test_chances_that_are_right_are_called_right() -> None:
    found = calibration(games(3000))
    assert found.positions == 3000 * POSITIONS
    assert found.shown.calibration_error < 0.03
    assert found.constant.log_loss.value == pytest.approx(log(2))
    assert found.constant.brier.value == pytest.approx(0.5)
    assert found.shown.log_loss.high < found.constant.log_loss.value
    inside = [row.won.low <= row.said <= row.won.high for row in found.reliability]
    assert inside.count(False) <= 2


def test_overconfidence_shows_in_every_figure() -> None:
    right, bold = calibration(games(2000)), calibration(games(2000, sharpness=4))
    assert bold.shown.log_loss.low > right.shown.log_loss.high
    assert bold.shown.brier.value > right.shown.brier.value
    assert bold.shown.calibration_error > 0.08
    last = bold.reliability[-1]
    assert last.won.high < last.said


def test_the_scores_alone_find_their_slope_without_seeing_the_games_they_judge() -> None:
    found = calibration(games(2000))
    truth, fitted = found.shown.log_loss.value, found.by_score.log_loss.value
    assert fitted == pytest.approx(truth, abs=0.003)
    assert fitted > truth - 1e-4, "the truth cannot be beaten on games not learnt from"


def test_bounds_take_the_game_as_the_unit() -> None:
    """Eight positions of one game say no more than one of them."""

    def width(found: Calibration) -> float:
        return found.shown.log_loss.high - found.shown.log_loss.low

    thin = [
        GameForecast(one.index, one.chances[:1], one.search[:1], one.scores[:1], one.won)
        for one in games(400)
    ]
    assert width(calibration(games(400))) == pytest.approx(width(calibration(thin)))


def test_it_prints_figures_and_draws_the_diagram(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "diagram.html"
    command = ("calibrate", "basari", "-n", "6", "-o", "laps=1", "--bots", "search:1")
    called = call(*command, "--out", str(out))
    assert called.exit_code == 0, called.output
    for text in ("Log loss", "Brier", "the scores alone", "equal for all", "Said"):
        assert text in called.stdout
    page = out.read_text("utf-8")
    assert page.count("<svg") == 1
    assert "<h1>Basari, 3 players, search:1</h1>" in page


def test_the_figures_do_not_depend_on_the_number_of_processes(call: Call) -> None:
    command = ("calibrate", "basari", "-n", "6", "-o", "laps=1", "--bots", "random", "--json")
    one, two = (json.loads(call(*command, "--jobs", jobs).stdout) for jobs in "12")
    assert one == two
    assert one["schema"] == "bedesten-calibration-1"
    assert one["games"] == 6
    assert {"bedesten", "build", "weights"} <= one["provenance"].keys()


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("choose_write", "--seats", "1"), "a solo game has no winner"),
        (("basari", "--bots", "deepblue"), "no bot 'deepblue'"),
        (("basari", "--out", "diagram.png"), "ends in .html"),
        (("basari", "-n", "1"), "greater than or equal to 2"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(
    call: Call, args: tuple[str, ...], sentence: str
) -> None:
    refused = call("calibrate", *args)
    assert refused.exit_code == 2
    assert sentence in refused.stderr
    assert refused.stderr.count("\n") == 1
