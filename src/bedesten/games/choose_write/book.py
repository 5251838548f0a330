"""All steps of Choose & Write by number."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.choose_write import actions, drawing, parts, planning, setting_up, turn
from bedesten.kernel.step import Step

BOOK: Final = vec[Step](
    [
        setting_up.SetUp(),
        setting_up.NameStarter(),
        setting_up.Deal(),
        drawing.AddRubyCard(),
        drawing.FillDisplay(),
        drawing.TurnPlaceCard(),
        drawing.DrawPlaceCard(),
        drawing.TurnCaravan(),
        setting_up.TakeFountains(),
        turn.StartTurn(),
        turn.Play(),
        turn.UseCard(),
        actions.Cross(),
        actions.Catacombs(),
        planning.CarryOut(),
        turn.Keep(),
        parts.Sell(),
        parts.Pay(),
        parts.Mark(),
        parts.Good(),
        parts.HandOver(),
        parts.Tick(),
        parts.Equal(),
        parts.LeaveOut(),
        parts.Palace(),
        parts.DrawOrGood(),
        parts.TickOrMark(),
        parts.GiveGood(),
        parts.MarkBonus(),
        parts.PayLira(),
        parts.GainLira(),
        parts.GainGoods(),
        parts.GainRuby(),
        parts.UseCaravan(),
        parts.GainGoodsCard(),
        parts.GainGuildCard(),
        parts.KeepGuild(),
        drawing.DrawGoodsCard(),
        drawing.TurnGoodsCard(),
        drawing.DrawGuildCard(),
        drawing.TurnGuildCard(),
        turn.EndGuildCard(),
        turn.EndUse(),
        drawing.BonusRubies(),
        drawing.Take(),
        drawing.Fountain(),
        drawing.FountainGood(),
        drawing.FountainTick(),
        drawing.GrowPalaces(),
        drawing.MoveCaravan(),
        turn.EndTurn(),
        turn.LeftCard(),
        drawing.EndGame(),
        parts.ChosenGood(),
        parts.ChosenTick(),
        parts.VisitPalace(),
    ]
)


def _fill_in_parts() -> None:
    number: i64
    for number in range(len(BOOK)):
        step = BOOK[number]
        if isinstance(step, planning.Part):
            step.number = number
            planning.PARTS[number] = step


_fill_in_parts()
