"""The course of the Over-Pass Spiral: what lies on the table, and what every Over-Pass makes of it.

What is legal is in `rules` and in those of Over-Pass.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from muscade.board import COLOURS, EMPTY, STANDARD, Board
from muscade.games.over_pass.actions import OTHERS, SIGHT, find_runs
from muscade.games.over_pass.board_facts import facts_of
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
from muscade.games.solitaire.setup import read_captures
from muscade.kernels.layout import Grid, Numbers
from muscade.kernels.primitives import fill, lowest, room
from muscade.kernels.sets import BITS, MOST_WORDS, contains, flip, joined, sets_of, words_for

__all__ = ["code_count", "draw", "most_moves", "rewards", "turn"]

CLAUSE = "SP-3"
SPIRAL = (
    "b1 b2 b3 b4 c8 d8 c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 c6 d6 c7 d7 "
    "e8 f15 g8 f16 f1 g1 f2 f3 g2 f4 f5 g3 f6 f7 g4 f8 f9 g5 f10 f11"
)
"""From the inside out; the colours repeat along it (SP-3)."""
TINTS = len(COLOURS)
SIGHTS = 2 * TINTS * SIGHT
"""What is seen by the pieces of each colour, inside and on exits."""
POSITION = "; ".join(
    " ".join([colour, *SPIRAL.split()[place::TINTS]]) for place, colour in enumerate(COLOURS)
)
"""Of the puzzle as it is set."""


class Setting(CaptureSetting):
    """The board as Over-Passes need it; sets of intersections are rows of words, all first words first (`sets`)."""

    words: int
    is_exit: Annotated[Numbers, "places"]
    beside: Annotated[Grid, "words", "places"]
    """The neighbours of each intersection."""
    ring: Annotated[Grid, "words", "places"]
    """Its neighbours along the perimeter; none for those inside (OB-8)."""


class Table(PuzzleTable):
    """What changes."""


@lru_cache(maxsize=16)
def setting_of(board: Board) -> Setting:
    plan = facts_of(board).plan
    words = words_for(len(plan.is_exit))
    return Setting(
        **capture_fields(board),
        words=words,
        is_exit=plan.is_exit,
        beside=sets_of(plan.neighbours, words),
        ring=sets_of(plan.ring, words),
    )


@lru_cache(maxsize=64)
def opening(board: Board, position: str) -> Table:
    """The table before anything has happened; copy it."""
    text = POSITION if position == STANDARD else position
    return Table(**table_fields(read_captures(text, board, CLAUSE, coloured=True)))


def moves(setting: Setting, table: Table, _seat: int, codes: Numbers) -> int:
    cells, words = table.cells, setting.words
    # Pieces of one colour see the same groups, but for those on exits.
    sights, runs = room(SIGHTS), room(MOST_WORDS)[:words]
    looked = found = 0
    for start in range(table.places):
        if cells[start] == EMPTY:
            continue
        kind = 2 * cells[start] + setting.is_exit[start]
        sight = sights[kind * SIGHT : (kind + 1) * SIGHT]
        if looked >> kind & 1 == 0:
            _look(table, cells[start], sight)
            looked |= 1 << kind
        fill(runs, 0)
        find_runs(setting.ring if setting.is_exit[start] else setting.beside, start, sight, runs)
        for word in range(words):
            passed = runs[word] & sight[OTHERS + word]
            while passed:
                found += _landings(setting, table, start, BITS * word + lowest(passed), codes[found:])
                passed &= passed - 1
    codes[found] = stop_code(setting)
    return found + 1


def _look(table: Table, colour: int, sight: Numbers) -> None:
    """See where pieces of other colours are."""
    for place in range(table.places):
        if table.cells[place] not in (EMPTY, colour):
            flip(sight[OTHERS : OTHERS + MOST_WORDS], place)


def _landings(setting: Setting, table: Table, start: int, over: int, codes: Numbers) -> int:
    """Write the captures that pass ``over`` last, wherever they land; how many there are."""
    found = 0
    for hop in range(setting.first[over], setting.after[over]):
        target = setting.targets[hop]
        if may_land(table.cells, setting.is_exit, start, target, joined(setting.ring, over, target)):
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
    sight, runs = room(SIGHT), room(MOST_WORDS)[: setting.words]
    _look(table, table.cells[start], sight)
    find_runs(setting.ring if setting.is_exit[start] else setting.beside, start, sight, runs)
    reached, along = contains(runs, over), joined(setting.ring, over, target)
    beside = joined(setting.beside, over, target)
    return run_fault(table.cells, setting.is_exit, start, over, target, reached, beside, along)


def play(setting: Setting, table: Table, _seat: int, code: int) -> None:
    if code == stop_code(setting):
        finish(table, solved=False)
        return
    table.count += 1
    capture(setting, table, code // setting.hops, code % setting.hops)
    if is_solved(table.pieces):
        finish(table, solved=True)
