"""Programs that play: those that behave, and those that crash, stall or babble."""

from __future__ import annotations

import json
import logging
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bedesten
from bedesten import bots, seeded
from bedesten.bots import external
from bedesten.bots.external import ExternalBot
from bedesten.bots.knowledge import Knowledge
from cli.conftest import Call, call

__all__ = ["call"]

ROOT = Path(__file__).parent.parent.parent

HELLO = """
import json, os, sys, time
def say(**answer):
    print(json.dumps(answer), flush=True)
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        say(hello="test")
        continue
    asked += 1
    first = message["choices"][0]
"""

Write = Callable[..., ExternalBot]


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """A bot from the body of its loop, with so many milliseconds for each answer."""
    made: list[ExternalBot] = []

    def written(body: str, deadline: int = 5000) -> ExternalBot:
        path = tmp_path / f"bot{len(made)}.py"
        lines = "".join(f"    {line}\n" for line in body.splitlines())
        path.write_text(HELLO + lines, encoding="utf-8")
        bot = ExternalBot(f"cmd@{deadline}:{shlex.join([sys.executable, str(path)])}")
        made.append(bot)
        return bot

    yield written
    for bot in made:
        bot.close()
    external.close_all()


def known(name: str = "basari", **options: Any) -> Knowledge:
    return Knowledge.of(bedesten.new(name, seed=3, **options), asked(name, **options))


def asked(name: str, **options: Any) -> int:
    return bedesten.new(name, seed=3, **options).actors[0]


def greedily(one: Knowledge) -> str:
    """What the fallback says with the luck that is left after a question."""
    luck = seeded("x")
    luck.below(2)
    return bots.bot("greedy").choose(one, luck)


