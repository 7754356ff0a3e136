"""The moves of Pass Pass and their notation.

>>> NOTATION.parse("P12"), NOTATION.parse("take b5 G3").notation
(Play(card=11), 'take G3 B5')
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from muscade.core import Move, Notation, Seat, Spelling, Text, one_of, several
from muscade.core.notation import seat_below
from muscade.core.positions import Position, SetUp, order_of, spelt
from muscade.games.pass_pass.cards import ALL_NAMES, CARD_NAMES, card_number, seen_card_number
from muscade.games.pass_pass.rules import CARDS, MOST_SEATS, value
from muscade.games.pass_pass.table import PAIRS, Table
from muscade.kernels.stepping import NO_CODE

UNKNOWN_SEAT: Seat = -1
"""Whom a team proposes, for those who may not know."""
_CARD = one_of(CARD_NAMES, card_number)
_SEEN_CARD = one_of(ALL_NAMES, seen_card_number)
_SEAT = seat_below(MOST_SEATS)
_PROPOSED_SEAT = Spelling(
    lambda word: UNKNOWN_SEAT if word == "?" else _SEAT.read(word),
    lambda seat: "?" if seat == UNKNOWN_SEAT else str(seat),
)


class Lead(Move, frozen=True):
    """Chance names the first leader (PP-6)."""

    form = "leader {seat}"
    seat: Annotated[Seat, _SEAT]


class Deal(Move, frozen=True):
    """The cards as they come off the shuffled deck, a hand for each player, then those set aside (PP-5)."""

    form = "deal {order}"
    order: Annotated[tuple[int, ...], several(_SEEN_CARD, 1, CARDS)]


class Play(Move, frozen=True):
    """A card from hand into the trick (PP-8)."""

    form = "{card}"
    card: Annotated[int, _CARD]


class Take(Move, frozen=True):
    """The first winner's card (PP-12), or the second winner's two where they had a choice (PP-13).

    Of two, the lower value comes first, so that each pair has one name.
    """

    form = "take {cards}"
    cards: Annotated[tuple[int, ...], several(_CARD, 1, 2)]

    def in_order(self) -> Take:
        return Take(tuple(sorted(self.cards, key=lambda card: (value(card), card))))


class Propose(Move, frozen=True):
    """A player proposes whose score the team records (PP-21)."""

    form = "record {seat}"
    seat: Annotated[Seat, _PROPOSED_SEAT]


class Agree(Move, frozen=True):
    """A player agrees with the proposal that stands (PP-21)."""

    form = "agree"


class ByRule(Move, frozen=True):
    """A player leaves the team's choice to the rule, for their part; or the clock does for the whole team (PP-21)."""

    clock: bool = False

    @property
    def notation(self) -> str:
        return "by-rule clock" if self.clock else "by-rule"


class PassPassPosition(Position, frozen=True, kw_only=True):
    """A round while its cards are played: what everybody holds and has in front of them, and the trick.

    Cards go by their names; ``P?`` is one of which only the colour is known.
    """

    hands: tuple[tuple[str, ...], ...]
    leader: Seat
    """Of the trick."""
    trick: tuple[str, ...] = ()
    """In the order of play."""
    taken: str | None = None
    """What the first winner has taken of it, while the second one chooses (PP-13)."""
    fronts: tuple[tuple[str, ...], ...] = ()
    discards: tuple[str, ...] = ()
    round: int = 1
    points: tuple[int, ...] = ()
    """Recorded so far, a number a team (PP-18); none yet, if they are left out."""
    passes: tuple[int, ...] = ()


class Set(SetUp, frozen=True):
    """See `SetUp`."""

    position: Annotated[PassPassPosition, spelt(PassPassPosition, str.upper)]

    def in_order(self) -> Set:
        """Hands have no order, and must not tell any."""
        hands = tuple(tuple(sorted(hand, key=order_of(ALL_NAMES))) for hand in self.position.hands)
        return Set(msgspec.structs.replace(self.position, hands=hands))


# Moves are values, so one object each will do.
PLACES = tuple(
    tuple(place for place in range(MOST_SEATS) if mask >> place & 1) for mask in range(1 << MOST_SEATS)
)
"""The places in a trick that each mask means."""
AGREE = Agree()
BY_RULE = ByRule()
BY_CLOCK = ByRule(clock=True)
BY_CODE: tuple[Move, ...] = (
    *(Play(card) for card in range(CARDS)),
    *(Take((card,)) for card in range(CARDS)),
    *(Propose(seat) for seat in range(MOST_SEATS)),
    AGREE,
    BY_RULE,
    BY_CLOCK,
    *(Lead(seat) for seat in range(MOST_SEATS)),
)
"""What each code below `course.DEALT` means."""
CODES = {move: code for code, move in enumerate(BY_CODE)}
TITLE = Text("Pass Pass", "Pass Pass")
NOTATION = Notation(
    TITLE,
    "P12, take P12, take G3 B5, record 2, agree, by-rule",
    *(Lead, Deal, Play, Take, Propose, Set),
    *(AGREE, BY_RULE, BY_CLOCK),
)


def code_of_pair(table: Table, move: Move) -> int:
    """The code of a move that is not in `CODES`, if only to be refused; `NO_CODE` for a deal, and for what names nothing."""
    if type(move) is not Take:
        return NO_CODE
    cards = move.cards
    places = sum(1 << place for place, card in enumerate(table.trick[: table.played]) if card in cards)
    return PAIRS + (places if len(cards) == 2 and move == move.in_order() else 0)


def move_of(table: Table, code: int) -> Move:
    """The move that a code means now."""
    if code < PAIRS:
        return BY_CODE[code]
    one, other = PLACES[code - PAIRS]
    return Take((table.trick[one], table.trick[other])).in_order()
