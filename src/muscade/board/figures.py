"""The figures of a board, as the law's page counts them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import msgspec

from muscade.board.board import Board


class Figures(msgspec.Struct, frozen=True):
    """Counts of things by a number: ``{8: 4}`` means four of them with eight."""

    lines: dict[int, int]
    """By intersections on them."""
    intersections: dict[int, int]
    """By neighbours."""
    neighbour_pairs: int
    through: dict[int, int]
    """Intersections by lines through them."""
    rings: tuple[tuple[int, float], ...]
    """From the centre out: how many intersections, at what distance."""
    without_outward: tuple[str, ...]
    """Intersections, exits apart, with no neighbour farther from the centre."""
    exits: int
    perimeter: int
    spaces: dict[int, int]
    """By corners."""
    steps: dict[int, int]
    """Spaces by steps from the Center Square."""
    groups: int
    in_groups: dict[int, int]
    """Spaces by groups they belong to."""
    symmetries: int


def figures(board: Board) -> Figures:
    """Count everything.

    >>> from muscade.board import standard_board
    >>> figures(standard_board()).lines
    {2: 4, 3: 4, 5: 2, 6: 8, 7: 8, 8: 8}
    """
    places = range(len(board.intersections))
    ring_sizes = _counted(board.rank)
    return Figures(
        lines=_counted(map(len, board.lines)),
        intersections=_counted(map(len, board.neighbours)),
        neighbour_pairs=sum(map(len, board.neighbours)) // 2,
        through=_counted(mask.bit_count() for mask in board.through),
        rings=tuple(
            (size, round(math.hypot(*board.points[board.rank.index(rank)]), 4))
            for rank, size in ring_sizes.items()
        ),
        without_outward=tuple(
            board.intersections[place]
            for place in places
            if place not in board.exits
            and all(board.rank[other] <= board.rank[place] for other in board.neighbours[place])
        ),
        exits=len(board.exits),
        perimeter=len(board.perimeter),
        spaces=_counted(map(len, board.outlines)),
        steps=_counted(board.steps),
        groups=len(board.groups),
        in_groups=_counted(map(len, board.groups_of)),
        symmetries=len(board.symmetries),
    )


def _counted(numbers: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(numbers).items()))
