"""Planning a whole turn of Over-Pass in compiled code: the best beginnings are followed, and of the best ends the one
is taken that also fares best against what the next player may do."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from muscade.core import NATURE
from muscade.games.over_pass.kernel import (
    CELLS,
    COUNT,
    EXIT,
    OVER_PASS,
    SLIDE,
    SWAP,
    exits_of,
    exits_open,
    in_order,
    mark_groups,
    outward_of,
    plan_of,
    play,
    slides_of,
)
from muscade.games.over_pass.rules import CENTRE, SLIDE_COST
from muscade.games.race.kernel import (
    BOTH,
    FRAME,
    HOMES,
    LEFT,
    OVER,
    PHASE,
    PLACE,
    PLACES,
    RESERVES,
    SEATS,
    TO_ACT,
    TOTAL,
    owner,
)
from muscade.games.race.rules import EMPTY, PIECES
from muscade.kernels.compiler import NUMBERS, REALS, compiled
from muscade.kernels.kernel import Numbers, Reals

ON_EXIT, INSIDE, PER_SLIDE, IN_RESERVE, SECOND, RIVALS, LOSS = range(7)
"""A taste: what a piece not yet home lacks, in points, on an exit, anywhere else, for each slide to an exit, in reserve;
how much the second colour counts where one is enough to win (OP-14), and how much the others; and what an action may
lose and still be thought about."""
TASTES = 7

WIDTH, BREADTH, MEDDLING, ENDS, REPLY = range(5)
"""A care: positions kept for each number of points left, moves tried in each; are other players' pieces moved too, or
only swapped with one's own; so many ends of the turn are held against replies, and these are planned that widely."""
CARES = 5

WON = 1000.0
FIDGET = 0.02
"""Each action must gain more than this."""
_MIX = -7046029254386353131
_MIX_MORE = -4658895280553007687

_WORTHS = types.Array(types.float64, 2, "C")
_BOARDS = types.Array(types.int64, 2, "C")


@compiled(types.void(NUMBERS, NUMBERS, types.int64, REALS, _WORTHS))
def worths_for(ground: Numbers, state: Numbers, seat: int, taste: Reals, worths: Any) -> None:
    """What it is worth to a seat that a piece of each colour stands in each place; the last column is for the reserve."""
    size = ground[COUNT]
    places = ground[PLACES]
    slides = slides_of(ground)
    is_exit = plan_of(ground).is_exit
    lacks = np.empty(size + 1)
    for place in range(size):
        lacks[place] = taste[ON_EXIT] if is_exit[place] else taste[INSIDE] + taste[PER_SLIDE] * slides[place]
    lacks[size] = lacks[CENTRE] + taste[IN_RESERVE]
    needs = np.empty(places)
    for colour in range(places):
        needs[colour] = lacks[size] * state[RESERVES + colour]
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
        for place in range(size + 1):
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


@compiled(
    types.int64(NUMBERS, NUMBERS, types.int64, _WORTHS, NUMBERS, types.float64, _BOARDS, REALS, NUMBERS)
)
def plan_turn(
    ground: Numbers,
    state: Numbers,
    seat: int,
    worths: Any,
    care: Numbers,
    loss: float,
    ends: Any,
    end_worths: Reals,
    firsts: Numbers,
) -> int:
    """Look for the best ends of a turn, as many as there is room for in ``ends``; how many were found.

    ``firsts`` tells the code that each begins with; the end of the turn itself is one.
    """
    size = ground[COUNT]
    plan = plan_of(ground)
    neighbours, is_exit, through, across = plan.neighbours, plan.is_exit, plan.through, plan.across
    outward = outward_of(ground)
    exits = exits_of(ground)
    points = state[LEFT]
    colour = state[PLACE]
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
    bound = in_order(plan, boards[root], points, colour, leaving)
    found = 0
    for left in range(points, -1, -1):
        for node in range(left * width, left * width + kept[left]):
            cells = boards[node]
            if cells[CENTRE] == EMPTY or not in_order(plan, cells, left, colour, leaving):
                place = found
                if found == len(end_worths):
                    place = np.argmin(end_worths)
                else:
                    found += 1
                    end_worths[place] = -np.inf
                if values[node] > end_worths[place]:
                    end_worths[place] = values[node]
                    ends[place] = cells
                    firsts[place] = begins[node]
            if left == 0:
                continue
            # ------------------------------------------------ what to try
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
                        elif gain > loss:
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
                            elif gain > loss:
                                tried = _note(gains, options, tried, breadth, gain, code)
            # ------------------------------------------------ where that leads
            for option in range(extra):
                if tried <= option < breadth:
                    continue
                code = options[option]
                row = code // size
                kind = row // size
                other = code - row * size
                one = row - kind * size if kind < EXIT else other
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
                allowed = not bound or cells[CENTRE] == EMPTY or in_order(plan, cells, rest, colour, leaving)
                if allowed:
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
    return found


