"""Full House (SP-1): steps level by level, guided by what the potential says is still needed.

Which steps there are and what they make of a table is the course's; here positions are kept, packed into two words.

For a number of steps T, only positions are kept from which T can still be enough: steps made + steps that the bound asks
for. If a level ends up empty and nothing else was left out, T steps are proved not to be enough. First only the most
promising of each level are gone on with (a beam), to find something soon; then more and more of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any

import numpy as np
from numba import types

from muscade.board import EMPTY, NOWHERE, standard_board
from muscade.games.full_house.course import Setting, Table, add_chosen, play
from muscade.games.full_house.course import moves as list_moves
from muscade.games.full_house.potential import needed, potential
from muscade.games.full_house.state import FullHouseState
from muscade.games.solitaire.course import PLAYER
from muscade.kernels.kernel import row_of
from muscade.kernels.lowering import NUMBERS
from muscade.kernels.placeholders import setting_of, table_of, take
from muscade.kernels.primitives import fill
from muscade.kernels.sets import BITS
from muscade.kernels.sharing import Integers, Reals
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
    places_of,
    remember,
    two_words,
    unpack,
)

SLICE = 20_000
LARGEST = 1 << 21
WIDTHS = (100, 1_000, 10_000, 50_000)
"""So many positions of each level are gone on with: few first, then more."""
FEW = 1 << 15
ENDLESS = 1 << 40
COUNT, NEXT = range(2)
"""Where a search is: the number of nodes, and the next of those to begin with."""


def lay(setting: Setting, table: Table, low: int, high: int) -> None:
    """Lay out what two words tell: a piece in a transit space is crossing, and nothing is open."""
    table.pieces = unpack(low, high, table.cells)
    table.over = table.solved = 0
    table.crossing = NOWHERE
    for space in range(table.places):
        if setting.transit[space] and table.cells[space] != EMPTY:
            table.crossing = space
    fill(table.opened, NOWHERE)


def level(
    setting: Any,
    tables: Any,
    codes: Any,
    couples: Any,
    inner: Any,
    room: int,
    nodes: Any,
    keys: Any,
    order: Any,
    at: Any,
    left: int,
    work: int,
) -> int:
    """All that one step, with or without additions, makes of these nodes.

    Left out is what would take more than ``left`` further steps. There are three tables to work with.
    """
    rules = setting_of(setting)
    here, stepped, after = table_of(tables[0]), table_of(tables[1]), table_of(tables[2])
    space_left = nodes.shape[0] - (len(codes) << here.pairs)
    for _ in range(work):
        if at[NEXT] == len(order):
            return EXHAUSTED
        if at[COUNT] > space_left:
            return FULL
        node = order[at[NEXT]]
        at[NEXT] += 1
        lay(rules, here, nodes[node, 0], nodes[node, 1])
        # The last one is to stop.
        for number in range(list_moves(rules, here, PLAYER, codes) - 1):
            take(tables[1], tables[0])
            play(rules, stepped, PLAYER, codes[number])
            opened = 0
            while opened < here.pairs and stepped.opened[opened] != NOWHERE:
                opened += 1
            for chosen in range(1 << opened):
                take(tables[2], tables[1])
                if not add_chosen(rules, after, stepped.opened, chosen):
                    continue
                cells, pieces = after.cells, after.pieces
                if needed(cells, pieces, rules.target, here.pairs, couples, inner, room) > left:
                    continue
                low, high = pack(cells)
                if not remember(keys, low, high):
                    continue
                at[COUNT] = add_node(nodes, at[COUNT], low, high, node, codes[number])
                if after.solved:
                    return FOUND
    return PAUSED


LEVEL = types.int64(
    NUMBERS, GRID, NUMBERS, GRID, NUMBERS, types.int64, GRID, GRID, NUMBERS, NUMBERS, types.int64, types.int64
)


@dataclass
class Run:
    """How a search went: so many steps deep, and whether positions were left out for want of width."""

    pool: Pool
    result: int = EXHAUSTED
    steps: int = 0
    narrowed: bool = False


class House:
    """Full House from one position on."""

    def __init__(self, state: FullHouseState) -> None:
        course, board = state.course, state.board
        self.state = state
        self.target = state.target
        self.starts = _starts(state)
        self._level = course.machine.entry(level, LEVEL, long_loops=True)
        self._machine = course.machine
        self._setting = row_of(state.setting)
        self._tables = np.stack([row_of(state.table)] * 3)
        self._codes: Integers = np.zeros(course.most_moves(state.setting), np.int64)
        self._groups = np.array([two_words(group) for group in board.groups], np.int64).reshape(-1, 2)
        self._where = where = potential(board)
        # The proof has been checked for the board that everybody has; elsewhere only counting is sure.
        self._known = where.couples, where.inner, where.room if board is standard_board() else 0
        self._inside = two_words(where.inner.tolist())

    def bound(self) -> int:
        """The fewest steps that might be enough."""
        bounds = [
            int(needed(start.cells, start.pieces, self.target, start.pairs, *self._known))
            for start in self.starts
        ]
        return max(0, min(bounds))

    def run(self, search: Search, steps: int, width: int, seed: int, largest: int = LARGEST) -> Run:
        """Is there a way in so many steps, going on with so many positions of each level?"""
        pool = Pool(self._machine)
        for start in self.starts:
            pool.add(*pack(start.cells))
        at = np.array([pool.count, 0], np.int64)
        run = Run(pool)
        rng = np.random.default_rng(seed)
        weights = rng.random(4) * (0.3, 3.0, 2.0, 2.0)
        first = 0
        while run.steps < steps:
            order = np.arange(first, pool.count, dtype=np.int64)
            if len(order) > width:
                run.narrowed = True
                cost = self._cost(pool.nodes[first : pool.count], weights, rng)
                pool.keep(first, order[np.argpartition(cost, width)[:width]])
                order = order[:width]
                at[COUNT] = pool.count
            if not len(order):
                break
            first = pool.count
            run.steps += 1
            at[NEXT] = 0
            result = PAUSED
            while result in (PAUSED, FULL):
                result = self._level(
                    self._setting, self._tables, self._codes, *self._known, pool.nodes, pool.keys,
                    order, at, steps - run.steps, SLICE,
                )  # fmt: skip
                pool.count = int(at[COUNT])
                if result == FOUND:
                    run.result = FOUND
                    return run
                if result == FULL and not pool.grow(largest):
                    run.result = FULL
                    return run
                if not search.go_on(f"{run.steps} of {steps} steps"):
                    run.result = PAUSED
                    return run
        return run

    def _cost(self, nodes: Integers, weights: Reals, rng: np.random.Generator) -> Reals:
        """What speaks against a position: a low potential, couples that are half taken, groups of two, bad luck."""
        low, high = nodes[:, 0], nodes[:, 1]
        halves: Integers = np.zeros(len(nodes), np.int64)
        for one, two in self._where.couples:
            halves += self._taken(nodes, one) ^ self._taken(nodes, two)
        potential = np.bitwise_count(low) + np.bitwise_count(high) + halves
        potential += (low & self._inside[0] != 0) | (high & self._inside[1] != 0)
        cost: Reals = rng.random(len(nodes)) * weights[3] + halves * weights[1] - 3.0 * potential
        for one, two in self._groups:
            count = np.bitwise_count(low & one) + np.bitwise_count(high & two)
            cost += (count == 2) * weights[2] * 0.3 - (count == 1) * weights[0]
        return cost

    @staticmethod
    def _taken(nodes: Integers, place: int) -> Integers:
        word, shift = (0, place) if place < BITS else (1, place - BITS)
        taken: Integers = nodes[:, word] >> shift & 1
        return taken

    def notation(self, pool: Pool) -> tuple[str, ...]:
        """The steps and additions that led to the last node."""
        start, *way = pool.way(pool.count - 1)
        table = self.state.table.copy()
        moves = self.additions(table, *start[:2])
        for low, high, code in way:
            play(self.state.setting, table, PLAYER, code)
            moves += [self.state.move_of(code).notation, *self.additions(table, low, high)]
        return tuple(moves)

    def additions(self, table: Table, low: int, high: int) -> list[str]:
        """Pieces that come in until the table is what two words tell, in notation."""
        setting = self.state.setting
        codes = [setting.steps + space for space in places_of(low, high) if table.cells[space] == EMPTY]
        for code in codes:
            play(setting, table, PLAYER, code)
        return [self.state.move_of(code).notation for code in codes]


def _starts(state: FullHouseState) -> list[Table]:
    """The tables that the first step may begin from: with some, all or none of the pieces that may be added now."""
    starts = []
    for chosen in range(1 << len(state.open)):
        table = state.table.copy()
        if add_chosen(state.setting, table, state.open, chosen):
            starts.append(table)
    return starts


def solve_full_house(state: FullHouseState, search: Search) -> None:
    """So many pieces on the board in the fewest steps."""
    house = House(state)
    for start in house.starts:
        if start.solved:
            extra = house.additions(state.table.copy(), *pack(start.cells))
            search.best("optimal", tuple(extra), 0, 0)
            return
    search.at_least(house.bound())
    # Pieces that cannot get together soon run out of new positions: then there is no way at all.
    everything = house.run(search, ENDLESS, ENDLESS, 0, FEW)
    if everything.result == EXHAUSTED:
        search.impossible()
        return
    for seed, width in enumerate(chain(WIDTHS, repeat(WIDTHS[-1]))):
        steps = search.answer.bound or 0
        while search.go_on() and (search.answer.length is None or steps < search.answer.length):
            run = house.run(search, steps, width, seed)
            if run.result == FOUND:
                search.found(house.notation(run.pool), run.steps)
            elif run.result == EXHAUSTED and not run.narrowed and steps == search.answer.bound:
                search.at_least(steps + 1)
            steps += 1
        if not search.go_on():
            return
