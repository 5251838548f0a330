"""CW-6: bonus rubies, new cards, fountains, palaces and caravan."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import bedesten
from bedesten import CHANCE
from rules.choose_write.bazaar import (
    FOUNTAINS,
    GOODS_CARDS,
    PALACES,
    TICKED,
    Bazaar,
    Goods,
    Sheet,
    bazaar,
    good_words,
    using,
)

ALL_TICKED = dict.fromkeys(TICKED, 2)


def from_hand(card: str, *sheets: Sheet, display: tuple[str, str] = ("5", "9")) -> Bazaar:
    """A table at which the first player has played the card of the hand."""
    me, *others = sheets or (Sheet(),)
    table = bazaar(replace(me, card=card), *others, display=display)
    table.play(0, "hand")
    return table


# -- the order --------------------------------------------------------------


@pytest.mark.rule("CW-6.0")
def test_the_steps_come_in_their_order() -> None:
    """Bonus ruby, hand, display with a fountain, ruby card, caravan card."""
    me = Sheet(goods=(1, 1, 1, 1), lira=19, card="7")
    others = Sheet(goods=(1, 1, 1, 1), lira=19)
    table = bazaar(me, others, display=("5", "9"), caravan=(5,), palaces={"a": [20]})
    table.play(0, "hand")
    table.use("place:a", "place:6")
    assert table.rubies(1) == 1, "4 lira fill a box"
    assert table.asked(0) == "take"
    table.play(0, "left")
    assert table.step == "turn_place_card"
    table.chance("fountain:good")
    assert table.asked(2) == "fountain_good"
    for seat in range(3):
        table.play(seat, "good:red")
    assert table.palace("a") == [20]
    table.chance("place:14")
    assert set(table.options()) <= {f"ruby:{n}" for n in range(1, 21)}
    assert table.caravan[0] == 5
    table.chance("ruby:19")
    assert set(table.options()) == {f"caravan:{n}" for n in range(1, 9) if n != 5}
    table.chance("caravan:1")
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-6.0")
def test_after_a_guild_card_no_place_card_is_drawn() -> None:
    table = bazaar(Sheet(lira=8, guild=(14,)))
    pile = table.pieces["pile"]
    table.guild_turn(14)
    assert table.is_turn_of(1)
    assert table.pieces["pile"] == pile


@pytest.mark.rule("CW-6.0", "CW-6.1")
def test_after_a_guild_card_bonus_rubies_are_taken() -> None:
    table = bazaar(Sheet(lira=2, lira_filled=19, guild=(3,), goods=(3, 3, 3, 3)))
    table.guild_turn(3)
    assert table.rubies() == 2


@pytest.mark.rule("CW-6.0", "CW-6.5")
def test_after_a_guild_card_a_ruby_card_is_added() -> None:
    table = bazaar(Sheet(lira=3, guild=(5,), goods=(1, 1, 1, 1)), palaces={"a": [20]})
    table.guild_turn(5, "ruby:9")
    assert table.palace("a") == [20, 9]


# -- bonus rubies -----------------------------------------------------------


@pytest.mark.rule("CW-6.1")
@pytest.mark.parametrize(("filled", "rubies"), [(16, 0), (17, 1), (36, 0), (37, 1)])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_full_box_brings_every_player_a_ruby(filled: int, rubies: int, seat: int) -> None:
    sheets = [Sheet()] * 3
    sheets[seat] = Sheet(lira_filled=filled, rubies=3)
    table = using("8", *sheets)
    table.use(*["pass"] * seat, "place:8")
    assert table.rubies(seat) == 3 + rubies


@pytest.mark.rule("CW-6.1")
@pytest.mark.parametrize(
    ("filled", "rubies"),
    [
        ((4, 4, 4, 3), 1),
        ((4, 4, 3, 3), 0),
        ((9, 8, 9, 3), 1),
        ((7, 7, 7, 3), 1),
        ((13, 13, 13, 6), 1),
        ((10, 10, 10, 9), 1),
        ((10, 10, 10, 7), 0),
        ((13, 13, 13, 11), 0),
    ],
)
def test_a_bonus_row_filled_in_all_columns_brings_a_ruby(filled: Goods, rubies: int) -> None:
    table = using("14", Sheet(filled=filled, rubies=3))
    table.use("place:14")
    assert table.rubies() == 3 + rubies


@pytest.mark.rule("CW-6.1")
def test_crossed_fields_count() -> None:
    table = using("14", Sheet(goods=(0, 0, 0, 0), filled=(4, 4, 4, 2)))
    table.use("place:14")
    assert table.rubies() == 1


@pytest.mark.rule("CW-6.1")
@pytest.mark.parametrize(
    ("filled", "rubies"), [((7, 7, 7, 3), 2), ((10, 10, 10, 6), 2), ((12, 7, 9, 3), 2)]
)
def test_two_rows_may_be_filled_at_once(filled: Goods, rubies: int) -> None:
    table = using("14", Sheet(filled=filled, ticks={"14": 2}, rubies=3))
    table.use("place:14")
    assert table.rubies() == 3 + rubies


@pytest.mark.rule("CW-6.1")
def test_a_row_and_a_box_may_be_filled_at_once() -> None:
    table = using("3", Sheet(goods=(4, 4, 4, 3), lira=17))
    table.use("place:3 good:red done good:blue")
    assert table.rubies() == 2


@pytest.mark.rule("CW-6.1")
def test_all_take_their_bonus_rubies_in_the_same_turn() -> None:
    table = using("8", *[Sheet(lira_filled=17)] * 5, seats=5)
    table.use(*["place:8"] * 5)
    assert [table.rubies(seat) for seat in range(5)] == [1] * 5


@pytest.mark.rule("CW-6.1")
def test_a_bonus_ruby_is_taken_once() -> None:
    table = bazaar(Sheet(lira_filled=17), display=("8", "8"), seats=2)
    table.play(0, "left")
    table.use("place:8")
    table.go_on()
    table.play(1, "right")
    table.use("place:8 symbol")
    assert table.player()["lira_filled"] == 23
    assert table.rubies() == 1


@pytest.mark.rule("CW-6.1")
def test_bonus_rubies_add_no_ruby_card() -> None:
    table = using("8", Sheet(lira_filled=17))
    before = table.pieces["palaces"]
    table.use("place:8")
    table.go_on()
    assert table.pieces["palaces"] == before


@pytest.mark.rule("CW-6.1", "CW-6.4")
@pytest.mark.parametrize("seat", range(3))
def test_bonus_rubies_are_looked_for_after_a_fountain(seat: int) -> None:
    sheets = [Sheet()] * 3
    sheets[seat] = Sheet(lira=19, bonus_filled=6)
    table = using("8", *sheets)
    table.use()
    table.chance("fountain:lira")
    assert table.rubies(seat) == 1


@pytest.mark.rule("CW-6.1", "CW-6.4")
def test_a_good_of_a_fountain_may_fill_a_row() -> None:
    table = using("8", Sheet(goods=(4, 4, 4, 3)))
    table.use()
    table.chance("fountain:good")
    table.play(1, "good:red")
    table.play(2, "good:red")
    table.play(0, "good:blue")
    assert table.rubies() == 1


@pytest.mark.rule("CW-6.1", "CW-7.2")
def test_bonus_rubies_are_looked_for_after_the_last_fountain_too() -> None:
    table = bazaar(Sheet(lira=19), pile=("fountain:lira",))
    table.play(0, "left")
    table.use()
    assert table.match.over
    assert table.rubies() == 1


# -- a new card for the hand ------------------------------------------------


@pytest.mark.rule("CW-6.2")
def test_who_has_played_the_hand_card_takes_an_open_one_or_draws() -> None:
    table = from_hand("8")
    table.use()
    assert table.match.actors == (0,)
    assert table.asked(0) == "take"
    assert set(table.options(0)) == {"left", "right", "pile"}


@pytest.mark.rule("CW-6.2", "CW-6.3")
@pytest.mark.parametrize(
    ("word", "card", "display"), [("left", "5", ["1", "9"]), ("right", "9", ["5", "1"])]
)
def test_an_open_card_is_taken_and_replaced(word: str, card: str, display: list[str]) -> None:
    table = from_hand("8")
    table.use()
    table.play(0, word)
    table.chance("place:1")
    assert table.player()["place"] == card
    assert table.display == display
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-6.2", "CW-6.3")
def test_a_card_of_the_pile_leaves_the_display_alone() -> None:
    table = from_hand("8")
    table.use()
    table.play(0, "pile")
    table.chance("place:1")
    assert table.player()["place"] == "1"
    assert table.display == ["5", "9"]
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-6.2")
def test_who_has_played_an_open_card_keeps_the_hand() -> None:
    table = bazaar(Sheet(card="8"), display=("5", "9"))
    table.play(0, "left")
    table.use()
    table.chance("place:1")
    assert table.player()["place"] == "8"
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-6.2")
def test_the_choice_comes_after_all_actions_and_bonus_rubies() -> None:
    table = from_hand("8", Sheet(lira=17), Sheet())
    table.use("place:8", "place:9")
    assert table.actor == CHANCE
    table.chance("guild:1")
    assert table.asked(0) == "take"
    assert table.rubies() == 1


@pytest.mark.rule("CW-6.2", "CW-6.4")
def test_a_fountain_drawn_for_the_hand_is_replaced_from_the_pile() -> None:
    table = from_hand("8")
    table.use()
    table.play(0, "pile")
    table.chance("fountain:lira")
    assert [table.lira(seat) for seat in range(3)] == [1, 1, 1]
    assert table.step == "turn_place_card"
    table.chance("place:1")
    assert table.player()["place"] == "1"
    assert table.display == ["5", "9"]


# -- the display ------------------------------------------------------------


@pytest.mark.rule("CW-6.3")
@pytest.mark.parametrize(("word", "display"), [("left", ["1", "9"]), ("right", ["5", "1"])])
def test_the_display_is_filled_up_to_two(word: str, display: list[str]) -> None:
    table = bazaar(display=("5", "9"))
    table.play(0, word)
    table.use()
    table.chance("place:1")
    assert table.display == display
    assert table.is_turn_of(1)


# -- fountains --------------------------------------------------------------


def at_fountain(name: str, *sheets: Sheet, first: int = 0) -> Bazaar:
    """A table at which a fountain turns up for the display; everybody has passed before."""
    table = bazaar(*sheets, first=first)
    table.play(first, "left")
    table.use()
    table.chance(f"fountain:{name}")
    return table


@pytest.mark.rule("CW-6.4")
@pytest.mark.parametrize("name", ["lira", "good", "goods", "improvement"])
def test_a_fountain_is_discarded_at_once(name: str) -> None:
    table = at_fountain(name)
    assert table.discards[f"fountain:{name}"] == 1


@pytest.mark.rule("CW-6.4", "CW-2.1")
def test_a_fountain_brings_all_players_1_lira() -> None:
    table = at_fountain("lira")
    assert [table.lira(seat) for seat in range(3)] == [1, 1, 1]


@pytest.mark.rule("CW-6.4", "CW-2.1")
def test_a_fountain_brings_all_players_a_good_of_choice() -> None:
    table = at_fountain("good")
    assert table.match.actors == (0, 1, 2)
    assert {*table.options(0)} == {*table.options(2)} == {*good_words()}
    for seat, good in enumerate(good_words("yellow", "red", "blue")):
        table.play(seat, good)
    assert [table.goods(seat) for seat in range(3)] == [(0, 0, 1, 0), (1, 0, 0, 0), (0, 0, 0, 1)]


@pytest.mark.rule("CW-6.4", "CW-2.1")
@pytest.mark.parametrize("first", range(3))
def test_goods_cards_of_a_fountain_go_clockwise_from_the_player_in_turn(first: int) -> None:
    table = at_fountain("goods", first=first)
    table.chance("goods:rr", "goods:gg", "goods:yy")
    for n, card in enumerate(("rr", "gg", "yy")):
        assert table.goods_cards((first + n) % 3) == [card]


@pytest.mark.rule("CW-6.4", "CW-2.6")
def test_a_fountain_gives_out_goods_cards_as_far_as_they_go() -> None:
    cards = tuple(Counter(GOODS_CARDS).elements())
    table = at_fountain("goods", Sheet(goods_cards=cards[2:]))
    table.chance("goods:rg")
    assert [len(table.goods_cards(seat)) for seat in (1, 2)] == [1, 0]
    assert table.step == "turn_place_card"


@pytest.mark.rule("CW-6.4", "CW-2.1")
def test_a_fountain_brings_all_players_an_improvement() -> None:
    table = at_fountain("improvement", Sheet(ticks={"8": 2}))
    assert table.match.actors == (0, 1, 2)
    assert table.places(0) == {"1", "5", "10", "14"}
    for seat, place in enumerate(("1", "8", "8")):
        table.play(seat, f"place:{place}")
    assert [table.ticks(seat) for seat in range(3)] == [{"1": 1, "8": 2}, {"8": 1}, {"8": 1}]


@pytest.mark.rule("CW-6.4")
def test_at_a_fountain_only_those_are_asked_who_have_something_to_choose() -> None:
    table = at_fountain("improvement", Sheet(ticks=ALL_TICKED), Sheet(ticks=ALL_TICKED | {"5": 1}))
    assert table.match.actors == (2,)
    table.play(2, "place:1")
    assert table.ticks(0) == table.ticks(1) == ALL_TICKED
    assert table.ticks(2) == {"1": 1}


@pytest.mark.rule("CW-6.4")
def test_a_fountain_is_no_action_and_nothing_is_crossed() -> None:
    table = at_fountain("lira", Sheet(bonus=2))
    assert table.bonus() == 3, "marked by passing"
    assert table.player()["symbols"]["8"] == 2


@pytest.mark.rule("CW-6.4")
def test_another_card_is_drawn_for_a_fountain() -> None:
    table = at_fountain("lira")
    table.chance("place:1")
    assert table.display[0] == "1"
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-6.4")
def test_a_fountain_is_taken_before_the_next_card_is_drawn() -> None:
    table = at_fountain("good")
    assert CHANCE not in table.match.actors
    for seat in range(3):
        table.play(seat, "good:red")
    assert table.step == "turn_place_card"


@pytest.mark.rule("CW-6.4")
def test_fountains_may_follow_one_another() -> None:
    table = at_fountain("lira")
    table.chance("fountain:goods", "goods:rr", "goods:gg", "goods:yy", "fountain:good")
    for seat in range(3):
        table.play(seat, "good:red")
    table.chance("fountain:improvement")
    for seat in range(3):
        table.play(seat, "place:1")
    table.chance("place:1")
    assert table.is_turn_of(1)
    for seat in range(3):
        assert (table.lira(seat), sum(table.goods(seat)), len(table.goods_cards(seat))) == (1, 1, 1)
        assert table.ticks(seat) == {"1": 1}
    assert {*FOUNTAINS} <= {*table.discards}


@pytest.mark.rule("CW-6.4")
def test_the_only_improvement_left_is_ticked_at_a_fountain_and_stands_in_the_record() -> None:
    almost = Sheet(ticks={"1": 2, "5": 2, "8": 2, "10": 2, "14": 1})
    done = Sheet(ticks={"1": 2, "5": 2, "8": 2, "10": 2, "14": 2})
    table = using("8", Sheet(), almost, done)
    table.use()
    table.chance("fountain:improvement")
    forced = [(one.seat, one.word) for one in table.match.history if one.forced]
    assert forced == [(1, "place:14")]
    assert table.match.actors == (0,)
    table.play(0, "place:1")
    assert [table.ticks(seat).get("14", 0) for seat in range(3)] == [0, 2, 2]
    record = table.match.record()
    assert "1 place:14" in record
    assert bedesten.replay(record).position() == table.match.position()


@pytest.mark.rule("CW-6.4", "CW-7.2")
@pytest.mark.parametrize("name", ["lira", "good", "goods", "improvement"])
@pytest.mark.parametrize("word", ["hand", "left"])
def test_a_fountain_that_is_the_last_card_is_taken_by_all_and_then_the_game_ends(
    name: str, word: str
) -> None:
    table = bazaar(pile=(f"fountain:{name}",), seats=2)
    table.play(0, word)
    table.use()
    if word == "hand":
        table.play(0, "pile")
    while not table.match.over:
        seat = table.actor
        table.say(table.options(seat)[0])
    for seat in (0, 1):
        taken = [
            table.lira(seat),
            sum(table.goods(seat)),
            len(table.goods_cards(seat)),
            sum(table.ticks(seat).values()),
        ]
        assert taken == [int(name == each) for each in ("lira", "good", "goods", "improvement")]


# -- palaces ----------------------------------------------------------------

ONES = Sheet(goods=(1, 1, 1, 1), bonus=1)


@pytest.mark.rule("CW-6.5")
@pytest.mark.parametrize("letter", PALACES)
def test_a_ruby_card_is_added_under_the_others(letter: str) -> None:
    table = using(letter, ONES, palaces={letter: [20]})
    others = {other: table.palace(other) for other in PALACES if other != letter}
    table.use(f"place:{letter}")
    table.chance("place:1", "ruby:9")
    assert table.palace(letter) == [20, 9]
    assert {other: table.palace(other) for other in others} == others
    assert 9 not in table.pieces["ruby_pile"]
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-6.5")
@pytest.mark.parametrize("users", [1, 2, 3])
def test_exactly_one_ruby_card_is_added_however_many_took_a_ruby(users: int) -> None:
    table = using("a", ONES, ONES, ONES, palaces={"a": [20]})
    table.use(*["place:a"] * users)
    table.chance("place:1", "ruby:9")
    assert table.palace("a") == [20, 9]
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-6.5")
def test_ruby_cards_are_added_in_the_order_of_the_letters() -> None:
    sheet = Sheet(goods=(3, 3, 3, 3), bonus=1)
    table = using("b", sheet, sheet, sheet)
    table.use("place:d", "place:b", "place:a")
    assert table.pieces["taken"] == ["a", "b", "d"]
    table.chance("place:1", "ruby:10", "ruby:11", "ruby:12")
    assert [table.palace(letter) for letter in PALACES] == [[1, 10], [2, 11], [3], [4, 12]]


@pytest.mark.rule("CW-6.5", "CW-2.6")
def test_the_last_ruby_card_goes_to_the_first_letter() -> None:
    sheet = Sheet(goods=(9, 9, 9, 9), bonus=1)
    palaces = {"a": [1], "b": [2], "c": [3], "d": [4]}
    table = using("b", sheet, sheet, palaces=palaces, ruby_pile=(20,))
    d = table.palace("d")
    table.use("place:b", "place:a")
    table.go_on()
    assert (table.palace("a"), table.palace("b"), table.palace("d")) == ([1, 20], [2], d)


@pytest.mark.rule("CW-6.5")
@pytest.mark.parametrize("card", [5, 6, 7, 8])
def test_a_ruby_card_is_added_for_a_palace_of_a_guild_card(card: int) -> None:
    letter = PALACES[card - 5]
    me = Sheet(goods=(3, 3, 3, 3), lira=3, guild=(card,))
    table = bazaar(me)
    table.guild_turn(card)
    while table.step != "add_ruby_card":
        table.say(table.options()[0])
    table.chance("ruby:9")
    assert table.palace(letter)[1:] == [9]


@pytest.mark.rule("CW-6.5")
@pytest.mark.parametrize(("card", "letter"), [(6, "a"), (6, "b"), (7, "c"), (7, "d")])
def test_a_ruby_card_is_added_for_a_palace_of_the_caravan(card: int, letter: str) -> None:
    table = using("6", ONES, caravan=(card, 5), palaces={letter: [20]})
    words = {6: "place:6", 7: f"place:6 place:{letter} done good:red"}[card]
    table.use(words)
    table.go_on()
    assert len(table.palace(letter)) == 2
    assert sum(len(table.palace(other)) for other in PALACES) == 5


@pytest.mark.rule("CW-6.5")
def test_the_dealer_adds_no_ruby_card() -> None:
    table = using("2", Sheet(lira=10))
    before = table.pieces["palaces"]
    table.use("place:2")
    table.chance("place:1")
    assert table.pieces["palaces"] == before
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-6.5")
@pytest.mark.parametrize("card", [10, 11, 13, 14, 15, 16])
def test_guild_cards_without_a_palace_add_no_ruby_card(card: int) -> None:
    me = Sheet(goods=(3, 3, 3, 3), lira=10, guild=(card,), goods_cards=("rg",))
    table = bazaar(me)
    before = table.pieces["palaces"]
    table.play(0, f"guild:{card}")
    while not table.is_turn_of(1):
        table.say(table.options()[0])
    assert table.rubies() == 1
    assert table.pieces["palaces"] == before


# -- the caravan ------------------------------------------------------------


@pytest.mark.rule("CW-6.6")
@pytest.mark.parametrize("seat", range(3))
def test_a_caravan_card_anyone_used_goes_under_its_pile(seat: int) -> None:
    table = using("6", caravan=(5,))
    table.use(*["pass"] * seat, "place:6")
    table.chance("place:1", "caravan:3")
    assert table.caravan == [3, *[None] * 6, 5]


@pytest.mark.rule("CW-6.6")
def test_a_caravan_card_several_used_moves_one_place() -> None:
    table = using("6", caravan=(5,))
    table.use("place:6", "place:6", "place:6")
    table.chance("place:1", "caravan:3")
    assert table.caravan == [3, *[None] * 6, 5]
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-6.6")
def test_a_caravan_card_nobody_used_stays() -> None:
    table = using("6", caravan=(5,))
    table.use("place:1", "pass", "place:10")
    table.chance("place:1")
    assert table.caravan == [5, *[None] * 7]
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-6.6", "CW-9.1")
def test_the_caravan_comes_round_in_the_same_order() -> None:
    """Eight cards that open the caravansary, used by the player in turn alone."""
    order = [5, 1, 8, 3, 7, 2, 4, 6]
    me = Sheet(goods=(9, 9, 9, 9))
    table = bazaar(me, me, seats=2, display=("6", "6"), caravan=order[:1])
    cards = ("1", "1", "7", "7", "10", "10", "2", "3")
    for n, card in enumerate(cards):
        assert table.caravan[0] == order[n]
        seat = table.actor
        table.play(seat, "right" if n == 7 else "left")
        table.play(1 - seat, "pass")
        table.play(seat, "place:6")
        drawn = {"turn_place_card": f"place:{card}", "turn_caravan": f"caravan:{order[n + 1 & 7]}"}
        while not table.is_turn_of(1 - seat):
            table.say(drawn.get(table.step or "", table.options()[0]))
    assert table.caravan == order


@pytest.mark.rule("CW-6.6")
def test_a_caravan_card_not_seen_yet_keeps_its_place_in_the_pile() -> None:
    table = using("6", caravan=(5, 1, 2, 3, 4))
    table.use("place:6")
    table.chance("place:1")
    assert table.caravan == [1, 2, 3, 4, None, None, None, 5]
