"""What made a result: the package, its build and the weights of its bots."""

from __future__ import annotations

import bedesten
from bedesten.bots.evaluation import weights_digest


def provenance(game: str) -> dict[str, str]:
    """The package's version, its build, and the digest of a game's weights."""
    return {
        "bedesten": bedesten.__version__,
        "build": "compiled" if bedesten.COMPILED else "pure",
        "weights": weights_digest(game),
    }
