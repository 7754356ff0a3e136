"""Positions of Twisted Jumps.

>>> import muscade
>>> match = muscade.Match(muscade.game("twisted-jumps"), seats=1, begin_at="set pieces=b1,b2")
>>> [str(move) for move in match.state.moves(0)][:2]
['b1xb2>a1', 'b1xb2>b3']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.board import EMPTY, NOWHERE
from muscade.core import Options
from muscade.core.positions import Forbidden, PositionField, field, places_of
from muscade.games.solitaire.positions import PuzzlePositions, not_begun, over
from muscade.games.twisted_jumps.course import CLAUSE, Table
from muscade.games.twisted_jumps.moves import JumpsPosition, Set

if TYPE_CHECKING:
    from muscade.games.twisted_jumps.state import TwistedJumpsState

_nobody = Forbidden("SP-4", "No piece stands on {place}.", "Il n'y a pas de pion en {place}.")


class TwistedJumpsPositions(PuzzlePositions["TwistedJumpsState", JumpsPosition]):
    """See `Positions`."""

    move_type = Set
    clause = CLAUSE

    def fields(self, seats: int, options: Options) -> tuple[PositionField, ...]:
        mover = field("mover", "places", "SP-4", "Jumped last", "A sauté en dernier", most=1, optional=True)
        return (*super().fields(seats, options), mover)

    def of(self, state: TwistedJumpsState) -> JumpsPosition | None:
        table = state.table
        if table.over:
            return None
        return JumpsPosition(
            pieces=self.plain_pieces(state),
            count=table.count,
            mover=None if table.mover == NOWHERE else state.names[table.mover],
        )

    def table(self, state: TwistedJumpsState, position: JumpsPosition) -> Table:
        table = Table(
            **self.shared_fields(self.cells(state, [position.pieces]), position.count), mover=NOWHERE
        )
        if table.pieces < 2:
            raise over(self.clause)
        if position.mover is not None:
            [[table.mover]] = places_of([[position.mover]], state.names, self.clause)
            if table.cells[table.mover] == EMPTY:
                raise _nobody(place=position.mover)
            if not position.count:
                raise not_begun()
        return table


POSITIONS = TwistedJumpsPositions()
