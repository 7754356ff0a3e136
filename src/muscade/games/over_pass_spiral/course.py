"""The course of the Over-Pass Spiral: what lies on the table, and what every Over-Pass makes of it.

What is legal is in `rules` and in those of Over-Pass.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from muscade.board import COLOURS, EMPTY, STANDARD, Board
from muscade.board.derive import MAX_PLACES
from muscade.games.over_pass.board_facts import facts_of
from muscade.games.over_pass.rules import mark_groups, may_run_over
from muscade.games.over_pass_spiral.rules import is_solved, may_land, run_fault
from muscade.games.solitaire.course import (
    CaptureSetting,
    PuzzleTable,
    barred,
    capture,
    capture_fields,
    code_count,
    draw,
    finish,
    most_moves,
    rewards,
    stop_code,
    table_fields,
    turn,
)
from muscade.games.solitaire.setup import ALL_PIECES, read_captures
from muscade.kernels.layout import Grid, Numbers
from muscade.kernels.primitives import room

__all__ = ["code_count", "draw", "most_moves", "rewards", "turn"]

CLAUSE = "SP-3"
SPIRAL = (
    "b1 b2 b3 b4 c8 d8 c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 c6 d6 c7 d7 "
    "e8 f15 g8 f16 f1 g1 f2 f3 g2 f4 f5 g3 f6 f7 g4 f8 f9 g5 f10 f11"
)
"""From the inside out; the colours repeat along it (SP-3)."""
TINTS = len(COLOURS)
MARKS = 2 * TINTS * MAX_PLACES
"""For every intersection and each colour, inside and on exits."""
POSITION = "; ".join(
    " ".join([colour, *SPIRAL.split()[place::TINTS]]) for place, colour in enumerate(COLOURS)
)
"""Of the puzzle as it is set."""


class Setting(CaptureSetting):
    """The board as Over-Passes need it."""

    is_exit: Annotated[Numbers, "places"]
    neighbours: Annotated[Grid, "places", "width"]
    """Rows that are shorter repeat their last one."""
    ring: Annotated[Grid, "places", 2]
    """The neighbours along the perimeter (OB-8); inside it, the place itself, twice."""


class Table(PuzzleTable):
    """What changes."""


@lru_cache(maxsize=16)
def setting_of(board: Board) -> Setting:
    plan = facts_of(board).plan
    fields = capture_fields(board)
    return Setting(
        **fields,
        is_exit=plan.is_exit,
        neighbours=[(*row, *row[-1:] * (fields["width"] - len(row))) for row in plan.neighbours],
        ring=[row or (place, place) for place, row in enumerate(plan.ring)],
    )


@lru_cache(maxsize=64)
def opening(board: Board, position: str) -> Table:
    """The table before anything has happened; copy it."""
    text = POSITION if position == STANDARD else position
    return Table(**table_fields(read_captures(text, board, CLAUSE, coloured=True)))


def moves(setting: Setting, table: Table, _seat: int, codes: Numbers) -> int:
    cells = table.cells
    standing = room(ALL_PIECES)
    pieces = 0
    for place in range(table.places):
        if cells[place] != EMPTY:
            standing[pieces] = place
            pieces += 1
    # Pieces of one colour see the same groups, but for those on exits.
    marked = 0
    rows = room(MARKS)
    found = 0
    for start in standing[:pieces]:
        kind = 2 * cells[start] + setting.is_exit[start]
        groups = rows[kind * MAX_PLACES : (kind + 1) * MAX_PLACES]
        if marked >> kind & 1 == 0:
            _mark(setting, table, start, groups)
            marked |= 1 << kind
        for over in standing[:pieces]:
            if may_run_over(cells, groups, start, over):
                found += _landings(setting, table, start, over, codes[found:])
    codes[found] = stop_code(setting)
    return found + 1


def _mark(setting: Setting, table: Table, start: int, groups: Numbers) -> None:
    """Mark, in ``groups`` that are all 0, what the piece on ``start`` can run over (OP-9)."""
    lines = setting.ring if setting.is_exit[start] else setting.neighbours
    mark_groups(table.cells, lines, table.cells[start], groups, room(ALL_PIECES))


def _landings(setting: Setting, table: Table, start: int, over: int, codes: Numbers) -> int:
    """Write the captures that pass ``over`` last, wherever they land; how many there are."""
    found = 0
    for hop in range(setting.first[over], setting.after[over]):
        if may_land(table.cells, setting.is_exit, setting.ring[over], start, setting.targets[hop]):
            codes[found] = start * setting.hops + hop
            found += 1
    return found


def refusal(setting: Setting, table: Table, seat: int, code: int) -> int:
    reason = barred(table, seat)
    if reason or code == stop_code(setting):
        return reason
    start, hop = code // setting.hops, code % setting.hops
    return refused_run(setting, table, start, setting.origins[hop], setting.targets[hop])


def refused_run(setting: Setting, table: Table, start: int, over: int, target: int) -> int:
    """What forbids an Over-Pass, or `FINE` (SP-3)."""
    groups = room(MAX_PLACES)
    _mark(setting, table, start, groups)
    beyond = setting.targets[setting.first[over] : setting.after[over]]
    around = setting.ring[over]
    return run_fault(table.cells, setting.is_exit, groups, beyond, around, start, over, target)


def play(setting: Setting, table: Table, _seat: int, code: int) -> None:
    if code == stop_code(setting):
        finish(table, solved=False)
        return
    table.count += 1
    capture(setting, table, code // setting.hops, code % setting.hops)
    if is_solved(table.pieces):
        finish(table, solved=True)
