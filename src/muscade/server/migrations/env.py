"""Runs the migrations on the connection that `muscade.server.storage` hands over."""

from alembic import context

from muscade.server.rows import METADATA


def run() -> None:
    context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
    with context.begin_transaction():
        context.run_migrations()


# The name under which Alembic runs this file; whoever else imports it, such as doctest, has no database at hand.
if __name__ == "env_py":
    run()
