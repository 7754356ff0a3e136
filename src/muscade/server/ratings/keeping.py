"""Keeping ratings: each game that counts is rated once, whichever server sees its end.

Games with so many seats are numbered in the order in which they are rated, and the database gives each number once. Whoever comes second
reads again what the first one wrote: so ratings never follow from less than all games before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import structlog

from muscade.ratings import NEWCOMER, Played, Rating, after_game, periods_since
from muscade.server import refusals
from muscade.server.ratings.law import RatedGame, RatedSeat
from muscade.server.ratings.rows import RatedRow, RatingRow
from muscade.server.storage import Storage
from muscade.server.times import DAY
from muscade.server.tokens import new_token

TRIES = 16

log = structlog.get_logger()


async def rate(storage: Storage, game: RatedGame) -> None:
    """What a game makes of everybody's ratings, unless that was done before."""
    if not game.all_known:
        return  # Somebody is gone for good, and nobody knows any more how strong they were.
    people = [seat.person_id for seat in game.seats if seat.person_id is not None]
    for _ in range(TRIES):
        if await storage.ratings.is_rated(game.table_id):
            return
        # The number first: should ratings be newer than it, somebody has it already.
        number = await storage.ratings.last_number(game.game, len(game.seats)) + 1
        known = await storage.ratings.some(game.game, len(game.seats), people)
        players = [player_of(seat, known) for seat in game.seats]
        seats, ratings = rated(game, number, players, {row.player: row for row in known})
        if await storage.ratings.add(seats, ratings):
            log.info("game-rated", table=game.table_id[:6], game=game.game, number=number)
            return
    raise refusals.too_busy()


def player_of(seat: RatedSeat, known: Sequence[RatingRow]) -> str:
    if seat.level is not None:
        return bot_player(seat.level)
    found = (row.player for row in known if row.person_id == seat.person_id)
    return next(found, None) or new_token()


def bot_player(level: str) -> str:
    """
    >>> bot_player("greedy")
    'bot greedy'
    """
    return f"bot {level}"


def rated(
    game: RatedGame, number: int, players: Sequence[str], known: Mapping[str, RatingRow]
) -> tuple[list[RatedRow], list[RatingRow]]:
    """The rows of a game, and the ratings after it; ``known`` are those before it, by player."""
    before = {player: rating_of(known.get(player)) for player in players}
    periods = {player: _periods(known.get(player), game.ended_at) for player in players}
    played: list[Played] = [seat.played for seat in game.seats]
    after = after_game(players, played, before, periods)
    count = len(game.seats)
    seats = [
        RatedRow(
            game.table_id, seat.seat, game.game, count, number, player, seat.person_id, seat.level,
            seat.played.party, seat.played.place, int(seat.played.left), game.ended_at, *after[player],
        )
        for seat, player in zip(game.seats, players, strict=True)
    ]  # fmt: skip
    ratings = {
        row.player: RatingRow(
            game.game, count, row.player, row.person_id, row.level,
            row.rating, row.deviation, row.volatility,
            1 + (known[row.player].games if row.player in known else 0),
            max(game.ended_at, known[row.player].played_at if row.player in known else 0),
        )
        for row in seats
    }  # fmt: skip
    return seats, list(ratings.values())


def rating_of(row: RatingRow | None) -> Rating:
    return NEWCOMER if row is None else Rating(row.rating, row.deviation, row.volatility)


def _periods(row: RatingRow | None, at: int) -> float:
    return periods_since(None if row is None else (at - row.played_at) / DAY)
