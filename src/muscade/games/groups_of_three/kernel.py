"""The kernel of Groups-of-Three: from states, views and moves to flat numbers and back."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.board import COLOURS, board_named
from muscade.core import Move
from muscade.games.groups_of_three.flat import PAIRS, TRANSIT, draw, moves, play, roll
from muscade.games.groups_of_three.moves import Add, Step
from muscade.games.groups_of_three.planner import terrain
from muscade.games.groups_of_three.rules import NOWHERE
from muscade.games.groups_of_three.sight import evaluate, priors
from muscade.games.groups_of_three.state import GroupsOfThreeState
from muscade.games.groups_of_three.tables import tables
from muscade.games.groups_of_three.view import GroupsOfThreeView
from muscade.games.race.kernel import RaceKernel, rewards, turn
from muscade.games.race.moves import END
from muscade.games.race.rules import EMPTY, PIECES
from muscade.kernels.kernel import Functions, Numbers, padded


class GroupsOfThreeKernel(RaceKernel[GroupsOfThreeState, GroupsOfThreeView]):
    """A step's code is where it begins and the number of the neighbour; additions and the end come after all steps."""

    functions = Functions(turn, moves, play, draw, rewards, priors=priors, evaluate=evaluate)

    def own_ground(self) -> Sequence[int]:
        self.board = board_named(self.options["board"])
        rows = tables(self.board)
        count = len(self.board.spaces)
        self.shift = (max(map(len, rows.beside)) - 1).bit_length()
        pairs = max(map(len, rows.partners)) // 2
        # All pieces might step to all neighbours; a step opens at most a space of each pair, and a turn can be ended.
        self.widest = (PIECES << self.shift) + pairs + 1
        land = terrain(self.board)
        groups = sorted(
            [
                (*group, sum(self.board.steps[space] for space in group), *reach)
                for group, reach in zip(land.groups, land.reach, strict=True)
            ],
            key=lambda row: row[3],
        )
        beside = TRANSIT + 3 * count
        partners = beside + (count << self.shift)
        return (
            count,
            self.shift,
            pairs,
            beside,
            partners,
            len(groups),
            partners + 2 * pairs * count,
            *rows.transit,
            *map(len, rows.beside),
            *self.board.steps,
            *padded(rows.beside, 1 << self.shift).ravel(),
            *padded(rows.partners, 2 * pairs).ravel(),
            *(entry for group in groups for entry in group),
        )

    @property
    def codes(self) -> int:
        return (len(self.board.spaces) << self.shift) + len(self.board.spaces) + 1

    def own_fields(self, state: GroupsOfThreeState) -> Sequence[int]:
        return self._fields([self.places[colour] for colour in state.cells], state.crossing, state.open)

    def own_fields_seen(self, view: GroupsOfThreeView) -> Sequence[int]:
        space = self.board.space
        cells = [EMPTY] * len(self.board.spaces)
        for piece in view.pieces:
            cells[space(piece.place)] = view.colours.index(piece.colour)
        crossing = NOWHERE if view.crossing is None else space(view.crossing)
        return self._fields(cells, crossing, [space(name) for name in view.additions])

    def _fields(self, cells: Sequence[int], crossing: int, opened: Sequence[int]) -> Sequence[int]:
        standing: list[list[int]] = [[] for _ in COLOURS]
        for space, place in enumerate(cells):
            if place != EMPTY:
                standing[place].append(space)
        pieces = [space for spaces in standing for space in (*spaces, *[0] * (PIECES - len(spaces)))]
        shut = [NOWHERE] * (int(self.ground[PAIRS]) - len(opened))
        return (crossing, *pieces, *cells, *opened, *shut)

    def code(self, state: Numbers, move: Move) -> int:
        count = len(self.board.spaces)
        match move:
            case Step(origin, target):
                here = self.board.space(origin)
                slot = self.board.space_neighbours[here].index(self.board.space(target))
                return (here << self.shift) + slot
            case Add(space):
                return (count << self.shift) + self.board.space(space)
            case _:
                return (count << self.shift) + count

    def move(self, state: Numbers, code: int) -> Move:
        rows = tables(self.board)
        last = len(self.board.spaces) << self.shift
        if code == last + len(self.board.spaces):
            return END
        if code >= last:
            return rows.adds[code - last]
        return rows.steps[code >> self.shift][code & (1 << self.shift) - 1]

    def roll(self, state: Numbers, total: int) -> None:
        roll(self.ground, state, total)
