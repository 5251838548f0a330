"""Who a client is: a signed cookie, and links that hand a seat over."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import Any

from litestar.connection import ASGIConnection

from bedesten.kernel.text import LANGUAGES
from bedesten.server.store import Person
from bedesten.tables.chairs import COLOURS

COOKIE = "bedesten"
COOKIE_LIFETIME = 2 * 365 * 86_400
LINK_LIFETIME = 86_400.0

GUESTS = {"en": "Guest", "de": "Gast", "fr": "Visiteur"}


class Signer:
    """Signs and verifies texts by HMAC, each for one purpose."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, purpose: str, text: str) -> str:
        return f"{text}.{self._seal(purpose, text)}"

    def read(self, purpose: str, signed: str) -> str | None:
        text, _, seal = signed.rpartition(".")
        right = self._seal(purpose, text)
        return text if hmac.compare_digest(seal.encode(), right.encode()) else None

    def _seal(self, purpose: str, text: str) -> str:
        message = f"{purpose}\0{text}".encode()
        return hmac.new(self._key, message, hashlib.sha256).hexdigest()[:43]

    # -- links that hand a seat over ------------------------------------

    def seat_link(self, table: str, seat: int, person: str) -> str:
        """A token for one day; it expires when another person holds the seat."""
        owner = hashlib.sha256(person.encode()).hexdigest()[:16]
        return self.sign("seat", f"{table}.{seat}.{owner}.{int(time.time() + LINK_LIFETIME)}")

    def is_seat_link(self, token: str) -> bool:
        """Whether a token was made to hand a seat over, expired or not."""
        return self.read("seat", token) is not None

    def seat_of_link(self, token: str, table: str, holders: list[str]) -> int | None:
        """The seat that a token hands over; None if it is expired or not valid."""
        text = self.read("seat", token)
        if text is None or text.count(".") != 3:
            return None
        of, seat, owner, until = text.split(".")
        if of != table or int(until) < time.time() or not 0 <= int(seat) < len(holders):
            return None
        held_by = hashlib.sha256(holders[int(seat)].encode()).hexdigest()[:16]
        return int(seat) if hmac.compare_digest(held_by, owner) else None


def new_id() -> str:
    """A random id that nobody can guess: 128 bits."""
    return secrets.token_urlsafe(16)


def new_person(language: str) -> Person:
    id = new_id()
    number = int.from_bytes(hashlib.sha256(id.encode()).digest()[:4], "big")
    name = f"{GUESTS[language]} {number % 900 + 100}"
    return Person(id, name, COLOURS[number % len(COLOURS)], language, {})


def spoken_in(wanted: str) -> str:
    """The first language of an Accept-Language header that we have."""
    for part in wanted.split(",")[:20]:
        language = part.split(";")[0].strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def person_id(connection: ASGIConnection[Any, Any, Any, Any], signer: Signer) -> str | None:
    """The id in a request's cookie; None if there is none or its signature is wrong."""
    return signer.read("person", connection.cookies.get(COOKIE, ""))
