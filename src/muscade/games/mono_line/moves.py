"""The moves of Mono-Line and their notation.

>>> NOTATION.parse("C3"), NOTATION.parse("announce d4 c3").notation
(Put(place='c3'), 'announce c3 d4')
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from muscade.board import Board, name_order
from muscade.board.moves import END, PLACE, PLACE_NAME, UNDO
from muscade.core import Move, Notation, Seat, Spelling, Text, one_of, several
from muscade.core.positions import Position, SetUp, spelt
from muscade.games.mono_line.course import ANNOUNCING
from muscade.games.mono_line.rules import PLAYERS
from muscade.kernels.stepping import NO_CODE


class First(Move, frozen=True):
    """Chance names the player who starts (ML-1)."""

    form = "first {seat}"
    seat: Annotated[Seat, one_of("01")]


class Put(Move, frozen=True):
    """A piece put, or tried, on an intersection (ML-2, ML-3)."""

    form = "{place}"
    place: Annotated[str, Spelling(str.lower, pattern=PLACE_NAME)]


class Swap(Move, frozen=True):
    """The first piece taken over by the second player (ML-7)."""

    form = "swap"
    goes_for = Text("taking over the first piece", "prendre le premier pion")


class Announce(Move, frozen=True):
    """Two opposing pieces share a line, says this player (ML-5); in board order, so that each pair has one name."""

    form = "announce {places}"
    goes_for = Text("announcing two pieces", "annoncer deux pions")
    places: Annotated[tuple[str, str], several(PLACE, 2, 2)]

    def in_order(self) -> Announce:
        one, other = sorted(self.places, key=name_order)
        return Announce((one, other))


class Concede(Move, frozen=True):
    """Nowhere to go, as far as this player can see (ML-5)."""

    form = "concede"
    goes_for = Text("giving up", "abandonner")


class MonoLinePosition(Position, frozen=True, kw_only=True):
    """Of each player the pieces in the order in which they were placed; turns alternate, so that tells who began."""

    turn: Seat
    pieces: tuple[tuple[str, ...], ...] = ((), ())
    tried: str | None = None
    """Where the active player's piece stands until the turn is declared over (ML-3)."""
    announced: bool = False
    """Has the active player announced in this turn (ML-5)?"""
    swapped: bool = False
    """Was the first piece taken over (ML-7)?"""


class Set(SetUp, frozen=True):
    """See `SetUp`."""

    position: Annotated[MonoLinePosition, spelt(MonoLinePosition, str.lower)]


# Moves are values, so one object each will do.
SWAP = Swap()
CONCEDE = Concede()
FIRSTS = tuple(First(seat) for seat in range(PLAYERS))
TITLE = Text("Mono-Line", "Mono-Line")
NOTATION = Notation(
    TITLE,
    "c3, end, undo, swap, announce c3 d4, concede",
    *(Put, Announce, First, Set),
    *(END, UNDO, SWAP, CONCEDE),
)


class Coding(dict[int, Move]):
    """The moves on a board by their codes; announcements as somebody asks for them."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(enumerate((*map(Put, names), END, UNDO, SWAP, CONCEDE, *FIRSTS)))
        self.names = names
        self.codes = {move: code for code, move in self.items()}

    def __missing__(self, code: int) -> Move:
        """The move that a code means, where it is an announcement."""
        one, other = divmod(code - len(self.names) - ANNOUNCING, len(self.names))
        move = self[code] = Announce((self.names[one], self.names[other]))
        return move

    def code_of(self, move: Move) -> int:
        """The code of a move; `NO_CODE` for what names no place of the board, or no two of them."""
        if type(move) is not Announce:
            return self.codes.get(move, NO_CODE)
        named, places = [self.codes.get(Put(name), NO_CODE) for name in move.places], len(self.names)
        if len(named) != 2 or NO_CODE in named:
            return NO_CODE
        return places + ANNOUNCING + named[0] * places + named[1]


@lru_cache(maxsize=16)
def coding(board: Board) -> Coding:
    return Coding(board.intersections)
