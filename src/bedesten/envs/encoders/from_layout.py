"""The encoder of a game that has none of its own: it follows the layout, field by field."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from bedesten.envs.encoders.base import Encoder
from bedesten.envs.fields import Layout, Viewpoint
from bedesten.kernel.state import State
from bedesten.kernel.words import Seat


class LayoutEncoder(Encoder):
    """Encodes any game from its views; slower than an encoder written for the game."""

    layout: Layout
    scores: i64

    def __init__(self, layout: Layout, questions: vec[i64], asking: i64) -> None:
        super().__init__(layout.width, len(layout.game.vocabulary), questions, asking)
        self.layout = layout
        self.scores = layout.slices["scores[0]"].start  # where the scores are in a row

    def encode(self, s: State, viewer: Seat, row: vec[i16], at: i64) -> i64:
        """Write the whole row of a seat into zeros; negative scores are clipped to 0."""
        end = super().encode(s, viewer, row, at)
        n: i64
        for n in range(s.seats):
            if row[at + self.scores + n] < 0:
                row[at + self.scores + n] = 0
        return end

    def encode_game(self, s: State, viewer: Seat, row: vec[i16], at: i64) -> i64:
        numbers: list[int] = []
        view = self.layout.game.show(s, int(viewer))
        self.layout.own.write(view, numbers, Viewpoint(int(viewer), int(s.seats)))
        for number in numbers:
            row[at] = i16(number)
            at += 1
        return at
