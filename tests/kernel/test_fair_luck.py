"""Keyed luck: the same everywhere, equally likely, and proven by the record alone."""

from __future__ import annotations

import hashlib
import hmac
import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bedesten
from bedesten import Match
from bedesten.kernel import fair_luck
from bedesten.kernel.fair_luck import (
    Commitment,
    KeyedLuck,
    Share,
    hash_of,
    key_of,
    new_secret,
    promise_of,
)
from bedesten.kernel.luck import SeededLuck
from bedesten.kernel.rng import nth_below, seeded
from playing import choose

SECRET = "5e" * 32
SHARES = ("rose", "Ünïcode\nand a line", "")

GOLDEN: dict[str, object] = {
    "promise": "27e76b95f582297dfc1ab811741a5e7d1f26cc49be9d258731c8baf242d215a5",
    "hash": "554ac967fe897705100c25c673e41c51adadbfc71e5668876ef1d4b372badcaf",
    "key": "b607c70ff81815526b6f8ada853a6aeae1594ff2129c83b3cf0678db7fba2bc1",
    "dice": [1, 5, 0, 0, 4, 3, 5, 5, 0, 2, 0, 4],
    "large": [60476682, 911185797, 1581632810],
    "order": (4, 3, 1, 2, 0),
}

# Critical values of chi-square at one in a thousand, by degrees of freedom.
CRITICAL = {1: 10.83, 2: 13.82, 5: 20.52, 9: 27.88, 35: 66.62, 99: 148.23}


# -- the stream ----------------------------------------------------------------


def test_promise_hash_key_and_tickets_are_those_they_always_were() -> None:
    assert promise_of(SECRET) == GOLDEN["promise"]
    assert hash_of(SHARES[1]) == GOLDEN["hash"]
    key = key_of(SECRET, SHARES)
    assert key == GOLDEN["key"]
    luck = KeyedLuck(key)
    assert [luck.ticket(n, 6) for n in range(12)] == GOLDEN["dice"]
    assert [luck.ticket(n, 2**31 - 1) for n in range(3)] == GOLDEN["large"]
    assert luck.order(5) == GOLDEN["order"]


def test_the_formulas_are_those_of_the_documentation() -> None:
    assert promise_of("x") == hashlib.sha256(b"bedesten-luck-1 promise x").hexdigest()
    assert hash_of("é") == hashlib.sha256("bedesten-luck-1 share é".encode()).hexdigest()
    message = "bedesten-luck-1 key\n0:1:a\n1:2:é".encode()
    key = hmac.new(b"secret", message, hashlib.sha256).hexdigest()
    assert key_of("secret", ["a", "é"]) == key
    digest = hmac.new(key.encode(), b"bedesten-luck-1 draw 7 0", hashlib.sha256).digest()
    assert KeyedLuck(key).ticket(7, 1000) == int.from_bytes(digest[:8], "big") % 1000


@given(st.lists(st.text(max_size=4), max_size=3), st.lists(st.text(max_size=4), max_size=3))
def test_other_shares_give_another_key(one: list[str], other: list[str]) -> None:
    assert (key_of(SECRET, one) == key_of(SECRET, other)) == (one == other)


@given(st.integers(1, 2**31 - 1), st.integers(0, 10**9))
def test_a_ticket_stays_below_their_number(tickets: int, draw: int) -> None:
    assert 0 <= KeyedLuck("k").ticket(draw, tickets) < tickets
    assert 0 <= SeededLuck(1).ticket(draw, tickets) < tickets


@pytest.mark.parametrize("kinds", [freedom + 1 for freedom in CRITICAL])
@pytest.mark.parametrize("secret", ["one", "two", "three"])
def test_every_ticket_is_as_likely(kinds: int, secret: str) -> None:
    luck = KeyedLuck(key_of(secret, ()))
    counts = Counter(luck.ticket(n, kinds) for n in range(400 * kinds))
    expected = 400
    found = sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))
    assert found < CRITICAL[kinds - 1]


def test_pairs_of_tickets_and_orders_of_seats_are_as_likely() -> None:
    luck = KeyedLuck(key_of("pairs", ()))
    pairs = Counter(6 * luck.ticket(2 * n, 6) + luck.ticket(2 * n + 1, 6) for n in range(14400))
    assert sum((pairs[n] - 400) ** 2 / 400 for n in range(36)) < CRITICAL[35]
    orders = Counter(KeyedLuck(str(n)).order(3) for n in range(2400))
    assert len(orders) == 6
    assert sum((count - 400) ** 2 / 400 for count in orders.values()) < CRITICAL[5]


