"""Planning a whole turn of Over-Pass in compiled code: what `planner` does, only wider.

Everything here is thinking, not law: what is legal is asked of the law, or known from its tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from muscade.games.over_pass.kernel import (
    CELLS,
    COUNT,
    EXIT,
    OVER_PASS,
    SLIDE,
    SWAP,
    decoded,
    exits_of,
    exits_open,
    in_order,
    mark_groups,
    outward_of,
    plan_of,
    slides_of,
)
from muscade.games.over_pass.planner import FIDGET, LOSS, WON, Care, Taste
from muscade.games.over_pass.rules import CENTRE, SLIDE_COST
from muscade.games.race.kernel import (
    BOTH,
    FRAME,
    LEFT,
    PLACE,
    PLACES,
    RESERVES,
    SEATS,
    TOTAL,
    own_places,
    owner,
)
from muscade.games.race.rules import EMPTY, PIECES
from muscade.kernels.compiler import NUMBERS, REALS, compiled
from muscade.kernels.kernel import Numbers, Reals

ON_EXIT, INSIDE, PER_SLIDE, IN_RESERVE, SECOND, RIVALS = range(6)
"""A taste: what a piece not yet home lacks, in points, on an exit, anywhere else, for each slide to an exit, in reserve;
how much the second colour counts where one is enough to win (OP-14), and how much the others: see `Taste`."""

WIDTH, BREADTH, MEDDLING = range(3)
"""A care: positions kept for each number of points left, moves tried in each, and whether other players' pieces are
moved too, or only swapped with one's own."""

NOTHING = -1
_MIX = -7046029254386353131
_MIX_MORE = -4658895280553007687

_WORTHS = types.Array(types.float64, 2, "C")


@compiled(types.void(NUMBERS, NUMBERS, types.int64, REALS, _WORTHS))
def worths_for(ground: Numbers, state: Numbers, seat: int, taste: Reals, worths: Any) -> None:
    """What it is worth to a seat that a piece of each colour stands in each place."""
    size = ground[COUNT]
    places = ground[PLACES]
    slides = slides_of(ground)
    is_exit = plan_of(ground).is_exit
    lacks = np.empty(size)
    for place in range(size):
        lacks[place] = taste[ON_EXIT] if is_exit[place] else taste[INSIDE] + taste[PER_SLIDE] * slides[place]
    needs = np.empty(places)
    for colour in range(places):
        needs[colour] = (lacks[CENTRE] + taste[IN_RESERVE]) * state[RESERVES + colour]
    for place in range(size):
        if state[CELLS + place] != EMPTY:
            needs[state[CELLS + place]] += lacks[place]
    for colour in range(places):
        holder = owner(colour, ground[SEATS])
        weight = 1.0 if holder == seat else -taste[RIVALS] / (ground[SEATS] - 1)
        if not ground[BOTH]:
            for other in range(places):
                if owner(other, ground[SEATS]) == holder and (needs[other], other) < (needs[colour], colour):
                    weight *= taste[SECOND]
        for place in range(size):
            worths[colour, place] = -weight * lacks[place]


@compiled(types.int64(REALS, NUMBERS, types.int64, types.int64, types.float64, types.int64))
def _note(gains: Reals, options: Numbers, count: int, most: int, gain: float, code: int) -> int:
    """One more option, if it is among the best so far; how many there are."""
    place = count
    if count == most:
        place = 0
        for other in range(1, most):
            if gains[other] < gains[place]:
                place = other
        if gains[place] >= gain:
            return count
    gains[place] = gain
    options[place] = code
    return min(count + 1, most)


@compiled(types.int64(types.int64, types.int64))
def _key(place: int, holder: int) -> int:
    """A number for a piece in a place; their sum tells positions apart."""
    if holder == EMPTY:
        return 0
    key = (place * PIECES + holder + 1) * _MIX
    return (key ^ (key >> 29)) * _MIX_MORE


