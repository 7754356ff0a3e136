"""Positions of the Over-Pass Spiral.

>>> import muscade
>>> match = muscade.Match(muscade.game("over-pass-spiral"), seats=1, begin_at="set pieces=b1/b2//")
>>> match.state.view(0).ways[0]
'b1 b2 a1'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.board import COLOUR_TITLES, COLOURS
from muscade.board.rows import names_in
from muscade.core.positions import Forbidden, check_rows
from muscade.games.over_pass_spiral.course import CLAUSE, Table
from muscade.games.over_pass_spiral.moves import Set, SpiralPosition
from muscade.games.race.rules import PIECES
from muscade.games.solitaire.positions import PuzzlePositions, over

if TYPE_CHECKING:
    from muscade.games.over_pass_spiral.state import OverPassSpiralState

_too_many = Forbidden(
    CLAUSE,
    "There are {most} pieces of each colour, not {count} of {colour}.",
    "Il y a {most} pions de chaque couleur, et non {count} pour le {colour}.",
)


class OverPassSpiralPositions(PuzzlePositions["OverPassSpiralState", SpiralPosition]):
    """See `Positions`."""

    move_type = Set
    clause = CLAUSE
    rows = tuple(COLOUR_TITLES[colour] for colour in COLOURS)
    most = PIECES

    def of(self, state: OverPassSpiralState) -> SpiralPosition | None:
        if state.table.over:
            return None
        pieces = names_in(state.cells, state.names, len(COLOURS))
        return SpiralPosition(pieces=pieces, count=state.table.count)

    def table(self, state: OverPassSpiralState, position: SpiralPosition) -> Table:
        check_rows("pieces", position.pieces, len(COLOURS), CLAUSE)
        for colour, row in zip(COLOURS, position.pieces, strict=True):
            if len(row) > PIECES:
                raise _too_many(most=PIECES, count=len(row), colour=COLOUR_TITLES[colour])
        table = Table(**self.shared_fields(self.cells(state, position.pieces), position.count))
        if table.pieces < 2:
            raise over(CLAUSE)
        return table


POSITIONS = OverPassSpiralPositions()
