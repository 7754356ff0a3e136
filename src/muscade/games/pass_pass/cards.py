"""Cards by name, and the diamonds on them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from muscade.core.errors import InvalidNotation, InvalidOptions
from muscade.core.text import Text, shown
from muscade.games.pass_pass.rules import CARDS, COLOURS, VALUES

LETTERS = "PBGY"
CARD_NAMES = tuple(f"{letter}{worth}" for letter in LETTERS for worth in range(1, VALUES + 1))

HIDDEN_OF_COLOUR = CARDS
"""The first of four numbers for a card of which only the colour is known (PP-7)."""
HIDDEN = CARDS + COLOURS
"""A card of which nothing is known."""
ALL_NAMES = (*CARD_NAMES, *(f"{letter}?" for letter in LETTERS), "?")

_NUMBERS = {name: number for number, name in enumerate(ALL_NAMES)}


def card_number(name: str) -> int:
    """The number of a card that is wholly known.

    >>> card_number("P12"), card_number("b1")
    (11, 12)
    """
    number = _NUMBERS.get(name.upper(), HIDDEN)
    if number >= CARDS:
        raise InvalidNotation(
            f"{shown(name)} is not a card: a colour P, B, G or Y and a value from 1 to 12.",
            f"{shown(name)} n'est pas une carte : une couleur P, B, G ou Y et une valeur de 1 à 12.",
        )
    return number


def seen_card_number(name: str) -> int:
    """The number of a card as somebody saw it: ``P12``, ``P?`` or ``?``."""
    number = _NUMBERS.get(name.upper())
    return card_number(name) if number is None else number


class DiamondTable(msgspec.Struct, frozen=True):
    """A named table of the data file."""

    digits: str
    title: Text


@cache
def diamond_tables() -> dict[str, DiamondTable]:
    """The tables that ship with the game (PP-2)."""
    raw = tomllib.loads(files(__package__).joinpath("data/diamonds.toml").read_text(encoding="utf-8"))
    return {
        name: DiamondTable(entry["digits"], Text(entry["en"], entry["fr"])) for name, entry in raw.items()
    }


@cache
def diamonds(table: str) -> tuple[int, ...]:
    """The diamonds of all 48 cards, from a table's name or its digits (PP-2).

    >>> sum(diamonds("standard"))
    28
    """
    named = diamond_tables().get(table)
    digits = named.digits if named else table
    if len(digits) not in (VALUES, CARDS) or not set(digits) <= set("0123"):
        names = ", ".join(repr(name) for name in diamond_tables())
        raise InvalidOptions(
            f"Option 'diamonds' takes {names}, or 12 or 48 digits from 0 to 3, not {shown(table)} (PP-2).",
            f"L'option 'diamonds' accepte {names}, ou 12 ou 48 chiffres de 0 à 3, pas {shown(table)} (PP-2).",
        )
    return tuple(map(int, digits * (CARDS // len(digits))))
