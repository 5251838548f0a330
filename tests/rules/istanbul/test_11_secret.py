"""IST-11: what each player knows."""

from __future__ import annotations

from typing import Any

import pytest

from bedesten import Event
from rules.istanbul.bazaar import CARDS, FULL, Bazaar, Trader, bazaar, visit


def seen(events: list[Event], seat: int | None) -> list[Event]:
    return [event for event in events if event.is_seen_by(seat)]


def outside(table: Bazaar, holder: int = 0) -> list[dict[str, Any]]:
    """What everybody but one player sees."""
    others = [seat for seat in range(table.match.seats) if seat != holder]
    return [table.match.view(seat) for seat in (*others, None)]


@pytest.mark.rule("IST-11.1")
@pytest.mark.parametrize("holder", range(3))
def test_the_cards_in_other_hands_are_secret(holder: int) -> None:
    """A hand exchanged with cards of the pile changes nobody's view but its owner's."""
    tables = []
    for hand in (("far", "stay"), ("family", "five_lira")):
        traders = [Trader(hand=("return",)) for _ in range(2)]
        traders.insert(holder, Trader(hand=hand))
        tables.append(bazaar(*traders))
    one, other = tables
    assert outside(one, holder)[-1] == outside(other, holder)[-1]
    for seat in range(3):
        same = one.match.view(seat) == other.match.view(seat)
        assert same == (seat != holder)


@pytest.mark.rule("IST-11.1")
def test_cards_exchanged_between_two_hands_are_seen_by_their_owners_only() -> None:
    one = bazaar(Trader(), Trader(hand=("far",)), Trader(hand=("stay",)))
    other = bazaar(Trader(), Trader(hand=("stay",)), Trader(hand=("far",)))
    assert one.match.view(0) == other.match.view(0)
    assert one.match.view(None) == other.match.view(None)
    assert one.match.view(1) != other.match.view(1)
    assert one.match.view(2) != other.match.view(2)


DRAWS = {
    "catch": ["catch", "draw"],
    "governor": ["governor"],
    "caravansary": ["pile"],
    "family": ["card:family", "draw"],
}


@pytest.mark.rule("IST-11.1", "IST-7.11")
@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("card", [card for card in CARDS if card != "far"])
def test_a_card_drawn_is_seen_by_its_owner_only(draw: str, card: str) -> None:
    tables = []
    told = []
    for drawn in ("far", card):
        place = 6 if draw == "caravansary" else 9
        me = Trader(lira=9, hand=("family", "stay"), family=1)
        table = visit(place, me, Trader(family=9), governor=9, discards=("one_good",))
        table.say("act" if draw == "caravansary" else "pass", *DRAWS[draw])
        told.append(table.say(f"card:{drawn}"))
        tables.append(table)
    one, other = tables
    assert outside(one) == outside(other)
    assert one.match.view(0) != other.match.view(0)
    for seat in (1, 2, None):
        assert seen(told[0], seat) == seen(told[1], seat)
    assert seen(told[0], 0) != seen(told[1], 0)


@pytest.mark.rule("IST-11.1", "IST-5.4")
def test_a_card_taken_from_the_discard_pile_was_seen_by_all() -> None:
    table = visit(6, Trader(hand=("stay",)), discards=("far",))
    told = table.say("act", "discards")
    table.say("pile", "card:family", "card:stay")
    assert table.hand() == ["far", "family"]
    known = table.player()["known"]
    assert {card for card, n in known.items() if n} == {"far"}
    assert seen(told, 1) == seen(told, 0)


@pytest.mark.rule("IST-11.1")
def test_all_know_which_card_of_a_hand_is_known() -> None:
    """The same hand, but another card of it has been seen."""
    one = bazaar(Trader(hand=("far", "stay"), known=("far",)))
    other = bazaar(Trader(hand=("far", "stay"), known=("stay",)))
    for seat in (1, 2, None):
        assert one.match.view(seat) != other.match.view(seat)


@pytest.mark.rule("IST-11.1")
def test_beside_a_known_card_the_rest_of_the_hand_is_secret() -> None:
    one = bazaar(Trader(hand=("far", "stay"), known=("far",)))
    other = bazaar(Trader(hand=("far", "family"), known=("far",)))
    assert outside(one) == outside(other)


@pytest.mark.rule("IST-11.1")
@pytest.mark.parametrize(
    ("card", "words"),
    [("five_lira", ["card:five_lira"]), ("one_good", ["card:one_good", "good:red"])],
)
def test_a_known_card_that_was_played_is_no_longer_known_in_the_hand(
    card: str, words: list[str]
) -> None:
    table = bazaar(Trader(hand=(card, "stay"), known=(card,)))
    table.say(*words)
    assert not any(table.player()["known"].values())


@pytest.mark.rule("IST-11.1", "IST-5.4")
def test_a_known_card_that_was_put_back_is_no_longer_known_in_the_hand() -> None:
    table = visit(6, Trader(hand=("stay",)), discards=("far",))
    table.say("act", "discards", "pile", "card:family", "card:far")
    assert not any(table.player()["known"].values())


