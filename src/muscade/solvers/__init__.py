"""What solvers share. Each is in its game's own folder and found through `Game.solver`; here nobody knows which there are.

Importing this package is cheap: numpy and numba come in with the first question.
"""

from muscade.solvers.answer import Answer, Known, OnProgress, Search, Status, known_in
from muscade.solvers.finding import NoSolver, solve, solver_of, solvers
from muscade.solvers.puzzles import Daily, PuzzleMaker, daily
from muscade.solvers.series import Posed, SeriesMaker
from muscade.solvers.solver import Solver

__all__ = [
    "Answer",
    "Daily",
    "Known",
    "NoSolver",
    "OnProgress",
    "Posed",
    "PuzzleMaker",
    "Search",
    "SeriesMaker",
    "Solver",
    "Status",
    "daily",
    "known_in",
    "solve",
    "solver_of",
    "solvers",
]
