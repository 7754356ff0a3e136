"""The law of Over-Pass, in plain numbers.

``cells`` holds a colour or ``EMPTY`` for every intersection of the board. Lines and groups are masks of bits: a
board has at most 64 lines, and forty pieces make at most forty groups.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from muscade.games.race.rules import EMPTY

CENTRE = 0
"""The centre is the first of all intersections (OB-10)."""
OVER_PASS_COST = 1
SWAP_COST = 1
SLIDE_COST = 2
EXIT_COST = 1


class Plan(NamedTuple):
    """What the law asks of a board."""

    neighbours: Sequence[Sequence[int]]
    ring: Sequence[Sequence[int]]
    """For each intersection its neighbours along the perimeter; none for those inside (OB-8)."""
    rank: Sequence[int]
    """Rings by distance from the centre."""
    is_exit: Sequence[bool]
    through: Sequence[int]
    """For each intersection the lines that pass through it on both sides: a piece there rests on them (OP-10)."""
    across: Sequence[int]
    """For each intersection the lines parallel to one that passes through it, but not that one itself."""


def lines_across(through: int, parallels: Sequence[int]) -> int:
    """The lines on which a partner for a swap may rest: parallel to one of these, and another (OP-10)."""
    across = 0
    for line in range(len(parallels)):
        if through >> line & 1:
            across |= parallels[line]
    return across


def enter(cells: MutableSequence[int], reserves: MutableSequence[int], colour: int) -> None:
    """Before its roll a piece of the turn's colour goes on the centre, if there is one in reserve (OP-5)."""
    if reserves[colour] > 0:
        reserves[colour] -= 1
        cells[CENTRE] = colour


def leave(cells: MutableSequence[int], reserves: MutableSequence[int]) -> None:
    """After a turn, what could not be moved off the centre returns to its own reserve (OP-6)."""
    colour = cells[CENTRE]
    if colour != EMPTY:
        cells[CENTRE] = EMPTY
        reserves[colour] += 1


def at_hand(is_exit: bool, piece: int, own: int) -> bool:
    """May a player whose colours are the mask ``own`` touch this piece? Any, but on an exit only theirs (OP-7, OP-8).

    With two players that is so on the turn of either of their colours.

    >>> at_hand(False, 2, 0b0011), at_hand(True, 2, 0b0011), at_hand(True, 1, 0b0011)
    (True, False, True)
    """
    return not is_exit or own >> piece & 1 != 0


def may_leave(is_exit: bool, piece: int, colour: int, leaving: bool) -> bool:
    """May this piece leave the board on that colour's turn, if any may on its roll (OP-12)?"""
    return leaving and is_exit and piece == colour


# ------------------------------------------------------------ Over-Passes (OP-9)


def mark_groups(
    cells: Sequence[int],
    neighbours: Sequence[Sequence[int]],
    colour: int,
    beside: MutableSequence[int],
    stack: MutableSequence[int],
) -> None:
    """Mark in ``beside``, all 0 so far, the groups next to each intersection, as a mask; within a group that group.

    A group is a set of connected occupied intersections none of which holds ``colour``: all that a piece of that
    colour can run over in one go. So a piece may run from here to there if both are beside the same group.
    Give the perimeter as ``neighbours`` for pieces on exits. ``stack`` has room for all pieces. OP-9.
    """
    group = 1
    for seed in range(len(cells)):
        if cells[seed] == EMPTY or cells[seed] == colour or beside[seed]:
            continue
        beside[seed] = group
        stack[0] = seed
        top = 1
        while top:
            top -= 1
            for place in neighbours[stack[top]]:
                if cells[place] == EMPTY or cells[place] == colour:
                    beside[place] |= group
                elif not beside[place]:
                    beside[place] = group
                    stack[top] = place
                    top += 1
        group <<= 1


def groups_beside(cells: Sequence[int], neighbours: Sequence[Sequence[int]], colour: int) -> list[int]:
    """What `mark_groups` marks."""
    beside = [0] * len(cells)
    mark_groups(cells, neighbours, colour, beside, [0] * len(cells))
    return beside


def may_land(plan: Plan, cells: Sequence[int], beside: Sequence[int], start: int, target: int) -> bool:
    """Is that where an Over-Pass may end? ``beside`` is along the perimeter if it starts on an exit (OP-9)."""
    if cells[target] != EMPTY or beside[start] & beside[target] == 0:
        return False
    return plan.is_exit[target] or not plan.is_exit[start]


def may_over_pass(plan: Plan, cells: Sequence[int], start: int, target: int) -> bool:
    """May the piece at ``start`` pass over others to ``target``? Who may touch it is another question (OP-9)."""
    ground = plan.ring if plan.is_exit[start] else plan.neighbours
    return may_land(plan, cells, groups_beside(cells, ground, cells[start]), start, target)


def ways_from(
    cells: Sequence[int], neighbours: Sequence[Sequence[int]], start: int, colour: int
) -> list[int]:
    """How a piece of that colour gets where it runs: for each intersection the one before it on a shortest way.

    -1 where it does not get. The start leads to itself. With colour ``EMPTY`` no colour stands in the way. OP-9.
    """
    before = [-1] * len(cells)
    before[start] = start
    queue = [start]
    for here in queue:
        for place in neighbours[here]:
            if before[place] != -1:
                continue
            if cells[place] == EMPTY:
                # It never crosses an empty intersection, so it ends here; and it must have passed over somebody.
                if here != start:
                    before[place] = here
            elif cells[place] != colour:
                before[place] = here
                queue.append(place)
    return before


def way_to(before: Sequence[int], target: int) -> list[int]:
    """The intersections passed over on the way to ``target``, in order; empty if there is no way."""
    way: list[int] = []
    here = before[target]
    while here != -1 and before[here] != here:
        way.append(here)
        here = before[here]
    way.reverse()
    return way


# ------------------------------------------------------------ swaps, slides, exits


def may_swap(plan: Plan, cells: Sequence[int], one: int, other: int) -> bool:
    """Two pieces of different colours that rest on separate, parallel lines; never on an exit (OP-10)."""
    if cells[one] == EMPTY or cells[other] == EMPTY or cells[one] == cells[other]:
        return False
    if plan.is_exit[one] or plan.is_exit[other]:
        return False
    return plan.across[one] & plan.through[other] != 0


def may_slide(plan: Plan, cells: Sequence[int], start: int, target: int) -> bool:
    """To a neighbouring empty intersection strictly farther out, and not from an exit (OP-11)."""
    if plan.is_exit[start] or cells[target] != EMPTY or plan.rank[target] <= plan.rank[start]:
        return False
    return target in plan.neighbours[start]


def exits_open(total: int, reserves: Sequence[int]) -> bool:
    """May pieces leave the board on this roll? On an even one, or on any once every reserve is empty (OP-12)."""
    for reserve in reserves:
        if reserve > 0:
            return total % 2 == 0
    return True
