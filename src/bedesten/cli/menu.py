"""The numbered menu of choices, and the parsing of what is typed into words of the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from bedesten.boards import Board
from bedesten.kernel.match import Match
from bedesten.kernel.text import Sentences


class InputError(Exception):
    """A typed line that names no choice; the message says what would."""


@dataclass(frozen=True)
class MenuItem:
    """A word with the key and the names by which it can be typed."""

    key: str
    word: str
    text: str
    names: tuple[str, ...]
    number: int | None = None
    """The number in the word itself, which is then its key."""


def menu_of(match: Match, seat: int, board: Board, language: str) -> list[MenuItem]:
    """The choices of a seat, each with its key.

    If the choices have numbers themselves, such as archways, those are the keys, and 0 is
    the choice without a number; otherwise they are counted from 1. A place known by a
    letter has it as its key. Choices besides the question, such as cards, have a letter
    before their own count, so that they do not shift the numbers of the others.
    """
    question = match.question(seat)
    if question is None:
        return []
    catalogue = match.game.text(language)
    asked, besides = board.listed(question.step, match.choices(seat))
    keys = _keys([catalogue.word(word) for word in asked])
    keys += [(f"{board.besides}{n}", None) for n in range(1, len(besides) + 1)]
    return [
        MenuItem(
            key,
            word,
            catalogue.choice(question.step, word).removesuffix(f" ({number})"),
            (word.partition(":")[2] or word, *board.also_called(word)),
            number,
        )
        for (key, number), word in zip(keys, [*asked, *besides], strict=True)
    ]


def _keys(texts: Sequence[str]) -> list[tuple[str, int | None]]:
    """The key to type for each choice, and the number in its text."""
    if texts and all(re.fullmatch(r"\d-\d", text) for text in texts):
        return [(text, None) for text in texts]
    numbers = [_last_number(text) for text in texts]
    letters = [_last_letter(text) for text in texts]
    borne = [n for n in numbers if n is not None]
    bare = sum(n is None and not letter for n, letter in zip(numbers, letters, strict=True))
    if len(set(borne)) == len(borne) and bare <= (len(texts) > bare and 0 not in borne):
        keys = zip(numbers, letters, strict=True)
        return [(letter or "0" if n is None else str(n), n) for n, letter in keys]
    return [(str(n), None) for n in range(1, len(texts) + 1)]


def _last_number(text: str) -> int | None:
    """The last number that is not part of an explanation in brackets."""
    found = re.findall(r"\d+", re.sub(r"\([^()]*[^()\d][^()]*\)", "", text))
    return int(found[-1]) if found else None


def _last_letter(text: str) -> str:
    found = re.search(r" ([A-Z])$", text)
    return found[1] if found else ""


def parse_line(line: str, match: Match, seat: int, board: Board, say: Sentences) -> tuple[str, ...]:
    """The words of a line; several make one gesture, each parsed in the state that it meets."""
    draft = match.fork()
    words: list[str] = []
    forced: list[str] = []
    for token in line.split():
        if forced and token.casefold() == forced[0]:
            words.append(forced.pop(0))
            continue
        if words and not _goes_on(draft, match, seat):
            raise InputError(say("ends_gesture", last=words[-1], typed=token))
        word = _meant(token, menu_of(draft, seat, board, say.language), say).word
        mark = len(draft.history)
        draft.play(seat, word)
        words.append(word)
        forced = [
            answer.word
            for answer in takewhile(lambda one: one.forced, draft.history[mark + 1 :])
            if answer.seat == seat
        ]
    return tuple(words)


def _goes_on(draft: Match, match: Match, seat: int) -> bool:
    """Whether a seat is asked again and nothing new has been revealed."""
    return draft.state.reveals == match.state.reveals and seat in draft.actors


def _meant(token: str, choices: Sequence[MenuItem], say: Sentences) -> MenuItem:
    typed = token.casefold()
    if typed.isdecimal():
        typed = str(int(typed))
    tests = (_is_key, _is_word, _is_name, _begins_name, _begins_word)
    for fits in tests[:3] if typed.isdecimal() else tests:
        found = [choice for choice in choices if fits(choice, typed)]
        if len(found) == 1:
            return found[0]
        if found:
            raise InputError(say("ambiguous", typed=token, choices=_named(found)))
    raise InputError(say("no_such_choice", typed=token, choices=_named(choices)))


def _is_key(choice: MenuItem, typed: str) -> bool:
    return choice.key == typed


def _is_word(choice: MenuItem, typed: str) -> bool:
    return choice.word == typed


def _is_name(choice: MenuItem, typed: str) -> bool:
    return any(name.casefold() == typed for name in choice.names)


def _begins_name(choice: MenuItem, typed: str) -> bool:
    return any(name.casefold().startswith(typed) for name in choice.names)


def _begins_word(choice: MenuItem, typed: str) -> bool:
    return choice.word.startswith(typed)


def _named(choices: Sequence[MenuItem]) -> str:
    return shortened(choices) or ", ".join(map(_label, choices))


def _label(choice: MenuItem) -> str:
    key = choice.key.casefold()
    name = next((name for name in choice.names if name.casefold() != key), "")
    return f"{choice.key} {name}".rstrip()


def shortened(choices: Sequence[MenuItem], many: int = 10) -> str:
    """Many numbered choices in few words: "archway 1-4, 6-28"; empty if there are few."""
    numbers = [choice.number for choice in choices if choice.number is not None]
    first = choices[0]
    if len(numbers) <= many or len(numbers) < len(choices) or first.key not in first.text:
        return ""
    return first.text.replace(first.key, spans(numbers))


def spans(numbers: Sequence[int]) -> str:
    """Numbers in ascending order, consecutive ones joined: 1-4, 6, 9-28."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and runs[-1][-1] == n - 1:
            runs[-1][1:] = [n]
        else:
            runs.append([n])
    return ", ".join("–".join(map(str, run)) for run in runs)
