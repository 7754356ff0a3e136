"""The Over-Pass Spiral under way; how it goes is in `course`."""

from __future__ import annotations

from collections.abc import Iterator

from muscade.core import IllegalMove, Move, Options, Refusal, Seat
from muscade.core.reasons import Because
from muscade.games.over_pass.board_facts import facts_of
from muscade.games.over_pass.refusals import of_over_pass
from muscade.games.over_pass.rules import may_over_pass, way_to, ways_of
from muscade.games.over_pass_spiral import course, observation, rules
from muscade.games.over_pass_spiral.course import CLAUSE, Setting, Table
from muscade.games.solitaire.captures import CaptureState
from muscade.games.solitaire.moves import Capture
from muscade.games.solitaire.refusals import CAPTURES
from muscade.games.solitaire.state import best_of
from muscade.kernels.course import Course

COURSE = Course(course, observation=observation)


class OverPassSpiralState(CaptureState[Setting, Table]):
    """See `CaptureState`."""

    course = COURSE
    reasons = CAPTURES | {
        rules.SAME_COLOUR: Refusal(
            "OP-9",
            "The piece on {over} has the same colour: one passes over other colours only.",
            "Le pion en {over} est de la même couleur : on ne passe que par-dessus d'autres couleurs.",
        )
    }
    takes = Because(
        CLAUSE,
        "The piece runs over connected pieces of other colours to {target}; the last one before it lands, on {over}, is taken off.",
        "Le pion passe par-dessus des pions reliés d'autres couleurs jusqu'en {target} ; le dernier avant l'arrivée, en {over}, est retiré.",
    )
    clause = CLAUSE
    coloured = True
    best = best_of(__package__)

    def set_up(self, options: Options) -> tuple[Setting, Table]:
        self.plan = facts_of(self.board).plan
        return course.setting_of(self.board), course.opening(self.board, options["position"]).copy()

    def fault(self, start: int, over: int, target: int) -> int:
        return course.refused_run(self.setting, self.table, start, over, target)

    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        if reason != rules.NO_WAY or not isinstance(move, Capture):
            return super().refused(reason, seat, move)
        start, over, target = self.numbers_of(move)
        goal = over if may_over_pass(self.plan, self.cells, start, target) else target
        return of_over_pass(self.plan, self.cells, self.names, start, goal)

    def success(self) -> str:
        return "master" if rules.is_master(self.cells) else "solved"

    # ------------------------------------------------------------ ways, which moves themselves do not tell

    def tell(self, seat: Seat, move: Move, before: Table, after: Table) -> None:
        super().tell(seat, move, before, after)
        if isinstance(move, Capture):
            start, over = self.board.intersection(move.start), self.board.intersection(move.over)
            passed = way_to(ways_of(self.plan, before.cells, start), over)
            self.show("via " + " ".join(self.names[place] for place in (*passed, over)))

    def ways(self) -> Iterator[str]:
        names, setting = self.names, self.setting
        last, before = -1, []
        for code in self.codes(0)[:-1]:
            start, hop = divmod(code, setting.hops)
            if start != last:
                last, before = start, ways_of(self.plan, self.cells, start)
            over = setting.origins[hop]
            way = (start, *way_to(before, over), over, setting.targets[hop])
            yield " ".join(names[place] for place in way)
