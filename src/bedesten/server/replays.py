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
from bedesten.kernel.verdict import score_sources, standing_labels, why_won
from bedesten.server.messages import Viewer, happened, kinds_of, last_row, lasting
from bedesten.server.wire import Course, Frame, Frames, RecordedAnswer, ScoreSource

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
    before: list[Event] = []
    if request.first == 0 and request.count:
        found.append(Frame(0, None, _view(match, request.reveal)))
    for n, (seat, word) in enumerate(answers[: max(last - 1, 0)], 1):
        text = _said(match, seat, word, request.language)
        turn = match.turn_of(seat, word)
        events = _heard(match.repeat(seat, word), request)
        if n >= request.first:
            told = happened(match, events, Viewer("", None, request.language), before)
            taken = RecordedAnswer(n, _player(seat), word, turn, text, told)
            found.append(Frame(n, taken, _view(match, request.reveal)))
        before = last_row([*before, *events], kinds_of(match.game))
    return Frames(len(answers) + 1, request.first, found)


def course(text: str, language: str) -> Course:
    """The scores at the end of every turn, and why the game has its winner."""
    record = read(text)
    match = begun(record, bedesten.game)
    turns: list[int] = []
    answers: list[int] = []
    scores: list[list[int]] = []
    n = 0
    events = list(match.opening)
    finale: list[Event] = []
    milestones: list[RecordedAnswer] = []
    lasts = lasting(match.game)
    for line in record.lines:
        for seat, word in line.answers:
            heard = match.repeat(seat, word)
            events += heard
            finale = match.after_hands_lay_open(heard) if heard else finale
            n += 1
            if any(event.name in lasts for event in heard):
                told = happened(match, heard, Viewer("", None, language))
                milestones.append(RecordedAnswer(n, _player(seat), word, line.turn, "", told))
        if turns and turns[-1] == line.turn:
            del turns[-1], answers[-1], scores[-1]
        turns.append(line.turn)
        answers.append(n)
        scores.append(list(match.scores))
    catalogue = match.text(language)
    return Course(
        turns=turns,
        answers=answers,
        scores=scores,
        ranking=[list(group) for group in match.ranking],
        reason=why_won(match, language),
        ranked_by=list(standing_labels(match, language)),
        standings=[list(match.state.standing(seat)) for seat in range(match.seats)],
        sources=[
            ScoreSource(one.label, list(one.amounts))
            for one in score_sources(match.game, match.seats, events, catalogue)
        ],
        finale=happened(match, finale, Viewer("", None, language)),
        milestones=milestones,
    )


def _player(seat: int) -> int | None:
    """The seat that has answered; None for chance."""
    return None if seat < 0 else seat


def _said(match: Match, seat: int, word: str, language: str) -> str:
    catalogue = match.text(language)
    state = match.state
    if not state.may_act(seat):
        return catalogue.word(word)
    return catalogue.choice(match.game.steps[step_of(state.question(seat))], word)


def _heard(events: list[Event], request: FrameRequest) -> list[Event]:
    if not request.reveal:
        return events
    return [Event(one.name, one.clause, one.seat, one.values, ALL_SEATS) for one in events]


def _view(match: Match, reveal: bool) -> dict[str, Any]:
    """A spectator's view; with `reveal`, each player's part as that player sees it."""
    view = match.view(None)
    if reveal:
        view["players"] = [match.view(seat)["players"][seat] for seat in range(match.seats)]
    return view
