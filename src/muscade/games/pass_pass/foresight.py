"""How a game of Pass Pass may go on, compiled: quick play by judgement, and what standings promise.

`evaluate` plays a round to its end by a quick policy and then asks how often such standings win; so a search is not
bothered with the luck of deals to come. `muscade.games.pass_pass.tune` made the numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from muscade.games.pass_pass import rules, worth
from muscade.games.pass_pass.flat import (
    AGREEMENT,
    BY_RULE,
    COUNTS,
    DIAMONDS,
    HANDS,
    LEFT_TO_RULE,
    PAIRS,
    PASSES,
    PHASE,
    PLAYING,
    POINTS,
    PROPOSALS,
    PROPOSED,
    PROSPECTS,
    RECORDED_PASSES,
    RECORDED_POINTS,
    ROUND,
    SEATS,
    TAKEN,
    TAKING,
    TALKING,
    TEAMS,
    TRICK,
    TRICK_NUMBER,
    TURN_MASK,
    awaited,
    lowest,
    play,
    rewards,
    team_of,
)
from muscade.games.pass_pass.prospects import UNIT
from muscade.kernels.chance import below
from muscade.kernels.compiler import CHANCE, EVALUATE, NUMBERS, compiled, law
from muscade.kernels.kernel import NATURE_BIT, Numbers, Reals

JUDGEMENT = law(worth)
best_take = JUDGEMENT.best_take
second_take = JUDGEMENT.second_take
record_worth = JUDGEMENT.record_worth


@compiled()
def _word(ground: Numbers, state: Numbers, seat: int) -> int:
    """Agree with a partner who has spoken (PP-21); else propose the player who brings the team most."""
    teams = ground[TEAMS]
    team = team_of(seat, teams)
    if not awaited(ground, state, seat):
        return LEFT_TO_RULE
    if state[PROPOSED + team]:
        return AGREEMENT
    if state[BY_RULE + team] and state[BY_RULE + team] >> seat & 1 == 0:
        return LEFT_TO_RULE
    best = team
    for member in range(team, ground[SEATS], teams):
        if record_worth(state[ROUND], state[POINTS + member], state[PASSES + member]) > record_worth(
            state[ROUND], state[POINTS + best], state[PASSES + best]
        ):
            best = member
    return int(PROPOSALS + best)


@compiled(types.int64(NUMBERS, NUMBERS, CHANCE))
def quick(ground: Numbers, state: Numbers, chance: Any) -> int:
    """Any card, since many games judge it better than a rule; but what is best out of a trick."""
    seats = ground[SEATS]
    seat = lowest(state[TURN_MASK])
    phase = state[PHASE]
    if phase == PLAYING:
        hand = state[HANDS + seat]
        for _ in range(below(chance, rules.HAND + 1 - state[TRICK_NUMBER])):
            hand &= hand - 1
        return int(lowest(hand))
    if phase == TALKING:
        return _word(ground, state, seat)
    diamonds = ground[DIAMONDS : DIAMONDS + rules.CARDS]
    trick = state[TRICK : TRICK + seats]
    counts = state[COUNTS + seat]
    recorded = state[RECORDED_PASSES + team_of(seat, ground[TEAMS])]
    if phase == TAKING:
        return int(trick[best_take(diamonds, counts, recorded, trick, (1 << seats) - 1)])
    return int(PAIRS + second_take(diamonds, counts, recorded, trick, state[TAKEN]))


@compiled()
def _promise(ground: Numbers, rounds: int, points: int, passes: int) -> float:
    """How strong a party is that has recorded so much and has so many rounds to come, as an exponent."""
    first = PROSPECTS + 3 * (rounds - 1)
    strength = ground[first] * points
    if passes:
        strength += ground[first + min(passes, 2)]
    return float(strength) / UNIT


@compiled(EVALUATE)
def evaluate(ground: Numbers, state: Numbers, chance: Any, expected: Reals) -> None:
    """Play the round out quickly; then the standings tell."""
    while state[TURN_MASK] != 0 and state[TURN_MASK] != NATURE_BIT:
        code = quick(ground, state, chance)
        play(ground, state, lowest(state[TURN_MASK]), code)
    if state[TURN_MASK] == 0:
        rewards(ground, state, expected)
        return
    seats = ground[SEATS]
    teams = ground[TEAMS]
    rounds = rules.ROUNDS - state[ROUND]
    total = 0.0
    for team in range(teams):
        strength = np.exp(
            _promise(ground, rounds, state[RECORDED_POINTS + team], state[RECORDED_PASSES + team])
        )
        expected[team] = strength
        total += strength
    for seat in range(seats - 1, -1, -1):
        expected[seat] = expected[team_of(seat, teams)] / total
