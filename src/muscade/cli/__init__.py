"""The command line: ``muscade serve``, ``config``, ``games``, ``rules``, ``replay``, ``solve``, ``arena``, ``bench``,
``board``, ``backup``, ``restore`` and ``prune``."""

from __future__ import annotations

import sys
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from muscade.core import MuscadeError

app = typer.Typer(
    name="muscade",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


class Language(StrEnum):
    EN = "en"
    FR = "fr"


class UsageError(Exception):
    """What somebody asked cannot be done; the message says why in one line."""


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"muscade {version('muscade')}")
        raise typer.Exit


@app.callback()
def program(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """The pass games: play them, read their rules, replay their records."""


ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", help="A TOML file; see `muscade config`. Without one, MUSCADE_CONFIG names it."),
]


@app.command()
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


@app.command("config")
def show_config(config: ConfigFile = None) -> None:
    """Print everything that can be set for a server, as it would be used now."""
    from muscade.cli.serve import print_config

    print_config(config)


@app.command()
def games() -> None:
    """List the games."""
    from muscade.cli.library import print_games

    print_games()


@app.command()
def rules(
    page: Annotated[
        str | None, typer.Argument(help="A game's name, or a page's; without one, the pages are listed.")
    ] = None,
    lang: Annotated[Language, typer.Option(help="The language of the page.")] = Language.EN,
) -> None:
    """Print the rules of a game."""
    from muscade.cli.library import print_pages, print_rules

    if page is None:
        print_pages(lang)
    else:
        print_rules(page, lang)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record: JSON, as the server gives it.")],
    seat: Annotated[int | None, typer.Option(min=0, help="Only what this seat saw.")] = None,
) -> None:
    """Print a game move by move."""
    from muscade.cli.library import print_replay

    print_replay(file, seat)


@app.command()
def solve(
    game: Annotated[
        str | None, typer.Argument(help="A game's name; without one, the games are listed.")
    ] = None,
    position: Annotated[
        str | None,
        typer.Option("--from", help="A position of your own, written as the game writes it: 'b1 b2 c4'."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, as in target=12; may be repeated.")
    ] = None,
    time: Annotated[float, typer.Option(help="Seconds to search for at most.")] = 60.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> None:
    """Solve a puzzle or a game; Ctrl-C ends the search and prints the best so far."""
    from muscade.cli.solve import print_solution, print_solvers

    if game is None:
        print_solvers()
    else:
        print_solution(game, position, option or [], time, as_json=as_json)


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="A game's name, see `muscade games`.")],
    bots: Annotated[
        str, typer.Option(help="Their levels, separated by commas; a name may stand there several times.")
    ],
    seats: Annotated[
        int | None, typer.Option(help="Seats at the table; by default one for each bot, if that can be.")
    ] = None,
    games: Annotated[
        int, typer.Option(help="How many games; a few more, so that every deal is played in all seatings.")
    ] = 100,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, as in teams=2x2; may be repeated.")
    ] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(help="A value of an option to compare with others on the same deals; repeat it."),
    ] = None,
    seed: Annotated[str, typer.Option(help="The same seed makes the same deals.")] = "1",
    jobs: Annotated[
        int | None, typer.Option(min=1, help="How many processes play; by default one for each core.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="Thinking time of bots that search, for each move.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it, into a .png or .svg file.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write everything into this file.")] = None,
) -> None:
    """Let bots play each other; Ctrl-C ends it and prints what was found so far."""
    from muscade.cli.arena import print_tournament

    print_tournament(
        game,
        bots,
        seats=seats,
        games=games,
        options=option or [],
        compare=compare or [],
        seed=seed,
        jobs=jobs,
        seconds=seconds,
        plot=plot,
        json=json,
    )


@app.command()
def bench(
    json: Annotated[Path | None, typer.Option(help="Write all figures into this file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the ratios, into a .png or .svg file.")] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="A few seconds, to see whether it works; figures mean little.")
    ] = False,
    against: Annotated[
        Path | None, typer.Option(help="Another source tree of Muscade, an older one say, to measure beside.")
    ] = None,
    only: Annotated[
        str, typer.Option(help="Only what has this in its name: a game's, 'cores', 'growth', 'against' ...")
    ] = "",
) -> None:
    """Measure speed beside OpenSpiel, beside C++ written by hand, and as games grow long."""
    from muscade.cli.bench import print_benchmarks

    print_benchmarks(json=json, plot=plot, quick=quick, against=against, only=only)


Database = Annotated[
    str | None,
    typer.Option(help="An SQLite file, or postgresql://…; by default the file of your own user."),
]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it; an older one there is replaced.")],
    database: Database = None,
) -> None:
    """Write all tables into one file, while servers run."""
    from muscade.cli.database import write_backup

    write_backup(database, file)


@app.command()
def restore(
    file: Annotated[
        Path, typer.Argument(help="What `muscade backup` wrote, from whichever kind of database.")
    ],
    database: Database = None,
) -> None:
    """Fill a new, empty database from such a file."""
    from muscade.cli.database import read_backup

    read_backup(database, file)


@app.command()
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


board_app = typer.Typer(
    help="Board files: check one's own, draw it, show the one to start from.", no_args_is_help=True
)
app.add_typer(board_app, name="board")

BoardFile = Annotated[
    Path | None, typer.Argument(help="A board file; without one, the board rebuilt from the rulebook.")
]


@board_app.command("check")
def board_check(file: BoardFile = None) -> None:
    """Check a board file and print its figures."""
    from muscade.cli.board import print_figures

    print_figures(file)


@board_app.command("draw")
def board_draw(
    file: BoardFile = None,
    out: Annotated[
        Path | None, typer.Option(help="Where to write the SVG; by default beside the file.")
    ] = None,
    names: Annotated[bool, typer.Option(help="Write the names of the places.")] = True,
) -> None:
    """Draw a board as an SVG picture."""
    from muscade.cli.board import write_picture

    write_picture(file, out, names=names)


@board_app.command("show")
def board_show() -> None:
    """Print the file of the board rebuilt from the rulebook, to start one's own from."""
    from muscade.cli.board import print_standard

    print_standard()


def main() -> None:
    """The entry point: a mistake is one line on stderr and exit code 2, never a traceback."""
    try:
        app()
    except (UsageError, MuscadeError) as error:
        sys.stderr.write(f"muscade: {error}\n")
        sys.exit(2)
