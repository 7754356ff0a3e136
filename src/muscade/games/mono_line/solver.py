"""Mono-Line solved: who wins from a position, as far as that can be looked at in the time; and positions with one move that wins."""

from __future__ import annotations

from random import Random
from time import monotonic

from muscade.board import standard_board
from muscade.core import NATURE
from muscade.core.chance import below
from muscade.core.series import SOLVER
from muscade.games.mono_line import rules
from muscade.games.mono_line.moves import SWAP, Put
from muscade.games.mono_line.openings import known, known_reply, supply_of
from muscade.games.mono_line.positions import POSITIONS
from muscade.games.mono_line.state import MonoLineState
from muscade.solvers import Posed, Search, SeriesMaker
from muscade.solvers.series import WON, right_ways, standing, ways

FIRST_BUDGET = 50_000
"""Positions for the first look; each next one may take some times as many."""
GROWTH = 4.0
POSITIONS_A_SECOND = 1_000_000
PLACED = (14, 12, 10, 8, 6)
"""How many pieces stand on the board of a puzzle, by grade: the fewer, the more is open."""


class MonoLineSolver(SeriesMaker[MonoLineState]):
    """Looks at everything that can follow; see `muscade.games.mono_line.exhaustive`."""

    def rehearse(self) -> None:
        from muscade.games.mono_line.exhaustive import Held, solve_position

        solve_position(Held(0, 0), 100)

    def pieces(self, seconds: float) -> int:
        """Each look takes some times as long as the one before."""
        looks, cost = 1, FIRST_BUDGET * (1 + GROWTH)
        while cost < 2 * seconds * POSITIONS_A_SECOND:
            looks += 1
            cost = FIRST_BUDGET + GROWTH * cost
        return looks

    def pose(self, rng: Random, grade: int) -> Posed:
        """Pieces placed by chance, and one move alone that wins."""
        while True:
            state = self.game.new(rules.PLAYERS, first=SOLVER)
            while state.turn() and len(state.order) < PLACED[grade - 1]:
                choices = list(ways(state))
                state = choices[below(rng, len(choices))].state
            # Most are won by many moves, or by none.
            if state.turn() and standing(self, state) == WON and len(right_ways(self, state)[0]) == 1:
                set_up = POSITIONS.move_of(state)
                assert set_up is not None
                return Posed({}, set_up.notation)

    def search(self, state: MonoLineState, search: Search) -> None:
        search.best("unknown")
        if not state.turn():
            return
        if not state.order:
            self._before_the_first_piece(state, search)
            if search.over:
                return
        may_swap = SWAP in state.moves(state.active)
        if len(state.order) == 1:
            reply = known_reply(state.board, state.order[0], supply_of(state.options))
            if reply is not None and (reply.first_wins or reply.answer is not None):
                place = None if reply.answer is None else state.board.intersections[reply.answer]
                self._tell(search, place, may_swap)
                return
        self._look(state, search, may_swap)

    def _before_the_first_piece(self, state: MonoLineState, search: Search) -> None:
        if state.options["swap"]:
            # ML-7: whatever the first piece is worth, the second player takes the better side.
            search.best("lost")
            return
        if state.board is not standard_board():
            return
        # The file has every kind of first move.
        kinds = known()[supply_of(state.options)]
        first_wins = [place for place, opening in kinds.items() if opening.winner == "first"]
        self._tell(search, first_wins[0] if first_wins else None, may_swap=False)

    def _look(self, state: MonoLineState, search: Search, may_swap: bool) -> None:
        from muscade.games.mono_line.exhaustive import ANYWHERE, held_in_view, solve_position

        board = state.board
        # Before chance has said who begins, it is the same for both.
        seat = 0 if state.active == NATURE else state.active
        held = held_in_view(state.view(seat), board)
        if held is None:
            return
        budget = FIRST_BUDGET
        while search.go_on(f"up to {budget:,} positions"):
            begun = monotonic()
            found = solve_position(held, budget, board.lines_of)
            if found.verdict != "unknown":
                place = None if found.verdict == "loss" else found.place
                if place == ANYWHERE:
                    place = board.intersection(
                        next(move.place for move in state.moves(seat) if isinstance(move, Put))
                    )
                self._tell(search, None if place is None else board.intersections[place], may_swap)
                return
            further = int(budget * min(GROWTH, search.seconds_left / max(monotonic() - begun, 1e-6)))
            if further <= budget:
                return
            budget = further

    def _tell(self, search: Search, place: str | None, may_swap: bool) -> None:
        """Won by a piece on ``place``, or lost by any; then it is won for whoever may still take the other side (ML-7)."""
        if place is not None:
            search.best("won", (Put(place).notation,))
        elif may_swap:
            search.best("won", (SWAP.notation,))
        else:
            search.best("lost")
