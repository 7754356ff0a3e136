"""Accounts that join devices, friends, and what finds somebody's seats and words.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("devices", sa.Column("label", sa.String(64)))
    op.add_column("devices", sa.Column("seen_at", sa.BigInteger))
    op.add_column("room_chats", sa.Column("account", sa.Integer, nullable=False, server_default="0"))
    op.create_index("room_chats_person", "room_chats", ["person_id"])
    there = sa.text("person_id IS NOT NULL")
    op.create_index("seats_person", "seats", ["person_id"], sqlite_where=there, postgresql_where=there)
    op.create_table(
        "former_people",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), nullable=False),
    )
    op.create_index("former_people_person", "former_people", ["person_id"])
    op.create_table(
        "friends",
        sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("friend_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("friends_friend", "friends", ["friend_id"])
    op.create_table(
        "friend_links",
        sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("link_digest", sa.String(64), nullable=False, unique=True),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("friend_links", "friends", "former_people"):
        op.drop_table(table)
    op.drop_index("seats_person", "seats")
    op.drop_index("room_chats_person", "room_chats")
    op.drop_column("room_chats", "account")
    op.drop_column("devices", "seen_at")
    op.drop_column("devices", "label")
