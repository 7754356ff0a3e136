"""People and their devices, rooms with their words, and how games ended for whom."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("portrait", sa.String(32), nullable=False),
        sa.Column("account", sa.String(64), unique=True),
        sa.Column("password", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("key_digest", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("devices_person", "devices", ["person_id"])
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(16), nullable=False, unique=True),
        sa.Column("state", sa.JSON, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("listed_at", sa.BigInteger),
        sa.Column("wish", sa.String(64)),
        sa.Column("table_id", sa.String(64)),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=False),
        sa.Column("closed_at", sa.BigInteger),
    )
    for column in ("listed_at", "wish", "table_id"):
        there = sa.text(f"{column} IS NOT NULL")
        op.create_index(f"rooms_{column}", "rooms", [column], sqlite_where=there, postgresql_where=there)
    op.create_index("rooms_used", "rooms", ["used_at"])
    op.create_table(
        "room_people",
        sa.Column("room_id", sa.String(64), sa.ForeignKey("rooms.id"), primary_key=True),
        sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
    )
    op.create_index("room_people_person", "room_people", ["person_id"])
    op.create_table(
        "room_chats",
        sa.Column("room_id", sa.String(64), sa.ForeignKey("rooms.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("hidden_in", sa.Integer),
        sa.Column("game", sa.String(64)),
        sa.Column("phrase", sa.Integer),
        sa.Column("words", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.String(64), nullable=False),
        sa.UniqueConstraint("room_id", "person_id", "message_id", name="room_chats_once"),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
    )
    op.create_index("results_person", "results", ["person_id", "ended_at"])
    op.add_column("tables", sa.Column("room_id", sa.String(64)))
    op.add_column("seats", sa.Column("person_id", sa.String(64)))
    there = sa.text("room_id IS NOT NULL")
    op.create_index("tables_room", "tables", ["room_id"], sqlite_where=there, postgresql_where=there)


def downgrade() -> None:
    op.drop_index("tables_room", "tables")
    op.drop_column("seats", "person_id")
    op.drop_column("tables", "room_id")
    for table in ("results", "room_chats", "room_people", "rooms", "devices", "people"):
        op.drop_table(table)
