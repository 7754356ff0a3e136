"""Tables, their seats, their log and their chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("game_version", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
    )
    op.create_index("tables_unfinished", "tables", ["ended_at"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64)),
        sa.Column("level", sa.String(64)),
        sa.Column("key_digest", sa.String(64)),
        sa.Column("invite_digest", sa.String(64), unique=True),
        sa.Column("taken_at", sa.BigInteger),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.String(64)),
        sa.UniqueConstraint("table_id", "seat", "message_id", name="events_once"),
    )
    op.create_table(
        "chats",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("phrase", sa.Integer),
        sa.Column("words", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.String(64), nullable=False),
        sa.UniqueConstraint("table_id", "seat", "message_id", name="chats_once"),
    )


def downgrade() -> None:
    for table in ("chats", "events", "seats", "tables"):
        op.drop_table(table)
