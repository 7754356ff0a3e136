"""Groups-of-Three in flat numbers: what is where, and the compiled functions that list and do what the law allows."""

from __future__ import annotations

from typing import Any

from numba import types

from muscade.board import COLOURS
from muscade.games.groups_of_three import rules
from muscade.games.race.kernel import (
    AT_OPENING,
    FRAME,
    HEADER,
    HOMES,
    LEFT,
    NO_PLACE,
    PHASE,
    PLACE,
    RESERVES,
    begin_turn,
    end_turn,
    opening_roll,
    take_roll,
    two_dice,
    won,
)
from muscade.games.race.rules import EMPTY, PIECES
from muscade.kernels.compiler import DRAW, MOVES, NUMBERS, PLAY, compiled, law
from muscade.kernels.kernel import Numbers

LAW = law(rules)
start_fault = LAW.start_fault
landing_fault = LAW.landing_fault
transit_fault = LAW.transit_fault
addition_fault = LAW.addition_fault
fill_additions = LAW.fill_additions
on_board = LAW.on_board
CENTRE, NOWHERE, FINE = rules.CENTRE, rules.NOWHERE, rules.FINE

SPACES, SHIFT, PAIRS, BESIDE, PARTNERS, GROUPS, GROUP_ROWS = range(HEADER, HEADER + 7)
"""In the ground: how many spaces there are; a row of neighbours has 2**SHIFT entries and a row of partners twice PAIRS;
where those rows begin; how many groups there are and where their rows begin."""
TRANSIT = HEADER + 7
"""Whether nothing rests there, for each space; then how many neighbours each has; then its steps home; then the rows.
A group's row has its three spaces, how far these are from home, all together, and the steps to the group from every
space; groups near home come first."""
REACH = 4
"""Where those steps begin in a group's row."""

CROSSING = FRAME
"""In a state: the transit space where a piece stands."""
STANDING = FRAME + 1
"""Where the pieces of each place of the turn order are, in order, with room for all; 0 in what is not used."""
CELLS = STANDING + PIECES * len(COLOURS)
"""Who is in each space, told by the place in the turn order. After that, what the last step has opened: a space or
`NOWHERE` for each pair of partners."""


# ------------------------------------------------------------ what may be done


@compiled(types.int64(NUMBERS, NUMBERS, NUMBERS, types.int64))
def actions(ground: Numbers, state: Numbers, codes: Numbers, enough: int) -> int:
    """How many steps and additions there are, counted as far as ``enough``; writes those there is room for."""
    place = state[PLACE]
    reserve = state[RESERVES + place]
    home = state[HOMES + place]
    crossing = state[CROSSING]
    left = state[LEFT]
    spaces = ground[SPACES]
    shift = ground[SHIFT]
    width = 1 << shift
    transit = ground[TRANSIT : TRANSIT + spaces]
    rows = ground[BESIDE]
    cells = state[CELLS : CELLS + spaces]
    opened = state[CELLS + spaces :]
    count = 0
    for space in opened:
        if space == NOWHERE:
            break
        exits = rows + (max(crossing, 0) << shift)
        beside = ground[exits : exits + width]
        if addition_fault(cells, transit, opened, space, reserve, crossing, beside) == FINE:
            if count < len(codes):
                codes[count] = (spaces << shift) + space
            count += 1
            if count == enough:
                return count
    pieces = STANDING + PIECES * place
    for piece in range(pieces, pieces + on_board(reserve, home)):
        origin = state[piece]
        if start_fault(cells, origin, place, left, crossing) != FINE:
            continue
        row = rows + (origin << shift)
        for slot in range(ground[TRANSIT + spaces + origin]):
            target = ground[row + slot]
            if landing_fault(cells, target, reserve, home) != FINE:
                continue
            if transit[target]:
                far = rows + (target << shift)
                if transit_fault(cells, transit, ground[far : far + width], origin, left) != FINE:
                    continue
            if count < len(codes):
                codes[count] = (origin << shift) + slot
            count += 1
            if count == enough:
                return count
    return count


@compiled(MOVES)
def moves(ground: Numbers, state: Numbers, _seat: int, codes: Numbers) -> int:
    count = actions(ground, state, codes, len(codes))
    if state[CROSSING] == NOWHERE:
        codes[count] = (ground[SPACES] << ground[SHIFT]) + ground[SPACES]
        count += 1
    return count


# ------------------------------------------------------------ what is done


@compiled(types.void(NUMBERS, NUMBERS))
def _leave(ground: Numbers, state: Numbers) -> None:
    """What a step opened is gone once the turn is over (GT-9)."""
    state[CELLS + ground[SPACES] :] = NOWHERE
    end_turn(ground, state)


@compiled(types.void(NUMBERS, types.int64, types.int64, types.int64))
def _relocate(state: Numbers, first: int, origin: int, target: int) -> None:
    """Among the pieces from ``first`` on one stands elsewhere now. `CENTRE`: it was not there, or is not any more."""
    piece = first
    if origin == CENTRE:
        while state[piece] != CENTRE:
            piece += 1
    else:
        while state[piece] != origin:
            piece += 1
    while piece > first and state[piece - 1] > target != CENTRE:
        state[piece] = state[piece - 1]
        piece -= 1
    last = first + PIECES - 1
    while piece < last and state[piece + 1] != CENTRE and (state[piece + 1] < target or target == CENTRE):
        state[piece] = state[piece + 1]
        piece += 1
    state[piece] = target


@compiled(PLAY)
def play(ground: Numbers, state: Numbers, _seat: int, code: int) -> None:
    spaces = ground[SPACES]
    shift = ground[SHIFT]
    place = state[PLACE]
    pieces = STANDING + PIECES * place
    cells = state[CELLS : CELLS + spaces]
    opened = state[CELLS + spaces :]
    if code >= spaces << shift:
        space = code - (spaces << shift)
        if space == spaces:
            _leave(ground, state)
            return
        cells[space] = place
        state[RESERVES + place] -= 1
        _relocate(state, pieces, CENTRE, space)
        behind = 0
        for other in opened:
            if other != space:
                opened[behind] = other
                behind += 1
        opened[behind:] = NOWHERE
    else:
        origin = code >> shift
        target = ground[ground[BESIDE] + code]
        cells[origin] = EMPTY
        state[LEFT] -= 1
        state[CROSSING] = NOWHERE
        opened[:] = NOWHERE
        _relocate(state, pieces, origin, target)
        if target == CENTRE:
            state[HOMES + place] += 1
            if won(ground, state):
                return
        else:
            cells[target] = place
            transit = ground[TRANSIT : TRANSIT + spaces]
            if transit[target]:
                state[CROSSING] = target
            row = ground[PARTNERS] + 2 * ground[PAIRS] * target
            partners = ground[row : row + 2 * ground[PAIRS]]
            fill_additions(cells, transit, partners, state[RESERVES + place], opened)
    if actions(ground, state, state[:0], 1) == 0:
        _leave(ground, state)


@compiled(types.void(NUMBERS, NUMBERS, types.int64))
def roll(ground: Numbers, state: Numbers, total: int) -> None:
    if state[PHASE] == AT_OPENING:
        first = opening_roll(ground, state, total)
        if first != NO_PLACE:
            begin_turn(state, first)
        return
    take_roll(state, total)
    if actions(ground, state, state[:0], 1) == 0:
        _leave(ground, state)


@compiled(DRAW)
def draw(ground: Numbers, state: Numbers, chance: Any) -> int:
    total = two_dice(chance)
    roll(ground, state, total)
    return total