@compiled(types.int64(NUMBERS, NUMBERS, REALS, NUMBERS))
def best_action(ground: Numbers, state: Numbers, taste: Reals, care: Numbers) -> int:
    """The code of what the best end of the turn that was found begins with; `NOTHING` if none was found."""
    size = ground[COUNT]
    plan = plan_of(ground)
    neighbours, is_exit, through, across = plan.neighbours, plan.is_exit, plan.through, plan.across
    outward = outward_of(ground)
    exits = exits_of(ground)
    points = state[LEFT]
    colour = state[PLACE]
    seat = owner(colour, ground[SEATS])
    own_colours = own_places(colour, ground[PLACES], ground[SEATS])
    worths = np.empty((ground[PLACES], size))
    worths_for(ground, state, seat, taste, worths)
    width = care[WIDTH]
    breadth = care[BREADTH]
    leaving = exits_open(state[TOTAL], state[RESERVES:FRAME])
    boards = np.empty(((points + 1) * width, size), np.int64)
    keys = np.empty((points + 1) * width, np.int64)
    values = np.empty((points + 1) * width)
    begins = np.empty((points + 1) * width, np.int64)
    kept = np.zeros(points + 1, np.int64)
    scratch = np.empty((6, size), np.int64)
    beside, stack, targets, groups = scratch[0], scratch[1], scratch[2], scratch[3]
    resting, holders = scratch[4], scratch[5]
    gains = np.empty(breadth + 2 * size)
    options = np.empty(breadth + 2 * size, np.int64)
    last = (EXIT * size + 1) * size

    root = points * width
    boards[root] = state[CELLS : CELLS + size]
    keys[root] = 0
    values[root] = 0.0
    begins[root] = last
    for place in range(size):
        if boards[root, place] != EMPTY:
            values[root] += worths[boards[root, place], place]
    kept[points] = 1
    bound = in_order(plan, boards[root], points, colour, own_colours, leaving)
    best = NOTHING
    highest = -np.inf
    for left in range(points, -1, -1):
        for node in range(left * width, left * width + kept[left]):
            cells = boards[node]
            if values[node] > highest and (
                cells[CENTRE] == EMPTY or not in_order(plan, cells, left, colour, own_colours, leaving)
            ):
                highest = values[node]
                best = begins[node]
            if left == 0:
                continue
            # What to try: the listing of `moves`, with what each gains at once.
            tried = 0
            pieces = 0
            for place in range(size):
                resting[pieces] = place
                holders[pieces] = cells[place]
                pieces += (cells[place] != EMPTY) & (is_exit[place] == 0)
            own = 0
            for place in range(size):
                own += cells[place] == colour
            for place in exits:
                if leaving and cells[place] == colour:
                    gain = -worths[colour, place]
                    if own == 1 and state[RESERVES + colour] == 0:
                        gain += WON
                    tried = _note(gains, options, tried, breadth, gain, EXIT * size * size + place)
            for piece in range(pieces):
                one = resting[piece]
                for partner in range(piece + 1, pieces):
                    if across[one] & through[resting[partner]] and holders[piece] != holders[partner]:
                        other = resting[partner]
                        gain = (
                            worths[holders[piece], other]
                            + worths[holders[partner], one]
                            - worths[holders[piece], one]
                            - worths[holders[partner], other]
                        )
                        if gain > 0.0:
                            tried = _note(
                                gains, options, tried, breadth, gain, (SWAP * size + one) * size + other
                            )
            extra = breadth
            for runner in range(ground[PLACES]):
                mine = owner(runner, ground[SEATS]) == seat
                if not (mine or care[MEDDLING] or cells[CENTRE] == runner):
                    continue
                beside[:] = 0
                mark_groups(cells, neighbours, runner, beside, stack)
                landings = 0
                for target in range(size):
                    targets[landings] = target
                    groups[landings] = beside[target]
                    landings += (cells[target] == EMPTY) & (beside[target] != 0)
                for piece in range(pieces):
                    start = resting[piece]
                    if holders[piece] != runner or not (mine or care[MEDDLING] or start == CENTRE):
                        continue
                    here = worths[runner, start]
                    for landing in range(landings):
                        if groups[landing] & beside[start] == 0:
                            continue
                        gain = worths[runner, targets[landing]] - here
                        code = (OVER_PASS * size + start) * size + targets[landing]
                        if start == CENTRE:
                            # It must be emptied (OP-6), whatever that loses.
                            gains[extra] = gain
                            options[extra] = code
                            extra += 1
                        elif gain > LOSS:
                            tried = _note(gains, options, tried, breadth, gain, code)
                    if left >= SLIDE_COST:
                        for target in outward[start]:
                            if cells[target] != EMPTY:
                                continue
                            gain = worths[runner, target] - here
                            code = (SLIDE * size + start) * size + target
                            if start == CENTRE:
                                gains[extra] = gain
                                options[extra] = code
                                extra += 1
                            elif gain > LOSS:
                                tried = _note(gains, options, tried, breadth, gain, code)
            # Where that leads.
            for option in range(extra):
                if tried <= option < breadth:
                    continue
                code = options[option]
                kind, one, other = decoded(size, code)
                rest = left - (SLIDE_COST if kind == SLIDE else 1)
                piece = cells[one]
                there = cells[other] if kind < EXIT else EMPTY
                key = keys[node] + _key(one, there) - _key(one, piece)
                if kind < EXIT:
                    key += _key(other, piece) - _key(other, there)
                value = values[node] + gains[option] - FIDGET
                # A place in the next layer: its own if it is there already, a free one, or that of the worst.
                first = rest * width
                slot = -1
                worst = first
                for known in range(first, first + kept[rest]):
                    if keys[known] == key:
                        slot = known
                        break
                    if values[known] < values[worst]:
                        worst = known
                if slot >= 0:
                    if values[slot] >= value:
                        continue
                elif kept[rest] < width:
                    slot = -2
                elif values[worst] >= value:
                    continue
                cells[other] = piece
                cells[one] = there
                if (
                    not bound
                    or cells[CENTRE] == EMPTY
                    or in_order(plan, cells, rest, colour, own_colours, leaving)
                ):
                    if slot == -2:
                        slot = first + kept[rest]
                        kept[rest] += 1
                    elif slot < 0:
                        slot = worst
                    boards[slot] = cells
                    keys[slot] = key
                    values[slot] = value
                    begins[slot] = code if begins[node] == last else begins[node]
                cells[other] = there
                cells[one] = piece
    return best


def thought(taste: Taste, care: Care) -> tuple[Reals, Numbers]:
    """A taste and a care in numbers."""
    return (
        np.array([taste.exit, taste.inside, taste.slide, taste.reserve, taste.second, taste.rivals]),
        np.array([care.width, care.breadth, care.meddling], np.int64),
    )
