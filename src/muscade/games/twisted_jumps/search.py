"""Twisted Jumps (SP-2): every chain of jumps, shortest solutions first.

Going on with the same piece costs nothing, taking another one costs a move (SP-4). So positions, with the piece of the
running chain, fall into layers by the number of moves; a layer is all that chains make of the layer before. Within a
layer each position is looked at once, and so nothing that is shorter can be overlooked. Which jumps there are and what
they make of a table is the course's; here positions are kept, packed into two words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from muscade.board import CENTRE, EMPTY
from muscade.board.rows import distances
from muscade.games.solitaire.course import PLAYER
from muscade.games.twisted_jumps.course import Setting, Table, jumps, play
from muscade.games.twisted_jumps.rules import is_solved
from muscade.games.twisted_jumps.state import TwistedJumpsState
from muscade.kernels.kernel import row_of
from muscade.kernels.lowering import NUMBERS
from muscade.kernels.placeholders import setting_of, table_of, take
from muscade.kernels.sets import BITS
from muscade.kernels.sharing import Integers
from muscade.solvers.answer import Search
from muscade.solvers.place_sets import (
    EXHAUSTED,
    FOUND,
    FULL,
    GRID,
    PAUSED,
    Pool,
    add_node,
    pack,
    remember,
    unpack,
)

MOVER = 55
"""Above this bit of the second word is one more than the place of the piece that jumped last."""
PLACES = (1 << MOVER) - 1
SLICE = 100_000
NARROW = 40
"""So many positions of a layer are gone on with in the first, quick search."""
WIDTHS = (5, 200, 1_000)
LARGEST = 1 << 21
COUNT, NEXT, HEIGHT = range(3)
"""Where a search is: the number of nodes, the next of those to begin with, and the height of the stack."""


def lay(table: Table, low: int, high: int) -> None:
    """Lay out what two words tell."""
    table.pieces = unpack(low, high & PLACES, table.cells)
    table.mover = (high >> MOVER) - 1


def jump_with(
    setting: Setting,
    tables: Any,
    codes: Any,
    nodes: Any,
    keys: Any,
    stack: Any,
    at: Any,
    node: int,
    piece: int,
) -> bool:
    """Every jump of one piece of the first table: a chain goes on. True if it solves the puzzle."""
    after = table_of(tables[1])
    for number in range(jumps(setting, table_of(tables[0]), piece, codes)):
        take(tables[1], tables[0])
        play(setting, after, PLAYER, codes[number])
        low, high = pack(after.cells)
        high |= after.mover + 1 << MOVER
        if not remember(keys, low, high):
            continue
        at[COUNT] = add_node(nodes, at[COUNT], low, high, node, codes[number])
        if after.solved:
            return True
        stack[at[HEIGHT]] = at[COUNT] - 1
        at[HEIGHT] += 1
    return False


def layer(
    setting: Any, tables: Any, codes: Any, nodes: Any, keys: Any, stack: Any, order: Any, at: Any, work: int
) -> int:
    """Go on with a layer: with the chains on the stack, then with every other piece of the nodes in ``order``.

    The node found is the last one. There are two tables to work with.
    """
    rules, here = setting_of(setting), table_of(tables[0])
    room = nodes.shape[0] - len(codes)
    for _ in range(work):
        if at[COUNT] > room:
            return FULL
        if at[HEIGHT] > 0:
            at[HEIGHT] -= 1
            node = stack[at[HEIGHT]]
            lay(here, nodes[node, 0], nodes[node, 1])
            if jump_with(rules, tables, codes, nodes, keys, stack, at, node, here.mover):
                return FOUND
            continue
        if at[NEXT] == len(order):
            return EXHAUSTED
        node = order[at[NEXT]]
        at[NEXT] += 1
        lay(here, nodes[node, 0], nodes[node, 1])
        for piece in range(here.places):
            if (
                piece != here.mover
                and here.cells[piece] != EMPTY
                and jump_with(rules, tables, codes, nodes, keys, stack, at, node, piece)
            ):
                return FOUND
    return PAUSED


LAYER = types.int64(NUMBERS, GRID, NUMBERS, GRID, GRID, NUMBERS, NUMBERS, NUMBERS, types.int64)


class Layers:
    """The layers of one position, one after another."""

    def __init__(self, state: TwistedJumpsState, search: Search) -> None:
        course, table = state.course, state.table
        self.state = state
        self.search = search
        self._layer = course.machine.entry(layer, LAYER, long_loops=True)
        self._setting = row_of(state.setting)
        self._tables = np.stack([row_of(table)] * 2)
        self._codes: Integers = np.zeros(course.most_moves(state.setting), np.int64)
        self.mover = table.mover
        low, high = pack(table.cells)
        self.pool = Pool(course.machine)
        self.pool.add(low, high | self.mover + 1 << MOVER)
        self.layer_starts = 0
        self._at = np.array([1, 0, 0], np.int64)
        self._stack: Integers = np.zeros(len(self.pool.nodes), np.int64)
        self.distance = distances(state.board.neighbours, [CENTRE])

    def run(self, order: Integers, what: str) -> int:
        """Fill a layer from these nodes of the layer before. PAUSED means: no time left, FULL: no memory."""
        self._at[NEXT] = 0
        while True:
            pool = self.pool
            result = self._layer(
                self._setting,
                self._tables,
                self._codes,
                pool.nodes,
                pool.keys,
                self._stack,
                order,
                self._at,
                SLICE,
            )
            pool.count = int(self._at[COUNT])
            if result in (EXHAUSTED, FOUND):
                return int(result)
            if result == FULL:
                if not pool.grow(LARGEST):
                    return FULL
                self._stack = np.concatenate([self._stack, np.zeros_like(self._stack)])
            if not self.search.go_on(what):
                return PAUSED

    def solve(self, width: int | None) -> int:
        """All layers, or of each only the ``width`` most promising. Tells ``search`` what it finds and proves."""
        moves = 0
        if self.mover >= 0:
            self._stack[0] = 0
            self._at[HEIGHT] = 1
            result = self.run(np.zeros(0, np.int64), "chain")
        else:
            result = EXHAUSTED
        while result == EXHAUSTED:
            moves += 1
            if width is None:
                self.search.at_least(moves)
            if self.layer_starts == self.pool.count:
                return EXHAUSTED
            order = self._promising(width)
            self.layer_starts = self.pool.count
            result = self.run(order, f"{moves} moves")
        if result == FOUND:
            self.search.found(self._notation(), moves)
        return result

    def _promising(self, width: int | None) -> Integers:
        """The nodes of the last layer, the fewest pieces first, and among those the ones nearest to the centre."""
        start, end = self.layer_starts, self.pool.count
        low = self.pool.nodes[start:end, 0]
        high = self.pool.nodes[start:end, 1] & PLACES
        score = 20.0 * (np.bitwise_count(low) + np.bitwise_count(high))
        for place, distance in enumerate(self.distance):
            word, shift = (low, place) if place < BITS else (high, place - BITS)
            score += (word >> shift & 1) * distance
        order = np.argsort(score, kind="stable")[:width]
        return (order + start).astype(np.int64)

    def _notation(self) -> tuple[str, ...]:
        way = self.pool.way(self.pool.count - 1)[1:]
        return tuple(self.state.move_of(code).notation for _, _, code in way)


def solve_twisted(state: TwistedJumpsState, search: Search) -> None:
    """One piece left, on the centre, in the fewest moves; a chain may be running."""
    if is_solved(state.cells, state.table.pieces):
        search.best("optimal", (), 0, 0)
        return
    if state.table.pieces > 6:
        # A quick look at the best of each layer: mostly a solution, sometimes even the shortest.
        Layers(state, search).solve(NARROW)
    if search.go_on("all chains") and Layers(state, search).solve(None) == EXHAUSTED:
        search.impossible()
    # Too many to look at all of them: a few of each layer, fewer and then more of them.
    for width in WIDTHS:
        if search.answer.length is not None or not search.go_on(f"the best {width}"):
            return
        Layers(state, search).solve(width)
