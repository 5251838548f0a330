"""The answer to `?`: the choices in full, with the rules behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.console import Group, RenderableType
from rich.text import Text

from bedesten.boards import Board
from bedesten.cli.layout import FEW, IN_VAIN, NOT, QUIET, choice_grid, indented
from bedesten.cli.menu import MenuItem, blocked_items, menu_of, parse_line, with_rest
from bedesten.kernel.match import Match
from bedesten.kernel.text import Catalogue, Sentences


def explanation(
    match: Match, seat: int, board: Board, say: Sentences, which: str, alone: bool
) -> RenderableType:
    """All choices with the rule of the question, or one choice with its own rule."""
    question = match.question(seat)
    assert question is not None
    choices = with_rest(menu_of(match, seat, board, say.language), match, seat, board, alone)
    clauses = [question.clause]
    if which:
        word = parse_line(which.split()[0], match, seat, board, say)[0]
        choices = [choice for choice in choices if choice.word == word]
    for choice in choices if which or len(choices) <= FEW else ():
        clause = board.clause(question.step, choice.word)
        if clause is not None and clause not in clauses:
            clauses.append(clause)
    if which:
        clauses.reverse()
    legend = [] if which else board.legend(match, seat)
    return Group(
        *(indented(line) for line in legend),
        _listed(match, seat, board, choices),
        *_not_possible(match, seat, board, choices, say),
        *_rules(match, say, clauses),
    )


def _listed(match: Match, seat: int, board: Board, choices: Sequence[MenuItem]) -> RenderableType:
    hints = [board.hint(match, seat, choice.word) for choice in choices]
    named = [replace(choice, text=f"{choice.text} ({choice.word})") for choice in choices]
    return choice_grid(named, hints, 80)


def _not_possible(
    match: Match, seat: int, board: Board, choices: Sequence[MenuItem], say: Sentences
) -> list[RenderableType]:
    """What cannot be done, now or where one of the choices leads."""
    why = match.obstacles(seat)
    vain = [
        f"{IN_VAIN} {choice.key} {choice.label} – {why[choice.word].text[say.language]}"
        for choice in choices
        if choice.word in why
    ]
    blocked = [
        f"{NOT} {item.label} – {reason}"
        for item, reason in blocked_items(match, seat, board, say.language)
    ]
    return [indented(Text(line, QUIET)) for line in [*vain, *blocked]]


def _rules(match: Match, say: Sentences, clauses: Sequence[str]) -> list[RenderableType]:
    text = match.text(say.language)
    return [
        Text(say("explains"), "bold"),
        *(
            indented(
                Text.assemble(
                    (f"{clause}  ", QUIET),
                    text.rules[clause],
                    (_ruling(text, say, clause), "italic"),
                )
            )
            for clause in clauses
        ),
    ]


def _ruling(text: Catalogue, say: Sentences, clause: str) -> str:
    """What we have decided beyond the rulebook, if anything."""
    return f" {say('ruling', text=text.rulings[clause])}" if clause in text.rulings else ""
