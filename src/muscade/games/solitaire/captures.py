"""Puzzles on the intersections in which a move takes one piece off the board (SP-2, SP-3)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from muscade.board import CENTRE, Board
from muscade.core import InvalidNotation, Move, Options
from muscade.games.over_pass.refusals import no_such_place
from muscade.games.race.rules import EMPTY
from muscade.games.solitaire import refusals
from muscade.games.solitaire.moves import Capture
from muscade.games.solitaire.positions import read_coloured, read_plain, wrong_position
from muscade.games.solitaire.state import PuzzleState


class CaptureState(PuzzleState):
    """See `PuzzleState`; cells are the intersections of the board."""

    setup: ClassVar[str]
    """The standard position, as one would write it."""

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.start_count = self.left
        if self.start_count < 2:
            raise wrong_position(
                f"one piece is left already; a position has two or more ({self.clause}).",
                f"il ne reste déjà qu'un pion ; une position en a deux ou plus ({self.clause}).",
            )

    # ------------------------------------------------------------ what each puzzle says

    @abstractmethod
    def targets(self, start: int) -> list[tuple[int, int]]:
        """What the piece there may do: the piece that it removes, and where it lands."""

    @abstractmethod
    def check(self, start: int, over: int, target: int) -> None:
        """Raise `IllegalMove` where the piece on ``start`` may not do that. There is one, and ``target`` is empty."""

    @abstractmethod
    def counted(self, start: int) -> int:
        """The count of moves, once the piece there has moved (SP-4)."""

    def way(self, start: int, over: int) -> Sequence[int]:
        """All that the piece passes, ``over`` last, where the move itself does not tell."""
        return ()

    # ------------------------------------------------------------ what the frame asks

    @staticmethod
    def place_names(board: Board) -> tuple[str, ...]:
        return board.intersections

    def standard_cells(self) -> list[int]:
        return self.read_cells(self.setup)

    def read_cells(self, text: str) -> list[int]:
        read = read_coloured if self.coloured else read_plain
        return read(text, self.board.intersection, len(self.names))

    @property
    def target(self) -> int:
        return 1

    def score(self) -> int:
        """Pieces taken off."""
        return self.start_count - self.left

    def actions(self) -> list[Move]:
        names = self.names
        return [
            Capture(names[start], names[over], names[target])
            for start, piece in enumerate(self.cells)
            if piece != EMPTY
            for over, target in self.targets(start)
        ]

    def act(self, move: Move) -> None:
        if not isinstance(move, Capture):
            raise refusals.not_a_move_here(self.clause)
        start, over, target = map(self._number, (move.start, move.over, move.target))
        if self.cells[start] == EMPTY:
            raise refusals.nothing_there(self.clause, move.start)
        if self.cells[over] == EMPTY:
            raise refusals.nothing_to_remove(self.clause, move.over)
        if self.cells[target] != EMPTY:
            raise refusals.occupied(self.clause, move.target)
        self.check(start, over, target)
        way = self.way(start, over)
        if way:
            self.write(move, "via " + " ".join(self.names[place] for place in way))
        else:
            self.write(move)
        self.count = self.counted(start)
        self.cells[start], self.cells[over], self.cells[target] = EMPTY, EMPTY, self.cells[start]
        self.landed(target)

    def landed(self, target: int) -> None:
        """A piece has come to rest there."""

    def _number(self, name: str) -> int:
        try:
            return self.board.intersection(name)
        except InvalidNotation:
            raise no_such_place(name) from None


def hops_from_centre(board: Board) -> list[int]:
    """How many neighbours away from the centre each intersection is."""
    hops = [-1] * len(board.intersections)
    hops[CENTRE] = 0
    queue = [CENTRE]
    for place in queue:
        for other in board.neighbours[place]:
            if hops[other] < 0:
                hops[other] = hops[place] + 1
                queue.append(other)
    return hops
