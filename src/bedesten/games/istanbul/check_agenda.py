"""What can be on the agenda of Istanbul beneath what is asked: no game comes to anything else."""

from __future__ import annotations

from itertools import pairwise

from bedesten.games.istanbul import board, steps
from bedesten.games.istanbul.state import LARGE, NO_CARD, NO_GOOD, SMALL, Istanbul
from bedesten.games.istanbul.words import (
    FAMILY,
    FAR,
    ONE_GOOD,
    PALACE_TWICE,
    RETURN,
    SELL_ANY,
)
from bedesten.kernel.agenda import detail_of, entry, seat_of, step_of
from bedesten.kernel.state import NOBODY

# Questions that stand again after a card or the yellow tile. [IST-7]
STANDING = (
    steps.MOVE,
    steps.USE_ASSISTANT,
    steps.MEET_MERCHANTS,
    steps.ACT,
    steps.ACT_AGAIN,
    steps.ENCOUNTERS,
    steps.PAY_SMUGGLER,
)

# What comes directly after a step of a turn.
AFTER = {
    steps.MOVE: (steps.END_TURN,),
    steps.MOVE_FAR: (steps.END_TURN,),
    steps.USE_ASSISTANT: (steps.END_TURN,),
    steps.MEET_MERCHANTS: (steps.END_TURN,),
    steps.MOVE_NEUTRAL: (steps.MOVE_NEUTRAL, steps.ACT),
    steps.ACT: (steps.END_TURN,),
    steps.ACT_AGAIN: (steps.ENCOUNTERS,),
    steps.ENCOUNTERS: (steps.END_TURN,),
    # places
    steps.BUY_EXTRA: (steps.ENCOUNTERS,),
    steps.PICK_PILE: (steps.TAKE_CARD, steps.PUT_BACK),
    steps.TAKE_CARD: (steps.TAKE_CARD, steps.PUT_BACK),
    steps.PUT_BACK: (steps.ENCOUNTERS,),
    steps.BRING_BACK: (steps.ENCOUNTERS,),
    steps.CALL_NUMBER: (steps.ROLL_DICE,),
    steps.ROLL_DICE: (steps.BEND_DICE, steps.PICK_PLAIN_GOOD, steps.PAY_FOR_TEA),
    steps.BEND_DICE: (steps.PICK_PLAIN_GOOD, steps.PAY_FOR_TEA),
    steps.PICK_PLAIN_GOOD: (steps.TAKE_BLUE,),
    steps.TAKE_BLUE: (steps.ENCOUNTERS,),
    steps.PAY_FOR_TEA: (steps.ENCOUNTERS,),
    steps.SELL: (steps.END_SALE,),
    steps.END_SALE: (steps.ENCOUNTERS,),
    steps.TURN_DEMAND: (steps.LAY_DOWN, steps.ENCOUNTERS),
    steps.SEND_FAMILY: (steps.ENCOUNTERS,),
    steps.GIVE_ANY: (steps.LAY_DOWN, steps.ACT_AGAIN),
    steps.TAKE_TILE: (steps.ENCOUNTERS,),
    # cards and encounters
    steps.LAY_DOWN: STANDING,
    steps.PICK_GOOD: (steps.LAY_DOWN,),
    steps.FETCH_ASSISTANT: (steps.LAY_DOWN, *STANDING),
    steps.TAKE_REWARD: (steps.LAY_DOWN, steps.ENCOUNTERS),
    steps.TURN_CARD: (
        steps.LAY_DOWN,
        steps.ENCOUNTERS,
        steps.TAKE_CARD,
        steps.PUT_BACK,
        steps.PAY_GOVERNOR,
    ),
    steps.PAY_GOVERNOR: (steps.MOVE_GOVERNOR,),
    steps.GIVE_CARD: (steps.MOVE_GOVERNOR,),
    steps.MOVE_GOVERNOR: (steps.ENCOUNTERS,),
    steps.TAKE_SMUGGLED: (steps.PAY_SMUGGLER,),
    steps.PAY_SMUGGLER: (steps.MOVE_SMUGGLER,),
    steps.MOVE_SMUGGLER: (steps.ENCOUNTERS,),
}

# A card in play: what its effect asks, and the questions that come after it.
IN_PLAY = {
    steps.PICK_GOOD: (ONE_GOOD, STANDING),
    steps.TAKE_REWARD: (FAMILY, STANDING),
    steps.TURN_CARD: (FAMILY, STANDING),
    steps.FETCH_ASSISTANT: (RETURN, (steps.MOVE, steps.USE_ASSISTANT)),
    steps.GIVE_ANY: (PALACE_TWICE, (steps.ACT_AGAIN,)),
    steps.TURN_DEMAND: (SELL_ANY, (steps.ENCOUNTERS,)),
}


