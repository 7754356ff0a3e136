"""Which schema a database has, and which one is the newest.

What changes schemas is `muscade.server.storage.migrating`. Loading it would be a good part of a server's start, so that is
only done where there is something to change.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import sqlalchemy as sa

from muscade.server.storage.dialects import Statement

MIGRATIONS = Path(__file__).parents[1] / "migrations"

REVISION = Statement(sa.select(sa.column("version_num")).select_from(sa.table("alembic_version")))
"""As Alembic notes it; an empty database has no such table."""
NOTED_IN_SQLITE = "SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'"
NOTED_IN_POSTGRES = "SELECT 1 WHERE to_regclass('alembic_version') IS NOT NULL"


@cache
def revisions() -> tuple[str, ...]:
    """All there ever were, in their order: each file of a migration begins with its number."""
    return tuple(sorted(file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py")))


def newest() -> str:
    """The revision this version of Muscade works with."""
    return revisions()[-1]
