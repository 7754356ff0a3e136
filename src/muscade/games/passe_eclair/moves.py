"""The moves of Passe Éclair and their notation.

Everything that is done to the top card names it by its number, ``on 17``: cards laid, turned or uncovered so far in
the game, so that whoever was too late is known by the number (ES-9).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from muscade.core.errors import InvalidNotation
from muscade.core.moves import Move, Seat
from muscade.core.text import shown
from muscade.games.passe_eclair.cards import (
    CARD_NAMES,
    HIDDEN_TOKEN,
    TOKEN_NAMES,
    card_number,
    seen_card_number,
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


class Coach(Move, frozen=True):
    """Chance names the first coach (ES-3)."""

    seat: Seat

    @property
    def notation(self) -> str:
        return f"coach {self.seat}"


class Deal(Move, frozen=True):
    """The cards of a deal as they come off the pile, one at a time to each from seat 0 on (ES-3)."""

    order: tuple[int, ...]

    @property
    def notation(self) -> str:
        return "deal " + " ".join([CARD_NAMES[card] for card in self.order])


class Turn(Move, frozen=True):
    """The next card of the pile, turned face up in the middle (ES-4)."""

    card: int

    @property
    def notation(self) -> str:
        return f"turn {CARD_NAMES[self.card]}"


class Draw(Move, frozen=True):
    """The card that a seat draws for a wrong one (ES-11)."""

    card: int
    seat: Seat

    @property
    def notation(self) -> str:
        return f"draw {CARD_NAMES[self.card]} to {self.seat}"


class Victory(Move, frozen=True):
    """The victory token that a seat takes (ES-13)."""

    token: str
    seat: Seat

    @property
    def notation(self) -> str:
        return f"victory {self.token} to {self.seat}"


class Consolation(Move, frozen=True):
    """The consolation token that a seat takes (ES-14)."""

    token: str
    seat: Seat

    @property
    def notation(self) -> str:
        return f"consolation {self.token} to {self.seat}"


class Spend(Move, frozen=True):
    """A card discarded for a consolation token with its holder (ES-17)."""

    card: int

    @property
    def notation(self) -> str:
        return f"spend {CARD_NAMES[self.card]}"


class Ready(Move, frozen=True):
    """Nothing more to spend: the first card may be turned (ES-17)."""

    @property
    def notation(self) -> str:
        return "ready"


class Lay(Move, frozen=True):
    """A wild guy or Socke from hand onto the top card of that number (ES-5, ES-7)."""

    card: int
    number: int

    @property
    def notation(self) -> str:
        return f"{CARD_NAMES[self.card]} on {self.number}"


class Michi(Move, frozen=True):
    """Gros Michi, and the opponent whose hand his player takes (ES-8)."""

    seat: Seat
    number: int

    @property
    def notation(self) -> str:
        return f"michi {self.seat} on {self.number}"


class Nothing(Move, frozen=True):
    """A seat lets the top card of that number pass (ES-10)."""

    number: int

    @property
    def notation(self) -> str:
        return f"nothing on {self.number}"


class Call(Move, frozen=True):
    """A seat says that the top card of that number is wrong (ES-11)."""

    number: int

    @property
    def notation(self) -> str:
        return f"call on {self.number}"


Race = Lay | Michi | Nothing | Call
"""What is done to a top card."""
RACE = (Lay, Michi, Nothing, Call)
READY = Ready()

_TOKENS = {name: token for token, name in enumerate(TOKEN_NAMES)}


def code_of(table: Table, seat: Seat, move: Move) -> int:
    """The code of a move in the table's phase; `NO_CODE` for a deal, and for what is of another phase or top card."""
    phase = table.phase
    if phase == PLAYING:
        return _race_code(seat, move) if isinstance(move, RACE) and move.number == table.number else NO_CODE
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
            return coach if coach >= 0 else NO_SUCH_THING
    return NO_CODE


def _race_code(seat: Seat, move: Race) -> int:
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


def _seat(word: str) -> Seat:
    if len(word) == 1 and word in "0123":
        return int(word)
    raise InvalidNotation(
        f"{shown(word)} is not a seat from 0 to 3.", f"{shown(word)} n'est pas une place de 0 à 3."
    )


def _token(word: str, kinds: str) -> str:
    if len(word) == 1 and word.upper() in kinds + HIDDEN_TOKEN:
        return word.upper()
    raise InvalidNotation(f"{shown(word)} is not a token.", f"{shown(word)} n'est pas un jeton.")


def _victory(words: list[str]) -> Move:
    return Victory(_token(words[0], TOKEN_NAMES[:GOALS]), _seat(words[2]))


def _consolation(words: list[str]) -> Move:
    return Consolation(_token(words[0], TOKEN_NAMES), _seat(words[2]))


def _spend(words: list[str]) -> Move | None:
    card = card_number(words[0])
    return Spend(card) if is_wild(card) else None


# What follows a verb: a dot stands for any word, a hash for a number.
_READERS: dict[str, tuple[str, Callable[[list[str]], Move | None]]] = {
    "coach": (".", lambda words: Coach(_seat(words[0]))),
    "turn": (".", lambda words: Turn(card_number(words[0]))),
    "draw": (". to .", lambda words: Draw(seen_card_number(words[0]), _seat(words[2]))),
    "victory": (". to .", _victory),
    "consolation": (". to .", _consolation),
    "spend": (".", _spend),
    "ready": ("", lambda _: READY),
    "michi": (". on #", lambda words: Michi(_seat(words[0]), int(words[2]))),
    "nothing": ("on #", lambda words: Nothing(int(words[1]))),
    "call": ("on #", lambda words: Call(int(words[1]))),
}


def _matches(words: list[str], form: str) -> bool:
    wanted = form.split()
    return len(words) == len(wanted) and all(
        want == "." or (re.fullmatch("[0-9]{1,6}", word) is not None if want == "#" else want == word.lower())
        for word, want in zip(words, wanted, strict=True)
    )


@lru_cache(maxsize=4096)
def parse(notation: str) -> Move:
    """The move a notation names.

    >>> parse("l>m on 17")
    Lay(card=1, number=17)
    >>> parse("Michi 2 on 8").notation
    'michi 2 on 8'
    """
    words = notation.split()
    verb = words[0].lower() if words else ""
    if verb == "deal" and len(words) > 1:
        return Deal(tuple(map(seen_card_number, words[1:])))
    form, reader = _READERS.get(verb, (None, None))
    if form is not None and reader is not None and _matches(words[1:], form):
        move = reader(words[1:])
        if move is not None:
            return move
    elif form is None and _matches(words, ". on #"):
        card = card_number(words[0])
        if card != MICHI:
            return Lay(card, int(words[2]))
    raise InvalidNotation(
        f"{shown(notation)} is not a move of Passe Éclair; moves look like L>M on 17, socke on 17, michi 2 on 17, "
        "nothing on 17, call on 17, spend L>M, ready.",
        f"{shown(notation)} n'est pas un coup de Passe Éclair ; un coup s'écrit L>M on 17, socke on 17, michi 2 on 17, "
        "nothing on 17, call on 17, spend L>M, ready.",
    )
