"""The moves of Groups-of-Three and their notation."""

from __future__ import annotations

import re

from muscade.core.errors import InvalidNotation
from muscade.core.moves import Move
from muscade.core.text import shown
from muscade.games.race.moves import parse_shared

_SPACE = re.compile(r"0|[1-9]\d{0,2}\.[1-9]\d{0,2}", re.ASCII)


class Step(Move, frozen=True):
    """A piece crosses a boundary into a neighbouring space (GT-5), or goes home into the Center Square, 0 (GT-7)."""

    origin: str
    target: str

    @property
    def notation(self) -> str:
        return f"{self.origin}>{self.target}"


class Add(Move, frozen=True):
    """A piece of the reserve goes into the empty space of a group (GT-9)."""

    space: str

    @property
    def notation(self) -> str:
        return f"add {self.space}"


def _space(word: str) -> str:
    if not _SPACE.fullmatch(word):
        raise InvalidNotation(
            f"{shown(word)} is not a space: steps from the Center Square, a dot and a number, or 0 for the square itself.",
            f"{shown(word)} n'est pas une case : pas depuis le carré central, un point et un numéro, ou 0 pour le carré.",
        )
    return word


def parse_action(notation: str) -> Move | None:
    """A step or an added piece, or None if it is something else."""
    match notation.replace(">", " > ").split():
        case [origin, ">", target]:
            return Step(_space(origin), _space(target))
        case [verb, space] if verb.lower() == "add":
            return Add(_space(space))
    return None


def parse(notation: str) -> Move:
    """The move a notation names.

    >>> parse("8.9 > 7.1").notation
    '8.9>7.1'
    >>> parse("add 6.2")
    Add(space='6.2')
    """
    move = parse_action(notation) or parse_shared(notation.split())
    if move is None:
        raise InvalidNotation(
            f"{shown(notation)} is not a move of Groups-of-Three; moves look like 8.9>7.1, 1.3>0, add 6.2, end, undo.",
            f"{shown(notation)} n'est pas un coup de Groups-of-Three ; un coup s'écrit 8.9>7.1, 1.3>0, add 6.2, end, undo.",
        )
    return move
