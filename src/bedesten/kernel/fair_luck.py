"""Fair luck: a keyed stream of draws, with a promise before the game and its proof after it.

The server promises a secret by its hash. Then every person adds a share, a text of their own. The
key is made of all of them, so nobody chose it. The ticket of a draw is HMAC-SHA-256 of the key and
the draw's number: who has seen some tickets knows nothing about the others. After the game the
secrets are revealed, and everybody can compute the same. The formulas are in docs/luck.md.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

SCHEME: Final = "hmac-sha256-1"
LONGEST_SHARE: Final = 200
"""Characters of a share."""

_DOMAIN: Final = "bedesten-luck-1"
_HEX: Final = re.compile("[0-9a-f]{64}")
_NUMBERS: Final = 2**64  # an attempt gives one of so many, each equally likely


def new_secret() -> str:
    """A secret that nobody can guess."""
    return secrets.token_hex(32)


def promise_of(secret: str) -> str:
    """The hash that promises a secret without telling it."""
    return _hash("promise", secret)


def hash_of(share: str) -> str:
    """The hash by which a person's share is shown before the end of the game."""
    return _hash("share", share)


def _hash(what: str, text: str) -> str:
    return hashlib.sha256(f"{_DOMAIN} {what} {text}".encode()).hexdigest()


def key_of(secret: str, shares: Sequence[str]) -> str:
    """The key of all draws, from the server's secret and the shares in their order."""
    lines = [f"{_DOMAIN} key"]
    lines += [f"{n}:{len(share.encode())}:{share}" for n, share in enumerate(shares)]
    return hmac.digest(secret.encode(), "\n".join(lines).encode(), "sha256").hex()


def is_hex(text: str) -> bool:
    """Whether a text can be a promise, a hash, a secret or a key: 64 hexadecimal digits."""
    return _HEX.fullmatch(text) is not None


class KeyedLuck:
    """The luck of a key: every draw is independent of all others."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def ticket(self, draw: int, tickets: int) -> int:
        return self._below(f"draw {draw}", tickets)

    def order(self, seats: int) -> tuple[int, ...]:
        """A random order of the seats, for a table that shuffles them."""
        found = list(range(seats))
        for n in range(seats - 1, 0, -1):
            other = self._below(f"seat {n}", n + 1)
            found[n], found[other] = found[other], found[n]
        return tuple(found)

    def _below(self, what: str, bound: int) -> int:
        """A number from 0 to bound - 1, exactly as likely as any other: the rest is rejected."""
        attempt = 0
        while True:
            message = f"{_DOMAIN} {what} {attempt}"
            digest = hmac.digest(self._key, message.encode(), "sha256")
            value = int.from_bytes(digest[:8], "big")
            if value < _NUMBERS - _NUMBERS % bound:
                return value % bound
            attempt += 1


@dataclass(frozen=True)
class Share:
    """What one person has added."""

    seat: int
    hash: str
    text: str | None = None
    """None until it is revealed."""


@dataclass(frozen=True)
class Commitment:
    """What is promised about the luck of a game, and, when it is revealed, the proof."""

    promise: str
    shares: tuple[Share, ...] = ()
    """In the order in which they enter the key."""
    shuffled: tuple[int, ...] | None = None
    """Where those who sit at seats 0, 1, … now sat before the seats were shuffled."""
    secret: str | None = None
    """Of the server; None until it is revealed."""

    def hidden(self) -> Commitment:
        """The same without anything that would foretell a draw."""
        shares = tuple(replace(share, text=None) for share in self.shares)
        return replace(self, shares=shares, secret=None)

    @property
    def missing(self) -> str:
        """What is not revealed; empty if everything is."""
        if self.secret is None:
            return "the secret that was promised"
        hidden = [str(share.seat) for share in self.shares if share.text is None]
        return f"the share of seat {', '.join(hidden)}" if hidden else ""

    @property
    def key(self) -> str | None:
        """The key of all draws; None if something is not revealed."""
        texts = [share.text for share in self.shares if share.text is not None]
        if self.secret is None or len(texts) < len(self.shares):
            return None
        return key_of(self.secret, texts)
