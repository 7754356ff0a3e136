"""Positions of Over-Pass.

>>> import muscade
>>> text = "set colour=black pieces=a1,b1,b3/b2,b4/c2,c6/c4,c8 dice=2,3"
>>> match = muscade.Match(muscade.game("over-pass"), seats=4, begin_at=text)
>>> match.state.turn(), match.state.view(None).reserves
((0,), (7, 8, 8, 8))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from muscade.board import CENTRE, EMPTY
from muscade.core.positions import Forbidden
from muscade.games.over_pass import course
from muscade.games.over_pass.course import ORDER, Table
from muscade.games.over_pass.moves import Set
from muscade.games.over_pass.refusals import CLAUSES
from muscade.games.race.moves import RacePosition
from muscade.games.race.positions import RacePositions

if TYPE_CHECKING:
    from muscade.games.over_pass.state import OverPassState

_enter_first = Forbidden(
    "OP-5",
    "A turn begins with a piece of the reserve on the centre, as long as there is one; put it there.",
    "Un tour commence par un pion de la réserve au centre, tant qu'il y en a ; posez-l'y.",
)
_centre_is_taken = Forbidden(
    "OP-6",
    "The centre was empty when the last turn ended, so only a piece of the turn's own colour can be there before its first move.",
    "Le centre était vide à la fin du tour précédent : avant le premier coup, seul un pion de la couleur du tour peut y être.",
)


class OverPassPositions(RacePositions["OverPassState", RacePosition]):
    """See `Positions`."""

    move_type = Set
    clause = "OP-2"
    clauses = CLAUSES
    order = ORDER
    pieces_clause = "OP-7"

    def of(self, state: OverPassState) -> RacePosition | None:
        fields = self.of_race(state)
        return None if fields is None else RacePosition(**fields)

    def laid(
        self, state: OverPassState, position: RacePosition, cells: Sequence[int], fields: dict[str, Any]
    ) -> Table:
        place = fields["place"]
        if fields["left"] == sum(position.dice):
            if cells[CENTRE] not in (EMPTY, place):
                raise _centre_is_taken()
            if cells[CENTRE] == EMPTY and fields["reserves"][place]:
                raise _enter_first()
        return course.table_with(cells, **fields)

    def nothing_to_do(self, state: OverPassState, table: Table) -> bool:
        return course.idle(state.setting, table)


POSITIONS = OverPassPositions()
