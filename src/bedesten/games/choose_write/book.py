"""All steps of Choose & Write by number."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

from bedesten.games.choose_write import actions, drawing, parts, setting_up, steps, turn
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
        turn.Enter(steps.ENTER),
        parts.Cross(steps.CROSS),
        actions.Catacombs(steps.CATACOMBS),
        parts.CarryOut(),
        turn.Keep(),
        parts.Sell(steps.SELL),
        parts.Pay(steps.PAY),
        parts.Mark(steps.MARK),
        parts.Good(steps.GOOD),
        parts.HandOver(steps.HAND_OVER),
        parts.Tick(steps.TICK),
        parts.Equal(steps.EQUAL),
        parts.LeaveOut(steps.LEAVE_OUT),
        parts.Palace(steps.PALACE),
        parts.DrawOrGood(steps.DRAW_OR_GOOD),
        parts.TickOrMark(steps.TICK_OR_MARK),
        parts.GiveGood(steps.GIVE_GOOD),
        parts.MarkBonus(steps.MARK_BONUS),
        parts.PayLira(steps.PAY_LIRA),
        parts.GainLira(steps.GAIN_LIRA),
        parts.GainGoods(steps.GAIN_GOODS),
        parts.GainRuby(steps.GAIN_RUBY),
        parts.UseCaravan(steps.USE_CARAVAN),
        parts.GainGoodsCard(steps.GAIN_GOODS_CARD),
        parts.GainGuildCard(steps.GAIN_GUILD_CARD),
        parts.KeepGuild(steps.KEEP_GUILD),
        drawing.DrawGoodsCard(),
        drawing.TurnGoodsCard(),
        drawing.DrawGuildCard(),
        drawing.TurnGuildCard(),
        turn.EndGuildCard(),
        turn.EndUse(),
        drawing.BonusRubies(),
        drawing.RefillHand(),
        drawing.Take(),
        drawing.Fountain(),
        drawing.FountainGood(),
        drawing.FountainTick(),
        drawing.GrowPalaces(),
        drawing.MoveCaravan(),
        turn.EndTurn(),
        turn.LeftCard(),
        drawing.EndGame(),
        parts.ChosenGood(steps.CHOSEN_GOOD),
        parts.ChosenTick(steps.CHOSEN_TICK),
        parts.VisitPalace(steps.VISIT_PALACE),
    ]
)
