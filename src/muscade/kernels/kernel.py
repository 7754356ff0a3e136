"""A game with its seats and options settled, as rows of numbers: what batches, searches and environments run on."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from muscade.core.game import Game
from muscade.core.moves import Move, Options
from muscade.kernels.course import Course
from muscade.kernels.layout import Layout
from muscade.kernels.observations import Field
from muscade.kernels.sharing import Integers
from muscade.kernels.stepping import CourseState

if TYPE_CHECKING:
    from muscade.kernels.machine import Machine


class NoObservation(LookupError):
    """A game was asked what a seat sees as numbers, and does not say."""


class Kernel:
    """``course`` is the game's own unless a search has a better judge."""

    def __init__(
        self, game: Game[Any, Any], seats: int, options: Options, course: Course | None = None
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self._reader: CourseState[Any, Any] = game.new(seats, **options)
        self.course = course or self._reader.course
        self.setting = row_of(self._reader.setting)
        self.start = row_of(self._reader.table)
        self.most_moves = self.course.most_moves(self._reader.setting)
        self.code_count = self.course.code_count(self._reader.setting)

    @property
    def fields(self) -> tuple[Field, ...]:
        """What a seat sees; raises `NoObservation` where the game does not say."""
        if self.course.fields is None:
            raise NoObservation(f"{self.game.title.en} does not say what a seat sees as numbers.")
        return self.course.fields(self._reader.setting)

    def layouts(self) -> tuple[Layout, Layout]:
        """The setting, and a table of one's own as it is at the start, to be interpreted."""
        return self._reader.setting, self.course.Table.of(self.start.tolist())

    @property
    def machine(self) -> Machine:
        """The compiled functions, on rows: ``machine.play(setting, table, seat, code)`` and so on."""
        return self.course.machine

    def move(self, table: Integers, code: int) -> Move:
        """The move that a code means on that table."""
        return self.state_at(table).move_of(code)

    def code(self, table: Integers, seat: int, move: Move) -> int:
        """The code of a move on that table."""
        return self.state_at(table).code_of(seat, move)

    def state_at(self, table: Integers) -> CourseState[Any, Any]:
        """A state on that table, without a history; until the kernel is asked again."""
        self._reader.set_table(self.course.Table.of(table.tolist()))
        return self._reader

    def worlds(self, view: Any, rng: Random, count: int) -> Integers:
        """What `Game.worlds` says, a row each: at most so many, one where nothing is hidden."""
        return rows_of(self.game.worlds(view, rng, count))


def row_of(layout: Layout) -> Integers:
    """A setting or a table as numpy has it; a copy."""
    return np.array(layout.numbers, np.int64)


def rows_of(layouts: Sequence[Layout]) -> Integers:
    """Several of them, a row each."""
    return np.stack([row_of(layout) for layout in layouts])
