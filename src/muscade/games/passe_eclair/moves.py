"""The moves of Passe Éclair and their notation.

Everything that is done to the top card names it by its number, ``on 17``: cards laid, turned or uncovered so far in
the game, so that whoever was too late is known by the number (ES-9).

>>> NOTATION.parse("l>m on 17"), NOTATION.parse("Michi 2 on 8").notation
(Lay(card=1, number=17), 'michi 2 on 8')
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from muscade.core import InvalidNotation, Move, Notation, Seat, Spelling, Text, one_of, several
from muscade.core.notation import seat_below
from muscade.core.positions import Position, SetUp, order_of, spelt
from muscade.core.text import quoted
from muscade.games.passe_eclair.cards import (
    CARD_NAMES,
    HIDDEN_TOKEN,
    TOKEN_NAMES,
    card_number,
    seen_card_number,
    spelt_card,
)
from muscade.games.passe_eclair.course import (
    CALL,
    COACHING,
    CONSOLING,
    DRAWING,
    FIRST_MICHI,
    NO_SUCH_THING,
    PASS,
    PLAYING,
    SPENDING,
    TURNING,
    WINNING,
)
from muscade.games.passe_eclair.rules import GOALS, MICHI, SOCKE, is_wild
from muscade.games.passe_eclair.table import MOST_SEATS, Table
from muscade.kernels.stepping import NO_CODE


def _token_of(kinds: str) -> Spelling[str]:
    def read(word: str) -> str:
        if len(word) == 1 and word.upper() in kinds + HIDDEN_TOKEN:
            return word.upper()
        raise InvalidNotation(f"{quoted(word)} is not a token.", f"{quoted(word)} n'est pas un jeton.")

    return Spelling(read)


def _wild_card(word: str) -> int | None:
    card = card_number(word)
    return card if is_wild(card) else None


_SEEN_CARD = one_of(CARD_NAMES, seen_card_number)
Card = Annotated[int, one_of(CARD_NAMES, card_number)]
SeenCard = Annotated[int, _SEEN_CARD]
WildCard = Annotated[int, one_of(CARD_NAMES, _wild_card)]
SeatName = Annotated[Seat, seat_below(MOST_SEATS)]
Number = Annotated[int, Spelling(int, pattern="[0-9]{1,6}")]
VictoryToken = Annotated[str, _token_of(TOKEN_NAMES[:GOALS])]
ConsolationToken = Annotated[str, _token_of(TOKEN_NAMES)]


class Coach(Move, frozen=True):
    """Chance names the first coach (ES-3)."""

    form = "coach {seat}"
    seat: SeatName


class Deal(Move, frozen=True):
    """The cards of a deal as they come off the pile, one at a time to each from seat 0 on (ES-3)."""

    form = "deal {order}"
    order: Annotated[tuple[int, ...], several(_SEEN_CARD, 1)]


class Turn(Move, frozen=True):
    """The next card of the pile, turned face up in the middle (ES-4)."""

    form = "turn {card}"
    card: Card


class Draw(Move, frozen=True):
    """The card that a seat draws for a wrong one (ES-11)."""

    form = "draw {card} to {seat}"
    card: SeenCard
    seat: SeatName


class Victory(Move, frozen=True):
    """The victory token that a seat takes (ES-13)."""

    form = "victory {token} to {seat}"
    token: VictoryToken
    seat: SeatName


class Consolation(Move, frozen=True):
    """The consolation token that a seat takes (ES-14)."""

    form = "consolation {token} to {seat}"
    token: ConsolationToken
    seat: SeatName


class Spend(Move, frozen=True):
    """A card discarded for a consolation token with its holder (ES-17)."""

    form = "spend {card}"
    goes_for = Text("spending a token", "dépenser un jeton")
    card: WildCard


class Ready(Move, frozen=True):
    """Nothing more to spend: the first card may be turned (ES-17)."""

    form = "ready"
    goes_for = Text("keeping one's tokens", "garder ses jetons")


class Lay(Move, frozen=True):
    """A wild guy or Socke from hand onto the top card of that number (ES-5, ES-7)."""

    form = "{card} on {number}"
    goes_for = Text("passing the ball", "passer la balle")
    card: Card
    number: Number


class Michi(Move, frozen=True):
    """Gros Michi, and the opponent whose hand his player takes (ES-8)."""

    form = "michi {seat} on {number}"
    goes_for = Text("laying Michi", "poser Michi")
    seat: SeatName
    number: Number


class Nothing(Move, frozen=True):
    """A seat lets the top card of that number pass (ES-10)."""

    form = "nothing on {number}"
    goes_for = Text("waiting", "attendre")
    number: Number


class Call(Move, frozen=True):
    """A seat says that the top card of that number is wrong (ES-11)."""

    form = "call on {number}"
    goes_for = Text("calling a wrong card", "signaler une mauvaise carte")
    number: Number


Rows: TypeAlias = tuple[tuple[str, ...], ...]
"""Cards or tokens by seat, in notation."""


class PasseEclairPosition(Position, frozen=True, kw_only=True):
    """A round while cards are laid, or before the first one is turned while tokens can be spent; ``?`` is hidden.

    All cards that are nowhere else are in the pile.
    """

    hands: Rows
    coach: Seat
    middle: tuple[str, ...] = ()
    """From the bottom to the top; none: tokens can be spent (ES-17)."""
    laid: tuple[Seat, ...] = ()
    """Who laid the last cards of the middle, the top one's player last; those below were turned."""
    wrong: bool = False
    """The top card is wrong and can be called (ES-11)."""
    box: tuple[str, ...] = ()
    passed: tuple[Seat, ...] = ()
    """Who has said "nothing" (ES-10), or "ready" (ES-17)."""
    victory: Rows = ()
    """Tokens in the order they were taken; none: nobody has any."""
    consolation: Rows = ()
    spent: Rows = ()
    round: int = 1
    number: int | None = None
    """Of the top card (ES-9); None: as many as lie in the middle."""


