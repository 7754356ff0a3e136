"""What a game's kernel is: a game as flat numbers and compiled functions, and the way there and back.

A state is one row of whole numbers; ``ground`` is another that never changes during a game (a board's tables, the
worth of cards, options). A move is a small whole number, its *code*. The functions:

``turn(ground, state)``
    The seats that may act, as a mask; `NATURE_BIT` for chance; 0 when the game is over.
``moves(ground, state, seat, codes)``
    Writes a seat's legal moves and returns how many there are: what `State.moves` lists, in any order.
``play(ground, state, seat, code)``
    Makes a legal move. Nothing is checked: `State` is for that.
``draw(ground, state, chance)``
    What chance does now. Returns a code that tells the outcome, or `UNTOLD` where there are too many (a deal).
``rewards(ground, state, rewards)``
    When the game is over: 1 for each seat that won, less where the victory is shared by several parties.

Searches use three more, which a game may leave out:

``redeal(ground, state, seat, chance)``
    Another state that looks the same to a seat: what it cannot know is dealt anew.
``priors(ground, state, seat, codes, count, priors)``
    How promising each listed move is, in numbers that add up to 1.
``evaluate(ground, state, chance, rewards)``
    What each seat may expect, from 0 to 1; the state may be played on, it is not used afterwards.
    Without it, a search plays at random to the end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from muscade.core import Game, Move, Options, State, View

Numbers: TypeAlias = NDArray[np.int64]
Reals: TypeAlias = NDArray[np.float64]

NATURE_BIT = 1 << 32
UNTOLD = -1

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Functions(NamedTuple):
    """The compiled functions of a kernel; see the top of this module."""

    turn: Callable[..., int]
    moves: Callable[..., int]
    play: Callable[..., None]
    draw: Callable[..., int]
    rewards: Callable[..., None]
    redeal: Callable[..., None] | None = None
    priors: Callable[..., None] | None = None
    evaluate: Callable[..., None] | None = None


class Kernel(ABC, Generic[S, V]):
    """A game with its seats and options settled, ready for compiled play."""

    functions: ClassVar[Functions]
    widest: int
    """No seat ever has more moves than this."""

    def __init__(self, game: Game[S, V], seats: int, options: Options) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.ground = self.lay_out()
        self.start = self.flatten(game.new(seats, **options))

    @property
    @abstractmethod
    def codes(self) -> int:
        """Every code is below this."""

    @abstractmethod
    def lay_out(self) -> Numbers:
        """The ground for these seats and options."""

    @abstractmethod
    def flatten(self, state: S) -> Numbers:
        """A state as numbers. Equal numbers: the same moves from here on, with the same consequences."""

    @abstractmethod
    def code(self, state: Numbers, move: Move) -> int:
        """The code of a move that a seat may make in that state."""

    @abstractmethod
    def move(self, state: Numbers, code: int) -> Move:
        """The move that a code means in that state."""

    @abstractmethod
    def nature(self, before: Numbers, after: Numbers) -> Move:
        """A move of chance that leads from one state to the other."""

    def worlds(self, view: V, rng: Random, count: int) -> Numbers:
        """States, a row each, that a view cannot rule out. A game without secrets has one and needs no history."""
        return np.stack([self.flatten(self.game.imagine(view, rng)) for _ in range(count)])


def padded(rows: Sequence[Sequence[int]], width: int | None = None) -> Numbers:
    """Rows of different lengths as one table: short ones repeat their last entry, empty ones their own number.

    So whoever walks along a row meets nothing that does not belong there, only some of it twice.

    >>> padded([(1, 2), (0,), ()]).tolist()
    [[1, 2], [0, 0], [2, 2]]
    """
    longest = max((len(row) for row in rows), default=0) if width is None else width
    return np.array(
        [[*row, *[row[-1] if row else number] * (longest - len(row))] for number, row in enumerate(rows)],
        np.int64,
    )


def as_numbers(values: Sequence[Any]) -> Numbers:
    """A row of whole numbers."""
    return np.array(values, np.int64)


def signed(mask: int) -> int:
    """The same 64 bits as a number that fits into a row.

    >>> signed(5), signed(1 << 63 | 1)
    (5, -9223372036854775807)
    """
    return mask - (1 << 64) if mask >> 63 else mask
