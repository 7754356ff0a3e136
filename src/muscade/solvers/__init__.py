"""Solvers for the solitaire puzzles and for Mono-Line (SP-4, SP-5).

Importing this package is cheap: numpy and numba come in with the first question.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from importlib.resources import files

import msgspec

from muscade.board import STANDARD
from muscade.core import InvalidOptions, UnknownGame
from muscade.core.text import shown
from muscade.games.full_house import GAME as FULL_HOUSE
from muscade.games.full_house.state import FullHouseState
from muscade.games.over_pass_spiral import GAME as OVER_PASS_SPIRAL
from muscade.games.race.rules import EMPTY
from muscade.games.solitaire.game import Puzzle
from muscade.games.solitaire.state import PuzzleState
from muscade.games.twisted_jumps import GAME as TWISTED_JUMPS
from muscade.games.twisted_jumps.state import TwistedJumpsState
from muscade.solvers.answer import Answer, Progress, Search, Status

PUZZLES = (FULL_HOUSE.name, TWISTED_JUMPS.name, OVER_PASS_SPIRAL.name)
MOST_PLACES = 117
"""A board with more does not fit into the words that the searches count with: 62 and 55 (`twisted.MOVER`)."""


def puzzle_named(name: str) -> Puzzle[FullHouseState] | Puzzle[TwistedJumpsState] | Puzzle[PuzzleState]:
    """One of the three puzzles, or `UnknownGame`."""
    for puzzle in (FULL_HOUSE, TWISTED_JUMPS, OVER_PASS_SPIRAL):
        if puzzle.name == name:
            return puzzle  # type: ignore[return-value]
    raise UnknownGame(
        f"There is no puzzle {shown(name)}; the puzzles are {', '.join(PUZZLES)}.",
        f"Il n'y a pas de casse-tête {shown(name)} ; il y a {', '.join(PUZZLES)}.",
    )


class Known(msgspec.Struct, frozen=True):
    """What is known of a puzzle as it is set: a solution, and how long any must be."""

    status: Status
    moves: tuple[str, ...]
    length: int
    bound: int


@lru_cache(maxsize=1)
def _all_known() -> dict[str, Known]:
    text = (files(__package__) / "data" / "known.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Known])


def known(puzzle: str) -> Known:
    """The shipped solution of a puzzle; the tests play it.

    >>> known("full-house").length
    37
    """
    return _all_known()[puzzle_named(puzzle).name]


def solve(
    puzzle: str,
    position: str = STANDARD,
    *,
    seconds: float,
    target: int | None = None,
    board: str = STANDARD,
    progress: Progress | None = None,
) -> Answer:
    """The shortest solution that can be found in the time, and what is proved about it.

    >>> solve("twisted-jumps", "b1 b4", seconds=60).moves
    ('b1xb4>a1',)
    """
    game = puzzle_named(puzzle)
    options: dict[str, object] = {"position": position, "board": board}
    if target is not None:
        if game is not FULL_HOUSE:
            raise InvalidOptions(
                f"Only {FULL_HOUSE.name} has a target.", f"Seul {FULL_HOUSE.name} a un objectif."
            )
        options["target"] = target
    return solve_state(game.new(1, **options), seconds=seconds, progress=progress)


def solve_state(state: PuzzleState, *, seconds: float, progress: Progress | None = None) -> Answer:
    """The same from wherever a puzzle stands: a chain may be running, a piece crossing, pieces may be waiting to be added.

    ``length`` counts what is still to come, as SP-4 does. Interrupting it (Ctrl-C) gives the best so far.
    """
    search = Search(state.game_name, seconds, progress)
    if len(state.names) > MOST_PLACES:
        raise InvalidOptions(
            f"The solvers take boards of up to {MOST_PLACES} places; this one has {len(state.names)}.",
            f"Les solveurs acceptent des plateaux de {MOST_PLACES} endroits au plus ; celui-ci en a {len(state.names)}.",
        )
    with suppress(KeyboardInterrupt):
        prepare(state.game_name)
        search.restart_clock()
        _search(state, search)
    answer = search.finished()
    if not search.over and state.well_known and not state.history:
        # The time was too short, but somebody has been here before.
        answer = Answer(
            puzzle=answer.puzzle, seconds=answer.seconds, **msgspec.structs.asdict(known(state.game_name))
        )
    return answer


@lru_cache(maxsize=len(PUZZLES))
def prepare(puzzle: str) -> None:
    """Compile the solver of a puzzle, which takes seconds the first time; no time limit counts it.

    A server may call it in a thread before anybody asks for a hint.
    """
    _search(puzzle_named(puzzle).new(1, **_HOPELESS[puzzle]), Search(puzzle, float("inf"), None))


_HOPELESS: dict[str, dict[str, object]] = {
    FULL_HOUSE.name: {"position": "8.9", "target": 2},
    TWISTED_JUMPS.name: {"position": "b1 h1"},
    OVER_PASS_SPIRAL.name: {"position": "black b1; white h1"},
}
"""Small positions that have every part of a solver do something."""


def _search(state: PuzzleState, search: Search) -> None:
    pieces = [place for place, piece in enumerate(state.cells) if piece != EMPTY]
    if isinstance(state, FullHouseState):
        from muscade.solvers.full_house import solve_full_house

        solve_full_house(state.board, pieces, state.open, state.target, search)
    elif isinstance(state, TwistedJumpsState):
        from muscade.solvers.twisted import solve_twisted

        solve_twisted(state.board, pieces, state.mover, search)
    else:
        from muscade.solvers.spiral import solve_spiral

        solve_spiral(state.board, state.cells, search)


__all__ = [
    "PUZZLES",
    "Answer",
    "Known",
    "Progress",
    "known",
    "prepare",
    "puzzle_named",
    "solve",
    "solve_state",
]
