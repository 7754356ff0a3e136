"""``muscade board``: check, draw and show board files."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table

from muscade.board import Board, board_named, standard_board, standard_text, svg
from muscade.board.figures import figures
from muscade.cli import UsageError

console = Console()


def read(file: Path | None) -> Board:
    if file is None:
        return standard_board()
    try:
        return board_named(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{file} is not a text file in UTF-8") from None


def print_figures(file: Path | None) -> None:
    board = read(file)
    found = figures(board)
    table = Table(box=None, show_header=False, title=board.name, title_justify="left")
    table.add_column(style="bold")
    table.add_column()
    rows = {
        "lines": f"{len(board.lines)}; by intersections on them: {_counts(found.lines)}",
        "intersections": f"{len(board.intersections)}; by neighbours: {_counts(found.intersections)}",
        "neighbour pairs": str(found.neighbour_pairs),
        "lines through": _counts(found.through),
        "rings": ", ".join(f"{size} at {distance:g}" for size, distance in found.rings),
        "no way outward": ", ".join(found.without_outward) or "nowhere but on exits",
        "exits": ", ".join(board.intersections[place] for place in board.exits) or "none",
        "perimeter": f"{found.perimeter} intersections",
        "spaces": f"{len(board.spaces)}; by corners: {_counts(found.spaces)}",
        "steps": f"from the Center Square: {_counts(found.steps)}",
        "groups": f"{found.groups}; spaces by groups they are in: {_counts(found.in_groups)}",
        "symmetries": str(found.symmetries),
        "set-ups": "; ".join(f"{game} ({', '.join(colours)})" for game, colours in board.setups.items())
        or "none",
    }
    for name, text in rows.items():
        table.add_row(name, text)
    console.print(table, highlight=False, soft_wrap=True)


def _counts(counts: dict[int, int]) -> str:
    return ", ".join(f"{number}: {count}" for number, count in counts.items())


def write_picture(file: Path | None, out: Path | None, *, names: bool) -> None:
    board = read(file)
    target = out or (file.with_suffix(".svg") if file else Path("board.svg"))
    if file is not None and target.resolve() == file.resolve():
        raise UsageError(f"{target} is the board file itself; name another with --out")
    try:
        target.write_text(svg(board, names=names), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None
    console.print(f"{board.name} drawn in {target}", highlight=False, markup=False, soft_wrap=True)


def print_standard() -> None:
    console.print(standard_text(), end="", highlight=False, markup=False, soft_wrap=True)
