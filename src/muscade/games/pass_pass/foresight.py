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
    COUNTS,
    DIAMONDS,
    HANDS,
    LEADER,
    PAIRS,
    PASSES,
    PHASE,
    PLAYED,
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
    TURN_MASK,
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
trick_worth = JUDGEMENT.trick_worth


@compiled()
def _any_card(hand: int, chance: Any) -> int:
    """A card of a hand, each as likely."""
    count = 0
    rest = hand
    while rest:
        count += 1
        rest &= rest - 1
    for _ in range(below(chance, count)):
        hand &= hand - 1
    return int(lowest(hand))


@compiled(types.int64(NUMBERS, NUMBERS, CHANCE))
def sensible(ground: Numbers, state: Numbers, chance: Any) -> int:
    """What somebody sensible would do in the state's place who cannot think long."""
    seats = ground[SEATS]
    teams = ground[TEAMS]
    seat = lowest(state[TURN_MASK])
    diamonds = ground[DIAMONDS : DIAMONDS + rules.CARDS]
    phase = state[PHASE]
    if phase == TALKING:
        team = team_of(seat, teams)
        if state[PROPOSED + team]:
            return AGREEMENT
        best = team
        for member in range(team, seats, teams):
            if record_worth(state[ROUND], state[POINTS + member], state[PASSES + member]) > record_worth(
                state[ROUND], state[POINTS + best], state[PASSES + best]
            ):
                best = member
        return int(PROPOSALS + best)
    if phase != PLAYING:
        trick = state[TRICK : TRICK + seats]
        counts = state[COUNTS + seat]
        recorded = state[RECORDED_PASSES + team_of(seat, teams)]
        if phase == TAKING:
            return int(trick[best_take(diamonds, counts, recorded, trick, (1 << seats) - 1)])
        return int(PAIRS + second_take(diamonds, counts, recorded, trick, state[TAKEN]))
    # A card: how would it fare if those who follow played anything?
    hand = state[HANDS + seat]
    if hand & (hand - 1) == 0:
        return int(lowest(hand))
    trick = np.empty(seats, np.int64)
    played = state[PLAYED]
    for place in range(played):
        trick[place] = state[TRICK + place]
    follower = seat
    for place in range(played + 1, seats):
        follower = follower + 1 if follower + 1 < seats else 0
        trick[place] = _any_card(state[HANDS + follower], chance)
    counts = state[COUNTS : COUNTS + seats]
    recorded = state[RECORDED_PASSES : RECORDED_PASSES + teams]
    best = 0
    highest = -1e9
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        trick[played] = card
        fares = trick_worth(diamonds, counts, recorded, trick, state[LEADER], seat, teams)
        if fares > highest:
            highest = fares
            best = card
    return int(best)


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
    """Play the round out sensibly; then the standings tell."""
    while state[TURN_MASK] != 0 and state[TURN_MASK] != NATURE_BIT:
        play(ground, state, lowest(state[TURN_MASK]), sensible(ground, state, chance))
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
