"""Who made a table, when it next acts by itself, and which server sees to that; a secret of the installation."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("due_at", sa.BigInteger))
    op.add_column("tables", sa.Column("owner", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("keeper", sa.String(64)))
    op.add_column("tables", sa.Column("epoch", sa.BigInteger, nullable=False, server_default="0"))
    # Nobody knows yet which of them wait for a bot: a keeper looks at each once.
    op.execute("UPDATE tables SET due_at = created_at WHERE ended_at IS NULL")
    due = sa.text("due_at IS NOT NULL")
    op.create_index("tables_due", "tables", ["due_at", "id"], sqlite_where=due, postgresql_where=due)
    op.create_index("tables_owner", "tables", ["owner"])
    op.create_index("tables_keeper", "tables", ["keeper"])
    op.create_table(
        "servers",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
    meta = op.create_table(
        "meta",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    rows = {"secret": secrets.token_hex(32), "ping": ""}
    op.bulk_insert(meta, [{"name": name, "value": value} for name, value in rows.items()])


def downgrade() -> None:
    op.drop_table("meta")
    op.drop_table("servers")
    for index in ("tables_keeper", "tables_owner", "tables_due"):
        op.drop_index(index, "tables")
    for column in ("epoch", "keeper", "owner", "due_at"):
        op.drop_column("tables", column)
