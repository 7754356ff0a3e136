"""Ratings as they are told: somebody's, those of a table, and who leads."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.core import UnknownGame, game
from muscade.ratings import PERIOD_DAYS, PROVISIONAL, Rating, aged, is_provisional
from muscade.server import refusals
from muscade.server.ratings.keeping import rating_of
from muscade.server.ratings.requests import Ladder, LadderInfo, RatedPlayer, RatingInfo, SomeRatings
from muscade.server.ratings.rows import RatingRow
from muscade.server.rows import PersonRow
from muscade.server.storage import Storage, StorageError
from muscade.server.storage.ratings import Leader
from muscade.server.times import DAY


def rating_info(row: RatingRow, now: int) -> RatingInfo:
    """Whoever has not played for long is less sure than they were."""
    rating = rating_now(row, now)
    return RatingInfo(row.game, row.seats, round(rating.value), is_provisional(rating), row.games)


def rating_now(row: RatingRow, now: int) -> Rating:
    return aged(rating_of(row), max(0, now - row.played_at) / (PERIOD_DAYS * DAY))


async def ladders(storage: Storage) -> list[LadderInfo]:
    try:
        return [LadderInfo(*pool) for pool in await storage.ratings.pools()]
    except StorageError:
        raise refusals.storage() from None


async def ladder(storage: Storage, name: str, seats: int, viewer: PersonRow | None, now: int) -> Ladder:
    """Those who are sure, and whoever looks."""
    check_pool(name, seats)
    try:
        leaders = await storage.ratings.leaders(name, seats, PROVISIONAL)
        own = [] if viewer is None else await storage.ratings.some(name, seats, [viewer.id])
    except StorageError:
        raise refusals.storage() from None
    sure = [leader for leader in leaders if not is_provisional(rating_now(leader.rating, now))]
    players = [_player(leader, rank, viewer, now) for rank, leader in enumerate(sure, 1)]
    you = next((player for player in players if player.you), None)
    mine = next((row for row in own if viewer is not None and row.person_id == viewer.id), None)
    if you is None and mine is not None and viewer is not None:
        leader = Leader(mine, viewer.name, viewer.portrait, viewer.account is not None)
        you = _player(leader, None, viewer, now)
    return Ladder(name, seats, tuple(players), you)


def _player(leader: Leader, rank: int | None, viewer: PersonRow | None, now: int) -> RatedPlayer:
    row, info = leader.rating, rating_info(leader.rating, now)
    return RatedPlayer(
        rank,
        row.person_id,
        row.level,
        leader.name,
        leader.portrait,
        bool(leader.account),
        info.rating,
        info.provisional,
        row.games,
        viewer is not None and row.person_id == viewer.id,
    )


async def some(storage: Storage, name: str, seats: int, people: Sequence[str], now: int) -> SomeRatings:
    check_pool(name, seats)
    try:
        rows = await storage.ratings.some(name, seats, people)
    except StorageError:
        raise refusals.storage() from None
    return SomeRatings(
        {row.person_id: rating_info(row, now) for row in rows if row.person_id is not None},
        {row.level: rating_info(row, now) for row in rows if row.level is not None},
    )


def check_pool(name: str, seats: int) -> None:
    """There is such a game for so many."""
    try:
        found = game(name)
    except UnknownGame as error:
        raise refusals.of_request("game", error) from None
    if seats not in found.seats:
        raise refusals.unknown_address()
