"""Cards by name, and the diamonds on them."""

from __future__ import annotations

from functools import cache
from operator import itemgetter

from muscade.core.errors import InvalidNotation
from muscade.core.shipped import Shipped
from muscade.core.text import Text, quoted
from muscade.games.pass_pass.rules import CARDS, COLOURS, VALUES

LETTERS = "PBGY"
CARD_NAMES = tuple(f"{letter}{worth}" for letter in LETTERS for worth in range(1, VALUES + 1))

HIDDEN_OF_COLOUR = CARDS
"""The first of four numbers for a card of which only the colour is known (PP-7)."""
HIDDEN = CARDS + COLOURS
"""A card of which nothing is known."""
ALL_NAMES = (*CARD_NAMES, *(f"{letter}?" for letter in LETTERS), "?")

_NUMBERS = {name: number for number, name in enumerate(ALL_NAMES)}
DIAMONDS = Shipped(__package__, "diamonds", "PP-2")


def card_number(name: str) -> int:
    """The number of a card that is wholly known.

    >>> card_number("P12"), card_number("b1")
    (11, 12)
    """
    number = _NUMBERS.get(name.upper(), HIDDEN)
    if number >= CARDS:
        raise InvalidNotation(
            f"{quoted(name)} is not a card: a colour P, B, G or Y and a value from 1 to 12.",
            f"{quoted(name)} n'est pas une carte : une couleur P, B, G ou Y et une valeur de 1 à 12.",
        )
    return number


def seen_card_number(name: str) -> int:
    """The number of a card as somebody saw it: ``P12``, ``P?`` or ``?``."""
    number = _NUMBERS.get(name.upper())
    return card_number(name) if number is None else number


@cache
def diamonds(table: str) -> tuple[int, ...]:
    """The diamonds of all 48 cards, from a table's name or its digits (PP-2).

    >>> sum(diamonds("standard"))
    28
    """
    digits = DIAMONDS.text_of(table, itemgetter("digits"))
    if len(digits) not in (VALUES, CARDS) or not set(digits) <= set("0123"):
        raise DIAMONDS.refused(table, Text("12 or 48 digits from 0 to 3", "12 ou 48 chiffres de 0 à 3"))
    return tuple(map(int, digits * (CARDS // len(digits))))
