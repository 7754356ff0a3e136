"""Complete games at random, thousands in one call, on as many cores as there are."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np
from numba import types

from muscade.kernels.chance import begin, below
from muscade.kernels.compiler import CHANCE, DRAW, MOVES, NUMBERS, PLAY, REWARDS, TURN, compiled
from muscade.kernels.kernel import NATURE_BIT, Numbers, Reals
from muscade.kernels.own import draw, moves, play, rewards, setting_of, table_of, turn
from muscade.kernels.primitives import any_seat
from muscade.kernels.running import CourseKernel
from muscade.kernels.sharing import FEW, in_threads, next_few, private

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
        NUMBERS,
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
    taken: Numbers,
    made: Numbers,
    won: Reals,
) -> None:
    """Games of a seed, as many as there is room for in ``made`` and nobody else has ``taken``."""
    first = next_few(taken)
    while first < len(made):
        for game in range(first, min(first + FEW, len(made))):
            begin(chance, seed, game)
            for place in range(len(start)):
                state[place] = start[place]
            made[game] = play_out(turn, moves, play, draw, ground, state, codes, chance)
            rewards(ground, state, won[game])
        first = next_few(taken)


# ---------------------------------------------------------------- on courses


def games(
    setting: Numbers,
    start: Numbers,
    table: Numbers,
    codes: Numbers,
    chance: Any,
    seed: int,
    taken: Numbers,
    made: Numbers,
    won: Reals,
) -> None:
    """Games of a seed, as many as there is room for in ``made`` and nobody else has ``taken``."""
    here = table_of(table)
    rules = setting_of(setting)
    first = next_few(taken)
    while first < len(made):
        for game in range(first, min(first + FEW, len(made))):
            begin(chance, seed, game)
            for place in range(len(start)):
                table[place] = start[place]
            moved = 0
            while True:
                mask = turn(rules, here)
                if mask == 0:
                    break
                if mask == NATURE_BIT:
                    draw(rules, here, chance)
                    continue
                seat = any_seat(mask, chance)
                count = moves(rules, here, seat, codes)
                play(rules, here, seat, codes[below(chance, count) if count > 1 else 0])
                moved += 1
            made[game] = moved
            rewards(rules, here, won[game])
        first = next_few(taken)


GAMES = types.void(
    NUMBERS,
    NUMBERS,
    NUMBERS,
    NUMBERS,
    CHANCE,
    types.int64,
    NUMBERS,
    NUMBERS,
    types.Array(types.float64, 2, "C"),
)


def random_games(kernel: Any, seed: int, count: int, threads: int = 1) -> Batch:
    """That many complete games. Each depends on the seed and on its own number only, not on the threads."""
    made = np.zeros(max(count, 0), np.int64)
    won = np.zeros((len(made), kernel.seats))
    if isinstance(kernel, CourseKernel):
        entry = kernel.machine.entry(games, GAMES)

        def some_of_them(taken: Numbers) -> None:
            entry(
                kernel.setting,
                kernel.start,
                private(len(kernel.start)),
                private(kernel.most_moves),
                private(1, np.uint64),
                seed,
                taken,
                made,
                won,
            )

        in_threads(some_of_them, count, threads)
        return Batch(made, won)

    def some(taken: Numbers) -> None:
        cast("Any", _games)(
            *kernel.functions[:5],
            kernel.ground,
            kernel.start,
            private(len(kernel.start)),
            private(kernel.widest),
            private(1, np.uint64),
            seed,
            taken,
            made,
            won,
        )

    in_threads(some, count, threads)
    return Batch(made, won)
