"""The tables of the database about moderation, and their rows. How they came to be is in migrations/."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from muscade.server.rows import METADATA

How: TypeAlias = Literal["mute", "block"]
BanKind: TypeAlias = Literal["person", "address", "network"]
OperatorActionKind: TypeAlias = Literal["ban", "lift", "dismiss", "close-room", "announce", "withdraw"]

IGNORED = sa.Table(
    "ignored",
    METADATA,
    sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("other_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("how", sa.String(16), nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Index("ignored_other", "other_id"),
)

CAME_FROM = sa.Table(
    "came_from",
    METADATA,
    sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
    # A digest, as that of who made a table.
    sa.Column("address", sa.String(64), primary_key=True),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
    sa.Index("came_from_seen", "seen_at"),
)

REPORTS = sa.Table(
    "reports",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    # Who says so, about whom, with their names at that time.
    sa.Column("by_id", sa.String(64), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("by_name", sa.String(64), nullable=False),
    sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    # A room may go before the report does.
    sa.Column("room_id", sa.String(64), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    # A copy of the last words there, as JSON.
    sa.Column("words", sa.Text, nullable=False),
    sa.Index("reports_person", "person_id"),
    sa.Index("reports_by", "by_id"),
)

BANS = sa.Table(
    "bans",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    # A person's id, the digest of an address, or a network as the operator wrote it.
    sa.Column("target", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger),
    sa.Index("bans_target", "target"),
)

ANNOUNCEMENTS = sa.Table(
    "announcements",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("en", sa.Text, nullable=False),
    sa.Column("fr", sa.Text, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)

DEEDS = sa.Table(
    "deeds",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("deed", sa.String(16), nullable=False),
    # What it was done to: the id of a person, a room, a network …
    sa.Column("about", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    sa.Index("deeds_at", "at"),
)


class IgnoredRow(msgspec.Struct, frozen=True):
    """Somebody does not want to hear somebody else (mute), or to meet them either (block)."""

    person_id: str
    other_id: str
    how: How
    since: int
    name: str
    """Of the other one, as they are called now."""
    portrait: str


class ReportRow(msgspec.Struct, frozen=True):
    """What somebody says about somebody else, with the last words of the room."""

    id: str
    at: int
    by_id: str
    by_name: str
    person_id: str
    name: str
    room_id: str
    reason: str
    words: str


class BanRow(msgspec.Struct, frozen=True):
    """Somebody, or all who come from somewhere, may not come in, until a time or (None) for good."""

    id: str
    kind: BanKind
    target: str
    name: str
    reason: str
    created_at: int
    until: int | None


class AnnouncementRow(msgspec.Struct, frozen=True):
    """What everybody is told until a time."""

    id: str
    en: str
    fr: str
    created_at: int
    until: int


class OperatorActionRow(msgspec.Struct, frozen=True):
    """Something the operator did."""

    id: str
    at: int
    deed: OperatorActionKind
    about: str
    name: str
    note: str