@pytest.mark.rule("IST-11.1")
def test_cards_dealt_are_not_known() -> None:
    table = Bazaar()
    table.say("seat:0", "sum:2", "sum:2", "demand:1", "demand:1")
    table.say("card:far", "card:stay", "card:family")
    assert not any(any(table.player(seat)["known"].values()) for seat in range(3))


@pytest.mark.rule("IST-11.1")
def test_cards_dealt_are_seen_by_their_owner_only() -> None:
    tables = []
    for card in ("card:stay", "card:family"):
        table = Bazaar()
        table.say("seat:0", "sum:2", "sum:2", "demand:1", "demand:1", "card:far", card)
        table.say("card:return")
        tables.append(table)
    one, other = tables
    assert outside(one, 1) == outside(other, 1)
    for seat in (0, 2, None):
        assert seen(one.events, seat) == seen(other.events, seat)


# -- what is asked tells nothing of a hand ----------------------------------

TURNS: dict[str, tuple[int, list[str], dict[str, Any]]] = {
    "a place with an action": (9, ["pass", "pass"], {}),
    "a place without one": (10, ["pass", "pass"], {}),
    "the post office": (5, ["act", "pass", "pass"], {}),
    "the dealer": (16, ["act", "pass", "pass"], {}),
    "the small market": (11, ["pass", "pass"], {"small": 3}),
    "the police station": (12, ["act", "place:5", "pass", "pass"], {}),
    "the caravansary": (6, ["act", "pile", "card:far"], {"discards": ("stay",)}),
    "the governor": (9, ["pass", "governor", "card:far", "pay", "sum:3", "pass"], {"governor": 9}),
    "the smuggler": (
        9,
        ["pass", "smuggler", "good:red", "pay", "sum:3", "pass"],
        {"smuggler": 9},
    ),
    "a catch": (3, ["pass", "catch", "lira", "pass"], {}),
}


@pytest.mark.rule("IST-11.1")
@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("card", [card for card in CARDS if card != "return"])
def test_what_is_asked_tells_nothing_of_the_hand(turn: str, card: str) -> None:
    place, words, laid = TURNS[turn]
    tables = [
        visit(
            place,
            Trader(lira=30, goods=(0, 0, 0, 1) if place == 11 else (0, 0, 0, 0), hand=(held,)),
            Trader(family=3),
            **laid,
        )
        for held in ("return", card)
    ]
    one, other = tables
    assert outside(one) == outside(other)
    for word in words:
        told = [seen(table.say(word), 1) for table in tables]
        assert told[0] == told[1]
        assert outside(one) == outside(other)


@pytest.mark.rule("IST-11.1")
@pytest.mark.parametrize("card", ["five_lira", "family", "stay"])
def test_what_the_governor_asks_tells_nothing_of_the_card_drawn(card: str) -> None:
    """Without lira a player may have to think, or only seem to."""
    tables = [visit(9, Trader(family=1), governor=9) for _ in range(2)]
    for table, drawn in zip(tables, (card, "far"), strict=True):
        table.say("pass", "governor", f"card:{drawn}")
        assert table.actor == 0
        assert table.step == "pay_governor"
    assert outside(tables[0]) == outside(tables[1])


@pytest.mark.rule("IST-11.1", "IST-6.2")
@pytest.mark.parametrize("card", ["far", "stay"], ids=["two equal cards", "two kinds"])
def test_which_card_is_given_for_the_governor_is_asked_whatever_the_cards(card: str) -> None:
    table = visit(9, Trader(hand=(card,)), governor=9)
    table.say("pass", "governor", "card:far", "give")
    assert table.step == "give_card"


@pytest.mark.rule("IST-11.1", "IST-5.4")
@pytest.mark.parametrize("card", ["far", "stay"], ids=["two equal cards", "two kinds"])
def test_which_card_is_put_back_at_the_caravansary_is_asked_whatever_the_cards(card: str) -> None:
    table = visit(6)
    table.say("act", "pile", "card:far", "pile", f"card:{card}")
    assert table.step == "put_back"


@pytest.mark.rule("IST-11.1", "IST-6.3")
@pytest.mark.parametrize("card", ["five_lira", "return"])
def test_the_price_of_the_smuggler_is_asked_whatever_the_hand(card: str) -> None:
    table = visit(9, Trader(hand=(card,)), smuggler=9)
    table.say("pass", "smuggler", "good:red")
    assert table.step == "pay_smuggler"


@pytest.mark.rule("IST-11.1", "IST-7.8")
@pytest.mark.parametrize("card", ["sell_any", "return"])
def test_the_first_good_sold_at_the_small_market_is_asked_whatever_the_hand(card: str) -> None:
    table = visit(11, Trader(goods=(1, 0, 0, 0), hand=(card,)))
    table.say("act")
    assert table.step == "sell"


@pytest.mark.rule("IST-11.1")
def test_who_holds_cards_is_asked_before_the_turn_ends_early() -> None:
    """With an empty stack and no assistant there, whatever the hand."""
    tables = [bazaar(Trader(at=11, out=(1, 2, 3, 4), hand=(card,))) for card in ("return", "stay")]
    for table in tables:
        table.say("place:9")
        assert table.actor == 0
    assert outside(tables[0]) == outside(tables[1])


