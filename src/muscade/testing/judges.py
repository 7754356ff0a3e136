"""What helps searches, held to what they take it for: numbers that add up to 1, and shares of a victory."""

from __future__ import annotations

from itertools import islice

import numpy as np

from muscade.core import NATURE
from muscade.kernels import kernel_of
from muscade.kernels.chance import chance_of
from muscade.kernels.course import JUDGED
from muscade.kernels.kernel import Kernel, row_of
from muscade.kernels.layout import Layout
from muscade.kernels.primitives import room
from muscade.kernels.stepping import CourseState
from muscade.testing.cases import Case, check_of

APART = 8
"""So many decisions of a game go by between two that are judged."""
LONGEST = 80
NEAR = 1e-6
"""What compilers may make of the order in which fractions are added."""


@check_of(cases=2)
def a_judge_says_what_can_be(case: Case) -> None:
    """`priors` add up to 1, `evaluate` stays from 0 to 1, and both say the same interpreted and compiled."""
    course = case.game.course
    judged = [name for name in JUDGED if course is not None and name in course.functions]
    if not judged:
        return
    kernel = kernel_of(case.game, case.seats, case.options)
    decisions = (state for state in case.random_game() if state.turn() and state.turn() != (NATURE,))
    for state in islice(decisions, 0, LONGEST, APART):
        assert isinstance(state, CourseState)
        if "priors" in judged:
            _check_priors(kernel, state.table, state.turn()[0])
        if "evaluate" in judged:
            _check_value(kernel, state.table, case.rng.getrandbits(32))


def _check_priors(kernel: Kernel, table: Layout, seat: int) -> None:
    setting, _ = kernel.layouts()
    functions, machine, row = kernel.course.functions, kernel.machine, row_of(table)
    codes = room(kernel.most_moves)
    count = functions["moves"](setting, table, seat, codes)
    given, compiled = [0.0] * count, np.zeros(count)
    machine.priors(kernel.setting, row.copy(), seat, np.array(codes, np.int64), count, compiled)
    functions["priors"](setting, table.copy(), seat, codes, count, given)
    assert min(given) >= 0, f"`priors` of seat {seat} are {given}, and one of them is below 0"
    assert abs(sum(given) - 1) < NEAR, f"`priors` of seat {seat} are {given}, which add up to {sum(given)}"
    _same("priors", given, compiled.tolist())


def _check_value(kernel: Kernel, table: Layout, seed: int) -> None:
    setting, _ = kernel.layouts()
    given, compiled = [0.0] * kernel.seats, np.zeros(kernel.seats)
    kernel.machine.evaluate(kernel.setting, row_of(table), chance_of(seed), compiled)
    kernel.course.functions["evaluate"](setting, table.copy(), chance_of(seed), given)
    assert all(-NEAR <= share <= 1 + NEAR for share in given), f"`evaluate` expects {given}: beyond 0 to 1"
    _same("evaluate", given, compiled.tolist())


def _same(name: str, interpreted: list[float], compiled: list[float]) -> None:
    assert np.allclose(interpreted, compiled, atol=NEAR), (
        f"`{name}` says {interpreted} interpreted, {compiled} compiled"
    )
