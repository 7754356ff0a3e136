"""Who wins Mono-Line after each kind of first move: worked out once, and kept in ``data/openings.json``.

``python -m muscade.games.mono_line.openings`` works out what is not there yet, and writes down every result as it comes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from time import process_time
from typing import Literal, TypeAlias

import msgspec

from muscade.board import Board, standard_board
from muscade.core import Options

Supply: TypeAlias = Literal["unlimited", "20"]
"""Pieces for each (ML-1)."""
SUPPLIES: tuple[Supply, ...] = ("20", "unlimited")
KEPT = Path(__file__).parent / "data" / "openings.json"
BUDGET = 10**11
"""Positions; in practice, no limit."""


class Opening(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a first move is worth, on the board that everybody has."""

    winner: Literal["first", "second"]
    positions: int
    seconds: float
    """Of processor time."""
    answer: str | None = None
    """Where the second player places to win."""


Openings: TypeAlias = dict[Supply, dict[str, Opening]]


def supply_of(options: Options) -> Supply:
    """What a table has chosen."""
    return "unlimited" if options["pieces"] == "unlimited" else "20"


def first_moves(board: Board) -> list[int]:
    """One intersection of each kind: the others are images of these."""
    return sorted({min(image[place] for image in board.symmetries) for place in range(len(board.lines_of))})


def read(path: Path) -> Openings:
    """What is known; nothing, if there is no such file yet."""
    if not path.exists():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=Openings)


def write(path: Path, openings: Openings) -> None:
    """All of it or nothing: an interrupted run leaves the file as it was."""
    beside = path.with_suffix(".new")
    beside.write_bytes(msgspec.json.format(msgspec.json.encode(openings), indent=2) + b"\n")
    beside.replace(path)


def solve_opening(board: Board, place: int, pieces: int | None, budget: int = BUDGET) -> Opening | None:
    """Look at everything that can follow a first piece; None if that is more than the budget."""
    from muscade.games.mono_line import rules
    from muscade.games.mono_line.exhaustive import ANYWHERE, held_in, solve_position
    from muscade.games.mono_line.judge import ENDLESS

    owners = [rules.NOBODY] * len(board.lines_of)
    owners[place] = 0
    supply = (ENDLESS, ENDLESS) if pieces is None else (pieces, pieces - 1)
    started = process_time()
    found = solve_position(held_in(board.lines_of, owners, 1, *supply), budget, board.lines_of)
    seconds = round(process_time() - started, 1)
    match found.verdict:
        case "unknown":
            return None
        case "loss":
            return Opening("first", found.positions, seconds)
        case "win":
            anywhere = found.place is None or found.place == ANYWHERE
            answer = None if anywhere else board.intersections[found.place or 0]
            return Opening("second", found.positions, seconds, answer)


@lru_cache(maxsize=1)
def known() -> Openings:
    """What this package knows.

    >>> known()["20"]["a1"].winner
    'second'
    """
    return read(KEPT)


class Reply(msgspec.Struct, frozen=True):
    """What is known of the first piece just placed: does its owner win, and if not, where the other answers."""

    first_wins: bool
    answer: int | None


def known_reply(board: Board, place: int, supply: Supply) -> Reply | None:
    """The same for any intersection, by symmetry; None on other boards, and where nothing is known."""
    if board is not standard_board():
        return None
    for image in board.symmetries:
        opening = known().get(supply, {}).get(board.intersections[image[place]])
        if opening is not None:
            answer = None
            if opening.answer is not None:
                answer = image.index(board.intersection(opening.answer))
            return Reply(opening.winner == "first", answer)
    return None


def work_out(board: Board, path: Path, tell: Callable[[str], None], budget: int = BUDGET) -> Openings:
    """Solve whatever the file does not have yet; it may be interrupted at any time and taken up again."""
    results = read(path)
    for supply in SUPPLIES:
        kinds = results.setdefault(supply, {})
        # The centre comes last, for there is another proof of it.
        places = first_moves(board)[::-1]
        for number, place in enumerate(places, 1):
            name = board.intersections[place]
            if name not in kinds:
                pieces = None if supply == "unlimited" else int(supply)
                opening = solve_opening(board, place, pieces, budget)
                if opening is None:
                    tell(f"{supply} pieces, {number} of {len(places)}, {name}: not known")
                    continue
                kinds[name] = opening
                write(path, results)
            told = kinds[name]
            tell(
                f"{supply} pieces, {number} of {len(places)}, {name}: the {told.winner} player wins "
                f"({told.positions:,} positions, {told.seconds} s)"
            )
    return results


def main(path: Path = KEPT) -> None:
    """Work out who wins after each kind of first move in Mono-Line."""
    from rich.console import Console

    from muscade.games.mono_line.exhaustive import Held, solve_position

    solve_position(Held(0, 0), 1_000)  # compile, before any time is taken
    work_out(standard_board(), path, Console(soft_wrap=True).print)


if __name__ == "__main__":
    import typer

    typer.run(main)
