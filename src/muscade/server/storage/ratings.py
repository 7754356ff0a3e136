"""Games that count and the ratings that follow from them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from muscade.server.ratings.rows import RATED, RATINGS, RatedRow, RatingRow
from muscade.server.rows import PEOPLE, TABLES
from muscade.server.storage.appending import ID
from muscade.server.storage.batches import encode
from muscade.server.storage.dialects import Statement, insert_rows, rows_of
from muscade.server.storage.driver import Driver, Step
from muscade.server.storage.errors import Conflict
from muscade.server.storage.statements import asked

MOST_LEADERS = 100

_same_pool = (RATINGS.c.game == asked(RATINGS.c.game), RATINGS.c.seats == asked(RATINGS.c.seats))
_people = sa.select(rows_of("people", {"id": ID}).c.id)

LAST_NUMBER = Statement(
    sa.select(sa.func.coalesce(sa.func.max(RATED.c.number), sa.literal_column("0"))).where(
        RATED.c.game == asked(RATED.c.game), RATED.c.seats == asked(RATED.c.seats)
    )
)
IS_RATED = Statement(sa.select(RATED.c.seat).where(RATED.c.table_id == asked(RATED.c.table_id)))
SOME_RATINGS = Statement(
    sa.select(*RATINGS.c).where(
        *_same_pool, sa.or_(RATINGS.c.level.is_not(None), RATINGS.c.person_id.in_(_people))
    )
)
"""Of these people, and of all levels of bots."""
INSERT_RATED = Statement(insert_rows(RATED))
_replaced = rows_of("rows", {column.name: column.type for column in RATINGS.c})
FORGET_RATINGS = Statement(
    sa.delete(RATINGS).where(
        sa.exists().where(
            RATINGS.c.game == _replaced.c.game,
            RATINGS.c.seats == _replaced.c.seats,
            RATINGS.c.player == _replaced.c.player,
        )
    )
)
INSERT_RATINGS = Statement(insert_rows(RATINGS))

_is_account = sa.case((PEOPLE.c.account.is_not(None), sa.literal_column("1")), else_=sa.literal_column("0"))
LEADERS = Statement(
    sa.select(*RATINGS.c, PEOPLE.c.name, PEOPLE.c.portrait, _is_account)
    .join_from(RATINGS, PEOPLE, PEOPLE.c.id == RATINGS.c.person_id, isouter=True)
    .where(*_same_pool, RATINGS.c.deviation < sa.bindparam("below", type_=sa.Float(53)))
    .order_by(RATINGS.c.rating.desc(), RATINGS.c.player)
    .limit(sa.literal_column(str(MOST_LEADERS)))
)
POOLS = Statement(
    sa.select(RATINGS.c.game, RATINGS.c.seats, sa.func.count())
    .group_by(RATINGS.c.game, RATINGS.c.seats)
    .order_by(RATINGS.c.game, RATINGS.c.seats)
)
RATINGS_OF = Statement(
    sa.select(*RATINGS.c)
    .where(RATINGS.c.person_id == asked(RATINGS.c.person_id))
    .order_by(RATINGS.c.game, RATINGS.c.seats)
)
RATED_OF = Statement(
    sa.select(*RATED.c)
    .where(RATED.c.person_id == asked(RATED.c.person_id))
    .order_by(RATED.c.game, RATED.c.seats, RATED.c.number)
)

# ------------------------------------------------------------ all of it again

ALL_RATED = Statement(sa.select(*RATED.c).order_by(RATED.c.game, RATED.c.seats, RATED.c.number, RATED.c.seat))
ALL_RATINGS = Statement(sa.select(*RATINGS.c))
UNRATED = Statement(
    sa.select(TABLES.c.id)
    .where(
        TABLES.c.rated == sa.literal_column("1"),
        TABLES.c.ended_at.is_not(None),
        ~sa.exists().where(RATED.c.table_id == TABLES.c.id),
    )
    .order_by(TABLES.c.ended_at, TABLES.c.id)
)
"""Games that count and are over, and of which nobody has taken note."""
COUNT_RATED = sa.select(sa.func.count()).select_from(RATED).scalar_subquery()
EMPTY_RATED = Statement(
    sa.delete(RATED).where(sa.bindparam("known", type_=sa.Integer()) == COUNT_RATED).returning(RATED.c.seat)
)
EMPTY_RATINGS = Statement(sa.delete(RATINGS))

# ------------------------------------------------------------ people who become others, or nobody

_old, _new = sa.bindparam("old", type_=ID), sa.bindparam("new", type_=ID)
_theirs = RATINGS.alias("theirs")
MERGE = (
    Statement(
        sa.delete(RATINGS).where(
            RATINGS.c.person_id == _old,
            sa.exists().where(
                _theirs.c.person_id == _new,
                _theirs.c.game == RATINGS.c.game,
                _theirs.c.seats == RATINGS.c.seats,
            ),
        )
    ),
    Statement(sa.update(RATINGS).where(RATINGS.c.person_id == _old).values(person_id=_new)),
    Statement(sa.update(RATED).where(RATED.c.person_id == _old).values(person_id=_new)),
)
"""Whoever has two ratings for the same keeps the account's; the games stay both's."""
FORGET = (
    Statement(sa.delete(RATINGS).where(RATINGS.c.person_id == _old)),
    Statement(sa.update(RATED).where(RATED.c.person_id == _old).values(person_id=sa.null())),
)
"""Their ratings go. That somebody played those games stays, since others' ratings follow from it, but not who."""


