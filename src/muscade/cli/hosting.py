"""The commands for those who host: ``muscade serve``, ``config``, ``backup``, ``restore``, ``prune``, ``ratings`` and ``push-keys``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

hosting = typer.Typer()

ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", help="A TOML file; see `muscade config`. Without one, MUSCADE_CONFIG names it."),
]


@hosting.command()
def serve(
    config: ConfigFile = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on: 127.0.0.1.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port: 8000; 0 takes a free one.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(help="An SQLite file, or postgresql://…; by default a file of your own user."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes that serve: 1.")] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="A proxy, by address or network, that is believed about X-Forwarded-For; may be repeated."
        ),
    ] = None,
    metrics_host: Annotated[
        str | None, typer.Option(help="The address on which metrics are shown: 127.0.0.1.")
    ] = None,
    metrics_port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="And the port; without one there are none.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open a browser where there is one.")] = False,
    look_ahead: Annotated[
        bool | None,
        typer.Option(
            "--look-ahead/--no-look-ahead",
            help="Compile what bots think with, and find the day's puzzle, before anybody asks, or do not.",
        ),
    ] = None,
) -> None:
    """Serve the games to browsers."""
    from muscade.server.garbage import no_search

    flags = {
        ("host",): host,
        ("port",): port,
        ("database",): database,
        ("workers",): workers,
        ("proxies",): trusted_proxy or None,
        ("metrics", "host"): metrics_host,
        ("metrics", "port"): metrics_port,
        ("thinking", "look_ahead"): look_ahead,
    }
    with no_search():
        from muscade.cli.serve import read_config, run

        run(read_config(config, flags), open_browser=open_browser)


def play() -> None:
    """What ``muscade`` does by itself: serve, on another port where the usual one is taken, and open a browser."""
    from muscade.server.garbage import no_search

    with no_search():
        from muscade.cli.serve import read_config, run

        run(read_config(None, {}), open_browser=True, any_port=True)


@hosting.command("config")
def show_config(config: ConfigFile = None) -> None:
    """Print everything that can be set for a server, as it would be used now."""
    from muscade.cli.serve import print_config

    print_config(config)


Database = Annotated[
    str | None,
    typer.Option(help="An SQLite file, or postgresql://…; by default the file of your own user."),
]


@hosting.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it; an older one there is replaced.")],
    database: Database = None,
) -> None:
    """Write all tables into one file, while servers run."""
    from muscade.cli.database import write_backup

    write_backup(database, file)


@hosting.command()
def restore(
    file: Annotated[
        Path, typer.Argument(help="What `muscade backup` wrote, from whichever kind of database.")
    ],
    database: Database = None,
) -> None:
    """Fill a new, empty database from such a file."""
    from muscade.cli.database import read_backup

    read_backup(database, file)


@hosting.command("push-keys")
def push_keys() -> None:
    """Print a new pair of keys for Web Push, as a section of the file that --config names."""
    from muscade.cli.push import print_keys

    print_keys()


@hosting.command()
def prune(
    database: Database = None,
    unjoined: Annotated[
        int, typer.Option(min=1, help="Tables that nobody joined for so many days after they were made.")
    ] = 30,
    finished: Annotated[
        int | None, typer.Option(min=0, help="Games that ended so many days ago; without it, all are kept.")
    ] = None,
    rooms: Annotated[
        int | None,
        typer.Option(min=1, help="Rooms that nobody came to for so many days; without it, all are kept."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how many there are.")] = False,
) -> None:
    """Clean old tables and rooms away, while servers run."""
    from muscade.cli.database import clean_away

    clean_away(database, unjoined, finished, rooms, dry_run=dry_run)


@hosting.command()
def ratings(
    database: Database = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only say whether they agree; 1 if they do not.")
    ] = False,
) -> None:
    """Work out all ratings once more from the games that count, and put right what differs; best while no server runs."""
    from muscade.cli.database import rate_again

    if not rate_again(database, check=check):
        raise typer.Exit(1)
