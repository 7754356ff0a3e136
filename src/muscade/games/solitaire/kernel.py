"""The puzzles as flat numbers: what all three share, and what the two share in which pieces capture.

A state is the header below and then the cells of the board; a puzzle with more to tell puts it between them. Taking
back and playing again (SP-4) are second thoughts, which a kernel does not know.
"""

from __future__ import annotations

from abc import abstractmethod
from random import Random
from typing import Any, ClassVar, TypeVar

import numpy as np

from muscade.board import COLOURS, Board, board_named
from muscade.core import Move
from muscade.games.race.rules import EMPTY
from muscade.games.solitaire.captures import CaptureState
from muscade.games.solitaire.moves import STOP, Capture
from muscade.games.solitaire.positions import ALL_PIECES, PLAIN
from muscade.games.solitaire.refusals import no_chance
from muscade.games.solitaire.state import PuzzleState
from muscade.games.solitaire.view import PuzzleView
from muscade.kernels.compiler import DRAW, REWARDS, TURN, compiled
from muscade.kernels.kernel import UNTOLD, Kernel, Numbers, Reals, as_numbers, padded

OVER, WON, COUNT, LAST = range(4)
"""Is it over, and solved; the count (SP-4); the place of the piece that moved or crosses, where that matters."""
HEADER = 4
NOWHERE = -1

PLACES, WIDTH = 0, 1
"""The ground begins with how many places there are, and how many neighbours a place has at most."""

P = TypeVar("P", bound=PuzzleState)
C = TypeVar("C", bound=CaptureState)


@compiled(TURN)
def turn(_ground: Numbers, state: Numbers) -> int:
    return int(1 - state[OVER])


@compiled(DRAW)
def draw(_ground: Numbers, _state: Numbers, _chance: Any) -> int:
    """There is no chance in a puzzle."""
    return UNTOLD


@compiled(REWARDS)
def rewards(_ground: Numbers, state: Numbers, given: Reals) -> None:
    given[0] = state[WON]


@compiled()
def capture(ground: Numbers, state: Numbers, code: int) -> tuple[int, int]:
    """One piece takes another: where it started and where it lands. Nowhere if the code says stop, and then it is over."""
    places, width = ground[PLACES], ground[WIDTH]
    if code == places * places * width:
        state[OVER] = 1
        return NOWHERE, NOWHERE
    cells = state[HEADER:]
    over = code // width % places
    start = code // (width * places)
    target = ground[WIDTH + 1 + over * width + code % width]
    cells[target] = cells[start]
    cells[start] = cells[over] = EMPTY
    return start, target


@compiled()
def finish(state: Numbers, solved: bool) -> None:
    """A solved puzzle is over."""
    if solved:
        state[OVER] = state[WON] = 1


class PuzzleKernel(Kernel[P, PuzzleView]):
    """See `muscade.kernels.kernel`."""

    cells: ClassVar[int] = HEADER
    """Where the cells begin."""

    @property
    def board(self) -> Board:
        return board_named(self.options["board"])

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The places of the board, in order."""

    @property
    def stop(self) -> int:
        """The last code: the puzzle is left as it stands."""
        return self.codes - 1

    def flatten(self, state: P) -> Numbers:
        numbers = np.zeros(self.cells + len(state.cells), np.int64)
        final = state.final
        numbers[:LAST] = final is not None, final is not None and bool(final.winners), state.count
        numbers[LAST] = NOWHERE
        numbers[self.cells :] = state.cells
        return numbers

    def worlds(self, view: PuzzleView, rng: Random, count: int) -> Numbers:
        """Nothing is hidden, and what was done before does not matter."""
        numbers = np.full((1, len(self.start)), EMPTY, np.int64)
        world = numbers[0]
        outcome = view.outcome
        world[:LAST] = outcome is not None, outcome is not None and bool(outcome.winners), view.count
        places = {name: place for place, name in enumerate(self.names)}
        last = view.mover or view.crossing
        world[LAST] = NOWHERE if last is None else places[last]
        for piece in view.pieces:
            colour = PLAIN if piece.colour is None else COLOURS.index(piece.colour)
            world[self.cells + places[piece.place]] = colour
        self.add_own(world, [places[name] for name in view.additions])
        return numbers

    def add_own(self, world: Numbers, additions: list[int]) -> None:
        """Write down what only this puzzle tells."""

    def nature(self, before: Numbers, after: Numbers) -> Move:
        raise no_chance()


class CaptureKernel(PuzzleKernel[C]):
    """Where one piece takes another: codes tell the start, the piece taken, and which of its neighbours is the target."""

    widest = ALL_PIECES * ALL_PIECES * 16
    """Each piece over each other one, to more neighbours than an intersection has."""

    @property
    def names(self) -> tuple[str, ...]:
        return self.board.intersections

    @property
    def codes(self) -> int:
        places = len(self.names)
        return places * places * int(self.ground[WIDTH]) + 1

    def lay_out(self) -> Numbers:
        neighbours = padded(self.board.neighbours)
        return np.concatenate([as_numbers(neighbours.shape), neighbours.ravel(), *self.more_ground()])

    def more_ground(self) -> list[Numbers]:
        """What the law asks of the board besides its neighbours."""
        return []

    def code(self, state: Numbers, move: Move) -> int:
        if not isinstance(move, Capture):
            return self.stop
        start, over, target = map(self.names.index, (move.start, move.over, move.target))
        width = int(self.ground[WIDTH])
        return (start * len(self.names) + over) * width + self.board.neighbours[over].index(target)

    def move(self, state: Numbers, code: int) -> Move:
        if code == self.stop:
            return STOP
        pair, neighbour = divmod(code, int(self.ground[WIDTH]))
        start, over = divmod(pair, len(self.names))
        target = self.board.neighbours[over][neighbour]
        return Capture(self.names[start], self.names[over], self.names[target])
