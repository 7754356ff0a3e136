"""The moves of Bonneteau, and their notation."""

from typing import Annotated

from bonneteau.course import LIFTS
from muscade.core import Move, Notation, Text, one_of

UNKNOWN = LIFTS - 1  # a cup that the reader may not know


class Hide(Move, frozen=True):
    """Chance hides the muscade (BN-2)."""

    form = "hide {cup}"
    cup: Annotated[int, one_of("1234567?")]


class Lift(Move, frozen=True):
    """Somebody lifts a cup (BN-4)."""

    form = "lift {cup}"
    cup: Annotated[int, one_of("12345678")]


NOTATION = Notation(Text("Bonneteau", "Bonneteau"), "hide 2, lift 3", Hide, Lift)
BY_CODE: tuple[Move, ...] = (*map(Hide, range(LIFTS)), *map(Lift, range(LIFTS)))
CODES = {move: code for code, move in enumerate(BY_CODE)}
