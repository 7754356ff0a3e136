"""The course that all puzzles share, and what the two have in common in which pieces capture.

A puzzle's own course adds its fields and its moves. Taking back and playing again (SP-4) is done with whole tables, by `state`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Annotated, Any

from muscade.board import EMPTY, Board
from muscade.board.rows import links_of
from muscade.games.solitaire.setup import ALL_PIECES
from muscade.kernels.layout import Layout, Numbers
from muscade.kernels.primitives import FINE, UNLISTED, Chance

PLAYER = 0

# Why nothing may be done at all; what a puzzle itself forbids has smaller numbers.
ANOTHER_PLAYER, ALL_OVER = 100, 101


class PuzzleTable(Layout):
    """What changes in every puzzle."""

    over: int
    solved: int
    count: int
    """Steps or moves, as they are counted (SP-4)."""
    pieces: int
    """On the board."""
    places: int
    cells: Annotated[Numbers, "places"]
    """What every place holds: a colour, or `EMPTY`."""


def table_fields(cells: Sequence[int]) -> dict[str, Any]:
    """The fields of a table with these pieces, before anything has happened."""
    return {"pieces": sum(piece != EMPTY for piece in cells), "places": len(cells), "cells": cells}


def turn(_setting: Any, table: PuzzleTable) -> int:
    return 1 - table.over


def barred(table: PuzzleTable, seat: int) -> int:
    """What keeps a seat from doing anything, or `FINE`."""
    if seat != PLAYER:
        return ANOTHER_PLAYER
    return ALL_OVER if table.over else FINE


def finish(table: PuzzleTable, solved: bool) -> None:
    """It is solved, or left as it stands."""
    table.over = 1
    table.solved = 1 if solved else 0


def draw(_setting: Any, _table: PuzzleTable, _chance: Chance) -> int:
    """There is no chance in a puzzle."""
    return UNLISTED


def rewards(_setting: Any, table: PuzzleTable, given: MutableSequence[float]) -> None:
    given[PLAYER] = table.solved


# ---------------------------------------------------------------- pieces that capture others (SP-2, SP-3)


class CaptureSetting(Layout):
    """The intersections and their neighbours. A *hop* is an intersection, passed last, with a neighbour to land on.

    The code of a capture tells its start and its hop: ``start * hops + hop``. The last code of all is to stop.
    """

    places: int
    width: int
    """No intersection has more neighbours."""
    hops: int
    first: Annotated[Numbers, "places"]
    """The first hop over each intersection, its *origin*; the others follow, up to …"""
    after: Annotated[Numbers, "places"]
    """… this one. So the targets between them are the neighbours of an intersection."""
    origins: Annotated[Numbers, "hops"]
    targets: Annotated[Numbers, "hops"]


def capture_fields(board: Board) -> dict[str, Any]:
    """The fields of a `CaptureSetting`."""
    places, links = len(board.neighbours), links_of(board.neighbours)
    width = max(map(len, board.neighbours))
    return {"places": places, "width": width, "hops": len(links["targets"]), **links}


def code_count(setting: CaptureSetting) -> int:
    return setting.places * setting.hops + 1


def stop_code(setting: CaptureSetting) -> int:
    return setting.places * setting.hops


def most_moves(setting: CaptureSetting) -> int:
    """Each piece over each other one, and to stop."""
    return ALL_PIECES * ALL_PIECES * setting.width + 1


def capture(setting: CaptureSetting, table: PuzzleTable, start: int, hop: int) -> None:
    """One piece takes another, and lands behind it."""
    cells = table.cells
    cells[setting.targets[hop]] = cells[start]
    cells[start] = EMPTY
    cells[setting.origins[hop]] = EMPTY
    table.pieces -= 1
