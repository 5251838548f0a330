"""Lessons and puzzles at the terminal."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from bedesten.bots import ANY
from bedesten.cli.arguments import Participant
from bedesten.cli.language import cli_sentences
from bedesten.cli.layout import QUIET, MatchDisplay
from bedesten.cli.menu import InputError, parse_line
from bedesten.cli.terminal_game import PROMPT, TerminalGame
from bedesten.lessons import FIRST_OPPONENT, course
from bedesten.lessons.conditions import LEARNER
from bedesten.lessons.lesson import Lesson
from bedesten.lessons.run import LessonRun, Tried
from bedesten.puzzles import puzzle_lesson, puzzles_of


class TerminalLesson(TerminalGame):
    """One lesson: the learner does every move, and a wrong one is answered and tried again."""

    footer = "learn_footer"
    title = "learn_title"

    def __init__(self, lesson: Lesson, number: int, of: int, language: str) -> None:
        name = cli_sentences(language)("guest_name")
        self.run_of = LessonRun(lesson, name)
        others = [Participant(name, ANY) for name in lesson.table.names]
        super().__init__(self.run_of.match, [Participant(name), *others], 0, language, Path())
        self.lesson = lesson
        self.number = number
        self.of = of

    def play(self) -> bool:
        """Play the lesson to its end; False if the learner quits."""
        lesson, print_ = self.lesson, self.screen.console.print
        title = self.say(self.title, n=self.number, of=self.of, title=self._said(lesson.title))
        print_(Text(title, "bold"), Text(self._said(lesson.goal)), sep="\n")
        while not self.run_of.is_over:
            if not self._ask(LEARNER):
                return False
        self._learnt()
        return True

    def _learnt(self) -> None:
        print_ = self.screen.console.print
        print_(Text(self.say("learn_done"), "bold"), Text(self._said(self.lesson.learnt)), sep="\n")
        rules = ", ".join(self.lesson.clauses)
        print_(
            Text(
                self.say(
                    "learn_rules",
                    game=self.lesson.game,
                    first=self.lesson.clauses[0],
                    clauses=rules,
                ),
                QUIET,
            )
        )

    # -- asking ------------------------------------------------------------

    def _show_question(self, seat: int) -> None:
        super()._show_question(seat)
        self.screen.console.print(Text(f"» {self._said(self.run_of.step.say)}", "bold"))

    def _ask(self, seat: int) -> bool:
        """Ask until a move has been made, right or wrong; False if the learner quits."""
        self._show_question(seat)
        while True:
            line = self.screen.ask(PROMPT)
            if line in ("q", "quit"):
                return False
            if line == "b":
                self._show_question(seat)
            elif line == "h":
                self._show_way()
            elif line.startswith("?"):
                self._explain(seat, line.removeprefix("?").strip())
            elif self._answer(seat, line or self._only(seat)):
                return True

    def _only(self, seat: int) -> str:
        """The only choice; empty if there are several."""
        choices = self.match.choices(seat)
        return choices[0] if len(choices) == 1 else ""

    def _show_way(self) -> None:
        """Show the next word that leads to the goal, and the tip of the step."""
        step, print_ = self.run_of.step, self.screen.console.print
        if step.tip is not None:
            print_(Text(self._said(step.tip)))
        for word in self.run_of.next_words[:1]:
            asked = self.match.step_asked(LEARNER) or ""
            choice = self.match.text(self.say.language).choice(asked, word, self.match.names)
            print_(Text(self.say("learn_way", choice=choice), "bold"))

    def _answer(self, seat: int, line: str) -> bool:
        if not line:
            return False
        try:
            words = parse_line(line, self.match, seat, self.board, self.say)
        except InputError as error:
            self.screen.console.print(Text(str(error), "bold"))
            return False
        before = len(self.log)
        tried = self.run_of.play(*words)
        if not tried.is_right:
            self._answer_wrong(tried)
            return True
        self.log += tried.events
        self.seen[seat] = before
        self._show_again()
        return True

    def _answer_wrong(self, tried: Tried) -> None:
        """Say what the move leads to and why it is no good; the table stays as it was."""
        step, print_ = self.run_of.step, self.screen.console.print
        display = MatchDisplay(tried.after.match, self.board, self.say)
        self.screen.clear()
        print_(Text(self.say("learn_wrong"), "bold"))
        print_(
            *(Text.assemble("  ", line) for line in display.lines(tried.events, LEARNER)), sep="\n"
        )
        print_(Text(self._said(step.answer_to(tried.words))))
        self.screen.ask(self.say("learn_again"))

    def _show_again(self) -> None:
        """Take over the table as the run has it now."""
        self.match = self.run_of.match
        self.display = MatchDisplay(self.match, self.board, self.say)

    def _said(self, say: dict[str, str]) -> str:
        return self.lesson.text(say, self.say.language)

    def _save(self) -> None:
        """A lesson is not kept: it is soon played again."""


class TerminalPuzzle(TerminalLesson):
    """One puzzle: solved at the first try, or not."""

    title = "puzzles_title"

    def __init__(self, lesson: Lesson, number: int, of: int, language: str) -> None:
        super().__init__(lesson, number, of, language)
        self.is_clean = True

    def _answer_wrong(self, tried: Tried) -> None:
        self.is_clean = False
        super()._answer_wrong(tried)

    def _show_way(self) -> None:
        self.is_clean = False
        super()._show_way()


def play_puzzles(game: str, first: int, language: str) -> None:
    """Play the puzzles of a game from one on, counting those solved in a row at the first try."""
    many, streak = len(puzzles_of(game)), 0
    screen = None
    try:
        for n in range(first, many + 1):
            screen = TerminalPuzzle(puzzle_lesson(game, n), n, many, language)
            if not screen.play():
                return
            streak = streak + 1 if screen.is_clean else 0
            screen.screen.console.print(Text(screen.say("puzzles_streak", n=streak), "bold"))
            screen.screen.ask(screen.say("puzzles_next"))
    except (EOFError, KeyboardInterrupt):
        if screen is not None:
            screen.screen.console.print()


def play_course(game: str, first: int, language: str) -> None:
    """Play the lessons of a game from one on, then say how to play a first game."""
    lessons = course(game)
    screen = None
    try:
        for n, lesson in enumerate(lessons[first - 1 :], first):
            screen = TerminalLesson(lesson, n, len(lessons), language)
            if not screen.play():
                break
            if n < len(lessons):
                screen.screen.ask(screen.say("learn_next"))
        else:
            assert screen is not None
            seats = ",".join(["you", *[FIRST_OPPONENT] * (lessons[0].table.seats - 1)])
            command = f"bedesten play {game} --seats {seats}"
            screen.screen.console.print(
                Text(screen.say("learn_first_game", command=command), "bold"), soft_wrap=True
            )
    except (EOFError, KeyboardInterrupt):
        if screen is not None:
            screen.screen.console.print()
