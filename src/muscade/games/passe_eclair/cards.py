"""Cards and tokens by name, and how many there are of each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from muscade.core.errors import InvalidNotation
from muscade.core.shipped import Shipped
from muscade.core.text import Text, quoted
from muscade.games.passe_eclair.rules import CARDS, FACES, FOOTBALLERS, SOCKE, TOKENS

LETTERS = "LMRFV"
"""Léon, Marlon, Rocce, Fabi, Vanessa; also the tokens that let one discard their cards (ES-17)."""
HIDDEN = FACES
"""A card of which nothing is known."""
TOKEN_NAMES = "123456789" + LETTERS
HIDDEN_TOKEN = "?"
CARD_NAMES = (*(f"{holder}>{other}" for holder in LETTERS for other in LETTERS), "socke", "michi", "?")

_NUMBERS = {name.upper(): number for number, name in enumerate(CARD_NAMES)}
DECKS = Shipped(__package__, "cards", "ES-1")
TOKEN_SETS = Shipped(__package__, "tokens", "ES-2")


def seen_card_number(name: str) -> int:
    """The number of a card as somebody saw it: ``L>M``, ``socke``, ``michi`` or ``?``."""
    number = _NUMBERS.get(name.upper())
    if number is None:
        raise InvalidNotation(
            f"{quoted(name)} is not a card: L>M (two of L, M, R, F, V), socke or michi.",
            f"{quoted(name)} n'est pas une carte : L>M (deux de L, M, R, F, V), socke ou michi.",
        )
    return number


def card_number(name: str) -> int:
    """The number of a card that is known.

    >>> card_number("L>M"), card_number("socke")
    (1, 25)
    """
    number = seen_card_number(name)
    return seen_card_number("??") if number == HIDDEN else number


def spelt_card(name: str) -> str:
    """A card's name in letters of the right size; what is no card stays as it is.

    >>> spelt_card("l>m"), spelt_card("SOCKE"), spelt_card("x")
    ('L>M', 'socke', 'x')
    """
    number = _NUMBERS.get(name.upper())
    return name if number is None else CARD_NAMES[number]


def names(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple([CARD_NAMES[card] for card in cards])


def listed(counts: Iterable[int]) -> list[int]:
    """Every single one of things that are counted, in order.

    >>> listed([0, 2, 1])
    [1, 1, 2]
    """
    found: list[int] = []
    for thing, count in enumerate(counts):
        if count:
            found += [thing] * count
    return found


@cache
def deck(table: str) -> tuple[int, ...]:
    """All 60 cards, from a table's name or its 27 digits (ES-1).

    >>> len(deck("standard"))
    60
    """
    digits = DECKS.text_of(table, lambda deck: "".join(deck["passes"]) + f"{deck['socke']}{deck['michi']}")
    if not re.fullmatch(f"[0-9]{{{FACES}}}", digits) or not _playable(digits):
        wanted = Text(
            "27 digits that add up to 60, nobody passing to himself",
            "27 chiffres dont la somme est 60, nul ne passant à lui-même",
        )
        raise DECKS.refused(table, wanted)
    return tuple(card for card, count in enumerate(digits) for _ in range(int(count)))


def _playable(digits: str) -> bool:
    counts = [int(digit) for digit in digits]
    return sum(counts) == CARDS and not any(counts[: SOCKE : FOOTBALLERS + 1])


@cache
def tokens(table: str) -> tuple[str, str]:
    """The victory and the consolation tokens, from a table's name or their text (ES-2).

    >>> tokens("standard")
    ('111222333', 'LMRFV1111')
    """
    text = TOKEN_SETS.text_of(table, lambda tokens: f"{tokens['victory']}/{tokens['consolation']}")
    if not re.fullmatch(f"[1-9]{{{TOKENS}}}/[{LETTERS}1-9]{{{TOKENS}}}", text):
        wanted = Text(
            "nine digits from 1 to 9, a slash and nine of L, M, R, F, V or digits",
            "neuf chiffres de 1 à 9, une barre oblique et neuf signes parmi L, M, R, F, V ou les chiffres",
        )
        raise TOKEN_SETS.refused(table, wanted)
    victory, consolation = text.split("/")
    return victory, consolation
