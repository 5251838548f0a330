"""CW-7: the last round, the last card and the winner."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.choose_write.bazaar import Bazaar, Goods, Sheet, bazaar, using

BUYER = Sheet(lira=8, guild=(14,), rubies=9)
"""Can have the tenth ruby in one turn."""


def at(seat: int, seats: int, me: Sheet = BUYER) -> list[Sheet]:
    """This player at a seat, among others who have nothing."""
    sheets = [Sheet()] * seats
    sheets[seat] = me
    return sheets


# -- ten rubies -------------------------------------------------------------


@pytest.mark.rule("CW-7.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("first", [0, 1])
def test_if_the_first_player_has_the_tenth_ruby_everybody_else_has_one_more_turn(
    seats: int, first: int
) -> None:
    table = bazaar(*at(first, seats), seats=seats, first=first)
    table.play(first, "guild:14")
    assert table.pieces["last_round"]
    for n in range(1, seats):
        assert table.is_turn_of((first + n) % seats)
        table.idle()
    assert table.match.over


@pytest.mark.rule("CW-7.1")
def test_if_a_player_in_the_middle_has_the_tenth_ruby_only_the_later_ones_play_on() -> None:
    table = bazaar(*at(1, 3))
    table.idle()
    table.play(1, "guild:14")
    assert table.is_turn_of(2)
    table.idle()
    assert table.match.over


@pytest.mark.rule("CW-7.1")
@pytest.mark.parametrize("first", range(3))
def test_in_the_last_seats_turn_the_game_is_over_at_once(first: int) -> None:
    last = (first + 2) % 3
    table = bazaar(*at(last, 3), first=first)
    table.idle()
    table.idle()
    table.play(last, "guild:14")
    assert table.match.over
    assert table.match.ranking[0] == (last,)


@pytest.mark.rule("CW-7.1")
def test_with_nine_rubies_nothing_ends() -> None:
    table = bazaar(replace(BUYER, rubies=8))
    table.play(0, "guild:14")
    assert not table.pieces["last_round"]
    for _ in range(3):
        table.idle()
    assert not table.match.over


@pytest.mark.rule("CW-7.1")
def test_a_tenth_ruby_in_anothers_turn_counts() -> None:
    table = using("2", Sheet(), Sheet(lira=10, rubies=9))
    table.use("pass", "place:2")
    table.go_on()
    assert table.pieces["last_round"]
    table.idle()
    table.idle()
    assert table.match.over


@pytest.mark.rule("CW-7.1", "CW-6.1")
def test_a_bonus_ruby_may_be_the_tenth() -> None:
    table = using("8", Sheet(lira=17, rubies=9), Sheet())
    table.use("place:8")
    table.go_on()
    assert table.pieces["last_round"]


@pytest.mark.rule("CW-7.1", "CW-6.4")
def test_a_ruby_by_a_fountain_may_be_the_tenth() -> None:
    table = bazaar(*at(0, 2, Sheet(lira=19, rubies=9)), seats=2)
    table.idle()
    assert not table.pieces["last_round"]
    table.play(1, "left")
    table.use()
    table.chance("fountain:lira")
    assert table.rubies() == 10
    assert not table.match.over
    table.chance("place:1")
    assert table.match.over


@pytest.mark.rule("CW-7.1")
def test_the_turn_of_the_tenth_ruby_has_its_whole_end() -> None:
    table = bazaar(Sheet(), Sheet(lira=10, rubies=9, card="2"), seats=2)
    table.idle()
    table.play(1, "hand")
    table.use("pass", "place:2")
    assert table.rubies(1) == 10
    assert table.asked(1) == "take"
    table.play(1, "left")
    assert not table.match.over
    table.chance("place:1")
    assert table.match.over


@pytest.mark.rule("CW-7.1", "CW-7.3")
def test_a_later_player_may_still_win() -> None:
    table = bazaar(BUYER, Sheet(lira=10, rubies=10, card="2"), seats=2)
    table.play(0, "guild:14")
    table.play(1, "hand")
    table.use("pass", "place:2")
    table.play(1, "pile")
    table.go_on()
    assert table.match.over
    assert table.match.scores == (10, 11)
    assert table.match.ranking == ((1,), (0,))


@pytest.mark.rule("CW-7.1")
def test_a_guild_turn_is_a_turn_like_others() -> None:
    table = bazaar(BUYER, Sheet(lira=1, guild=(1,)), seats=2)
    table.play(0, "guild:14")
    table.play(1, "guild:1")
    table.say("good:red", "good:red")
    assert not table.match.over
    table.say("place:1")
    assert table.match.over


# -- the last card ----------------------------------------------------------


@pytest.mark.rule("CW-7.2")
@pytest.mark.parametrize(("seats", "turns"), [(2, 33), (3, 32), (4, 31), (5, 30)])
def test_the_cards_last_for_so_many_turns(seats: int, turns: int) -> None:
    """The fountains come last, after the last card of a place."""
    table = bazaar(seats=seats)
    played = 0
    while not table.match.over:
        played += table.asked() == "play"
        words = {"play": "left", "use_card": "pass"}
        table.say(words.get(table.asked() or "", table.options()[0]))
    assert played == turns
    assert {*table.pieces["pile"].values()} <= {0}


@pytest.mark.rule("CW-7.2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("word", ["hand", "left", "right"])
def test_with_an_empty_pile_every_place_card_ends_the_game_after_its_actions(
    seats: int, word: str
) -> None:
    table = bazaar(Sheet(card="8"), seats=seats, display=("8", "4"), pile=())
    table.play(0, word)
    places = "place:4" if word == "right" else "place:8"
    table.use(places, places)
    while not table.match.over:
        table.chance(table.options()[0])
    assert table.lira(0) == table.lira(1) > 0
    assert table.bonus(0) == 0


@pytest.mark.rule("CW-7.2")
def test_with_an_empty_pile_a_guild_card_does_not_end_the_game() -> None:
    table = bazaar(Sheet(lira=8, guild=(14,)), pile=())
    table.play(0, "guild:14")
    assert table.is_turn_of(1)


@pytest.mark.rule("CW-7.2", "CW-6.2")
@pytest.mark.parametrize("word", ["left", "right", "pile"])
def test_the_last_card_of_the_pile_does_not_end_the_game(word: str) -> None:
    table = bazaar(Sheet(card="8"), display=("5", "9"), pile=("1",))
    table.play(0, "hand")
    table.use()
    table.play(0, word)
    assert table.is_turn_of(1)
    assert None not in table.display
    table.play(1, "left")
    table.use()
    assert table.match.over


@pytest.mark.rule("CW-7.2", "CW-6.4")
@pytest.mark.parametrize("word", ["left", "pile"])
def test_the_game_ends_when_only_a_fountain_is_left(word: str) -> None:
    table = bazaar(Sheet(card="8"), display=("5", "9"), pile=("fountain:lira",))
    table.play(0, "hand")
    table.use()
    table.play(0, word)
    assert table.match.over
    assert [table.lira(seat) for seat in range(3)] == [1, 1, 1]


@pytest.mark.rule("CW-7.2")
def test_the_last_card_ends_the_game_in_the_middle_of_a_round() -> None:
    table = bazaar(pile=("1",))
    table.idle()
    assert table.is_turn_of(1)
    table.idle()
    assert table.match.over


@pytest.mark.rule("CW-7.2", "CW-6.1")
def test_bonus_rubies_of_the_last_turn_count() -> None:
    table = using("8", Sheet(lira=17), pile=())
    table.use("place:8")
    assert table.match.over
    assert table.match.scores == (1, 0, 0)


# -- the winner -------------------------------------------------------------


def ended(*sheets: Sheet) -> Bazaar:
    """A game that ends at once; nobody has a bonus action left to mark."""
    full = [replace(sheet, bonus_filled=6) for sheet in sheets]
    table = bazaar(*full, seats=len(sheets), pile=())
    table.play(0, "left")
    table.use()
    assert table.match.over
    return table


VECTOR = Sheet(rubies=2, goods_cards=("rg",), lira=3, goods=(3, 1, 0, 2), bonus=1)
"""Worth 12 at a tie."""


@pytest.mark.rule("CW-7.3")
def test_most_rubies_win() -> None:
    table = ended(Sheet(rubies=2), Sheet(rubies=1, lira=19, goods=(3, 3, 3, 3)), Sheet(rubies=3))
    assert table.match.scores == (2, 1, 3)
    assert table.match.ranking == ((2,), (0,), (1,))


@pytest.mark.rule("CW-7.3")
@pytest.mark.parametrize(
    ("lira", "ranking"), [(11, ((0,), (1,))), (12, ((0, 1),)), (13, ((1,), (0,)))]
)
def test_the_sum_of_fields_and_goods_cards(lira: int, ranking: tuple[tuple[int, ...], ...]) -> None:
    assert ended(VECTOR, Sheet(rubies=2, lira=lira)).match.ranking == ranking


TIES: list[tuple[str, Sheet, Sheet, tuple[int, ...]]] = [
    ("goods", Sheet(goods=(0, 0, 3, 0)), Sheet(goods=(1, 0, 1, 0)), (0,)),
    ("lira", Sheet(lira=4), Sheet(lira=5), (1,)),
    ("bonus actions", Sheet(bonus=2), Sheet(bonus=1), (0,)),
    ("goods cards", Sheet(goods_cards=("rr",)), Sheet(lira=1), (0,)),
    ("a goods card is 2", Sheet(goods_cards=("rr",)), Sheet(lira=2), (0, 1)),
    ("two goods cards", Sheet(goods_cards=("rr", "gb")), Sheet(lira=3), (0,)),
    ("all alike", Sheet(lira=1, goods=(1, 0, 0, 0)), Sheet(bonus=2), (0, 1)),
    ("crossed goods", Sheet(filled=(5, 5, 5, 0)), Sheet(lira=1), (1,)),
    ("crossed lira", Sheet(lira=1, lira_filled=15), Sheet(lira=2), (1,)),
    ("crossed bonus actions", Sheet(bonus=0), Sheet(bonus=1), (1,)),
    ("improvements", Sheet(ticks={"1": 2}), Sheet(), (0, 1)),
    ("guild cards", Sheet(guild=(1, 2)), Sheet(), (0, 1)),
    ("symbols", Sheet(crossed=("1", "2")), Sheet(), (0, 1)),
]


@pytest.mark.rule("CW-7.3")
@pytest.mark.parametrize(
    ("first", "second", "winners"), [tie[1:] for tie in TIES], ids=[tie[0] for tie in TIES]
)
def test_a_tie_goes_by_fields_that_are_marked_and_not_crossed(
    first: Sheet, second: Sheet, winners: tuple[int, ...]
) -> None:
    sheets = [replace(sheet, rubies=4) for sheet in (first, second)]
    assert ended(*sheets).match.ranking[0] == winners


@pytest.mark.rule("CW-7.3")
def test_a_victory_may_be_shared_by_all() -> None:
    goods: Goods = (1, 1, 0, 0)
    table = ended(Sheet(lira=2), Sheet(goods=goods), Sheet(goods_cards=("yb",)), Sheet(bonus=2))
    assert table.match.ranking == ((0, 1, 2, 3),)


@pytest.mark.rule("CW-7.3")
def test_lower_ranks_are_told_apart_in_the_same_way() -> None:
    table = ended(Sheet(lira=1), Sheet(rubies=1), Sheet(lira=2), Sheet(lira=1))
    assert table.match.ranking == ((1,), (2,), (0, 3))
