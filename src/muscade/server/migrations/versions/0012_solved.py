"""Which puzzles of the series people have solved."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "solved_puzzles",
        sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("fewest", sa.Integer),
        sa.Column("starred", sa.Integer, nullable=False),
        sa.Column("solved_at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("solved_puzzles")
