"""Looking ahead, compiled: each move is tried in many worlds, and the round played to its end by everybody's tactics."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from muscade.games.passe_eclair import tactics
from muscade.games.passe_eclair.likely import imagine
from muscade.games.passe_eclair.numbers import (
    BOX,
    CALL,
    DEALING,
    FIGURES,
    FIRST_MICHI,
    GOALS,
    HANDS,
    HELPERS,
    MIDDLE,
    OVER,
    PASS,
    PHASE,
    ROUND,
    SIZES,
    SPENDING,
    TABLE_SEATS,
    figure,
    receiver,
)
from muscade.games.passe_eclair.rules import CARDS, FOOTBALLERS, ROUNDS, SOCKE
from muscade.kernels.batches import one_of
from muscade.kernels.chance import unit
from muscade.kernels.compiler import CHANCE, DRAW, MOVES, NUMBERS, PLAY, REALS, TURN, compiled, law
from muscade.kernels.kernel import NATURE_BIT, Numbers, Reals

TACTICS = law(tactics)
worth_of_pass, worth_of_socke, worth_of_michi = (
    TACTICS.worth_of_pass,
    TACTICS.worth_of_socke,
    TACTICS.worth_of_michi,
)
RIGHT = tactics.RIGHT
WHIM = 3.0
"""Tactics differ from player to player by about this much."""
LONGEST = 1000
"""Moves after which a round is left as it stands."""
HELP = 0.5
"""What a token with a footballer may be worth, in goals."""
SWING = 1.2
"""By how many goals the lead changes in a round."""

_PLAY = (
    types.FunctionType(TURN),
    types.FunctionType(MOVES),
    types.FunctionType(PLAY),
    types.FunctionType(DRAW),
)


@compiled(types.float64(NUMBERS, NUMBERS, types.int64, types.int64))
def worth(ground: Numbers, state: Numbers, seat: int, code: int) -> float:
    """What a move looks worth to a seat."""
    if code == PASS:
        return 0.0
    if code == CALL:
        return RIGHT
    row = HANDS + CARDS * seat
    left = state[SIZES + seat] - 1
    if code >= FIRST_MICHI:
        return float(worth_of_michi(left, state[SIZES + code - FIRST_MICHI]))
    holder, to = figure(code), receiver(code)
    alike = seen = 0
    for place in range(row, row + left + 1):
        held = figure(state[place])
        alike += held == holder
        seen += held == to
    if code == SOCKE:
        return float(worth_of_socke(left, alike))
    answers = state[FIGURES + seat] >> to & 1 != 0
    for face in range(FOOTBALLERS * to, FOOTBALLERS * to + FOOTBALLERS):
        seen += state[BOX + face] + state[MIDDLE + face]
    return float(worth_of_pass(left, alike, ground[TABLE_SEATS], answers, seen))


@compiled(types.void(*_PLAY, NUMBERS, NUMBERS, NUMBERS, CHANCE, REALS))
def finish_round(
    turn: Any,
    moves: Any,
    play: Any,
    draw: Any,
    ground: Numbers,
    state: Numbers,
    codes: Numbers,
    chance: Any,
    chances: Reals,
) -> None:
    """Play a round to its end; then, by the goals so far, how likely each seat is to win the game (ES-18)."""
    for _ in range(LONGEST):
        if state[PHASE] == DEALING or state[PHASE] == OVER:
            break
        mask = turn(ground, state)
        if mask == NATURE_BIT:
            draw(ground, state, chance)
            continue
        seat = one_of(mask, chance)
        count = moves(ground, state, seat, codes)
        best = codes[0]
        if count > 1 and state[PHASE] != SPENDING:  # what helps now may be spent now (ES-17)
            most = -1e9
            for place in range(count):
                promise = worth(ground, state, seat, codes[place]) + WHIM * unit(chance)
                if promise > most:
                    most = promise
                    best = codes[place]
        play(ground, state, seat, best)
    seats = ground[TABLE_SEATS]
    to_come = 0 if state[PHASE] == OVER else ROUNDS - state[ROUND] + 1
    swing = SWING * np.sqrt(to_come + 0.05)
    total = 0.0
    for seat in range(seats):
        goals = np.float64(state[GOALS + seat])
        for helper in range(FOOTBALLERS):
            goals += HELP * state[HELPERS + FOOTBALLERS * seat + helper] if to_come else 0.0
        chances[seat] = np.exp((goals - state[GOALS]) / swing)
        total += chances[seat]
    for seat in range(seats):
        chances[seat] /= total


@compiled(
    types.void(
        *_PLAY, NUMBERS, NUMBERS, NUMBERS, types.int64, NUMBERS, types.int64, CHANCE, REALS, types.int64
    )
)
def judge(
    turn: Any,
    moves: Any,
    play: Any,
    draw: Any,
    ground: Numbers,
    known: Numbers,
    unseen: Numbers,
    seat: int,
    tried: Numbers,
    worlds: int,
    chance: Any,
    totals: Reals,
    widest: int,
) -> None:
    """Add up what a seat may expect of each of its moves, in so many worlds."""
    codes = np.empty(widest, np.int64)
    world = known.copy()
    state = known.copy()
    chances = np.empty(ground[TABLE_SEATS], np.float64)
    for _ in range(worlds):
        imagine(ground, known, unseen, world, chance)
        for place in range(len(tried)):
            state[:] = world
            play(ground, state, seat, tried[place])
            finish_round(turn, moves, play, draw, ground, state, codes, chance, chances)
            totals[place] += chances[seat]
