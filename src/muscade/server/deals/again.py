"""A deal that is played again: its seed is that of a game that is over, so anybody may know all of it. It is marked, and never counts."""

from __future__ import annotations

from typing import NamedTuple

from muscade.core import Options, Outcome
from muscade.core import game as find_game
from muscade.server import refusals
from muscade.server.deals.requests import DealGame, DealGames, DealPlayed, DealSeat, PlayDeal
from muscade.server.live import LiveGame
from muscade.server.reception import KnownDeal, Reception
from muscade.server.requests import BotSeat, CreateTable, Here
from muscade.server.rows import SeatRow
from muscade.server.storage import StorageError
from muscade.server.tables.shelf import HOPELESS


class Over(NamedTuple):
    """A game that is over, with its deal."""

    game: str
    options: Options
    deal: KnownDeal
    seats: tuple[SeatRow, ...]
    outcome: Outcome
    ended_at: int


def over(live: LiveGame) -> Over:
    if live.outcome is None:
        raise refusals.not_over()
    row = live.row
    deal = KnownDeal(live.deal.seed, row.deal_of or row.id)
    return Over(row.game, row.options, deal, live.seats, live.outcome, live.last_at)


async def play_again(reception: Reception, table_id: str, wanted: PlayDeal, address: str) -> DealPlayed:
    async with reception.table(table_id) as table:
        game = await table.read(over)
    if wanted.seat >= len(game.seats):
        raise refusals.unknown_seat()
    level = wanted.level or find_game(game.game).usual_level
    seats = tuple(
        Here(wanted.name) if row.seat == wanted.seat else BotSeat(row.level or level) for row in game.seats
    )
    request = CreateTable(game.game, seats, game.options, id=wanted.id)
    created = await reception.create(request, address, deal=game.deal)
    return DealPlayed(created.table, game.game, created.keys)


async def compared(reception: Reception, table_id: str) -> DealGames:
    async with reception.table(table_id) as table:
        asked = await table.read(over)
    try:
        tables = await reception.services.storage.same_deal(asked.deal.of)
    except StorageError:
        raise refusals.storage() from None
    games = []
    for other in tables:
        try:
            async with reception.table(other) as table:
                games.append(
                    _told(await table.read(over), first=other == asked.deal.of, this=other == table_id)
                )
        except refusals.RequestRefused as refusal:
            if refusal.code not in HOPELESS:
                raise
    return DealGames(asked.game, tuple(games))


def _told(game: Over, *, first: bool, this: bool) -> DealGame:
    scores = game.outcome.scores
    seats = (
        DealSeat(
            row.seat,
            row.name,
            row.level,
            scores[row.seat] if scores else None,
            row.seat in game.outcome.winners,
        )
        for row in game.seats
    )
    return DealGame(game.ended_at, first, this, tuple(seats))
