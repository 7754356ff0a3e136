"""What is seen of an Over-Pass Spiral, as numbers (`muscade.kernels.observations`)."""

from __future__ import annotations

from muscade.games.over_pass_spiral.course import TINTS, Setting, Table
from muscade.games.solitaire.observation import PUZZLE_FIELDS, put_colour, put_puzzle
from muscade.kernels.layout import Numbers
from muscade.kernels.observations import Field


def fields(setting: Setting) -> tuple[Field, ...]:
    shape = (TINTS, setting.places)
    return (
        *PUZZLE_FIELDS,
        Field("cells", shape, 1, "where the pieces of each colour are, in the order of the board"),
    )


def observe(_setting: Setting, table: Table, _seat: int, seen: Numbers) -> int:
    at = put_puzzle(table, seen)
    for colour in range(TINTS):
        at = put_colour(table, seen, at, colour)
    return at
