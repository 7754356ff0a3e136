"""Moves that both races have: a roll, the end of a turn, taking back."""

from __future__ import annotations

from muscade.core.moves import Move


class Roll(Move, frozen=True):
    """Chance rolls two dice: for the start, or for a turn."""

    dice: tuple[int, int]

    @property
    def notation(self) -> str:
        return f"roll {self.dice[0]} {self.dice[1]}"


class End(Move, frozen=True):
    """The turn is over; what is left of the roll is not used."""

    @property
    def notation(self) -> str:
        return "end"


class Undo(Move, frozen=True):
    """The last action of the turn is taken back."""

    @property
    def notation(self) -> str:
        return "undo"


END = End()
UNDO = Undo()
ROLLS = tuple(Roll((one, other)) for one in range(1, 7) for other in range(1, 7))
"""Every roll; each is as likely. They are in the order of their codes."""
ROLL_CODES: dict[Move, int] = {roll: code for code, roll in enumerate(ROLLS)}


def parse_shared(words: list[str]) -> Move | None:
    """`roll`, `end` or `undo`, or None if it is something else.

    >>> parse_shared(["roll", "3", "5"])
    Roll(dice=(3, 5))
    """
    match [words[0].lower(), *words[1:]] if words else []:
        case ["end"]:
            return END
        case ["undo"]:
            return UNDO
        case ["roll", one, other] if one in tuple("123456") and other in tuple("123456"):
            return Roll((int(one), int(other)))
    return None
