"""What is seen of every puzzle, as numbers (`muscade.kernels.observations`): all there is."""

from __future__ import annotations

from muscade.games.solitaire.course import PuzzleTable
from muscade.games.solitaire.setup import ALL_PIECES
from muscade.kernels.layout import Numbers
from muscade.kernels.observations import HIGHEST, Field, put, put_count

PUZZLE_FIELDS = (
    Field("over", (), 1, "it is solved, or left as it stands"),
    Field("solved", (), 1, "it is solved"),
    Field("count", (), HIGHEST, "steps or moves so far"),
    Field("pieces", (), ALL_PIECES, "on the board"),
)
"""What `put_puzzle` writes."""


def put_puzzle(table: PuzzleTable, seen: Numbers) -> int:
    """Write what all puzzles have; the place behind it."""
    at = put(seen, 0, table.over)
    at = put(seen, at, table.solved)
    at = put_count(seen, at, table.count)
    return put(seen, at, table.pieces)


def put_colour(table: PuzzleTable, seen: Numbers, at: int, colour: int) -> int:
    """Where the pieces of a colour stand."""
    for place in range(table.places):
        seen[at + place] = 1 if table.cells[place] == colour else 0
    return at + table.places
