"""Which games can be solved, and solving one by its name."""

from __future__ import annotations

from typing import Any

from muscade.core import MuscadeError, game, game_names
from muscade.solvers.answer import Answer, OnProgress
from muscade.solvers.solver import Solver


class NoSolver(MuscadeError):
    """A game that nobody has written a solver for."""


def solvers() -> dict[str, Solver[Any]]:
    """The solvers of all installed games that have one, by the game's name."""
    found = ((name, game(name).solver()) for name in game_names())
    return {name: solver for name, solver in found if solver is not None}


def solver_of(name: str) -> Solver[Any]:
    """The solver of the game of that name; raises `UnknownGame`, or `NoSolver` naming the games that have one."""
    found = game(name)
    solver = found.solver()
    if solver is None:
        there = ", ".join(solvers())
        raise NoSolver(
            f"{found.title.en} has no solver; there is one for {there}.",
            f"{found.title.fr} n'a pas de solveur ; il y en a un pour {there}.",
        )
    return solver


def solve(name: str, *, seconds: float, on_progress: OnProgress | None = None, **options: Any) -> Answer:
    """Solve a game from its beginning, as these options set it up, at a table as small as can be.

    >>> solve("twisted-jumps", position="b1 b4", seconds=60).moves
    ('b1xb4>a1',)
    """
    solver = solver_of(name)
    state = solver.game.new(min(solver.game.seats), **options)
    return solver.solve(state, seconds=seconds, on_progress=on_progress)
