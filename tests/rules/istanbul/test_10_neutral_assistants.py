"""IST-10: the variant with neutral assistants."""

from __future__ import annotations

from typing import Any

import pytest

from rules.istanbul.bazaar import (
    FOUNTAIN,
    POLICE,
    Bazaar,
    Trader,
    bazaar,
    dealt,
    visit,
)

OWN, NEUTRAL = "own", "neutral"
START = (OWN, OWN, OWN, NEUTRAL)


def variant(me: Trader, *others: Trader, seats: int = 3, **laid: Any) -> Bazaar:
    """A table of the variant; who is not spoken of has the stack of the start."""
    everybody = [me, *others, *[Trader(stack=START)] * (seats - 1 - len(others))]
    return bazaar(*everybody, seats=seats, neutral_assistants=True, **laid)


def lying(table: Bazaar) -> dict[str, int]:
    found: dict[str, int] = table.pieces["neutral_assistants"]
    return found


@pytest.mark.rule("IST-10.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_bottom_assistant_of_every_stack_is_neutral(seats: int) -> None:
    table = Bazaar(seats, neutral_assistants=True)
    table.say("seat:0", "sum:2", "sum:2", "demand:1", "demand:1", *dealt(seats))
    assert [table.stack(seat) for seat in range(seats)] == [list(START)] * seats
    assert lying(table) == {}


@pytest.mark.rule("IST-10.1", "IST-8.2")
def test_the_fifth_own_assistant_waits_in_reserve() -> None:
    table = variant(Trader(at=5, goods=(0, 0, 0, 2), stack=(OWN,) * 3), lying={9: 1})
    table.say("place:15", "leave", "act", "good:blue")
    assert table.stack() == [OWN] * 3
    assert table.out() == [15]


@pytest.mark.rule("IST-10.1", "IST-2.10")
def test_with_two_players_the_neutral_merchants_are_used_as_well() -> None:
    table = Bazaar(2, neutral_assistants=True)
    table.say("seat:0", "sum:2", "sum:2", "demand:1", "demand:1", *dealt(2))
    assert table.pieces["neutral_merchants"] == [14, 15, 16]


@pytest.mark.rule("IST-10.3", "IST-10.1")
def test_the_disc_left_is_the_bottom_one_so_the_neutral_one_comes_first() -> None:
    table = variant(Trader(at=11, stack=START))
    table.say("place:9", "leave")
    assert table.stack() == [OWN] * 3
    assert table.out() == []
    assert lying(table) == {"9": 1}


@pytest.mark.rule("IST-10.3")
@pytest.mark.parametrize(
    ("stack", "after", "out", "neutral"),
    [
        ((OWN, OWN, NEUTRAL, OWN), [OWN, OWN, NEUTRAL], [9], {}),
        ((NEUTRAL, OWN, OWN, OWN), [NEUTRAL, OWN, OWN], [9], {}),
        ((OWN, OWN, OWN, NEUTRAL), [OWN, OWN, OWN], [], {"9": 1}),
        ((OWN, NEUTRAL, OWN, OWN), [OWN, NEUTRAL, OWN], [9], {}),
    ],
)
def test_the_bottom_disc_is_left_whatever_it_is(
    stack: tuple[str, ...], after: list[str], out: list[int], neutral: dict[str, int]
) -> None:
    table = variant(Trader(at=11, stack=stack))
    table.say("place:9", "leave")
    assert table.stack() == after
    assert table.out() == out
    assert lying(table) == neutral


@pytest.mark.rule("IST-10.2", "IST-10.3")
def test_a_neutral_assistant_can_be_used_like_ones_own() -> None:
    table = variant(Trader(at=11, stack=(OWN,) * 3), lying={9: 1})
    table.say("place:9", "take:neutral")
    assert table.stack() == [OWN, OWN, OWN, NEUTRAL]
    assert lying(table) == {}
    assert table.step == "act"


@pytest.mark.rule("IST-10.2")
def test_it_does_not_matter_who_has_left_a_neutral_assistant() -> None:
    table = variant(Trader(at=11, stack=START), Trader(at=3, stack=START, lira=2))
    table.say("place:9", "leave", "pass", "place:9", "take:neutral")
    assert table.stack(1) == [OWN, OWN, OWN, NEUTRAL, NEUTRAL]
    assert lying(table) == {}


@pytest.mark.rule("IST-10.2")
def test_if_both_lie_there_the_player_chooses_and_nothing_is_left() -> None:
    me = Trader(at=11, stack=(OWN, OWN), out=(9,))
    table = variant(me, lying={9: 1})
    table.say("place:9")
    assert set(table.options()) == {"take:own", "take:neutral", "pass"}


@pytest.mark.rule("IST-10.2", "IST-10.3")
@pytest.mark.parametrize(
    ("word", "stack", "out", "neutral"),
    [
        ("take:own", [OWN, OWN, OWN], [], {"9": 1}),
        ("take:neutral", [OWN, OWN, NEUTRAL], [9], {}),
    ],
)
def test_if_both_lie_there_one_disc_is_taken(
    word: str, stack: list[str], out: list[int], neutral: dict[str, int]
) -> None:
    table = variant(Trader(at=11, stack=(OWN, OWN), out=(9,)), lying={9: 1})
    table.say("place:9", word)
    assert table.stack() == stack
    assert table.out() == out
    assert lying(table) == neutral


@pytest.mark.rule("IST-10.2")
def test_where_only_an_own_one_lies_nothing_is_left() -> None:
    table = variant(Trader(at=11, stack=(OWN, OWN, NEUTRAL), out=(9,)))
    table.say("place:9")
    assert set(table.options()) == {"take:own", "pass"}


@pytest.mark.rule("IST-10.2")
def test_where_only_a_neutral_one_lies_the_player_may_leave_a_disc_instead() -> None:
    table = variant(Trader(at=11, stack=(OWN,) * 3), lying={9: 1})
    table.say("place:9")
    assert set(table.options()) == {"take:neutral", "leave", "pass"}
    table.say("leave")
    assert table.out() == [9]
    assert lying(table) == {"9": 1}


@pytest.mark.rule("IST-10.2")
def test_several_neutral_ones_can_lie_at_one_place() -> None:
    table = variant(Trader(at=11, stack=START), Trader(stack=(OWN,) * 3), lying={9: 1})
    table.say("place:9", "leave")
    assert lying(table) == {"9": 2}
    assert table.out() == []


@pytest.mark.rule("IST-10.2")
def test_one_disc_is_taken_at_a_time() -> None:
    table = variant(Trader(at=11, stack=(OWN,) * 3), Trader(stack=(OWN,) * 3), lying={9: 2})
    table.say("place:9", "take:neutral")
    assert lying(table) == {"9": 1}
    assert table.stack() == [OWN, OWN, OWN, NEUTRAL]
    assert table.step == "act"


@pytest.mark.rule("IST-10.2")
def test_more_than_one_neutral_may_travel_in_a_stack() -> None:
    table = variant(Trader(at=11, stack=START), Trader(stack=(OWN,) * 3), lying={9: 1})
    table.say("place:9", "take:neutral")
    assert table.stack() == [OWN, OWN, OWN, NEUTRAL, NEUTRAL]


@pytest.mark.rule("IST-10.2", "IST-3.2")
def test_with_an_empty_stack_a_neutral_one_can_be_taken_but_none_left() -> None:
    table = variant(Trader(at=11, stack=(), out=(1, 2, 3)), lying={9: 1})
    table.say("place:9")
    assert set(table.options()) == {"take:neutral", "pass"}
    table.say("take:neutral")
    assert table.stack() == [NEUTRAL]


@pytest.mark.rule("IST-10.2", "IST-3.2")
def test_declining_is_allowed_and_ends_the_turn() -> None:
    table = variant(Trader(at=11, stack=(OWN,) * 3), lying={9: 1})
    table.say("place:9", "pass")
    assert table.is_turn_of(1)
    assert lying(table) == {"9": 1}


@pytest.mark.rule("IST-10.2", "IST-7.5")
def test_who_stays_may_use_a_neutral_one_lying_there() -> None:
    table = variant(Trader(at=9, stack=(OWN,) * 3, hand=("stay",)), lying={9: 1})
    table.say("card:stay", "take:neutral")
    assert table.stack() == [OWN, OWN, OWN, NEUTRAL]


@pytest.mark.rule("IST-10.3")
def test_a_disc_picked_up_goes_to_the_bottom_and_is_left_next() -> None:
    table = variant(Trader(at=11, stack=(OWN, OWN, NEUTRAL), out=(9,)))
    table.say("place:9", "take:own")
    assert table.stack() == [OWN, OWN, NEUTRAL, OWN]
    table.say("pass")
    table.idle()
    table.idle()
    table.say("place:3", "leave")
    assert table.stack() == [OWN, OWN, NEUTRAL]
    assert table.out() == [3]


@pytest.mark.rule("IST-10.3", "IST-5.5")
def test_the_fountain_brings_back_only_own_discs_to_the_bottom() -> None:
    table = variant(
        Trader(at=11, stack=(NEUTRAL,), out=(1, 2, 3)), Trader(stack=(OWN,) * 3), lying={4: 1}
    )
    table.say("place:7", "act")
    assert set(table.options()) == {"place:1", "place:2", "place:3", "done"}
    table.say("place:1", "place:3", "done")
    assert table.stack() == [NEUTRAL, OWN, OWN]
    assert lying(table) == {"4": 1}


@pytest.mark.rule("IST-10.3", "IST-7.7")
def test_the_return_card_brings_back_only_own_discs_to_the_bottom() -> None:
    me = Trader(at=11, stack=(OWN, NEUTRAL), out=(1, 2), hand=("return",))
    table = variant(me, Trader(stack=(OWN,) * 3), lying={4: 1})
    table.say("card:return")
    assert table.places == {1, 2}
    table.say("place:2")
    assert table.stack() == [OWN, NEUTRAL, OWN]


@pytest.mark.rule("IST-10.3", "IST-7.7")
def test_the_return_card_is_not_playable_if_only_neutral_ones_lie_about() -> None:
    table = variant(Trader(at=11, stack=(OWN,) * 3, hand=("return",)), lying={4: 1})
    assert "card:return" not in table.options()


@pytest.mark.rule("IST-10.2", "IST-7.7")
def test_with_the_own_one_returned_only_the_neutral_one_is_left_to_choose() -> None:
    me = Trader(at=11, stack=(OWN, OWN), out=(9,), hand=("return",))
    table = variant(me, lying={9: 1})
    table.say("place:9", "card:return", "place:9")
    assert set(table.options()) == {"take:neutral", "leave", "pass"}


@pytest.mark.rule("IST-10.3", "IST-8.4")
def test_the_yellow_tile_brings_back_only_own_discs_to_the_bottom() -> None:
    me = Trader(at=11, lira=2, stack=(OWN, NEUTRAL), out=(1, 2), tiles=("yellow",))
    table = variant(me, Trader(stack=(OWN,) * 3), lying={4: 1})
    table.say("tile:yellow")
    assert table.places == {1, 2}
    table.say("place:1")
    assert table.stack() == [OWN, NEUTRAL, OWN]


@pytest.mark.rule("IST-10.3", "IST-8.4")
def test_the_yellow_tile_is_not_usable_if_only_neutral_ones_lie_about() -> None:
    me = Trader(at=11, lira=2, stack=(OWN,) * 3, tiles=("yellow",))
    table = variant(me, lying={4: 1})
    assert "tile:yellow" not in table.options()


@pytest.mark.rule("IST-10.3", "IST-5.9")
def test_the_family_member_at_the_fountain_brings_own_discs_only() -> None:
    table = variant(
        Trader(at=4, stack=(OWN, NEUTRAL), out=(1, 2)), Trader(stack=(OWN,) * 3), lying={9: 1}
    )
    table.say(f"place:{POLICE}", "leave", "act", f"place:{FOUNTAIN}", "place:1", "done")
    assert table.stack() == [OWN, OWN]
    assert table.out() == [2]
    assert lying(table) == {"9": 1, str(POLICE): 1}


@pytest.mark.rule("IST-10.3")
def test_without_the_variant_there_are_no_neutral_assistants() -> None:
    table = visit(9)
    assert lying(table) == {}
    assert table.stack() == [OWN] * 3
