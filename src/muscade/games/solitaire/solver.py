"""What the solvers of the three puzzles share. The searches themselves are each puzzle's own, and compiled when asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar, TypeVar

from muscade.core import InvalidOptions, Text
from muscade.core.chance import below
from muscade.games.solitaire.course import PLAYER
from muscade.games.solitaire.state import PuzzleState
from muscade.solvers import Answer, Daily, Known, PuzzleMaker, Search, known_in

MOST_PLACES = 117
"""A board with more does not fit into the words that the searches count with: 62 and 55 bits."""
PATIENCE = 20.0
"""Seconds for the solver of a daily puzzle; it needs a small part of one, so the clock never decides what the puzzle is."""

P = TypeVar("P", bound=PuzzleState[Any, Any])
T = TypeVar("T")


class PuzzleSolver(PuzzleMaker[P]):
    """Solves a puzzle from wherever it stands: a chain may be running, pieces may be waiting to be added."""

    position_option = "position"
    package: ClassVar[str]
    """Where the data of the puzzle are."""
    hopeless: ClassVar[Mapping[str, Any]]
    """Options of a small position that cannot be solved, so that the search tries everything it has."""

    @cached_property
    def shipped(self) -> Known:
        """The solution of the puzzle as it is set; the tests play it."""
        return known_in(self.package)

    def rehearse(self) -> None:
        self.search(self.game.new(1, **self.hopeless), Search(self.game.name, float("inf"), None))

    def known(self, state: P) -> Known | None:
        """What is left of the shipped solution, wherever it passes; of a shortest one, the rest is a shortest one too."""
        if not state.well_known:
            return None
        shipped = self.shipped
        there = self.game.new(1, **state.options)
        for done, move in enumerate(shipped.moves):
            if there.table.numbers == state.table.numbers:
                count = state.table.count
                return Known(
                    shipped.status, shipped.moves[done:], shipped.length - count, shipped.bound - count
                )
            there.play(PLAYER, self.game.parse(move))
        return None

    def spent(self, state: P) -> int:
        count: int = state.table.count
        return count

    def check(self, state: P) -> None:
        if len(state.names) > MOST_PLACES:
            raise InvalidOptions(
                f"The solvers take boards of up to {MOST_PLACES} places; this one has {len(state.names)}.",
                f"Les solveurs acceptent des plateaux de {MOST_PLACES} endroits au plus ; celui-ci en a {len(state.names)}.",
            )

    def try_out(self, position: str, **options: Any) -> Answer:
        """What the solver says of a position that may become a daily puzzle."""
        return self.solve(self.game.new(1, position=position, **options), seconds=PATIENCE)

    def daily(self, answer: Answer, grade: int, title: Text, position: str, **options: str | int) -> Daily:
        """The puzzle of a day, once it is solved."""
        assert answer.length is not None
        told: dict[str, str | int] = {"position": position, **options, "par": answer.length}
        return Daily(self.game.name, told, grade, answer.length, title)


def pick(rng: Random, choices: list[T]) -> T:
    """One of them, each as likely, in a way that anybody can check."""
    return choices[below(rng, len(choices))]