def children() -> set[int]:
    listed = subprocess.run(
        ["ps", "--ppid", str(os.getpid()), "-o", "pid=,comm="],
        capture_output=True,
        text=True,
        check=False,
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    return {int(row[0]) for row in rows if row[1] != "ps"}


def test_a_program_that_behaves_is_heard(write: Write) -> None:
    bot = write("say(choice=message['choices'][-1])")
    for name in bedesten.games():
        one = known(name)
        assert bot.choose(one, seeded("x")) == one.choices[-1]
    assert bot.faults == []


def test_it_is_told_what_its_seat_may_know_and_no_more(write: Write, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    bot = write(f"open({str(heard)!r}, 'w').write(line)\nsay(choice=first)")
    one = known("istanbul")
    bot.choose(one, seeded("x"))
    question = json.loads(heard.read_text("utf-8"))
    assert set(question) == {"question", "choices", "deadline_ms", "luck", "observation"}
    assert question["question"] == one.step
    assert tuple(question["choices"]) == one.choices
    assert question["deadline_ms"] == 5000
    assert question["observation"]["seat"] == one.seat
    view = json.loads(json.dumps(one.view))
    assert view.items() <= question["observation"].items()


def test_a_world_that_is_sent_fits_what_is_known(write: Write) -> None:
    match = bedesten.new("istanbul", seats=3, seed=9, layout="long")
    one = Knowledge.of(match, match.actors[0])
    world = bedesten.from_position("istanbul", one.imagined_position(seeded("w")))
    assert world.game.show(world.state, one.seat) == one.view
    assert world.choices(one.seat) == one.choices
    assert world.options["layout"] == "long"


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("sys.exit(3)", "ended with code 3"),
        ("raise ValueError('no tea')", "ended with code 1: ValueError: no tea"),
        ("os.close(1)\ntime.sleep(60)", "closed its output"),
        ("print('hm, let me think', flush=True)", "answered 'hm, let me think', which is no JSON"),
        ("print('[1, 2]', flush=True)", "which is no JSON object"),
        ("say(choice='fly')", "which is none of the choices"),
        ("say(choice=7)", "which is none of the choices"),
        ("say(word=first)", "which is none of the choices"),
        ("print('', flush=True)", "which is no JSON object"),
        ("sys.stdout.buffer.write(bytes([255, 10]))\nsys.stdout.flush()", "which is no JSON"),
    ],
)
def test_a_fault_loses_the_decision_to_the_greedy_bot_and_is_logged(
    write: Write, body: str, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    one = known()
    bot = write(body)
    with caplog.at_level(logging.WARNING):
        assert bot.choose(one, seeded("x")) == greedily(one)
    assert fault in bot.faults[0]
    assert "greedy chose for seat" in caplog.text


def test_a_program_that_stalls_is_not_waited_for(write: Write) -> None:
    bot = write("time.sleep(60)", deadline=150)
    one = known()
    begun = time.monotonic()
    assert bot.choose(one, seeded("x")) == greedily(one)
    assert time.monotonic() - begun < 20
    assert bot.faults == ["did not answer within 150 ms"]


def test_it_is_restarted_and_its_late_answer_is_not_taken_for_another(
    write: Write, tmp_path: Path
) -> None:
    """The first program stalls once; the second one, started for the next question, answers."""
    flag = tmp_path / "flag"
    body = (
        f"if not os.path.exists({str(flag)!r}):\n"
        f"    open({str(flag)!r}, 'w').close()\n"
        "    time.sleep(0.6)\n"
        "    say(choice='late')\n"
        "else:\n"
        "    say(choice=first)"
    )
    bot = write(body, deadline=400)
    one = known()
    bot.choose(one, seeded("x"))
    bot.deadline_ms = 5000
    assert bot.choose(one, seeded("x")) == one.choices[0]
    assert bot.choose(one, seeded("x")) == one.choices[0]
    assert len(bot.faults) == 1


def test_after_three_faults_in_a_row_it_is_given_up(write: Write, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    bot = write(f"open({str(begun)!r}, 'a').write('x')\nsys.exit(1)")
    one = known()
    for _ in range(6):
        assert bot.choose(one, seeded("x")) in one.choices
    assert bot.given_up
    assert begun.read_text() == "xxx"
    assert len(bot.faults) == 6


def test_a_program_that_is_not_there(write: Write) -> None:
    bot = ExternalBot("cmd:./there-is-no-such-program")
    one = known()
    assert bot.choose(one, seeded("x")) == bots.bot("greedy").choose(one, seeded("x"))
    assert bot.faults == ["cannot be started: No such file or directory"]


def test_a_shell_script_can_play(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text(
        "#!/bin/sh\n"
        'read hello; echo \'{"hello": "shell"}\'\n'
        "while read -r question; do\n"
        '  word=${question#*\\"choices\\":[\\"}; word=${word%%\\"*}\n'
        '  echo "{\\"choice\\": \\"$word\\"}"\n'
        "done\n",
        encoding="utf-8",
    )
    script.chmod(0o755)
    bot = ExternalBot(f"cmd:{script}")
    one = known("istanbul")
    assert bot.choose(one, seeded("x")) == one.choices[0]
    assert bot.faults == []
    bot.close()


@pytest.mark.skipif(os.name != "posix", reason="looks at processes as POSIX does")
def test_nobody_is_left_behind(write: Write, tmp_path: Path) -> None:
    """Not the program, not what it has started, and no zombie of either."""
    before = children()
    started = tmp_path / "pid"
    child = "import subprocess\nchild = subprocess.Popen(['sleep', '300'])\n"
    child += f"open({str(started)!r}, 'w').write(str(child.pid))\n"
    stubborn = write(child + "time.sleep(300)", deadline=1500)
    deaf = write("say(choice=first)\nos.close(0)\ntime.sleep(300)")
    for bot in (stubborn, deaf):
        bot.choose(known(), seeded("x"))
        bot.close()
    assert children() <= before
    deadline = time.monotonic() + 10
    grandchild = int(started.read_text())
    while Path(f"/proc/{grandchild}").exists() and time.monotonic() < deadline:
        status = Path(f"/proc/{grandchild}/stat").read_text().split()
        if status[2] == "Z":  # its new parent has not looked yet
            break
        time.sleep(0.05)
    else:
        assert not Path(f"/proc/{grandchild}").exists()


def test_what_a_file_or_a_stranger_names_is_no_program() -> None:
    assert bots.full_name("cmd:./mybot") is None
    with pytest.raises(ValueError, match="no bot"):
        bots.bot("cmd:./mybot")
    assert external.full_name("cmd:./mybot") == "cmd:./mybot"
    assert external.full_name("greedy") == "greedy"
    assert external.full_name("cmd:") is None


def test_a_command_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ValueError, match="no command line"):
        ExternalBot("cmd:./mybot 'unclosed")


# -- at the table -----------------------------------------------------------


def test_the_example_plays_against_a_person(call: Call, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    example = shlex.join([sys.executable, str(ROOT / "examples" / "mybot.py")])
    seats = f"you,cmd:{example},random"
    called = call(
        "play", "basari", "--seats", seats, "--seed", "7", "--save", str(save),
        typed=["5", "gems", "q"],
    )  # fmt: skip
    assert called.exit_code == 0, called.output
    assert bedesten.verify(save.read_text("utf-8")).ok
    external.close_all()
    refused = call("play", "--resume", str(save))
    assert refused.exit_code == 2
    assert "--run-programs" in refused.stderr
    assert call("play", "--resume", str(save), "--run-programs", typed=["q"]).exit_code == 0
    external.close_all()


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "greedy chose instead"), ("de", "stattdessen"), ("fr", "à sa place")],
)
def test_a_person_is_told_of_a_fault(call: Call, lang: str, said: str) -> None:
    seats = "you,cmd:false,random"
    called = call(
        "play", "basari", "--seats", seats, "--seed", "7", "--lang", lang, typed=["5", "gems", "q"]
    )
    assert "ended with code 1" in called.stdout
    assert said in called.stdout
    external.close_all()


def test_a_program_plays_in_a_simulation(call: Call) -> None:
    example = shlex.join([sys.executable, str(ROOT / "examples" / "mybot.py")])
    bots_ = f"cmd:{example},random,random"
    called = call("sim", "basari", "-n", "2", "-o", "laps=1", "--bots", bots_)
    assert called.exit_code == 0, called.output
    assert "mybot.py" in called.stdout
    external.close_all()
