"""BAS-4: two haggle for an action."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from bedesten import CHANCE, IllegalChoice
from rules.basari.bazaar import (
    DEALT,
    NO_GEMS,
    Gems,
    bank,
    choose,
    counted,
    haggle,
    held,
    lapse,
    may_offer,
    minus,
    offer,
    offered,
    offers,
    phase_2,
    player,
    plus,
)
from table import Table


def key(gems: Gems) -> tuple[int, int, int, int]:
    red, yellow, green, _ = gems
    return sum(gems), red, yellow, green


@pytest.mark.rule("BAS-4.1")
@pytest.mark.parametrize(
    ("scores", "opener"), [((7, 6, 0), 0), ((6, 7, 0), 1), ((0, 90, 99), 1), ((1, 0, 50), 0)]
)
def test_the_one_with_more_points_opens(scores: tuple[int, ...], opener: int) -> None:
    table = haggle(scores=scores)
    assert table.match.actors == (opener,)


@pytest.mark.rule("BAS-4.1", "BAS-1.5")
def test_who_is_once_round_the_track_has_more_points() -> None:
    table = haggle(scores=(84, 86, 0))
    assert table.match.actors == (1,)


@pytest.mark.rule("BAS-4.1")
@pytest.mark.parametrize(("rolls", "opener"), [((6, 1), 0), ((1, 6), 1), ((4, 3), 0), ((3, 4), 1)])
def test_at_equal_points_the_higher_roll_opens(rolls: tuple[int, int], opener: int) -> None:
    table = haggle(scores=(20, 20, 50))
    table.chance(*[f"pips:{n}" for n in rolls])
    assert table.match.actors == (opener,)


@pytest.mark.rule("BAS-4.1")
@pytest.mark.parametrize(
    ("rolls", "opener"),
    [((3, 3, 5, 2), 0), ((3, 3, 2, 5), 1), ((6, 6, 1, 1, 4, 4, 1, 2), 1)],
    ids=["once", "once, the other way", "three times"],
)
def test_equal_rolls_are_rolled_again(rolls: tuple[int, ...], opener: int) -> None:
    table = haggle(scores=(20, 20, 50))
    for n in rolls:
        assert table.match.actors == (CHANCE,)
        table.chance(f"pips:{n}")
    assert table.match.actors == (opener,)


@pytest.mark.rule("BAS-4.1")
def test_the_rolls_for_opening_move_no_pawn_and_score_nothing() -> None:
    table = haggle(scores=(20, 20, 50))
    table.chance("pips:6", "pips:5")
    assert table.match.scores == (20, 20, 50)
    assert [one["archway"] for one in table.view["players"]] == [5, 23, 16]


@pytest.mark.rule("BAS-4.1")
def test_who_has_overtaken_the_other_opens_their_next_haggle() -> None:
    table = haggle(scores=(10, 8, 0))
    table.play(0, "pass")
    assert table.match.scores == (10, 12, 0)
    table.chance("pips:1", "pips:1", "pips:1")
    choose(table, "points", "points", "gems")
    assert table.match.actors == (1,)


@pytest.mark.rule("BAS-4.2", "BAS-4.5")
@pytest.mark.parametrize("gems", [(1, 2, 0, 1), (0, 0, 2, 0), (2, 1, 1, 2), (0, 0, 0, 1)])
def test_the_opener_offers_any_non_empty_set_of_own_gems(gems: Gems) -> None:
    table = haggle(gems=[gems])
    subsets = set(product(*[range(n + 1) for n in gems]))
    assert offers(table, 0, most=3) == subsets - {NO_GEMS}


@pytest.mark.rule("BAS-4.2")
def test_an_offer_of_all_own_gems_can_be_made() -> None:
    table = haggle()
    offer(table, 0, DEALT)
    assert held(table, 1) == (6, 6, 6, 6)


@pytest.mark.rule("BAS-4.2")
def test_the_opener_may_give_the_action_up() -> None:
    assert "pass" in haggle().options(0)


@pytest.mark.rule("BAS-4.2", "BAS-3.8")
@pytest.mark.parametrize("opener", [0, 1])
def test_an_opener_who_will_not_offer_loses_at_once(opener: int) -> None:
    table = haggle(scores=(10, 0, 0) if opener == 0 else (0, 10, 0))
    table.play(opener, "pass")
    assert table.match.scores == ((10, 4, 0) if opener == 0 else (5, 10, 0))
    assert table.view["haggle"] is None


@pytest.mark.rule("BAS-4.2")
def test_who_wins_by_a_pass_pays_nothing() -> None:
    table = haggle()
    table.play(0, "pass")
    assert held(table, 0) == held(table, 1) == DEALT


@pytest.mark.rule("BAS-4.2")
@pytest.mark.parametrize("rival", [DEALT, (0, 0, 0, 1), NO_GEMS], ids=["rich", "poor", "none"])
def test_an_opener_without_gems_loses_at_once_and_gets_nothing(rival: Gems) -> None:
    table = haggle(gems=[NO_GEMS, rival])
    assert table.match.scores == (10, 4, 0)
    assert held(table, 0) == NO_GEMS
    assert held(table, 1) == rival
    assert table.match.actors == (CHANCE,)


@pytest.mark.rule("BAS-4.2", "BAS-4.1")
@pytest.mark.parametrize(("rolls", "scores"), [((5, 2), (0, 4, 0)), ((2, 5), (5, 0, 0))])
def test_of_two_without_gems_who_has_to_open_loses(
    rolls: tuple[int, int], scores: tuple[int, ...]
) -> None:
    table = haggle(scores=(0, 0, 0), gems=[NO_GEMS, NO_GEMS])
    table.chance(*[f"pips:{n}" for n in rolls])
    assert table.match.scores == scores


@pytest.mark.rule("BAS-4.2")
def test_an_opener_without_gems_leaves_the_die_to_the_other() -> None:
    table = haggle("die", gems=[NO_GEMS, NO_GEMS])
    table.chance("pips:2")
    assert [one["archway"] for one in table.view["players"]] == [5, 25, 16]
    assert table.match.scores == (10, 4, 0)


@pytest.mark.rule("BAS-4.3")
def test_after_the_opening_the_other_accepts_or_raises() -> None:
    table = haggle()
    offer(table, 0, (0, 0, 0, 1))
    assert table.match.actors == (1,)
    assert set(table.options(1)) == {"accept", "gem:red", "gem:yellow", "gem:green", "gem:blue"}


@pytest.mark.rule("BAS-4.3", "BAS-4.6")
def test_who_accepts_receives_the_standing_offer() -> None:
    table = haggle()
    offer(table, 0, (1, 0, 2, 0))
    table.play(1, "accept")
    assert held(table, 0) == (2, 3, 1, 3)
    assert held(table, 1) == (4, 3, 5, 3)


@pytest.mark.rule("BAS-4.3")
def test_who_accepts_gives_up_the_action_and_the_other_carries_it_out() -> None:
    table = haggle()
    offer(table, 0, (1, 0, 2, 0))
    table.play(1, "accept")
    assert table.match.scores == (15, 0, 0)


@pytest.mark.rule("BAS-4.3")
def test_after_a_raise_the_opener_accepts_or_raises_in_turn() -> None:
    table = haggle()
    offer(table, 0, (0, 0, 0, 1))
    offer(table, 1, (0, 0, 0, 2))
    assert table.match.actors == (0,)
    assert "accept" in table.options(0)
    assert "pass" not in table.options(0)

    offer(table, 0, (0, 0, 0, 3))
    assert table.match.actors == (1,)
    assert "accept" in table.options(1)


@pytest.mark.rule("BAS-4.3", "BAS-4.6")
def test_the_opener_may_accept_the_raise_of_the_other() -> None:
    table = haggle()
    offer(table, 0, (0, 0, 0, 1))
    offer(table, 1, (0, 1, 0, 1))
    table.play(0, "accept")
    assert table.match.scores == (10, 4, 0)
    assert held(table, 0) == (3, 4, 3, 4)
    assert held(table, 1) == (3, 2, 3, 2)


@pytest.mark.rule("BAS-4.3")
def test_only_the_two_take_part_in_a_haggle() -> None:
    table = haggle()
    offer(table, 0, (0, 0, 0, 1))
    assert table.match.choices(2) == ()
    with pytest.raises(IllegalChoice):
        table.play(2, "accept")


@pytest.mark.rule("BAS-4.4")
def test_more_gems_are_a_raise_whatever_their_colours() -> None:
    table = haggle()
    offer(table, 0, (2, 0, 0, 0))
    assert may_offer(table, 1, (0, 0, 0, 3))


@pytest.mark.rule("BAS-4.4")
@pytest.mark.parametrize(
    ("standing", "higher"),
    [
        ((1, 3, 0, 0), (2, 0, 0, 2)),
        ((1, 1, 2, 0), (1, 2, 0, 1)),
        ((1, 1, 1, 1), (1, 1, 2, 0)),
    ],
    ids=["more red", "equal red, more yellow", "equal red and yellow, more green"],
)
def test_equally_many_gems_of_higher_worth_are_a_raise(standing: Gems, higher: Gems) -> None:
    table = haggle()
    offer(table, 0, standing)
    assert may_offer(table, 1, higher)

    table = haggle()
    offer(table, 0, higher)
    assert not may_offer(table, 1, standing)


@pytest.mark.rule("BAS-4.4")
def test_the_same_offer_is_not_a_raise() -> None:
    table = haggle()
    offer(table, 0, (1, 0, 1, 1))
    assert not may_offer(table, 1, (1, 0, 1, 1))


@pytest.mark.rule("BAS-4.4")
def test_a_raise_of_fewer_gems_is_never_allowed() -> None:
    table = haggle()
    offer(table, 0, (0, 0, 0, 3))
    assert not may_offer(table, 1, (2, 0, 0, 0))


@pytest.mark.rule("BAS-4.4", "BAS-4.5")
@pytest.mark.parametrize(
    ("standing", "gems"),
    [
        ((0, 0, 0, 1), (3, 3, 3, 3)),
        ((1, 0, 0, 0), (1, 1, 1, 1)),
        ((2, 0, 0, 0), (1, 3, 0, 3)),
        ((0, 2, 1, 0), (0, 3, 3, 3)),
        ((0, 1, 1, 2), (2, 0, 2, 0)),
        ((1, 1, 1, 1), (2, 0, 0, 2)),
        ((0, 0, 0, 3), (3, 0, 0, 0)),
        ((2, 2, 2, 2), (3, 1, 2, 2)),
        ((1, 2, 3, 0), (1, 3, 1, 3)),
    ],
)
def test_a_raise_is_legal_exactly_when_its_key_is_greater(standing: Gems, gems: Gems) -> None:
    table = haggle(gems=[standing, gems])
    offer(table, 0, standing)
    within = [
        (red, yellow, green, blue)
        for red, yellow, green, blue in product(*[range(n + 1) for n in gems])
    ]
    assert offers(table, 1, most=3) == {one for one in within if key(one) > key(standing)}


@pytest.mark.rule("BAS-4.4")
def test_every_way_of_naming_gems_ends_in_a_raise() -> None:
    """Whatever gems are named, there is always something left to say until the offer is made."""
    table = haggle(gems=[(0, 2, 1, 0), (1, 1, 2, 2)])
    offer(table, 0, (0, 2, 1, 0))
    drafts = [table.match.fork()]
    made = set()
    while drafts:
        draft = drafts.pop()
        for word in draft.choices(1):
            if word == "accept":
                continue
            after = draft.fork()
            raised = offered(after.play(1, word))
            if raised:
                made.add(raised)
            else:
                drafts.append(after)
    assert made == {
        (red, yellow, green, blue)
        for red, yellow, green, blue in product(range(2), range(2), range(3), range(3))
        if key((red, yellow, green, blue)) > (3, 0, 2, 1)
    }


@pytest.mark.rule("BAS-4.5")
def test_an_offer_may_be_withdrawn_whole_and_replaced() -> None:
    table = haggle()
    offer(table, 0, (1, 0, 0, 0))
    offer(table, 1, (0, 0, 0, 2))
    offer(table, 0, (0, 0, 2, 0))
    table.play(1, "accept")
    assert held(table, 0) == (3, 3, 1, 3)
    assert held(table, 1) == (3, 3, 5, 3)


@pytest.mark.rule("BAS-4.5")
def test_gems_of_a_withdrawn_offer_may_be_offered_again() -> None:
    table = haggle(gems=[(1, 0, 0, 2), DEALT])
    offer(table, 0, (1, 0, 0, 0))
    offer(table, 1, (1, 0, 0, 1))
    offer(table, 0, (1, 0, 0, 2))
    assert table.view["haggle"]["offer"] == {"red": 1, "yellow": 0, "green": 0, "blue": 2}


@pytest.mark.rule("BAS-4.5")
def test_a_raise_need_not_hold_the_gems_of_the_standing_offer() -> None:
    table = haggle()
    offer(table, 0, (1, 1, 0, 0))
    assert may_offer(table, 1, (0, 0, 3, 0))


@pytest.mark.rule("BAS-4.5")
def test_one_offers_only_gems_one_owns() -> None:
    table = haggle(gems=[(1, 0, 2, 0), (3, 0, 3, 0)])
    assert not may_offer(table, 0, (2, 0, 0, 0))
    assert not may_offer(table, 0, (0, 0, 0, 1))
    offer(table, 0, (1, 0, 2, 0))
    assert not may_offer(table, 1, (3, 0, 0, 1))
    assert not may_offer(table, 1, (4, 0, 0, 0))


@pytest.mark.rule("BAS-4.5")
def test_gems_received_in_one_round_may_be_offered_in_the_next() -> None:
    table = haggle(gems=[(1, 0, 0, 0), (0, 0, 0, 3)], scores=(10, 0, 0))
    offer(table, 0, (1, 0, 0, 0))
    table.play(1, "accept")
    table.chance("pips:1", "pips:1", "pips:1")
    choose(table, "gems", "points", "points")
    table.chance("pips:2", "pips:1")
    assert may_offer(table, 1, (1, 0, 0, 0))


@pytest.mark.rule("BAS-4.5")
def test_gems_paid_in_one_round_cannot_be_offered_in_the_next() -> None:
    table = haggle(gems=[(1, 0, 0, 1), (0, 0, 0, 3)], scores=(10, 0, 0))
    offer(table, 0, (1, 0, 0, 0))
    table.play(1, "accept")
    table.chance("pips:1", "pips:1", "pips:1")
    choose(table, "points", "gems", "points")
    assert may_offer(table, 0, (0, 0, 0, 1))
    assert not may_offer(table, 0, (1, 0, 0, 0))


@pytest.mark.rule("BAS-4.5", "BAS-3.7")
def test_the_gems_haggled_for_cannot_be_offered_yet() -> None:
    """Archway 5 shows two red and one yellow."""
    table = haggle("gems", gems=[(0, 0, 0, 1)])
    assert offers(table, 0, most=2) == {(0, 0, 0, 1)}


@pytest.mark.rule("BAS-4.6")
@pytest.mark.parametrize(
    ("standing", "gems"),
    [
        ((0, 0, 0, 2), (1, 0, 0, 0)),
        ((0, 1, 0, 1), (0, 0, 2, 0)),
        ((0, 0, 1, 0), (0, 0, 1, 0)),
        ((0, 0, 0, 1), NO_GEMS),
    ],
    ids=["too few gems", "equally many, cheaper", "the very same", "no gems"],
)
def test_one_who_cannot_raise_accepts_without_being_asked(standing: Gems, gems: Gems) -> None:
    table = haggle(gems=[DEALT, gems])
    offer(table, 0, standing)
    assert table.match.scores == (15, 0, 0)
    assert held(table, 0) == minus(DEALT, standing)
    assert held(table, 1) == plus(gems, standing)
    assert table.match.actors == (CHANCE,)


@pytest.mark.rule("BAS-4.6")
def test_an_opener_who_cannot_raise_again_accepts_without_being_asked() -> None:
    table = haggle(gems=[(1, 0, 0, 1), DEALT])
    offer(table, 0, (1, 0, 0, 0))
    offer(table, 1, (1, 1, 0, 0))
    assert table.match.scores == (10, 4, 0)
    assert held(table, 0) == (2, 1, 0, 1)
    assert held(table, 1) == (2, 2, 3, 3)


@pytest.mark.rule("BAS-4.6")
def test_one_who_can_raise_by_a_single_gem_is_asked() -> None:
    table = haggle(gems=[DEALT, (0, 0, 1, 1)])
    offer(table, 0, (0, 0, 0, 2))
    assert table.match.actors == (1,)
    assert "accept" in table.options(1)
    assert offers(table, 1, most=2) == {(0, 0, 1, 1)}


@pytest.mark.rule("BAS-4.6")
def test_only_the_accepted_offer_changes_hands() -> None:
    table = haggle()
    offer(table, 0, (1, 0, 0, 0))
    offer(table, 1, (0, 0, 0, 2))
    offer(table, 0, (0, 2, 0, 0))
    offer(table, 1, (1, 0, 0, 1))
    table.play(0, "accept")
    assert held(table, 0) == (4, 3, 3, 4)
    assert held(table, 1) == (2, 3, 3, 2)
    assert table.match.scores == (10, 4, 0)


@pytest.mark.rule("BAS-4.6")
def test_whoever_accepts_keeps_their_own_gems() -> None:
    table = haggle()
    offer(table, 0, (0, 0, 0, 1))
    offer(table, 1, (0, 0, 0, 2))
    offer(table, 0, (0, 0, 0, 3))
    table.play(1, "accept")
    assert held(table, 1) == (3, 3, 3, 6)


@pytest.mark.rule("BAS-4.6")
def test_nothing_changes_hands_while_the_haggle_goes_on() -> None:
    table = haggle()
    offer(table, 0, (0, 0, 0, 1))
    offer(table, 1, (0, 0, 0, 2))
    assert held(table, 0) == held(table, 1) == DEALT


@pytest.mark.rule("BAS-4.6")
def test_the_offer_goes_to_the_other_player_and_not_to_the_bank() -> None:
    table = phase_2(4, scores=(10, 0, 0, 0))
    choose(table, "points", "points", "die", "die")
    table.chance("pips:2", "pips:1")
    table.play(2, "pass")
    table.chance("pips:6")
    offer(table, 0, (1, 1, 1, 1))
    table.play(1, "accept")
    assert bank(table) == (13, 13, 13, 13)


@pytest.mark.rule("BAS-4.6")
def test_the_offer_changes_hands_before_the_action_is_carried_out() -> None:
    table = haggle("die")
    offer(table, 0, (1, 0, 2, 0))
    table.play(1, "accept")
    assert table.match.actors == (CHANCE,)
    assert player(table, 0)["archway"] == 5
    assert held(table, 0) == (2, 3, 1, 3)
    assert held(table, 1) == (4, 3, 5, 3)


@pytest.mark.rule("BAS-4.6", "BAS-3.7")
@pytest.mark.parametrize(
    ("hoard", "taken"),
    [((19, 19, 3, 3), NO_GEMS), ((18, 19, 3, 3), (1, 0, 0, 0))],
    ids=["nothing left", "one left"],
)
def test_the_offer_stays_paid_if_the_bank_is_short(hoard: Gems, taken: Gems) -> None:
    """Archway 5 shows two red and one yellow."""
    table = haggle("gems", gems=[DEALT, DEALT, hoard])
    offer(table, 0, (0, 0, 1, 1))
    table.play(1, "accept")
    assert held(table, 0) == plus((3, 3, 2, 2), taken)
    assert held(table, 1) == (3, 3, 4, 4)


@pytest.mark.rule("BAS-4.7", "BAS-3.4")
@pytest.mark.parametrize(
    ("first", "second"), [("die", "points"), ("die", "gems"), ("points", "gems")]
)
@pytest.mark.parametrize("swapped", [False, True])
def test_two_haggles_run_in_the_order_die_points_gems(
    first: str, second: str, swapped: bool
) -> None:
    table = phase_2(4, scores=(40, 30, 20, 10))
    tiles = (first, second, first, second)
    choose(table, *(reversed(tiles) if swapped else tiles))
    early, late = (1, 0) if swapped else (0, 1)
    assert table.view["haggle"]["action"] == first
    assert table.match.actors == (early,)
    table.play(early, "pass")
    if first == "die":
        table.chance("pips:6")
    assert table.view["haggle"]["action"] == second
    assert table.match.actors == (late,)
    table.play(late, "pass")
    assert table.view["haggle"] is None
    assert table.match.actors == (CHANCE,)


@pytest.mark.rule("BAS-4.7", "BAS-3.4", "BAS-4.6")
def test_the_first_haggle_is_paid_and_carried_out_before_the_second_begins() -> None:
    table = phase_2(4, scores=(40, 30, 20, 10))
    choose(table, "points", "points", "die", "die")
    offer(table, 2, (0, 1, 0, 0))
    table.play(3, "accept")
    table.chance("pips:2")
    assert table.match.scores == (40, 30, 24, 10)
    assert player(table, 2)["archway"] == 18
    assert held(table, 3) == (3, 4, 3, 3)
    assert table.match.actors == (0,)


@pytest.mark.rule("BAS-4.7", "BAS-4.1")
def test_points_of_the_first_haggle_do_not_choose_the_opener_of_the_second() -> None:
    table = phase_2(4, scores=(20, 19, 18, 17))
    choose(table, "die", "points", "die", "points")
    table.play(0, "pass")
    table.chance("pips:1")
    assert table.match.scores == (20, 19, 23, 17)
    assert table.match.actors == (1,)


@pytest.mark.rule("BAS-4.7")
@pytest.mark.parametrize("first", [(0, 0, 0, 1), (3, 3, 3, 2)])
def test_no_offer_of_the_second_haggle_is_touched_by_the_first(first: Gems) -> None:
    table = phase_2(4, scores=(40, 30, 20, 10), gems=[DEALT, (1, 1, 0, 0), DEALT, (0, 0, 1, 1)])
    choose(table, "points", "gems", "points", "gems")
    offer(table, 0, first)
    table.play(2, "accept")
    assert table.match.actors == (1,)
    assert counted(table.view["haggle"]["offer"]) == NO_GEMS
    assert offers(table, 1, most=2) == {(1, 1, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0)}


@pytest.mark.rule("BAS-4.7")
def test_each_of_two_haggles_at_equal_points_has_its_own_rolls() -> None:
    table = phase_2(4, scores=(0, 0, 0, 0))
    choose(table, "points", "gems", "points", "gems")
    table.chance("pips:1", "pips:6")
    assert table.match.actors == (2,)
    table.play(2, "pass")
    table.chance("pips:3", "pips:3", "pips:2", "pips:1")
    assert table.match.actors == (1,)
    table.play(1, "pass")
    assert table.match.scores == (5, 0, 0, 0)
    assert held(table, 3) == plus(DEALT, (0, 1, 0, 2))


@pytest.mark.rule("BAS-4.8")
@pytest.mark.parametrize(
    ("standing", "higher"),
    [((2, 0, 0, 0), (0, 0, 0, 3)), ((2, 2, 0, 0), (0, 0, 2, 3)), ((0, 3, 0, 0), (1, 0, 0, 2))],
    ids=["28 and 24", "52 and 44", "36 and 30"],
)
def test_the_majority_values_play_no_part_in_a_haggle(standing: Gems, higher: Gems) -> None:
    """The values that do not count are named beside each pair."""
    table = haggle()
    offer(table, 0, standing)
    assert may_offer(table, 1, higher)

    table = haggle()
    offer(table, 0, higher)
    assert not may_offer(table, 1, standing)


@pytest.mark.rule("BAS-4.8")
def test_other_majority_values_leave_the_haggle_as_it_is() -> None:
    upside_down = {"majority": {"red": 1, "yellow": 2, "green": 3, "blue": 40}}
    table = haggle(data=upside_down)
    offer(table, 0, (0, 0, 0, 1))
    assert may_offer(table, 1, (1, 0, 0, 0))

    table = haggle(data=upside_down)
    offer(table, 0, (1, 0, 0, 0))
    assert not may_offer(table, 1, (0, 0, 0, 1))


SUSANNE_AND_MARKUS: list[Gems] = [
    (1, 0, 0, 0),
    (0, 0, 0, 2),
    (1, 1, 0, 0),
    (0, 0, 0, 3),
    (0, 0, 3, 0),
    (0, 1, 0, 2),
    (0, 0, 4, 0),
]


def pair(one: Gems, other: Gems) -> Table:
    return haggle(gems=[one, other, NO_GEMS])


@pytest.mark.rule("BAS-4.9", "BAS-4.4")
@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        *pairwise(SUSANNE_AND_MARKUS),
        ((0, 10, 0, 0), (1, 0, 0, 9)),
    ],
)
def test_the_rulebooks_offers_are_raises_one_way_only(lower: Gems, higher: Gems) -> None:
    rich: Gems = (5, 12, 5, 12)
    table = pair(rich, rich)
    offer(table, 0, lower)
    assert may_offer(table, 1, higher)

    table = pair(rich, rich)
    offer(table, 0, higher)
    assert not may_offer(table, 1, lower)


@pytest.mark.rule("BAS-4.9", "BAS-4.3", "BAS-4.5", "BAS-4.6")
def test_the_rulebooks_haggle_for_the_die() -> None:
    """Susanne, who has more points, is seat 0; Markus takes her four emeralds."""
    table = haggle("die", gems=[(1, 1, 4, 0), (0, 1, 0, 4)])
    for n, gems in enumerate(SUSANNE_AND_MARKUS):
        assert table.match.actors == (n % 2,)
        offer(table, n % 2, gems)
    table.play(1, "accept")
    assert held(table, 0) == (1, 1, 0, 0)
    assert held(table, 1) == (0, 1, 4, 4)
    table.chance("pips:4")
    assert player(table, 0)["archway"] == 9
    assert table.match.scores == (12, 0, 0)


@pytest.mark.rule("BAS-4.3", "BAS-3.3")
def test_after_a_haggle_the_next_round_begins_as_usual() -> None:
    table = haggle()
    offer(table, 0, (0, 0, 0, 1))
    table.play(1, "accept")
    table.chance("pips:1", "pips:1", "pips:1")
    lapse(table)
    assert table.match.scores == (15, 0, 0)
    assert table.view["haggle"] is None