def test_what_would_not_be_exact_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of eight numbers, 6 and 7 give no die: the next attempt counts."""
    monkeypatch.setattr(fair_luck, "_NUMBERS", 8)
    given = iter([7, 6, 5])
    asked: list[bytes] = []

    def digest(_key: bytes, message: bytes, _name: str) -> bytes:
        asked.append(message)
        return next(given).to_bytes(8, "big") + b"rest"

    monkeypatch.setattr(hmac, "digest", digest)
    assert KeyedLuck("k").ticket(3, 6) == 5
    assert asked == [f"bedesten-luck-1 draw 3 {n}".encode() for n in range(3)]


@pytest.mark.parametrize("seed", ["", "7", "word"])
def test_the_luck_of_a_seed_is_found_by_number(seed: str) -> None:
    rng = seeded(seed)
    luck, first = SeededLuck(seed), seeded(seed)
    for n in range(2000):
        drawn = rng.below(1000)
        assert luck.ticket(n, 1000) == nth_below(first, n, 1000) == drawn
    assert first.state == seeded(seed).state


# -- matches and records -------------------------------------------------------


def committed(secret: str = SECRET, shuffled: bool = False) -> Commitment:
    shares = tuple(
        Share(seat, hash_of(text), text) for seat, text in ((0, "Ada's own"), (2, 'Cem "x"\n'))
    )
    key = key_of(secret, [share.text or "" for share in shares])
    order = KeyedLuck(key).order(3) if shuffled else None
    return Commitment(promise_of(secret), shares, order, secret)


def keyed(commitment: Commitment, answers: int = 10_000, undo: int = 0) -> Match:
    """A game whose luck is keyed; now and then something is undone."""
    match = bedesten.new(
        "basari", names=["Ada", "Bo", "Cem"], chance="manual", laps=1, start="random"
    )
    match.commit(commitment)
    match.let_chance_answer()
    rng = random.Random(3)
    for _ in range(answers):
        if match.over:
            break
        match.play(*choose(match, rng))
        if undo and not match.over:
            match.rewind(max(0, len(match.history) - undo), new_luck=True)
            undo = 0
    return match


GAME = keyed(committed(shuffled=True), undo=14)
RECORD = GAME.record()
OPEN_RECORD = keyed(committed(), 9).record()


def test_a_match_draws_from_the_key_by_number() -> None:
    luck = KeyedLuck(GAME.commitment.key or "") if GAME.commitment else None
    assert luck is not None
    again = bedesten.new(
        "basari", names=["Ada", "Bo", "Cem"], chance="manual", laps=1, start="random"
    )
    for answer in GAME.history:
        if answer.forced:
            continue
        if answer.draw is not None:
            ticket = luck.ticket(answer.draw, again.state.tickets)
            assert again.game.vocabulary[again.state.word_of(ticket)] == answer.word
        again.play(answer.seat, answer.word)
    assert again.over


def test_a_finished_record_proves_its_luck() -> None:
    report = bedesten.verify(RECORD)
    assert (report.ok, report.luck, report.shares) == (True, "proven", 2)
    numbers = [answer.draw for answer in GAME.history if answer.draw is not None]
    assert report.undone == max(numbers) + 1 - len(numbers) > 0
    assert "*@" in RECORD
    assert f"secret: {SECRET}" in RECORD
    assert "seed" not in RECORD
    other = bedesten.replay(RECORD)
    assert other.record() == RECORD
    assert other.commitment == GAME.commitment


def test_a_record_of_a_game_under_way_holds_the_promise_alone() -> None:
    assert SECRET not in OPEN_RECORD
    assert "Ada's own" not in OPEN_RECORD
    assert hash_of("Ada's own") in OPEN_RECORD
    report = bedesten.verify(OPEN_RECORD)
    assert (report.ok, report.luck, report.finished) == (True, "promised", False)
    match = bedesten.replay(OPEN_RECORD)
    assert match.record() == OPEN_RECORD
    assert match.chance == "keyed"
    assert match.seed is None


def test_a_replay_without_the_secrets_draws_nothing() -> None:
    match = bedesten.replay(keyed(committed(), 0).record())
    rng = random.Random(1)
    while bedesten.CHANCE not in match.actors:
        match.play(*choose(match, rng))
    before = match.record()
    assert match.odds()
    match.rewind(len(match.history), new_luck=True)
    assert match.record() == before


def unsealed(text: str) -> str:
    return "\n".join(line.split(" ~")[0] for line in text.split("\n"))


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.split("\n"), 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("header", "change", "reason"),
    [
        ("secret", lambda line: line.replace("5e", "5f", 1), "the promise of this secret is "),
        ("promise", lambda _: f"promise: {promise_of('other')}", "the promise of this secret is "),
        ("shares", lambda line: line.replace("Ada's", "Bo's"), "the hash of seat 0's share is "),
        (
            "shares",
            lambda line: line.replace(hash_of("Ada's own"), hash_of("other")),
            "the hash of seat 0's share is ",
        ),
        ("shuffled", lambda _: "shuffled: 0 1 2", "the secrets shuffle the seats to "),
    ],
)
def test_a_false_secret_is_named_with_its_line(header: str, change: object, reason: str) -> None:
    text = unsealed(RECORD)
    number = line_of(text, f"{header}:")
    lines = text.split("\n")
    lines[number - 1] = change(lines[number - 1])  # type: ignore[operator]
    assert "\n".join(lines) != text
    report = bedesten.verify("\n".join(lines))
    assert not report.ok
    assert report.line == (line_of(text, "secret:") if header == "promise" else number)
    assert report.reason.startswith(reason), report.reason


def test_another_secret_with_its_promise_does_not_give_the_rolls() -> None:
    """A server that promised something else afterwards is found by the rolls themselves."""
    other = "5f" * 32
    text = unsealed(RECORD).replace(SECRET, other).replace(promise_of(SECRET), promise_of(other))
    order = KeyedLuck(committed(other).key or "").order(3)
    text = re.sub("shuffled: .*", "shuffled: " + " ".join(map(str, order)), text)
    report = bedesten.verify(text)
    assert not report.ok
    assert report.line >= line_of(text, "0. ")
    assert report.reason.startswith("the secrets draw "), report.reason


@pytest.mark.parametrize("swap", [False, True])
def test_the_order_of_the_shares_counts(swap: bool) -> None:
    shares = committed().shares
    text = keyed(committed()).record()
    again = bedesten.replay(text)
    again.commit(Commitment(promise_of(SECRET), shares[::-1] if swap else shares, None, SECRET))
    assert bedesten.verify(again.record()).ok is not swap


def test_a_false_roll_and_a_false_number_are_named_with_their_line() -> None:
    text = unsealed(RECORD)
    number = line_of(text, "1. ")
    line = text.split("\n")[number - 1]
    pips = line.split("pips:")[1][0]
    false = line.replace(f"pips:{pips}", f"pips:{int(pips) % 6 + 1}", 1)
    report = bedesten.verify(text.replace(line, false))
    assert (report.ok, report.line) == (False, number)
    assert report.reason.startswith(f"the secrets draw pips:{pips} here, not")
    jump = re.search(r"\*@(\d+)", text)
    assert jump is not None
    at = text[: jump.start()].count("\n") + 1
    numbers = (int(jump[1]) + n for n in range(1, 60))
    reports = [bedesten.verify(text.replace(jump[0], f"*@{n}")) for n in numbers]
    assert all(report.line >= at for report in reports if not report.ok)
    assert sum(report.ok for report in reports) == 0


@pytest.mark.parametrize(
    ("hide", "what"),
    [
        (lambda text: re.sub("secret: .*\n", "", text), "the secret that was promised"),
        (lambda text: text.replace(',"text":"Ada\'s own"', ""), "the share of seat 0"),
    ],
)
def test_a_finished_game_whose_secrets_are_not_revealed_is_found(hide: object, what: str) -> None:
    text = hide(unsealed(keyed(committed()).record()))  # type: ignore[operator]
    report = bedesten.verify(text)
    assert (report.ok, report.line) == (False, line_of(text, "promise:"))
    expected = f"the game is over, and {what} is not revealed: its luck cannot be checked"
    assert report.reason == expected
    assert bedesten.replay(text).over


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("luck: hmac-sha256-1", "luck: dice", "this program knows luck by hmac-sha256-1"),
        ("luck: hmac-sha256-1", "seed: 7", "the header 'promise' belongs to"),
        ("luck: hmac-sha256-1\n", "luck: hmac-sha256-1\nseed: 7\n", "one of the headers"),
        ("luck: hmac-sha256-1\n", "", "one of the headers"),
        (f"promise: {promise_of(SECRET)}\n", "", "the header 'promise' is missing"),
        (f"promise: {promise_of(SECRET)}", "promise: 12", "expected 64 hexadecimal digits"),
        (f"secret: {SECRET}", f"secret: {SECRET.upper()}", "expected 64 hexadecimal digits"),
        ("shares: [", "shares: {", "expected shares as JSON"),
        ('"seat":2', '"seat":3', "a seat from 0 to 2 has one share at most"),
        ('"seat":2', '"seat":0', "a seat from 0 to 2 has one share at most"),
        ('"seat":2', '"seat":"2"', "expected shares as JSON"),
        ("Ada's own", "x" * 201, "a share has at most 200 characters"),
    ],
)
def test_headers_that_cannot_be_are_refused(old: str, new: str, reason: str) -> None:
    text = unsealed(keyed(committed()).record())
    assert old in text
    report = bedesten.verify(text.replace(old, new))
    assert not report.ok
    assert report.reason.startswith(reason), report.reason


@pytest.mark.parametrize("wrong", ["0 1", "0 1 1", "0 1 3", "0 1 2 3", "a b c", ""])
def test_an_order_that_cannot_be_is_refused(wrong: str) -> None:
    report = bedesten.verify(re.sub("shuffled: .*", f"shuffled: {wrong}", unsealed(RECORD)))
    assert report.reason == "expected the seats 0 to 2 in some order"


def test_secrets_cannot_be_guessed() -> None:
    assert len({new_secret() for _ in range(100)}) == 100
    assert fair_luck.is_hex(new_secret())
