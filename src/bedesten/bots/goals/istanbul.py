"""Goals in Istanbul: the next ruby, and where."""

from __future__ import annotations

from bedesten.bots.evaluation.istanbul import ruby_places, sale_at
from bedesten.bots.goals import Goal
from bedesten.games.istanbul import board
from bedesten.games.istanbul.board import at
from bedesten.games.istanbul.state import Istanbul, top_demand
from bedesten.games.istanbul.words import PLACE
from bedesten.kernel.words import spell

# The place of each source of rubies, in the order of the sources.
PLACES = (board.WAINWRIGHT, board.SMALL_MOSQUE, board.GREAT_MOSQUE, board.PALACE, board.DEALER)


def goals(before: Istanbul, after: Istanbul, seat: int) -> list[Goal]:
    """A ruby in this turn, in the next one, or in the one after that."""
    rubies, enough = after.players[seat].rubies, after.printed.rubies_to_end
    if rubies > before.players[seat].rubies:
        kind = "last_ruby" if rubies >= enough > before.players[seat].rubies else "ruby"
        taken = [place for n, place in enumerate(PLACES) if after.rubies[n] < before.rubies[n]]
        return [Goal(kind, 0, f"place.{place}") for place in taken[:1]]
    if after.is_over():
        return []
    reached = _reached(after, seat)
    ready = ruby_places(after, seat)
    for place in reached:
        if ready & at(place):
            return [Goal("ruby", 1, f"place.{place}")]
    for stop in reached:
        world = _after_stop(after, seat, stop)
        player = world.players[seat]
        player.merchant = stop
        ready = ruby_places(world, seat) & ~at(stop)
        for place in _reached(world, seat):
            if ready & at(place):
                return [Goal("ruby", 2, f"place.{place}")]
    return []


def _reached(s: Istanbul, seat: int) -> list[int]:
    """The places to which a merchant can go and act."""
    player = s.players[seat]
    near = s.near[player.merchant]
    if player.stack == 0:
        near &= player.out | at(board.FOUNTAIN)
    return [word - PLACE + 1 for word in spell(near)]


def _after_stop(s: Istanbul, seat: int, place: int) -> Istanbul:
    """The position after what a place surely brings."""
    world = s.copy()
    player = world.players[seat]
    player.stack = max(0, player.stack - 1)
    if board.FABRIC <= place <= board.FRUIT:
        player.goods[place - board.FABRIC] = player.room
    elif place in (board.LARGE_MARKET, board.SMALL_MARKET):
        market = place - board.LARGE_MARKET
        player.lira += sale_at(world, player, market)
        tile = top_demand(world, market)
        for good in range(4):
            sold = min(player.goods[good], world.printed.demand[4 * tile + good])
            player.goods[good] -= sold
    elif place == board.WAINWRIGHT and player.lira >= world.printed.extension_price:
        player.lira -= world.printed.extension_price
        player.extensions += 1
        player.room += 1
    elif place == board.FOUNTAIN:
        player.stack = world.printed.assistants
    return world
