"""Observations and action masks as NumPy arrays."""

from __future__ import annotations

import numpy as np
from librt.vecs import vec
from mypy_extensions import i16, u8
from numpy.typing import NDArray

from bedesten.envs.encoders import encoder_of
from bedesten.envs.fields import Layout
from bedesten.kernel.state import State


class Observer:
    """Observes states of one game, all with the same seats and options."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.encoder = encoder_of(layout)
        self._zero_row = vec[i16]([0] * layout.width)
        self._zero_mask = vec[u8]([0] * len(layout.game.vocabulary))

    def row(self, s: State, seat: int) -> NDArray[np.int16]:
        """The observation of a seat."""
        row = self._zero_row[:]
        self.encoder.encode(s, seat, row, 0)
        return np.array(row, np.int16)

    def mask(self, s: State, seat: int) -> NDArray[np.int8]:
        """The legal actions of a seat; all zeros if it does not act now."""
        mask = self._zero_mask[:]
        self.encoder.mask(s, seat, mask, 0)
        return np.array(mask, np.int8)
