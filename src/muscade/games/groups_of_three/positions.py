"""Positions of Groups-of-Three.

>>> import muscade
>>> text = "set colour=white pieces=7.1/7.2,7.3/7.4,7.5/7.6,7.7 dice=1,2"
>>> muscade.Match(muscade.game("groups-of-three"), seats=4, begin_at=text)
Traceback (most recent call last):
muscade.core.positions.IllegalPosition: While it has a reserve, a colour keeps at least 2 pieces on the board; black has 1. (GT-8)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from muscade.board import CENTRE, COLOUR_TITLES, EMPTY, NOWHERE
from muscade.core import Options
from muscade.core.positions import Forbidden, PositionField, field, places_of
from muscade.games.groups_of_three import course
from muscade.games.groups_of_three.board_facts import SpaceSetting
from muscade.games.groups_of_three.course import ORDER, Table
from muscade.games.groups_of_three.moves import GroupsOfThreePosition, Set
from muscade.games.groups_of_three.refusals import CLAUSES
from muscade.games.groups_of_three.rules import KEPT, may_be_open, on_board, way_out
from muscade.games.race.positions import RacePositions
from muscade.kernels.primitives import room

if TYPE_CHECKING:
    from muscade.games.groups_of_three.state import GroupsOfThreeState

_keeps_two = Forbidden(
    "GT-8",
    "While it has a reserve, a colour keeps at least {kept} pieces on the board; {colour} has {count}.",
    "Tant qu'elle a une réserve, une couleur garde au moins {kept} pions sur le plateau ; le {colour} en a {count}.",
)
no_rest_at_home = Forbidden(
    "GT-7",
    "A piece in the Center Square is home: it has left the board.",
    "Un pion dans le carré central est rentré : il a quitté le plateau.",
)
no_rest_in_transit = Forbidden(
    "GT-6",
    "No piece rests in a transit space: in {space} only the piece can stand that has just stepped there and must step on.",
    "Aucun pion ne reste dans une case de transit : en {space} ne peut être que celui qui vient d'y entrer et doit en sortir.",
)
shut_in = Forbidden(
    "GT-6",
    "The piece in the transit space {space} could not step out of it again, so it cannot have entered.",
    "Le pion de la case de transit {space} ne pourrait plus en sortir ; il n'a donc pas pu y entrer.",
)
not_opened = Forbidden(
    "GT-9",
    "The last step cannot have opened {space}: it would have completed a group with one other piece and that empty space.",
    "Le dernier pas n'a pas pu ouvrir {space} : il aurait complété un groupe où il y a un autre pion et cette case vide.",
)


def opened_field(clause: str) -> PositionField:
    en, fr = "Open to a new piece by the last step", "Ouvertes à un nouveau pion par le dernier pas"
    return field("opened", "spaces", clause, en, fr, once=True, optional=True)


class GroupsOfThreePositions(RacePositions["GroupsOfThreeState", GroupsOfThreePosition]):
    """See `Positions`."""

    move_type = Set
    clause = "GT-2"
    clauses = CLAUSES
    order = ORDER
    pieces_clause = "GT-5"
    pieces_kind = "spaces"

    def fields(self, seats: int, options: Options) -> tuple[PositionField, ...]:
        return (*super().fields(seats, options), opened_field("GT-9"))

    def of(self, state: GroupsOfThreeState) -> GroupsOfThreePosition | None:
        fields = self.of_race(state)
        if fields is None:
            return None
        opened = tuple(state.names[space] for space in state.open)
        return GroupsOfThreePosition(**fields, opened=opened)

    def laid(
        self,
        state: GroupsOfThreeState,
        position: GroupsOfThreePosition,
        cells: Sequence[int],
        fields: dict[str, Any],
    ) -> Table:
        place, names = fields["place"], state.names
        stepped = fields["left"] < sum(position.dice)
        for other, colour in enumerate(state.colours):
            reserve, home = fields["reserves"][other], fields["homes"][other]
            if reserve and on_board(reserve, home) < KEPT:
                raise _keeps_two(kept=KEPT, colour=COLOUR_TITLES[colour], count=on_board(reserve, home))
        crossing = crossing_in(state.setting, cells, names)
        if crossing != NOWHERE and not (cells[crossing] == place and stepped):
            raise no_rest_in_transit(space=names[crossing])
        [opened] = places_of([position.opened], names, "GT-9")
        pieces = [space for space, held in enumerate(cells) if held == place]
        check_opened(state.setting, cells, opened, pieces if stepped else (), crossing, names)
        if opened and not fields["reserves"][place]:
            raise not_opened(space=names[opened[0]])
        return course.table_with(state.setting, cells, crossing, opened, **fields)

    def nothing_to_do(self, state: GroupsOfThreeState, table: Table) -> bool:
        return course.actions(state.setting, table, room(1), 1) == 0


def crossing_in(setting: SpaceSetting, cells: Sequence[int], names: Sequence[str]) -> int:
    """The transit space with the one piece that crosses (GT-6), or `NOWHERE`; none is at home (GT-7)."""
    if cells[CENTRE] != EMPTY:
        raise no_rest_at_home()
    crossing = NOWHERE
    for space, held in enumerate(cells):
        if held != EMPTY and setting.transit[space]:
            if crossing != NOWHERE:
                raise no_rest_in_transit(space=names[space])
            crossing = space
    if crossing != NOWHERE:
        exits = setting.targets[setting.first[crossing] : setting.after[crossing]]
        if not way_out(cells, exits, setting.transit, NOWHERE, NOWHERE):
            raise shut_in(space=names[crossing])
    return crossing


def check_opened(
    setting: SpaceSetting,
    cells: Sequence[int],
    opened: Sequence[int],
    movers: Sequence[int],
    crossing: int,
    names: Sequence[str],
) -> None:
    """One of these pieces, or the one that crosses, can have opened all of these spaces by its step (GT-9)."""
    steppers = [crossing] if crossing != NOWHERE else movers
    partners = setting.partners
    able = [
        [space for space in opened if may_be_open(cells, setting.transit, partners[stepper], space)]
        for stepper in steppers
    ]
    best = max(able, key=len, default=[])
    for space in opened:
        if space not in best:
            raise not_opened(space=names[space])


POSITIONS = GroupsOfThreePositions()
