"""Records: what they say, what is refused, and that no change of one goes unnoticed."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bedesten
from bedesten import BadRecord, Match
from bedesten.kernel.record import read, write
from bedesten.tables.opening import record_entries
from bedesten.tables.table import Table
from playing import EFFORT, EVERY, Case, play_on, played, replayed, verified, whole

HEAD = """game: basari
rules: 1
seats: Ada, Bo, Cem
options: start=choose laps=1
seed: 7
"""


def short_game(answers: int = 10_000) -> Match:
    match = bedesten.new("basari", names=["Ada", "Bo", "Cem"], seed=7, laps=1)
    return play_on(match, 3, answers)


def unsealed(text: str) -> str:
    return "\n".join(line.split(" ~")[0] for line in text.split("\n"))


def edited(text: str, number: int, line: str) -> str:
    lines = text.split("\n")
    lines[number - 1] = line
    return "\n".join(lines)


RECORD = short_game().record()
OPEN_RECORD = short_game(9).record()


def test_an_option_that_came_later_is_named_if_it_is_chosen() -> None:
    """So the records of games without it are what they were."""
    match = bedesten.new("basari", seats=3, seed=7, decline=True)
    assert "options: start=choose laps=3 decline=true\n" in match.record()
    assert replayed(match.record()).position()["options"]["decline"] is True
    plain = bedesten.new("basari", seats=3, seed=7, decline=False)
    assert "options: start=choose laps=3\n" in plain.record()
    assert replayed(plain.record()).position() == plain.position()


def test_a_record_begins_with_its_headers() -> None:
    assert RECORD.startswith(HEAD)
    assert bedesten.verify(RECORD) == bedesten.Report(
        ok=True,
        sealed=True,
        finished=True,
        game="basari",
        turns=short_game().state.turn,
        answers=len(short_game().history),
        result=RECORD.split("result: ")[1].split(" ~")[0],
        luck="seed",
        draws=sum(answer.draw is not None for answer in short_game().history),
    )


def test_a_record_of_a_game_under_way_is_open() -> None:
    report = bedesten.verify(OPEN_RECORD)
    assert (report.ok, report.finished, report.result) == (True, False, "open")


@pytest.mark.parametrize("case", EVERY, ids=str)
def test_reading_and_writing_are_a_fixed_point(case: Case) -> None:
    match = played(case, 4, 60)
    record = match.record()
    assert write(read(record)) == record
    assert replayed(record).record() == record


def test_comments_and_empty_lines_say_nothing() -> None:
    lines = RECORD.split("\n")
    lines = [line if ". " not in line[:4] else f"{line}  # {line}" for line in lines]
    lines.insert(0, "# a fine game")
    lines.insert(3, "")
    lines.insert(8, "#")
    lines += ["# it was", ""]
    report = bedesten.verify("\n".join(lines))
    assert report.ok
    assert report.sealed


def test_a_record_by_hand_needs_no_hashes() -> None:
    report = bedesten.verify(unsealed(RECORD))
    assert report.ok
    assert not report.sealed
    assert bedesten.replay(unsealed(RECORD)).record() == RECORD


def test_a_record_by_hand_needs_no_result() -> None:
    without = unsealed(RECORD).split("result: ")[0]
    assert bedesten.verify(without).finished
    assert bedesten.verify(without.rstrip()).ok


def test_a_turn_may_be_written_in_several_lines() -> None:
    lines = unsealed(RECORD).split("\n")
    split = []
    for line in lines:
        turn, dot, rest = line.partition(". ")
        if dot and turn.isdigit() and " 1 " in rest:
            before, _, after = rest.partition(" 1 ")
            split += [f"{turn}. {before}", f"{turn}. 1 {after}"]
        else:
            split.append(line)
    assert len(split) > len(lines)
    assert bedesten.replay("\n".join(split)).record() == RECORD


# -- forced words ------------------------------------------------------------


def forced_game() -> tuple[Match, str]:
    """A game in which somebody had to accept an offer, which is said or left out."""
    for seed in range(300):
        match = play_on(bedesten.new("basari", seats=3, seed=seed, laps=1), seed, 10_000)
        for answer in match.history:
            if answer.forced and answer.word == "accept":
                return match, f" {answer.seat} accept"
    raise AssertionError("no answer was forced")


def test_a_forced_word_may_be_written_or_left_out() -> None:
    match, forced = forced_game()
    turn = next(one.turn for one in match.history if one.forced and one.word == "accept")
    lines = unsealed(match.record()).split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith(f"{turn}. "))
    assert forced in lines[at]
    without = edited("\n".join(lines), at + 1, lines[at].replace(forced, "", 1))
    assert bedesten.verify(without).ok
    assert bedesten.replay(without).record() == match.record()


def test_a_forced_word_that_is_wrong_is_refused() -> None:
    match, forced = forced_game()
    text = unsealed(match.record())
    wrong = text.replace(forced, forced.replace("accept", "pass"), 1)
    assert not bedesten.verify(wrong).ok


# -- what is refused, and where -----------------------------------------------


@pytest.mark.parametrize(
    ("line", "replaced", "reason"),
    [
        (1, "game: chess", "no game 'chess'; there are: "),
        (1, "", "the header 'game' is missing"),
        (1, "gane: basari", "no header 'gane'; there are: game"),
        (1, "game basari", "expected a header such as"),
        (2, "rules: 2", "played by rules 2 of basari; this program knows rules 1"),
        (2, "rules: one", "rules are numbered from 1, not 'one'"),
        (2, "rules: 0", "rules are numbered from 1, not '0'"),
        (2, "game: basari", "the header 'game' stands here twice"),
        (3, "seats: Ada, Bo", "basari is for 3 to 4 players, not 2"),
        (3, "seats: Ada, , Cem", "'' is no name"),
        (4, "options: laps=7", "option laps cannot be 7; it can be: 1, 2, 3"),
        (4, "options: wings=2", "basari has no option 'wings'; it has: start, laps"),
        (4, "options: laps", "options are written once each as name=value"),
        (4, "options: laps=1 laps=1", "options are written once each as name=value"),
        (4, "data: [1]", "expected a JSON object"),
        (4, "data: {", "expected a JSON object"),
        (4, 'data: {"wings": 2}', "data of basari: "),
        (4, "data: " + "[" * 100_000, "expected a JSON object"),
        (4, 'position: {"game": "basari"}', "this is no position: "),
        (4, "position: " + '{"a":' * 5000 + "1" + "}" * 5000, "expected a JSON object"),
        (5, "seed: ", "the seed is a number or a word, or 'manual'"),
        (5, "seed:  7", "the seed is a number or a word, or 'manual'"),
    ],
)
def test_a_wrong_header_is_named(line: int, replaced: str, reason: str) -> None:
    text = edited(unsealed(RECORD), line, replaced)
    report = bedesten.verify(text)
    assert not report.ok
    assert report.reason.startswith(reason)
    with pytest.raises(BadRecord) as caught:
        bedesten.replay(text)
    assert (caught.value.line, caught.value.reason) == (report.line, report.reason)
    assert report.line == line or "missing" in reason


def moves_at(text: str, turn: int) -> tuple[int, str]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(f"{turn}. "):
            return number, line
    raise AssertionError(f"no turn {turn}")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("2. ", "3. ", "turn 2 is under way, not turn 3"),
        ("2. ", "1. ", "turn 2 is under way, not turn 1"),
        ("2. *", "2. 0", "'pips:"),
        ("2. * ", "2. ", "who says 'pips:"),
        ("2. * ", "2. *  ", "one space stands between two words"),
        ("2. ", "2 ", "expected moves such as"),
        (" 0 ", " 9 ", "there is no seat 9"),
        ("pips:", "pipz:", "the seed 7 draws pips:"),
    ],
)
def test_the_first_wrong_line_of_moves_is_named(old: str, new: str, reason: str) -> None:
    text = unsealed(RECORD)
    number, line = moves_at(text, 2)
    assert old in line
    report = bedesten.verify(edited(text, number, line.replace(old, new, 1)))
    assert not report.ok
    assert report.reason.startswith(reason), report.reason
    assert report.line == number


def test_luck_that_the_seed_does_not_give_is_found_by_verifying() -> None:
    text = unsealed(RECORD)
    number, line = moves_at(text, 1)
    pips = line.split("pips:")[1][0]
    other = "1" if pips != "1" else "2"
    changed = edited(text, number, line.replace(f"pips:{pips}", f"pips:{other}", 1))
    report = bedesten.verify(changed)
    assert (report.ok, report.line) == (False, number)
    assert report.reason == f"the seed 7 draws pips:{pips} here, not pips:{other}"


def test_another_seed_is_found_by_verifying_and_replayed_all_the_same() -> None:
    text = edited(unsealed(RECORD), 5, "seed: 8")
    assert bedesten.verify(text).reason.startswith("the seed 8 draws")
    assert bedesten.replay(text).position() == short_game().position()


def test_luck_by_hand_is_not_compared_with_any_seed() -> None:
    text = edited(unsealed(RECORD), 5, "seed: manual")
    assert bedesten.verify(text).ok
    match = bedesten.replay(text)
    assert match.chance == "manual"
    assert match.seed is None
    assert match.position() == short_game().position()


# -- draws that were undone ----------------------------------------------------


def undone_game() -> Match:
    """A game in which the dice of the first round were undone before anything followed."""
    match = bedesten.new("basari", seats=3, seed=256, laps=1, start="random")
    first = next(n for n, one in enumerate(match.history) if one.word.startswith("pips"))
    match.rewind(first, new_luck=True)
    return match


def test_a_record_says_where_the_numbers_of_draws_jump() -> None:
    match = undone_game()
    drawn = [answer.draw for answer in match.history if answer.draw is not None]
    assert drawn == [0, 1, 2, 6, 7, 8]
    assert "*@6 pips:" in match.record()
    assert match.record().count("@") == 1
    assert bedesten.verify(match.record()).ok
    assert bedesten.replay(match.record()).history == match.history


def test_a_record_says_which_draw_comes_next_in_a_game_that_goes_on() -> None:
    match = bedesten.new("basari", seats=3, seed=256, laps=1, start="choose")
    match.play(*next((seat, match.choices(seat)[0]) for seat in match.actors))
    seen = match.history[2]
    assert (seen.seat, seen.draw) == (-1, 1)
    match.rewind(1, new_luck=True)
    assert match.record().split("\n")[6].partition(" ~")[0].endswith(" *@2")
    other = bedesten.replay(match.record())
    for one in (match, other):
        one.play(*next((seat, one.choices(seat)[0]) for seat in one.actors))
    assert match.history[2].draw == 2
    assert other.record() == match.record()
    assert bedesten.verify(match.record()).ok


def test_the_same_choices_meet_the_same_luck_unless_new_luck_is_asked_for() -> None:
    match = undone_game()
    before = match.record()
    match.rewind(3)
    assert match.record() == before
    match.rewind(3, new_luck=True)
    assert "*@9 pips:" in match.record()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("*@6 ", "* ", "the seed 256 draws"),
        ("*@6 ", "*@7 ", "the seed 256 draws"),
        ("*@6 ", "*@2 ", "draw 2 was made before; the next is draw 3"),
        ("*@6 ", "*@06 ", "who says '*@06'?"),
        ("*@6 ", "*@ ", "who says '*@'?"),
        ("*@6 ", "0@6 ", "who says '0@6'?"),
    ],
)
def test_a_wrong_number_of_a_draw_is_named(old: str, new: str, reason: str) -> None:
    text = unsealed(undone_game().record())
    number = next(n for n, line in enumerate(text.split("\n"), 1) if old in line)
    report = bedesten.verify(text.replace(old, new))
    assert (report.ok, report.line) == (False, number)
    assert report.reason.startswith(reason), report.reason


def test_luck_by_hand_has_no_numbers() -> None:
    text = unsealed(undone_game().record())
    wrong = bedesten.verify(text.replace("seed: 256", "seed: manual"))
    assert wrong.reason == "luck told by hand has no numbers such as 6"
    match = bedesten.replay(unsealed(short_game().record()).replace("seed: 7", "seed: manual"))
    match.rewind(4, new_luck=True)
    assert "@" not in match.record()


@pytest.mark.parametrize("result", ["open", "0 > 1 > 2 | 1 2 3", "", "0"])
def test_a_wrong_result_is_named(result: str) -> None:
    body, _, _ = unsealed(RECORD).partition("result: ")
    report = bedesten.verify(f"{body}result: {result}\n")
    assert not report.ok
    assert report.line == body.count("\n") + 1
    assert report.reason.startswith("the result is '")


def test_a_result_that_is_wrong_in_one_figure_is_named() -> None:
    body, _, result = unsealed(RECORD).strip().partition("result: ")
    for n, character in enumerate(result):
        if character.isdigit():
            wrong = result[:n] + str((int(character) + 1) % 10) + result[n + 1 :]
            assert bedesten.verify(f"{body}result: {wrong}\n").reason.startswith("the result is '")


def test_a_result_before_the_end_is_refused() -> None:
    report = bedesten.verify(unsealed(OPEN_RECORD).replace("open", "0 > 1 > 2 | 9 8 7"))
    assert report.reason == "the game is not over: the result is 'open' so far"


def test_nothing_but_comments_may_follow_the_result() -> None:
    for text in (RECORD, unsealed(RECORD)):
        assert bedesten.verify(text + "# the end\n\n").ok
        report = bedesten.verify(text + "9. 0 die\n")
        assert report.reason == "nothing but comments may follow the result"
        assert report.line == text.count("\n") + 1


def test_an_answer_after_the_end_is_refused() -> None:
    body, _, _ = unsealed(RECORD).partition("result: ")
    report = bedesten.verify(f"{body}{short_game().state.turn}. 0 die\n")
    assert report.reason == "'die' cannot be chosen now; the game is over"


def test_a_sealed_record_cut_off_anywhere_is_refused() -> None:
    whole_length = len(RECORD.rstrip("\n"))
    for length in range(whole_length):
        report = bedesten.verify(RECORD[:length])
        assert not report.ok or not report.sealed, length


def test_a_line_left_out_or_moved_is_found_at_the_line_where_it_is_missed() -> None:
    lines = RECORD.split("\n")
    first = next(n for n, line in enumerate(lines) if line.startswith("0. "))
    for n in range(first, len(lines) - 2):
        report = bedesten.verify("\n".join(lines[:n] + lines[n + 1 :]))
        assert (report.ok, report.line) == (False, n + 1)
        swapped = [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]
        report = bedesten.verify("\n".join(swapped))
        assert (report.ok, report.line) == (False, n + 1)


def test_a_changed_header_is_found_at_the_first_line_of_moves() -> None:
    report = bedesten.verify(RECORD.replace("Ada", "Eve"))
    assert report.reason == "the hash does not fit: this line, or what stands before, was changed"
    assert RECORD.split("\n")[report.line - 1].startswith("0. ")


# -- no change goes unnoticed ----------------------------------------------------

REPLACEMENTS = " #~0159abfzX.:*>=|"
SHORTEST = 1349


def changes(line: str) -> Iterator[str]:
    """The line with every change of one character."""
    for n, character in enumerate(line):
        yield line[:n] + line[n + 1 :]
        if n + 1 < len(line) and line[n + 1] != character:
            yield line[:n] + line[n + 1] + character + line[n + 2 :]
        for other in REPLACEMENTS:
            if other != character:
                yield line[:n] + other + line[n + 1 :]
    for n in range(len(line) + 1):
        for other in REPLACEMENTS:
            changed = line[:n] + other + line[n:]
            if changed != line:
                yield changed
        if 0 < n < len(line):
            yield line[:n] + "\n" + line[n:]


@pytest.mark.parametrize("finished", [True, False])
def test_every_change_of_one_character_is_found(finished: bool) -> None:
    ring = {"archways": [[5, 1, 1, 1, 1] for _ in range(13)]}
    match = bedesten.new("basari", seats=3, seed=SHORTEST, laps=1, data={"ring": ring})
    play_on(match, SHORTEST, 10_000)
    assert any(answer.word == "accept" for answer in match.history)
    if not finished:
        match.rewind(len(match.history) - 3)
    record = match.record()
    assert bedesten.verify(record).ok
    lines = record.split("\n")
    first = lines.index("") + 1
    for n in range(first, len(lines) - 1):
        for changed in changes(lines[n]):
            report = bedesten.verify("\n".join([*lines[:n], changed, *lines[n + 1 :]]))
            assert not report.ok, changed
            assert n <= report.line <= n + 2, (report.line, changed)


@settings(max_examples=60 * EFFORT)
@given(st.data())
def test_any_single_edit_of_any_record_is_found(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(EVERY))
    record = played(case, data.draw(st.integers(0, 5)), 25).record()
    start = record.index("\n\n") + 2
    at = data.draw(st.integers(start, len(record) - 2))
    character = data.draw(st.characters(codec="utf-8", exclude_characters="\n"))
    removed = data.draw(st.integers(0, 1))
    changed = record[:at] + character + record[at + removed :]
    if changed != record:
        assert not verified(changed).ok


# -- manual luck, variants, positions --------------------------------------------


def test_a_game_with_luck_by_hand_has_a_record() -> None:
    match = bedesten.new("basari", seats=3, chance="manual", laps=1)
    play_on(match, 1, 10_000)
    assert "seed: manual\n" in match.record()
    report = bedesten.verify(match.record())
    assert (report.ok, report.sealed, report.finished) == (True, True, True)
    assert whole(bedesten.replay(match.record())) == whole(match)


def test_a_variant_stands_in_the_record() -> None:
    changes = {"lap_points": 20, "majority": {"red": 30}}
    match = bedesten.new("basari", seats=3, seed=1, laps=1, data=changes)
    play_on(match, 1, 10_000)
    assert 'data: {"lap_points":20,"majority":{"red":30}}\n' in match.record()
    other = bedesten.replay(match.record())
    assert whole(other) == whole(match)
    assert other.changes == changes
    plain = edited(unsealed(match.record()), 5, "# " + match.record().split("\n")[4])
    assert not bedesten.verify(plain).ok


@pytest.mark.parametrize("chance", ["seeded", "manual"])
def test_a_record_can_begin_at_a_position(chance: str) -> None:
    start = short_game(20).position()
    seed = None if chance == "manual" else "later"
    match = bedesten.from_position("basari", start, seed=seed, chance=chance, names=["A", "B", "C"])
    play_on(match, 1, 10_000)
    report = bedesten.verify(match.record())
    assert (report.ok, report.finished) == (True, True)
    other = bedesten.replay(match.record())
    assert whole(other) == whole(match)
    assert other.start == start
    assert write(read(match.record())) == match.record()


def test_a_record_from_a_position_of_a_variant_keeps_the_variant() -> None:
    match = bedesten.new("basari", seats=3, seed=1, data={"lap_points": 20})
    play_on(match, 1, 12)
    later = bedesten.from_position("basari", match.position(), seed=2)
    play_on(later, 2, 10_000)
    assert later.position()["data"] == {"lap_points": 20}
    assert whole(bedesten.replay(later.record())) == whole(later)


@pytest.mark.parametrize("seed", [0, -5, 7, "7", "007", "a b", "bazaar-1", "äöü ✓", 10**40, "0x1f"])
def test_any_seed_survives_in_a_record(seed: int | str) -> None:
    match = play_on(bedesten.new("basari", seats=3, seed=seed, laps=1), 5, 30)
    assert bedesten.verify(match.record()).ok
    other = bedesten.replay(match.record())
    assert str(other.seed) == str(match.seed)
    assert play_on(other, 6).position() == play_on(match, 6).position()


@given(
    st.lists(
        st.text(st.characters(codec="utf-8"), min_size=1, max_size=8),
        min_size=3,
        max_size=4,
    )
)
def test_names_survive_in_a_record_or_are_refused(names: list[str]) -> None:
    try:
        match = bedesten.new("basari", seed=1, names=names)
    except ValueError:
        return
    assert bedesten.verify(match.record()).ok
    assert bedesten.replay(match.record()).names == tuple(names)


# -- any text whatever -----------------------------------------------------------


def is_reported(text: str) -> bool:
    """Verifying ends in a report; a refusal names a line and a reason, and replaying agrees."""
    report = bedesten.verify(text)
    if not report.ok:
        assert 1 <= report.line <= text.count("\n") + 1
        assert report.reason
    replayable = True
    try:
        bedesten.replay(text)
    except BadRecord:
        replayable = False
    assert replayable or not report.ok, "what can be verified can be replayed"
    return report.ok


@settings(max_examples=150 * EFFORT)
@given(st.text(max_size=200))
def test_any_text_is_reported_on(text: str) -> None:
    assert not is_reported(text)


@settings(max_examples=150 * EFFORT)
@given(st.text(max_size=200))
def test_any_moves_are_reported_on(text: str) -> None:
    is_reported(HEAD + "\n" + text)


TOKENS = st.sampled_from(
    ["*", "0", "1", "2", "3", "9", "die", "gems", "archway:4", "pips:3", "seat:1", "done", "x", ""]
)
LINES = st.builds(
    lambda turn, tokens: f"{turn}. {' '.join(tokens)}", st.integers(0, 3), st.lists(TOKENS)
)


@settings(max_examples=150 * EFFORT)
@given(st.lists(LINES, max_size=4))
def test_any_words_are_reported_on(lines: list[str]) -> None:
    is_reported(HEAD + "\n".join(["", *lines]))


@settings(max_examples=250 * EFFORT)
@given(st.data())
def test_records_changed_anyhow_are_reported_on(data: st.DataObject) -> None:
    sealed = [RECORD, OPEN_RECORD]
    text = data.draw(st.sampled_from([*sealed, *map(unsealed, sealed)]))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        to = data.draw(st.integers(at, min(len(text), at + 20)))
        piece = data.draw(st.text(max_size=4) | st.sampled_from([text[:30], text[-60:], "\n", "~"]))
        text = text[:at] + piece + text[to:]
    is_reported(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(string.printable, max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["game", "seats", "ring", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)


@settings(max_examples=100 * EFFORT)
@given(st.sampled_from(["data", "position", "options", "seats", "seed"]), JSON)
def test_any_header_is_reported_on(header: str, value: object) -> None:
    lines = [line for line in HEAD.split("\n") if not line.startswith(f"{header}:")]
    is_reported("\n".join([f"{header}: {json.dumps(value)}", *lines]))


def test_a_text_that_is_no_unicode_or_too_long_is_refused() -> None:
    assert bedesten.verify("game: \ud800").reason == "the text is not valid Unicode"
    assert bedesten.verify("#" * 5_000_001).reason.startswith("a record has at most")


# -- rules of old ---------------------------------------------------------------------

OLD = sorted((Path(__file__).parent / "records").glob("choose_write_rules_1_*.txt"))


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_record_of_older_rules_is_played_by_them(path: Path) -> None:
    """By rules 1 all of caravan card 8 was planned at once, and a forced tick was not recorded."""
    record = path.read_text(encoding="utf-8")
    assert verified(record).ok
    match = replayed(record)
    assert (match.rules, match.over) == (1, True)
    assert match.record() == record
    unsealed = re.sub(r" ~[0-9a-f]+$", "", record, flags=re.MULTILINE)
    assert verified(unsealed).ok
    assert not verified(unsealed.replace("rules: 1", "rules: 2")).ok, "today it plays otherwise"


def test_a_table_that_was_begun_by_older_rules_is_read_by_them() -> None:
    record = OLD[0].read_text(encoding="utf-8")
    table = Table("t", record_entries(record, "ada", 0.0))
    assert table.running().record() == record


def test_rules_that_nobody_knows_are_refused() -> None:
    record = OLD[0].read_text(encoding="utf-8").replace("rules: 1", "rules: 3")
    report = verified(re.sub(r" ~[0-9a-f]+$", "", record, flags=re.MULTILINE))
    assert not report.ok
    assert "played by rules 3 of choose_write; this program knows rules 2" in report.reason
