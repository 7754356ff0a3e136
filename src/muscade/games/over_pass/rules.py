"""The law of Over-Pass, in plain numbers.

A set of intersections is a row of words (`sets`). Where ``cells`` are asked for instead, they hold a colour or ``EMPTY`` for
every intersection of the board. Lines are masks of bits.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from muscade.board import CENTRE, COLOURS, EMPTY
from muscade.games.race.rules import PIECES
from muscade.kernels.primitives import lowest, room
from muscade.kernels.sets import BITS, MOST_WORDS, flip, which, width

OVER_PASS_COST = 1
SWAP_COST = 1
SLIDE_COST = 2
EXIT_COST = 1
MOST_GROUPS = PIECES * (len(COLOURS) - 1)
"""All pieces of other colours, each apart."""

# Why a move is refused.
NOTHING_THERE, NOT_YOURS, GOES_NOWHERE, OCCUPIED, NO_WAY, FROM_EXIT, NOT_A_NEIGHBOUR = range(1, 8)
NOT_OUTWARD, TOO_DEAR, SWAP_ON_EXIT, ONE_PIECE, SAME_COLOUR, NOT_PARALLEL, NOT_AN_EXIT = range(8, 15)
OTHER_COLOUR, ODD_ROLL, CENTRE_FIRST, CENTRE_STUCK = range(15, 19)


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


# ------------------------------------------------------------ the centre, exits


def enter(held: Sequence[MutableSequence[int]], reserves: MutableSequence[int], colour: int) -> None:
    """Before its roll a piece of the turn's colour goes on the centre, if there is one in reserve (OP-5)."""
    if reserves[colour] > 0:
        reserves[colour] -= 1
        flip(held[colour], CENTRE)


def leave(held: Sequence[MutableSequence[int]], reserves: MutableSequence[int]) -> None:
    """After a turn, what could not be moved off the centre returns to its own reserve (OP-6)."""
    colour = which(held, CENTRE)
    if colour != EMPTY:
        flip(held[colour], CENTRE)
        reserves[colour] += 1


def at_hand(is_exit: bool, piece: int, own: int) -> bool:
    """May a player whose colours are the mask ``own`` touch this piece? Any, but on an exit only theirs (OP-7, OP-8).

    With two players that is so on the turn of either of their colours.

    >>> at_hand(False, 2, 0b0011), at_hand(True, 2, 0b0011), at_hand(True, 1, 0b0011)
    (True, False, True)
    """
    return not is_exit or own >> piece & 1 != 0


def exits_open(total: int, reserves: Sequence[int]) -> bool:
    """May pieces leave the board on this roll? On an even one, or on any once every reserve is empty (OP-12)."""
    for reserve in reserves:
        if reserve > 0:
            return total % 2 == 0
    return True


def may_leave(is_exit: bool, piece: int, colour: int, leaving: bool) -> bool:
    """May this piece leave the board on that colour's turn, if any may on its roll (OP-12)?"""
    return leaving and is_exit and piece == colour


# ------------------------------------------------------------ swaps and slides, on any board


def lines_across(through: int, parallels: Sequence[int]) -> int:
    """The lines on which a partner for a swap may rest: parallel to one of these, and another (OP-10)."""
    across = 0
    for line in range(len(parallels)):
        if through >> line & 1:
            across |= parallels[line]
    return across


def may_swap(plan: Plan, one: int, other: int) -> bool:
    """May pieces there be swapped, if their colours differ? On separate, parallel lines, and never on an exit (OP-10)."""
    return not (plan.is_exit[one] or plan.is_exit[other]) and plan.across[one] & plan.through[other] != 0


def may_slide(plan: Plan, start: int, target: int) -> bool:
    """May a piece slide there, if nobody is there? To a neighbour strictly farther out, and not from an exit (OP-11)."""
    farther = plan.rank[target] > plan.rank[start]
    return farther and not plan.is_exit[start] and target in plan.neighbours[start]


# ------------------------------------------------------------ Over-Passes (OP-9)


def flood(beside: Sequence[Sequence[int]], others: Sequence[int], edge: MutableSequence[int]) -> None:
    """Let ``edge`` grow to all of ``others`` that are connected with any in it, and whatever is next to these.

    ``others`` hold pieces, but none of a piece's own colour. Those that are connected are a group: all that it can run over
    in one go. So it may run from here to there if both are next to the same group. Give neighbours along the perimeter as
    ``beside``, the words of which come one after the other, for pieces on exits. OP-9.
    """
    words = width(edge)
    fresh, found = room(MOST_WORDS), room(MOST_WORDS)
    more = 0
    for word in range(words):
        fresh[word] = edge[word] & others[word]
        more |= fresh[word]
    while more:
        for other in range(words):
            near, reached = beside[other], 0
            for word in range(words):
                mask = fresh[word]
                while mask:
                    reached |= near[BITS * word + lowest(mask)]
                    mask &= mask - 1
            found[other] = reached & ~edge[other]
        more = 0
        for word in range(words):
            edge[word] |= found[word]
            fresh[word] = found[word] & others[word]
            more |= fresh[word]


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


def ways_of(plan: Plan, cells: Sequence[int], start: int) -> list[int]:
    """How the piece there gets where it runs: from an exit along the perimeter only (OP-9)."""
    return ways_from(cells, plan.ring if plan.is_exit[start] else plan.neighbours, start, cells[start])


def way_to(before: Sequence[int], target: int) -> list[int]:
    """The intersections passed over on the way to ``target``, in order; empty if there is no way."""
    way: list[int] = []
    here = before[target]
    while here != -1 and before[here] != here:
        way.append(here)
        here = before[here]
    way.reverse()
    return way


def may_end(cells: Sequence[int], is_exit: Sequence[int], start: int, target: int) -> bool:
    """May an Over-Pass end there, if there is a way? On an empty intersection, and from an exit on another one (OP-9)."""
    return cells[target] == EMPTY and (is_exit[start] == 0 or is_exit[target] != 0)


def may_over_pass(plan: Plan, cells: Sequence[int], start: int, target: int) -> bool:
    """May the piece at ``start`` pass over others to ``target``? Who may touch it is another question (OP-9)."""
    if not may_end(cells, plan.is_exit, start, target):
        return False
    return ways_of(plan, cells, start)[target] != -1
