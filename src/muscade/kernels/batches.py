"""Complete games at random, thousands in one call, on as many cores as there are."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from muscade.kernels.entries import CHANCE
from muscade.kernels.kernel import Kernel
from muscade.kernels.lowering import NUMBERS
from muscade.kernels.placeholders import draw, moves, part_of, play, rewards, setting_of, table_of, turn
from muscade.kernels.primitives import NATURE_BIT, any_seat, begin, below
from muscade.kernels.sharing import Integers, Reals, in_threads, next_few, private


class Batch(NamedTuple):
    """Games that were played: the players' moves in each, and every seat's reward."""

    moves: Integers
    rewards: Reals


def play_out(rules: Any, here: Any, codes: Any, chance: Any) -> int:
    """Play on at random to the end; how many moves the players make."""
    made = 0
    while True:
        mask = turn(rules, here)
        if mask == 0:
            return made
        if mask == NATURE_BIT:
            draw(rules, here, chance)
            continue
        seat = any_seat(mask, chance)
        count = moves(rules, here, seat, codes)
        play(rules, here, seat, codes[below(chance, count) if count > 1 else 0])
        made += 1


def games(
    setting: Integers,
    start: Integers,
    table: Integers,
    codes: Integers,
    chance: Any,
    seed: int,
    taken: Integers,
    few: int,
    made: Integers,
    won: Reals,
) -> None:
    """Games of a seed, as many as there is room for in ``made`` and nobody else has ``taken``, a ``few`` at a time."""
    here = table_of(table)
    rules = setting_of(setting)
    listed = part_of(codes)
    first = next_few(taken, few)
    while first < len(made):
        for game in range(first, min(first + few, len(made))):
            begin(chance, seed, game)
            for place in range(len(start)):
                table[place] = start[place]
            made[game] = play_out(rules, here, listed, chance)
            rewards(rules, here, won[game])
        first = next_few(taken, few)


GAMES = types.void(
    NUMBERS,
    NUMBERS,
    NUMBERS,
    NUMBERS,
    CHANCE,
    types.int64,
    NUMBERS,
    types.int64,
    NUMBERS,
    types.Array(types.float64, 2, "C"),
)


def random_games(kernel: Kernel, seed: int, count: int, threads: int = 1) -> Batch:
    """That many complete games. Each depends on the seed and on its own number only, not on the threads."""
    made = np.zeros(max(count, 0), np.int64)
    won = np.zeros((len(made), kernel.seats))
    entry = kernel.machine.entry(games, GAMES)

    def some(taken: Integers, few: int) -> None:
        entry(
            kernel.setting,
            kernel.start,
            private(len(kernel.start)),
            private(kernel.most_moves),
            private(1, np.uint64),
            seed,
            taken,
            few,
            made,
            won,
        )

    in_threads(some, count, threads)
    return Batch(made, won)
