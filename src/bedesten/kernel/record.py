"""The text of a record: headers, one line a turn, the result, and a chain of hashes.

    game: basari
    rules: 1
    seats: Ada, Bo, Cem
    options: laps=3 start=choose
    seed: 7

    0. * seat:1 1 archway:4 * seat:0 0 archway:17 2 archway:9 ~9f0c11d2
    1. * pips:3 pips:6 pips:1 0 die 1 gems 2 die ~5e77a01b  # a comment
    result: 1 > 0 = 2 | 80 91 80 ~0e1f...

A number or `*` names the actor, a seat or chance; the words that follow are its answers. `*@57` is
chance too, and says that its next draw is number 57, because others were undone. `~` begins
the hash of everything until there: a hash chain, in which each line's hash includes the one before.
A record written by hand may leave all hashes out. A game whose luck is keyed has the headers
`luck`, `promise`, `shares`, `shuffled` and `secret` instead of `seed`. The grammar is in
docs/notation.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2s
from typing import Any

import msgspec

from bedesten.kernel.errors import BadRecord
from bedesten.kernel.fair_luck import LONGEST_SHARE, SCHEME, Commitment, Share, is_hex
from bedesten.kernel.state import CHANCE

OPEN = "open"
MANUAL_SEED = "manual"
LUCK_HEADERS = ("luck", "promise", "shares", "shuffled", "secret")
HEADERS = ("game", "rules", "seats", "options", "data", "position", "seed", *LUCK_HEADERS)
NEEDED = ("game", "rules", "seats")

_LINE_HASH = 8  # hexadecimal digits
_LAST_HASH = 32
_LONGEST = 5_000_000  # characters

_HEADER = re.compile(r"([a-z]+): (.*)")
_MOVES = re.compile(r"(0|[1-9][0-9]{0,8})\. (.*)")
_HASHED = re.compile(r"(.*) ~([0-9a-f]+)")
_COMMENT = re.compile(r" +#.*")
_JUMP = re.compile(r"\*@(0|[1-9][0-9]{0,8})")
_OPTION = re.compile(r"([a-z_]+)=([A-Za-z0-9_.-]+)")


@dataclass(frozen=True)
class Line:
    """One line of moves, with its line number in the text."""

    number: int
    turn: int
    answers: tuple[tuple[int, str], ...]
    jumps: dict[int, int] = field(default_factory=dict)
    """By place among the answers: the number of the next draw, if it is not the one after the last.

    The place after the last answer says which draw comes next in a game that goes on."""


@dataclass
class Record:
    """A record as it was read or is to be written."""

    game: str
    rules: int
    names: tuple[str, ...]
    options: dict[str, Any]
    seed: int | str | None
    """None if chance was entered by hand, or is keyed."""
    commitment: Commitment | None = None
    """What is promised about keyed luck."""
    data: dict[str, Any] = field(default_factory=dict)
    position: dict[str, Any] | None = None
    lines: list[Line] = field(default_factory=list)
    result: str = OPEN
    result_line: int = 0
    sealed: bool = False
    """Whether it has hashes; reading checks them."""
    at: dict[str, int] = field(default_factory=dict)
    """The line number of each header."""


# -- writing --------------------------------------------------------------


def write(record: Record) -> str:
    """The record as text, with hashes."""
    head = [f"game: {record.game}", f"rules: {record.rules}", f"seats: {', '.join(record.names)}"]
    if record.options:
        head.append("options: " + " ".join(f"{k}={_spelt(v)}" for k, v in record.options.items()))
    if record.data:
        head.append(f"data: {_json(record.data)}")
    if record.position is not None:
        head.append(f"position: {_json(record.position)}")
    if record.commitment is None:
        head.append(f"seed: {MANUAL_SEED if record.seed is None else record.seed}")
    else:
        head += _spelt_commitment(record.commitment)
    chain = _Chain(head)
    moves = [
        chain.sealed(f"{line.turn}. {spell(line.answers, line.jumps)}") for line in record.lines
    ]
    return "\n".join([*head, "", *moves, chain.sealed(f"result: {record.result}", _LAST_HASH), ""])


def spell(answers: Sequence[tuple[int, str]], jumps: Mapping[int, int]) -> str:
    """Answers as text: the actor is written where it changes, and where the luck jumps."""
    tokens: list[str] = []
    speaker: int | None = None
    for n, (seat, word) in enumerate(answers):
        if n in jumps:
            tokens.append(f"*@{jumps[n]}")
        elif seat != speaker:
            tokens.append("*" if seat == CHANCE else str(seat))
        speaker = seat
        tokens.append(word)
    if len(answers) in jumps:
        tokens.append(f"*@{jumps[len(answers)]}")
    return " ".join(tokens)


def spell_result(ranking: Sequence[Sequence[int]], scores: Sequence[int]) -> str:
    """The ranking, best first and ties with `=`, and the scores by seat."""
    order = " > ".join(" = ".join(str(seat) for seat in group) for group in ranking)
    return f"{order} | {' '.join(str(score) for score in scores)}"


def _spelt_commitment(found: Commitment) -> list[str]:
    """The headers of keyed luck."""
    head = [f"luck: {SCHEME}", f"promise: {found.promise}"]
    if found.shares:
        shares = [asdict(share) for share in found.shares]
        told = [{k: v for k, v in share.items() if v is not None} for share in shares]
        head.append(f"shares: {_json(told)}")
    if found.shuffled is not None:
        head.append("shuffled: " + " ".join(str(seat) for seat in found.shuffled))
    if found.secret is not None:
        head.append(f"secret: {found.secret}")
    return head


def _spelt(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _json(data: Any) -> str:
    return msgspec.json.encode(data, order="sorted").decode()


class _Chain:
    """A hash chain over the lines of a record."""

    def __init__(self, headers: Sequence[str]) -> None:
        self._hash = blake2s("\n".join(headers).encode()).digest()

    def next(self, text: str) -> str:
        self._hash = blake2s(self._hash + text.encode()).digest()
        return self._hash.hex()

    def sealed(self, text: str, digits: int = _LINE_HASH) -> str:
        return f"{text} ~{self.next(text)[:digits]}"


# -- reading --------------------------------------------------------------


def read(text: str) -> Record:
    """Read a record; BadRecord names the first line that is wrong."""
    if len(text) > _LONGEST:
        raise BadRecord(1, f"a record has at most {_LONGEST:,} characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadRecord(1, "the text is not valid Unicode") from None
    if "\r" in text:
        line = text[: text.index("\r")].count("\n") + 1
        raise BadRecord(line, "lines end with a newline alone, not with a carriage return")
    lines = list(_lines(text))
    count = 0
    while count < len(lines) and _MOVES.fullmatch(lines[count][1]) is None:
        if lines[count][1].startswith("result:"):
            break
        count += 1
    record = _read_headers(lines[:count])
    _read_moves(record, _Chain([line for _, line in lines[:count]]), lines[count:])
    return record


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with content, and their numbers."""
    for number, line in enumerate(text.split("\n"), 1):
        if line and not line.startswith("#"):
            yield number, line


