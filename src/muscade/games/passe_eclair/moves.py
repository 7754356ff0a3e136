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
from muscade.games.passe_eclair.cards import CARD_NAMES, HIDDEN_TOKEN, LETTERS, card_number, seen_card_number
from muscade.games.passe_eclair.rules import MICHI, is_wild


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
    return Victory(_token(words[0], "123456789"), _seat(words[2]))


def _consolation(words: list[str]) -> Move:
    return Consolation(_token(words[0], LETTERS + "123456789"), _seat(words[2]))


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
