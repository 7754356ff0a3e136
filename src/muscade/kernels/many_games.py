"""Many games abreast, one move in each at a time: what a learner needs of thousands of tables at once.

Everything is in arrays with a row for each game. A game depends on its own seed alone, and on what is done in it; a game that ends is
followed by the next one of the same seed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from muscade.kernels.kernel import Kernel
from muscade.kernels.lowering import NUMBERS
from muscade.kernels.observations import size_of
from muscade.kernels.placeholders import (
    draw,
    moves,
    observe,
    part_of,
    play,
    rewards,
    setting_of,
    table_of,
    turn,
)
from muscade.kernels.primitives import NATURE_BIT, any_seat, begin, below
from muscade.kernels.sharing import Integers, in_threads, next_few

ANEW = -1
"""In place of a move: the first game of the seed begins."""

_GRID = types.Array(types.int64, 2, "C")


def _lay(start: Any, table: Any, chance: Any, seed: int, number: int) -> None:
    """A game begins: which one of its seed is told by a number."""
    begin(chance, seed, number)
    for place in range(len(start)):
        table[place] = start[place]


def advance(
    setting: Integers,
    start: Integers,
    at_random: int,
    actions: Integers,
    tables: Any,
    chances: Any,
    seeds: Integers,
    numbers: Integers,
    movers: Integers,
    codes: Any,
    counts: Integers,
    seen: Any,
    masks: Any,
    won: Any,
    over: Any,
    taken: Integers,
    few: int,
) -> None:
    """A legal move in every game, and on to the next choice of somebody who does not play ``at_random``; see `ManyGames`."""
    rules = setting_of(setting)
    first = next_few(taken, few)
    while first < len(actions):
        for game in range(first, min(first + few, len(actions))):
            here, chance = table_of(tables[game]), chances[game]
            listed, mask = part_of(codes[game]), part_of(masks[game])
            for place in range(counts[game]):
                mask[listed[place]] = 0
            if over[game]:
                over[game] = False
                for seat in range(won.shape[1]):
                    won[game, seat] = 0.0
            if actions[game] == ANEW:
                numbers[game] = 0
                _lay(start, tables[game], chance, seeds[game], 0)
            else:
                play(rules, here, movers[game], actions[game])
            seat = found = 0
            waiting = True
            while waiting:
                acting = turn(rules, here)
                if acting == 0:
                    rewards(rules, here, won[game])
                    over[game] = True
                    numbers[game] += 1
                    _lay(start, tables[game], chance, seeds[game], numbers[game])
                elif acting == NATURE_BIT:
                    draw(rules, here, chance)
                else:
                    seat = any_seat(acting, chance)
                    found = moves(rules, here, seat, listed)
                    waiting = at_random >> seat & 1 == 1
                    if waiting:
                        play(rules, here, seat, listed[below(chance, found)])
            movers[game] = seat
            counts[game] = found
            for place in range(found):
                mask[listed[place]] = 1
            observe(rules, here, seat, part_of(seen[game]))
        first = next_few(taken, few)


ADVANCE = types.void(
    NUMBERS,
    NUMBERS,
    types.int64,
    NUMBERS,
    _GRID,
    types.Array(types.uint64, 2, "C"),
    NUMBERS,
    NUMBERS,
    NUMBERS,
    _GRID,
    NUMBERS,
    types.Array(types.int16, 2, "C"),
    types.Array(types.int8, 2, "C"),
    types.Array(types.float64, 2, "C"),
    types.Array(types.boolean, 1, "C"),
    NUMBERS,
    types.int64,
)


class ManyGames:
    """So many games of one kernel; seats of the mask ``at_random`` do anything they may."""

    def __init__(self, kernel: Kernel, count: int, at_random: int = 0) -> None:
        self.kernel = kernel
        self.count = count
        self.at_random = at_random
        self.tables = np.zeros((count, len(kernel.start)), np.int64)
        self.chances = np.zeros((count, 1), np.uint64)
        self.seeds = np.zeros(count, np.int64)
        self.numbers = np.zeros(count, np.int64)
        """Which game of its seed each is."""
        self.movers = np.zeros(count, np.int64)
        """Whose choice is next."""
        self.codes = np.zeros((count, kernel.most_moves), np.int64)
        """What that seat may do: the first ``counts`` of each row."""
        self.counts = np.zeros(count, np.int64)
        self.seen: NDArray[np.int16] = np.zeros((count, size_of(kernel.fields)), np.int16)
        """What that seat sees."""
        self.masks: NDArray[np.int8] = np.zeros((count, kernel.code_count), np.int8)
        """For every code, whether that seat may do it."""
        self.won = np.zeros((count, kernel.seats))
        """Everybody's reward where a game has ended with the last move."""
        self.over = np.zeros(count, np.bool_)
        """Has it?"""
        self._advance = kernel.machine.entry(advance, ADVANCE)

    def advance(self, actions: Integers, threads: int = 1) -> None:
        """A legal move, or `ANEW`, in every game; the same whatever the threads."""
        kernel = self.kernel

        def some(taken: Integers, few: int) -> None:
            self._advance(
                kernel.setting,
                kernel.start,
                self.at_random,
                actions,
                self.tables,
                self.chances,
                self.seeds,
                self.numbers,
                self.movers,
                self.codes,
                self.counts,
                self.seen,
                self.masks,
                self.won,
                self.over,
                taken,
                few,
            )

        in_threads(some, self.count, threads, brief=True)
