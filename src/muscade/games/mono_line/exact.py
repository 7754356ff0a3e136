"""The exact solver as a bot uses it: made ready in a thread of its own, and never waited for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import Lock, Thread
from time import thread_time
from typing import TYPE_CHECKING, TypeAlias

from muscade.board import Board
from muscade.games.mono_line.view import MonoLineView

if TYPE_CHECKING:
    from muscade.games.mono_line.exhaustive import Found, Held

SECONDS = 1.2
"""What a look may cost; how many positions that is depends on the machine."""
SAMPLE = 50_000

Solve: TypeAlias = "Callable[[Held, int, tuple[int, ...]], Found]"


class Exact:
    """Answers once it is ready. Without numba, or on a machine on which it fails, that never happens."""

    def __init__(self) -> None:
        self._solve: Solve | None = None
        self.most = 0
        """So many positions can be looked at in `SECONDS`."""
        self._lock = Lock()
        self._thread: Thread | None = None

    def prepare(self) -> bool:
        """Import and compile the solver now, which takes seconds the first time; is it ready?"""
        try:
            from muscade.games.mono_line.exhaustive import Held, solve_position

            solve_position(Held(0, 0), 100)
            begun = thread_time()
            looked_at = solve_position(Held(0, 0), SAMPLE).positions
            self.most = int(SECONDS * looked_at / max(thread_time() - begun, 1e-6))
        except Exception:  # whatever is wrong with the compiler, there is another way to play
            return False
        # The same question comes twice: which move, and is it won?
        self._solve = lru_cache(maxsize=64)(solve_position)
        return True

    def start(self) -> None:
        """Get ready beside everything else; once is enough."""
        with self._lock:
            if self._thread is None and self._solve is None:
                # Not a daemon: a compiler that is torn down while at work takes the process with it.
                self._thread = Thread(target=self.prepare, name="mono-line-solver")
                self._thread.start()

    def look(self, view: MonoLineView, board: Board, budget: int) -> Found | None:
        """Who wins, if that can be told by now; it is the turn of the seat that looks."""
        if self._solve is None:
            self.start()
            return None
        from muscade.games.mono_line.exhaustive import held_in_view

        held = held_in_view(view, board)
        if held is None:
            return None
        found = self._solve(held, min(budget, self.most), board.lines_of)
        return None if found.verdict == "unknown" else found


EXACT = Exact()
"""What all bots of this process share."""
