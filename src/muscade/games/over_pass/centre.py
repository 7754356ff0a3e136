"""The law of the centre, which must be empty at the end of a turn (OP-6), in plain numbers.

A position is in order if the centre is empty, or can be emptied in one move or two with the points left. From
such a position every move must lead to such a position again; from any other all moves are free.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

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
    way_to,
    ways_from,
)
from muscade.games.race.rules import EMPTY

NOWHERE = -1


def some_run(cells: Sequence[int], neighbours: Sequence[Sequence[int]], start: int) -> list[int]:
    """Some Over-Pass of the piece there: its start, what it passes over, where it lands; nothing if there is none.

    While none of these places changes, neither does the answer. Not for a piece on an exit (OP-9).
    """
    for near in neighbours[start]:
        # Nearly always a leap over one piece will do, and needs no search.
        if cells[near] != EMPTY and cells[near] != cells[start]:
            for far in neighbours[near]:
                if cells[far] == EMPTY:
                    return [start, near, far]
    before = ways_from(cells, neighbours, start, cells[start])
    run = [start]
    for place in range(len(cells)):
        if cells[place] == EMPTY and before[place] != -1:
            run.extend(way_to(before, place))
            run.append(place)
            return run
    run.clear()
    return run


def can_slide_off(plan: Plan, cells: Sequence[int], filled: int = NOWHERE) -> bool:
    """Could a piece slide off the centre, that place being taken too? Whatever is next to it is farther out (OP-11)."""
    free = False
    for place in plan.neighbours[CENTRE]:
        if cells[place] == EMPTY and place != filled:
            free = True
    return free


def always_slides_off(plan: Plan, cells: Sequence[int]) -> bool:
    """Could a piece slide off the centre whatever one place is filled?"""
    for place in plan.neighbours[CENTRE]:
        if cells[place] == EMPTY:
            return can_slide_off(plan, cells, place)
    return False


def clears_now(plan: Plan, cells: Sequence[int], left: int) -> bool:
    """Is the centre empty, or can one move make it so?"""
    if cells[CENTRE] == EMPTY:
        return True
    if left >= SLIDE_COST and can_slide_off(plan, cells):
        return True
    return left >= OVER_PASS_COST and len(some_run(cells, plan.neighbours, CENTRE)) > 0


def in_order(plan: Plan, cells: MutableSequence[int], left: int, colour: int, leaving: bool) -> bool:
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


def _helps(
    plan: Plan, cells: MutableSequence[int], left: int, colour: int, leaving: bool, start: int
) -> bool:
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


def _swap_helps(plan: Plan, cells: MutableSequence[int], left: int, one: int) -> bool:
    for other in range(len(cells)):
        if may_swap(plan, cells, one, other):
            cells[one], cells[other] = cells[other], cells[one]
            helps = clears_now(plan, cells, left - SWAP_COST)
            cells[one], cells[other] = cells[other], cells[one]
            if helps:
                return True
    return False


def _move_helps(plan: Plan, cells: MutableSequence[int], left: int, start: int, target: int) -> bool:
    cells[target], cells[start] = cells[start], EMPTY
    helps = clears_now(plan, cells, left)
    cells[start], cells[target] = cells[target], EMPTY
    return helps


# ------------------------------------------------------------ moves while the centre is taken


def stays_clear(
    plan: Plan, cells: Sequence[int], left: int, run: Sequence[int], one: int, other: int
) -> bool:
    """Is it plain that one move can empty the taken centre once these two places have changed and ``left`` is left?

    ``cells`` are as before, and ``run`` is what `some_run` says of the centre then. If not, only a closer look tells.
    """
    if left >= SLIDE_COST and can_slide_off(plan, cells, other):
        return True
    return left >= OVER_PASS_COST and len(run) > 0 and one not in run and other not in run


def in_order_after(
    plan: Plan, cells: MutableSequence[int], left: int, colour: int, leaving: bool, start: int, target: int
) -> bool:
    """Is the centre in order once the piece there stands on an empty place and ``left`` is left (OP-6)?"""
    piece = cells[start]
    cells[start] = EMPTY
    cells[target] = piece
    ordered = in_order(plan, cells, left, colour, leaving)
    cells[start] = piece
    cells[target] = EMPTY
    return ordered


def carry_in_order(
    plan: Plan,
    cells: MutableSequence[int],
    left: int,
    colour: int,
    leaving: bool,
    run: Sequence[int],
    start: int,
    target: int,
    cost: int,
) -> bool:
    """Is the centre in order, as it was before, once that piece stands there (OP-6)?"""
    if start == CENTRE:
        return True
    if cells[CENTRE] == EMPTY:
        if target != CENTRE:
            return True
    elif stays_clear(plan, cells, left - cost, run, start, target):
        return True
    return left > cost and in_order_after(plan, cells, left - cost, colour, leaving, start, target)


def swap_in_order(
    plan: Plan,
    cells: MutableSequence[int],
    left: int,
    colour: int,
    leaving: bool,
    run: Sequence[int],
    one: int,
    other: int,
) -> bool:
    """Is the centre in order, as it was before, once these two have changed places (OP-6)?"""
    rest = left - SWAP_COST
    if cells[CENTRE] == EMPTY or stays_clear(plan, cells, rest, run, one, other):
        return True
    if rest == 0:
        return False
    cells[one], cells[other] = cells[other], cells[one]
    ordered = in_order(plan, cells, rest, colour, leaving)
    cells[one], cells[other] = cells[other], cells[one]
    return ordered


def exit_in_order(
    plan: Plan,
    cells: MutableSequence[int],
    left: int,
    colour: int,
    run: Sequence[int],
    place: int,
) -> bool:
    """Is the centre in order, as it was before, once that piece has left the board (OP-6)?"""
    rest = left - EXIT_COST
    if cells[CENTRE] == EMPTY or stays_clear(plan, cells, rest, run, place, place):
        return True
    if rest == 0:
        return False
    cells[place] = EMPTY
    ordered = in_order(plan, cells, rest, colour, True)
    cells[place] = colour
    return ordered


def something_to_do(plan: Plan, cells: MutableSequence[int], left: int, colour: int, leaving: bool) -> bool:
    """Is there anything to do but to end the turn (OP-5)? What is nearly always there is looked for first."""
    if left == 0:
        return False
    if cells[CENTRE] != EMPTY and in_order(plan, cells, left, colour, leaving):
        return True
    for one in range(len(cells)):
        if cells[one] == EMPTY:
            continue
        for other in range(one + 1, len(cells)):
            if may_swap(plan, cells, one, other):
                return True
    # Only a move onto the centre could be forbidden by now.
    for start in range(len(cells)):
        piece = cells[start]
        if piece == EMPTY or not at_hand(plan.is_exit[start], piece, colour):
            continue
        if plan.is_exit[start] and leaving:
            return True
        if left >= SLIDE_COST:
            for target in plan.neighbours[start]:
                if may_slide(plan, cells, start, target):
                    return True
        beside = groups_beside(cells, plan.ring if plan.is_exit[start] else plan.neighbours, piece)
        for target in range(len(cells)):
            if may_land(plan, cells, beside, start, target) and (
                target != CENTRE
                or in_order_after(plan, cells, left - OVER_PASS_COST, colour, leaving, start, target)
            ):
                return True
    return False
