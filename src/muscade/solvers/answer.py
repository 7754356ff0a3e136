"""What a solver says, and how a search that works on it keeps the best so far."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from time import monotonic
from typing import Literal, TypeAlias

import msgspec

from muscade.core import Hint

Status: TypeAlias = Literal["optimal", "found", "impossible", "won", "lost", "unknown"]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A solution, or why there is none (SP-5).

    ``optimal`` and ``impossible`` are proved; ``found`` may not be the shortest. In a game of two, ``won`` and ``lost``
    are proved of whoever is to move. ``unknown`` is what the word says.
    """

    game: str
    status: Status
    moves: tuple[str, ...] = ()
    length: int | None = None
    """As SP-4 counts: steps, moves of one piece, or moves."""
    bound: int | None = None
    """No solution is shorter; None if there is none, or if length is not the question."""
    seconds: float = 0.0

    def hint(self) -> Hint:
        """The same for a player who asks for help: the next move, not the whole solution (SP-4).

        >>> Answer(game="a puzzle", status="optimal", moves=("b1xb4>a1",), length=1).hint()
        Hint(status='solvable', move='b1xb4>a1', left=1, proved=True)
        """
        if self.status in ("impossible", "lost"):
            return Hint("impossible", proved=True)
        if self.status == "unknown" or not self.moves:
            return Hint("unknown")
        return Hint("solvable", self.moves[0], self.length, proved=self.status != "found")


class Known(msgspec.Struct, frozen=True):
    """What is known of a puzzle as it is set: a solution, and how long any must be."""

    status: Status
    moves: tuple[str, ...]
    length: int
    bound: int


def known_in(package: str) -> Known:
    """What ``data/known.json`` of a game's package holds."""
    return msgspec.json.decode((files(package) / "data" / "known.json").read_bytes(), type=Known)


OnProgress: TypeAlias = Callable[[Answer, str], None]
"""Called now and then with the best answer so far and a word on what is being done."""


class Search:
    """One solver at work: how long it may go on, and the best so far.

    A solver calls `best` whenever it knows more, and asks `go_on` between pieces of work. `KeyboardInterrupt` inside
    a solver ends it as the clock does: see `muscade.solvers.Solver.solve`.
    """

    def __init__(
        self, game: str, seconds: float, on_progress: OnProgress | None, pieces: int | None = None
    ) -> None:
        """With ``pieces`` it ends after so many pieces of work, for whoever wants the same answer on any machine."""
        self.started = monotonic()
        self.seconds = seconds
        self.pieces = pieces
        self.done = 0
        """Pieces of work so far."""
        self.on_progress = on_progress
        self.answer = Answer(game=game, status="unknown", bound=0)

    def restart_clock(self) -> None:
        """What was done until now does not count."""
        self.started = monotonic()

    @property
    def seconds_left(self) -> float:
        return self.seconds - (monotonic() - self.started)

    def best(
        self,
        status: Status,
        moves: tuple[str, ...] = (),
        length: int | None = None,
        bound: int | None = None,
    ) -> None:
        """This is all that is known from now on."""
        self.answer = Answer(
            game=self.answer.game,
            status=status,
            moves=moves,
            length=length,
            bound=bound,
            seconds=round(monotonic() - self.started, 3),
        )

    def at_least(self, bound: int) -> None:
        """No solution is shorter than that. A solution of that length is the best one."""
        known = self.answer
        if known.bound is None or bound <= known.bound:
            return
        status: Status = "optimal" if known.length == bound else known.status
        self.best(status, known.moves, known.length, bound)

    def found(self, moves: tuple[str, ...], length: int) -> None:
        """A solution; kept if it is shorter than what is known."""
        known = self.answer
        if known.length is not None and known.length <= length:
            return
        self.best("optimal" if length == known.bound else "found", moves, length, known.bound)

    def impossible(self) -> None:
        """There is no solution, and that is proved."""
        self.best("impossible")

    def go_on(self, doing: str = "") -> bool:
        """Is there time left, and something left to find?"""
        if self.on_progress is not None:
            self.on_progress(self.answer, doing)
        if self.over or self.seconds_left <= 0 or self.done == self.pieces:
            return False
        self.done += 1
        return True

    @property
    def over(self) -> bool:
        """Is everything proved?"""
        return self.answer.status not in ("found", "unknown")

    def finished(self) -> Answer:
        """The best answer, with the time it took."""
        return msgspec.structs.replace(self.answer, seconds=round(monotonic() - self.started, 3))
