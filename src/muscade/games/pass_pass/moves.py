"""The moves of Pass Pass and their notation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from muscade.core.errors import InvalidNotation
from muscade.core.moves import Move, Seat
from muscade.core.text import shown
from muscade.games.pass_pass.cards import ALL_NAMES, CARD_NAMES, card_number, seen_card_number
from muscade.games.pass_pass.course import (
    AGREEMENT,
    LEADERS,
    LEFT_BY_CLOCK,
    LEFT_TO_RULE,
    PAIRS,
    PROPOSALS,
    TAKES,
)
from muscade.games.pass_pass.rules import CARDS, MOST_SEATS, value
from muscade.kernels.stepping import NO_CODE

UNKNOWN_SEAT: Seat = -1
"""Whom a team proposes, for those who may not know."""


class Lead(Move, frozen=True):
    """Chance names the first leader (PP-6)."""

    seat: Seat

    @property
    def notation(self) -> str:
        return f"leader {self.seat}"


class Deal(Move, frozen=True):
    """The cards as they come off the shuffled deck, 8 a player, then those set aside (PP-5)."""

    order: tuple[int, ...]

    @property
    def notation(self) -> str:
        return "deal " + " ".join(ALL_NAMES[card] for card in self.order)


class Play(Move, frozen=True):
    """A card from hand into the trick (PP-8)."""

    card: int

    @property
    def notation(self) -> str:
        return CARD_NAMES[self.card]


class Take(Move, frozen=True):
    """The first winner's card (PP-12), or the second winner's two where they had a choice (PP-13)."""

    cards: tuple[int, ...]

    @property
    def notation(self) -> str:
        return "take " + " ".join(CARD_NAMES[card] for card in self.cards)


class Propose(Move, frozen=True):
    """A player proposes whose score the team records (PP-21)."""

    seat: Seat

    @property
    def notation(self) -> str:
        return "record ?" if self.seat == UNKNOWN_SEAT else f"record {self.seat}"


class Agree(Move, frozen=True):
    """A player agrees with the proposal that stands (PP-21)."""

    @property
    def notation(self) -> str:
        return "agree"


class ByRule(Move, frozen=True):
    """A player leaves the team's choice to the rule, for their part; or the clock does for the whole team (PP-21)."""

    clock: bool = False

    @property
    def notation(self) -> str:
        return "by-rule clock" if self.clock else "by-rule"


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


def take_two(one: int, other: int) -> Take:
    """The second winner's two cards, lower value first, so that each pair has one name."""
    return Take((one, other) if (value(one), one) < (value(other), other) else (other, one))


def code_of(trick: Sequence[int], move: Move) -> int:
    """The code of a move while these cards lie in the trick; `NO_CODE` for a deal."""
    match move:
        case Play(card):
            return card
        case Take((card,)):
            return TAKES + card
        case Take(cards):
            places = sum(1 << place for place, card in enumerate(trick) if card in cards)
            return PAIRS + (places if len(cards) == 2 and move == take_two(*cards) else 0)
        case Propose(seat) if 0 <= seat < MOST_SEATS:
            return PROPOSALS + seat
        case Lead(seat) if 0 <= seat < MOST_SEATS:
            return LEADERS + seat
        case Agree():
            return AGREEMENT
        case ByRule(clock):
            return LEFT_BY_CLOCK if clock else LEFT_TO_RULE
    return NO_CODE


def move_of(trick: Sequence[int], code: int) -> Move:
    """The move that a code means while these cards lie in the trick."""
    if code < PAIRS:
        return BY_CODE[code]
    one, other = PLACES[code - PAIRS]
    return take_two(trick[one], trick[other])


def _seat(word: str) -> Seat:
    if len(word) == 1 and word in "012345":
        return int(word)
    raise InvalidNotation(
        f"{shown(word)} is not a seat from 0 to 5.", f"{shown(word)} n'est pas une place de 0 à 5."
    )


def _lead(words: list[str]) -> Move | None:
    return Lead(_seat(words[0])) if len(words) == 1 else None


def _deal(words: list[str]) -> Move | None:
    return Deal(tuple(map(seen_card_number, words))) if len(words) == CARDS else None


def _take(words: list[str]) -> Move | None:
    if len(words) == 1:
        return Take((card_number(words[0]),))
    if len(words) == 2:
        return take_two(card_number(words[0]), card_number(words[1]))
    return None


def _propose(words: list[str]) -> Move | None:
    if len(words) != 1:
        return None
    return Propose(UNKNOWN_SEAT if words[0] == "?" else _seat(words[0]))


_READERS: dict[str, Callable[[list[str]], Move | None]] = {
    "leader": _lead,
    "deal": _deal,
    "take": _take,
    "record": _propose,
    "agree": lambda words: None if words else AGREE,
    "by-rule": lambda words: {"": BY_RULE, "clock": BY_CLOCK}.get(" ".join(words).lower()),
}


def parse(notation: str) -> Move:
    """The move a notation names.

    >>> parse("take b5 G3").notation
    'take G3 B5'
    >>> parse("P12")
    Play(card=11)
    """
    words = notation.split()
    reader = _READERS.get(words[0].lower()) if words else None
    if reader:
        move = reader(words[1:])
        if move is not None:
            return move
    elif len(words) == 1:
        return Play(card_number(words[0]))
    raise InvalidNotation(
        f"{shown(notation)} is not a move of Pass Pass; moves look like P12, take P12, take G3 B5, record 2, agree, by-rule.",
        f"{shown(notation)} n'est pas un coup de Pass Pass ; un coup s'écrit P12, take P12, take G3 B5, record 2, agree, "
        "by-rule.",
    )
