"""The command line: ``muscade games``, ``rules``, ``replay``, ``render``, ``verify``, ``analyse``, ``solve``, ``arena``, ``bench`` and ``board``,
and what `muscade.cli.hosting` has for those who host."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Literal

import typer

from muscade.cli.hosting import hosting
from muscade.core import MuscadeError

app = typer.Typer(
    name="muscade",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


class Language(StrEnum):
    EN = "en"
    FR = "fr"


class Theme(StrEnum):
    LIGHT = "light"
    DARK = "dark"


RecordFile = Annotated[
    Path, typer.Argument(help="A record: JSON, as the server gives it; - reads it from standard input.")
]


class UsageError(Exception):
    """What somebody asked cannot be done; the message says why in one line."""


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"muscade {version('muscade')}")
        raise typer.Exit


@app.callback()
def program(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """The pass games: play them, read their rules, replay their records.

    Without a command, the games are served on this computer and a browser opens.
    """
    if context.invoked_subcommand is None:
        from muscade.cli.hosting import play

        play()


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
    eyes: Annotated[
        str | None,
        typer.Option("--as", "--seat", help="Only what this seat saw, or a spectator; open: everything."),
    ] = None,
    at: Annotated[int | None, typer.Option(min=0, help="How it stood after so many events.")] = None,
    lang: Annotated[Language, typer.Option(help="The language in which that is told.")] = Language.EN,
) -> None:
    """Print a game move by move, or a moment of it."""
    from muscade.cli.replay import print_replay

    print_replay(file, eyes, at, lang)


@app.command()
def render(
    record: RecordFile,
    at: Annotated[
        int | None, typer.Option(help="After how many events; the end of a film. By default the last.")
    ] = None,
    start: Annotated[int, typer.Option("--from", help="Where a film begins.")] = 0,
    eyes: Annotated[
        str, typer.Option("--as", help="Through whose eyes: a seat's number, spectator, or open: everything.")
    ] = "spectator",
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="A .svg, .png or .gif file; without one, SVG is printed."),
    ] = None,
    theme: Annotated[Theme, typer.Option(help="By day or by night.")] = Theme.LIGHT,
    lang: Annotated[Language, typer.Option(help="The language of its words.")] = Language.EN,
    names: Annotated[str, typer.Option(help="What people are called, by seat, separated by commas.")] = "",
    size: Annotated[int | None, typer.Option(help="How many pixels across.")] = None,
) -> None:
    """Draw a moment of a game, or a stretch of it as a film."""
    from muscade.cli.render import write_picture

    write_picture(
        record,
        out,
        at=at,
        start=start,
        eyes=eyes,
        names=names,
        theme="dark" if theme is Theme.DARK else "light",
        language=lang,
        size=size,
    )


@app.command()
def verify(
    record: RecordFile,
) -> None:
    """Check that a game was dealt as it was promised, draw by draw."""
    from muscade.cli.library import verify_record

    verify_record(record)


@app.command("analyse")
def analyse_record(
    record: RecordFile,
    seconds: Annotated[float, typer.Option(help="What it may take, about, on an ordinary core.")] = 30.0,
    lang: Annotated[Language, typer.Option(help="The language of what there is to learn.")] = Language.EN,
    as_json: Annotated[bool, typer.Option("--json", help="Print all of it as JSON.")] = False,
) -> None:
    """Say what every decision of a game was worth, and what there is to learn from it."""
    from muscade.cli.analyse import print_analysis

    print_analysis(record, seconds, lang, as_json=as_json)


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
        str,
        typer.Option(
            help="Levels, or commands that start engines, separated by commas; one may stand there several times."
        ),
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
        float | None, typer.Option(help="Thinking time of bots that search and of engines, for each move.")
    ] = None,
    memory: Annotated[int, typer.Option(min=1, help="Megabytes that an engine may use.")] = 1024,
    logs: Annotated[
        Path | None, typer.Option(help="A folder for what engines write to standard error.")
    ] = None,
    engine: Annotated[
        Literal["processes", "ray"],
        typer.Option(help="Who plays: processes of this machine, or Ray, on many."),
    ] = "processes",
    address: Annotated[
        str | None, typer.Option(help="With --engine ray: where the cluster is; without, this machine alone.")
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
        memory=memory,
        logs=logs,
        engine=engine,
        address=address,
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


app.add_typer(hosting)
records_app = typer.Typer(help="Records as data: Parquet, one row a move.", no_args_is_help=True)
app.add_typer(records_app, name="records")


@records_app.command("export")
def records_export(
    parquet: Annotated[Path, typer.Option(help="The file to write.")],
    sources: Annotated[
        list[Path] | None, typer.Argument(help="Files of records (JSON), and folders with such files.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="A server's database, for all its games that are over.")
    ] = None,
) -> None:
    """Write whole records as data, with what every mover saw and how it ended."""
    from muscade.cli.records import export_records

    export_records(sources or [], database, parquet)


@records_app.command("import")
def records_import(
    file: Annotated[Path, typer.Argument(help="A file that `export` has written.")],
    to: Annotated[Path, typer.Option(help="The folder for the records, one file each.")],
) -> None:
    """Write the records of a file of data as JSON again."""
    from muscade.cli.records import import_records

    import_records(file, to)


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
        try:
            app()
        finally:
            if sys.stdout is not None:  # a shell may have closed it
                sys.stdout.flush()  # else a full disk is noticed when nobody is left to say so
    except (UsageError, MuscadeError) as error:
        problem = str(error)
    except BrokenPipeError:
        _drop_output()
        sys.exit(1)  # whoever read it has had enough, and need not be told
    except OSError as error:
        _drop_output()
        problem = f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error)
    sys.stderr.write(f"muscade: {problem}\n")
    sys.exit(2)


def _drop_output() -> None:
    """What could not be written is not tried once more at the end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
