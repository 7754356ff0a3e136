"""Over-Pass Spiral (SP-3): down to one piece, on the centre if that can be.

A beam search finds solutions of large positions; it proves nothing. Small positions are searched to the end, each
position once: there the answer is always known. Every solution has as many moves as pieces to be removed, so the one
question is whether there is one, and whether it can end on the centre. Which Over-Passes there are and what they make of a
table is the course's.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import numpy as np
from numba import types

from muscade.board import CENTRE, COLOURS, EMPTY
from muscade.board.rows import distances
from muscade.games.over_pass_spiral.course import Setting, Table, play
from muscade.games.over_pass_spiral.course import moves as list_moves
from muscade.games.over_pass_spiral.rules import is_master
from muscade.games.over_pass_spiral.state import OverPassSpiralState
from muscade.games.solitaire.course import PLAYER
from muscade.kernels.kernel import row_of
from muscade.kernels.lowering import NUMBERS
from muscade.kernels.placeholders import setting_of, table_of, take
from muscade.kernels.sets import BITS
from muscade.kernels.sharing import Integers
from muscade.solvers.answer import Search
from muscade.solvers.place_sets import EXHAUSTED, FOUND, FREE, FULL, GRID, PAUSED, pack, remember

SLICE = 20_000
POSITIONS = 1 << 21
SMALL = 15
"""Positions of more pieces do not fit into two words."""
WIDTHS = (12, 40, 150, 600)
DEPTH, KNOWN = range(2)
"""Where a search is: the depth, and how many positions it remembers."""
CODE, COST, MARK = range(3)
"""What is written of each move: its code, what speaks against where it leads to, and the mark of that position."""


def cost(setting: Setting, table: Table, distance: Any) -> int:
    """What speaks against a position: pieces far out, alone, or beside their own colour only; one colour too many."""
    cells = table.cells
    total, most = 0, 0
    # Six bits for each colour; nothing depends on the numbers but which is tried first.
    colours = 0
    for place in range(table.places):
        colour = cells[place]
        if colour == EMPTY:
            continue
        colours += 1 << 6 * colour
        most = max(most, colours >> 6 * colour & 63)
        extra = 6
        for other in setting.targets[setting.first[place] : setting.after[place]]:
            if cells[other] != EMPTY:
                extra = min(extra, 0 if cells[other] != colour else 2)
        total += distance[place] + extra
    return total + 2 * most


def marked(table: Table, marks: Any) -> int:
    """A number that tells the position; that others might have the same is no harm where it is used."""
    mark = 0
    for place in range(table.places):
        if table.cells[place] != EMPTY:
            mark ^= marks[table.cells[place], place]
    return mark


def look_ahead(
    setting: Any, here: Any, after: Any, codes: Any, distance: Any, marks: Any, options: Any
) -> int:
    """Write every move with where it leads to; how many there are."""
    rules, table = setting_of(setting), table_of(after)
    # The last one is to stop.
    total = list_moves(rules, table_of(here), PLAYER, codes) - 1
    for number in range(total):
        take(after, here)
        play(rules, table, PLAYER, codes[number])
        options[number, CODE] = codes[number]
        options[number, COST] = cost(rules, table, distance)
        options[number, MARK] = marked(table, marks)
    return total


def look(
    setting: Any,
    stack: Any,
    codes: Any,
    distance: Any,
    marks: Any,
    options: Any,
    tops: Any,
    keys: Any,
    at: Any,
    anywhere: bool,
    work: int,
) -> int:
    """Depth first through all positions; ``stack`` has those on the way, ``options`` what is left to try in each.

    ``tops`` says how many are left at each depth. The last table of the stack is one to work with.
    """
    rules = setting_of(setting)
    spare = len(stack) - 1
    for _ in range(work):
        depth = at[DEPTH]
        if tops[depth] == 0:
            if depth == 0:
                return EXHAUSTED
            at[DEPTH] -= 1
            continue
        # The most promising of those left.
        tops[depth] -= 1
        top = tops[depth]
        for k in range(top):
            if options[depth, k, COST] < options[depth, top, COST]:
                for j in range(MARK):
                    held = options[depth, k, j]
                    options[depth, k, j] = options[depth, top, j]
                    options[depth, top, j] = held
        take(stack[depth + 1], stack[depth])
        here = table_of(stack[depth + 1])
        play(rules, here, PLAYER, options[depth, top, CODE])
        if here.solved:
            if anywhere or is_master(here.cells):
                return FOUND
            continue
        if at[KNOWN] * 2 > keys.shape[0]:
            return FULL
        low, high = coloured(here)
        if remember(keys, low, high):
            at[KNOWN] += 1
            at[DEPTH] = depth + 1
            tops[depth + 1] = look_ahead(
                setting, stack[depth + 1], stack[spare], codes, distance, marks, options[depth + 1]
            )
    return PAUSED


def coloured(table: Table) -> tuple[int, int]:
    """A position of few pieces as two words: above the places, two bits for the colour of each piece."""
    low, high = pack(table.cells)
    shift = max(0, table.places - BITS)
    for piece in table.cells:
        if piece != EMPTY:
            high |= piece << shift
            shift += 2
    return low, high


LOOK_AHEAD = types.int64(NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, GRID, GRID)
LOOK = types.int64(
    NUMBERS,
    GRID,
    NUMBERS,
    NUMBERS,
    GRID,
    types.Array(types.int64, 3, "C"),
    NUMBERS,
    GRID,
    NUMBERS,
    types.boolean,
    types.int64,
)


class Spiral:
    """The puzzle from one position on."""

    def __init__(self, state: OverPassSpiralState, search: Search) -> None:
        course = state.course
        self.state = state
        self.search = search
        self.pieces = state.table.pieces
        self._look_ahead = course.machine.entry(look_ahead, LOOK_AHEAD, long_loops=True)
        self._look = course.machine.entry(look, LOOK, long_loops=True)
        self._play = course.machine.play
        self._setting, self.start = row_of(state.setting), row_of(state.table)
        self._most = course.most_moves(state.setting)
        self._codes: Integers = np.zeros(self._most, np.int64)
        self._distance = np.array(distances(state.board.neighbours, [CENTRE]), np.int64)
        rng = np.random.default_rng(0)
        self._marks = rng.integers(0, 1 << 62, (len(COLOURS), len(state.names)), np.int64)

    def options(self, table: Integers) -> Integers:
        """Every move from a table, a row each: its code, what speaks against it, and a mark of where it leads to."""
        found: Integers = np.empty((self._most, 3), np.int64)
        after = np.empty_like(table)
        total = self._look_ahead(self._setting, table, after, self._codes, self._distance, self._marks, found)
        return found[:total]

    def beam(self, width: int, seed: int) -> list[int]:
        """The best few of each level; empty if it ends before one piece is left."""
        rng = np.random.default_rng(seed)
        tables = [self.start]
        history: list[Integers] = []
        for left in range(self.pieces - 1, 0, -1):
            if not self.search.go_on(f"{left} pieces left"):
                return []
            found = np.concatenate(
                [np.insert(self.options(table), 0, number, axis=1) for number, table in enumerate(tables)]
            )
            found = found[np.unique(found[:, 1 + MARK], return_index=True)[1]]
            if not len(found):
                return []
            # In the end only the centre counts.
            costs = found[:, 1 + COST] + (rng.random(len(found)) * 3 if left > 1 else 0.0)
            found = found[np.argsort(costs, kind="stable")[:width]]
            history.append(found)
            tables = [self._after(tables[parent], code) for parent, code, *_ in found]
        codes: list[int] = []
        number = 0
        for found in reversed(history):
            number, code = (int(value) for value in found[number, :2])
            codes.append(code)
        return codes[::-1]

    def _after(self, table: Integers, code: int) -> Integers:
        after = table.copy()
        self._play(self._setting, after, PLAYER, code)
        return after

    def exhaust(self, anywhere: bool) -> tuple[int, list[int]]:
        """All positions that can come about, depth first, until one piece is left (on the centre)."""
        stack = np.stack([self.start] * (self.pieces + 1))
        options: Integers = np.zeros((self.pieces, self._most, 3), np.int64)
        tops = np.zeros(self.pieces, np.int64)
        keys: Integers = np.full((POSITIONS, 2), FREE, np.int64)
        at = np.zeros(2, np.int64)
        first = self.options(self.start)
        tops[0] = len(first)
        options[0, : len(first)] = first
        while True:
            result = self._look(
                self._setting, stack, self._codes, self._distance, self._marks, options, tops, keys, at, anywhere,
                SLICE,
            )  # fmt: skip
            if result == FOUND:
                # At each depth the move made is the one above those left to try.
                return FOUND, [int(options[depth, tops[depth], CODE]) for depth in range(self.pieces - 1)]
            if result in (EXHAUSTED, FULL) or not self.search.go_on(f"{at[KNOWN]} positions"):
                return int(result), []

    def tell(self, codes: Sequence[int], *, centre_is_out: bool = False) -> bool:
        """A solution. On the centre it is as good as can be; is it?"""
        table = self.start
        for code in codes:
            table = self._after(table, code)
        notation = tuple(self.state.move_of(code).notation for code in codes)
        best = centre_is_out or is_master(Table.of(table.tolist()).cells)
        if best or self.search.answer.length is None:
            length = len(codes)
            self.search.best("optimal" if best else "found", notation, length, length)
        return best


def solve_spiral(state: OverPassSpiralState, search: Search) -> None:
    """One piece left, on the centre if possible."""
    spiral = Spiral(state, search)
    if spiral.pieces <= 1:
        search.best("optimal" if spiral.pieces else "impossible", (), *((0, 0) if spiral.pieces else ()))
        return
    search.at_least(spiral.pieces - 1)
    codes = spiral.beam(WIDTHS[0], 0)
    if codes and spiral.tell(codes):
        return
    if spiral.pieces <= SMALL and len(state.names) - BITS + 2 * spiral.pieces <= BITS:
        result, codes = spiral.exhaust(anywhere=False)
        if codes:
            spiral.tell(codes)
        if result == EXHAUSTED:
            _elsewhere(spiral, search)
        if search.over:
            return
    for seed in count(1):
        if not search.go_on():
            return
        codes = spiral.beam(WIDTHS[min(seed, len(WIDTHS) - 1)], seed)
        if codes and spiral.tell(codes):
            return


def _elsewhere(spiral: Spiral, search: Search) -> None:
    """It is proved that the centre cannot be reached: what about other places?"""
    if search.answer.length is not None:
        search.best("optimal", search.answer.moves, search.answer.length, search.answer.length)
        return
    result, codes = spiral.exhaust(anywhere=True)
    if codes:
        spiral.tell(codes, centre_is_out=True)
    elif result == EXHAUSTED:
        search.impossible()
