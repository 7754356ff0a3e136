"""The board that drawn lines make: intersections, lines, spaces, groups, all derived once (OB-5 to OB-11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from muscade.board.file import Point
from muscade.core.errors import InvalidNotation
from muscade.core.text import quoted

NOWHERE = -1
"""No place of a board."""
EMPTY = -1
"""What a place holds where no piece is."""
CENTRE = 0
"""The number of the centre among the intersections, and of the Center Square among the spaces."""


def name_order(name: str) -> tuple[str, int]:
    """Where the name of an intersection stands among others: by ring, then by number (OB-10).

    >>> sorted(["c1", "b10", "b2"], key=name_order)
    ['b2', 'b10', 'c1']
    """
    return name[0], int(name[1:])


@dataclass(frozen=True, eq=False)
class Board:
    """Everything the games need to know of a board, as small numbers.

    Intersections and spaces are numbered in the order of their names, so number 0 is the centre ``a1``, or the
    Center Square ``0``. Lines are numbered as the file draws them; a set of lines is a mask of bits.
    """

    name: str
    radius: float
    """No point lies farther from the centre."""

    intersections: tuple[str, ...]
    points: tuple[Point, ...]
    """Where the intersections are, x to the right and y up, the centre at 0, 0."""
    neighbours: tuple[tuple[int, ...], ...]
    rank: tuple[int, ...]
    """Rings by distance from the centre, counted from 0; equal means exactly equidistant (OB-10)."""
    lines: tuple[tuple[int, ...], ...]
    """The intersections along each line, from one end to the other."""
    ends: tuple[tuple[Point, Point], ...]
    """Where each line begins and ends."""
    lines_of: tuple[int, ...]
    """For each intersection the lines it is on."""
    through: tuple[int, ...]
    """For each intersection the lines that go on at both sides of it."""
    direction: tuple[int, ...]
    """For each line the number of its direction; equal means parallel."""
    parallels: tuple[int, ...]
    """For each line the others parallel to it."""
    exits: tuple[int, ...]
    perimeter: tuple[int, ...]
    """The outer outline, clockwise from north (OB-8)."""

    spaces: tuple[str, ...]
    outlines: tuple[tuple[Point, ...], ...]
    """The corners of each space."""
    middles: tuple[Point, ...]
    space_neighbours: tuple[tuple[int, ...], ...]
    steps: tuple[int, ...]
    """For each space the steps from the Center Square."""
    small: tuple[int, ...]
    """The spaces next to the Center Square."""
    transit: tuple[int, ...]
    """The spaces at two steps, the only way to the small ones."""
    groups: tuple[tuple[int, int, int], ...]
    groups_of: tuple[tuple[int, ...], ...]

    setups: Mapping[str, Mapping[str, tuple[int, ...]]]
    """By game and colour: intersections, or spaces."""
    in_spaces: frozenset[str]
    """The games that are set up in spaces; numbers of intersections and of spaces must not be taken for each other."""
    symmetries: tuple[tuple[int, ...], ...]
    """Where each intersection goes under each symmetry of the square that the board has (OB-11)."""
    space_symmetries: tuple[tuple[int, ...], ...]

    @cached_property
    def _intersection_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.intersections)}

    @cached_property
    def _space_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.spaces)}

    def intersection(self, name: str) -> int:
        """The number of an intersection, or `InvalidNotation`.

        >>> from muscade.board import standard_board
        >>> standard_board().intersection("b1")
        1
        """
        try:
            return self._intersection_numbers[name]
        except KeyError:
            self._unknown(name)

    def space(self, name: str) -> int:
        """The number of a space, or `InvalidNotation`."""
        try:
            return self._space_numbers[name]
        except KeyError:
            self._unknown(name)

    def _unknown(self, name: str) -> NoReturn:
        raise InvalidNotation(
            f"The board has no place {quoted(name)}.", f"Le plateau n'a pas d'endroit {quoted(name)}."
        ) from None
