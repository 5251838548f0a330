"""The numbered menu of choices, and the parsing of what is typed into words of the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from bedesten.boards import Board
from bedesten.kernel.match import Match
from bedesten.kernel.state import CHANCE
from bedesten.kernel.text import Catalogue, Sentences


class InputError(Exception):
    """A typed line that names no choice; the message says what would."""


@dataclass(frozen=True)
class MenuItem:
    """A word with the key and the names by which it can be typed."""

    key: str
    word: str
    text: str
    label: str
    """What the word points at, in the player's language."""
    names: tuple[str, ...]
    number: int | None = None
    """The number in the word itself, which is then its key."""


def menu_of(match: Match, seat: int, board: Board, language: str) -> list[MenuItem]:
    """The choices of a seat, each with its key.

    If the choices have numbers themselves, such as archways, those are the keys, and 0 is
    the choice without a number; otherwise they are counted from 1. A place known by a
    letter has it as its key. Choices besides the question, such as cards, have a letter
    before their own count, so that they do not shift the numbers of the others. Players are
    counted from 1 and called by their names.
    """
    question = match.question(seat)
    if question is None:
        return []
    catalogue = match.text(language)
    offered = match.offered(seat)
    asked, besides = board.listed(question.step, offered)
    labels = {word: _label(catalogue, word, match.names) for word in offered}
    keys = _keys(["" if _is_seat(word) else catalogue.word(word) for word in asked])
    keys += [(f"{board.besides}{n}", None) for n in range(1, len(besides) + 1)]
    return [
        MenuItem(
            key,
            word,
            catalogue.choice(question.step, word, match.names).removesuffix(f" ({number})"),
            labels[word],
            (word.partition(":")[2] or word, *board.also_called(word), *_player(word, match.names)),
            number,
        )
        for (key, number), word in zip(keys, [*asked, *besides], strict=True)
    ]


def with_rest(
    items: Sequence[MenuItem], match: Match, seat: int, board: Board, alone: bool
) -> list[MenuItem]:
    """The choices with all that follows each of them by itself: one key does what it says."""
    if seat == CHANCE:
        return list(items)
    rests = [match.forced_after(seat, item.word, alone) for item in items]
    return [
        replace(item, text=board.whole(match, seat, item.word, item.text, rest)) if rest else item
        for item, rest in zip(items, rests, strict=True)
    ]


def blocked_items(
    match: Match, seat: int, board: Board, language: str
) -> list[tuple[MenuItem, str]]:
    """What a seat cannot choose now, each with the reason."""
    catalogue, offered = match.text(language), match.choices(seat)
    return [
        (
            MenuItem(
                word.partition(":")[2],
                word,
                "",
                _label(catalogue, word, match.names),
                (word.partition(":")[2] or word, *board.also_called(word)),
            ),
            obstacle.text[language],
        )
        for word, obstacle in match.obstacles(seat).items()
        if word not in offered
    ]


def _is_seat(word: str) -> bool:
    return word.startswith("seat:")


def _player(word: str, names: Sequence[str]) -> tuple[str, ...]:
    return (names[int(word.partition(":")[2])],) if _is_seat(word) else ()


def _label(catalogue: Catalogue, word: str, names: Sequence[str]) -> str:
    for name in _player(word, names):
        return name
    return re.sub(r" \([^()]*\)$", "", catalogue.word(word))


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
    last = ""
    for token in line.split():
        if forced and token.casefold() == forced[0]:
            words.append(forced.pop(0))
            continue
        if words and not _goes_on(draft, match, seat):
            raise InputError(say("ends_gesture", last=last, typed=token))
        try:
            found = _meant(token, menu_of(draft, seat, board, say.language), say)
        except InputError as error:
            raise _blocked(token, draft, seat, board, say) or error from None
        last = found.label
        mark = len(draft.history)
        draft.play(seat, found.word)
        words.append(found.word)
        forced = [
            answer.word
            for answer in takewhile(lambda one: one.forced, draft.history[mark + 1 :])
            if answer.seat == seat
        ]
    return tuple(words)


def _blocked(
    token: str, match: Match, seat: int, board: Board, say: Sentences
) -> InputError | None:
    """The reason why what is typed cannot be chosen, if it names something that cannot."""
    reasons = dict(blocked_items(match, seat, board, say.language))
    if not reasons:
        return None
    try:
        found = _meant(token, list(reasons), say)
    except InputError:
        return None
    return InputError(say("cannot", choice=found.label, why=reasons[found]))


def _goes_on(draft: Match, match: Match, seat: int) -> bool:
    """Whether a seat is asked again and nothing new has been revealed; chance reveals itself."""
    if seat == CHANCE:
        return CHANCE in draft.actors
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
    return shortened(choices) or ", ".join(map(_keyed, choices))


def _keyed(choice: MenuItem) -> str:
    """Key and name; the name alone if it is the key or says it."""
    says_it = re.search(rf"(^|\D){re.escape(choice.key)}$", choice.label)
    return choice.label if says_it else f"{choice.key} {choice.label}"


def shortened(choices: Sequence[MenuItem], many: int = 10) -> str:
    """Many numbered choices in few words: "archway 1-4, 6-28"; empty if there are few."""
    numbers = [choice.number for choice in choices if choice.number is not None]
    first = choices[0]
    if len(numbers) <= many or len(numbers) < len(choices) or first.key not in first.text:
        return ""
    if len({choice.text.replace(choice.key, "") for choice in choices}) > 1:
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