class Leader(NamedTuple):
    """A rating and, where it is somebody's, who they are."""

    rating: RatingRow
    name: str | None
    portrait: str | None
    account: int


class Pool(NamedTuple):
    """Those who play a game with so many seats, and how many they are."""

    game: str
    seats: int
    players: int


class RatingStorage:
    """A part of `muscade.server.storage.Storage`, and like it."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    async def is_rated(self, table_id: str) -> bool:
        return bool(await self._driver.read(IS_RATED, {"table_id": table_id}))

    async def last_number(self, game: str, seats: int) -> int:
        """How many games with so many seats were rated."""
        rows = await self._driver.read(LAST_NUMBER, {"game": game, "seats": seats})
        number: int = rows[0][0]
        return number

    async def some(self, game: str, seats: int, people: Collection[str]) -> list[RatingRow]:
        """Of these people, as far as they have one, and of all bots."""
        values = {"game": game, "seats": seats, "people": encode([(person,) for person in people])}
        return [RatingRow(*row) for row in await self._driver.read(SOME_RATINGS, values)]

    async def add(self, seats: Sequence[RatedRow], ratings: Sequence[RatingRow]) -> bool:
        """A game, by its number, and the ratings after it; False: another was quicker, or this one was rated before."""
        after = {"rows": _rows(ratings)}
        try:
            await self._driver.write(
                Step(INSERT_RATED, {"rows": _rows(seats)}),
                Step(FORGET_RATINGS, after),
                Step(INSERT_RATINGS, after),
            )
        except Conflict:
            return False
        return True

    async def leaders(self, game: str, seats: int, below: float) -> list[Leader]:
        """The strongest of those whose deviation is below a bound, first."""
        rows = await self._driver.read(LEADERS, {"game": game, "seats": seats, "below": below})
        count = len(RATINGS.c)
        return [Leader(RatingRow(*row[:count]), *row[count:]) for row in rows]

    async def pools(self) -> list[Pool]:
        """Where there are any ratings."""
        return [Pool(*row) for row in await self._driver.read(POOLS, {})]

    async def of_person(self, person_id: str) -> list[RatingRow]:
        return [RatingRow(*row) for row in await self._driver.read(RATINGS_OF, {"person_id": person_id})]

    async def games_of(self, person_id: str) -> list[RatedRow]:
        """By game and seats, in the order in which they were rated."""
        return [RatedRow(*row) for row in await self._driver.read(RATED_OF, {"person_id": person_id})]

    # ------------------------------------------------------------ all of it again

    async def all_games(self) -> list[RatedRow]:
        """In the order in which they were rated, each game with so many seats by itself."""
        return [RatedRow(*row) for row in await self._driver.read(ALL_RATED, {})]

    async def all_ratings(self) -> list[RatingRow]:
        return [RatingRow(*row) for row in await self._driver.read(ALL_RATINGS, {})]

    async def unrated(self) -> list[str]:
        """Tables whose games count and are over, and of which nobody has taken note, the earliest first."""
        return [row[0] for row in await self._driver.read(UNRATED, {})]

    async def put_all(self, known: int, seats: Sequence[RatedRow], ratings: Sequence[RatingRow]) -> None:
        """In the place of all there are; a `Conflict` where there are not just as many rated seats as ``known``."""
        steps = [Step(EMPTY_RATED, {"known": known}, must=bool(known))]
        steps += [Step(EMPTY_RATINGS, {}), Step(INSERT_RATED, {"rows": _rows(seats)})]
        await self._driver.write(*steps, Step(INSERT_RATINGS, {"rows": _rows(ratings)}))


def _rows(rows: Sequence[msgspec.Struct]) -> str:
    return encode([msgspec.structs.astuple(row) for row in rows])
