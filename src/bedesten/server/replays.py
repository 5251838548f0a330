"""Replays of finished games: frames one by one, and the scores by turn."""

from __future__ import annotations

from typing import Any

import msgspec

import bedesten
from bedesten.kernel.agenda import step_of
from bedesten.kernel.event import Event
from bedesten.kernel.match import Match
from bedesten.kernel.record import read
from bedesten.kernel.replay import begun
from bedesten.server.messages import Viewer, happened
from bedesten.server.wire import Course, Frame, Frames, RecordedAnswer

ALL_SEATS = -1


class FrameRequest(msgspec.Struct, frozen=True):
    """The part of a record that is asked for, and how it is shown."""

    record: str
    first: int
    count: int
    language: str
    reveal: bool


def frames(request: FrameRequest) -> Frames:
    """Frame n is the table after n answers."""
    record = read(request.record)
    answers = [answer for line in record.lines for answer in line.answers]
    match = begun(record, bedesten.game)
    found: list[Frame] = []
    last = request.first + request.count
    if request.first == 0 and request.count:
        found.append(Frame(0, None, _view(match, request.reveal)))
    for n, (seat, word) in enumerate(answers[: max(last - 1, 0)], 1):
        text = _said(match, seat, word, request.language)
        turn = match.turn_of(seat, word)
        events = match.repeat(seat, word)
        if n >= request.first:
            told = _told(match, events, request)
            taken = RecordedAnswer(n, None if seat < 0 else seat, word, turn, text, told)
            found.append(Frame(n, taken, _view(match, request.reveal)))
    return Frames(len(answers) + 1, request.first, found)


def course(text: str) -> Course:
    """The scores at the end of every turn."""
    record = read(text)
    match = begun(record, bedesten.game)
    turns: list[int] = []
    answers: list[int] = []
    scores: list[list[int]] = []
    n = 0
    for line in record.lines:
        for seat, word in line.answers:
            match.repeat(seat, word)
            n += 1
        if turns and turns[-1] == line.turn:
            del turns[-1], answers[-1], scores[-1]
        turns.append(line.turn)
        answers.append(n)
        scores.append(list(match.scores))
    return Course(turns, answers, scores, [list(group) for group in match.ranking])


def _said(match: Match, seat: int, word: str, language: str) -> str:
    catalogue = match.text(language)
    state = match.state
    if not state.may_act(seat):
        return catalogue.word(word)
    return catalogue.choice(match.game.steps[step_of(state.question(seat))], word)


def _told(match: Match, events: list[Event], request: FrameRequest) -> list[Any]:
    if request.reveal:
        events = [Event(one.name, one.clause, one.seat, one.values, ALL_SEATS) for one in events]
    return happened(match, events, Viewer("", None, request.language))


def _view(match: Match, reveal: bool) -> dict[str, Any]:
    """A spectator's view; with `reveal`, each player's part as that player sees it."""
    view = match.view(None)
    if reveal:
        view["players"] = [match.view(seat)["players"][seat] for seat in range(match.seats)]
    return view
