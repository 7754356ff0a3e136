"""Looking ahead: each move is tried in many worlds, and the round played to its end by everybody's tactics."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from muscade.core import Move
from muscade.games.passe_eclair.course import play
from muscade.games.passe_eclair.judge import evaluate
from muscade.games.passe_eclair.moves import code_of
from muscade.games.passe_eclair.state import COURSE
from muscade.games.passe_eclair.table import Table
from muscade.games.passe_eclair.view import PasseEclairView
from muscade.games.passe_eclair.worlds import TRIES, deal_hidden, known
from muscade.kernels.placeholders import setting_of, table_of
from muscade.kernels.primitives import room

if TYPE_CHECKING:
    from muscade.kernels.kernel import Kernel
    from muscade.kernels.sharing import Integers, Reals

SIZE = len(Table().numbers)


def try_moves(
    setting: Integers,
    start: Integers,
    seat: int,
    tried: Integers,
    worlds: int,
    chance: Any,
    chances: Any,
    totals: Reals,
) -> None:
    """Add up what a seat may expect of each of its moves, in so many worlds."""
    rules = setting_of(setting)
    world, table = room(SIZE), room(SIZE)
    for _ in range(worlds):
        for _ in range(TRIES):
            for place in range(SIZE):
                world[place] = start[place]
            if deal_hidden(rules, table_of(world), seat, chance):
                break
        for move in range(len(tried)):
            for place in range(SIZE):
                table[place] = world[place]
            play(rules, table_of(table), seat, tried[move])
            evaluate(rules, table_of(table), chance, chances)
            totals[move] += chances[seat]


def _compiled() -> Any:
    from numba import types  # late: it brings the compiler

    from muscade.kernels.entries import CHANCE, REALS
    from muscade.kernels.lowering import NUMBERS

    number = types.int64
    signature = types.void(NUMBERS, NUMBERS, number, NUMBERS, number, CHANCE, REALS, REALS)
    return COURSE.machine.entry(try_moves, signature)


COURSE.entries.append(_compiled)


def expectations(
    kernel: Kernel, view: PasseEclairView, moves: Sequence[Move], rng: Random, worlds: int
) -> Reals:
    """What the view's seat may expect of each move, in so many worlds; to be compared with each other."""
    import numpy as np  # late, as what follows

    from muscade.kernels.chance import chance_of
    from muscade.kernels.kernel import row_of

    assert view.seat is not None
    _, start = known(view)
    codes = np.array([code_of(start, view.seat, move) for move in moves], np.int64)
    totals = np.zeros(len(codes))
    _compiled()(
        kernel.setting,
        row_of(start),
        view.seat,
        codes,
        worlds,
        chance_of(rng.getrandbits(62)),
        np.zeros(view.seats),
        totals,
    )
    return totals
