"""Tokens by their letters, and how a sight of them is written down."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from muscade.core.errors import InvalidNotation, InvalidOptions
from muscade.core.moves import Options
from muscade.core.text import Text, quoted
from muscade.games.ptipasspass import rules

LETTERS = "BGO"
COLOUR_NAMES = {"B": Text("blue", "bleu"), "G": Text("green", "vert"), "O": Text("orange", "orange")}
HIDDEN = rules.COLOURS
"""The colour of a token one does not see."""
ALL_LETTERS = LETTERS + "?"

FIST = "fist"
WON = "won"
VOID = "void"
RIGHT = "right"
WRONG = "wrong"
PLACED = "placed"
VERDICTS = frozenset((WON, VOID, RIGHT, WRONG, PLACED))


def colour_number(letter: str) -> int:
    """The number of a colour, or of a hidden one.

    >>> colour_number("g"), colour_number("?")
    (1, 3)
    """
    number = ALL_LETTERS.find(letter.upper()) if len(letter) == 1 else -1
    if number < 0:
        raise InvalidNotation(
            f"{quoted(letter)} is not a token: B blue, G green or O orange.",
            f"{quoted(letter)} n'est pas un jeton : B bleu, G vert ou O orange.",
        )
    return number


@cache
def letters(pile: int) -> str:
    """A pile as letters.

    >>> letters(0x102)
    'BBO'
    """
    return "".join(letter * rules.of_colour(pile, colour) for colour, letter in enumerate(LETTERS))


def pile_of(text: str) -> int:
    """The pile that letters name."""
    return sum(rules.token(LETTERS.index(letter)) for letter in text)


class Laid(NamedTuple):
    """How a round begins: what everybody holds, and what lies under the cups, as piles."""

    hands: tuple[int, ...]
    cups: tuple[int, ...]

    @property
    def small(self) -> bool:
        """Is it otherwise than in the box (PT-1)?"""
        return any(hand != rules.FULL_HAND for hand in self.hands) or any(self.cups)


def laid_of(seats: int, cups: int, options: Options) -> Laid:
    """One token of each colour for each, and empty cups (PT-1, PT-2), or what a laboratory says; raises `InvalidOptions`.

    >>> laid_of(3, 9, {}).hands, laid_of(2, 3, {"tokens": "BG/B", "under": "O//O"})
    ((273, 273, 273), Laid(hands=(17, 1), cups=(256, 0, 256)))
    """
    tokens, under = options.get("tokens", LETTERS), options.get("under", "")
    hands = tokens.split("/") if "/" in tokens else [tokens] * seats
    piles = under.split("/") if under else [""] * cups
    rows = (*hands, *piles)
    few = all(set(row) <= set(LETTERS) and len(row) <= rules.COLOURS for row in rows)
    few = few and all("".join(rows).count(letter) <= rules.MOST_SEATS for letter in LETTERS)
    if not few or len(hands) != seats or len(piles) != cups or not any(hands):
        raise InvalidOptions(
            f"Options 'tokens' and 'under' take up to {rules.COLOURS} letters of {LETTERS} for every seat and every cup, with slashes "
            f"between them, and no letter more than {rules.MOST_SEATS} times in all, not {quoted(tokens)} and {quoted(under)} (PT-1).",
            f"Les options 'tokens' et 'under' acceptent jusqu'à {rules.COLOURS} lettres parmi {LETTERS} pour chaque place et chaque "
            f"gobelet, séparées par des barres, et aucune lettre plus de {rules.MOST_SEATS} fois en tout, pas {quoted(tokens)} et "
            f"{quoted(under)} (PT-1).",
        )
    return Laid(tuple(map(pile_of, hands)), tuple(map(pile_of, piles)))


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
