"""What a search of Groups-of-Three takes for promising, and how it judges a position; compiled.

All is counted in steps, as in `planner` and with the same weights: what a colour still needs to have all ten home.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from muscade.games.groups_of_three.flat import (
    BESIDE,
    CELLS,
    GROUP_ROWS,
    GROUPS,
    PAIRS,
    PARTNERS,
    REACH,
    SHIFT,
    SPACES,
    STANDING,
    TRANSIT,
    fill_additions,
    on_board,
)
from muscade.games.groups_of_three.planner import BEST, FAR
from muscade.games.groups_of_three.rules import CENTRE
from muscade.games.race.kernel import (
    BOTH,
    HOMES,
    LEFT,
    PHASE,
    PLACE,
    PLACES,
    RESERVES,
    SEATS,
    TO_ACT,
    owner,
)
from muscade.games.race.rules import EMPTY, PIECES
from muscade.kernels.compiler import EVALUATE, NUMBERS, PRIORS, compiled
from muscade.kernels.kernel import Numbers, Reals

WAITING, PER_STEP, TOLL = BEST.waiting, BEST.chance, BEST.toll
PER_DEPTH = BEST.depth / 3
"""A group's row has the steps of its three spaces together."""
ROLL = 7.0
"""The steps of a turn, on average."""
GREED = 2.0
"""How much more promising an action is that saves a step more: so many times e."""
ROW, OTHERS, NEAREST, SECOND, THIRD = range(5)
"""What `nearest` writes of a group: where its row begins, how many others' pieces are in it, and the spaces of our three
pieces nearest to it, `CENTRE` for none, from where it is `FAR`."""

_TABLE = types.Array(types.int64, 2, "C")


@compiled(types.int64(NUMBERS, NUMBERS, types.int64, _TABLE))
def nearest(ground: Numbers, state: Numbers, place: int, near: NDArray[np.int64]) -> int:
    """Write about every group that might let a piece in next; how many there are (GT-9)."""
    first = STANDING + PIECES * place
    last = first + on_board(state[RESERVES + place], state[HOMES + place])
    count = 0
    for group in range(ground[GROUPS]):
        row = ground[GROUP_ROWS] + group * (REACH + ground[SPACES])
        others = 0
        for space in ground[row : row + 3]:
            others += state[CELLS + space] not in (EMPTY, place)
        # Groups that others fill to two let nobody in; one of theirs saves us a piece.
        if others >= 2:
            continue
        one = two = three = CENTRE
        reach = row + REACH
        for piece in range(first, last):
            here = state[piece]
            way = ground[reach + here]
            if way < ground[reach + one]:
                one, two, three = here, one, two
            elif way < ground[reach + two]:
                two, three = here, two
            elif way < ground[reach + three]:
                three = here
        near[count, ROW] = row
        near[count, OTHERS] = others
        near[count, NEAREST] = one
        near[count, SECOND] = two
        near[count, THIRD] = three
        count += 1
    return count


@compiled(types.float64(NUMBERS, _TABLE, types.int64, types.int64, types.int64))
def next_addition(ground: Numbers, near: NDArray[np.int64], count: int, origin: int, target: int) -> float:
    """What the way to the next addition costs once a piece has stepped; from `CENTRE` to `CENTRE` if none has."""
    best = np.float64(FAR)
    for group in range(count):
        row = near[group, ROW]
        reach = row + REACH
        depth = PER_DEPTH * ground[row + 3]
        if depth + PER_STEP >= best:
            # Groups are told in the order of their depth.
            break
        one, two = near[group, NEAREST], near[group, SECOND]
        if origin == one:
            one, two = two, near[group, THIRD]
        elif origin == two:
            two = near[group, THIRD]
        steps = min(ground[reach + one], ground[reach + target])
        if near[group, OTHERS] == 0:
            steps += min(ground[reach + two], max(ground[reach + one], ground[reach + target]))
        best = min(best, PER_STEP * max(steps, 1) + depth)
    return best


