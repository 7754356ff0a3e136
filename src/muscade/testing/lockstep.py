"""The same game interpreted and compiled, step by step: the compiler is held to the text of the course."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from muscade.core import NATURE, Game, Options
from muscade.kernels import kernel_of
from muscade.kernels.chance import chance_of
from muscade.kernels.kernel import Kernel, row_of
from muscade.kernels.primitives import FINE, NATURE_BIT, room

ASKED = 400
"""Of how many codes `refusal` is asked in a step, where a game has more."""


def lockstep(game: Game[Any, Any], seats: int, options: Options, seed: int, longest: int = 4000) -> int:
    """A random game, both ways: same turns, moves, refusals, tables and rewards; how many steps it took.

    In every step `refusal` is `FINE` for exactly what `moves` lists. A game that goes on after ``longest`` steps is left there.
    """
    kernel: Kernel = kernel_of(game, seats, options)
    game_seats, codes = range(seats), np.zeros(kernel.most_moves, np.int64)
    setting, table = kernel.layouts()
    compiled = kernel.start.copy()
    course, machine = kernel.course.functions, kernel.machine
    rng, chances = Random(seed), (chance_of(seed), chance_of(seed))
    for step in range(longest):
        where = f"{game.name}, {seats} seats, {options}, seed {seed}, step {step}"
        assert (row_of(table) == compiled).all(), (
            f"{where}: interpreted {table}, compiled {compiled.tolist()}"
        )
        mask = course["turn"](setting, table)
        assert mask == machine.turn(kernel.setting, compiled), where
        if mask == 0:
            shares, given = [0.0] * seats, np.zeros(seats)
            course["rewards"](setting, table, shares)
            machine.rewards(kernel.setting, compiled, given)
            assert shares == given.tolist(), where
            assert abs(sum(shares) - _whole(shares)) < 1e-9, where
            return step
        listed: dict[int, list[int]] = {}
        for seat in (NATURE, *game_seats):
            acts = mask == NATURE_BIT if seat == NATURE else mask >> seat & 1 == 1
            found = room(kernel.most_moves)
            count = course["moves"](setting, table, seat, found) if acts else 0
            listed[seat] = list(found[:count])
            if acts:
                assert count == machine.moves(kernel.setting, compiled, seat, codes), where
                assert listed[seat] == codes[:count].tolist(), where
                assert len(set(listed[seat])) == count, where
            _refusals(kernel, setting, table, compiled, seat, set(listed[seat]), rng, where)
        if mask == NATURE_BIT:
            drawn = course["draw"](setting, table, chances[0])
            assert drawn == machine.draw(kernel.setting, compiled, chances[1]), where
            assert drawn < 0 or not listed[NATURE] or drawn in listed[NATURE], where
            continue
        seat = rng.choice([seat for seat in game_seats if mask >> seat & 1])
        code = rng.choice(listed[seat])
        course["play"](setting, table, seat, code)
        machine.play(kernel.setting, compiled, seat, code)
    return longest


def _refusals(
    kernel: Kernel,
    setting: Any,
    table: Any,
    compiled: Any,
    seat: int,
    listed: set[int],
    rng: Random,
    where: str,
) -> None:
    refusal, machine = kernel.course.functions["refusal"], kernel.machine
    every = range(kernel.code_count)
    asked = every if len(every) <= ASKED else {*rng.sample(every, ASKED // 2), *list(listed)[: ASKED // 2]}
    before = row_of(table)
    for code in asked:
        reason = refusal(setting, table, seat, code)
        assert reason == machine.refusal(kernel.setting, compiled, seat, code), (
            f"{where}, seat {seat}, code {code}"
        )
        assert (reason == FINE) == (code in listed), f"{where}, seat {seat}, code {code}: {reason}"
    assert (row_of(table) == before).all(), f"{where}: asking has changed the table"


def _whole(shares: list[float]) -> float:
    """What all rewards come to: 1 shared by the winners, or, where parties have several seats, 1 for each of a party's."""
    best = max(shares)
    parties = round(1 / best) if best else 0
    return sum(share > 0 for share in shares) / parties if parties else 0.0
