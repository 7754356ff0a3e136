"""Twisted Jumps under way; the law is in `rules`."""

from __future__ import annotations

from typing import Any

from muscade.core import IllegalMove, Options
from muscade.games.race.rules import EMPTY
from muscade.games.solitaire import refusals
from muscade.games.solitaire.best import best_of
from muscade.games.solitaire.captures import CaptureState
from muscade.games.twisted_jumps import rules

NAME = "twisted-jumps"
VERSION = 1


class TwistedJumpsState(CaptureState):
    """See `CaptureState`."""

    game_name = NAME
    version = VERSION
    clause = "SP-2"
    best = best_of(__package__)
    setup = "b1 b2 b3 b4 c2 c4 c6 c8 d1 d2 d3 d4 d5 d6 d7 d8"

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.mover = rules.NOBODY
        """Where the piece stands that jumped last."""

    def targets(self, start: int) -> list[tuple[int, int]]:
        neighbours = self.board.neighbours
        return [
            (over, target)
            for over in neighbours[start]
            if self.cells[over] != EMPTY
            for target in neighbours[over]
            if rules.may_jump(self.cells, neighbours, start, over, target)
        ]

    def check(self, start: int, over: int, target: int) -> None:
        neighbours, names = self.board.neighbours, self.names
        if rules.may_jump(self.cells, neighbours, start, over, target):
            return
        if over not in neighbours[start]:
            raise IllegalMove(
                "SP-2",
                f"{names[over]} is not next to {names[start]}: a jump goes over a neighbour, one piece at a time.",
                f"{names[over]} n'est pas voisin de {names[start]} : on saute un pion voisin, un seul à la fois.",
            )
        raise refusals.lands_beside("SP-2", names[over], names[target])

    def counted(self, start: int) -> int:
        return rules.moves_made(self.count, self.mover, start)

    def landed(self, target: int) -> None:
        self.mover = target

    def solved(self) -> str | None:
        return "solved" if rules.is_solved(self.cells) else None

    def snapshot(self) -> tuple[Any, ...]:
        return (*super().snapshot(), self.mover)

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        super().restore(snapshot)
        self.mover = snapshot[2]

    def own_fields(self) -> dict[str, Any]:
        mover = None if self.mover == rules.NOBODY else self.names[self.mover]
        return {**super().own_fields(), "mover": mover}
