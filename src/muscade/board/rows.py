"""What lies on a board, and how its places hang together, as flat rows: so courses have it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from muscade.board.board import EMPTY


def links_of(rows: Sequence[Sequence[int]]) -> dict[str, list[int]]:
    """Rows of neighbours as one list of links: of each place the first link, the one after its last; where each leads."""
    ends = list(accumulate(map(len, rows)))
    return {
        "first": [0, *ends[:-1]],
        "after": ends,
        "origins": [place for place, row in enumerate(rows) for _ in row],
        "targets": [target for row in rows for target in row],
    }


def distances(rows: Sequence[Iterable[int]], starts: Iterable[int], otherwise: int = -1) -> list[int]:
    """How many steps from neighbour to neighbour each place is from the nearest of some; ``otherwise`` where no way leads.

    >>> distances([[1], [0, 2], [1], []], [0])
    [0, 1, 2, -1]
    """
    found = dict.fromkeys(starts, 0)
    queue = list(found)
    for here in queue:
        for there in rows[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return [found.get(place, otherwise) for place in range(len(rows))]


def cells_with(rows: Sequence[Sequence[int]], cell_count: int) -> list[int]:
    """What every place of a board holds: the number of the row that names it, or `EMPTY`.

    >>> cells_with([(1,), (3, 0)], 4)
    [1, 0, -1, 1]
    """
    cells = [EMPTY] * cell_count
    for number, row in enumerate(rows):
        for cell in row:
            cells[cell] = number
    return cells


def names_in(cells: Sequence[int], names: Sequence[str], rows: int) -> tuple[tuple[str, ...], ...]:
    """The other way round: for every number the names of the places that hold it.

    >>> names_in([1, 0, -1, 1], "abcd", 2)
    (('b',), ('a', 'd'))
    """
    held = list(zip(names, cells, strict=True))
    return tuple(tuple(name for name, found in held if found == number) for number in range(rows))
