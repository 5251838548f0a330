"""Rewrite the tables of words and steps in docs/notation.md from the games.

    PYTHONPATH=src python tools/vocabulary.py

The tables are between `<!-- vocabularies -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import Any

import bedesten
from bedesten import Game

PAGE = Path(__file__).parent.parent / "docs" / "notation.md"
TABLES = re.compile(r"(?<=<!-- vocabularies -->\n).*?(?=<!-- end -->)", re.DOTALL)
MOST_SPELT = 5  # a longer family is written from its first to its last word
ASKED = ("nobody", "a seat", "chance", "a seat", "several seats")


def words(game: Game[Any, Any, Any]) -> list[str]:
    """The vocabulary, a row for each family."""
    rows = ["| number | words | in English |", "|---|---|---|"]
    for _, members in groupby(game.vocabulary, key=lambda word: word.partition(":")[0]):
        family = list(members)
        rows.append(f"| {_numbers(game, family)} | {_spelt(family)} | {_meaning(game, family)} |")
    return rows


def _numbers(game: Game[Any, Any, Any], family: list[str]) -> str:
    first, last = game.numbers[family[0]], game.numbers[family[-1]]
    return str(first) if first == last else f"{first}–{last}"


def _spelt(family: list[str]) -> str:
    if len(family) > MOST_SPELT and _is_counted(family):
        return f"`{family[0]}` … `{family[-1]}`"
    return " ".join(f"`{word}`" for word in family)


def _meaning(game: Game[Any, Any, Any], family: list[str]) -> str:
    texts = [game.text("en").word(word) for word in family]
    if len(family) > MOST_SPELT and _is_counted(family):
        return f"{texts[0]} … {texts[-1]}"
    return ", ".join(texts)


def _is_counted(family: list[str]) -> bool:
    """Tell whether the words differ by numbers only."""
    return all(re.fullmatch(r"\w+:[\d-]+", word) for word in family)


def steps(game: Game[Any, Any, Any]) -> list[str]:
    """The steps, as positions name them."""
    book = game.blank(game.seats[0], game.check_options({}), game.data({})).book
    rows = ["| number | step | asks | clause |", "|---|---|---|---|"]
    for n, step in enumerate(game.steps):
        rows.append(f"| {n} | `{step}` | {ASKED[book[n].asks]} | {game.clause_of(step)} |")
    return rows


def rewritten(page: str) -> str:
    """The page with all tables made anew."""
    lines: list[str] = [""]
    for game in map(bedesten.game, bedesten.games()):
        lines += [f"### Words of {game.title}", "", *words(game), ""]
        lines += [f"### Steps of {game.title}", "", *steps(game), ""]
    tables = "\n".join([*lines, ""])
    return TABLES.sub(lambda _: tables, page)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
