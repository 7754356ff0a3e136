"""Games that count, how they ended and the ratings that follow from them; places, and deals that are played again."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("rated", sa.Integer, nullable=False, server_default="0"))
    rated = sa.text("rated = 1")
    op.create_index("tables_rated", "tables", ["rated"], sqlite_where=rated, postgresql_where=rated)
    op.add_column("tables", sa.Column("deal_of", sa.String(64)))
    again = sa.text("deal_of IS NOT NULL")
    op.create_index("tables_deal_of", "tables", ["deal_of"], sqlite_where=again, postgresql_where=again)
    op.add_column("results", sa.Column("place", sa.Integer))
    op.create_index("results_game", "results", ["person_id", "game", "ended_at"])
    op.create_table(
        "rated_seats",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id")),
        sa.Column("level", sa.String(64)),
        sa.Column("party", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("left_early", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=False),
        sa.Column("volatility", sa.Float(53), nullable=False),
        sa.UniqueConstraint("game", "seats", "number", "seat", name="rated_seats_once"),
    )
    op.create_index("rated_seats_person", "rated_seats", ["person_id", "ended_at"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("seats", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(64), sa.ForeignKey("people.id")),
        sa.Column("level", sa.String(64)),
        sa.Column("rating", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=False),
        sa.Column("volatility", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("played_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ratings_person", "ratings", ["person_id"])
    op.create_index("ratings_best", "ratings", ["game", "seats", "rating"])


def downgrade() -> None:
    for table in ("ratings", "rated_seats"):
        op.drop_table(table)
    op.drop_index("results_game", "results")
    op.drop_column("results", "place")
    for index, column in (("tables_deal_of", "deal_of"), ("tables_rated", "rated")):
        op.drop_index(index, "tables")
        op.drop_column("tables", column)
