"""The moves of Mono-Line and their notation."""

from __future__ import annotations

import re
from functools import lru_cache

from muscade.board import Board
from muscade.core.errors import InvalidNotation
from muscade.core.moves import Move, Seat
from muscade.core.text import shown
from muscade.games.mono_line.course import ANNOUNCING
from muscade.games.mono_line.rules import PLAYERS
from muscade.kernels.stepping import NO_CODE

_PLACE = re.compile(r"[a-z][1-9][0-9]{0,2}")


class First(Move, frozen=True):
    """Chance names the player who starts (ML-1)."""

    seat: Seat

    @property
    def notation(self) -> str:
        return f"first {self.seat}"


class Put(Move, frozen=True):
    """A piece put, or tried, on an intersection (ML-2, ML-3)."""

    place: str

    @property
    def notation(self) -> str:
        return self.place


class End(Move, frozen=True):
    """The turn declared over: the piece stays (ML-3)."""

    @property
    def notation(self) -> str:
        return "end"


class Undo(Move, frozen=True):
    """The tried piece taken up again (ML-3)."""

    @property
    def notation(self) -> str:
        return "undo"


class Swap(Move, frozen=True):
    """The first piece taken over by the second player (ML-7)."""

    @property
    def notation(self) -> str:
        return "swap"


class Announce(Move, frozen=True):
    """Two opposing pieces share a line, says this player (ML-5); in board order, so that each pair has one name."""

    places: tuple[str, str]

    @property
    def notation(self) -> str:
        return "announce " + " ".join(self.places)


class Concede(Move, frozen=True):
    """Nowhere to go, as far as this player can see (ML-5)."""

    @property
    def notation(self) -> str:
        return "concede"


# Moves are values, so one object each will do.
END = End()
UNDO = Undo()
SWAP = Swap()
CONCEDE = Concede()
FIRSTS = tuple(First(seat) for seat in range(PLAYERS))
_WORDS: dict[str, Move] = {move.notation: move for move in (END, UNDO, SWAP, CONCEDE)}


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
        """The code of a move; `NO_CODE` for what names no place of the board."""
        if type(move) is not Announce:
            return self.codes.get(move, NO_CODE)
        one, other = (self.codes.get(Put(name), NO_CODE) for name in move.places)
        places = len(self.names)
        return NO_CODE if NO_CODE in (one, other) else places + ANNOUNCING + one * places + other


@lru_cache(maxsize=16)
def coding(board: Board) -> Coding:
    return Coding(board.intersections)


def board_order(name: str) -> tuple[str, int]:
    """Where a name stands among others.

    >>> sorted(["c1", "b10", "b2"], key=board_order)
    ['b2', 'b10', 'c1']
    """
    return name[0], int(name[1:])


def announce_of(one: str, other: str) -> Announce:
    first, second = sorted((one, other), key=board_order)
    return Announce((first, second))


def _place(word: str) -> str:
    name = word.lower()
    if not _PLACE.fullmatch(name):
        raise InvalidNotation(
            f"{shown(word)} is not an intersection; they are called a1, b3, f12.",
            f"{shown(word)} n'est pas une intersection ; elles s'appellent a1, b3, f12.",
        )
    return name


def parse(notation: str) -> Move:
    """The move a notation names.

    >>> parse("C3"), parse("announce d4 c3").notation
    (Put(place='c3'), 'announce c3 d4')
    """
    match notation.split():
        case [word] if (move := _WORDS.get(word.lower())) is not None:
            return move
        case [word] if _PLACE.fullmatch(word.lower()):
            return Put(word.lower())
        case [word, seat] if word.lower() == "first" and seat in ("0", "1"):
            return First(int(seat))
        case [word, one, other] if word.lower() == "announce":
            return announce_of(_place(one), _place(other))
        case _:
            raise InvalidNotation(
                f"{shown(notation)} is not a move of Mono-Line; moves look like c3, end, undo, swap, announce c3 d4, "
                "concede.",
                f"{shown(notation)} n'est pas un coup de Mono-Line ; un coup s'écrit c3, end, undo, swap, "
                "announce c3 d4, concede.",
            )
