"""A game in the terminal: people at one keyboard, and bots."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
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
    Option,
    QuestionBlock,
    broken,
    headline,
    letters_fit,
    news_fit,
    pages,
    table_screen,
)
from bedesten.cli.match_log import all_events, match_at_start, replayed_answers
from bedesten.cli.menu import (
    InputError,
    MenuItem,
    blocked_items,
    menu_of,
    parse_line,
    with_rest,
)
from bedesten.cli.result_table import result_table
from bedesten.cli.saved_games import (
    SaveHeader,
    write_game,
)
from bedesten.cli.screen import Screen
from bedesten.kernel.agenda import seat_of
from bedesten.kernel.event import Event
from bedesten.kernel.grammar import Grammar
from bedesten.kernel.match import MANUAL, Match
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE

PROMPT = "> "
SHORT_PROMPT = "? u l b h q > "
SAME = "same"  # after u, in every language: with the same luck
HELP = "help"  # in every language, besides its own word


class TerminalGame:
    """One game with its players: asks, shows, saves."""

    footer = "footer"
    """The key of the line below a question."""

    def __init__(
        self,
        match: Match,
        players: list[Participant],
        luck: int | str,
        language: str,
        path: Path,
        retakes: int = 0,
    ) -> None:
        self.match = match
        self.players = players
        self.luck = luck
        self.retakes = retakes  # how often luck has been new after a take-back
        self.say = cli_sentences(language)
        self.path = path
        self.board: Board = board_of(match.game.name, language)
        self.display = MatchDisplay(match, self.board, self.say)
        self.screen = Screen()
        self.log: list[Event] = all_events(match)
        self.seen = [0] * match.seats  # how much of the log was there when a seat began its turn
        self.began = [-1] * match.seats  # the turn in which a seat answered last
        self.told_in_full = 0  # how much of the log has been told on a screen of its own
        self.sealed_by: int | None = None  # whose choice has just been hidden
        self.shown_to: int | None = None  # the person looking at the screen
        self.is_private = False  # whether nobody else looks
        self.know_letters: set[int] = set()  # the seats that have been told what the letters mean
        self.hint: tuple[tuple[int, int], bots.Advice] | None = None  # by seat and answers so far
        self.notes: list[str] = []  # faults of bots since a person was last asked
        self.people = [seat for seat, player in enumerate(players) if player.is_person]
        self.is_alone = len(self.people) == 1

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
            self._show_end()
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
        if self.is_alone and len(self.match.choices(seat)) == 1:
            self._take_the_only_choice(seat)
            return True
        several = len(self.people) > 1
        secret = self.match.state.waiting != 0 and several
        private = secret or (several and self.board.secret)
        if private and not (self.is_private and seat == self.shown_to):
            self._hand_over(seat)
        elif several and self.shown_to is not None and seat != self.shown_to:
            self.notes.append(self.say("your_turn", name=self.match.names[seat]))
        self.shown_to, self.is_private = seat, private
        reveals = self.match.state.reveals
        goes_on = self._ask(seat)
        if secret and seat not in self.match.actors:
            self.screen.clear()
            is_hidden = goes_on and reveals == self.match.state.reveals
            self.sealed_by = seat if is_hidden else None
        return goes_on

    def _take_the_only_choice(self, seat: int) -> None:
        """Answer for a person where nothing is to be decided and nobody is to be kept in the dark.

        With several people the question is asked: that it was not would tell what is in the hand.
        """
        blocked = blocked_items(self.match, seat, self.board, self.say.language)
        if blocked:
            reasons = Grammar(self.say.language).listed(
                f"{item.label} – {why}" for item, why in blocked
            )
            self.notes.append(self.say("passed_over", reasons=reasons))
        self._played(seat, self.match.choices(seat)[0])

    def _let_bot_answer(self, seat: int) -> None:
        """Let a bot answer, seeded by the number of its decisions and of the take-backs so far."""
        decided = sum(answer.seat == seat and not answer.forced for answer in self.match.history)
        again = f"/{self.retakes}" if self.retakes else ""
        rng = seeded(f"{self.luck}/bot/{seat}/{decided}{again}")
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
        if self.sealed_by is not None:
            self.screen.console.print(self.say("sealed", name=self.match.names[self.sealed_by]))
            self.sealed_by = None
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
                offered = self.match.choices(seat)
                if len(offered) > 1:
                    continue
                line = offered[0]
            if command in ("q", "quit"):
                return False
            if command == "u":
                if self._take_back(seat, is_same=line.split()[1:] in ([SAME], [self.say("same")])):
                    return True
            elif command == "b":
                self._show_question(seat)
            elif command == "l":
                self._show_log(seat)
            elif command == "h":
                self._show_hint(seat)
            elif command == "h!":
                if self._follow_hint(seat):
                    return True
            elif command in (HELP, self.say("help_word")):
                self._show_help()
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
        self._answered(seat, *words)
        return True

    def _answered(self, seat: int, *words: str) -> None:
        before, turn = len(self.log), self.match.state.turn
        self._played(seat, *words)
        if seat != CHANCE and turn != self.began[seat]:
            self.seen[seat], self.began[seat] = before, turn

    def _show_help(self) -> None:
        title = self.match.game.about(self.say.language).title
        examples = self.board.examples().strip()
        self.screen.console.print(self.say("help", title=title, examples=examples))

    def _explain(self, seat: int, which: str) -> None:
        try:
            self.screen.console.print(
                explanation(self.match, seat, self.board, self.say, which, self.is_alone)
            )
        except InputError as error:
            self.screen.console.print(Text(str(error), "bold"))

    def _show_hint(self, seat: int) -> None:
        """Show what a strong bot would choose, knowing no more than the person."""
        advice = self._advice(seat)
        if advice is None:
            return
        choices = menu_of(self.match, seat, self.board, self.say.language)
        self.screen.console.print(bot_hint(advice, choices, self.say))

    def _follow_hint(self, seat: int) -> bool:
        """Do all that the hint advises; False if there is none."""
        advice = self._advice(seat)
        if advice is None:
            return False
        self._answered(seat, *advice.words)
        return True

    def _advice(self, seat: int) -> bots.Advice | None:
        """The hint for the question; the last one is kept, so that it is the one that was read."""
        if seat == CHANCE:
            self.screen.console.print(self.say("no_hint"))
            return None
        asked = seat, len(self.match.history)
        if self.hint is None or self.hint[0] != asked:
            known = Knowledge.of(self.match, seat)
            rng = seeded(f"{self.luck}/hint/{len(self.match.history)}")
            self.hint = asked, bots.advise(known, rng)
        return self.hint[1]

    def _take_back(self, seat: int, is_same: bool) -> bool:
        """Undo the last choice; False if there is none to undo.

        What was revealed since is drawn anew, and bots that had chosen in secret choose anew,
        unless the person asks for the same luck.
        """
        back = self._last_choice()
        if back is None:
            self.screen.console.print(self.say("nothing_to_take_back"))
            return False
        answer = self.match.history[back]
        if answer.reveals == self.match.state.reveals and answer.seat == seat != CHANCE:
            choices = sum(one.seat == seat and not one.forced for one in self.match.history[back:])
            if choices <= self.match.free_take_backs(seat):
                self.match.take_back(seat, choices)
                self._after_take_back()
                return True
        if len(self.people) > 1 and answer.seat != CHANCE:
            self.screen.console.print(self.say("not_free"))
            return False
        if is_same:
            self.match.rewind(back)
        else:
            self.retakes += 1
            self.match.rewind(self._before_secrets(back), new_luck=True)
        self._after_take_back()
        return True

    def _after_take_back(self) -> None:
        self.hint = None
        self.log = all_events(self.match)
        self.seen = [min(seen, len(self.log)) for seen in self.seen]
        self.began = [-1] * self.match.seats
        self.told_in_full = min(self.told_in_full, len(self.log))
        self.notes = []
        self._save()

    def _before_secrets(self, back: int) -> int:
        """The index of the first answer that was given together with the one at an index."""
        history = self.match.history
        here = history[back]
        while back > 0 and here.sealed:
            before = history[back - 1]
            if not before.sealed or before.reveals != here.reveals:
                break
            back -= 1
        return back

    def _last_choice(self) -> int | None:
        """The index in the history of the last answer that a person chose among several."""
        typed = [*self.people, CHANCE] if self.match.chance == MANUAL else self.people
        found = None
        before = match_at_start(self.match)
        for n, moment in enumerate(replayed_answers(self.match)):
            answer = moment.answer
            is_typed = answer.seat in typed and not answer.forced
            if is_typed and not (self.is_alone and len(before.choices(answer.seat)) == 1):
                found = n
            before = moment.after
        return found

    # -- showing ----------------------------------------------------------

    def _show_question(self, seat: int) -> None:
        console = self.screen.console
        self._tell_letters(seat)
        rows = Group(*self._asked(seat).rows(console.width, self._room_for_choices(seat)))
        needed = len(console.render_lines(rows)) + 2 + self.screen.is_tall + self._lines_of_notes
        self._tell_in_full(None if seat == CHANCE else seat, needed)
        self._show(None if seat == CHANCE else seat, needed)
        console.print(*(Text(note, QUIET) for note in self.notes), rows, sep="\n")
        self.notes = []
        if self.screen.is_tall:
            console.print(Text(self.say(self.footer), QUIET), no_wrap=True, overflow="ellipsis")

    def _tell_letters(self, seat: int) -> None:
        """Tell a seat once what the letters mean, if the headline has no room for it."""
        if seat not in self.know_letters and not letters_fit(self.display, self.screen.width):
            self.notes.append(self.board.letters(self.match).plain)
        self.know_letters.add(seat)

    def _room_for_choices(self, seat: int) -> int | None:
        """The number of lines that the choices may take so that all fits the screen."""
        height = self.screen.height
        if height is None:
            return None
        width = self.screen.width
        drawing = self.board.draw(self.match, None if seat == CHANCE else seat, width, height - 1)
        log = 0 if width - drawing.width - 2 >= NARROWEST_LOG else SHORTEST_LOG
        around = 4 if self.screen.is_tall else 3  # headline, question, prompt, footer
        return max(FEW, height - drawing.height - log - around - self._lines_of_notes)

    @property
    def _lines_of_notes(self) -> int:
        return sum(len(broken(Text(note), self.screen.width)) for note in self.notes)

    def _asked(self, seat: int) -> QuestionBlock:
        question = self.match.question(seat)
        assert question is not None
        language = self.say.language
        plain = menu_of(self.match, seat, self.board, language)
        whole = with_rest(plain, self.match, seat, self.board, self.is_alone)
        if len(whole) == 1:
            whole = [replace(whole[0], key=self.say("only"))]
        why = self._obstacles_ahead(seat)
        aside = self.board.aside(self.match, seat)
        return QuestionBlock(
            self._addressed(seat),
            question.text[language] + (f" ({aside})" if aside else ""),
            question.clause,
            [
                Option(
                    item,
                    self.board.hint(self.match, seat, item.word),
                    self._brief(seat, item),
                    why.get(item.word, ""),
                )
                for item in whole
            ],
            [
                (_capital(item.label), reason)
                for item, reason in blocked_items(self.match, seat, self.board, language)
            ],
        )

    def _brief(self, seat: int, item: MenuItem) -> Text | None:
        """A choice and what follows it by itself, in a few words."""
        brief = self.board.brief(self.match, seat, item.word)
        if brief is None or seat == CHANCE:
            return brief
        parts, last = [brief], item.word
        for one in self.match.forced_after(seat, item.word, self.is_alone):
            if not one.word == last == "pass":
                more = self.board.brief(self.match, seat, one.word, one.step)
                parts.append(more or Text(one.word))
            last = one.word
        return Text(" → ").join(parts)

    def _obstacles_ahead(self, seat: int) -> dict[str, str]:
        """What cannot be done where a choice leads, unless the hint says so."""
        return {
            word: obstacle.text[self.say.language]
            for word, obstacle in self.match.obstacles(seat).items()
            if not all(reason.key in self.board.hinted for reason in obstacle.reasons)
        }

    def _addressed(self, seat: int) -> Text:
        """The sign and name of the seat asked; for a roll, of the seat that rolls."""
        who = seat_of(self.match.state.question(CHANCE)) if seat == CHANCE else seat
        if who < 0:
            return Text(self.say("chance"), "bold")
        mark = self.board.mark(who)
        return Text.assemble(mark, (f" {self.match.names[who]}", mark.style))

    def _seen(self, seat: int | None) -> int:
        """How much of the log is old for a seat; for chance as for the first person."""
        return self.seen[self.people[0] if seat is None and self.people else seat or 0]

    def _tell_in_full(self, seat: int | None, question_lines: int) -> None:
        """Show what is new on a screen of its own, if it weighs much and would be cut short."""
        seen = self._seen(seat)
        new = {event.name for event in self.log[max(seen, self.told_in_full) :]}
        if not new & self.board.weighty:
            return
        height, console = self.screen.height, self.screen.console
        fresh = self.log[seen:]
        if news_fit(self.display, seat, console, height, question_lines, fresh):
            return
        self.told_in_full = len(self.log)
        head = headline(self.display, console.width), Text(self.say("in_full"), "bold")
        for page in pages(self.display.lines(fresh, seat), console.width, (height or 0) - 3):
            self.screen.clear()
            console.print(*head, *page, sep="\n")
            self.screen.ask(self.say("go_on"))

    def _show_end(self) -> None:
        """The last board, with everything since the last turn began."""
        self._show(None, 0, in_full=True)

    def _show(self, seat: int | None, question_lines: int, in_full: bool = False) -> None:
        seen = self._seen(seat)
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
                in_full,
            )
        )

    def _show_log(self, seat: int) -> None:
        lines = self.display.lines(self.log, None if seat == CHANCE else seat)
        self.screen.console.print(*lines or [Text(self.say("no_log"))], sep="\n")

    # -- saving -----------------------------------------------------------

    def _save(self) -> None:
        bots_ = [player.bot for player in self.players]
        header = SaveHeader(bots_, self.luck, self.say.language, self.retakes)
        write_game(self.path, self.match, header)

    def _say_where(self) -> None:
        print_ = self.screen.console.print
        print_(Text(self.say("saved", path=self.path)), soft_wrap=True)
        if not self.match.over:
            command = f"bedesten play {self.match.game.name} --resume {shlex.quote(str(self.path))}"
            print_(Text(self.say("go_on_with", command=command)), soft_wrap=True)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
