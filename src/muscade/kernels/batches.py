"""Complete games at random, thousands in one call, on as many cores as there are."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numba import types

from muscade.kernels.chance import begin, below
from muscade.kernels.compiler import CHANCE, DRAW, MOVES, NUMBERS, PLAY, REWARDS, TURN, compiled
from muscade.kernels.kernel import NATURE_BIT, Kernel, Numbers, Reals

_TABLE = types.Array(types.float64, 2, "C")
_SEATS = 8
"""More than sit at any table."""


class Batch(NamedTuple):
    """Games that were played: the players' moves in each, and every seat's reward."""

    moves: Numbers
    rewards: Reals


@compiled(types.int64(types.int64, CHANCE), lean=True)
def one_of(mask: int, chance: Any) -> int:
    """A seat of a mask, each as likely as the others."""
    if mask & (mask - 1):
        count = 0
        for seat in range(_SEATS):
            count += mask >> seat & 1
        skipped = below(chance, count)
        for _ in range(skipped):
            mask &= mask - 1
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return seat


@compiled(
    types.int64(
        types.FunctionType(TURN),
        types.FunctionType(MOVES),
        types.FunctionType(PLAY),
        types.FunctionType(DRAW),
        NUMBERS,
        NUMBERS,
        NUMBERS,
        CHANCE,
    ),
    lean=True,
)
def play_out(
    turn: Any, moves: Any, play: Any, draw: Any, ground: Numbers, state: Numbers, codes: Numbers, chance: Any
) -> int:
    """Play a state to its end at random; how many moves the players made."""
    made = 0
    while True:
        mask = turn(ground, state)
        if mask == 0:
            return made
        if mask == NATURE_BIT:
            draw(ground, state, chance)
            continue
        seat = one_of(mask, chance)
        count = moves(ground, state, seat, codes)
        play(ground, state, seat, codes[below(chance, count) if count > 1 else 0])
        made += 1


@compiled(
    types.void(
        types.FunctionType(TURN),
        types.FunctionType(MOVES),
        types.FunctionType(PLAY),
        types.FunctionType(DRAW),
        types.FunctionType(REWARDS),
        NUMBERS,
        NUMBERS,
        NUMBERS,
        NUMBERS,
        CHANCE,
        types.int64,
        types.int64,
        NUMBERS,
        _TABLE,
    ),
    lean=True,
)
def _games(
    turn: Any,
    moves: Any,
    play: Any,
    draw: Any,
    rewards: Any,
    ground: Numbers,
    start: Numbers,
    state: Numbers,
    codes: Numbers,
    chance: Any,
    seed: int,
    first: int,
    made: Numbers,
    won: Reals,
) -> None:
    """Games ``first`` and following of a seed, as many as there is room for in ``made``."""
    for game in range(len(made)):
        begin(chance, seed, first + game)
        for place in range(len(start)):
            state[place] = start[place]
        made[game] = play_out(turn, moves, play, draw, ground, state, codes, chance)
        rewards(ground, state, won[game])


def random_games(kernel: Kernel[Any, Any], seed: int, count: int, threads: int = 1) -> Batch:
    """That many complete games. Each depends on the seed and on its own number only, not on the threads."""
    pieces = cut_up(count, threads)
    made = np.zeros(count, np.int64)
    won = np.zeros((count, kernel.seats))
    functions = kernel.functions[:5]

    def some(first: int, last: int) -> None:
        _games(
            *functions,
            kernel.ground,
            kernel.start,
            kernel.start.copy(),
            np.empty(kernel.widest, np.int64),
            np.empty(1, np.uint64),
            seed,
            first,
            made[first:last],
            won[first:last],
        )

    in_threads(some, pieces, threads)
    return Batch(made, won)


def cut_up(count: int, threads: int) -> list[tuple[int, int]]:
    """Pieces of a batch, from a first game to the one after the last, for that many threads."""
    if count < 0 or threads < 1:
        raise ValueError(f"{count} games in {threads} threads cannot be played")
    # Many more pieces than threads: none waits long for the others at the end.
    wanted = 1 if threads == 1 else min(count, 8 * threads)
    cuts = np.linspace(0, count, wanted + 1).astype(int).tolist()
    return list(pairwise(cuts))


def in_threads(some: Callable[[int, int], None], pieces: list[tuple[int, int]], threads: int) -> None:
    """Have games played piece by piece, in that many threads."""
    if threads == 1:
        for piece in pieces:
            some(*piece)
        return
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(some, *zip(*pieces, strict=True)))