@compiled(PRIORS)
def priors(ground: Numbers, state: Numbers, _seat: int, codes: Numbers, count: int, weights: Reals) -> None:
    """By how many steps each action saves, as if nobody were in the way."""
    spaces = ground[SPACES]
    all_steps = spaces << ground[SHIFT]
    place = state[PLACE]
    reserve = state[RESERVES + place]
    near = np.empty((ground[GROUPS], 5), np.int64)
    usable = nearest(ground, state, place, near) if reserve else 0
    before = next_addition(ground, near, usable, CENTRE, CENTRE)
    transit = ground[TRANSIT : TRANSIT + spaces]
    home = ground[TRANSIT + 2 * spaces : TRANSIT + 3 * spaces]
    cells = state[CELLS : CELLS + spaces]
    opened = np.empty(ground[PAIRS], np.int64)
    total = 0.0
    for number in range(count):
        code = codes[number]
        saved = 0.0
        if code < all_steps:
            origin = code >> ground[SHIFT]
            target = ground[ground[BESIDE] + code]
            saved += home[origin] - home[target]
            if reserve:
                saved += before - next_addition(ground, near, usable, origin, target)
            if reserve and target != CENTRE:
                row = ground[PARTNERS] + 2 * ground[PAIRS] * target
                partners = ground[row : row + 2 * ground[PAIRS]]
                cells[origin] = EMPTY
                cells[target] = place
                for fresh in range(fill_additions(cells, transit, partners, reserve, opened)):
                    saved += max(0.0, WAITING - home[opened[fresh]])
                cells[target] = EMPTY
                cells[origin] = place
        elif code < all_steps + spaces:
            saved += WAITING - home[code - all_steps]
        weights[number] = np.exp(GREED * saved)
        total += weights[number]
    for number in range(count):
        weights[number] /= total


@compiled(types.void(NUMBERS, NUMBERS, types.int64, NUMBERS))
def ways_home(ground: Numbers, state: Numbers, place: int, found: Numbers) -> None:
    """The steps home from every space; somebody else's piece in the way costs `TOLL` more."""
    found[:] = FAR
    found[CENTRE] = 0
    changed = True
    while changed:
        changed = False
        # Spaces are numbered from the centre outwards, so that few rounds are enough.
        for here in range(1, ground[SPACES]):
            row = ground[BESIDE] + (here << ground[SHIFT])
            for slot in range(row, row + ground[TRANSIT + ground[SPACES] + here]):
                there = ground[slot]
                way = found[there] + 1
                if state[CELLS + there] not in (EMPTY, place):
                    way += TOLL
                if way < found[here]:
                    found[here] = way
                    changed = True


@compiled(EVALUATE)
def evaluate(ground: Numbers, state: Numbers, _chance: Any, shares: Reals) -> None:
    """Chances to win, from the rounds that each seat still needs: with one colour, or with both in turn (GT-10)."""
    seats, places = ground[SEATS], ground[PLACES]
    found = np.empty(ground[SPACES], np.int64)
    near = np.empty((ground[GROUPS], 5), np.int64)
    shares[:] = 0.0 if ground[BOTH] else FAR
    for place in range(places):
        ways_home(ground, state, place, found)
        reserve = state[RESERVES + place]
        first = STANDING + PIECES * place
        needed = reserve * WAITING
        for piece in range(first, first + on_board(reserve, state[HOMES + place])):
            needed += found[state[piece]]
        if reserve:
            usable = nearest(ground, state, place, near)
            needed += next_addition(ground, near, usable, CENTRE, CENTRE)
        waits = (place - state[PLACE]) % places
        if waits == 0 and state[PHASE] == TO_ACT:
            rounds = (needed - state[LEFT]) / ROLL
        else:
            rounds = needed / ROLL - 1.0 + waits / places
        seat = owner(place, seats)
        shares[seat] = shares[seat] + rounds / 2 if ground[BOTH] else min(shares[seat], rounds)
    shortest = np.min(shares)
    # The longer it takes, the more the dice can change.
    luck = 0.25 + 0.3 * np.sqrt(max(shortest, 0.0))
    total = 0.0
    for seat in range(seats):
        shares[seat] = np.exp((shortest - shares[seat]) / luck)
        total += shares[seat]
    for seat in range(seats):
        shares[seat] /= total
