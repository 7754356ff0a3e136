"""The tables of the database about analyses and variations, and their rows. How they came to be is in migrations/."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from muscade.server.rows import METADATA

ANALYSES = sa.Table(
    "analyses",
    METADATA,
    sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("game_version", sa.Integer, nullable=False),
    # Of the analysis: an older one is made anew.
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Column("result", sa.Text, nullable=False),
)

ANALYSES_BEGUN = sa.Table(
    "analyses_begun",
    METADATA,
    sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
    # Whoever makes it; once that server is gone, anybody may begin anew.
    sa.Column("server", sa.String(64), nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
)

VARIATIONS = sa.Table(
    "variations",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), nullable=False),
    # The variation it branches from; none: the game itself.
    sa.Column("parent_id", sa.String(64)),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("moves", sa.Text, nullable=False),
    # Nobody, once they are gone.
    sa.Column("person_id", sa.String(64)),
    sa.Column("author", sa.String(64), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Index("variations_table", "table_id"),
    sa.Index("variations_person", "person_id"),
)


class AnalysisRow(msgspec.Struct, frozen=True):
    """What was found out about a game, as JSON."""

    table_id: str
    game_version: int
    version: int
    made_at: int
    result: str


class BegunRow(msgspec.Struct, frozen=True):
    """An analysis that a server makes: how many decisions it has looked at, of how many."""

    table_id: str
    server: str
    done: int
    total: int


class VariationRow(msgspec.Struct, frozen=True):
    """Moves that somebody has tried instead, as JSON: pairs of a seat and a move."""

    id: str
    table_id: str
    parent_id: str | None
    version: int
    name: str
    moves: str
    person_id: str | None
    author: str
    created_at: int
