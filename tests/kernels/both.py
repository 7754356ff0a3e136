"""The same game in the kernel and in the object API, step by step."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from muscade.core import NATURE, Game, Move
from muscade.kernels import kernel_of
from muscade.kernels.batches import one_of
from muscade.kernels.chance import Chance, below, chance_of
from muscade.kernels.kernel import NATURE_BIT, Kernel, Reals

MANY = int(os.environ.get("MUSCADE_MANY_GAMES", "1"))
"""Multiplies how many games are compared: a test run has hundreds, a long one tens of thousands."""


def any_of(moves: Sequence[Move], chance: Chance) -> int:
    return below(chance, len(moves))


def play_both(
    game: Game[Any, Any],
    seats: int,
    options: dict[str, Any],
    seed: int,
    longest: int = 4000,
    pick: Callable[[Sequence[Move], Chance], int] = any_of,
) -> int:
    """A random game, chance and choices drawn by the kernel; both must agree on everything after every step.

    A game that would never end at random needs a ``pick`` of its own.
    """
    kernel = kernel_of(game, seats, options)
    turn, moves, play, draw, rewards = kernel.functions[:5]
    ground, numbers = kernel.ground, kernel.start.copy()
    state = game.new(seats, **options)
    chance = chance_of(seed)
    codes = np.empty(kernel.widest, np.int64)
    for step in range(longest):
        where = f"{game.name}, {seats} seats, {options}, seed {seed}, step {step}"
        np.testing.assert_array_equal(kernel.flatten(state), numbers, where)
        mask = turn(ground, numbers)
        acting = state.turn()
        expected = NATURE_BIT if acting == (NATURE,) else sum(1 << seat for seat in acting)
        assert mask == expected, where
        if not acting:
            outcome = state.outcome()
            assert outcome is not None, where
            given = np.zeros(seats)
            rewards(ground, numbers, given)
            assert {seat for seat in range(seats) if given[seat] > 0} == set(outcome.winners), where
            return step
        if mask == NATURE_BIT:
            before = numbers.copy()
            draw(ground, numbers, chance)
            state.play(NATURE, kernel.nature(before, numbers))
            continue
        for seat in range(seats):
            count = moves(ground, numbers, seat, codes) if seat in acting else 0
            listed = sorted(codes[:count].tolist())
            assert listed == sorted(kernel.code(numbers, move) for move in state.moves(seat)), where
            assert len(set(listed)) == count, where
            assert not listed or 0 <= listed[0] <= listed[-1] < kernel.codes, where
        seat = acting[below(chance, len(acting))]
        offered = state.moves(seat)
        move = offered[pick(offered, chance)]
        code = kernel.code(numbers, move)
        assert kernel.move(numbers, code) == move, where
        state.play(seat, move)
        play(ground, numbers, seat, code)
    raise AssertionError(f"{where}: no end")


def step_by_step(kernel: Kernel[Any, Any], seed: int, number: int) -> tuple[int, Reals]:
    """Game ``number`` of a batch, played from outside: the players' moves, and the rewards."""
    turn, moves, play, draw, rewards = kernel.functions[:5]
    ground, numbers = kernel.ground, kernel.start.copy()
    chance = chance_of(seed, number)
    codes = np.empty(kernel.widest, np.int64)
    made = 0
    while mask := turn(ground, numbers):
        if mask == NATURE_BIT:
            draw(ground, numbers, chance)
            continue
        seat = one_of(mask, chance)
        count = moves(ground, numbers, seat, codes)
        play(ground, numbers, seat, codes[below(chance, count) if count > 1 else 0])
        made += 1
    won = np.zeros(kernel.seats)
    rewards(ground, numbers, won)
    return made, won
