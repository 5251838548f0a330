"""IST-9: the last round, the last cards and the winner."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.istanbul.bazaar import (
    FULL,
    POLICE,
    RUBIES,
    Bazaar,
    Goods,
    Trader,
    bazaar,
)

BUYER = Trader(at=1, lira=30, bought=4)
"""Can have the fifth ruby in one turn."""

BUY = ("place:16", "leave", "act")


# -- the last round ---------------------------------------------------------


@pytest.mark.rule("IST-9.1")
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("first", [0, 2])
def test_if_the_first_player_has_the_fifth_ruby_everybody_else_has_one_more_turn(
    seats: int, first: int
) -> None:
    traders = [Trader()] * seats
    traders[first] = BUYER
    table = bazaar(*traders, seats=seats, first=first)
    table.say(*BUY)
    assert table.pieces["last_round"]
    for n in range(1, seats):
        assert table.is_turn_of((first + n) % seats)
        table.idle()
    assert table.match.over


@pytest.mark.rule("IST-9.1")
def test_if_a_player_in_the_middle_has_the_fifth_ruby_only_the_later_ones_play_on() -> None:
    table = bazaar(Trader(), BUYER, Trader())
    table.idle()
    table.say(*BUY)
    assert table.is_turn_of(2)
    table.idle()
    assert table.match.over


@pytest.mark.rule("IST-9.1")
def test_if_the_last_player_has_the_fifth_ruby_the_game_ends_with_that_turn() -> None:
    table = bazaar(Trader(), Trader(), BUYER)
    table.idle()
    table.idle()
    table.say(*BUY)
    assert table.match.over
    assert table.match.ranking[0] == (2,)


@pytest.mark.rule("IST-9.1", "IST-3.5")
def test_the_round_ends_before_the_starting_player_whoever_that_is() -> None:
    table = bazaar(BUYER, Trader(), Trader(), first=2)
    table.idle()
    table.say(*BUY)
    assert table.is_turn_of(1)
    table.idle()
    assert table.match.over


@pytest.mark.rule("IST-9.1")
def test_with_four_rubies_nothing_ends() -> None:
    table = bazaar(replace(BUYER, bought=3))
    table.say(*BUY)
    assert table.rubies() == 4
    assert not table.pieces["last_round"]
    table.idle()
    table.idle()
    assert table.is_turn_of(0)


@pytest.mark.rule("IST-9.1")
def test_with_two_players_five_rubies_are_not_enough() -> None:
    table = bazaar(BUYER, seats=2, neutral_merchants=(3, 3, 3))
    table.say(*BUY)
    assert table.rubies() == 5
    table.idle()
    assert table.is_turn_of(0)
    assert not table.match.over


@pytest.mark.rule("IST-9.1")
def test_with_two_players_six_rubies_end_the_game() -> None:
    table = bazaar(replace(BUYER, bought=5), seats=2, neutral_merchants=(3, 3, 3))
    table.say(*BUY)
    assert table.rubies() == 6
    table.idle()
    assert table.match.over
    assert table.match.ranking == ((0,), (1,))


@pytest.mark.rule("IST-9.1", "IST-6.1")
def test_the_turn_of_the_fifth_ruby_is_played_on() -> None:
    table = bazaar(Trader(), Trader(family=16), replace(BUYER, hand=("stay",)))
    table.idle()
    table.idle()
    table.say(*BUY, "pass", "catch", "draw", "card:far")
    assert not table.match.over
    assert table.hand(2) == ["far", "stay"]
    table.say("pass")
    assert table.match.over


@pytest.mark.rule("IST-9.1", "IST-7.3")
def test_rubies_are_not_capped() -> None:
    table = bazaar(replace(BUYER, lira=60, hand=("dealer_twice",)))
    table.say(*BUY, "card:dealer_twice")
    assert table.rubies() == 6


@pytest.mark.rule("IST-9.1")
def test_later_players_may_reach_the_number_too_and_it_changes_nothing() -> None:
    table = bazaar(BUYER, replace(BUYER, lira=50), Trader())
    table.say(*BUY)
    table.say("place:16", "leave", "pay", "act")
    assert table.rubies(1) == 5
    assert table.is_turn_of(2)
    table.idle()
    assert table.match.over


@pytest.mark.rule("IST-9.1", "IST-9.3")
def test_a_later_player_with_more_rubies_wins() -> None:
    table = bazaar(BUYER, replace(BUYER, lira=60, hand=("dealer_twice",)), dealer=8, palace=0)
    table.say(*BUY)
    table.say("place:16", "leave", "pay", "act", "card:dealer_twice")
    table.idle()
    assert table.match.scores == (5, 6, 0)
    assert table.match.ranking == ((1,), (0,), (2,))


@pytest.mark.rule("IST-9.1", "IST-5.1")
@pytest.mark.parametrize(
    ("me", "words"),
    [
        (Trader(at=16, lira=11, extensions=2, bought=4), ("place:1", "leave", "pay", "act")),
        (
            Trader(at=3, goods=(2, 0, 0, 0), tiles=("green",), bought=4),
            ("place:14", "leave", "act", "good:red"),
        ),
        (
            Trader(at=10, goods=(5, 5, 5, 5), extensions=3, bought=3),
            ("place:13", "leave", "act", "good:red"),
        ),
    ],
    ids=["wainwright", "mosque", "palace"],
)
def test_a_fifth_ruby_from_anywhere_ends_the_game(me: Trader, words: tuple[str, ...]) -> None:
    table = bazaar(Trader(), Trader(), me)
    table.idle()
    table.idle()
    table.say(*words)
    assert table.rubies(2) == 5
    assert table.match.over


@pytest.mark.rule("IST-9.1", "IST-5.9")
def test_a_fifth_ruby_taken_by_the_family_member_ends_the_game() -> None:
    table = bazaar(Trader(), Trader(), Trader(at=6, lira=14, bought=4), palace=2)
    table.idle()
    table.idle()
    table.say("place:12", "leave", "act", "place:16")
    assert table.rubies(2) == 5
    assert table.match.over


# -- the last cards ---------------------------------------------------------


def ended(*traders: Trader, first: int = 0, discards: tuple[str, ...] = ()) -> Bazaar:
    """A game of three that ends: the first player buys the fifth ruby for the last lira."""
    everybody = [*traders, *[Trader()] * (3 - len(traders))]
    me = everybody[first]
    lira = me.lira + 14
    everybody[first] = replace(me, at=1, lira=lira, bought=4)
    table = bazaar(*everybody, first=first, palace=2, discards=discards)
    table.say(*BUY)
    if table.step == "act_again":
        table.say("pass")
    if table.step == "encounters":
        table.say("pass")
    table.idle()
    table.idle()
    assert table.match.over
    return table


@pytest.mark.rule("IST-9.2")
@pytest.mark.parametrize("seat", range(3))
def test_all_five_lira_cards_are_played_for_everybody(seat: int) -> None:
    traders = [Trader()] * 3
    traders[seat] = Trader(lira=1, hand=("five_lira", "five_lira", "stay"))
    table = ended(*traders)
    assert table.lira(seat) == 11
    assert table.hand(seat) == ["stay"]


@pytest.mark.rule("IST-9.2")
@pytest.mark.parametrize("seat", range(3))
def test_one_good_cards_are_played_for_everybody(seat: int) -> None:
    traders = [Trader()] * 3
    traders[seat] = Trader(goods=(1, 0, 0, 0), hand=("one_good", "one_good", "one_good"))
    table = ended(*traders)
    assert sum(table.goods(seat)) == 4
    assert table.hand(seat) == []


@pytest.mark.rule("IST-9.2")
def test_a_last_good_is_of_the_first_kind_with_room() -> None:
    table = ended(Trader(), Trader(goods=(2, 1, 0, 0), hand=("one_good", "one_good")))
    assert table.goods(1) == (2, 2, 1, 0)


@pytest.mark.rule("IST-9.2")
def test_one_good_cards_are_played_only_as_long_as_some_kind_has_room() -> None:
    table = ended(Trader(), Trader(goods=(2, 2, 2, 1), hand=("one_good", "one_good")))
    assert table.goods(1) == FULL
    assert table.hand(1) == ["one_good"]


@pytest.mark.rule("IST-9.2")
@pytest.mark.parametrize(
    ("family", "lira", "kept"), [(9, 3, []), (POLICE, 0, ["family"])], ids=["away", "at home"]
)
def test_the_family_card_brings_3_lira_if_the_family_member_is_away(
    family: int, lira: int, kept: list[str]
) -> None:
    table = ended(Trader(), Trader(hand=("family",), family=family))
    assert table.lira(1) == lira
    assert table.hand(1) == kept
    assert table.player(1)["family"] == POLICE


@pytest.mark.rule("IST-9.2", "IST-7.4")
def test_a_second_family_card_cannot_be_played() -> None:
    table = ended(Trader(), Trader(hand=("family", "family"), family=9))
    assert table.lira(1) == 3
    assert table.hand(1) == ["family"]


@pytest.mark.rule("IST-9.2")
def test_other_cards_are_kept() -> None:
    hand = ("far", "stay", "return", "sell_any", "palace_twice", "post_twice", "dealer_twice")
    table = ended(Trader(), Trader(hand=hand))
    assert table.hand(1) == list(hand)


@pytest.mark.rule("IST-9.2", "IST-7.11")
def test_the_last_cards_are_played_in_turn_order_from_the_starting_player() -> None:
    table = ended(
        Trader(hand=("family",), family=9),
        Trader(hand=("five_lira",)),
        Trader(hand=("one_good",)),
        first=1,
        discards=("far",),
    )
    assert table.discards == ["far", "five_lira", "one_good", "family"]


@pytest.mark.rule("IST-9.2")
def test_nothing_is_played_before_the_last_turn_is_over() -> None:
    table = bazaar(BUYER, Trader(hand=("five_lira",)))
    table.say(*BUY)
    table.idle()
    assert table.lira(1) == 0
    table.idle()
    assert table.lira(1) == 5


@pytest.mark.rule("IST-9.2", "IST-11.1")
def test_the_last_cards_are_not_foretold_and_then_nothing_is_taken_back() -> None:
    """Before the last choice nobody knows the other hands, after it everybody does."""
    expected = []
    for hand in ((), ("five_lira",)):
        table = bazaar(BUYER, Trader(hand=hand))
        table.say(*BUY)
        table.idle()
        last = table.match
        before = last.fork()
        table.idle()
        assert last.over
        words = [answer.word for answer in last.history[len(before.history) :] if answer.seat == 2]
        last_word = words.pop()
        while words:
            before.play(2, words.pop(0))
        expected.append((before.preview(2, last_word), before.foresee(2, last_word)))
        assert last.free_take_backs(2) == 0
    assert expected[0] == expected[1]


@pytest.mark.rule("IST-9.2", "IST-9.3")
def test_the_last_cards_can_decide() -> None:
    """Both have 5 rubies; a card makes up for the lira."""
    table = bazaar(
        replace(BUYER, lira=16 + 3),
        replace(BUYER, lira=17 + 2, hand=("five_lira",)),
        palace=0,
        dealer=8,
    )
    table.say(*BUY)
    table.say("place:16", "leave", "pay", "act", "pass", "pass")
    table.idle()
    assert table.match.scores == (5, 5, 0)
    assert [table.lira(seat) for seat in (0, 1)] == [19 - 16 + 2, 19 - 17 - 2 + 5]
    assert table.match.ranking == ((0, 1), (2,))


# -- the winner -------------------------------------------------------------


@pytest.mark.rule("IST-9.3")
def test_most_rubies_win() -> None:
    table = ended(Trader(), Trader(lira=99, goods=FULL, hand=("stay", "far")))
    assert table.match.scores == (5, 0, 0)
    assert table.match.ranking[0] == (0,)


TIES: list[tuple[Trader, Trader, tuple[tuple[int, ...], ...]]] = [
    (Trader(lira=3), Trader(lira=2, goods=FULL, hand=("far",)), ((0,), (1,), (2,))),
    (Trader(lira=3), Trader(lira=4), ((0,), (2,), (1,))),
    (Trader(lira=3, goods=(0, 0, 0, 1)), Trader(lira=3), ((0,), (1,), (2,))),
    (Trader(lira=3, goods=(1, 0, 0, 0)), Trader(lira=3, goods=(0, 1, 0, 1)), ((0,), (2,), (1,))),
    (Trader(lira=3, hand=("stay",)), Trader(lira=3), ((0,), (1,), (2,))),
    (
        Trader(lira=3, goods=(1, 0, 0, 0), hand=("stay",)),
        Trader(lira=3, goods=(0, 0, 1, 0), hand=("far", "far")),
        ((0,), (2,), (1,)),
    ),
    (
        Trader(lira=3, goods=(1, 1, 0, 0), hand=("stay",)),
        Trader(lira=3, goods=(0, 0, 1, 1), hand=("far",)),
        ((0,), (1, 2)),
    ),
]
"""Two players with as many rubies, and the ranking with the one who has 5."""


@pytest.mark.rule("IST-9.3")
@pytest.mark.parametrize(
    ("second", "third", "ranking"),
    TIES,
    ids=["lira", "lira again", "goods", "goods again", "cards", "cards again", "shared"],
)
def test_ties_go_by_lira_then_goods_then_cards(
    second: Trader, third: Trader, ranking: tuple[tuple[int, ...], ...]
) -> None:
    assert ended(Trader(), second, third).match.ranking == ranking


def finale(first: Trader, second: Trader) -> Bazaar:
    """Two of three have 5 rubies; after their turns they have the lira they are given."""
    table = bazaar(
        replace(first, at=1, bought=4, lira=first.lira + 16),
        replace(second, at=1, bought=4, lira=second.lira + 17 + 2),
        palace=0,
        dealer=8,
    )
    table.say(*BUY)
    while table.actor == 0:
        table.say("pass")
    table.say("place:16", "leave", "pay", "act")
    while table.actor == 1:
        table.say("pass")
    table.idle()
    assert table.match.scores == (5, 5, 0)
    return table


@pytest.mark.rule("IST-9.3")
@pytest.mark.parametrize(
    ("first", "second", "winners"),
    [
        (Trader(lira=0), Trader(lira=3), (1,)),
        (Trader(lira=0), Trader(lira=1, goods=FULL), (0,)),
        (Trader(lira=0), Trader(lira=2), (0, 1)),
        (Trader(lira=0, goods=(1, 0, 0, 0)), Trader(lira=2), (0,)),
        (Trader(lira=0, goods=(1, 0, 0, 0)), Trader(lira=2, goods=(0, 0, 0, 2)), (1,)),
        (Trader(lira=0, hand=("stay",)), Trader(lira=2), (0,)),
        (Trader(lira=0, hand=("stay",)), Trader(lira=2, hand=("far", "far")), (1,)),
        (Trader(lira=0, hand=("stay",)), Trader(lira=2, hand=("far",)), (0, 1)),
        (Trader(lira=0, goods=(2, 0, 0, 0)), Trader(lira=2, goods=(0, 1, 1, 0)), (0, 1)),
    ],
)
def test_the_victory_is_shared_if_everything_is_equal(
    first: Trader, second: Trader, winners: tuple[int, ...]
) -> None:
    """The first player is paid 2 lira by the second, who comes to the same dealer."""
    assert finale(first, second).match.ranking[0] == winners


@pytest.mark.rule("IST-9.3")
@pytest.mark.parametrize(
    ("goods", "winners"), [((0, 0, 0, 2), (0, 1)), ((2, 1, 0, 0), (1,)), ((1, 0, 0, 0), (0,))]
)
def test_goods_count_whatever_their_kind(goods: Goods, winners: tuple[int, ...]) -> None:
    table = finale(Trader(goods=(1, 1, 0, 0)), Trader(lira=2, goods=goods))
    assert table.match.ranking[0] == winners


# -- no end -----------------------------------------------------------------


@pytest.mark.rule("IST-9.4")
@pytest.mark.parametrize("seats", [2, 5])
def test_nothing_ends_a_game_in_which_nobody_collects(seats: int) -> None:
    table = bazaar(seats=seats)
    for _ in range(40 * seats):
        table.idle()
    assert table.is_turn_of(0)
    assert not table.match.over


@pytest.mark.rule("IST-9.4")
@pytest.mark.parametrize(("seats", "target"), [(2, 6), (3, 5), (4, 5), (5, 5)])
def test_rubies_suffice_at_every_player_number(seats: int, target: int) -> None:
    table = bazaar(seats=seats)
    assert table.pieces["rubies"] == RUBIES[seats]
    assert sum(table.pieces["rubies"].values()) > seats * (target - 1)
