"""The Over-Pass Spiral under way; the law is in `rules`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muscade.board import COLOURS
from muscade.core import IllegalMove, Options
from muscade.games.over_pass import refusals as over_pass_refusals
from muscade.games.over_pass.book import book_of
from muscade.games.over_pass.rules import may_over_pass, way_to
from muscade.games.over_pass_spiral import rules
from muscade.games.race.rules import EMPTY
from muscade.games.solitaire import refusals
from muscade.games.solitaire.best import best_of
from muscade.games.solitaire.captures import CaptureState

NAME = "over-pass-spiral"
VERSION = 1
SPIRAL = (
    "b1 b2 b3 b4 c8 d8 c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 c6 d6 c7 d7 "
    "e8 f15 g8 f16 f1 g1 f2 f3 g2 f4 f5 g3 f6 f7 g4 f8 f9 g5 f10 f11"
)
"""From the inside out; the colours repeat along it (SP-3)."""


class OverPassSpiralState(CaptureState):
    """See `CaptureState`."""

    game_name = NAME
    version = VERSION
    clause = "SP-3"
    coloured = True
    best = best_of(__package__)
    setup = "; ".join(
        " ".join([colour, *SPIRAL.split()[place :: len(COLOURS)]]) for place, colour in enumerate(COLOURS)
    )

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.plan = book_of(self.board).plan

    def targets(self, start: int) -> list[tuple[int, int]]:
        plan, cells = self.plan, self.cells
        before, groups = rules.ways(plan, cells, start), rules.beside(plan, cells, start)
        ground = rules.ground_of(plan, start)
        return [
            (over, target)
            for over, came_from in enumerate(before)
            if came_from != -1
            for target in ground[over]
            if rules.may_pass_last(plan, cells, before, groups, start, over, target)
        ]

    def check(self, start: int, over: int, target: int) -> None:
        plan, cells, names = self.plan, self.cells, self.names
        before, groups = rules.ways(plan, cells, start), rules.beside(plan, cells, start)
        if rules.may_pass_last(plan, cells, before, groups, start, over, target):
            return
        if cells[over] == cells[start]:
            raise IllegalMove(
                "OP-9",
                f"The piece on {names[over]} has the same colour: one passes over other colours only.",
                f"Le pion en {names[over]} est de la même couleur : on ne passe que par-dessus d'autres couleurs.",
            )
        if target not in plan.neighbours[over]:
            raise refusals.lands_beside("SP-3", names[over], names[target])
        goal = over if may_over_pass(plan, cells, start, target) else target
        raise over_pass_refusals.of_over_pass(plan, cells, names, start, goal)

    def way(self, start: int, over: int) -> Sequence[int]:
        return (*way_to(rules.ways(self.plan, self.cells, start), over), over)

    def ways(self) -> Iterator[str]:
        names = self.names
        for start, piece in enumerate(self.cells):
            if piece == EMPTY:
                continue
            before = rules.ways(self.plan, self.cells, start)
            for over, target in self.targets(start):
                yield " ".join(names[place] for place in (start, *way_to(before, over), over, target))

    def counted(self, start: int) -> int:
        return self.count + 1

    def solved(self) -> str | None:
        if not rules.is_solved(self.cells):
            return None
        return "master" if rules.is_master(self.cells) else "solved"
