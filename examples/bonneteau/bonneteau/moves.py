"""The moves of Bonneteau, and their notation."""

from bonneteau.course import LIFTS
from muscade.core import InvalidNotation, Move
from muscade.core.text import shown

UNKNOWN = LIFTS - 1  # a cup that the reader may not know


class Hide(Move, frozen=True):
    """Chance hides the muscade (BN-2)."""

    cup: int

    @property
    def notation(self) -> str:
        return "hide ?" if self.cup == UNKNOWN else f"hide {self.cup + 1}"


class Lift(Move, frozen=True):
    """Somebody lifts a cup (BN-4)."""

    cup: int

    @property
    def notation(self) -> str:
        return f"lift {self.cup + 1}"


BY_CODE: tuple[Move, ...] = (*map(Hide, range(LIFTS)), *map(Lift, range(LIFTS)))
CODES = {move: code for code, move in enumerate(BY_CODE)}
_NOTATIONS = {move.notation: move for move in BY_CODE}


def parse(notation: str) -> Move:
    move = _NOTATIONS.get(" ".join(notation.lower().split()))
    if move is None:
        raise InvalidNotation(f"{shown(notation)} is no move.", f"{shown(notation)} n'est pas un coup.")
    return move
