"""What somebody has played: their games, filtered, and how they fared against whom."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from muscade.server.ratings.rows import RATED
from muscade.server.rows import PEOPLE, RESULTS, SEATS, TABLES, ResultRow
from muscade.server.storage.appending import ID, TIME
from muscade.server.storage.dialects import Statement, rows_as_json
from muscade.server.storage.driver import Driver
from muscade.server.storage.results import LOST, MINE, THEIRS, TOGETHER, WON, ended, games_where

AT_ONCE = 30

_me = sa.bindparam("person_id", type_=ID)


def _if_asked(name: str, kind: sa.types.TypeEngine[Any], meant: Any) -> sa.ColumnElement[bool]:
    """Holds where nothing is asked."""
    given = sa.bindparam(name, type_=kind)
    return sa.or_(given.is_(None), meant(given))


_is_rated = sa.exists().where(RATED.c.table_id == MINE.c.table_id, RATED.c.seat == MINE.c.seat)
_one: sa.ColumnElement[int] = sa.literal_column("1")
_none: sa.ColumnElement[int] = sa.literal_column("0")
_others = RESULTS.alias("others")
GAMES = Statement(
    sa.select(
        *MINE.c,
        sa.exists().where(TABLES.c.id == MINE.c.table_id).label("kept"),
        sa.select(RATED.c.rating)
        .where(RATED.c.table_id == MINE.c.table_id, RATED.c.seat == MINE.c.seat)
        .scalar_subquery()
        .label("rating"),
        sa.select(rows_as_json(SEATS.c.seat, SEATS.c.person_id, SEATS.c.name, SEATS.c.level))
        .where(SEATS.c.table_id == MINE.c.table_id)
        .scalar_subquery()
        .label("seats_there"),
    )
    .where(
        MINE.c.person_id == _me,
        # Whoever had several seats is told of one.
        ~sa.exists().where(
            _others.c.table_id == MINE.c.table_id,
            _others.c.person_id == MINE.c.person_id,
            _others.c.seat < MINE.c.seat,
        ),
        _if_asked("game", ID, lambda given: MINE.c.game == given),
        _if_asked("outcome", ID, lambda given: MINE.c.outcome == given),
        _if_asked(
            "opponent",
            ID,
            lambda given: sa.exists().where(
                THEIRS.c.table_id == MINE.c.table_id,
                THEIRS.c.person_id == given,
                THEIRS.c.person_id != _me,
            ),
        ),
        _if_asked(
            "level",
            ID,
            lambda given: sa.exists().where(SEATS.c.table_id == MINE.c.table_id, SEATS.c.level == given),
        ),
        _if_asked("rated", sa.Integer(), lambda given: sa.case((_is_rated, _one), else_=_none) == given),
        sa.tuple_(MINE.c.ended_at, MINE.c.table_id)
        < sa.tuple_(sa.bindparam("before_at", type_=TIME), sa.bindparam("before_table", type_=ID)),
    )
    .order_by(MINE.c.ended_at.desc(), MINE.c.table_id.desc())
    .limit(sa.literal_column(str(AT_ONCE + 1)))
)


AGAINST_PEOPLE = Statement(
    sa.select(
        MINE.c.game,
        PEOPLE.c.id,
        sa.null(),
        PEOPLE.c.name,
        sa.func.count(sa.distinct(MINE.c.table_id)),
        WON,
        LOST,
    )
    .select_from(MINE)
    .join(THEIRS, TOGETHER)
    .join(PEOPLE, PEOPLE.c.id == THEIRS.c.person_id)
    .where(MINE.c.person_id == _me)
    .group_by(MINE.c.game, PEOPLE.c.id, PEOPLE.c.name)
)
AGAINST_BOTS = Statement(
    sa.select(
        MINE.c.game,
        sa.null(),
        SEATS.c.level,
        sa.null(),
        sa.func.count(sa.distinct(MINE.c.table_id)),
        games_where(ended(MINE, "won")),
        games_where(ended(MINE, "lost")),
    )
    .select_from(MINE)
    .join(SEATS, sa.and_(SEATS.c.table_id == MINE.c.table_id, SEATS.c.level.is_not(None)))
    .where(MINE.c.person_id == _me)
    .group_by(MINE.c.game, SEATS.c.level)
)


class Before(NamedTuple):
    """Where the last ones told were."""

    ended_at: int
    table_id: str


FIRST = Before(2**62, "")


class Found(NamedTuple):
    """A result, whether its game is kept, one's rating after it, and who sat there."""

    result: ResultRow
    kept: bool
    rating: float | None
    seats: tuple[tuple[int, str | None, str | None, str | None], ...]


class AgainstRow(NamedTuple):
    """With whom, or which bots, how many games of a kind; by one of the two alone won and lost."""

    game: str
    person_id: str | None
    level: str | None
    name: str | None
    games: int
    won: int
    lost: int


_SEATS = msgspec.json.Decoder(tuple[tuple[int, str | None, str | None, str | None], ...])


class HistoryStorage:
    """A part of `muscade.server.storage.Storage`, and like it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def games(
        self,
        person_id: str,
        before: Before = FIRST,
        *,
        game: str | None = None,
        opponent: str | None = None,
        level: str | None = None,
        outcome: str | None = None,
        rated: bool | None = None,
    ) -> list[Found]:
        """The latest first: as many as are told at once, and one more if there is one."""
        values = {
            "person_id": person_id,
            "before_at": before.ended_at,
            "before_table": before.table_id,
            "game": game,
            "opponent": opponent,
            "level": level,
            "outcome": outcome,
            "rated": None if rated is None else int(rated),
        }
        rows = await self._driver.read(GAMES, values)
        return [
            Found(ResultRow(*columns), bool(kept), rating, tuple(sorted(_SEATS.decode(seats))))
            for *columns, kept, rating, seats in rows
        ]

    async def against(self, person_id: str) -> list[AgainstRow]:
        """People and kinds of bots, game by game."""
        return [
            AgainstRow(*row)
            for statement in (AGAINST_PEOPLE, AGAINST_BOTS)
            for row in await self._driver.read(statement, {"person_id": person_id})
        ]
