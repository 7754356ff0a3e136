"""What Full House adds to the law of Groups-of-Three, in plain numbers (SP-1)."""

from __future__ import annotations

from muscade.board import CENTRE, NOWHERE
from muscade.games.groups_of_three.rules import KEEP_TWO
from muscade.kernels.primitives import FINE

NO_LIMIT = 2
"""Steps left: always enough to cross a transit space (GT-6)."""
NOT_HOME = 12
"""What is wrong with a step into or out of the Center Square; a fault beside those of Groups-of-Three."""


def without_home(fault: int, origin: int, target: int) -> int:
    """What forbids a step, or `FINE`, by what Groups-of-Three says of it: here nothing goes home (SP-1)."""
    if origin == CENTRE or (target == CENTRE and fault in (FINE, KEEP_TWO)):
        return NOT_HOME
    return fault


def is_solved(pieces: int, target: int, crossing: int) -> bool:
    """Enough pieces are in, and all of them are where they may rest (SP-1)."""
    return pieces >= target and crossing == NOWHERE
