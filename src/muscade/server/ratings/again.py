"""All ratings once more, from the logs of the games that count: what `muscade ratings` does.

The order of games is the one in which they were rated. Where a game's log has been cleaned away, what was noted of it is what is known.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import NamedTuple, TypeAlias

from muscade.core import InvalidRecord, UnknownGame
from muscade.ratings import Played
from muscade.server.live import LiveGame
from muscade.server.ratings.keeping import player_of, rated
from muscade.server.ratings.law import RatedGame, RatedSeat, rated_game
from muscade.server.ratings.rows import RatedRow, RatingRow
from muscade.server.storage import Storage

CLOSE = 1e-6
"""Databases read and write the last digits of a number each in their own way."""

Pool: TypeAlias = tuple[str, int]
"""Those who play a game with so many seats."""


class Recomputed(NamedTuple):
    """How many games and ratings there are, and how many of them were not so before."""

    games: int
    ratings: int
    missed: int
    """Games of which nobody had taken note."""
    differing: int
    """Ratings that were others, or were not there, or should not have been."""


async def recompute(storage: Storage, *, write: bool) -> Recomputed:
    """Go through all games that count; ``write`` what comes out of it in the place of what there is."""
    before = await storage.ratings.all_games()
    found = await storage.ratings.all_ratings()
    owned: dict[Pool, list[RatingRow]] = defaultdict(list)
    for row in found:
        owned[row.game, row.seats].append(row)
    seats: list[RatedRow] = []
    ratings: dict[Pool, dict[str, RatingRow]] = defaultdict(dict)
    numbers: dict[Pool, int] = defaultdict(int)
    noted = [list(rows) for _, rows in groupby(before, key=lambda row: (row.game, row.seats, row.number))]
    for rows in noted:
        game, pool = await _again(storage, rows), (rows[0].game, rows[0].seats)
        numbers[pool] = rows[0].number
        _add(game, rows[0].number, [row.player for row in rows], seats, ratings[pool])
    missed = await _missed(storage)
    for game in missed:
        pool = game.game, len(game.seats)
        numbers[pool] += 1
        known = [*owned[pool], *ratings[pool].values()]
        players = [player_of(seat, known) for seat in game.seats]
        _add(game, numbers[pool], players, seats, ratings[pool])
    kept = {key: row for pool in ratings for key, row in _kept(ratings[pool], owned[pool]).items()}
    stored = {(row.game, row.seats, row.player): row for row in found}
    differing = sum(not _same(kept.get(key), stored.get(key)) for key in kept.keys() | stored.keys())
    if write and (differing or missed):
        await storage.ratings.put_all(len(before), seats, list(kept.values()))
    return Recomputed(len(noted) + len(missed), len(kept), len(missed), differing)


def _add(
    game: RatedGame, number: int, players: list[str], seats: list[RatedRow], ratings: dict[str, RatingRow]
) -> None:
    rows, after = rated(game, number, players, ratings)
    seats += rows
    ratings |= {row.player: row for row in after}


async def _again(storage: Storage, rows: list[RatedRow]) -> RatedGame:
    """A game as its log tells it, or, where that is gone, as it was noted; who played it is known from then."""
    told = await _told(storage, rows[0].table_id)
    seats = tuple(
        RatedSeat(
            row.seat,
            row.person_id,
            row.level,
            Played(row.party, row.place, bool(row.left_early))
            if told is None
            else told.seats[row.seat].played,
        )
        for row in rows
    )
    return RatedGame(rows[0].table_id, rows[0].game, rows[0].ended_at, seats)


async def _missed(storage: Storage) -> list[RatedGame]:
    """Games that ended while nobody could take note of them; not those of somebody who is gone for good."""
    told = [await _told(storage, table_id) for table_id in await storage.ratings.unrated()]
    return [game for game in told if game is not None and game.all_known]


async def _told(storage: Storage, table_id: str) -> RatedGame | None:
    stored = await storage.load(table_id)
    try:
        return None if stored is None else rated_game(await LiveGame.load(stored))
    except (InvalidRecord, UnknownGame):
        return None  # Of another law than today's.


def _kept(ratings: dict[str, RatingRow], owned: list[RatingRow]) -> dict[tuple[str, int, str], RatingRow]:
    """Those of bots, and of people one each: of two who have turned out to be one, the one that was kept then."""
    owner = {row.person_id: row.player for row in (*ratings.values(), *owned)}
    return {
        (row.game, row.seats, row.player): row
        for row in ratings.values()
        if row.level is not None or (row.person_id is not None and owner[row.person_id] == row.player)
    }


def _same(one: RatingRow | None, other: RatingRow | None) -> bool:
    if one is None or other is None:
        return one is other

    def exact(row: RatingRow) -> tuple[object, ...]:
        return row.person_id, row.level, row.games, row.played_at

    pairs = ((one.rating, other.rating), (one.deviation, other.deviation), (one.volatility, other.volatility))
    return exact(one) == exact(other) and all(abs(mine - theirs) < CLOSE for mine, theirs in pairs)
