"""A game in the terminal: people at one keyboard, and bots."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Group
from rich.text import Text

from bedesten import bots
from bedesten.boards import Board, board_of
from bedesten.bots import external
from bedesten.bots.external import FALLBACK
from bedesten.bots.knowledge import Knowledge
from bedesten.cli.arguments import Participant
from bedesten.cli.bot_hint import bot_hint
from bedesten.cli.explanation import explanation
from bedesten.cli.language import cli_sentences
from bedesten.cli.layout import (
    FEW,
    NARROWEST_LOG,
    QUIET,
    SHORTEST_LOG,
    MatchDisplay,
    QuestionBlock,
    table_screen,
)
from bedesten.cli.match_log import all_events
from bedesten.cli.menu import InputError, menu_of, parse_line
from bedesten.cli.result_table import result_table
from bedesten.cli.saved_games import (
    SaveHeader,
    write_game,
)
from bedesten.cli.screen import Screen
from bedesten.kernel.agenda import seat_of
from bedesten.kernel.event import Event
from bedesten.kernel.match import MANUAL, Match
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE

PROMPT = "> "
SHORT_PROMPT = "? u l b h q > "


class TerminalGame:
    """One game with its players: asks, shows, saves."""

    def __init__(
        self, match: Match, players: list[Participant], luck: int | str, language: str, path: Path
    ) -> None:
        self.match = match
        self.players = players
        self.luck = luck
        self.say = cli_sentences(language)
        self.path = path
        self.board: Board = board_of(match.game.name, language)
        self.display = MatchDisplay(match, self.board, self.say)
        self.screen = Screen()
        self.log: list[Event] = all_events(match)
        self.seen = [0] * match.seats  # how much of the log each seat has been shown
        self.shown_to: int | None = None  # the person looking at the screen
        self.notes: list[str] = []  # faults of bots since a person was last asked
        self.people = [seat for seat, player in enumerate(players) if player.is_person]

    def run(self) -> None:
        """Play until the game is over or a person quits; every answer is saved."""
        self._save()
        try:
            while not self.match.over:
                if not self._next():
                    break
        except (EOFError, KeyboardInterrupt):
            self.screen.console.print()
        self._save()
        if self.match.over:
            self._show(None, 0)
            self.screen.console.print(result_table(self.display))
        self._say_where()

    def _next(self) -> bool:
        """Let one of the actors answer, bots first; False if a person quits."""
        actors = self.match.actors
        if CHANCE in actors:
            return self._ask(CHANCE)
        for seat in actors:
            if not self.players[seat].is_person:
                self._let_bot_answer(seat)
                return True
        seat = actors[0]
        several = len(self.people) > 1
        secret = self.match.state.waiting != 0 and several
        if secret or (several and self.board.secret and seat != self.shown_to):
            self._hand_over(seat)
        self.shown_to = seat
        goes_on = self._ask(seat)
        if secret:
            self.screen.clear()
            if goes_on:
                self.screen.console.print(self.say("sealed", name=self.match.names[seat]))
        return goes_on

    def _let_bot_answer(self, seat: int) -> None:
        """Let a bot answer, seeded by the number of its decisions, so that undo changes no luck."""
        decided = sum(answer.seat == seat and not answer.forced for answer in self.match.history)
        rng = seeded(f"{self.luck}/bot/{seat}/{decided}")
        bot = external.player(self.players[seat].bot)
        faults: Sequence[str] = getattr(bot, "faults", ())
        before = len(faults)
        word = bot.choose(Knowledge.of(self.match, seat), rng)
        for fault in faults[before:]:
            name = self.match.names[seat]
            self.notes.append(self.say("bot_failed", name=name, fault=fault, instead=FALLBACK))
        self._played(seat, word)

    def _played(self, seat: int, *words: str) -> None:
        self.log += self.match.play(seat, *words)
        self._save()

    def _hand_over(self, seat: int) -> None:
        self.screen.clear()
        name = self.match.names[seat]
        self.screen.console.print(Text(self.say("pass_keyboard", name=name), "bold"))
        self.screen.ask(self.say("press_enter", name=name))

    # -- asking a person --------------------------------------------------

    def _ask(self, seat: int) -> bool:
        """Ask until there is an answer; False if the person quits."""
        self._show_question(seat)
        while True:
            line = self.screen.ask(PROMPT if self.screen.is_tall else SHORT_PROMPT)
            command = line.split(" ")[0]
            if not line:
                continue
            if command in ("q", "quit"):
                return False
            if command == "u":
                if self._take_back(seat):
                    return True
            elif command == "b":
                self._show_question(seat)
            elif command == "l":
                self._show_log(seat)
            elif command == "h":
                self._show_hint(seat)
            elif command == "help":
                self.screen.console.print(self.say("help"))
            elif line.startswith("?"):
                self._explain(seat, line.removeprefix("?").strip())
            elif self._answer(seat, line):
                return True

    def _answer(self, seat: int, line: str) -> bool:
        try:
            words = parse_line(line, self.match, seat, self.board, self.say)
        except InputError as error:
            self.screen.console.print(Text(str(error), "bold"))
            return False
        before = len(self.log)
        self._played(seat, *words)
        if seat != CHANCE and len(self.log) > before:
            self.seen[seat] = before
        return True

    def _explain(self, seat: int, which: str) -> None:
        try:
            self.screen.console.print(explanation(self.match, seat, self.board, self.say, which))
        except InputError as error:
            self.screen.console.print(Text(str(error), "bold"))

    def _show_hint(self, seat: int) -> None:
        """Show what a strong bot would choose, knowing no more than the person."""
        if seat == CHANCE:
            self.screen.console.print(self.say("no_hint"))
            return
        known = Knowledge(self.match.game, self.match.state, seat)
        rng = seeded(f"{self.luck}/hint/{len(self.match.history)}")
        advice = bots.advise(known, rng, self.say.language)
        choices = menu_of(self.match, seat, self.board, self.say.language)
        self.screen.console.print(bot_hint(advice, choices, self.match.seats == 1, self.say))

    def _take_back(self, seat: int) -> bool:
        """Undo the last choice; False if there is none to undo."""
        if seat != CHANCE and self.match.free_take_backs(seat):
            self.match.take_back(seat)
        else:
            back = self._last_choice()
            if back is None:
                self.screen.console.print(self.say("nothing_to_take_back"))
                return False
            if len(self.people) > 1 and self.match.history[back].seat != CHANCE:
                self.screen.console.print(self.say("not_free"))
                return False
            self.match.rewind(back)
        self.log = all_events(self.match)
        self.seen = [min(seen, len(self.log)) for seen in self.seen]
        self._save()
        return True

    def _last_choice(self) -> int | None:
        """The index in the history of the last answer that a person typed."""
        typed = [*self.people, CHANCE] if self.match.chance == MANUAL else self.people
        for n in range(len(self.match.history) - 1, -1, -1):
            answer = self.match.history[n]
            if answer.seat in typed and not answer.forced:
                return n
        return None

    # -- showing ----------------------------------------------------------

    def _show_question(self, seat: int) -> None:
        console = self.screen.console
        rows = Group(*self._asked(seat).rows(console.width, self._room_for_choices(seat)))
        needed = len(console.render_lines(rows)) + 2 + len(self.notes)
        self._show(None if seat == CHANCE else seat, needed)
        console.print(*(Text(note, QUIET) for note in self.notes), rows, sep="\n")
        self.notes = []
        if self.screen.is_tall:
            console.print(Text(self.say("footer"), QUIET), no_wrap=True, overflow="ellipsis")

    def _room_for_choices(self, seat: int) -> int | None:
        """The number of lines that the choices may take so that all fits the screen."""
        height = self.screen.height
        if height is None:
            return None
        width = self.screen.width
        drawing = self.board.draw(self.match, None if seat == CHANCE else seat, width, height - 1)
        log = 0 if width - drawing.width - 2 >= NARROWEST_LOG else SHORTEST_LOG
        around = 4 if self.screen.is_tall else 3  # headline, question, prompt, footer
        return max(FEW, height - drawing.height - log - around)

    def _asked(self, seat: int) -> QuestionBlock:
        question = self.match.question(seat)
        assert question is not None
        choices = menu_of(self.match, seat, self.board, self.say.language)
        hints = [self.board.hint(self.match, seat, choice.word) for choice in choices]
        briefs = [self.board.brief(self.match, seat, choice.word) for choice in choices]
        return QuestionBlock(
            self._addressed(seat),
            question.text[self.say.language],
            question.clause,
            choices,
            hints,
            briefs,
        )

    def _addressed(self, seat: int) -> Text:
        """The sign and name of the seat asked; for a roll, of the seat that rolls."""
        who = seat_of(self.match.state.question(CHANCE)) if seat == CHANCE else seat
        if who < 0:
            return Text(self.say("chance"), "bold")
        mark = self.board.mark(who)
        return Text.assemble(mark, (f" {self.match.names[who]}", mark.style))

    def _show(self, seat: int | None, question_lines: int) -> None:
        seen = self.seen[self.people[0] if seat is None and self.people else seat or 0]
        self.screen.clear()
        self.screen.console.print(
            table_screen(
                self.display,
                seat,
                self.screen.console,
                self.screen.height,
                question_lines,
                self.log[seen:],
                self.log[:seen],
            )
        )

    def _show_log(self, seat: int) -> None:
        lines = self.display.lines(self.log, None if seat == CHANCE else seat)
        self.screen.console.print(*lines or [Text(self.say("no_log"))], sep="\n")

    # -- saving -----------------------------------------------------------

    def _save(self) -> None:
        header = SaveHeader([player.bot for player in self.players], self.luck, self.say.language)
        write_game(self.path, self.match, header)

    def _say_where(self) -> None:
        print_ = self.screen.console.print
        print_(Text(self.say("saved", path=self.path)), soft_wrap=True)
        if not self.match.over:
            command = f"bedesten play {self.match.game.name} --resume {shlex.quote(str(self.path))}"
            print_(Text(self.say("go_on_with", command=command)), soft_wrap=True)
