"""Entries that every course has: its functions on plain rows, and one step of the object API in a single call.

This module imports numba: import it late.
"""

from __future__ import annotations

from typing import Any

from numba import types

from muscade.kernels.layout import WORD
from muscade.kernels.lowering import NUMBERS, numbers_at
from muscade.kernels.placeholders import (
    draw,
    evaluate,
    moves,
    observe,
    part_of,
    play,
    priors,
    redeal,
    refusal,
    rewards,
    setting_of,
    table_of,
    turn,
)
from muscade.kernels.primitives import NATURE_BIT, lowest
from muscade.kernels.stepping import CODES, LISTED, SEAT_SHIFT, SETTING, SIZE, TABLE, UNKNOWN

REALS = types.Array(types.float64, 1, "C")
SEEN = types.Array(types.int16, 1, "C")
CHANCE = types.Array(types.uint64, 1, "C")
_INT = types.int64


def plain_turn(setting: Any, table: Any) -> Any:
    return turn(setting_of(setting), table_of(table))


def plain_moves(setting: Any, table: Any, seat: int, codes: Any) -> Any:
    return moves(setting_of(setting), table_of(table), seat, codes)


def plain_refusal(setting: Any, table: Any, seat: int, code: int) -> Any:
    return refusal(setting_of(setting), table_of(table), seat, code)


def plain_play(setting: Any, table: Any, seat: int, code: int) -> None:
    play(setting_of(setting), table_of(table), seat, code)


def plain_draw(setting: Any, table: Any, chance: Any) -> Any:
    return draw(setting_of(setting), table_of(table), chance)


def plain_rewards(setting: Any, table: Any, given: Any) -> None:
    rewards(setting_of(setting), table_of(table), given)


def plain_redeal(setting: Any, table: Any, seat: int, chance: Any) -> None:
    redeal(setting_of(setting), table_of(table), seat, chance)


def plain_observe(setting: Any, table: Any, seat: int, seen: Any) -> Any:
    return observe(setting_of(setting), table_of(table), seat, part_of(seen))


def plain_priors(setting: Any, table: Any, seat: int, codes: Any, count: int, given: Any) -> None:
    priors(setting_of(setting), table_of(table), seat, codes, count, given)


def plain_evaluate(setting: Any, table: Any, chance: Any, given: Any) -> None:
    evaluate(setting_of(setting), table_of(table), chance, given)


PLAIN: dict[str, tuple[Any, Any]] = {
    "turn": (plain_turn, _INT(NUMBERS, NUMBERS)),
    "moves": (plain_moves, _INT(NUMBERS, NUMBERS, _INT, NUMBERS)),
    "refusal": (plain_refusal, _INT(NUMBERS, NUMBERS, _INT, _INT)),
    "play": (plain_play, types.void(NUMBERS, NUMBERS, _INT, _INT)),
    "draw": (plain_draw, _INT(NUMBERS, NUMBERS, CHANCE)),
    "rewards": (plain_rewards, types.void(NUMBERS, NUMBERS, REALS)),
    "redeal": (plain_redeal, types.void(NUMBERS, NUMBERS, _INT, CHANCE)),
    "observe": (plain_observe, _INT(NUMBERS, NUMBERS, _INT, SEEN)),
    "priors": (plain_priors, types.void(NUMBERS, NUMBERS, _INT, NUMBERS, _INT, REALS)),
    "evaluate": (plain_evaluate, types.void(NUMBERS, NUMBERS, CHANCE, REALS)),
}
"""Each function with its types: what a kernel offers to be called from outside."""


def step(frame: int, move: int) -> Any:
    """Check a move, make it, and list what the next seat may do, if it is one seat.

    The mask of `turn`, or a refusal as a number below 0. ``frame`` is the address of what `muscade.kernels.stepping` says there.
    """
    told = numbers_at(frame, CODES)
    rules = setting_of(told[SETTING])
    here = table_of(told[TABLE])
    seat = (move >> SEAT_SHIFT) - 1
    code = move & ((1 << SEAT_SHIFT) - 1)
    reason = refusal(rules, here, seat, code)
    if reason > 0:
        return -reason
    play(rules, here, seat, code)
    mask = turn(rules, here)
    told[LISTED] = UNKNOWN
    if told[SIZE] and 0 < mask < NATURE_BIT and mask & (mask - 1) == 0:
        told[LISTED] = moves(rules, here, lowest(mask), numbers_at(frame + WORD * CODES, told[SIZE]))
    return mask


STEP = _INT(_INT, _INT)


def list_moves(frame: int, codes: int, size: int, seat: int) -> Any:
    """What a seat may do, written at an address with room for that many; how many there are."""
    told = numbers_at(frame, CODES)
    return moves(setting_of(told[SETTING]), table_of(told[TABLE]), seat, numbers_at(codes, size))


LIST_MOVES = _INT(_INT, _INT, _INT, _INT)
