"""The law of the centre, which must be empty at the end of a turn (OP-6), in plain numbers.

A position is in order if the centre is empty, or can be emptied in one move or two with the points left. From
such a position every move must lead to such a position again; from any other all moves are free.
"""

from __future__ import annotations

from collections.abc import Sequence

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
    may_slide,
    may_swap,
)
from muscade.games.race.rules import EMPTY


def can_run(cells: Sequence[int], neighbours: Sequence[Sequence[int]], start: int) -> bool:
    """Is there any Over-Pass for the piece there? Not for one on an exit (OP-9)."""
    colour = cells[start]
    seen = [False] * len(cells)
    stack: list[int] = []
    for place in neighbours[start]:
        if cells[place] != EMPTY and cells[place] != colour:
            seen[place] = True
            stack.append(place)
    while stack:
        for place in neighbours[stack.pop()]:
            if cells[place] == EMPTY:
                return True
            if cells[place] != colour and not seen[place]:
                seen[place] = True
                stack.append(place)
    return False


def clears_now(plan: Plan, cells: Sequence[int], left: int) -> bool:
    """Is the centre empty, or can one move make it so? Every neighbour of the centre is farther out (OP-11)."""
    if cells[CENTRE] == EMPTY:
        return True
    if left >= SLIDE_COST:
        for place in plan.neighbours[CENTRE]:
            if cells[place] == EMPTY:
                return True
    return left >= OVER_PASS_COST and can_run(cells, plan.neighbours, CENTRE)


def in_order(plan: Plan, cells: list[int], left: int, colour: int, leaving: bool) -> bool:
    """Is the centre empty, or can it be made so in two moves with the points left (OP-6)?

    ``colour`` is the turn's, ``leaving`` says whether pieces may leave the board. ``cells`` are tried out on, and
    are as before when this is done.
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
    if hemmed_in:
        for place in plan.neighbours[CENTRE]:
            if _helps(plan, cells, left, colour, leaving, place):
                return True
        return _swap_helps(plan, cells, left, CENTRE)
    for place in range(len(cells)):
        if cells[place] != EMPTY and _helps(plan, cells, left, colour, leaving, place):
            return True
    return False


def _helps(plan: Plan, cells: list[int], left: int, colour: int, leaving: bool, start: int) -> bool:
    """Can some move of that piece be followed by one that empties the centre?"""
    piece = cells[start]
    if not at_hand(plan.is_exit[start], piece, colour):
        return False
    if _swap_helps(plan, cells, left, start):
        return True
    if plan.is_exit[start] and leaving:
        cells[start] = EMPTY
        helps = clears_now(plan, cells, left - EXIT_COST)
        cells[start] = piece
        if helps:
            return True
    beside = groups_beside(cells, plan.ring if plan.is_exit[start] else plan.neighbours, piece)
    for target in range(len(cells)):
        if may_land(plan, cells, beside, start, target) and _move_helps(
            plan, cells, left - OVER_PASS_COST, start, target
        ):
            return True
    if left > SLIDE_COST:
        for target in plan.neighbours[start]:
            if may_slide(plan, cells, start, target) and _move_helps(
                plan, cells, left - SLIDE_COST, start, target
            ):
                return True
    return False


def _swap_helps(plan: Plan, cells: list[int], left: int, one: int) -> bool:
    for other in range(len(cells)):
        if may_swap(plan, cells, one, other):
            cells[one], cells[other] = cells[other], cells[one]
            helps = clears_now(plan, cells, left - SWAP_COST)
            cells[one], cells[other] = cells[other], cells[one]
            if helps:
                return True
    return False


def _move_helps(plan: Plan, cells: list[int], left: int, start: int, target: int) -> bool:
    cells[target], cells[start] = cells[start], EMPTY
    helps = clears_now(plan, cells, left)
    cells[start], cells[target] = cells[target], EMPTY
    return helps
