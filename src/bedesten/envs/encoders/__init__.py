"""Encoders write the rows of observations straight from states, in compiled code."""

from __future__ import annotations

from importlib import import_module

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.envs.encoders.base import Encoder
from bedesten.envs.fields import Layout, OneOf


def encoder_of(layout: Layout) -> Encoder:
    """The encoder of a game; it writes what `layout.encode` makes of views."""
    asking = layout.root.fields["question"]
    assert isinstance(asking, OneOf)
    flags = {step: n for n, step in enumerate(asking.values)}
    questions = vec[i64]([flags.get(step, -1) for step in layout.game.steps])
    module = import_module(f"bedesten.envs.encoders.{layout.game.name}")
    made: Encoder = module.ENCODER(layout.width, len(layout.game.vocabulary), questions, len(flags))
    return made
