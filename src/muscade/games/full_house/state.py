"""Full House under way; how it goes is in `course`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from muscade.core import IllegalMove, InvalidNotation, Move, Options, Refusal, Seat
from muscade.core.reasons import Reason
from muscade.games.full_house import course, observation, rules
from muscade.games.full_house.course import CLAUSE, Setting, Table
from muscade.games.full_house.moves import coded
from muscade.games.groups_of_three.moves import Add, Step
from muscade.games.groups_of_three.reasons import reasons_of
from muscade.games.groups_of_three.refusals import no_such_space, of_addition, of_step
from muscade.games.groups_of_three.rules import spaces_in
from muscade.games.groups_of_three.state import step_fields
from muscade.games.solitaire import refusals
from muscade.games.solitaire.course import PLAYER
from muscade.games.solitaire.setup import ALL_PIECES
from muscade.games.solitaire.state import PuzzleState, best_of
from muscade.kernels.course import Course
from muscade.kernels.stepping import NO_CODE, pick

COURSE = Course(course, observation=observation)


class FullHouseState(PuzzleState[Setting, Table]):
    """See `PuzzleState`; cells are the spaces of the board."""

    course = COURSE
    reasons = refusals.REASONS | {
        rules.NOT_HOME: Refusal(
            CLAUSE,
            "Nothing leaves the board in this puzzle: the Center Square stays empty.",
            "Rien ne quitte le plateau dans ce casse-tête : le carré central reste vide.",
        )
    }
    clause = CLAUSE
    best = best_of(__package__)

    def set_up(self, options: Options) -> tuple[Setting, Table]:
        self.names = self.board.spaces
        self.coded = coded(self.board)
        table = course.opening(self.board, options["position"], options["target"]).copy()
        return course.setting_of(self.board, options["target"]), table

    # ------------------------------------------------------------ what the frame asks

    @property
    def target(self) -> int:
        return self.setting.target

    @property
    def well_known(self) -> bool:
        return super().well_known and self.target == ALL_PIECES

    def score(self) -> int:
        """Pieces on the board."""
        return self.table.pieces

    @property
    def open(self) -> tuple[int, ...]:
        """Where the last step lets a new piece in (GT-9)."""
        return spaces_in(self.table.opened)

    def own_fields(self) -> dict[str, Any]:
        table = self.table
        open_now = [space for space in self.open if not course.refused_addition(self.setting, table, space)]
        return {**super().own_fields(), **step_fields(self.names, open_now, table.crossing)}

    def code_of(self, seat: Seat, move: Move) -> int:
        return self.coded.codes.get(move, NO_CODE)

    def move_of(self, code: int) -> Move:
        return self.coded.moves[code]

    def named(self, codes: Sequence[int]) -> Sequence[Move]:
        return pick(self.coded.moves, codes)

    def reasons_for(self, move: Move, after: Self) -> Sequence[Reason]:
        return reasons_of(move, after.open, after.table.crossing, self.names)

    # ------------------------------------------------------------ refusals in words

    def misplaced(self, move: Move) -> IllegalMove:
        match move:
            case Step(origin, target):
                try:
                    places = self.board.space(origin), self.board.space(target)
                except InvalidNotation:
                    return no_such_space(space=origin if origin not in self.names else target)
                return self.refused(course.refused_step(self.setting, self.table, *places), PLAYER, move)
            case Add(space):
                return no_such_space(space=space)
        return refusals.not_a_move_here(self.clause)

    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        board, cells, number = self.board, self.cells, self.board.space
        match move:
            case Add(space) if reason not in self.reasons:
                return of_addition(reason, board, cells, number(space), self.open)
            case Step(origin, target) if reason not in self.reasons:
                crossing = self.table.crossing
                return of_step(reason, board, cells, number(origin), number(target), crossing)
        return super().refused(reason, seat, move)
