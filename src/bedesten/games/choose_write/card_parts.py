"""The parts of a caravan or guild card: each a step with its detail, in one number. [CW-2.4]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

PARTS_A_CARD: Final = 6
NO_PART: Final = -1

_DETAIL: Final = 8
_STEPS: Final = 255


def card_part(step: i64, detail: i64 = 0) -> i64:
    return step | detail << _DETAIL


def part_step(part: i64) -> i64:
    """The step that carries the part out."""
    return part & _STEPS


def part_detail(part: i64) -> i64:
    return part >> _DETAIL
