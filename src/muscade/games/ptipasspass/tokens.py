"""Tokens by their letters, and how a sight of them is written down."""

from __future__ import annotations

from functools import cache

from muscade.core.errors import InvalidNotation
from muscade.core.text import Text, shown
from muscade.games.ptipasspass import rules

LETTERS = "BGO"
COLOUR_NAMES = {"B": Text("blue", "bleu"), "G": Text("green", "vert"), "O": Text("orange", "orange")}
HIDDEN = rules.COLOURS
"""The colour of a token one does not see."""
ALL_LETTERS = LETTERS + "?"

FIST = "fist"
WON = "won"
VOID = "void"


def colour_number(letter: str) -> int:
    """The number of a colour, or of a hidden one.

    >>> colour_number("g"), colour_number("?")
    (1, 3)
    """
    number = ALL_LETTERS.find(letter.upper()) if len(letter) == 1 else -1
    if number < 0:
        raise InvalidNotation(
            f"{shown(letter)} is not a token: B blue, G green or O orange.",
            f"{shown(letter)} n'est pas un jeton : B bleu, G vert ou O orange.",
        )
    return number


@cache
def letters(pile: int) -> str:
    """A pile as letters.

    >>> letters(0x102)
    'BBO'
    """
    return "".join(letter * (pile >> 4 * colour & 15) for colour, letter in enumerate(LETTERS))


def pile_of(text: str) -> int:
    """The pile that letters name."""
    return sum(rules.token(LETTERS.index(letter)) for letter in text)


@cache
def sight(where: str, pile: int) -> str:
    """What is written of a lifted cup, or of a fist shown: ``a2 BG``, ``a2 -``, ``fist O``."""
    return f"{where} {letters(pile) or '-'}"


def read_sight(text: str) -> tuple[str, int]:
    """Where tokens were seen, and which.

    >>> read_sight(sight("a2", 0x011)), read_sight("b1 -")
    (('a2', 17), ('b1', 0))
    """
    where, found = text.split()
    return where, 0 if found == "-" else pile_of(found)
