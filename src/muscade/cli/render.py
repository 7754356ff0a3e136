"""``muscade render``: a moment of a game as a picture, or a stretch of it as a film."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from muscade.cli import UsageError
from muscade.cli.library import read_record
from muscade.pictures import LARGEST, SMALLEST, WIDTH, Theme, png
from muscade.replays import OPEN, Replay, Viewer
from muscade.replays.film import FILM_WIDTH, film

SPECTATOR = "spectator"
KINDS = (".svg", ".png", ".gif")


def write_picture(
    file: Path,
    out: Path | None,
    *,
    at: int | None,
    start: int,
    eyes: str,
    names: str,
    theme: Theme,
    language: str,
    size: int | None,
) -> None:
    """What the ending of ``out`` says; without it, SVG on standard output."""
    kind = ".svg" if out is None else out.suffix.lower()
    if kind not in KINDS:
        raise UsageError(f"{out}: a picture ends in .svg or .png, a film in .gif")
    if size is not None and not SMALLEST <= size <= LARGEST:
        raise UsageError(f"--size is {SMALLEST} to {LARGEST} pixels across, not {size}")
    replay = Replay(read_record(file))
    last = len(replay)
    stop = last if at is None else at
    if not 0 <= stop <= last:
        raise UsageError(f"--at is 0 to {last}: the record has {last} events")
    if not 0 <= start <= stop:
        raise UsageError(f"--from is 0 to {stop}")
    seats = replay.state.seats
    viewer = viewer_of(eyes, seats)
    called = tuple(name.strip() for name in names.split(",")) if names else ()
    if len(called) > seats:
        raise UsageError(f"--names has {len(called)} names, and {seats} were at the table")
    if kind == ".gif":
        made = film(
            replay,
            start,
            stop,
            viewer,
            names=called,
            theme=theme,
            language=language,
            width=size or FILM_WIDTH,
        )
    else:
        replay.go_to(stop)
        svg = replay.picture(viewer, called, theme, language)
        made = png(svg, size or WIDTH) if kind == ".png" else svg.encode()
    if out is None:
        sys.stdout.write(made.decode())
        return
    try:
        out.write_bytes(made)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from None
    typer.echo(f"{out}: {len(made):,} bytes")


def viewer_of(eyes: str, seats: int) -> Viewer:
    """Whose eyes are meant."""
    if eyes == SPECTATOR:
        return None
    if eyes == OPEN:
        return OPEN
    if eyes.isascii() and eyes.isdigit() and int(eyes) < seats:
        return int(eyes)
    raise UsageError(f"--as is {SPECTATOR}, {OPEN} or a seat from 0 to {seats - 1}, not {eyes!r}")
