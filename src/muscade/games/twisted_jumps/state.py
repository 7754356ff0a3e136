"""Twisted Jumps under way; how it goes is in `course`."""

from __future__ import annotations

from typing import Any

from muscade.board import NOWHERE
from muscade.core import Options, Refusal
from muscade.core.reasons import Because
from muscade.games.solitaire.captures import CaptureState
from muscade.games.solitaire.refusals import CAPTURES
from muscade.games.solitaire.state import best_of
from muscade.games.twisted_jumps import course, observation
from muscade.games.twisted_jumps.course import CLAUSE, Setting, Table
from muscade.games.twisted_jumps.rules import NOT_BESIDE
from muscade.kernels.course import Course

COURSE = Course(course, observation=observation)


class TwistedJumpsState(CaptureState[Setting, Table]):
    """See `CaptureState`."""

    course = COURSE
    reasons = CAPTURES | {
        NOT_BESIDE: Refusal(
            CLAUSE,
            "{over} is not next to {start}: a jump goes over a neighbour, one piece at a time.",
            "{over} n'est pas voisin de {start} : on saute un pion voisin, un seul à la fois.",
        )
    }
    takes = Because(
        CLAUSE,
        "{over} is next to {start} and {target} next to {over}: the piece jumps, turning if it has to, and {over} is taken off.",
        "{over} est voisin de {start} et {target} de {over} : le pion saute, en tournant au besoin, et {over} est retiré.",
    )
    clause = CLAUSE
    best = best_of(__package__)

    def set_up(self, options: Options) -> tuple[Setting, Table]:
        return course.setting_of(self.board), course.opening(self.board, options["position"]).copy()

    def fault(self, start: int, over: int, target: int) -> int:
        return course.refused_jump(self.setting, self.table, start, over, target)

    def own_fields(self) -> dict[str, Any]:
        mover = self.table.mover
        return {**super().own_fields(), "mover": None if mover == NOWHERE else self.names[mover]}
