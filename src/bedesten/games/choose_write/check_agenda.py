"""What can be on the agenda of Choose & Write beneath what is asked; no game comes to others."""

from __future__ import annotations

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.card_parts import NO_PART, PARTS_A_CARD, part_detail, part_step
from bedesten.games.choose_write.goods_cards import PAIRS
from bedesten.games.choose_write.place_cards import NO_CARD
from bedesten.games.choose_write.state import (
    ChooseWrite,
    is_solo,
    next_clockwise,
)
from bedesten.kernel.agenda import detail_of, entry, how_many, seat_of, step_of
from bedesten.kernel.state import NOBODY
from bedesten.kernel.words import bit

Course = list[int]
"""Steps in the order in which they come."""

DRAWS = (steps.DRAW_GOODS_CARD, steps.DRAW_GUILD_CARD)


def check_agenda(s: ChooseWrite) -> None:
    """Compare what comes next with what is asked; ValueError if no game comes to this."""
    if s.is_over():
        return
    asked = s.together if s.waiting != 0 else s.asked
    depth = s.floor if s.waiting != 0 else s.depth
    rest = [s.agenda[n] for n in range(depth - 1, -1, -1)]
    if s.turn == 0:
        fits = rest in _dealing(s, asked) or _are_first_fountains(s, asked, rest)
    elif step_of(asked) in (steps.PLAY, steps.USE_CARD):
        fits = not rest
    elif not rest:
        fits = False
    elif step_of(asked) == steps.AFTER_DRAW:
        fits = rest in [_to(steps.END_USE, [s.active], left) for left in _left_cards(s)]
    elif step_of(rest[-1]) == steps.END_USE:
        fits = _is_carried_out(s, asked, rest)
    elif step_of(rest[-1]) == steps.END_GUILD_CARD:
        fits = _is_guild_card(s, asked, rest)
    else:
        fits = rest in _end_of_turn(s, asked)
    if not fits:
        raise ValueError("the agenda does not fit what is asked")
    is_used = step_of(asked) == steps.USE_CARD or steps.END_USE in [step_of(one) for one in rest]
    if is_used != (s.card != NO_CARD):
        raise ValueError("a place card is in use until all have used it")
    if (steps.END_GUILD_CARD in [step_of(one) for one in rest]) != (s.guild_in_play != NO_CARD):
        raise ValueError("a guild card is in play as long as its effect is under way")


def _to(step: int, seats: list[int], detail: int = 0) -> Course:
    return [entry(step, seat, detail) for seat in seats]


def _clockwise(s: ChooseWrite) -> list[int]:
    return [next_clockwise(s, n) for n in range(s.seats)]


def _after(s: ChooseWrite, seat: int) -> list[int]:
    """The seats whose turn comes after a seat's, clockwise from the one in turn."""
    order = _clockwise(s)
    return order[order.index(seat) + 1 :] if seat in order else []


# -- the set-up [CW-3] ---------------------------------------------------------------


def _dealing(s: ChooseWrite, asked: int) -> list[Course]:
    """What comes after a card that is dealt."""
    if step_of(asked) == steps.NAME_STARTER:
        return [_to(steps.DEAL, [NOBODY])]
    if s.first == NOBODY or s.active != s.first:
        return []
    hands = _to(steps.DRAW_PLACE_CARD, _clockwise(s))
    end = _to(steps.TURN_CARAVAN, [NOBODY]) + _to(steps.TAKE_FOUNTAINS, [NOBODY])
    if step_of(asked) == steps.TURN_PLACE_CARD:
        if seat_of(asked) == NOBODY:
            return [hands + end]
        return [_to(steps.DRAW_PLACE_CARD, _after(s, seat_of(asked))) + end]
    letters = list(range(4)) * s.printed.ruby_cards
    rubies = [entry(steps.ADD_RUBY_CARD, NOBODY, letter) for letter in letters]
    course = [*rubies, *_to(steps.FILL_DISPLAY, [NOBODY]), *hands, *end]
    return [course[n + 1 :] for n in range(len(course)) if course[n] == asked]


def _are_first_fountains(s: ChooseWrite, asked: int, rest: Course) -> bool:
    """The fountains of the set-up are taken one after another, then the game begins. [CW-3.2]"""
    if s.first == NOBODY or s.active != s.first or rest[-1:] != _to(steps.START_TURN, [s.first]):
        return False
    kinds = [entry(steps.FOUNTAIN, NOBODY, kind) for kind in range(4)]
    for taken in _fountain(s, asked):
        later = rest[len(taken) : -1]
        if rest[: len(taken)] == taken and len(later) < 4 and all(one in kinds for one in later):
            return True
    return False


def _fountain(s: ChooseWrite, asked: int) -> list[Course]:
    """What comes after a question of a fountain until all have taken what it shows. [CW-6.4]"""
    bonus = _to(steps.BONUS_RUBIES, [NOBODY])
    if step_of(asked) in (steps.FOUNTAIN_GOOD, steps.FOUNTAIN_TICK):
        return [bonus]
    if step_of(asked) == steps.TURN_GOODS_CARD and detail_of(asked) == 0:
        return [_to(steps.DRAW_GOODS_CARD, _after(s, seat_of(asked))) + bonus]
    return []


# -- a turn [CW-4] -------------------------------------------------------------------


