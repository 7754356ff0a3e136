"""What can be wrong with what somebody asks of an environment."""

from __future__ import annotations

from typing import Any

from muscade.core import Seat
from muscade.core.errors import MuscadeError
from muscade.kernels.stepping import CourseState


class InvalidAction(MuscadeError):
    """An action that is no number of a move, or actions of which there are too many or too few."""


class InvalidSeed(MuscadeError):
    """A seed that is no whole number, or seeds of which there are too many or too few."""


def refusal(state: CourseState[Any, Any], seat: Seat, code: int) -> MuscadeError | None:
    """Why a seat may not do what a code means; None if the law accepts it, offered or not."""
    reason: int = state.course.functions["refusal"](state.setting, state.table, seat, code)
    if reason <= 0:
        return None
    try:
        move = state.move_of(code)
    except (
        LookupError,
        ValueError,
    ):  # there are gaps between the codes of a course, and such as mean something at times only
        return InvalidAction(
            f"Action {code} means nothing at this table now.",
            f"L'action {code} ne signifie rien à cette table maintenant.",
        )
    return state.refused(reason, seat, move)
