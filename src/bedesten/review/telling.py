"""A review in words: lines of play, turning points, and remarks on how it was made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bedesten.kernel.match import Match
from bedesten.kernel.text import text_tables
from bedesten.review.model import WHOLE, JudgedChoice, JudgedDraw, Review

_LEAST_LUCK = 0.03  # of a whole, to be worth a sentence
_LONGEST_LINE = 8


LEDGER: Final = (
    "start",
    "luck",
    "own",
    "others",
    "result",
    "without_luck",
    "accuracy",
    "given_away",
)
"""The columns of the ledger, as the texts name them."""


class ReviewTelling:
    """The sentences of a review in a language."""

    def __init__(self, match: Match, review: Review, language: str) -> None:
        self._catalogue = match.text(language)
        self._language = language
        self._names = match.names
        self._review = review
        self.texts = text_tables("bedesten.review", language)

    def say(self, key: str, **values: object) -> str:
        sentence: str = self.texts[key]
        return sentence.format(**values)

    def line(self, steps: Sequence[str], words: Sequence[str]) -> str:
        """What was said in a row."""
        said = [
            self._catalogue.choice(step, word, self._names)
            for step, word in zip(steps, words, strict=True)
        ]
        if len(said) > _LONGEST_LINE:
            said = [*said[: _LONGEST_LINE - 1], "…"]
        return ", ".join(dict.fromkeys(said))

    def played(self, moment: JudgedChoice) -> str:
        return self.line(moment.steps, moment.words)

    def best(self, moment: JudgedChoice) -> str:
        return self.line(moment.best_steps, moment.best)

    def reason(self, moment: JudgedChoice) -> str:
        """Why the best line is better; empty if nothing was."""
        return moment.reasons.get(self._language, "")

    def drawn(self, draw: JudgedDraw) -> str:
        return self._catalogue.choice(draw.step, draw.word, self._names)

    def figure(self, millionths: int, signed: bool = False) -> str:
        """Points of chance, or of a solo game's score."""
        amount = millionths / (WHOLE if self._review.is_solo else WHOLE / 100)
        text = f"{amount:+.1f}" if signed else f"{amount:.1f}"
        text = text.replace("-0.0", "0.0") if float(text) == 0 else text
        return text.replace(".", self.texts["decimal"]).replace("-", self.texts["minus"])

    def points(self, millionths: int) -> str:
        """An amount with its unit."""
        key = "points_solo" if self._review.is_solo else "points"
        return self.say(key, n=self.figure(abs(millionths)))

    def mark(self, moment: JudgedChoice) -> str:
        mark: str = self.texts["marks"][moment.mark]
        return mark

    def turning_points(self, seat: int, most: int = 3) -> list[str]:
        """The costliest choices of a seat, and its best and its worst luck."""
        moments = [one for one in self._review.moments if one.seat == seat and one.cost > 0]
        moments.sort(key=lambda one: -one.cost)
        found = [(one.first, self.worse(one)) for one in moments[:most]] + self._luck(seat)
        return [sentence for _, sentence in sorted(found)]

    def fortune(self, seat: int) -> list[str]:
        """The best and the worst luck of a seat."""
        return [sentence for _, sentence in sorted(self._luck(seat))]

    def _luck(self, seat: int) -> list[tuple[int, str]]:
        draws = sorted(self._review.draws, key=lambda one: one.luck[seat])
        scale = max(WHOLE, self._review.chances[-1][seat]) if self._review.is_solo else WHOLE
        found = []
        for one in (*draws[:1], *draws[-1:]):
            amount = one.luck[seat]
            if abs(amount) >= _LEAST_LUCK * scale:
                key = "lucky" if amount > 0 else "unlucky"
                told = self.say(
                    key, turn=one.turn, draw=self.drawn(one), points=self.points(amount)
                )
                found.append((one.answer, told))
        return found

    def ledger(self) -> list[list[str]]:
        """A row for each seat: its name, then the figures of `LEDGER`."""
        return [
            [
                one.name,
                self.figure(one.start),
                self.figure(one.luck, signed=True),
                self.figure(one.own, signed=True),
                self.figure(one.others, signed=True),
                self.figure(one.result),
                self.figure(one.without_luck),
                "" if one.accuracy is None else f"{one.accuracy:.0f}",
                self.figure(one.cost),
            ]
            for one in self._review.seats
        ]

    def worse(self, moment: JudgedChoice) -> str:
        """What a choice gave away, and what was better."""
        return self.say(
            "worse",
            turn=moment.turn,
            played=self.played(moment),
            points=self.points(moment.cost),
            best=self.best(moment),
        )

    def remarks(self) -> list[str]:
        """What a reader must know: which evaluation made the review, and what it cannot know."""
        made = self._review.made
        found = [
            self.say(
                "made",
                weights=made.network or made.weights,
                depth=self.texts["depths"].get(made.depth, made.depth),
                seed=made.seed,
            )
        ]
        if not self._review.is_finished:
            found.append(self.say("unfinished"))
        if made.by_score:
            found.append(self.say("by_score"))
        if made.is_variant:
            found.append(self.say("variant"))
        return found
