"""A board of drawn lines, as a file tells it: from the lines to intersections, spaces and groups."""

from functools import lru_cache
from importlib.resources import files

from muscade.board.board import CENTRE, EMPTY, NOWHERE, Board, name_order
from muscade.board.derive import derive
from muscade.board.drawing import BoardDrawing, drawing, svg
from muscade.board.errors import InvalidBoard
from muscade.board.file import COLOUR_TITLES, COLOURS, Colour, read_board_file
from muscade.board.option import STANDARD, board_option


def standard_text() -> str:
    """The file of the board that every box of this house has."""
    return (files(__package__) / "data" / "standard.board").read_text(encoding="utf-8")


def standard_board() -> Board:
    """The board rebuilt from the rulebook's text.

    >>> board = standard_board()
    >>> len(board.lines), len(board.intersections), len(board.spaces), len(board.groups)
    (34, 93, 77, 36)
    """
    return board_named(STANDARD)


@lru_cache(maxsize=16)
def board_named(text: str) -> Board:
    """The standard board by its name, or the one that a whole file draws."""
    return derive(read_board_file(standard_text() if text == STANDARD else text))


__all__ = [
    "CENTRE",
    "COLOURS",
    "COLOUR_TITLES",
    "EMPTY",
    "NOWHERE",
    "STANDARD",
    "Board",
    "BoardDrawing",
    "Colour",
    "InvalidBoard",
    "board_named",
    "board_option",
    "derive",
    "drawing",
    "name_order",
    "read_board_file",
    "standard_board",
    "standard_text",
    "svg",
]
