"""Cards and tokens by name, and how many there are of each."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from muscade.core.errors import InvalidNotation, InvalidOptions
from muscade.core.text import Text, shown
from muscade.games.passe_eclair.rules import CARDS, FACES, FOOTBALLERS, SOCKE, TOKENS

LETTERS = "LMRFV"
"""Léon, Marlon, Rocce, Fabi, Vanessa; also the tokens that let one discard their cards (ES-17)."""
HIDDEN = FACES
"""A card of which nothing is known."""
TOKEN_NAMES = "123456789" + LETTERS
HIDDEN_TOKEN = "?"
CARD_NAMES = (*(f"{holder}>{other}" for holder in LETTERS for other in LETTERS), "socke", "michi", "?")

_NUMBERS = {name.upper(): number for number, name in enumerate(CARD_NAMES)}


def seen_card_number(name: str) -> int:
    """The number of a card as somebody saw it: ``L>M``, ``socke``, ``michi`` or ``?``."""
    number = _NUMBERS.get(name.upper())
    if number is None:
        raise InvalidNotation(
            f"{shown(name)} is not a card: L>M (two of L, M, R, F, V), socke or michi.",
            f"{shown(name)} n'est pas une carte : L>M (deux de L, M, R, F, V), socke ou michi.",
        )
    return number


def card_number(name: str) -> int:
    """The number of a card that is known.

    >>> card_number("L>M"), card_number("socke")
    (1, 25)
    """
    number = seen_card_number(name)
    return seen_card_number("??") if number == HIDDEN else number


def names(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple([CARD_NAMES[card] for card in cards])


def listed(counts: Iterable[int]) -> list[int]:
    """Every single one of things that are counted, in order.

    >>> listed([0, 2, 1])
    [1, 1, 2]
    """
    return [thing for thing, count in enumerate(counts) for _ in range(count)]


class Table(msgspec.Struct, frozen=True):
    """A named table of a data file, as the option's text."""

    value: str
    title: Text


def _data(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(__package__).joinpath(f"data/{name}.toml").read_text(encoding="utf-8"))


@cache
def card_tables() -> dict[str, Table]:
    """The decks that ship with the game (ES-1)."""
    return {
        name: Table(
            "".join(entry["passes"]) + f"{entry['socke']}{entry['michi']}", Text(entry["en"], entry["fr"])
        )
        for name, entry in _data("cards").items()
    }


@cache
def token_tables() -> dict[str, Table]:
    """The sets of tokens that ship with the game (ES-2)."""
    return {
        name: Table(f"{entry['victory']}/{entry['consolation']}", Text(entry["en"], entry["fr"]))
        for name, entry in _data("tokens").items()
    }


@cache
def deck(table: str) -> tuple[int, ...]:
    """All 60 cards, from a table's name or its 27 digits (ES-1).

    >>> len(deck("standard"))
    60
    """
    named = card_tables().get(table)
    digits = named.value if named else table
    if not re.fullmatch(f"[0-9]{{{FACES}}}", digits) or not _playable(digits):
        known = ", ".join(repr(name) for name in card_tables())
        raise InvalidOptions(
            f"Option 'cards' takes {known}, or 27 digits that add up to 60, nobody passing to himself, "
            f"not {shown(table)} (ES-1).",
            f"L'option 'cards' accepte {known}, ou 27 chiffres dont la somme est 60, nul ne passant à lui-même, "
            f"pas {shown(table)} (ES-1).",
        )
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
    named = token_tables().get(table)
    text = named.value if named else table
    if not re.fullmatch(f"[1-9]{{{TOKENS}}}/[{LETTERS}1-9]{{{TOKENS}}}", text):
        known = ", ".join(repr(name) for name in token_tables())
        raise InvalidOptions(
            f"Option 'tokens' takes {known}, or nine digits from 1 to 9, a slash and nine of L, M, R, F, V or "
            f"digits, not {shown(table)} (ES-2).",
            f"L'option 'tokens' accepte {known}, ou neuf chiffres de 1 à 9, une barre oblique et neuf signes parmi "
            f"L, M, R, F, V ou les chiffres, pas {shown(table)} (ES-2).",
        )
    victory, consolation = text.split("/")
    return victory, consolation
