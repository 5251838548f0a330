"""Gestures: the lowest raise is lower than any other."""

from __future__ import annotations

import random

import bedesten
from bedesten import Match


def offers(match: Match, seat: int, said: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every offer that could be made now, word by word."""
    found: list[tuple[str, ...]] = []
    for word in match.choices(seat):
        if word == "done":
            found.append((*said, word))
        elif word.startswith("gem:"):
            after = match.explore(seat, word)
            forced = tuple(a.word for a in after.history[len(match.history) + 1 :])
            if after.question(seat) is not None and "done" not in forced:
                found += offers(after, seat, (*said, word, *forced))
            else:
                found.append((*said, word, *forced[: forced.index("done") + 1]))
    return found


def height(offer: tuple[str, ...]) -> tuple[int, ...]:
    colours = ("gem:red", "gem:yellow", "gem:green", "gem:blue")
    return (len(offer), *(offer.count(colour) for colour in colours))


def test_the_least_offer_is_the_lowest_of_all() -> None:
    dice = random.Random(5)
    seen = 0
    for seed in range(6):
        match = bedesten.new("basari", seats=3, seed=seed)
        while not match.over and seen < 60:
            seat = match.actors[0]
            stroke = match.gestures(seat)
            if stroke and dice.random() < 0.5:
                assert stroke["least"] == min(offers(match, seat), key=height)
                seen += 1
                match.play(seat, *stroke["least"])
            else:
                match.play(seat, dice.choice(match.choices(seat)))
    assert seen > 20
