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
    TRICK_NUMBER,
    TURN_MASK,
    lowest,
    play,
    rewards,
    team_of,
)
from muscade.games.pass_pass.prospects import UNIT
from muscade.kernels.chance import word as next_word
from muscade.kernels.compiler import CHANCE, EVALUATE, NUMBERS, PRIORS, compiled, law
from muscade.kernels.kernel import NATURE_BIT, Numbers, Reals

JUDGEMENT = law(worth)
best_take = JUDGEMENT.best_take
second_take = JUDGEMENT.second_take
record_worth = JUDGEMENT.record_worth
take_worth = JUDGEMENT.take_worth
trick_worth = JUDGEMENT.trick_worth

WARMTH = 2.0
"""Points between two moves of which one is e times as promising as the other."""
SURE = 20.0
"""So many points are as good as certainty."""
SPARE = np.uint64(8)
MANY_BITS = (1 << 50) - 1


@compiled()
def _follow(ground: Numbers, state: Numbers, seat: int, word: Any, trick: Numbers) -> None:
    """Copy the trick and complete it: those who follow a seat play anything, as the bits of a word decide."""
    seats = ground[SEATS]
    played = state[PLAYED]
    for place in range(played):
        trick[place] = state[TRICK + place]
    for place in range(played + 1, seats):
        seat = seat + 1 if seat + 1 < seats else 0
        hand = state[HANDS + seat]
        # Whoever follows has a card for each trick from this one on.
        skipped = (word & 1023) * (rules.HAND + 1 - state[TRICK_NUMBER]) >> 10
        word >>= 10
        for _ in range(skipped):
            hand &= hand - 1
        trick[place] = lowest(hand)


@compiled()
def _word(ground: Numbers, state: Numbers, seat: int) -> int:
    """Agree with a partner who has spoken (PP-21); else propose the player who brings the team most."""
    teams = ground[TEAMS]
    team = team_of(seat, teams)
    if state[PROPOSED + team]:
        return AGREEMENT
    best = team
    for member in range(team, ground[SEATS], teams):
        if record_worth(state[ROUND], state[POINTS + member], state[PASSES + member]) > record_worth(
            state[ROUND], state[POINTS + best], state[PASSES + best]
        ):
            best = member
    return int(PROPOSALS + best)


@compiled(types.int64(NUMBERS, NUMBERS, CHANCE))
def sensible(ground: Numbers, state: Numbers, chance: Any) -> int:
    """What somebody sensible would do in the state's place who cannot think long."""
    seats = ground[SEATS]
    teams = ground[TEAMS]
    seat = lowest(state[TURN_MASK])
    phase = state[PHASE]
    if phase == TALKING:
        return _word(ground, state, seat)
    diamonds = ground[DIAMONDS : DIAMONDS + rules.CARDS]
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
    _follow(ground, state, seat, np.int64(next_word(chance) >> SPARE), trick)
    counts = state[COUNTS : COUNTS + seats]
    recorded = state[RECORDED_PASSES : RECORDED_PASSES + teams]
    best = 0
    highest = -1e9
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        trick[state[PLAYED]] = card
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


@compiled(PRIORS)
def priors(ground: Numbers, state: Numbers, seat: int, codes: Numbers, count: int, given: Reals) -> None:
    """The better a card fares in one way the trick may go on, the likelier; likewise what is taken."""
    seats = ground[SEATS]
    teams = ground[TEAMS]
    phase = state[PHASE]
    diamonds = ground[DIAMONDS : DIAMONDS + rules.CARDS]
    recorded = state[RECORDED_PASSES : RECORDED_PASSES + teams]
    if phase == PLAYING:
        trick = np.empty(seats, np.int64)
        # Any bits will do, as long as they are other ones in other worlds.
        mixed = 0
        for other in range(seats):
            mixed = (mixed ^ state[HANDS + other]) * 0x9E3779B97F4A7C1
        _follow(ground, state, seat, mixed >> 8 & MANY_BITS, trick)
        for place in range(count):
            trick[state[PLAYED]] = codes[place]
            given[place] = trick_worth(
                diamonds, state[COUNTS : COUNTS + seats], recorded, trick, state[LEADER], seat, teams
            )
    elif phase == TALKING:
        said = _word(ground, state, seat)
        for place in range(count):
            given[place] = SURE if codes[place] == said else 0.0
    else:
        trick = state[TRICK : TRICK + seats]
        for place in range(count):
            places = codes[place] - PAIRS
            if phase == TAKING:
                places = 0
                for other in range(seats):
                    places |= (1 << other) if trick[other] == codes[place] else 0
            given[place] = take_worth(
                diamonds, state[COUNTS + seat], recorded[team_of(seat, teams)], trick, places
            )
    highest = -1e9
    for place in range(count):
        highest = max(highest, given[place])
    total = 0.0
    for place in range(count):
        given[place] = np.exp(max(given[place] - highest, -SURE) / WARMTH)
        total += given[place]
    for place in range(count):
        given[place] /= total
