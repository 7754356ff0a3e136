"""The tables of the database about Web Push, and their rows. How they came to be is in migrations/."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from muscade.server.rows import METADATA

PUSHES = sa.Table(
    "pushes",
    METADATA,
    # Of a device: whoever it belongs to is told.
    sa.Column(
        "key_digest",
        sa.String(64),
        sa.ForeignKey("devices.key_digest", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(128), nullable=False),
    sa.Column("auth", sa.String(64), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)

TURNS_TOLD = sa.Table(
    "turns_told",
    METADATA,
    sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    # When the last turn began of which somebody was told.
    sa.Column("since", sa.BigInteger, nullable=False),
)


class PushRow(msgspec.Struct, frozen=True):
    """Where a device wants to be told, and what for whoever writes to it needs."""

    key_digest: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    created_at: int
