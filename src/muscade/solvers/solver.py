"""What a solver is: the part of the contract that `Game.solver` hands out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from muscade.core import Game, State
from muscade.solvers.answer import Answer, Known, OnProgress, Search

S = TypeVar("S", bound=State)


class Solver(ABC, Generic[S]):
    """Solves states of one game. Making one costs nothing: what it computes with is imported and compiled when asked."""

    position_option: ClassVar[str | None] = None
    """The option of the game that takes a position of one's own, where it has one."""
    pieces_a_second: ClassVar[int] = 20
    """How much its pieces of work are, about; see `pieces`."""

    def __init__(self, game: Game[S, Any]) -> None:
        self.game = game
        self._prepared = False

    @abstractmethod
    def search(self, state: S, search: Search) -> None:
        """Look from that state on until `Search.go_on` says no; tell ``search`` all that is found and proved."""

    @abstractmethod
    def rehearse(self) -> None:
        """Have every part of the search do a little, so that all of it is compiled."""

    def check(self, state: S) -> None:
        """Raise `InvalidOptions` for a state that the search cannot take."""

    def known(self, state: S) -> Known | None:
        """What was found before of just this state, and is shipped with the game."""
        return None

    def prepare(self) -> None:
        """Compile all that it takes, which may take seconds the first time; no time limit counts it.

        A server may call it in a thread before anybody asks for a hint.
        """
        if not self._prepared:
            self.rehearse()
            self._prepared = True

    def pieces(self, seconds: float) -> int:
        """About how many pieces of work fit into that time, on an ordinary core."""
        return 1 + int(self.pieces_a_second * seconds)

    def spent(self, state: S) -> int:
        """What has been done so far, as an answer's ``length`` counts it."""
        return len(state.history)

    def solve(
        self,
        state: S,
        *,
        seconds: float,
        on_progress: OnProgress | None = None,
        pieces: int | None = None,
    ) -> Answer:
        """The best answer that can be found in the time, and what is proved about it; the state is not changed.

        It begins wherever the state stands, and ``length`` counts what is still to come. Interrupting it (Ctrl-C) gives
        the best so far. With ``pieces``, no more than so many pieces of work are done: that is the same on any machine.
        """
        self.check(state)
        search = Search(self.game.name, seconds, on_progress, pieces)
        with suppress(KeyboardInterrupt):
            self.prepare()
            search.restart_clock()
            self.search(state, search)
        answer = search.finished()
        known = None if search.over else self.known(state)
        if known is None:
            return answer
        # The time was too short, but somebody has been here before.
        return Answer(game=answer.game, seconds=answer.seconds, **msgspec.structs.asdict(known))
