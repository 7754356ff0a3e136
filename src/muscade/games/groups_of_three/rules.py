"""The law of Groups-of-Three in plain numbers: spaces, colours and rows of a board's tables.

A ``row`` is what a table says of one space, as a flat sequence: ``beside`` its neighbours, ``partners`` the other two
spaces of each of its groups, one pair after another. ``transit`` has a 1 for each space where nothing rests.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from muscade.board import CENTRE, EMPTY, NOWHERE
from muscade.games.race.rules import PIECES
from muscade.kernels.primitives import FINE, fill

KEPT = 2
"""So many pieces stay on the board while there is a reserve (GT-8)."""

# What can be wrong with a step.
NOT_YOURS, CROSSING, NO_STEPS, NOT_NEIGHBOURS, OCCUPIED, KEEP_TWO, TOO_FEW_STEPS, NO_WAY_OUT = range(1, 9)
# What can be wrong with adding a piece.
NO_RESERVE, NO_GROUP, SHUTS_IN = range(9, 12)


def on_board(reserve: int, home: int) -> int:
    """How many pieces of a colour are on the board: those neither waiting nor home (GT-1)."""
    return PIECES - reserve - home


def may_go_home(reserve: int, home: int) -> bool:
    """GT-8: while there is a reserve, two pieces stay."""
    return reserve == 0 or on_board(reserve, home) > KEPT


def way_out(
    cells: Sequence[int], beside: Sequence[int], transit: Sequence[int], left_behind: int, filled: int
) -> bool:
    """Can a piece rest next to a transit space (GT-6)? ``left_behind`` is empty by then, and ``filled`` is not."""
    for space in beside:
        if space == filled or transit[space]:
            continue
        if cells[space] == EMPTY or space == left_behind:
            return True
    return False


def start_fault(cells: Sequence[int], origin: int, colour: int, left: int, crossing: int) -> int:
    """What keeps the piece at ``origin`` from stepping anywhere, or `FINE` (GT-4, GT-6).

    ``crossing`` is the transit space where a piece stands, or `NOWHERE`.
    """
    if cells[origin] != colour:
        return NOT_YOURS
    if crossing not in (NOWHERE, origin):
        return CROSSING
    return NO_STEPS if left == 0 else FINE


def landing_fault(cells: Sequence[int], target: int, reserve: int, home: int) -> int:
    """What keeps a piece from stepping into a neighbouring space, or `FINE` (GT-5, GT-7, GT-8)."""
    if target == CENTRE:
        return FINE if may_go_home(reserve, home) else KEEP_TWO
    return FINE if cells[target] == EMPTY else OCCUPIED


def transit_fault(
    cells: Sequence[int], transit: Sequence[int], beyond: Sequence[int], origin: int, left: int
) -> int:
    """What keeps a piece besides from stepping into a transit space with these neighbours, or `FINE` (GT-6)."""
    if left < 2:
        return TOO_FEW_STEPS
    return FINE if way_out(cells, beyond, transit, origin, NOWHERE) else NO_WAY_OUT


def step_fault(
    cells: Sequence[int],
    transit: Sequence[int],
    beside: Sequence[int],
    beyond: Sequence[int],
    origin: int,
    target: int,
    colour: int,
    left: int,
    crossing: int,
    reserve: int,
    home: int,
) -> int:
    """What forbids a step, or `FINE` (GT-4 to GT-8).

    ``beside`` and ``beyond`` are the neighbours of ``origin`` and of ``target``.
    """
    fault = start_fault(cells, origin, colour, left, crossing)
    if fault:
        return fault
    if target not in beside:
        return NOT_NEIGHBOURS
    fault = landing_fault(cells, target, reserve, home)
    if fault:
        return fault
    return transit_fault(cells, transit, beyond, origin, left) if transit[target] else FINE


def spaces_in(opened: Sequence[int]) -> tuple[int, ...]:
    """The spaces of a row that ends in `NOWHERE`."""
    return tuple(space for space in opened if space != NOWHERE)


def fill_additions(
    cells: Sequence[int],
    transit: Sequence[int],
    partners: Sequence[int],
    reserve: int,
    spaces: MutableSequence[int],
) -> int:
    """Write the spaces that a step has opened to the reserve (GT-9), judged before anything is placed; how many.

    ``partners`` are those of the space stepped into, and there is room for a space of each pair. Of each pair exactly
    one must be taken, by anyone; the other one is open, unless it is a transit space. Two groups may point to the same
    space: one piece.
    """
    count = 0
    if reserve == 0:
        return count
    for k in range(0, len(partners), 2):
        one = partners[k]
        other = partners[k + 1]
        if (cells[one] == EMPTY) == (cells[other] == EMPTY):
            continue
        space = one if cells[one] == EMPTY else other
        if not transit[space] and space not in spaces[:count]:
            spaces[count] = space
            count += 1
    return count


def may_be_open(cells: Sequence[int], transit: Sequence[int], partners: Sequence[int], space: int) -> bool:
    """Can a step have opened that space (GT-9)? It is empty, and with the other one of a pair of ``partners``, which is taken.

    >>> may_be_open([-1, 0, -1, 0], [0, 0, 0, 0], [1, 2], 2), may_be_open([-1, -1, -1, 0], [0, 0, 0, 0], [1, 2], 2)
    (True, False)
    """
    if cells[space] != EMPTY or transit[space]:
        return False
    for k in range(0, len(partners), 2):
        one = partners[k]
        other = partners[k + 1]
        if (one == space and cells[other] != EMPTY) or (other == space and cells[one] != EMPTY):
            return True
    return False


def close_space(opened: MutableSequence[int], space: int) -> None:
    """A space that a step has opened has its piece (GT-9); the others move up, and `NOWHERE` follows them."""
    kept = 0
    for other in range(len(opened)):
        if opened[other] != space:
            opened[kept] = opened[other]
            kept += 1
    fill(opened[kept:], NOWHERE)


def addition_fault(
    cells: Sequence[int],
    transit: Sequence[int],
    open_spaces: Sequence[int],
    space: int,
    reserve: int,
    crossing: int,
    beside: Sequence[int],
) -> int:
    """What forbids adding a piece, or `FINE` (GT-9); ``open_spaces`` are what is left of `fill_additions`.

    ``beside`` are the neighbours of ``crossing``: the piece that crosses must keep a way out (GT-6).
    """
    if reserve == 0:
        return NO_RESERVE
    if space not in open_spaces:
        return NO_GROUP
    if crossing != NOWHERE and not way_out(cells, beside, transit, NOWHERE, space):
        return SHUTS_IN
    return FINE