# -- what is open -----------------------------------------------------------

OPEN: dict[str, tuple[tuple[list[Trader], dict[str, Any]], tuple[list[Trader], dict[str, Any]]]] = {
    "lira": (([Trader(lira=1)], {}), ([Trader(lira=2)], {})),
    "goods": (([Trader(goods=(1, 0, 0, 0))], {}), ([Trader(goods=(0, 0, 0, 1))], {})),
    "merchants": (([Trader(at=9)], {}), ([Trader(at=3)], {})),
    "family members": (([Trader(family=9)], {}), ([Trader(family=3)], {})),
    "assistants": (([Trader(out=(9,))], {}), ([Trader(out=(3,))], {})),
    "rubies": (([Trader(bought=1)], {}), ([Trader(), Trader(bought=1)], {})),
    "tiles": (([Trader(tiles=("red",))], {}), ([Trader(tiles=("green",))], {})),
    "extensions": (([Trader(extensions=1)], {}), ([Trader(extensions=2)], {})),
    "the number of cards in a hand": (([Trader(hand=("far",))], {}), ([Trader()], {})),
    "the discard pile": (
        ([Trader()], {"discards": ("far", "stay", "family")}),
        ([Trader()], {"discards": ("stay", "far", "family")}),
    ),
    "the number of cards in the pile": (
        ([Trader()], {"pile": ("far",) * 2}),
        ([Trader()], {"pile": ("far",) * 3}),
    ),
    "the markers": (([Trader()], {"markers": 1}), ([Trader()], {"markers": 2})),
    "the governor": (([Trader()], {"governor": 3}), ([Trader()], {"governor": 4})),
    "the smuggler": (([Trader()], {"smuggler": 3}), ([Trader()], {"smuggler": 4})),
    "the demand at the large market": (([Trader()], {"large": 1}), ([Trader()], {"large": 2})),
    "the demand at the small market": (([Trader()], {"small": 1}), ([Trader()], {"small": 2})),
    "the place of a demand tile seen before": (
        ([Trader()], {"demand": {"large": [1, None, None, 2, 3]}}),
        ([Trader()], {"demand": {"large": [1, None, None, 3, 2]}}),
    ),
}


@pytest.mark.rule("IST-11.1")
@pytest.mark.parametrize("piece", OPEN)
def test_everything_else_is_open(piece: str) -> None:
    (traders, laid), (other_traders, other_laid) = OPEN[piece]
    one = bazaar(*traders, **laid)
    other = bazaar(*other_traders, **other_laid)
    for seat in (1, 2, None):
        assert one.match.view(seat) != other.match.view(seat)


@pytest.mark.rule("IST-11.1")
def test_neutral_merchants_are_open() -> None:
    one = bazaar(seats=2, neutral_merchants=(2, 3, 4))
    other = bazaar(seats=2, neutral_merchants=(2, 4, 3))
    assert one.match.view(1) != other.match.view(1)


@pytest.mark.rule("IST-11.1", "IST-10.3")
def test_the_order_of_a_stack_is_open() -> None:
    rest = [Trader(stack=("own", "own", "own", "neutral"))] * 2
    one = bazaar(Trader(stack=("own", "own", "neutral", "own")), *rest, neutral_assistants=True)
    other = bazaar(Trader(stack=("own", "neutral", "own", "own")), *rest, neutral_assistants=True)
    assert one.match.view(1) != other.match.view(1)


@pytest.mark.rule("IST-11.1")
def test_dice_are_open() -> None:
    tables = [visit(8, Trader(goods=FULL)) for _ in range(2)]
    for table, dice in zip(tables, ("dice:1-2", "dice:6-6"), strict=True):
        table.say("act", dice)
    assert tables[0].match.view(1) != tables[1].match.view(1)


@pytest.mark.rule("IST-11.1")
def test_played_cards_are_seen_by_all() -> None:
    table = bazaar(Trader(hand=("five_lira",)))
    told = table.say("card:five_lira")
    assert told
    for seat in (0, 1, 2, None):
        assert seen(told, seat) == told


# -- demand tiles -----------------------------------------------------------


@pytest.mark.rule("IST-11.1", "IST-2.5")
@pytest.mark.parametrize(("place", "market"), [(10, "large"), (11, "small")])
def test_a_demand_tile_once_seen_has_a_known_place_in_its_stack(place: int, market: str) -> None:
    table = visit(place, Trader(goods=(1, 0, 0, 0)))
    table.say("act", "good:red", "done", "demand:4")
    assert table.pieces["demand"][market] == [4, None, None, None, 1]


@pytest.mark.rule("IST-11.1", "IST-2.5")
def test_the_last_tile_not_seen_comes_up_where_it_must() -> None:
    table = visit(10, Trader(goods=(1, 0, 0, 0)), demand={"large": [1, None, 2, 3, 4]})
    table.say("act", "good:red", "done", "demand:5")
    assert table.pieces["demand"]["large"] == [5, 2, 3, 4, 1]
