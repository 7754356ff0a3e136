"""The table of the database about solved puzzles, and its rows. How it came to be is in migrations/."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from muscade.server.rows import METADATA

SOLVED = sa.Table(
    "solved_puzzles",
    METADATA,
    sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    # The fewest steps or moves so far; nothing where they are not counted.
    sa.Column("fewest", sa.Integer),
    # 1: once as well as can be, and without a hint.
    sa.Column("starred", sa.Integer, nullable=False),
    sa.Column("solved_at", sa.BigInteger, nullable=False),
)


class SolvedRow(msgspec.Struct, frozen=True):
    """A puzzle that somebody has solved, and when for the first time."""

    person_id: str
    game: str
    number: int
    fewest: int | None
    starred: int
    solved_at: int
