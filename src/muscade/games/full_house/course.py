"""The course of Full House: what lies on the table, and what every step and addition makes of it.

What is legal is in `rules` and in those of Groups-of-Three. A step has a code of its own for each neighbour of each space, then
come additions, space by space, then to stop.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from muscade.board import CENTRE, COLOURS, EMPTY, NOWHERE, STANDARD, Board
from muscade.games.full_house.rules import NO_LIMIT, is_solved, without_home
from muscade.games.groups_of_three.board_facts import (
    SpaceSetting,
    end_code,
    facts_of,
    make_step,
    opened_row,
    refused_entry,
    refused_way,
)
from muscade.games.groups_of_three.course import NAME
from muscade.games.groups_of_three.refusals import CLAUSES
from muscade.games.groups_of_three.rules import close_space
from muscade.games.race.setup import setup_of
from muscade.games.solitaire.course import (
    PLAYER,
    PuzzleTable,
    barred,
    draw,
    finish,
    rewards,
    table_fields,
    turn,
)
from muscade.games.solitaire.refusals import wrong_target
from muscade.games.solitaire.setup import ALL_PIECES, PLAIN, read_plain, wrong_position
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import FINE

__all__ = ["draw", "rewards", "turn"]

CLAUSE = "SP-1"


class Setting(SpaceSetting):
    """The board, and how many pieces are to come in (SP-1)."""

    target: int


class Table(PuzzleTable):
    """What changes."""

    crossing: int
    """The transit space where a piece stands (GT-6), or `NOWHERE`."""
    pairs: int
    opened: Annotated[Numbers, "pairs"]
    """Where the last step lets a new piece in (GT-9), then `NOWHERE`."""


@lru_cache(maxsize=64)
def setting_of(board: Board, target: int) -> Setting:
    return Setting(**facts_of(board).fields, target=target)


@lru_cache(maxsize=64)
def opening(board: Board, position: str, target: int) -> Table:
    """The table before anything has happened; copy it. `InvalidOptions` says what is wrong with a position."""
    if not 2 <= target <= ALL_PIECES:
        raise wrong_target(target, ALL_PIECES)
    cells = _standard(board) if position == STANDARD else _read(board, position)
    table = table_with(setting_of(board, target), **table_fields(cells))
    if table.pieces >= target:
        raise wrong_position(
            f"it has {table.pieces} pieces, and 'target' is {target}: nothing is left to do (SP-1).",
            f"elle a {table.pieces} pions, et 'target' est {target} : il ne reste rien à faire (SP-1).",
        )
    return table


def table_with(setting: Setting, crossing: int = NOWHERE, opened: Sequence[int] = (), **fields: Any) -> Table:
    """The table with the fields that all puzzles have."""
    pairs = setting.partner_count // 2
    return Table(**fields, crossing=crossing, pairs=pairs, opened=opened_row(setting, opened))


def _standard(board: Board) -> list[int]:
    """SP-1: where black starts in Groups-of-Three (GT-2)."""
    black = setup_of(board, NAME, CLAUSES, in_spaces=True)[COLOURS.index("black")]
    return [PLAIN if space in black else EMPTY for space in range(len(board.spaces))]


def _read(board: Board, position: str) -> list[int]:
    cells = read_plain(position, board.space, len(board.spaces))
    for space in (CENTRE, *board.transit):
        if cells[space] != EMPTY:
            name = board.spaces[space]
            raise wrong_position(
                f"no piece rests in {name} (SP-1).", f"aucun pion ne reste en {name} (SP-1)."
            )
    return cells


def most_moves(setting: Setting) -> int:
    """Each piece where steps are most, a space of each pair, and to stop."""
    widest = max(after - first for first, after in zip(setting.first, setting.after, strict=True))
    return ALL_PIECES * widest + setting.partner_count // 2 + 1


def code_count(setting: Setting) -> int:
    return end_code(setting) + 1


# ---------------------------------------------------------------- what may be done


def moves(setting: Setting, table: Table, _seat: int, codes: Numbers) -> int:
    found = 0
    for space in table.opened:
        if space == NOWHERE:
            break
        if refused_addition(setting, table, space) == FINE:
            codes[found] = setting.steps + space
            found += 1
    for origin in range(table.places):
        if table.cells[origin] == EMPTY:
            continue
        for code in range(setting.first[origin], setting.after[origin]):
            if refused_step(setting, table, origin, setting.targets[code]) == FINE:
                codes[found] = code
                found += 1
    codes[found] = end_code(setting)
    return found + 1


def refused_step(setting: Setting, table: Table, origin: int, target: int) -> int:
    """What forbids a step, or `FINE` (SP-1)."""
    reserve = ALL_PIECES - table.pieces
    fault = refused_way(setting, table.cells, origin, target, PLAIN, NO_LIMIT, table.crossing, reserve, 0)
    return without_home(fault, origin, target)


def refused_addition(setting: Setting, table: Table, space: int) -> int:
    """What forbids adding a piece, or `FINE` (GT-9)."""
    reserve = ALL_PIECES - table.pieces
    return refused_entry(setting, table.cells, table.opened, space, reserve, table.crossing)


def refusal(setting: Setting, table: Table, seat: int, code: int) -> int:
    reason = barred(table, seat)
    if reason or code == end_code(setting):
        return reason
    if code < setting.steps:
        return refused_step(setting, table, setting.origins[code], setting.targets[code])
    return refused_addition(setting, table, code - setting.steps)


# ---------------------------------------------------------------- what follows


def play(setting: Setting, table: Table, _seat: int, code: int) -> None:
    if code == end_code(setting):
        finish(table, solved=False)
        return
    if code < setting.steps:
        _step(setting, table, setting.origins[code], setting.targets[code])
    else:
        _add(table, code - setting.steps)
    if is_solved(table.pieces, setting.target, table.crossing):
        finish(table, solved=True)


def _step(setting: Setting, table: Table, origin: int, target: int) -> None:
    """A step is what counts (SP-4)."""
    reserve = ALL_PIECES - table.pieces
    table.count += 1
    table.crossing = make_step(setting, table.cells, table.opened, origin, target, PLAIN, reserve)


def _add(table: Table, space: int) -> None:
    """GT-9; it costs nothing."""
    table.cells[space] = PLAIN
    table.pieces += 1
    close_space(table.opened, space)


def add_chosen(setting: Setting, table: Table, opened: Sequence[int], chosen: int) -> bool:
    """Add pieces in some of the open spaces, a mask; False where the law is against it (GT-9)."""
    for place in range(len(opened)):
        if chosen >> place & 1:
            code = setting.steps + opened[place]
            if refusal(setting, table, PLAYER, code) != FINE:
                return False
            play(setting, table, PLAYER, code)
    return True
