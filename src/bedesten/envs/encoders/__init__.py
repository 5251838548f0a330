"""Encoders write observations straight from states, in compiled code; one module per game.

A module with the name of a game has `ENCODER`. A game without one is encoded by
its layout.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.envs.encoders.base import Encoder
from bedesten.envs.encoders.from_layout import LayoutEncoder
from bedesten.envs.fields import Layout, OneOf


def encoder_of(layout: Layout) -> Encoder:
    """The encoder of a layout; it writes the same numbers as `layout.encode`."""
    question = layout.shared.fields["question"]
    assert isinstance(question, OneOf)
    flags = {step: n for n, step in enumerate(question.values)}
    questions = vec[i64]([flags.get(step, -1) for step in layout.game.steps])
    name = f"{__name__}.{layout.game.name}"
    if find_spec(name) is None:
        return LayoutEncoder(layout, questions, len(flags))
    module = import_module(name)
    made: Encoder = module.ENCODER(layout.width, len(layout.game.vocabulary), questions, len(flags))
    return made
