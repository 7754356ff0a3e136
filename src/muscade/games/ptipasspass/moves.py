"""The moves of PtiPassPass and their notation."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from muscade.core.errors import InvalidNotation
from muscade.core.moves import Move, Seat
from muscade.core.text import shown
from muscade.games.ptipasspass.course import (
    BEGIN,
    CHOOSE,
    CUP_BITS,
    CUP_MASK,
    SAY_COLOUR,
    SAY_DOUBLON,
    SAY_MENTEUR,
    SAY_OK,
    WRONG_LINE,
    WRONG_PAIR,
    WRONG_SEAT,
)
from muscade.games.ptipasspass.cups import CupLayout, layout
from muscade.games.ptipasspass.rules import MOST_SEATS
from muscade.games.ptipasspass.tokens import ALL_LETTERS, HIDDEN, LETTERS, colour_number

_CUP = re.compile(r"[a-z][1-9]")


class First(Move, frozen=True):
    """Chance names the first player (PT-4)."""

    seat: Seat

    @property
    def notation(self) -> str:
        return f"first {self.seat}"


class Hide(Move, frozen=True):
    """A token into the fist, unseen, and the cup it is meant for, named aloud (PT-5)."""

    colour: int
    cup: str

    @property
    def notation(self) -> str:
        return f"hide {ALL_LETTERS[self.colour]} {self.cup}"


class Ok(Move, frozen=True):
    """No objection, for this window (PT-6, PT-7, PT-8)."""

    @property
    def notation(self) -> str:
        return "ok"


class Doublon(Move, frozen=True):
    """The named cup already holds a token, says this player (PT-6)."""

    @property
    def notation(self) -> str:
        return "doublon"


class Announce(Move, frozen=True):
    """The colour of the token in the fist, true or not (PT-5)."""

    colour: int

    @property
    def notation(self) -> str:
        return f"announce {LETTERS[self.colour]}"


class Menteur(Move, frozen=True):
    """The fist does not hold the announced colour, says this player (PT-7)."""

    @property
    def notation(self) -> str:
        return "menteur"


class Swap(Move, frozen=True):
    """Two contiguous cups change places (PT-15); their names in alphabetical order, so that each pair has one name."""

    cups: tuple[str, str]

    @property
    def notation(self) -> str:
        return "swap " + " ".join(self.cups)


class Lift(Move, frozen=True):
    """Three cups of a line are lifted (PT-16); their names in alphabetical order."""

    cups: tuple[str, str, str]

    @property
    def notation(self) -> str:
        return "lift " + " ".join(self.cups)


# Moves are values, so one object each will do.
OK = Ok()
DOUBLON = Doublon()
MENTEUR = Menteur()
ANNOUNCEMENTS = tuple(map(Announce, range(len(LETTERS))))


def swap_of(one: str, other: str) -> Swap:
    return Swap((one, other) if one < other else (other, one))


def lift_of(one: str, two: str, three: str) -> Lift:
    first, second, third = sorted((one, two, three))
    return Lift((first, second, third))


class Vocabulary:
    """The moves of a table and their codes; what is offered in like positions is listed once."""

    def __init__(self, cups: CupLayout) -> None:
        self.layout = cups
        names = cups.names
        self.codes: dict[Move, int] = {
            OK: SAY_OK,
            DOUBLON: SAY_DOUBLON,
            MENTEUR: SAY_MENTEUR,
            **{announced: SAY_COLOUR + announced.colour for announced in ANNOUNCEMENTS},
            **{First(seat): BEGIN + seat for seat in range(MOST_SEATS)},
            **{
                Hide(colour, name): (colour << CUP_BITS) + cup
                for colour in range(len(ALL_LETTERS))
                for cup, name in enumerate(names)
            },
        }
        choices = [
            *(swap_of(names[one], names[other]) for one, other in cups.neighbours),
            *(lift_of(names[one], names[two], names[three]) for one, two, three in cups.lines),
        ]
        self.codes |= {move: CHOOSE + number for number, move in enumerate(choices)}
        self.moves = {code: move for move, code in self.codes.items()}
        self.offered: dict[int, Sequence[Move]] = {}

    def code_of(self, move: Move) -> int:
        """The code of a move, if only to be refused."""
        code = self.codes.get(move)
        if code is not None:
            return code
        match move:
            case Hide(colour, cup):
                place = self.layout.place(cup)
                seen = colour if 0 <= colour < HIDDEN else HIDDEN
                return (seen << CUP_BITS) + (place if place >= 0 else CUP_MASK)
            case Swap():
                return WRONG_PAIR
            case Lift():
                return WRONG_LINE
            case _:
                return WRONG_SEAT


@lru_cache(maxsize=64)
def vocabulary(cups: str, seats: int, diagonals: str) -> Vocabulary:
    """The moves of a table with these cups."""
    return Vocabulary(layout(cups, seats, diagonals))


def _cup(word: str) -> str:
    name = word.lower()
    if not _CUP.fullmatch(name):
        raise InvalidNotation(
            f"{shown(word)} is not a cup: a column's letter and a row's number.",
            f"{shown(word)} n'est pas un gobelet : la lettre d'une colonne et le numéro d'une rangée.",
        )
    return name


def _first(words: list[str]) -> Move | None:
    return First(int(words[0])) if len(words) == 1 and words[0] in set("012345") else None


def _hide(words: list[str]) -> Move | None:
    return Hide(colour_number(words[0]), _cup(words[1])) if len(words) == 2 else None


def _announce(words: list[str]) -> Move | None:
    if len(words) != 1 or (colour := colour_number(words[0])) == HIDDEN:
        return None
    return ANNOUNCEMENTS[colour]


_READERS: dict[str, Callable[[list[str]], Move | None]] = {
    "first": _first,
    "hide": _hide,
    "ok": lambda words: None if words else OK,
    "doublon": lambda words: None if words else DOUBLON,
    "announce": _announce,
    "menteur": lambda words: None if words else MENTEUR,
    "swap": lambda words: swap_of(_cup(words[0]), _cup(words[1])) if len(words) == 2 else None,
    "lift": lambda words: (
        lift_of(_cup(words[0]), _cup(words[1]), _cup(words[2])) if len(words) == 3 else None
    ),
}


@lru_cache(maxsize=4096)
def parse(notation: str) -> Move:
    """The move a notation names.

    >>> parse("lift c1 a1 B1").notation
    'lift a1 b1 c1'
    >>> parse("hide g a2")
    Hide(colour=1, cup='a2')
    """
    words = notation.split()
    reader = _READERS.get(words[0].lower()) if words else None
    move = reader(words[1:]) if reader else None
    if move is None:
        raise InvalidNotation(
            f"{shown(notation)} is not a move of PtiPassPass; moves look like hide B a2, ok, doublon, announce G, "
            "menteur, swap a1 b1, lift a1 b1 c1.",
            f"{shown(notation)} n'est pas un coup de PtiPassPass ; un coup s'écrit hide B a2, ok, doublon, announce G, "
            "menteur, swap a1 b1, lift a1 b1 c1.",
        )
    return move
