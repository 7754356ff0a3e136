"""Tokens by their letters, and how a sight of them is written down."""

from __future__ import annotations

from functools import cache

from muscade.core.errors import InvalidNotation, InvalidOptions
from muscade.core.moves import Options
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


def hands_of(seats: int, options: Options) -> tuple[int, ...]:
    """What each begins a round with: one token of each colour (PT-1), or what a laboratory says; raises `InvalidOptions`.

    >>> hands_of(3, {}), hands_of(2, {"tokens": "BG/BB", "columns": 1})
    ((273, 273, 273), (17, 2))
    """
    given: str = options.get("tokens", LETTERS)
    hands = given.split("/")
    hands = hands * seats if len(hands) == 1 else hands
    few = all(set(hand) <= set(LETTERS) and len(hand) <= rules.COLOURS for hand in hands)
    if not few or len(hands) != seats or not any(hands) or (given != LETTERS and options.get("columns") != 1):
        most = rules.COLOURS
        raise InvalidOptions(
            f"Option 'tokens' takes up to {most} letters of {LETTERS} for everybody, or for each seat with slashes between them, "
            f"and three cups only (columns=1), not {shown(given)} (PT-1).",
            f"L'option 'tokens' accepte jusqu'à {most} lettres parmi {LETTERS} pour tous, ou pour chaque place séparées par des "
            f"barres, et trois gobelets seulement (columns=1), pas {shown(given)} (PT-1).",
        )
    return tuple(map(pile_of, hands))


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
