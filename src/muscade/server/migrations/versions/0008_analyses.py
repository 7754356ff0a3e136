"""What was found out about games, what else was tried in them, and tables that go on from another."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("origin", sa.Text))
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("game_version", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
    )
    op.create_table(
        "variations",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(64), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("parent_id", sa.String(64)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.Column("person_id", sa.String(64)),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_index("variations_table", "variations", ["table_id"])
    op.create_index("variations_person", "variations", ["person_id"])


def downgrade() -> None:
    op.drop_table("variations")
    op.drop_table("analyses")
    op.drop_column("tables", "origin")
