"""Set-ups of puzzles as people write them: ``b1 b2 c4`` without colours, ``black b1 b3; white c2`` with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from muscade.board import COLOURS, EMPTY, Board
from muscade.core import InvalidNotation, InvalidOptions
from muscade.core.text import quoted
from muscade.games.race.rules import PIECES
from muscade.games.solitaire.view import PuzzlePiece

PLAIN = 0
"""What a place holds where colours do not count."""
ALL_PIECES = PIECES * len(COLOURS)
"""As many as the box has."""


def wrong_position(en: str, fr: str) -> InvalidOptions:
    return InvalidOptions(f"Option 'position': {en}", f"Option 'position' : {fr}")


def read_plain(text: str, number: Callable[[str], int], size: int) -> list[int]:
    """The cells of a board of that size; ``number`` finds a place by its name, or raises `InvalidNotation`.

    >>> from muscade.board import standard_board
    >>> read_plain("b1 c2", standard_board().intersection, 93)[:8]
    [-1, 0, -1, -1, -1, -1, 0, -1]
    """
    cells = [EMPTY] * size
    for word in text.split():
        _put(cells, word, PLAIN, number)
    _check_count(cells)
    return cells


def read_coloured(text: str, number: Callable[[str], int], size: int) -> list[int]:
    """The same with colours: each part names a colour and then its places.

    >>> from muscade.board import standard_board
    >>> read_coloured("black a1 b2; red b1", standard_board().intersection, 93)[:4]
    [0, 2, 0, -1]
    """
    cells = [EMPTY] * size
    for part in filter(None, map(str.strip, text.split(";"))):
        name, *words = part.split()
        if name.lower() not in COLOURS:
            raise wrong_position(
                f"{quoted(name)} is not a colour; write as in 'black b1 b3; white c2'.",
                f"{quoted(name)} n'est pas une couleur ; écrivez comme dans 'black b1 b3; white c2'.",
            )
        for word in words:
            _put(cells, word, COLOURS.index(name.lower()), number)
    _check_count(cells)
    for colour, name in enumerate(COLOURS):
        if cells.count(colour) > PIECES:
            raise wrong_position(
                f"{cells.count(colour)} pieces are {name}; there are {PIECES} of each colour.",
                f"{cells.count(colour)} pions sont de couleur {name} ; il y en a {PIECES} de chaque couleur.",
            )
    return cells


def read_captures(text: str, board: Board, clause: str, *, coloured: bool) -> list[int]:
    """The intersections of a board, for a puzzle of that clause in which pieces capture others: two or more."""
    read = read_coloured if coloured else read_plain
    cells = read(text, board.intersection, len(board.intersections))
    if len(cells) - cells.count(EMPTY) < 2:
        raise wrong_position(
            f"one piece is left already; a position has two or more ({clause}).",
            f"il ne reste déjà qu'un pion ; une position en a deux ou plus ({clause}).",
        )
    return cells


def write_position(pieces: Sequence[PuzzlePiece]) -> str:
    """The text of a position: what `read_plain` or `read_coloured` read.

    >>> write_position([PuzzlePiece("a1", "red"), PuzzlePiece("b1", "black"), PuzzlePiece("b2", "red")])
    'black b1; red a1 b2'
    """
    parts = []
    for colour in (None, *COLOURS):
        names = [piece.place for piece in pieces if piece.colour == colour]
        if names:
            parts.append(" ".join(names if colour is None else [colour, *names]))
    return "; ".join(parts)


def _put(cells: list[int], word: str, colour: int, number: Callable[[str], int]) -> None:
    try:
        place = number(word.lower())
    except InvalidNotation as error:
        raise wrong_position(error.text.en, error.text.fr) from None
    if cells[place] != EMPTY:
        raise wrong_position(
            f"{word.lower()} is named twice; a place holds one piece.",
            f"{word.lower()} est nommé deux fois ; un endroit porte un seul pion.",
        )
    cells[place] = colour


def _check_count(cells: Sequence[int]) -> None:
    count = len(cells) - cells.count(EMPTY)
    if count == 0:
        raise wrong_position("it names no piece.", "elle ne nomme aucun pion.")
    if count > ALL_PIECES:
        raise wrong_position(
            f"it has {count} pieces; the box has {ALL_PIECES}.",
            f"elle a {count} pions ; la boîte en a {ALL_PIECES}.",
        )