class Set(SetUp, frozen=True):
    """See `SetUp`."""

    position: Annotated[PasseEclairPosition, spelt(PasseEclairPosition)]

    def in_order(self) -> Set:
        """Hands have no order, and must not tell any; nor has it a meaning who was silent first. Letters of either size will do."""
        told = self.position
        hands = (sorted(map(spelt_card, hand), key=order_of(CARD_NAMES)) for hand in told.hands)
        return Set(
            msgspec.structs.replace(
                told,
                hands=tuple(map(tuple, hands)),
                middle=tuple(map(spelt_card, told.middle)),
                box=tuple(map(spelt_card, told.box)),
                passed=tuple(sorted(told.passed)),
                victory=_upper(told.victory),
                consolation=_upper(told.consolation),
                spent=_upper(told.spent),
            )
        )


def _upper(rows: Rows) -> Rows:
    return tuple(tuple(map(str.upper, row)) for row in rows)


Race = Lay | Michi | Nothing | Call
"""What is done to a top card."""
RACE = (Lay, Michi, Nothing, Call)
READY = Ready()
TITLE = Text("Passe Éclair", "Passe Éclair")
NOTATION = Notation(
    TITLE,
    "L>M on 17, socke on 17, michi 2 on 17, nothing on 17, call on 17, spend L>M, ready",
    *(Coach, Deal, Turn, Draw, Victory, Consolation, Spend, Set),
    *(READY, *RACE),
)

_TOKENS = {name: token for token, name in enumerate(TOKEN_NAMES)}


def code_of(table: Table, seat: Seat, move: Move) -> int:
    """The code of a move in the table's phase; `NO_CODE` for a deal, and for what is of another phase or top card."""
    phase = table.phase
    if phase == PLAYING:
        return race_code(seat, move) if isinstance(move, RACE) and move.number == table.number else NO_CODE
    match move:
        case Ready() if phase == SPENDING:
            return PASS
        case Spend(card) if phase == SPENDING:
            return card if 0 <= card < SOCKE else NO_SUCH_THING
        case Turn(card) if phase == TURNING:
            return card if 0 <= card <= MICHI else NO_SUCH_THING
        case Draw(card, owed) if phase == DRAWING:
            return card if 0 <= card <= MICHI and owed == table.owed else NO_SUCH_THING
        case Victory(token, owed) if phase == WINNING:
            return _TOKENS.get(token, NO_SUCH_THING) if owed == table.owed else NO_SUCH_THING
        case Consolation(token, owed) if phase == CONSOLING:
            return _TOKENS.get(token, NO_SUCH_THING) if owed == table.consoled else NO_SUCH_THING
        case Coach(coach) if phase == COACHING:
            return coach if 0 <= coach < MOST_SEATS else NO_SUCH_THING
    return NO_CODE


def race_code(seat: Seat, move: Race) -> int:
    """Michi who takes nobody's hand is refused like one who takes his player's own."""
    match move:
        case Lay(card):
            return card if 0 <= card < MICHI else FIRST_MICHI + seat if card == MICHI else NO_SUCH_THING
        case Nothing():
            return PASS
        case Michi(other):
            return FIRST_MICHI + (other if 0 <= other < MOST_SEATS else seat)
        case Call():
            return CALL


def move_of(table: Table, code: int) -> Move:
    """The move that a code means in the table's phase."""
    phase = table.phase
    if phase == PLAYING:
        return race_move(table.number, code)
    if phase == SPENDING:
        return READY if code == PASS else Spend(code)
    if phase == TURNING:
        return Turn(code)
    if phase == DRAWING:
        return Draw(code, table.owed)
    if phase == WINNING:
        return Victory(TOKEN_NAMES[code], table.owed)
    return Consolation(TOKEN_NAMES[code], table.consoled) if phase == CONSOLING else Coach(code)


def race_move(number: int, code: int) -> Race:
    """What a code means while everybody plays."""
    if code < FIRST_MICHI:
        return Lay(code, number)
    if code < PASS:
        return Michi(code - FIRST_MICHI, number)
    return Nothing(number) if code == PASS else Call(number)
