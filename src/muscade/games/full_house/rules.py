"""What Full House adds to the law of Groups-of-Three, in plain numbers (SP-1)."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.board import CENTRE, NOWHERE
from muscade.games.groups_of_three.rules import KEEP_TWO
from muscade.games.groups_of_three.rules import step_fault as group_step_fault
from muscade.kernels.primitives import FINE

NO_LIMIT = 2
"""Steps left: always enough to cross a transit space (GT-6)."""
NOT_HOME = 12
"""What is wrong with a step into or out of the Center Square; a fault beside those of Groups-of-Three."""


def step_fault(
    cells: Sequence[int],
    transit: Sequence[int],
    beside: Sequence[int],
    beyond: Sequence[int],
    origin: int,
    target: int,
    piece: int,
    crossing: int,
    reserve: int,
) -> int:
    """What forbids a step, or `FINE`: as in Groups-of-Three, but without a limit, and nothing goes home (SP-1)."""
    if origin == CENTRE:
        return NOT_HOME
    fault = group_step_fault(
        cells, transit, beside, beyond, origin, target, piece, NO_LIMIT, crossing, reserve, 0
    )
    if target == CENTRE and fault in (FINE, KEEP_TWO):
        return NOT_HOME
    return fault


def is_solved(pieces: int, target: int, crossing: int) -> bool:
    """Enough pieces are in, and all of them are where they may rest (SP-1)."""
    return pieces >= target and crossing == NOWHERE
