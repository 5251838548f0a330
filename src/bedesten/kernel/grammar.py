"""Plurals, lists and numbers in words, as each language has them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

_AND: Final = {"en": "and", "de": "und", "fr": "et"}
_OR: Final = {"en": "or", "de": "oder", "fr": "ou"}
_TO: Final = {"en": "to", "de": "bis", "fr": "à"}
_NONE: Final = {"en": "none", "de": "keine", "fr": "aucun"}
_NUMBERS: Final = {
    "en": "no one two three four five six seven eight nine ten eleven twelve",
    "de": "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze",
}
_ONE_FEMININE: Final = {"en": "one", "de": "eine", "fr": "une"}
_ORDINALS: Final = {
    "en": "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
    "de": "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft",
    "fr": "premier deuxième troisième quatrième cinquième sixième septième huitième neuvième "
    "dixième onzième douzième",
}
_PLAYERS: Final = {
    "en": ("one", "two", "three", "four", "five"),
    "de": ("allein", "zu zweit", "zu dritt", "zu viert", "zu fünft"),
    "fr": ("en solo", "à deux", "à trois", "à quatre", "à cinq"),
}
_TH: Final = {"en": "th", "de": "t", "fr": "e"}


class Grammar:
    """How a language says numbers and lists."""

    def __init__(self, language: str) -> None:
        self.language = language

    def form(self, forms: str, n: int) -> str:
        """The form of a word that a number asks for, from `gem|gems`; nought is one in French."""
        one, _, many = forms.partition("|")
        is_one = n == 1 or (self.language == "fr" and n == 0)
        return one if is_one or not many else many

    def counted(self, forms: str, n: int) -> str:
        """A number with its word: 2 gems. `{n}` in the forms says where the number stands."""
        form = self.form(forms, n)
        return form.replace("{n}", str(n)) if "{n}" in forms else f"{n} {form}"

    def every(self, parts: Sequence[object]) -> str:
        """2, 3 and 4."""
        return self._joined(parts, _AND[self.language])

    def either(self, parts: Sequence[object]) -> str:
        """2, 3 or 4."""
        return self._joined(parts, _OR[self.language])

    def _joined(self, parts: Sequence[object], last: str) -> str:
        said = [str(part) for part in parts]
        if len(said) < 2:
            return said[0] if said else _NONE[self.language]
        return f"{', '.join(said[:-1])} {last} {said[-1]}"

    def joints(self, n: int) -> list[str]:
        """What stands after each of n parts that `every` joins."""
        commas = [", "] * (n - 2)
        return [*commas, f" {_AND[self.language]} ", ""] if n > 1 else [""] * n

    def players(self, numbers: Sequence[int]) -> str:
        """With three or four players."""
        said = [_PLAYERS[self.language][n - 1] for n in numbers]
        if self.language == "de":
            return self.every(said)
        if self.language == "fr":
            return self.either(said)
        return f"with {self.either(said)} {self.form('player|players', max(numbers))}"

    def by_players(self, values: Sequence[object], least: int) -> str:
        """6 with two players, 5 with three or four players; the list begins with the least."""
        groups: dict[str, list[int]] = {}
        for n, value in enumerate(values, least):
            said = self.every(value) if isinstance(value, list) else str(value)
            groups.setdefault(said, []).append(n)
        parts = [f"{said} {self.players(numbers)}" for said, numbers in groups.items()]
        return self.listed(parts) if any(", " in said for said in groups) else ", ".join(parts)

    def listed(self, parts: Iterable[str]) -> str:
        """Parts with semicolons between them, as the language sets them."""
        return ("\u00a0; " if self.language == "fr" else "; ").join(parts)

    def span(self, least: int, most: int, in_words: bool = False) -> str:
        """3, 3 or 4, 3 to 6."""
        ends = [self.number(n) if in_words else str(n) for n in (least, most)]
        if least == most:
            return ends[0]
        between = _OR if most == least + 1 else _TO
        return f"{ends[0]} {between[self.language]} {ends[1]}"

    def from_to(self, least: int, most: int) -> str:
        """2 to 4."""
        if least == most:
            return str(least)
        return f"{'de ' if self.language == 'fr' else ''}{least} {_TO[self.language]} {most}"

    def number(self, n: int, is_feminine: bool = False) -> str:
        """A number in words, as long as it is a short one."""
        words = _NUMBERS[self.language].split()
        if n == 1 and is_feminine:
            return _ONE_FEMININE[self.language]
        return words[n] if 0 <= n < len(words) else str(n)

    def ordinal(self, n: int) -> str:
        """Third, 13th. In German the ending is left to the sentence: dritt, 13t."""
        words = _ORDINALS[self.language].split()
        return words[n - 1] if 0 < n <= len(words) else f"{n}{_TH[self.language]}"


def capital(text: str) -> str:
    """A text with a capital letter in front."""
    return text[:1].upper() + text[1:]
