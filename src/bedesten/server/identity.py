"""Who a client is: a signed cookie, and links that hand a seat over."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Mapping
from typing import Any

from litestar.connection import ASGIConnection

from bedesten.kernel.text import LANGUAGES
from bedesten.server.store import Person
from bedesten.tables.chairs import COLOURS
from bedesten.tables.opening import Promised

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

    # -- promises about luck ---------------------------------------------

    def luck_ticket(self) -> str:
        """A ticket for one promise about luck; nothing is stored until it is used."""
        return self.sign("luck", new_id())

    def promised(self, ticket: str) -> Promised | None:
        """The secret of a ticket, which follows from the key; None if the ticket is not valid."""
        id = self.read("luck", ticket)
        if id is None:
            return None
        secret = hmac.new(self._key, f"luck secret\0{id}".encode(), hashlib.sha256).hexdigest()
        return Promised(id, secret)

    # -- links that hand a seat over ------------------------------------

    def seat_link(self, table: str, seat: int, seated_at: int) -> str:
        """A token for one day and one use: it names the entry since which the chair stands."""
        return self.sign("seat", f"{table}.{seat}.{seated_at}.{int(time.time() + LINK_LIFETIME)}")

    def is_seat_link(self, token: str) -> bool:
        """Whether a token was made to hand a seat over, expired or not."""
        return self.read("seat", token) is not None

    def seat_of_link(self, token: str, table: str, seated_at: Mapping[int, int]) -> int | None:
        """The seat that a token hands over; None if it is used, expired or not valid."""
        text = self.read("seat", token)
        if text is None or text.count(".") != 3:
            return None
        of, seat, since, until = text.split(".")
        if of != table or int(until) < time.time():
            return None
        return int(seat) if str(seated_at.get(int(seat))) == since else None


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
