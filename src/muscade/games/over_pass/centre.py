"""The law of the centre, which must be empty at the end of a turn (OP-6), in plain numbers.

A position is in order if the centre is empty, or can be emptied in one move or two with the points left. From
such a position every move must lead to such a position again; from any other all moves are free.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from muscade.games.over_pass.rules import (
    CENTRE,
    EXIT_COST,
    OVER_PASS_COST,
    SLIDE_COST,
    SWAP_COST,
    Plan,
    at_hand,
    groups_beside,
    may_land,
    may_leave,
    may_slide,
    may_swap,
)
from muscade.games.race.rules import EMPTY

NOWHERE = -1


class WaysOff(NamedTuple):
    """Moves that empty the centre at once: two slides, and a leap over one piece; `NOWHERE` where there is none."""

    slide: int
    other_slide: int
    over: int
    landing: int


def ways_off(plan: Plan, cells: Sequence[int]) -> WaysOff:
    """How the piece on the centre may leave it. Whatever is next to the centre is farther out (OP-9, OP-11)."""
    slide = other_slide = over = landing = NOWHERE
    for near in plan.neighbours[CENTRE]:
        if cells[near] == EMPTY:
            if slide == NOWHERE:
                slide = near
            elif slide != near:
                other_slide = near
        elif over == NOWHERE and cells[near] != cells[CENTRE]:
            for far in plan.neighbours[near]:
                if cells[far] == EMPTY:
                    over = near
                    landing = far
    return WaysOff(slide, other_slide, over, landing)


def stays_clear(ways: WaysOff, left: int, one: int, other: int) -> bool:
    """Does one of these ways off the centre remain, with ``left`` left, once a move has changed two places?

    Only ``other`` may have been filled. If not, only a closer look tells.
    """
    if left >= SLIDE_COST and (
        ways.slide not in (NOWHERE, other) or ways.other_slide not in (NOWHERE, other)
    ):
        return True
    if left < OVER_PASS_COST or ways.over == NOWHERE or CENTRE in (one, other):
        return False
    return ways.over not in (one, other) and ways.landing not in (one, other)


def concerns_runs(plan: Plan, beside: Sequence[int], place: int) -> bool:
    """Could a change there open or close an Over-Pass off the centre? ``beside`` is told for the colour on it (OP-9)."""
    return place == CENTRE or beside[place] & beside[CENTRE] != 0 or place in plan.neighbours[CENTRE]


def can_run(cells: Sequence[int], neighbours: Sequence[Sequence[int]], start: int) -> bool:
    """Is there any Over-Pass for the piece there (OP-9)? Not for one on an exit."""
    colour = cells[start]
    seen = [False] * len(cells)
    stack = [start]
    while len(stack) > 0:
        here = stack.pop()
        for place in neighbours[here]:
            if cells[place] == EMPTY:
                if here != start:
                    return True
            elif cells[place] != colour and not seen[place]:
                seen[place] = True
                stack.append(place)
    return False


def clears_now(plan: Plan, cells: Sequence[int], left: int) -> bool:
    """Is the centre empty, or can one move make it so?"""
    if cells[CENTRE] == EMPTY:
        return True
    if left < OVER_PASS_COST:
        return False
    ways = ways_off(plan, cells)
    if ways.over != NOWHERE or (left >= SLIDE_COST and ways.slide != NOWHERE):
        return True
    return can_run(cells, plan.neighbours, CENTRE)


def in_order(
    plan: Plan, cells: MutableSequence[int], left: int, colour: int, own: int, leaving: bool
) -> bool:
    """Is the centre empty, or can it be made so in two moves with the points left (OP-6)?

    ``colour`` is the turn's, ``own`` the mask of its player's colours, ``leaving`` says whether pieces may leave the
    board. ``cells`` are tried out on, and are as before when this is done.
    """
    if clears_now(plan, cells, left):
        return True
    if left <= OVER_PASS_COST:
        return False
    # With two points or more an empty neighbour would do. So all of them are taken; and where all hold the colour
    # of the piece on the centre, nothing helps but to change one of these pieces.
    hemmed_in = True
    for place in plan.neighbours[CENTRE]:
        if cells[place] != cells[CENTRE]:
            hemmed_in = False
    for place in range(len(cells)):
        if hemmed_in and place != CENTRE and place not in plan.neighbours[CENTRE]:
            continue
        if cells[place] != EMPTY and _helps(plan, cells, left, colour, own, leaving, place):
            return True
    return False


def _helps(
    plan: Plan, cells: MutableSequence[int], left: int, colour: int, own: int, leaving: bool, start: int
) -> bool:
    """Can some move of that piece be followed by one that empties the centre?"""
    piece = cells[start]
    if not at_hand(plan.is_exit[start], piece, own):
        return False
    beside = groups_beside(cells, plan.ring if plan.is_exit[start] else plan.neighbours, piece)
    for target in range(len(cells)):
        if target == start and may_leave(plan.is_exit[start], piece, colour, leaving):
            cost = EXIT_COST
        elif may_swap(plan, cells, start, target):
            cost = SWAP_COST
        elif may_land(plan, cells, beside, start, target):
            cost = OVER_PASS_COST
        elif may_slide(plan, cells, start, target):
            cost = SLIDE_COST
        else:
            continue
        if cost < left:
            # Whatever is done, two places exchange what they hold, or one is emptied.
            other = cells[target] if target != start else EMPTY
            cells[target] = piece
            cells[start] = other
            helps = clears_now(plan, cells, left - cost)
            cells[target] = other
            cells[start] = piece
            if helps:
                return True
    return False


def may_fill(left: int) -> bool:
    """May an Over-Pass end on the centre (OP-6)? With a point left for it the piece can run back the way it came."""
    return left >= 2 * OVER_PASS_COST


def something_to_do(
    plan: Plan, cells: Sequence[int], left: int, colour: int, own: int, leaving: bool
) -> bool:
    """Is there anything to do but to end the turn (OP-5)?

    If the centre is taken and must be emptied, then there is. If it cannot be, all moves are free; and if it is
    empty, all but Over-Passes onto it. What is nearly always there is looked for first.
    """
    if left == 0:
        return False
    for one in range(len(cells)):
        if cells[one] == EMPTY:
            continue
        for other in range(one + 1, len(cells)):
            if may_swap(plan, cells, one, other):
                return True
    for start in range(len(cells)):
        piece = cells[start]
        if piece == EMPTY or not at_hand(plan.is_exit[start], piece, own):
            continue
        if may_leave(plan.is_exit[start], piece, colour, leaving):
            return True
        beside = groups_beside(cells, plan.ring if plan.is_exit[start] else plan.neighbours, piece)
        for target in range(len(cells)):
            if left >= SLIDE_COST and may_slide(plan, cells, start, target):
                return True
            if may_land(plan, cells, beside, start, target) and (target != CENTRE or may_fill(left)):
                return True
    return False
