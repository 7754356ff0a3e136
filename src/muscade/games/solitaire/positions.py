"""What the three puzzles say of positions that a game may begin from, halfway through as well (`muscade.core.positions`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, TypeVar

from muscade.board.positions import pieces_field
from muscade.board.rows import cells_with, names_in
from muscade.core import Options, Text
from muscade.core.positions import (
    Forbidden,
    Position,
    PositionField,
    Positions,
    check_number,
    field,
    places_of,
)
from muscade.core.refusals import ANY_CLAUSE
from muscade.games.solitaire.course import table_fields
from muscade.games.solitaire.setup import ALL_PIECES, PLAIN
from muscade.games.solitaire.state import PuzzleState

S = TypeVar("S", bound=PuzzleState[Any, Any])
P = TypeVar("P", bound=Position)

MOST = 9999
"""So many steps or moves at most have been counted."""

_too_many = Forbidden(
    ANY_CLAUSE,
    "The box has {most} pieces, not {count}.",
    "La boîte a {most} pions, et non {count}.",
)
over = Forbidden(
    ANY_CLAUSE,
    "Nothing is left to do here: a position has more to it.",
    "Il ne reste rien à faire ici : une position en demande davantage.",
)
not_begun = Forbidden(
    "SP-4",
    "Nothing has been done yet while the count is 0, so no piece was moved last.",
    "Tant que le compteur est à 0, rien n'a été fait : aucun pion n'a bougé en dernier.",
)


class PuzzlePositions(Positions[S, P]):
    """See `Positions`."""

    forgets = frozenset({"undo", "redo", "best"})
    pieces_kind: ClassVar[Literal["places", "spaces"]] = "places"
    rows: ClassVar[tuple[Text, ...]] = ()
    """What the rows of pieces are called, where there are several."""
    most: ClassVar[int] = ALL_PIECES
    """How many a row holds at most."""

    def fields(self, seats: int, options: Options) -> tuple[PositionField, ...]:
        return (
            pieces_field(self.pieces_kind, self.clause, self.rows, self.most),
            field("count", "number", "SP-4", "Count", "Compteur", most=MOST),
        )

    def cells(self, state: S, rows: Sequence[Sequence[str]]) -> list[int]:
        """What every place holds: the number of its row."""
        found = places_of(rows, state.names, self.clause)
        count = sum(map(len, found))
        if count > ALL_PIECES:
            raise _too_many(self.clause, most=ALL_PIECES, count=count)
        return cells_with(found, len(state.names))

    def shared_fields(self, cells: Sequence[int], count: int) -> dict[str, Any]:
        """The fields that the tables of all puzzles have."""
        check_number("count", count, 0, MOST, "SP-4")
        return {**table_fields(cells), "count": count}

    def plain_pieces(self, state: S) -> tuple[str, ...]:
        return names_in(state.cells, state.names, 1)[PLAIN]
