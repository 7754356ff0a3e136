"""A puzzle for every day, the same for everybody: small, solved beforehand, harder towards the end of the week."""

from __future__ import annotations

from abc import abstractmethod
from datetime import date
from functools import lru_cache
from random import Random
from typing import TypeVar

import msgspec

from muscade.core import State, Text
from muscade.core.chance import SeedStream
from muscade.solvers.finding import NoSolver, solvers
from muscade.solvers.series import Posed, SeriesMaker

SEED = "muscade daily"
GRADES = (1, 2, 2, 3, 3, 4, 5)
"""From Monday to Sunday."""

S = TypeVar("S", bound=State)


class Daily(msgspec.Struct, frozen=True):
    """The puzzle of one day: start a table of ``game`` with these options."""

    game: str
    options: dict[str, str | int]
    grade: int
    """From 1, the easiest, to 5."""
    minimum: int
    """It takes no fewer steps or moves; proved."""
    title: Text


class PuzzleMaker(SeriesMaker[S]):
    """A solver that sets puzzles as well."""

    @abstractmethod
    def make(self, rng: Random, grade: int) -> Daily:
        """A small puzzle of that grade, from 1 to 5, with its proved minimum; the same for the same random numbers."""

    def pose(self, rng: Random, grade: int) -> Posed:
        return Posed(self.make(rng, grade).options)


@lru_cache(maxsize=32)
def daily(day: date) -> Daily:
    """The puzzle of a day; all installed games that make puzzles take turns, in the order of their names."""
    makers = [solver for solver in solvers().values() if isinstance(solver, PuzzleMaker)]
    if not makers:
        raise NoSolver("No game here makes puzzles.", "Aucun jeu ici ne fait de casse-tête.")
    number = day.toordinal()
    return makers[number % len(makers)].make(SeedStream(SEED, number), GRADES[day.weekday()])
