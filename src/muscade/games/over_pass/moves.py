"""The moves of Over-Pass and their notation. Places go by their names on the board (OB-10)."""

from __future__ import annotations

import re

from muscade.core.errors import InvalidNotation
from muscade.core.moves import Move
from muscade.core.text import shown
from muscade.games.race.moves import parse_shared

_PLACE = re.compile(r"[a-z][1-9][0-9]{0,2}")
_FROM_TO = re.compile(r"(\w+)([>-])(\w+)", re.ASCII)


class OverPass(Move, frozen=True):
    """A piece passes over others to an empty intersection (OP-9)."""

    start: str
    target: str

    @property
    def notation(self) -> str:
        return f"{self.start}>{self.target}"


class Slide(Move, frozen=True):
    """A piece slides to a neighbouring intersection farther out (OP-11)."""

    start: str
    target: str

    @property
    def notation(self) -> str:
        return f"{self.start}-{self.target}"


class Swap(Move, frozen=True):
    """Two pieces change places (OP-10); in the order of the board, so that each pair has one name."""

    one: str
    other: str

    @property
    def notation(self) -> str:
        return f"swap {self.one} {self.other}"


class Exit(Move, frozen=True):
    """A piece leaves the board from an exit (OP-12)."""

    place: str

    @property
    def notation(self) -> str:
        return f"exit {self.place}"


def swap_of(one: str, other: str) -> Swap:
    """The swap of two places, whichever is named first.

    >>> swap_of("d10", "d4"), swap_of("c8", "d1").notation
    (Swap(one='d4', other='d10'), 'swap c8 d1')
    """
    return Swap(one, other) if _order(one) <= _order(other) else Swap(other, one)


def _order(name: str) -> tuple[str, int]:
    """As on every board: by ring, then by number (OB-10)."""
    return name[0], int(name[1:])


def place_named(word: str) -> str:
    """The name of an intersection as it is written, or `InvalidNotation`."""
    name = word.lower()
    if not _PLACE.fullmatch(name):
        raise InvalidNotation(
            f"{shown(word)} is not an intersection: a ring's letter and a number, such as c3.",
            f"{shown(word)} n'est pas une intersection : la lettre d'un anneau et un numéro, comme c3.",
        )
    return name


def parse(notation: str) -> Move:
    """The move a notation names.

    >>> parse("c3>e5"), parse("C3-d2")
    (OverPass(start='c3', target='e5'), Slide(start='c3', target='d2'))
    >>> parse("swap d4 d1").notation
    'swap d1 d4'
    """
    words = notation.split()
    match [words[0].lower(), *words[1:]] if words else []:
        case ["swap", one, other]:
            return swap_of(place_named(one), place_named(other))
        case ["exit", place]:
            return Exit(place_named(place))
        case [word] if run := _FROM_TO.fullmatch(word):
            start, sign, target = run.groups()
            kind = OverPass if sign == ">" else Slide
            return kind(place_named(start), place_named(target))
    move = parse_shared(words)
    if move is None:
        raise InvalidNotation(
            f"{shown(notation)} is not a move of Over-Pass; moves look like c3>e5, c3-d2, swap d1 d4, exit k1, "
            "end, undo.",
            f"{shown(notation)} n'est pas un coup d'Over-Pass ; un coup s'écrit c3>e5, c3-d2, swap d1 d4, exit k1, "
            "end, undo.",
        )
    return move
