"""Whole games in ticks (ES-20) as machine code: what `muscade.bots.ticks` does, with seats that do anything they may."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from muscade.games.passe_eclair.kernel import PasseEclairKernel
from muscade.games.passe_eclair.numbers import CODES, NUMBER, ROUND, SEATS, TABLE_SEATS
from muscade.kernels.chance import begin, below
from muscade.kernels.compiler import CHANCE, DRAW, MOVES, NUMBERS, PLAY, REWARDS, TURN, compiled
from muscade.kernels.kernel import NATURE_BIT, Numbers, Reals
from muscade.kernels.sharing import FEW, in_threads, next_few, private

_PLAY = (
    types.FunctionType(TURN),
    types.FunctionType(MOVES),
    types.FunctionType(PLAY),
    types.FunctionType(DRAW),
)
"""Handed over rather than called by name, so that they are not compiled a second time."""


class TickGames(NamedTuple):
    """Games that were played in ticks: in each, the choices made, those that came in time, and every seat's reward."""

    choices: Numbers
    in_time: Numbers
    rewards: Reals


@compiled(types.int64(*_PLAY, NUMBERS, NUMBERS, NUMBERS, CHANCE))
def tick(
    turn: Any,
    moves: Any,
    play: Any,
    draw: Any,
    ground: Numbers,
    state: Numbers,
    scratch: Numbers,
    chance: Any,
) -> int:
    """One tick: every seat that may act chooses with equal chances, all are equally fast, and chance answers at once.

    Returned are the choices made and, times `SEATS` + 1, those that were in time. ``scratch`` has room for `SCRATCH`.
    """
    codes, chosen, order = scratch[:CODES], scratch[CODES : CODES + SEATS], scratch[CODES + SEATS :]
    mask = turn(ground, state)
    acting = 0
    for seat in range(ground[TABLE_SEATS]):
        if mask >> seat & 1:
            count = moves(ground, state, seat, codes)
            chosen[seat] = codes[below(chance, count)] if count > 1 else codes[0]
            order[acting] = seat
            acting += 1
    for place in range(acting - 1):
        other = place + below(chance, acting - place)
        seat = order[other]
        for later in range(other, place, -1):
            order[later] = order[later - 1]
        order[place] = seat
    number, lap = state[NUMBER], state[ROUND]
    in_time = 0
    while in_time < acting and state[NUMBER] == number and state[ROUND] == lap and mask:
        seat = order[in_time]
        play(ground, state, seat, chosen[seat])
        in_time += 1
        mask = turn(ground, state)
        while mask == NATURE_BIT:
            draw(ground, state, chance)
            mask = turn(ground, state)
    return acting + (SEATS + 1) * in_time


SCRATCH = CODES + 2 * SEATS


@compiled(
    types.void(
        *_PLAY,
        types.FunctionType(REWARDS),
        NUMBERS,
        NUMBERS,
        NUMBERS,
        NUMBERS,
        CHANCE,
        types.int64,
        NUMBERS,
        NUMBERS,
        NUMBERS,
        types.Array(types.float64, 2, "C"),
    )
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
    scratch: Numbers,
    chance: Any,
    seed: int,
    taken: Numbers,
    choices: Numbers,
    in_time: Numbers,
    won: Reals,
) -> None:
    """Games of a seed, as many as there is room for in ``choices`` and nobody else has ``taken``."""
    first = next_few(taken)
    while first < len(choices):
        for game in range(first, min(first + FEW, len(choices))):
            begin(chance, seed, game)
            state[:] = start
            while turn(ground, state) == NATURE_BIT:
                draw(ground, state, chance)
            made = 0
            made_in_time = 0
            while turn(ground, state):
                told = tick(turn, moves, play, draw, ground, state, scratch, chance)
                made += told % (SEATS + 1)
                made_in_time += told // (SEATS + 1)
            choices[game] = made
            in_time[game] = made_in_time
            rewards(ground, state, won[game])
        first = next_few(taken)


def tick_games(kernel: PasseEclairKernel, seed: int, count: int, threads: int = 1) -> TickGames:
    """That many complete games. Each depends on the seed and on its own number only, not on the threads."""
    choices = np.zeros(max(count, 0), np.int64)
    in_time = np.zeros_like(choices)
    won = np.zeros((len(choices), kernel.seats))

    def some(taken: Numbers) -> None:
        _games(
            *kernel.functions[:5],
            kernel.ground,
            kernel.start,
            private(len(kernel.start)),
            private(SCRATCH),
            private(1, np.uint64),
            seed,
            taken,
            choices,
            in_time,
            won,
        )

    in_threads(some, count, threads)
    return TickGames(choices, in_time, won)