@compiled(types.void(NUMBERS, NUMBERS, types.int64, REALS, NUMBERS, _WORTHS, _BOARDS, REALS, types.int64))
def _hold_against_replies(
    ground: Numbers,
    state: Numbers,
    seat: int,
    taste: Reals,
    care: Numbers,
    worths: Any,
    ends: Any,
    end_worths: Reals,
    found: int,
) -> None:
    """Change what each end is worth into what is left of it after the next player's turn, whatever the roll."""
    size = ground[COUNT]
    finish = (EXIT * size + 1) * size
    colour = state[PLACE]
    after = state.copy()
    rolled = state.copy()
    their_care = care.copy()
    their_care[WIDTH] = care[REPLY]
    their_worths = np.empty_like(worths)
    their_end = np.empty((1, size), np.int64)
    their_worth = np.empty(1)
    their_first = np.empty(1, np.int64)
    for end in range(found):
        if end_worths[end] > WON / 2:
            continue
        after[:] = state
        after[CELLS : CELLS + size] = ends[end]
        on_board = 0
        for place in range(size):
            on_board += ends[end, place] == colour
        after[HOMES + colour] = PIECES - on_board - state[RESERVES + colour]
        play(ground, after, seat, finish)
        if after[PHASE] == OVER:
            continue
        they = owner(after[PLACE], ground[SEATS])
        worths_for(ground, after, they, taste, their_worths)
        expected = 0.0
        for total in range(2, 13):
            rolled[:] = after
            play(ground, rolled, NATURE, total)
            if rolled[PHASE] == TO_ACT and plan_turn(
                ground,
                rolled,
                they,
                their_worths,
                their_care,
                taste[LOSS],
                their_end,
                their_worth,
                their_first,
            ):
                rolled[CELLS : CELLS + size] = their_end[0]
            value = 0.0
            for place in range(size):
                if rolled[CELLS + place] != EMPTY:
                    value += worths[rolled[CELLS + place], place]
            for other in range(ground[PLACES]):
                value += worths[other, size] * rolled[RESERVES + other]
            expected += value * (6 - abs(7 - total)) / 36
        end_worths[end] = expected


@compiled(types.int64(NUMBERS, NUMBERS, REALS, NUMBERS))
def best_action(ground: Numbers, state: Numbers, taste: Reals, care: Numbers) -> int:
    """The code of what to do now."""
    size = ground[COUNT]
    seat = owner(state[PLACE], ground[SEATS])
    worths = np.empty((ground[PLACES], size + 1))
    worths_for(ground, state, seat, taste, worths)
    ends = np.empty((care[ENDS], size), np.int64)
    end_worths = np.empty(care[ENDS])
    firsts = np.empty(care[ENDS], np.int64)
    found = plan_turn(ground, state, seat, worths, care, taste[LOSS], ends, end_worths, firsts)
    if found == 0:
        return -1
    if care[REPLY] > 0 and found > 1:
        _hold_against_replies(ground, state, seat, taste, care, worths, ends, end_worths, found)
    return firsts[np.argmax(end_worths[:found])]
