"""IST-5.4: the caravansary."""

from __future__ import annotations

import pytest

from rules.istanbul.bazaar import CARDS, Trader, says_chance, visit


@pytest.mark.rule("IST-5.4")
def test_two_cards_are_taken_and_one_is_discarded() -> None:
    table = visit(6, Trader(hand=("stay",)))
    table.say("act", "pile", "card:far", "pile", "card:family", "card:stay")
    assert table.hand() == ["far", "family"]
    assert table.discards == ["stay"]
    assert len(table.pile) == 23


@pytest.mark.rule("IST-5.4")
@pytest.mark.parametrize("card", ["far", "family"])
def test_a_card_just_taken_may_be_discarded(card: str) -> None:
    table = visit(6, Trader(hand=("stay",)))
    table.say("act", "pile", "card:far", "pile", "card:family")
    assert set(table.options()) == {"card:stay", "card:far", "card:family"}
    table.say(f"card:{card}")
    assert table.discards == [card]


@pytest.mark.rule("IST-5.4")
def test_each_card_comes_from_the_pile_or_from_the_top_of_the_discards() -> None:
    table = visit(6, discards=("far", "stay", "family"))
    table.say("act")
    assert set(table.options()) == {"pile", "discards"}
    table.say("discards")
    assert table.hand() == ["family"]
    assert set(table.options()) == {"pile", "discards"}
    table.say("discards")
    assert table.hand() == ["stay", "family"]
    assert table.discards == ["far"]


@pytest.mark.rule("IST-5.4")
@pytest.mark.parametrize(
    "words", [["pile", "card:far", "discards"], ["discards", "pile", "card:far"]]
)
def test_one_card_may_come_from_each(words: list[str]) -> None:
    table = visit(6, discards=("family",))
    table.say("act", *words, "card:far")
    assert table.hand() == ["family"]
    assert table.discards == ["far"]


@pytest.mark.rule("IST-5.4")
def test_the_second_choice_is_made_after_seeing_the_first_card() -> None:
    table = visit(6, discards=("stay", "family"))
    table.say("act", "pile", "card:far")
    assert table.step == "pick_pile"
    assert table.hand() == ["far"]


@pytest.mark.rule("IST-5.4", "IST-7.11")
def test_a_card_put_back_lies_on_top_of_the_discards() -> None:
    table = visit(6, discards=("family",))
    table.say("act", "pile", "card:far", "pile", "card:stay", "card:far")
    assert table.discards == ["family", "far"]


@pytest.mark.rule("IST-5.4")
def test_without_discards_both_cards_come_from_the_pile() -> None:
    table = visit(6)
    table.say("act")
    assert says_chance(table)
    assert table.match.odds() == pytest.approx(
        {f"card:{card}": n / 26 for card, n in CARDS.items()}
    )


@pytest.mark.rule("IST-5.4", "IST-7.9")
def test_when_the_first_card_empties_the_pile_the_second_is_from_the_shuffled_discards() -> None:
    table = visit(6, pile=("far",), discards=("stay", "family", "family"))
    table.say("act", "pile", "card:far")
    assert table.discards == []
    assert table.pile == ["stay", "family", "family"]
    table.say("pile")
    assert table.match.odds() == pytest.approx({"card:stay": 1 / 3, "card:family": 2 / 3})


@pytest.mark.rule("IST-5.4", "IST-7.9")
def test_with_an_empty_pile_cards_can_be_taken_from_the_open_discards() -> None:
    table = visit(6, pile=(), discards=("far", "stay", "family"))
    table.say("act", "discards", "discards")
    assert table.hand() == ["stay", "family"]
    assert table.discards == ["far"]
    assert table.pile == []


@pytest.mark.rule("IST-5.4", "IST-7.9")
def test_with_an_empty_pile_drawing_shuffles_the_discards_first() -> None:
    table = visit(6, pile=(), discards=("far", "stay", "family"))
    table.say("act", "pile")
    assert table.match.odds() == pytest.approx(
        {"card:far": 1 / 3, "card:stay": 1 / 3, "card:family": 1 / 3}
    )
    table.say("card:stay")
    assert table.pile == ["far", "family"]
    assert table.discards == []


@pytest.mark.rule("IST-5.4")
@pytest.mark.parametrize(
    ("pile", "discards", "word"),
    [(("far",), (), "pile"), ((), ("far",), "discards"), ((), ("far",), "pile")],
    ids=["in the pile", "on the discards", "shuffled from the discards"],
)
def test_if_only_one_card_can_be_had_it_is_taken_and_one_is_discarded(
    pile: tuple[str, ...], discards: tuple[str, ...], word: str
) -> None:
    table = visit(6, Trader(hand=("stay",)), pile=pile, discards=discards)
    table.say("act", word)
    if word == "pile":
        table.say("card:far")
    assert set(table.options()) == {"card:stay", "card:far"}
    table.say("card:stay")
    assert table.hand() == ["far"]
    assert table.discards == ["stay"]


@pytest.mark.rule("IST-5.4")
def test_who_holds_no_other_card_puts_the_only_one_back() -> None:
    table = visit(6, pile=("far",))
    table.say("act", "pile", "card:far", "card:far")
    assert table.hand() == []
    assert table.discards == ["far"]


@pytest.mark.rule("IST-5.4", "IST-5.13")
def test_if_no_card_can_be_had_there_is_no_action() -> None:
    table = visit(6, Trader(hand=("stay",)), pile=())
    assert set(table.options()) == {"pass"}


@pytest.mark.rule("IST-5.4", "IST-7.12")
def test_no_card_is_played_before_the_discard() -> None:
    hand = ("five_lira", "one_good", "family")
    table = visit(6, Trader(hand=hand, family=1), discards=("far",))
    table.say("act")
    assert set(table.options()) == {"pile", "discards"}
    table.say("pile", "card:five_lira")
    assert set(table.options()) == {"pile", "discards"}
    table.say("discards", "card:five_lira")
    assert table.lira() == 0
    assert table.discards == ["five_lira"]
    table.say("card:five_lira")
    assert table.lira() == 5


@pytest.mark.rule("IST-5.4", "IST-7.11")
def test_a_discarded_card_has_no_effect() -> None:
    table = visit(6, pile=("five_lira",))
    table.say("act", "pile", "card:five_lira", "card:five_lira")
    assert table.lira() == 0
    assert table.discards == ["five_lira"]


@pytest.mark.rule("IST-5.4", "IST-5.13")
def test_a_card_played_before_the_action_can_be_had_back() -> None:
    table = visit(6, Trader(hand=("five_lira", "stay")), pile=())
    assert table.asks("act", "card:five_lira", "pass")
    table.say("card:five_lira", "act", "discards", "card:stay")
    assert table.lira() == 5
    assert table.hand() == ["five_lira"]
    assert table.discards == ["stay"]
