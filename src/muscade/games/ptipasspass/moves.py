"""The moves of PtiPassPass and their notation.

>>> NOTATION.parse("lift c1 a1 B1").notation, NOTATION.parse("hide g a2")
('lift a1 b1 c1', Hide(colour=1, cup='a2'))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, TypeAlias

import msgspec

from muscade.core import Move, Notation, Seat, Text, like, one_of, several
from muscade.core.positions import Position, SetUp, spelt
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
from muscade.games.ptipasspass.cups import CupLayout
from muscade.games.ptipasspass.rules import MOST_SEATS
from muscade.games.ptipasspass.tokens import ALL_LETTERS, HIDDEN, LETTERS, colour_number
from muscade.kernels.stepping import NO_CODE

_CUP = like(
    "[a-z][1-9]",
    Text(
        "is not a cup: a column's letter and a row's number.",
        "n'est pas un gobelet : la lettre d'une colonne et le numéro d'une rangée.",
    ),
)


def _told_colour(word: str) -> int | None:
    colour = colour_number(word)
    return None if colour == HIDDEN else colour


class First(Move, frozen=True):
    """Chance names the first player (PT-4)."""

    form = "first {seat}"
    seat: Annotated[Seat, one_of("012345")]


class Hide(Move, frozen=True):
    """A token into the fist, unseen, and the cup it is meant for, named aloud (PT-5)."""

    form = "hide {colour} {cup}"
    colour: Annotated[int, one_of(ALL_LETTERS, colour_number)]
    cup: Annotated[str, _CUP]


class Ok(Move, frozen=True):
    """No objection, for this window (PT-6, PT-7, PT-8)."""

    form = "ok"
    goes_for = Text("letting it pass", "laisser passer")


class Doublon(Move, frozen=True):
    """The named cup already holds a token, says this player (PT-6)."""

    form = "doublon"
    goes_for = Text("saying Doublon", "dire Doublon")


class Announce(Move, frozen=True):
    """The colour of the token in the fist, true or not (PT-5)."""

    form = "announce {colour}"
    colour: Annotated[int, one_of(LETTERS, _told_colour)]


class Menteur(Move, frozen=True):
    """The fist does not hold the announced colour, says this player (PT-7)."""

    form = "menteur"
    goes_for = Text("saying Menteur", "dire Menteur")


class Swap(Move, frozen=True):
    """Two contiguous cups change places (PT-15); their names in alphabetical order, so that each pair has one name."""

    form = "swap {cups}"
    goes_for = Text("swapping cups first", "échanger d'abord des gobelets")
    cups: Annotated[tuple[str, str], several(_CUP, 2, 2)]

    def in_order(self) -> Swap:
        one, other = sorted(self.cups)
        return Swap((one, other))


class Lift(Move, frozen=True):
    """Three cups of a line are lifted (PT-16); their names in alphabetical order."""

    form = "lift {cups}"
    goes_for = Text("lifting three cups", "soulever trois gobelets")
    cups: Annotated[tuple[str, str, str], several(_CUP, 3, 3)]

    def in_order(self) -> Lift:
        one, two, three = sorted(self.cups)
        return Lift((one, two, three))


Tokens: TypeAlias = tuple[tuple[str, ...], ...]
"""Letters by seat, or by cup in the order of the layout."""


class PtiPassPassPosition(Position, frozen=True, kw_only=True):
    """A moment of a round: who holds what, what is under the cups, and how far the turn has come; ``?`` is a hidden token.

    What players remember beyond it begins anew: each knows its own tokens, everybody how many are where, and which of
    those in cups all have ``seen``.
    """

    active: Seat
    first: Seat
    """The first player of the round (PT-4)."""
    hands: Tokens
    """But for the token in the fist."""
    cups: Tokens = ()
    """None: all stand empty."""
    seen: Tokens = ()
    """The tokens in each cup that were there when all last looked into it (PT-20)."""
    fist: str | None = None
    named: str | None = None
    announced: str | None = None
    ok: tuple[Seat, ...] = ()
    """Who has said so in the open window, in that order. All have in the first one: a colour is to be announced."""
    swapped: tuple[str, ...] = ()
    """The two cups that have changed places in this turn (PT-15)."""
    victories: tuple[int, ...] = ()
    round: int = 1
    turns: int | None = None
    """Those that are over in the whole game (PT-19); None: as few as there can be."""


class Set(SetUp, frozen=True):
    """See `SetUp`."""

    position: Annotated[PtiPassPassPosition, spelt(PtiPassPassPosition)]

    def in_order(self) -> Set:
        """Neither hands nor cups have an order, and must not tell any; letters of either size will do."""
        told = self.position
        return Set(
            msgspec.structs.replace(
                told,
                hands=_sorted(told.hands),
                cups=_sorted(told.cups),
                seen=_sorted(told.seen),
                fist=told.fist and told.fist.upper(),
                announced=told.announced and told.announced.upper(),
                named=told.named and told.named.lower(),
                swapped=tuple(sorted(map(str.lower, told.swapped))),
            )
        )


def _sorted(rows: Tokens) -> Tokens:
    return tuple(tuple(sorted(map(str.upper, row), key=ALL_LETTERS.find)) for row in rows)


# Moves are values, so one object each will do.
OK = Ok()
DOUBLON = Doublon()
MENTEUR = Menteur()
ANNOUNCEMENTS = tuple(map(Announce, range(len(LETTERS))))
TITLE = Text("PtiPassPass", "PtiPassPass")
NOTATION = Notation(
    TITLE,
    "hide B a2, ok, doublon, announce G, menteur, swap a1 b1, lift a1 b1 c1",
    *(First, Hide, Announce, Swap, Lift, Set),
    *(OK, DOUBLON, MENTEUR),
)


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
            *(Swap((names[one], names[other])).in_order() for one, other in cups.neighbours),
            *(Lift((names[one], names[two], names[three])).in_order() for one, two, three in cups.lines),
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
            case Set():
                return NO_CODE
            case _:
                return WRONG_SEAT


@lru_cache(maxsize=64)
def vocabulary(cups: CupLayout) -> Vocabulary:
    """The moves of a table with these cups."""
    return Vocabulary(cups)
