"""What every seat believes, in numbers behind those of a state: so a search knows what others go by.

A belief is a mask for each cup and colour: the worlds, one of 64 each, in which the cup has that colour. So the law
tells at once in how many of them a line wins. Import it late (`muscade.kernels`).
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from muscade.games.ptipasspass import credit, rules
from muscade.games.ptipasspass.flat import (
    ACTING,
    ACTIVE,
    ANNOUNCED,
    AT_PHASE,
    CHOOSE,
    CUPS,
    FIST,
    MOST_CUPS,
    MOST_SEATS,
    NAMED,
    OBJECT,
    PAIRS,
    SAY_OK,
    SEATS,
    SIZE,
    TABLE,
    VICTORIES,
    WINDOW_2,
    holds,
    is_doublon,
    is_lie,
    play,
    token,
)
from muscade.kernels.compiler import PLAY, compiled, law
from muscade.kernels.kernel import Numbers

WORLDS = 64
EVERYWHERE = -1
"""All bits: so it is in every world."""

# Behind a state: what each seat believes of each cup, colour by colour, and the credit of each seat.
MINDS = SIZE
CREDITS = MINDS + MOST_SEATS * MOST_CUPS * rules.COLOURS
WHOLE = CREDITS + MOST_SEATS

TRUST = 0.8
"""How likely others think an announcement is true, and how often it is …"""
DOUBT = 0.5
"""… and where a player has said more than can be true."""

_CREDIT = law(credit)
spend = _CREDIT.spend
prove = _CREDIT.prove
renew = _CREDIT.renew


def _opinions() -> Any:
    """How an announcement is taken: in which worlds it is true, and in which it is one of the two other colours.

    For either degree of trust and for every cup, so that what is believed of one says nothing of another.
    """
    rng = Random("what is believed of one cup says nothing of another")
    table = np.zeros((2, MOST_CUPS, 3), np.uint64)
    for degree, trust in enumerate((DOUBT, TRUST)):
        true = round(trust * WORLDS)
        for cup in range(MOST_CUPS):
            order = rng.sample(range(WORLDS), WORLDS)
            cuts = (order[:true], order[true : (true + WORLDS) // 2], order[(true + WORLDS) // 2 :])
            for place, worlds in enumerate(cuts):
                table[degree, cup, place] = sum(1 << world for world in worlds)
    return table.view(np.int64)


OPINIONS = _opinions()


@compiled(lean=True)
def belief_of(seat: int, cup: int) -> int:
    """Where in a row a seat's belief of a cup begins."""
    return MINDS + rules.COLOURS * (seat * MOST_CUPS + cup)


@compiled(lean=True)
def _hear(state: Numbers, seat: int, cup: int, announced: int, degree: int) -> None:
    """A seat is told of a token's colour."""
    at = belief_of(seat, cup)
    for colour in range(rules.COLOURS):
        state[at + colour] |= OPINIONS[degree, cup, (colour - announced) % 3]


@compiled(lean=True)
def _see(ground: Numbers, state: Numbers, cup: int) -> None:
    """Everybody sees what a cup holds."""
    for colour in range(rules.COLOURS):
        mask = EVERYWHERE if holds(state[CUPS + cup], colour) else 0
        for seat in range(ground[SEATS]):
            state[belief_of(seat, cup) + colour] = mask


@compiled(lean=True)
def _learn(ground: Numbers, state: Numbers, seat: int, code: int) -> None:
    """What a move that is about to be made will tell those at the table."""
    active, named, fist = state[ACTIVE], state[NAMED], state[FIST]
    credit_of = CREDITS + active
    if code == OBJECT:
        if state[AT_PHASE] == WINDOW_2:
            state[credit_of] = prove(state[credit_of], fist)
            if not is_lie(fist, state[ANNOUNCED]):
                state[credit_of] = spend(state[credit_of], fist)
                state[CREDITS + seat] += token(fist)
        elif is_doublon(state[CUPS + named]):
            state[credit_of] += state[CUPS + named]
            for viewer in range(ground[SEATS]):
                for colour in range(rules.COLOURS):
                    state[belief_of(viewer, named) + colour] = 0
        else:
            state[CREDITS + seat] = renew(state[CREDITS + seat])
    elif code == SAY_OK:
        if state[AT_PHASE] == WINDOW_2 and state[ACTING] == 1 << seat:
            announced = state[ANNOUNCED]
            degree = int(holds(state[credit_of], announced))
            for viewer in range(ground[SEATS]):
                if viewer == active:
                    state[belief_of(viewer, named) + fist] = EVERYWHERE
                else:
                    _hear(state, viewer, named, announced, degree)
            state[credit_of] = spend(state[credit_of], announced)
    elif code >= CHOOSE + ground[PAIRS]:
        place = TABLE + 2 * ground[PAIRS] + 3 * (code - CHOOSE - ground[PAIRS])
        for third in range(3):
            _see(ground, state, ground[place + third])
    elif code >= CHOOSE:
        place = TABLE + 2 * (code - CHOOSE)
        for viewer in range(ground[SEATS]):
            here, there = belief_of(viewer, ground[place]), belief_of(viewer, ground[place + 1])
            for colour in range(rules.COLOURS):
                held = state[here + colour]
                state[here + colour] = state[there + colour]
                state[there + colour] = held


@compiled(lean=True)
def _forget(ground: Numbers, state: Numbers) -> None:
    """A new round begins."""
    for place in range(MINDS, CREDITS):
        state[place] = 0
    for seat in range(ground[SEATS]):
        state[CREDITS + seat] = rules.FULL_HAND


@compiled(lean=True)
def _standing(ground: Numbers, state: Numbers) -> int:
    """Tokens under cups; right after one was placed there are none only if the round was void."""
    total = 0
    for cup in range(CUPS, CUPS + rules.CUPS_PER_PLAYER * ground[SEATS]):
        total |= state[cup]
    return total


@compiled(PLAY, lean=True)
def play_and_learn(ground: Numbers, state: Numbers, seat: int, code: int) -> None:
    """Make a move that everybody takes notice of."""
    phase, victories = state[AT_PHASE], state[VICTORIES + seat]
    _learn(ground, state, seat, code)
    play(ground, state, seat, code)
    placed = phase == WINDOW_2 and code == SAY_OK and state[AT_PHASE] != WINDOW_2
    if state[VICTORIES + seat] != victories or (placed and _standing(ground, state) == 0):
        _forget(ground, state)