def check_agenda(s: Istanbul) -> None:
    """Compare what comes next with what is asked; ValueError if no game comes to this."""
    if s.is_over():
        return
    course = [s.asked, *[s.agenda[n] for n in range(s.depth - 1, -1, -1)]]
    if s.turn == 0:
        if course not in courses_of_set_up(s):
            raise ValueError("the agenda is not that of the set-up")
        return
    if step_of(course[-1]) != steps.END_TURN:
        raise ValueError("the end of the turn comes last on the agenda")
    seat = seat_of(course[-1])
    for step in course:
        if seat_of(step) != (NOBODY if step_of(step) == steps.LAY_DOWN else seat):
            raise ValueError("a turn is one seat's alone")
        if detail_of(step) not in details(s, seat, step_of(step)):
            raise ValueError("a step of the agenda is about something else")
    for step, after in pairwise(course):
        if step_of(after) not in AFTER.get(step_of(step), ()):
            raise ValueError("the agenda does not fit what is asked")
    _check_repeated(s, course)
    _check_in_play(s, [step_of(step) for step in course])


def courses_of_set_up(s: Istanbul) -> list[list[int]]:
    """What may be asked in the set-up, each with all that comes after it. [IST-2]"""
    places = [board.FOUNTAIN, board.BLACK_MARKET, board.TEA_HOUSE]
    places += [place for place in range(1, board.PLACES + 1) if place not in places]
    laying = [entry(steps.LAY_PLACE, NOBODY, place) for place in places]
    course = laying if len(s.printed.layout) == 0 else []
    course += [
        entry(steps.NAME_STARTER, NOBODY, 0),
        entry(steps.MOVE_GOVERNOR, NOBODY, 0),
        entry(steps.MOVE_SMUGGLER, NOBODY, 0),
        entry(steps.TURN_DEMAND, NOBODY, LARGE),
        entry(steps.TURN_DEMAND, NOBODY, SMALL),
        entry(steps.DEAL_CARDS, NOBODY, 0),
    ]
    found = [course[n:] for n in range(len(course) - 1)]
    if s.first != NOBODY:
        order = [(s.first + n) % s.seats for n in range(s.seats)]
        dealt = [seat for seat in order for _ in range(s.printed.starting_cards)]
        for n, seat in enumerate(dealt):
            later = [entry(steps.DRAW_CARD, other, 0) for other in dealt[n + 1 :]]
            start = entry(steps.START_TURN, s.first, 0)
            found.append([entry(steps.TURN_CARD, seat, 0), *later, start])
    return found


def details(s: Istanbul, seat: int, step: int) -> range | tuple[int, ...]:
    """What a step of a turn can be about."""
    here = s.players[seat].merchant
    if step in (steps.USE_ASSISTANT, steps.MEET_MERCHANTS):
        return () if here == board.FOUNTAIN else (here,)
    if step == steps.ACT:
        return (here,)
    if step == steps.SEND_FAMILY:
        return (board.POLICE_STATION,)
    if step == steps.ACT_AGAIN:
        return (board.PALACE, board.POST_OFFICE, board.DEALER)
    if step == steps.TAKE_TILE:
        return (board.SMALL_MOSQUE, board.GREAT_MOSQUE)
    if step in (steps.SELL, steps.END_SALE, steps.TURN_DEMAND):
        return (LARGE, SMALL)
    if step == steps.MOVE_NEUTRAL:
        return range(len(s.neutral_merchants))
    if step == steps.BRING_BACK:
        return range(board.PLACES + 1)
    if step == steps.GIVE_ANY:
        return range(4, 4 * len(s.printed.track) + 4)
    return (0,)


def _check_repeated(s: Istanbul, course: list[int]) -> None:
    """Steps that come several times: cards to take, neutral merchants that go."""
    taken = [step for step in course if step_of(step) == steps.TAKE_CARD]
    if taken and len(taken) >= s.printed.caravan_cards:
        raise ValueError(f"{s.printed.caravan_cards} cards are taken at the caravansary")
    going = [detail_of(step) for step in course if step_of(step) == steps.MOVE_NEUTRAL]
    if any(after <= one for one, after in pairwise(going)):
        raise ValueError("a neutral merchant that is paid goes once")
    markets = {detail_of(step) for step in course if step_of(step) in (steps.SELL, steps.END_SALE)}
    if len(markets) > 1:
        raise ValueError("goods are sold at one market")


def _check_in_play(s: Istanbul, course: list[int]) -> None:
    """A card lies apart as long as its effect is under way, and the smuggler's good as well."""
    asked = course[0]
    if steps.LAY_DOWN in course:
        effect, after = IN_PLAY[course[course.index(steps.LAY_DOWN) - 1]]
        following = course[course.index(steps.LAY_DOWN) + 1]
        fits = s.in_play == effect and following in after
    elif asked == steps.MOVE_FAR:
        fits = s.in_play == FAR
    elif asked == steps.SELL:
        fits = s.in_play in (NO_CARD, SELL_ANY)
    else:
        fits = s.in_play == NO_CARD
    if not fits:
        raise ValueError("a card is in play as long as its effect is under way")
    owing = steps.PAY_SMUGGLER in course and asked != steps.TAKE_SMUGGLED
    if owing != (s.smuggled != NO_GOOD):
        raise ValueError("the smuggler is paid for a good that was taken")
