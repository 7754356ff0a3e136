"""Whom people ignore, where they came from lately, reports, bans, announcements, and what operators did."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ignored",
        sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("other_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("how", sa.String(16), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("ignored_other", "ignored", ["other_id"])
    op.create_table(
        "came_from",
        sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("address", sa.String(64), primary_key=True),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
    op.create_index("came_from_seen", "came_from", ["seen_at"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by_id", sa.String(64), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("by_name", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("room_id", sa.String(64), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
    )
    op.create_index("reports_person", "reports", ["person_id"])
    op.create_index("reports_by", "reports", ["by_id"])
    op.create_table(
        "bans",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_index("bans_target", "bans", ["target"])
    op.create_table(
        "announcements",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("en", sa.Text, nullable=False),
        sa.Column("fr", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "deeds",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("deed", sa.String(16), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_index("deeds_at", "deeds", ["at"])


def downgrade() -> None:
    for table in ("deeds", "announcements", "bans", "reports", "came_from", "ignored"):
        op.drop_table(table)
