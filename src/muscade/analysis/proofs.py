"""The truth about a position, where the game has a solver that finds it."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from muscade.bots import Valued
from muscade.bots.valuing import share
from muscade.core import Move, Seat, State, View
from muscade.solvers import Answer, Solver

OTHERS = 0.3
"""This part of the work is for all moves together that were neither played nor found to be best; most answers take little of
what they may."""


class Prover:
    """Asks a solver about positions, and counts its work; a game with a solver hides nothing, so a view tells the state."""

    def __init__(self, solver: Solver[Any], seconds: float) -> None:
        self._solver = solver
        self._seconds = seconds

    def values(self, view: View, moves: Sequence[Move], played: Move | None) -> Sequence[Valued]:
        """What moves are worth, the best first, as far as that is known."""
        state = self._solver.game.retell(view)
        seat = view.seat
        assert seat is not None
        answer = self._solve(state)
        if answer.status == "unknown":
            return ()
        if answer.status in ("lost", "impossible"):
            return [Valued(move, 0.0, 0.0, proved=True) for move in moves]
        best = self._solver.game.parse(answer.moves[0]) if answer.moves else None
        order = [move for move in dict.fromkeys((best, played, *moves)) if move is not None]
        order = [move for move in order if move in moves]
        if answer.status == "won":
            return self._won(state, seat, order, best)
        return self._shortest(state, seat, order, answer, best)

    def _won(self, state: State, seat: Seat, order: list[Move], best: Move | None) -> list[Valued]:
        """In a game of two: a move is won or lost."""
        found = []
        for move in order:
            part = 1.0 if move == order[1] else OTHERS / len(order)
            value = 1.0 if move == best else self._after(state, seat, move, part)
            if value is not None:
                found.append(Valued(move, value, 0.0, proved=True))
        return sorted(found, key=lambda one: -one.value)

    def _after(self, state: State, seat: Seat, move: Move, part: float) -> float | None:
        twin = self._played(state, seat, move)
        if twin.outcome() is not None:
            return share(twin, seat)
        status = self._solve(twin, part).status
        if status not in ("won", "lost"):
            return None
        mine = twin.turn() == (seat,)
        return 1.0 if (status == "won") == mine else 0.0

    def _shortest(
        self, state: State, seat: Seat, order: list[Move], answer: Answer, best: Move | None
    ) -> list[Valued]:
        """Alone: a move is worth the less the longer the way is that it leads on to, and nothing where there is none."""
        assert answer.length is not None
        lengths: dict[Move, tuple[int | None, bool]] = {}
        begun = self._solver.spent(state)
        for move in order[:2]:
            twin = self._played(state, seat, move)
            if move == best:
                lengths[move] = answer.length, answer.status == "optimal"
            elif twin.outcome() is not None:
                solved = share(twin, seat) > 0
                lengths[move] = self._solver.spent(twin) - begun if solved else None, True
            else:
                rest = self._solve(twin)
                if rest.status == "impossible":
                    lengths[move] = None, True
                elif rest.length is not None:
                    length = self._solver.spent(twin) - begun + rest.length
                    lengths[move] = length, rest.status == "optimal"
        shortest = min(length for length, _ in lengths.values() if length is not None)
        sure = answer.status == "optimal"
        found = [
            Valued(
                move,
                0.0 if length is None else shortest / length if length else 1.0,
                0.0,
                proved=proved and (sure or length is None),
            )
            for move, (length, proved) in lengths.items()
        ]
        return sorted(found, key=lambda one: -one.value)

    def _solve(self, state: State, part: float = 1.0) -> Answer:
        return self._solver.solve(state, seconds=inf, pieces=self._solver.pieces(part * self._seconds))

    @staticmethod
    def _played(state: State, seat: Seat, move: Move) -> State:
        """What a move leads to, and what can only follow."""
        twin = state.copy()
        twin.play(seat, move)
        while len(turn := twin.turn()) == 1 and len(moves := twin.moves(turn[0])) == 1:
            twin.play(turn[0], moves[0])
        return twin