def _read_headers(lines: Sequence[tuple[int, str]]) -> Record:
    found: dict[str, str] = {}
    at: dict[str, int] = {}
    for number, line in lines:
        match = _HEADER.fullmatch(line)
        if match is None:
            raise BadRecord(number, "expected a header such as 'game: basari', or moves: '1. 0 …'")
        key, value = match.groups()
        if key not in HEADERS:
            raise BadRecord(number, f"no header {key!r}; there are: {', '.join(HEADERS)}")
        if key in found:
            raise BadRecord(number, f"the header {key!r} stands here twice")
        if key not in ("seats", "shares") and _COMMENT.search(value):
            raise BadRecord(number, "among the headers a comment has a line of its own")
        found[key] = value
        at[key] = number
    for key in NEEDED:
        if key not in found:
            raise BadRecord(lines[-1][0] if lines else 1, f"the header {key!r} is missing")
    if ("seed" in found) == ("luck" in found):
        raise BadRecord(
            at.get("luck", lines[-1][0]),
            "one of the headers 'seed' and 'luck' says where luck is from",
        )
    if not re.fullmatch(r"[1-9][0-9]{0,8}", found["rules"]):
        raise BadRecord(at["rules"], f"rules are numbered from 1, not {found['rules']!r}")
    names = tuple(name.strip() for name in found["seats"].split(","))
    return Record(
        game=found["game"],
        rules=int(found["rules"]),
        names=names,
        options=_read_options(found.get("options", ""), at.get("options", 0)),
        seed=_read_seed(found["seed"], at["seed"]) if "seed" in found else None,
        commitment=_read_commitment(found, at, len(names)),
        data=_read_json(found.get("data", "{}"), at.get("data", 0)),
        position=_read_json(found["position"], at["position"]) if "position" in found else None,
        at=at,
    )


def _read_options(text: str, number: int) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for item in text.split():
        match = _OPTION.fullmatch(item)
        if match is None or match[1] in options:
            raise BadRecord(number, f"options are written once each as name=value, not {item!r}")
        options[match[1]] = _value(match[2])
    return options


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text


