"""Changes schemas, with Alembic: forwards only."""

from __future__ import annotations

import alembic.command
import alembic.config
import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext

from muscade.server.storage.errors import StorageError
from muscade.server.storage.schema import MIGRATIONS, newest, revisions


def migrate(connection: sa.Connection, schema: str | None = None) -> None:
    """To the newest revision, or an older one, in the transaction that the connection is in."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in revisions():
        raise StorageError(f"it was made by a newer version of Muscade (its schema is {found})")
    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, schema or newest())
