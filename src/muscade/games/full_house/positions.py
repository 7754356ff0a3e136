"""Positions of Full House.

>>> import muscade
>>> muscade.Match(muscade.game("full-house"), seats=1, begin_at="set pieces=0,7.1")
Traceback (most recent call last):
muscade.core.positions.IllegalPosition: A piece in the Center Square is home: it has left the board. (GT-7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from muscade.board import EMPTY, NOWHERE
from muscade.core import Options
from muscade.core.positions import PositionField, places_of
from muscade.games.full_house.course import CLAUSE, Table, table_with
from muscade.games.full_house.moves import HousePosition, Set
from muscade.games.full_house.rules import is_solved
from muscade.games.groups_of_three.positions import (
    check_opened,
    crossing_in,
    no_rest_in_transit,
    not_opened,
    opened_field,
)
from muscade.games.solitaire.positions import PuzzlePositions, over
from muscade.games.solitaire.setup import ALL_PIECES

if TYPE_CHECKING:
    from muscade.games.full_house.state import FullHouseState


class FullHousePositions(PuzzlePositions["FullHouseState", HousePosition]):
    """See `Positions`."""

    move_type = Set
    clause = CLAUSE
    pieces_kind = "spaces"

    def fields(self, seats: int, options: Options) -> tuple[PositionField, ...]:
        return (*super().fields(seats, options), opened_field("GT-9"))

    def of(self, state: FullHouseState) -> HousePosition | None:
        if state.table.over:
            return None
        return HousePosition(
            pieces=self.plain_pieces(state),
            count=state.table.count,
            opened=tuple(state.names[space] for space in state.open),
        )

    def table(self, state: FullHouseState, position: HousePosition) -> Table:
        setting, names = state.setting, state.names
        cells = self.cells(state, [position.pieces])
        crossing = crossing_in(setting, cells, names)
        if crossing != NOWHERE and not position.count:
            raise no_rest_in_transit(space=names[crossing])
        [opened] = places_of([position.opened], names, "GT-9")
        pieces = [space for space, held in enumerate(cells) if held != EMPTY]
        check_opened(setting, cells, opened, pieces if position.count else (), crossing, names)
        if opened and len(pieces) == ALL_PIECES:
            raise not_opened(space=names[opened[0]])
        table = table_with(setting, crossing, opened, **self.shared_fields(cells, position.count))
        if not table.pieces or is_solved(table.pieces, setting.target, crossing):
            raise over(CLAUSE)
        return table


POSITIONS = FullHousePositions()