def _is_carried_out(s: ChooseWrite, asked: int, rest: Course) -> bool:
    """A seat draws what it has planned to, and those after it follow. [CW-4.5]"""
    seat = seat_of(asked)
    if not _is_draw(asked):
        return False
    following = _to(steps.CARRY_OUT, _after(s, seat))
    ends = [_to(steps.END_USE, [s.active], left) for left in _left_cards(s)]
    return _without_draws(rest, seat) in [following + end for end in ends]


def _left_cards(s: ChooseWrite) -> tuple[int, ...]:
    """Whether it is the left card that is used. [CW-8.1]"""
    return (0, 1) if is_solo(s) else (0,)


def _is_draw(asked: int) -> bool:
    goods = step_of(asked) == steps.TURN_GOODS_CARD and detail_of(asked) == 0
    return goods or (step_of(asked) == steps.TURN_GUILD_CARD and detail_of(asked) in (0, 1))


def _without_draws(rest: Course, seat: int) -> Course:
    """What comes after the cards that a seat still draws."""
    for n, one in enumerate(rest):
        is_draw = step_of(one) in DRAWS and seat_of(one) == seat and detail_of(one) < 2
        if not is_draw or n == PARTS_A_CARD:
            return rest[n:]
    return []


def _is_guild_card(s: ChooseWrite, asked: int, rest: Course) -> bool:
    """A part of the card in play is asked, and the later ones come after it. [CW-4.6, CW-4.9]"""
    if s.guild_in_play == NO_CARD or seat_of(asked) != s.active:
        return False
    first = PARTS_A_CARD * s.guild_in_play
    parts = [s.printed.guild_cards[first + n] for n in range(PARTS_A_CARD)]
    parts = parts[: parts.index(NO_PART)] if NO_PART in parts else parts
    end = _to(steps.END_GUILD_CARD, [s.active])
    for n, part in enumerate(parts):
        later = [entry(part_step(one), s.active, part_detail(one)) for one in parts[n + 1 :]]
        if _is_part(s, part_step(part), part_detail(part), asked, rest, [*later, *end]):
            return True
    return False


def _is_part(s: ChooseWrite, part: int, of: int, asked: int, rest: Course, later: Course) -> bool:
    """What is asked belongs to a part, and after the rest of it comes what is later."""
    step, detail = step_of(asked), detail_of(asked)
    if _is_draw(asked):
        draws = (steps.GAIN_GOODS_CARD, steps.DRAW_OR_GOOD, steps.GAIN_GUILD_CARD, steps.KEEP_GUILD)
        return part in draws and _without_draws(rest, s.active) == later
    if step == steps.PAY and part in (steps.PALACE, steps.VISIT_PALACE):
        letters = [n for n in range(4) if (of & bit(n) if part == steps.PALACE else of == n)]
        rubies = [_to(steps.GAIN_RUBY, [s.active], n + 1) for n in letters]
        return detail < PAIRS and rest in [ruby + later for ruby in rubies]
    if rest != later:
        return False
    if step == steps.PAY:
        return detail < PAIRS and part in (steps.GIVE_GOOD, steps.SELL)
    if part in (steps.GOOD, steps.GIVE_GOOD):
        return step == part and (detail == of or 0 < how_many(detail) < how_many(of))
    if part in (steps.MARK, steps.TICK):
        return step == part and 1 <= detail <= of
    return step == part and detail == of


def _end_of_turn(s: ChooseWrite, asked: int) -> list[Course]:
    """What comes after a question at the end of a turn. [CW-6.0]"""
    return [
        early + late
        for left in _left_cards(s)
        for late in [_late(s, left)]
        for early in _early(s, asked)
    ]


def _late(s: ChooseWrite, left: int) -> Course:
    """Palaces grow and the caravan moves where there is a reason. [CW-6.5, CW-6.6]"""
    return [
        *(_to(steps.GROW_PALACES, [NOBODY]) if s.taken != 0 else []),
        *(_to(steps.MOVE_CARAVAN, [NOBODY]) if s.caravan_used else []),
        *_to(steps.END_TURN, [s.active], left),
    ]


def _early(s: ChooseWrite, asked: int) -> list[Course]:
    """Bonus rubies, a card for the hand, and the display. [CW-6.1 to CW-6.4]"""
    fill = _to(steps.FILL_DISPLAY, [NOBODY])
    step, seat, detail = step_of(asked), seat_of(asked), detail_of(asked)
    if step == steps.KEEP:
        bonus = _to(steps.BONUS_RUBIES, [NOBODY])
        take, turn = (steps.TAKE, steps.TURN_PLACE_CARD) if s.pile else (steps.END_GAME,) * 2
        return [bonus + _to(take, [s.active]) + fill, bonus + _to(turn, [NOBODY])]
    if step in (steps.TAKE, steps.TURN_PLACE_CARD) and seat == s.active and detail == 0:
        return [fill]
    if (step == steps.TURN_PLACE_CARD and seat == NOBODY) or step == steps.TURN_CARAVAN:
        return [[]]
    if step == steps.ADD_RUBY_CARD and s.taken == 0:
        later = range(detail + 1, 4)
        return [
            [entry(steps.ADD_RUBY_CARD, NOBODY, letter) for letter in later if grown & bit(letter)]
            for grown in range(16)
        ]
    drawing = _to(steps.DRAW_PLACE_CARD, [s.active]) + fill
    return [course for rest in _fountain(s, asked) for course in (rest + fill, rest + drawing)]
