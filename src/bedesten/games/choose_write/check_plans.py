"""Whether a plan can have been made: it is made once more, word by word. [CW-4.5]"""

from __future__ import annotations

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.plan_entries import planned_detail, planned_part, planned_word
from bedesten.games.choose_write.state import NO_PLACE, NOTHING, ChooseWrite, ChooseWritePlayer
from bedesten.games.choose_write.words import GOOD, GUILD, PASS, PLACE
from bedesten.kernel.agenda import detail_of, entry, step_of
from bedesten.kernel.state import NOBODY
from bedesten.kernel.words import bit, lowest, span

_NO_WORD = -1


def check_plans(s: ChooseWrite) -> None:
    """ValueError if somebody has a plan that nobody can make, or none where one is needed."""
    choosing = _when_all_chose(s).waiting if s.waiting != 0 else 0
    for seat in range(s.seats):
        if s.waiting != 0:
            is_done = choosing & bit(seat) & ~s.waiting != 0
            may_plan = choosing & bit(seat) != 0
        else:
            is_done = may_plan = entry(steps.CARRY_OUT, seat, 0) in [*s.agenda[: s.depth]]
        if _has_planned(s.players[seat]) and not may_plan:
            raise ValueError(f"seat {seat} has nothing to plan now")
        if is_done and not _has_planned(s.players[seat]):
            raise ValueError(f"seat {seat} has chosen, so it has a plan")
        if may_plan:
            _rehearse(s, seat, is_done)


def _has_planned(p: ChooseWritePlayer) -> bool:
    return p.using != NO_PLACE or p.planned > 0 or p.kept != 0


def _rehearse(s: ChooseWrite, seat: int, is_done: bool) -> None:
    world = _when_all_chose(s)
    planned, made = s.players[seat], world.players[seat]
    word = _next_word(planned, made)
    while word != _NO_WORD:
        if not world.may_act(seat) or not world.allows(seat, word):
            raise ValueError(f"seat {seat} cannot plan this")
        world.advance(seat, word)
        word = _next_word(planned, made)
    if _written(planned) != _written(made) or is_done == world.may_act(seat):
        raise ValueError(f"seat {seat} cannot plan this")
    if not is_done and s.lane(seat) != world.lane(seat):
        raise ValueError(f"seat {seat} is asked something else after what it has planned")


def _when_all_chose(s: ChooseWrite) -> ChooseWrite:
    """The moment before anybody planned anything."""
    world = s.copy()
    if s.waiting == 0:
        left = [detail_of(one) for one in s.agenda[: s.depth] if step_of(one) == steps.END_USE]
        world.resume_together(entry(steps.USE_CARD, NOBODY, left[0]), span(0, s.seats), {})
    for seat in range(s.seats):
        world.unsay(seat)
    return world


def _next_word(planned: ChooseWritePlayer, made: ChooseWritePlayer) -> int:
    """What a seat says next in order to plan as it has."""
    if planned.using != made.using:
        return PLACE + planned.using if made.using == NO_PLACE else _NO_WORD
    if planned.crossing != made.crossing:
        return planned.crossing if made.crossing == NOTHING else _NO_WORD
    if planned.kept != made.kept:
        return GUILD + lowest(planned.kept) if made.kept == 0 else _NO_WORD
    if made.planned >= planned.planned:
        return _NO_WORD
    part = planned.plan[made.planned]
    if planned_part(part) == steps.MARK_BONUS:
        return PASS
    if planned_part(part) == steps.CHOSEN_GOOD:
        return GOOD + planned_detail(part)
    if planned_part(part) == steps.CHOSEN_TICK:
        return PLACE + planned_detail(part)
    return planned_word(part)


def _written(p: ChooseWritePlayer) -> list[int]:
    return [p.using, p.crossing, p.kept, *p.plan[: p.planned]]
