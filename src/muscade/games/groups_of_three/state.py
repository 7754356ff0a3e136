"""A game of Groups-of-Three under way: moves by name, refusals in words, views. How it goes is in `course`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

from muscade.board import COLOUR_TITLES, NOWHERE
from muscade.board.moves import End
from muscade.core import Game, IllegalMove, InvalidNotation, Move, Options, Seat
from muscade.core.reasons import Reason
from muscade.games.groups_of_three import course, judge, observation, refusals, rules
from muscade.games.groups_of_three.board_facts import facts_of
from muscade.games.groups_of_three.course import ORDER, Setting, Table
from muscade.games.groups_of_three.moves import Add, Step
from muscade.games.groups_of_three.reasons import reasons_of
from muscade.games.groups_of_three.view import GroupsOfThreeView
from muscade.games.race.refusals import not_a_move_here
from muscade.games.race.state import RaceState
from muscade.kernels.course import Course
from muscade.kernels.stepping import NO_CODE, pick

COURSE = Course(course, judge, observation)


class GroupsOfThreeState(RaceState[Setting, Table]):
    """See `RaceState`; cells are the spaces of the board."""

    course = COURSE
    order = ORDER
    clauses = refusals.CLAUSES

    def __init__(self, game: Game[Any, Any], seats: int, options: Options) -> None:
        super().__init__(
            game, seats, options, course.setting_of(seats, options), course.opening(seats, options).copy()
        )
        self.names = self.board.spaces
        self._actions = facts_of(self.board)

    # ------------------------------------------------------------ moves

    def action_code(self, move: Move) -> int:
        return self._actions.codes.get(move, NO_CODE)

    def action_of(self, code: int) -> Move:
        return self._actions.moves[code]

    def named(self, codes: Sequence[int]) -> Sequence[Move]:
        return pick(self._actions.moves, codes)

    def refused_action(self, reason: int, move: Move) -> IllegalMove:
        table = self.table
        match move:
            case Step(origin, target):
                start, goal = self._space(origin), self._space(target)
                fault = course.refused_step(self.setting, table, start, goal)
                title = COLOUR_TITLES[self.colour]
                return refusals.of_step(fault, self.board, table.cells, start, goal, table.crossing, title)
            case Add(space):
                put = self._space(space)
                fault = course.refused_addition(self.setting, table, put)
                return refusals.of_addition(fault, self.board, table.cells, put, self.open)
            case End():
                return refusals.STEPS[rules.CROSSING](crossing=self.names[table.crossing])
            case _:
                return not_a_move_here(self.clauses.turn)

    def _space(self, name: str) -> int:
        try:
            return self.board.space(name)
        except InvalidNotation:
            raise refusals.no_such_space(space=name) from None

    def reasons_for(self, move: Move, after: Self) -> Sequence[Reason]:
        return reasons_of(move, after.open, after.table.crossing, self.names)

    # ------------------------------------------------------------ what all see

    @property
    def cells(self) -> Sequence[int]:
        return self.table.cells

    @property
    def open(self) -> tuple[int, ...]:
        """Where the last step lets a piece of the reserve in (GT-9)."""
        return rules.spaces_in(self.table.opened)

    def view(self, seat: Seat | None) -> GroupsOfThreeView:
        return GroupsOfThreeView(**self.common(seat), **self.shared_fields())

    def shared_fields(self) -> dict[str, Any]:
        table = self.table
        open_now = [space for space in self.open if not course.refused_addition(self.setting, table, space)]
        return {**super().shared_fields(), **step_fields(self.names, open_now, table.crossing)}


def step_fields(names: Sequence[str], additions: Iterable[int], crossing: int) -> dict[str, Any]:
    """What views say of the last step: where a piece may come in (GT-9), and which has to step on (GT-6)."""
    return {
        "additions": tuple(names[space] for space in additions),
        "crossing": None if crossing == NOWHERE else names[crossing],
    }
