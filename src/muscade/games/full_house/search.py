"""Full House (SP-1): steps level by level, guided by what the potential says is still needed.

For a number of steps T, only positions are kept from which T can still be enough: steps made + steps that the bound asks
for. If a level ends up empty and nothing else was left out, T steps are proved not to be enough. First only the most
promising of each level are gone on with (a beam), to find something soon; then more and more of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, repeat

import numpy as np

from muscade.board import Board, standard_board
from muscade.games.full_house.potential import potential
from muscade.games.groups_of_three.tables import tables
from muscade.kernels.compiler import compiled
from muscade.solvers.answer import Search
from muscade.solvers.words import (
    EXHAUSTED,
    FOUND,
    FULL,
    PAUSED,
    WORD,
    Numbers,
    Pool,
    Reals,
    has,
    padded,
    places_of,
    remember,
    words,
)

SLICE = 20_000
LARGEST = 1 << 21
WIDTHS = (100, 1_000, 10_000, 50_000)
"""So many positions of each level are gone on with: few first, then more."""
FEW = 1 << 15
ENDLESS = 1 << 40


@compiled()
def ones(word: int) -> int:
    count = 0
    while word:
        word &= word - 1
        count += 1
    return count


@compiled()
def needed(
    low: int, high: int, couples: Numbers, outside: Numbers, target: int, room: int, added: int
) -> int:
    """So many steps at least are needed (see `potential`); with ``room`` < 0 it only counts, ``added`` pieces a step."""
    pieces = ones(low) + ones(high)
    least = (target - pieces + added - 1) // added
    if room >= 0:
        value = pieces
        for k in range(couples.shape[0]):
            if has(low, high, couples[k, 0]) != has(low, high, couples[k, 1]):
                value += 1
        if low & outside[0] != 0 or high & outside[1] != 0:
            value += 1
        least = max(least, target + (1 if target > room else 0) - value)
    return least


@compiled()
def level(
    beside: Numbers,
    partners: Numbers,
    transit: Numbers,
    couples: Numbers,
    outside: Numbers,
    nodes: Numbers,
    keys: Numbers,
    order: Numbers,
    state: Numbers,
    target: int,
    room: int,
    left: int,
    work: int,
) -> int:
    """All that one step, with or without additions, makes of these nodes (GT-4 to GT-6, GT-9).

    Left out is what would take more than ``left`` further steps. ``state``: number of nodes, next of ``order``.
    """
    most_added = max(1, partners.shape[1] // 2)
    space_left = nodes.shape[0] - beside.shape[0] * beside.shape[1] * (1 << most_added)
    found = np.zeros(most_added, np.int64)
    for _ in range(work):
        if state[1] == order.shape[0]:
            return 0
        if state[0] > space_left:
            return 2
        node = order[state[1]]
        state[1] += 1
        low = nodes[node, 0]
        high = nodes[node, 1]
        crossing = low & transit[0] != 0 or high & transit[1] != 0
        for origin in range(1, beside.shape[0]):
            if not has(low, high, origin):
                continue
            if crossing and not has(transit[0], transit[1], origin):
                continue
            for k in range(beside.shape[1]):
                into = beside[origin, k]
                if into <= 0 or has(low, high, into):
                    continue
                if crossing and has(transit[0], transit[1], into):
                    # It could not go back to a transit space, so it needs another way out.
                    free = False
                    for j in range(beside.shape[1]):
                        out = beside[into, j]
                        if out >= 0 and not has(transit[0], transit[1], out) and not has(low, high, out):
                            free = True
                    if not free:
                        continue
                one, two = low, high
                for place in (origin, into):
                    if place < 62:
                        one ^= 1 << place
                    else:
                        two ^= 1 << (place - 62)
                count = 0
                for j in range(0, partners.shape[1], 2):
                    if partners[into, j] < 0:
                        break
                    a, b = partners[into, j], partners[into, j + 1]
                    if has(one, two, a) == has(one, two, b):
                        continue
                    opened = b if has(one, two, a) else a
                    shut = has(transit[0], transit[1], opened)
                    for known in range(count):
                        shut = shut or found[known] == opened
                    if not shut:
                        found[count] = opened
                        count += 1
                for chosen in range(1 << count):
                    new_low, new_high = one, two
                    for j in range(count):
                        if chosen >> j & 1:
                            if found[j] < 62:
                                new_low |= 1 << found[j]
                            else:
                                new_high |= 1 << (found[j] - 62)
                    pieces = ones(new_low) + ones(new_high)
                    if pieces > target:
                        continue
                    if needed(new_low, new_high, couples, outside, target, room, most_added) > left:
                        continue
                    if not remember(keys, new_low, new_high):
                        continue
                    number = state[0]
                    nodes[number, 0] = new_low
                    nodes[number, 1] = new_high
                    nodes[number, 2] = node
                    nodes[number, 3] = origin << 7 | into
                    state[0] = number + 1
                    if pieces == target and not has(transit[0], transit[1], into):
                        return 1
    return 3


@dataclass
class Run:
    """How a search went: so many steps deep, and whether positions were left out for want of width."""

    pool: Pool
    result: int = EXHAUSTED
    steps: int = 0
    narrowed: bool = False


class House:
    """Full House on one board, from one position."""

    def __init__(self, board: Board, pieces: Sequence[int], open_now: Sequence[int], target: int) -> None:
        self.board = board
        rows = tables(board)
        self.beside = padded(rows.beside)
        self.partners = padded(rows.partners)
        self.transit = np.array(words(board.transit), np.int64)
        self.target = target
        self.start = words(pieces)
        self.starts = [self.start]
        for space in open_now:
            self.starts += [words([*places_of(*start), space]) for start in self.starts]
        self.starts = [start for start in self.starts if sum(map(int.bit_count, start)) <= target]
        self.groups = np.array([words(group) for group in board.groups], np.int64).reshape(-1, 2)
        where = potential(board)
        # The proof has been checked for the board that everybody has; elsewhere only counting is sure.
        self.room = len(where.outer) if board is standard_board() else -1
        self.couples = np.array(where.couples, np.int64).reshape(-1, 2)
        self.outside = np.array(words(set(range(len(board.spaces))) - where.outer), np.int64)

    def bound(self) -> int:
        """The fewest steps that might be enough."""
        added = max(1, self.partners.shape[1] // 2)
        return min(
            max(0, int(needed(*start, self.couples, self.outside, self.target, self.room, added)))
            for start in self.starts
        )

    def run(self, search: Search, steps: int, width: int, seed: int, largest: int = LARGEST) -> Run:
        """Is there a way in so many steps, going on with so many positions of each level?"""
        pool = Pool()
        for start in self.starts:
            pool.add(*start)
        state = np.array([pool.count, 0], np.int64)
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
                state[0] = pool.count
            if not len(order):
                break
            first = pool.count
            run.steps += 1
            state[1] = 0
            result = PAUSED
            while result in (PAUSED, FULL):
                result = level(
                    self.beside, self.partners, self.transit, self.couples, self.outside, pool.nodes, pool.keys,
                    order, state, self.target, self.room, steps - run.steps, SLICE,
                )  # fmt: skip
                pool.count = int(state[0])
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

    def _cost(self, nodes: Numbers, weights: Reals, rng: np.random.Generator) -> Reals:
        """What speaks against a position: a low potential, couples that are half taken, groups of two, bad luck."""
        low, high = nodes[:, 0], nodes[:, 1]
        halves: Numbers = np.zeros(len(nodes), np.int64)
        for one, two in self.couples:
            halves += self._taken(nodes, one) ^ self._taken(nodes, two)
        potential = np.bitwise_count(low) + np.bitwise_count(high) + halves
        potential += (low & self.outside[0] != 0) | (high & self.outside[1] != 0)
        cost: Reals = rng.random(len(nodes)) * weights[3] + halves * weights[1] - 3.0 * potential
        for one, two in self.groups:
            count = np.bitwise_count(low & one) + np.bitwise_count(high & two)
            cost += (count == 2) * weights[2] * 0.3 - (count == 1) * weights[0]
        return cost

    @staticmethod
    def _taken(nodes: Numbers, place: int) -> Numbers:
        word, shift = (0, place) if place < WORD else (1, place - WORD)
        taken: Numbers = nodes[:, word] >> shift & 1
        return taken

    def notation(self, pool: Pool) -> tuple[str, ...]:
        """The steps and additions that led to the last node."""
        names = self.board.spaces
        way = pool.way(pool.count - 1)
        before = set(places_of(*self.start))
        here = set(places_of(*way[0][:2]))
        moves = [f"add {names[space]}" for space in sorted(here - before)]
        for low, high, how in way[1:]:
            origin, into = how >> 7, how & 127
            moves.append(f"{names[origin]}>{names[into]}")
            stepped = here - {origin} | {into}
            here = set(places_of(low, high))
            moves += [f"add {names[space]}" for space in sorted(here - stepped)]
        return tuple(moves)


def solve_full_house(
    board: Board, pieces: Sequence[int], open_now: Sequence[int], target: int, search: Search
) -> None:
    """So many pieces on the board in the fewest steps; ``open_now`` may be added before the first step."""
    house = House(board, pieces, open_now, target)
    if len(pieces) > target:
        search.impossible()
        return
    for start in house.starts:
        if sum(map(int.bit_count, start)) == target:
            extra = sorted(set(places_of(*start)) - set(pieces))
            search.best("optimal", tuple(f"add {board.spaces[space]}" for space in extra), 0, 0)
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
