"""The solo campaign at a terminal: shown, played game after game, counted."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import bedesten
from bedesten import bots
from bedesten.cli.arguments import Participant, parse_seed
from bedesten.cli.campaign_file import read_campaign, write_campaign
from bedesten.cli.files import read_text
from bedesten.cli.language import cli_sentences
from bedesten.cli.saved_games import fresh_path, read_header
from bedesten.cli.screen import Screen
from bedesten.cli.terminal_game import TerminalGame
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.kernel.match import Match
from bedesten.kernel.text import Catalogue, Sentences
from bedesten.tables.campaign import (
    Campaign,
    Outcome,
    Progress,
    TaskProgress,
    campaign_game,
    progress,
    tasks_of,
)

QUIET: Final = "dim"
BOT_GAMES: Final = 5  # in which a bot shows how hard the deal was
DONE: Final = "☑"
OPEN: Final = "☐"
WIDE: Final = 100  # columns in which the best results have room


class TerminalSoloGame(TerminalGame):
    """A table for one, which knows how the campaign goes on."""

    command = "bedesten solo"

    def _say_where(self) -> None:
        print_ = self.screen.console.print
        print_(Text(self.say("saved", path=self.path)), soft_wrap=True)
        if not self.match.over:
            print_(Text(self.say("go_on_with", command=self.command)), soft_wrap=True)


class CampaignScreen:
    """A player's campaign and the file it is kept in."""

    def __init__(self, path: Path, language: str, is_named: bool) -> None:
        self.path = path
        self.say: Sentences = cli_sentences(language)
        self.command = "bedesten solo"
        if is_named:
            self.command += f" --campaign {shlex.quote(str(path))}"
        self.campaign: Campaign = read_campaign(path)
        self.screen = Screen()
        self.game = campaign_game()
        self.tasks = tasks_of(self.game)
        self.texts: Catalogue = self.game.text(language)

    @property
    def console(self) -> Console:
        return self.screen.console

    # -- playing ----------------------------------------------------------

    def left_behind(self) -> Match | None:
        """The game under way; one that was finished elsewhere is counted first."""
        if self.campaign.under_way is None:
            return None
        file = Path(self.campaign.under_way)
        if not file.exists():
            self.campaign.under_way = None
            return None
        with as_usage_error(f"{file}: "):
            match = bedesten.replay(read_text(str(file)))
        if match.game is not self.game or match.seats != 1:
            raise UsageError(
                f"{file} is no solo game of {self.game.name}; begin another with --new"
            )
        if not match.over:
            return match
        self.count(match, file)
        return None

    def play(self, match: Match | None, seed: str | None) -> None:
        """Show how far the campaign is, then play on, or play the next game."""
        self.show(match)
        key = "solo_press" if match is None else "solo_press_resume"
        try:
            if self.screen.ask(self.say(key)).casefold() in ("q", "quit"):
                return
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return
        game = self._begun(seed) if match is None else self._resumed(match)
        game.command = self.command
        game.run()
        if game.match.over:
            self.count(game.match, game.path)

    def _begun(self, seed: str | None) -> TerminalSoloGame:
        chosen = parse_seed(seed)
        luck = secrets.randbits(63) if chosen is None else chosen
        player = Participant(self.say("guest_name"))
        with as_usage_error():
            match = bedesten.new(self.game.name, names=[player.name], seed=luck)
        file = fresh_path(self.game.name)
        self.campaign = read_campaign(self.path)
        self.campaign.under_way = str(file)
        write_campaign(self.path, self.campaign)
        return TerminalSoloGame(match, [player], luck, self.say.language, file)

    def _resumed(self, match: Match) -> TerminalSoloGame:
        file = Path(str(self.campaign.under_way))
        header = read_header(read_text(str(file)))
        luck: int | str = header.seed if header else match.seed or 0
        player = Participant(match.names[0])
        retakes = header.retakes if header else 0
        return TerminalSoloGame(match, [player], luck, self.say.language, file, retakes)

    def count(self, match: Match, file: Path) -> None:
        """Add a finished game to the campaign, and say what it has come to.

        The campaign is read again: another game may have been counted meanwhile.
        """
        self.campaign = read_campaign(self.path)
        outcome = self.campaign.count(match)
        if self.campaign.under_way == str(file):
            self.campaign.under_way = None
        write_campaign(self.path, self.campaign)
        self.console.print(*self._outcome(outcome), sep="\n")
        if not outcome.is_new:
            self.console.print(Text(self.say("solo_counted"), "bold"))
        elif outcome.is_high_score:
            self.console.print(Text(self.say("solo_new_high_score"), "bold"))
        if match.seed is not None:
            rubies = bots.solo_estimate(
                match.game.name, match.seed, BOT_GAMES if bedesten.COMPILED else 1
            )
            figure = f"{rubies:.1f}".replace(".", self.say("decimal"))
            self.console.print(Text(self.say("solo_deal", rubies=figure)))
        self._say_where()

    def _say_where(self) -> None:
        self.console.print(Text(self.say("solo_kept", path=self.path), QUIET), soft_wrap=True)

    # -- what a game has come to ------------------------------------------

    def _outcome(self, outcome: Outcome) -> list[RenderableType]:
        say, result = self.say, outcome.result
        head = say("solo_over", rubies=result.score, fields=result.tie_break)
        if result.column is None:
            counts = say("solo_too_few", column=min(self.tasks.columns))
        else:
            counts = say("solo_column", column=result.column)
        lines: list[RenderableType] = [Text.assemble((head, "bold"), f" {counts}")]
        if result.tasks:
            lines.append(Text(say("solo_has_met"), "bold"))
            lines += [self._met(n, outcome) for n in result.tasks]
        else:
            lines.append(Text(say("solo_met_none")))
        if result.column is not None:
            added = ", ".join(map(str, outcome.added))
            lines.append(Text(say("solo_added", n=added or "–"), "bold"))
        return [*lines, *self._still_open()]

    def _met(self, task: int, outcome: Outcome) -> RenderableType:
        is_ticked = outcome.result.column is not None
        if not is_ticked:
            sign, note = OPEN, self.say("solo_not_ticked")
        elif task in outcome.added:
            sign, note = DONE, self.say("solo_new")
        else:
            sign, note = DONE, self.say("solo_again")
        line = Text.assemble(
            f"{sign} {task:>2} {self.name(task)} ", (f"({note})", "bold" if is_ticked else QUIET)
        )
        return Padding(line, (0, 2))

    def _still_open(self) -> list[RenderableType]:
        lines: list[RenderableType] = []
        for column in self.tasks.columns:
            tasks = self.campaign.open(column, self.tasks)
            text = self.say("solo_none_open", column=column)
            if tasks:
                numbers = ", ".join(map(str, tasks))
                text = self.say("solo_still_open", column=column, n=len(tasks), tasks=numbers)
            lines.append(Text(text))
        return lines

    # -- how far the campaign is ------------------------------------------

    def show(self, match: Match | None) -> None:
        now = progress(self.campaign, self.game, self.say.language)
        self.console.print(self._table(now), *self._summary(now, match), sep="\n")

    def _table(self, now: Progress) -> Table:
        say = self.say
        wide = self.console.width >= WIDE
        table = Table(box=None, padding=(0, 1, 0, 0), header_style=QUIET)
        table.add_column("", justify="right", style="bold", no_wrap=True)
        table.add_column(Text(say("solo_title"), "bold not dim"), ratio=1)
        table.add_column(say("solo_difficulty") if wide else "", no_wrap=True)
        for column in now.columns:
            head = Text.assemble((f"◆{column}", "bold red3"))
            if wide:
                count = sum(column in one.done for one in now.tasks)
                done = say("solo_done", done=count, all=len(now.tasks))
                head.append(f"\n{done}", QUIET)
            table.add_column(head, justify="center", no_wrap=True)
        if wide:
            table.add_column(say("solo_best"), justify="right", no_wrap=True)
        for one in now.tasks:
            is_done = all(column in one.done for column in now.goal)
            name = Text(one.text, QUIET if is_done else "")
            cells = [_tick(one, column, now.goal) for column in now.columns]
            best = [_best(one)] if wide else []
            table.add_row(str(one.task), name, self._difficulty(one), *cells, *best)
        return table

    def _difficulty(self, one: TaskProgress) -> Text:
        found = one.difficulty
        return Text(self.texts.names[f"difficulty.{found}"] if found else "", QUIET)

    def _summary(self, now: Progress, match: Match | None) -> Sequence[RenderableType]:
        say = self.say
        key = "solo_goal" if now.done < now.fields else "solo_goal_reached"
        columns = f" {say('and')} ".join(map(str, now.goal))
        lines = [Text(say(key, columns=columns, done=now.done, all=now.fields), "bold")]
        if now.best is None:
            lines[0].append(f" {say('solo_no_games')}", "not bold")
        else:
            score = say("solo_high_score", rubies=now.best.score, fields=now.best.tie_break)
            played = say("solo_games", n=now.games)
            lines.append(Text(f"{played} {score}"))
        if now.next is not None:
            task, column = now.next
            name = self.name(task) if self.console.width >= WIDE else ""
            lines.append(Text(say("solo_next", n=task, column=column, name=name).rstrip()))
        if match is not None:
            lines.append(Text(say("solo_under_way", turn=match.state.turn), "bold"))
            lines[-1].append(f" {say('go_on_with', command=self.command)}", "not bold")
        return lines

    def name(self, task: int) -> str:
        return self.texts.names[f"task.{task}"]


def _tick(one: TaskProgress, column: int, goal: Sequence[int]) -> Text:
    if column in one.done:
        return Text(DONE, "bold green4")
    return Text(OPEN, "" if column in goal else QUIET)


def _best(one: TaskProgress) -> Text:
    if one.best is None:
        return Text("–", QUIET)
    return Text(f"◆{one.best.score} · {one.best.tie_break}")
