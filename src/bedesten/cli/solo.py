"""`bedesten solo`: the campaign of Choose & Write, game after game."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final, cast

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import bedesten
from bedesten import bots
from bedesten.cli.arguments import Participant, parse_seed
from bedesten.cli.campaign import read_campaign, write_campaign
from bedesten.cli.language import cli_sentences
from bedesten.cli.saved_games import fresh_path, read_header
from bedesten.cli.screen import Screen
from bedesten.cli.terminal_game import TerminalGame
from bedesten.cli.usage_error import UsageError, as_usage_error, read_text
from bedesten.games.choose_write.data import ChooseWriteData, Solo
from bedesten.games.choose_write.solo import SoloResult, difficulty, result_of
from bedesten.games.choose_write.state import ChooseWrite
from bedesten.kernel.match import Match
from bedesten.kernel.text import Catalogue, Sentences
from bedesten.tables.campaign import Campaign, goal_of

GAME: Final = "choose_write"
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
        data: ChooseWriteData = bedesten.game(GAME).data({})
        self.rules: Solo = data.solo
        self.texts: Catalogue = bedesten.game(GAME).text(language)

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
        if match.game.name != GAME or match.seats != 1:
            raise UsageError(f"{file} is no solo game of {GAME}; begin another with --new")
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
            match = bedesten.new(GAME, names=[player.name], seed=luck)
        file = fresh_path(GAME)
        self.campaign = read_campaign(self.path)
        self.campaign.under_way = str(file)
        write_campaign(self.path, self.campaign)
        return TerminalSoloGame(match, [player], luck, self.say.language, file)

    def _resumed(self, match: Match) -> TerminalSoloGame:
        file = Path(str(self.campaign.under_way))
        header = read_header(read_text(str(file)))
        luck: int | str = header.seed if header else match.seed or 0
        return TerminalSoloGame(match, [Participant(match.names[0])], luck, self.say.language, file)

    def count(self, match: Match, file: Path) -> None:
        """Add a finished game to the campaign, and say what it has come to.

        The campaign is read once more: another game may have been counted meanwhile.
        """
        result = result_of(cast(ChooseWrite, match.state), self.rules)
        self.campaign = read_campaign(self.path)
        before = {column: self.campaign.done(column) for column in self.rules.columns}
        best = self.campaign.best()
        is_new = self.campaign.count(match, result)
        if self.campaign.under_way == str(file):
            self.campaign.under_way = None
        write_campaign(self.path, self.campaign)
        self.console.print(*self._outcome(result, before), sep="\n")
        if not is_new:
            self.console.print(Text(self.say("solo_counted"), "bold"))
        elif best is None or (result.rubies, result.fields) > (best.rubies, best.fields):
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

    def _outcome(
        self, result: SoloResult, before: dict[int, frozenset[int]]
    ) -> list[RenderableType]:
        say = self.say
        head = say("solo_over", rubies=result.rubies, fields=result.fields)
        if result.column is None:
            counts = say("solo_too_few", column=min(self.rules.columns))
        else:
            counts = say("solo_column", column=result.column)
        lines: list[RenderableType] = [Text.assemble((head, "bold"), f" {counts}")]
        if result.tasks:
            lines.append(Text(say("solo_has_met"), "bold"))
            lines += [self._met(n, result.column, before) for n in result.tasks]
        else:
            lines.append(Text(say("solo_met_none")))
        if result.column is not None:
            added = [str(n) for n in result.tasks if n not in before[result.column]]
            lines.append(Text(say("solo_added", n=", ".join(added) or "–"), "bold"))
        return [*lines, *self._still_open()]

    def _met(
        self, task: int, column: int | None, before: dict[int, frozenset[int]]
    ) -> RenderableType:
        if column is None:
            sign, note = OPEN, self.say("solo_not_ticked")
        elif task in before[column]:
            sign, note = DONE, self.say("solo_again")
        else:
            sign, note = DONE, self.say("solo_new")
        line = Text.assemble(
            f"{sign} {task:>2} {self.name(task)} ", (f"({note})", "bold" if column else QUIET)
        )
        return Padding(line, (0, 2))

    def _still_open(self) -> list[RenderableType]:
        lines: list[RenderableType] = []
        for column in self.rules.columns:
            tasks = self.campaign.open(column, self.rules)
            text = self.say("solo_none_open", column=column)
            if tasks:
                numbers = ", ".join(map(str, tasks))
                text = self.say("solo_still_open", column=column, n=len(tasks), tasks=numbers)
            lines.append(Text(text))
        return lines

    # -- how far the campaign is ------------------------------------------

    def show(self, match: Match | None) -> None:
        self.console.print(self._table(), *self._summary(match), sep="\n")

    def _table(self) -> Table:
        say, columns = self.say, self.rules.columns
        wide = self.console.width >= WIDE
        many = len(self.rules.tasks)
        table = Table(box=None, padding=(0, 1, 0, 0), header_style=QUIET)
        table.add_column("", justify="right", style="bold", no_wrap=True)
        table.add_column(Text(say("solo_title"), "bold not dim"), ratio=1)
        table.add_column(say("solo_difficulty") if wide else "", no_wrap=True)
        for column in columns:
            head = Text.assemble((f"◆{column}", "bold red3"))
            if wide:
                done = say("solo_done", done=len(self.campaign.done(column)), all=many)
                head.append(f"\n{done}", QUIET)
            table.add_column(head, justify="center", no_wrap=True)
        if wide:
            table.add_column(say("solo_best"), justify="right", no_wrap=True)
        goal = goal_of(self.rules)
        for n in range(1, many + 1):
            is_done = all(n in self.campaign.done(column) for column in goal)
            name = Text(self.name(n), QUIET if is_done else "")
            cells = [self._tick(n, column) for column in columns]
            best = [self._best(n)] if wide else []
            table.add_row(str(n), name, self._difficulty(n), *cells, *best)
        return table

    def _tick(self, task: int, column: int) -> Text:
        if task in self.campaign.done(column):
            return Text(DONE, "bold green4")
        return Text(OPEN, "" if column in goal_of(self.rules) else QUIET)

    def _best(self, task: int) -> Text:
        game = self.campaign.best(task)
        return Text("–", QUIET) if game is None else Text(f"◆{game.rubies} · {game.fields}")

    def _difficulty(self, task: int) -> Text:
        found = difficulty(self.rules, task)
        return Text(self.texts.names[f"difficulty.{found}"] if found else "", QUIET)

    def _summary(self, match: Match | None) -> Sequence[RenderableType]:
        say, goal = self.say, goal_of(self.rules)
        done = sum(len(self.campaign.done(column)) for column in goal)
        many = len(goal) * len(self.rules.tasks)
        key = "solo_goal" if done < many else "solo_goal_reached"
        columns = f" {say('and')} ".join(map(str, goal))
        lines = [Text(say(key, columns=columns, done=done, all=many), "bold")]
        best = self.campaign.best()
        if best is None:
            lines[0].append(f" {say('solo_no_games')}", "not bold")
        else:
            score = say("solo_high_score", rubies=best.rubies, fields=best.fields)
            played = say("solo_games", n=len(self.campaign.games))
            lines.append(Text(f"{played} {score}"))
        following = self.campaign.next_of(self.rules)
        if following is not None:
            task, column = following
            name = self.name(task) if self.console.width >= WIDE else ""
            lines.append(Text(say("solo_next", n=task, column=column, name=name).rstrip()))
        if match is not None:
            lines.append(Text(say("solo_under_way", turn=match.state.turn), "bold"))
            lines[-1].append(f" {say('go_on_with', command=self.command)}", "not bold")
        return lines

    def name(self, task: int) -> str:
        return self.texts.names[f"task.{task}"]
