"""Graded series: puzzles of a game from easy to hard, each proved by the game's own solver.

A game has its series in ``data/series.json`` of its package: positions, what is proved of them and a solution, which the law
plays to its end. What makes one is `muscade.solvers.series`.

>>> import muscade
>>> game = muscade.game("twisted-jumps")
>>> first = game.series()[0]
>>> after(game, first, first.moves).outcome().reason == first.reason
True
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from muscade.core.moves import NATURE, Options, Seat

if TYPE_CHECKING:
    from muscade.core.game import Game
    from muscade.core.state import State

SOLVER: Seat = 0
"""Whoever solves a puzzle sits there; where a game has other seats, the strongest bots have them."""
PLACES = 100
"""Puzzles of a series."""
GRADES = 5


class SeriesPuzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A puzzle of a series, to be played at the smallest table of its game."""

    grade: int
    """From 1, the easiest fifth of the series, to 5."""
    bits: float
    """What there is to know on the way: each time, how many moves there are for each that is still right, in powers of two."""
    minimum: int | None = None
    """It takes no fewer, as the game counts; None where length is not the question."""
    unique: bool = False
    """Only one first move is right."""
    reason: str
    """How a game ends that was solved well, as `Outcome.reason` says it."""
    options: Options = {}
    position: str | None = None
    """As chance sets it, in notation, where the options do not."""
    moves: tuple[str, ...]
    """A solution, everybody's moves in their order."""


def begun(game: Game[Any, Any], options: Options, position: str | None = None) -> State:
    """The smallest table with these options, where chance sets that position, if there is one."""
    state: State = game.new(min(game.seats), **options)
    if position is not None:
        state.play(NATURE, game.parse(position))
    return state


def after(game: Game[Any, Any], puzzle: SeriesPuzzle, moves: Iterable[str] = ()) -> State:
    """The table of a puzzle, after these moves of whoever is to play."""
    state = begun(game, puzzle.options, puzzle.position)
    for move in moves:
        state.play(state.turn()[0], game.parse(move))
    return state


@cache
def series_in(package: str) -> tuple[SeriesPuzzle, ...]:
    """That of a game's package; empty where it has no such file."""
    file = files(package) / "data" / "series.json"
    return msgspec.json.decode(file.read_bytes(), type=tuple[SeriesPuzzle, ...]) if file.is_file() else ()
