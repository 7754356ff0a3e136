"""The schema, brought up to date: migrations only ever go forwards."""

from __future__ import annotations

from pathlib import Path

import alembic.command
import alembic.config
import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from muscade.server.storage.errors import StorageError

MIGRATIONS = Path(__file__).parents[1] / "migrations"


def _config() -> alembic.config.Config:
    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def newest() -> str:
    """The revision this version of Muscade works with."""
    found = ScriptDirectory.from_config(_config()).get_current_head()
    assert found is not None
    return found


def current(connection: sa.Connection) -> str | None:
    """The revision a database is at; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(connection: sa.Connection) -> None:
    """To the newest revision, in the transaction that the connection is in."""
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    found = current(connection)
    if found is not None and found not in known:
        raise StorageError(f"it was made by a newer version of Muscade (its schema is {found})")
    config = _config()
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, "head")
