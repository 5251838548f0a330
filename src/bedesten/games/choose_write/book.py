"""All steps of Choose & Write by number."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.choose_write import (
    actions,
    draws,
    effects,
    end_of_turn,
    planning,
    setting_up,
    turn,
)
from bedesten.kernel.step import Step

BOOK: Final = vec[Step](
    [
        setting_up.ChooseWriteSetUp(),
        setting_up.ChooseWriteNameStarter(),
        setting_up.Deal(),
        draws.AddRubyCard(),
        draws.FillDisplay(),
        draws.TurnPlaceCard(),
        draws.DrawPlaceCard(),
        draws.TurnCaravan(),
        setting_up.TakeFountains(),
        turn.ChooseWriteStartTurn(),
        turn.Play(),
        turn.UseCard(),
        actions.Cross(),
        actions.Catacombs(),
        planning.ChooseWriteCarryOut(),
        turn.Keep(),
        effects.ChooseWriteSell(),
        effects.Pay(),
        effects.Mark(),
        effects.Good(),
        effects.HandOver(),
        effects.Tick(),
        effects.Equal(),
        effects.LeaveOut(),
        effects.ChooseWritePalace(),
        effects.DrawOrGood(),
        effects.TickOrMark(),
        effects.GiveGood(),
        effects.MarkBonus(),
        effects.PayLira(),
        effects.GainLira(),
        effects.GainGoods(),
        effects.GainRuby(),
        effects.UseCaravan(),
        effects.GainGoodsCard(),
        effects.GainGuildCard(),
        effects.KeepGuild(),
        draws.DrawGoodsCard(),
        draws.TurnGoodsCard(),
        draws.DrawGuildCard(),
        draws.TurnGuildCard(),
        turn.EndGuildCard(),
        turn.EndUse(),
        end_of_turn.BonusRubies(),
        end_of_turn.Take(),
        end_of_turn.ChooseWriteFountain(),
        end_of_turn.FountainGood(),
        end_of_turn.FountainTick(),
        end_of_turn.GrowPalaces(),
        end_of_turn.MoveCaravan(),
        turn.ChooseWriteEndTurn(),
        turn.LeftCard(),
        end_of_turn.EndGame(),
        effects.ChosenGood(),
        effects.ChosenTick(),
        effects.VisitPalace(),
        actions.NextPart(),
        effects.PutOff(),
        turn.AfterDraw(),
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
