"""What a solver says."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Literal, TypeAlias

import msgspec

Status: TypeAlias = Literal["optimal", "found", "impossible", "unknown"]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A solution, or why there is none (SP-5).

    ``optimal`` and ``impossible`` are proved; ``found`` may not be the shortest; ``unknown`` is what the words say.
    """

    puzzle: str
    status: Status
    moves: tuple[str, ...] = ()
    length: int | None = None
    """As SP-4 counts: steps, moves of one piece, or moves."""
    bound: int | None = None
    """No solution is shorter; None if there is none."""
    seconds: float = 0.0


Progress: TypeAlias = Callable[[Answer, str], None]
"""Called now and then with the best answer so far and a word on what is being done."""


class Search:
    """One solver at work: how long it may go on, and the best so far.

    A solver calls `best` whenever it knows more, and asks `go_on` between pieces of work. `KeyboardInterrupt` inside
    a solver ends it as the clock does: see `muscade.solvers.solve`.
    """

    def __init__(self, puzzle: str, seconds: float, progress: Progress | None) -> None:
        self.started = monotonic()
        self.seconds = seconds
        self.progress = progress
        self.answer = Answer(puzzle=puzzle, status="unknown", bound=0)

    def restart_clock(self) -> None:
        """What was done until now does not count."""
        self.started = monotonic()

    def best(
        self,
        status: Status,
        moves: tuple[str, ...] = (),
        length: int | None = None,
        bound: int | None = None,
    ) -> None:
        self.answer = Answer(
            puzzle=self.answer.puzzle,
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
        self.best("impossible")

    def go_on(self, what: str = "") -> bool:
        """Is there time left, and something left to find?"""
        if self.progress is not None:
            self.progress(self.answer, what)
        return not self.over and monotonic() - self.started < self.seconds

    @property
    def over(self) -> bool:
        return self.answer.status in ("optimal", "impossible")

    def finished(self) -> Answer:
        return msgspec.structs.replace(self.answer, seconds=round(monotonic() - self.started, 3))
