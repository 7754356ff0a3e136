"""Makes a series of puzzles (`muscade.core.series`): ``python -m muscade.solvers <game>`` writes it into the game's folder.

The same on every machine: positions come from seeds, and no clock decides what a solver says. How hard a puzzle is, is
measured: at each decision of a solution, the solver is asked of every move whether it still leads to the best end.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from math import inf, log2
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from muscade.core import MuscadeError, State
from muscade.core.chance import SeedStream, below
from muscade.core.series import GRADES, PLACES, SOLVER, SeriesPuzzle, after
from muscade.solvers.solver import Solver

SEED = "muscade series"

S = TypeVar("S", bound=State)


class Posed(NamedTuple):
    """A position that may become a puzzle: the options of its table, and what chance sets there, if it does."""

    options: dict[str, Any]
    position: str | None = None


class SeriesMaker(Solver[S]):
    """A solver that thinks of positions for a series as well."""

    @abstractmethod
    def pose(self, rng: Random, grade: int) -> Posed:
        """A position that can be solved, about as hard as the grade says; the same for the same random numbers."""


class Unproved(MuscadeError):
    """The solver cannot tell enough of a position."""


class Standing(NamedTuple):
    """What a position is worth to whoever solves it: whether they come to an end that counts, to which, and how far it is."""

    solved: bool
    reason: str | None = None
    length: int | None = None


LOST = Standing(False)
WON = Standing(True)


class Measured(NamedTuple):
    bits: float
    unique: bool
    moves: tuple[str, ...]
    reason: str


def standing(solver: Solver[Any], state: State) -> Standing:
    """What the solver proves of a state. Where somebody sits on the other side, winning is all that counts."""
    outcome = state.outcome()
    if outcome is None:
        answer = solver.solve(state, seconds=inf)
        match answer.status:
            case "won" | "lost":
                return WON if (answer.status == "won") == (state.turn()[0] == SOLVER) else LOST
            case "impossible":
                return LOST
            case "optimal":
                state = state.copy()
                for move in answer.moves:
                    state.play(SOLVER, solver.game.parse(move))
                outcome = state.outcome()
            case _:
                raise Unproved(f"{answer.status}: not proved", f"{answer.status} : non prouvé")
    assert outcome is not None
    if SOLVER not in outcome.winners:
        return LOST
    return WON if state.seats > 1 else Standing(True, outcome.reason, solver.spent(state))


class Way(NamedTuple, Generic[S]):
    """A move, what follows from it without a choice, and where that leads."""

    moves: tuple[str, ...]
    state: S


def ways(state: S) -> Iterator[Way[S]]:
    """All that whoever is to play can do, but for what ends it unsolved at once: nobody would call giving up a choice."""
    [seat] = state.turn()
    for move in state.moves(seat):
        child = state.copy()
        child.play(seat, move)
        outcome = child.outcome()
        if outcome is not None and seat not in outcome.winners:
            continue
        made = [move.notation]
        while child.turn() == (seat,) and len(child.moves(seat)) == 1:
            [forced] = child.moves(seat)
            made.append(forced.notation)
            child.play(seat, forced)
        yield Way(tuple(made), child)


def right_ways(solver: Solver[Any], state: S) -> tuple[list[Way[S]], int]:
    """What keeps all that the state is worth, and how many ways there are in all."""
    worth = standing(solver, state)
    found = list(ways(state))
    return [way for way in found if standing(solver, way.state) == worth], len(found)


def measure(solver: Solver[Any], state: State, rng: Random) -> Measured:
    """How hard it is to find the way to the end, and one such way; whoever sits on the other side does anything."""
    bits, unique = 0.0, False
    moves: list[str] = []
    while (outcome := state.outcome()) is None:
        if state.turn() == (SOLVER,):
            right, count = right_ways(solver, state)
            bits += log2(count / len(right))
            unique = len(right) == 1 if not moves else unique
            way = right[0]
        else:
            others = list(ways(state))
            way = others[below(rng, len(others))]
        moves += way.moves
        state = way.state
    return Measured(round(bits, 2), unique, tuple(moves), outcome.reason)


def make_series(
    solver: SeriesMaker[Any], places: int = PLACES, tell: Callable[[str], None] = lambda _told: None
) -> list[SeriesPuzzle]:
    """So many puzzles, from easy to hard; no two of them the same."""
    game = solver.game
    found: dict[str, SeriesPuzzle] = {}
    draw = 0
    while len(found) < places:
        rng = SeedStream(f"{SEED} {game.name}", draw)
        posed = solver.pose(rng, draw * GRADES // places % GRADES + 1)
        draw += 1
        puzzle = SeriesPuzzle(
            grade=1, bits=0.0, reason="", options=posed.options, position=posed.position, moves=()
        )
        name = msgspec.json.encode(puzzle).decode()
        if name in found:
            continue
        state = after(game, puzzle)
        try:
            worth, measured = standing(solver, state), measure(solver, state, rng)
        except Unproved:
            continue
        found[name] = msgspec.structs.replace(
            puzzle,
            bits=measured.bits,
            minimum=worth.length,
            unique=measured.unique,
            reason=measured.reason,
            moves=measured.moves,
        )
        tell(f"{len(found)} of {places}: {measured.bits} bits")
    ordered = sorted(found.values(), key=lambda puzzle: (puzzle.bits, len(puzzle.moves)))
    return [
        msgspec.structs.replace(puzzle, grade=1 + place * GRADES // places)
        for place, puzzle in enumerate(ordered)
    ]
