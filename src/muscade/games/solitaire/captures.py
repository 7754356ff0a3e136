"""Puzzles on the intersections in which a move takes one piece off the board (SP-2, SP-3)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from muscade.board.refusals import no_such_place
from muscade.core import Game, IllegalMove, Move, Options, Seat
from muscade.core.positions import SetUp
from muscade.core.reasons import Because, Reason
from muscade.games.solitaire import refusals
from muscade.games.solitaire.course import PLAYER, CaptureSetting, PuzzleTable
from muscade.games.solitaire.moves import Capture, captures_of
from muscade.games.solitaire.state import PuzzleState
from muscade.kernels.stepping import pick

S = TypeVar("S", bound=CaptureSetting)
T = TypeVar("T", bound=PuzzleTable)


class CaptureState(PuzzleState[S, T], Generic[S, T]):
    """See `PuzzleState`; cells are the intersections of the board."""

    reasons = refusals.CAPTURES
    target = 1
    takes: ClassVar[Because]
    """Why a piece goes from ``start`` to ``target``, and the one on ``over`` is taken off."""

    def __init__(self, game: Game[Any, Any], seats: int, options: Options) -> None:
        super().__init__(game, seats, options)
        self.names = self.board.intersections
        self.captures = captures_of(self.board)
        self.start_count = self.table.pieces

    # ------------------------------------------------------------ what each puzzle says

    @abstractmethod
    def fault(self, start: int, over: int, target: int) -> int:
        """What the law says of a capture, whether it has a code or not."""

    # ------------------------------------------------------------ what the frame asks

    def code_of(self, seat: Seat, move: Move) -> int:
        return self.captures.code_of(move)

    def move_of(self, code: int) -> Move:
        return self.captures[code]

    def named(self, codes: Sequence[int]) -> Sequence[Move]:
        return pick(self.captures, codes)

    def score(self) -> int:
        """Pieces taken off."""
        return self.start_count - self.table.pieces

    def begun(self, move: SetUp) -> None:
        """What is taken off counts from the puzzle's own position, or from a fuller one that was set."""
        self.start_count = max(self.start_count, self.table.pieces)

    def explain(self, seat: Seat, move: Move) -> Sequence[Reason]:
        return [self.takes.using(**msgspec.structs.asdict(move))] if isinstance(move, Capture) else ()

    def misplaced(self, move: Move) -> IllegalMove:
        if not isinstance(move, Capture):
            return refusals.not_a_move_here(self.clause)
        for name in (move.start, move.over, move.target):
            if name not in self.names:
                return no_such_place(place=name)
        return self.refused(self.fault(*self.numbers_of(move)), PLAYER, move)

    def numbers_of(self, move: Capture) -> tuple[int, int, int]:
        """Where it starts, what it passes last, where it lands."""
        number = self.board.intersection
        return number(move.start), number(move.over), number(move.target)