def _read_seed(text: str, number: int) -> int | str | None:
    if text == MANUAL_SEED:
        return None
    if not text or text != text.strip() or not text.isprintable():
        raise BadRecord(number, "the seed is a number or a word, or 'manual'")
    return int(text) if re.fullmatch(r"0|-?[1-9][0-9]{0,30}", text) else text


def _read_commitment(
    found: Mapping[str, str], at: Mapping[str, int], seats: int
) -> Commitment | None:
    """What the headers of keyed luck say; whether it is true, `verify` finds out."""
    for key in LUCK_HEADERS:
        if key in found and "luck" not in found:
            raise BadRecord(at[key], f"the header {key!r} belongs to 'luck: {SCHEME}'")
    if "luck" not in found:
        return None
    if found["luck"] != SCHEME:
        raise BadRecord(at["luck"], f"this program knows luck by {SCHEME}, not {found['luck']!r}")
    if "promise" not in found:
        raise BadRecord(at["luck"], "the header 'promise' is missing")
    for key in ("promise", "secret"):
        if key in found and not is_hex(found[key]):
            raise BadRecord(at[key], f"expected 64 hexadecimal digits, not {found[key]!r}")
    shuffled = found.get("shuffled")
    if shuffled is not None and sorted(shuffled.split(" ")) != [str(n) for n in range(seats)]:
        raise BadRecord(at["shuffled"], f"expected the seats 0 to {seats - 1} in some order")
    return Commitment(
        promise=found["promise"],
        shares=_read_shares(found.get("shares", "[]"), at.get("shares", 0), seats),
        shuffled=None if shuffled is None else tuple(int(n) for n in shuffled.split(" ")),
        secret=found.get("secret"),
    )


def _read_shares(text: str, number: int, seats: int) -> tuple[Share, ...]:
    try:
        shares = msgspec.json.decode(text, type=tuple[Share, ...])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadRecord(number, f"expected shares as JSON: {error}") from None
    held = [share.seat for share in shares]
    if len(set(held)) < len(held) or any(not 0 <= seat < seats for seat in held):
        raise BadRecord(number, f"a seat from 0 to {seats - 1} has one share at most")
    for share in shares:
        if not is_hex(share.hash):
            raise BadRecord(number, f"expected 64 hexadecimal digits, not {share.hash!r}")
        if share.text is not None and len(share.text) > LONGEST_SHARE:
            raise BadRecord(number, f"a share has at most {LONGEST_SHARE} characters")
    return shares


def _read_json(text: str, number: int) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadRecord(number, f"expected a JSON object: {error}") from None


def _read_moves(record: Record, chain: _Chain, lines: Sequence[tuple[int, str]]) -> None:
    hashed = [_HASHED.fullmatch(_COMMENT.sub("", line)) is not None for _, line in lines]
    record.sealed = any(hashed)
    ended = False
    for number, line in lines:
        if ended:
            raise BadRecord(number, "nothing but comments may follow the result")
        body = _COMMENT.sub("", line)
        if record.sealed:
            is_last = body.startswith("result:")
            body = _check_hash(chain, number, body, _LAST_HASH if is_last else _LINE_HASH)
        if body.startswith("result: "):
            record.result = body.removeprefix("result: ")
            record.result_line = number
            ended = True
            continue
        moves = _MOVES.fullmatch(body)
        if moves is None:
            raise BadRecord(number, "expected moves such as '1. 0 die 1 gems', or 'result: …'")
        record.lines.append(_read_answers(Line(number, int(moves[1]), ()), moves[2]))
    if record.sealed and not ended:
        raise BadRecord(lines[-1][0], "the line with the result is missing at the end")


def _check_hash(chain: _Chain, number: int, body: str, digits: int) -> str:
    match = _HASHED.fullmatch(body)
    if match is None:
        raise BadRecord(number, "this line has no hash, though others have: '… ~1a2b3c4d'")
    if match[2] != chain.next(match[1])[:digits]:
        raise BadRecord(
            number, "the hash does not fit: this line, or what stands before, was changed"
        )
    return match[1]


def _read_answers(line: Line, text: str) -> Line:
    """The line with its answers."""
    answers: list[tuple[int, str]] = []
    jumps: dict[int, int] = {}
    speaker: int | None = None
    for token in text.split(" "):
        jump = _JUMP.fullmatch(token)
        if token == "*" or jump is not None:
            speaker = CHANCE
            if jump is not None:
                jumps[len(answers)] = int(jump[1])
        elif re.fullmatch(r"[0-9]", token):
            speaker = int(token)
        elif not token:
            raise BadRecord(line.number, "one space stands between two words")
        elif speaker is None:
            raise BadRecord(line.number, f"who says {token!r}? Begin with a seat's number or *")
        else:
            answers.append((speaker, token))
    return replace(line, answers=tuple(answers), jumps=jumps)
