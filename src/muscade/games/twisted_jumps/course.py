"""The course of Twisted Jumps: what lies on the table, and what every jump makes of it. What is legal is in `rules`."""

from __future__ import annotations

from functools import lru_cache

from muscade.board import EMPTY, NOWHERE, STANDARD, Board
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
from muscade.games.solitaire.rules import capture_fault
from muscade.games.solitaire.setup import read_captures
from muscade.games.twisted_jumps.rules import is_solved, jump_fault, moves_made
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import FINE

__all__ = ["code_count", "draw", "most_moves", "rewards", "turn"]

CLAUSE = "SP-2"
POSITION = "b1 b2 b3 b4 c2 c4 c6 c8 d1 d2 d3 d4 d5 d6 d7 d8"
"""Of the puzzle as it is set."""


class Setting(CaptureSetting):
    """The board."""


class Table(PuzzleTable):
    """What changes."""

    mover: int
    """Where the piece stands that jumped last, or `NOWHERE`."""


@lru_cache(maxsize=16)
def setting_of(board: Board) -> Setting:
    return Setting(**capture_fields(board))


@lru_cache(maxsize=64)
def opening(board: Board, position: str) -> Table:
    """The table before anything has happened; copy it."""
    text = POSITION if position == STANDARD else position
    return Table(**table_fields(read_captures(text, board, CLAUSE, coloured=False)), mover=NOWHERE)


def moves(setting: Setting, table: Table, _seat: int, codes: Numbers) -> int:
    found = 0
    for start in range(table.places):
        if table.cells[start] != EMPTY:
            found += jumps(setting, table, start, codes[found:])
    codes[found] = stop_code(setting)
    return found + 1


def jumps(setting: Setting, table: Table, start: int, codes: Numbers) -> int:
    """Write every jump of one piece over a neighbour, to a neighbour of that one; how many there are (SP-2)."""
    found = 0
    for over in setting.targets[setting.first[start] : setting.after[start]]:
        for hop in range(setting.first[over], setting.after[over]):
            if capture_fault(table.cells, start, over, setting.targets[hop]) == FINE:
                codes[found] = start * setting.hops + hop
                found += 1
    return found


def refusal(setting: Setting, table: Table, seat: int, code: int) -> int:
    reason = barred(table, seat)
    if reason or code == stop_code(setting):
        return reason
    start, hop = code // setting.hops, code % setting.hops
    return refused_jump(setting, table, start, setting.origins[hop], setting.targets[hop])


def refused_jump(setting: Setting, table: Table, start: int, over: int, target: int) -> int:
    """What forbids a jump, or `FINE` (SP-2)."""
    first, after, targets = setting.first, setting.after, setting.targets
    beside = targets[first[start] : after[start]]
    beyond = targets[first[over] : after[over]]
    return jump_fault(table.cells, beside, beyond, start, over, target)


def play(setting: Setting, table: Table, _seat: int, code: int) -> None:
    if code == stop_code(setting):
        finish(table, solved=False)
        return
    start, hop = code // setting.hops, code % setting.hops
    table.count = moves_made(table.count, table.mover, start)
    capture(setting, table, start, hop)
    table.mover = setting.targets[hop]
    if is_solved(table.cells, table.pieces):
        finish(table, solved=True)
