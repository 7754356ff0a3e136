"""Somebody's games as they are told: one by one, and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from muscade.server import refusals
from muscade.server.history.requests import (
    Against,
    GameQuery,
    GameStatistics,
    MonthTally,
    MyGame,
    MyGames,
    PlayedSeat,
    RatingCourse,
    RatingPoint,
    SeatsTally,
    Statistics,
    Tally,
)
from muscade.server.ratings.rows import RatedRow
from muscade.server.rows import ResultRow
from muscade.server.storage import Storage, StorageError
from muscade.server.storage.history import AT_ONCE, FIRST, AgainstRow, Before, Found

MOST_AGAINST = 12


async def my_games(storage: Storage, person_id: str, asked: GameQuery) -> MyGames:
    before = FIRST if asked.before is None else read_before(asked.before)
    try:
        found = await storage.history.games(
            person_id,
            before,
            game=asked.game,
            opponent=asked.opponent,
            level=asked.level,
            outcome=asked.outcome,
            rated=None if asked.rated is None else asked.rated == "yes",
        )
    except StorageError:
        raise refusals.storage() from None
    told = found[:AT_ONCE]
    more = write_before(told[-1]) if len(found) > AT_ONCE else None
    return MyGames(tuple(map(_game, told)), more)


def write_before(found: Found) -> str:
    return f"{found.result.ended_at}-{found.result.table_id}"


def read_before(text: str) -> Before:
    """
    >>> read_before("17-a-table")
    Before(ended_at=17, table_id='a-table')
    """
    at, dash, table_id = text.partition("-")
    if not (dash and at.isascii() and at.isdigit() and len(at) <= len(str(FIRST.ended_at))):
        raise refusals.malformed(what="before")
    return Before(int(at), table_id)


def _game(found: Found) -> MyGame:
    row = found.result
    return MyGame(
        row.table_id,
        found.kept,
        row.game,
        row.seat,
        row.seats,
        row.outcome,
        row.place,
        row.ended_at,
        None if found.rating is None else round(found.rating),
        tuple(PlayedSeat(*seat) for seat in found.seats),
    )


async def statistics(storage: Storage, person_id: str) -> Statistics:
    try:
        results = await storage.profiles.results(person_id)
        against = await storage.history.against(person_id)
        rated = await storage.ratings.games_of(person_id)
    except StorageError:
        raise refusals.storage() from None
    names = sorted({row.game for row in results})
    return Statistics(
        tuple(
            GameStatistics(
                name,
                _by_seats([row for row in results if row.game == name]),
                _by_month([row for row in results if row.game == name]),
                _against(row for row in against if row.game == name),
                _courses([row for row in rated if row.game == name]),
            )
            for name in names
        )
    )


def tally(rows: Iterable[ResultRow]) -> Tally:
    counted = Counter(row.outcome for row in rows)
    return Tally(counted["won"], counted["drawn"], counted["lost"])


def _by_seats(rows: Sequence[ResultRow]) -> tuple[SeatsTally, ...]:
    found = []
    for seats in sorted({row.seats for row in rows}):
        some = [row for row in rows if row.seats == seats]
        places = Counter(row.place for row in some)
        found.append(SeatsTally(seats, tally(some), tuple(places[place] for place in range(1, seats + 1))))
    return tuple(found)


def _by_month(rows: Sequence[ResultRow]) -> tuple[MonthTally, ...]:
    months: dict[str, list[ResultRow]] = {}
    for row in rows:
        months.setdefault(f"{datetime.fromtimestamp(row.ended_at / 1000, UTC):%Y-%m}", []).append(row)
    return tuple(MonthTally(month, tally(months[month])) for month in sorted(months))


def _against(rows: Iterable[AgainstRow]) -> tuple[Against, ...]:
    most = sorted(rows, key=lambda row: (-row.games, row.level or "", row.person_id or ""))[:MOST_AGAINST]
    return tuple(Against(row.person_id, row.level, row.name, row.games, row.won, row.lost) for row in most)


def _courses(rows: Sequence[RatedRow]) -> tuple[RatingCourse, ...]:
    return tuple(
        RatingCourse(
            seats,
            tuple(
                RatingPoint(row.ended_at, round(row.rating, 1), round(row.deviation, 1))
                for row in rows
                if row.seats == seats
            ),
        )
        for seats in sorted({row.seats for row in rows})
    )
