"""The law of PtiPassPass: pure functions over small numbers, each citing its clauses.

A colour is a number from 0 to 2: blue, green, orange (PT-1). What a hand or a cup holds is a *pile*: one number that
counts the tokens of each colour in four bits of its own, blue lowest. A *palette* says which colours are there. Seats
are counted to the left (PT-4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Palette: TypeAlias = tuple[int, int, int]

COLOURS = 3
EMPTY = 0
FULL_HAND = 0x111
"""One token of each colour (PT-1)."""
CUPS_PER_PLAYER = 3
MOST_SEATS = 6
VICTORY = 2
"""So many victory tokens win the game (PT-18)."""
NO_COLOUR = -1


def token(colour: int) -> int:
    """The pile that one token makes (PT-1)."""
    return 1 << 4 * colour


def of_colour(pile: int, colour: int) -> int:
    """How many tokens of that colour are in the pile.

    >>> of_colour(token(0) + 2 * token(2), 2)
    2
    """
    return pile >> 4 * colour & 15


def holds(pile: int, colour: int) -> bool:
    """Is there a token of that colour in the pile?"""
    return of_colour(pile, colour) != 0


def count(pile: int) -> int:
    """How many tokens a pile has (PT-14).

    >>> count(FULL_HAND)
    3
    """
    return (pile & 15) + (pile >> 4 & 15) + (pile >> 8)


def palette(pile: int) -> Palette:
    """Which colours a pile has: 1 or 0 for blue, green and orange.

    >>> palette(token(0) + 2 * token(2))
    (1, 0, 1)
    """
    return int(pile & 15 != 0), int(pile >> 4 & 15 != 0), int(pile >> 8 != 0)


def victory_tokens(seats: int) -> int:
    """PT-1: one more than players, so that somebody must reach two."""
    return seats + 1


def contiguous(column: float, row: float, other_column: float, other_row: float, corners: bool) -> bool:
    """Are two places of a drawn layout neighbours, side by side or, if that counts, corner to corner (PT-3)?

    >>> contiguous(0, 0, 1, 0, False), contiguous(0, 0, 1, 1, False), contiguous(0, 0, 1, 1, True)
    (True, False, True)
    """
    across = abs(column - other_column)
    along = abs(row - other_row)
    return max(across, along) == 1 and (corners or across + along == 1)


def slanting_lines(diagonals: str) -> bool:
    """Do diagonal lines count, by the option of that name (PT-3)?"""
    return diagonals != "none"


def slanting_swaps(diagonals: str) -> bool:
    """Can cups that touch only at a corner be swapped, by the option of that name (PT-3)?"""
    return diagonals == "all"


def left_of(seat: int, seats: int) -> int:
    """Whose turn comes next (PT-4)."""
    return seat + 1 if seat + 1 < seats else 0


def window_closes(oks: int, seats: int) -> bool:
    """PT-8: everyone but the active player has said OK."""
    return oks == seats - 1


def places_to_the_left(active: int, seat: int, seats: int) -> int:
    """How far to the active player's left a seat is: where several answer at once, the nearest counts first (PT-8).

    >>> [places_to_the_left(2, seat, 4) for seat in range(4)]
    [2, 3, 0, 1]
    """
    return (seat - active) % seats


def is_doublon(pile: int) -> bool:
    """PT-9, PT-10: does the named cup hold a token already?"""
    return pile != EMPTY


def is_lie(fist: int, announced: int) -> bool:
    """PT-11, PT-12: is the token in the fist of another colour than the one announced?"""
    return fist != announced


def line_wins(first: Palette, second: Palette, third: Palette) -> int:
    """PT-17, for the palettes of three cups: one token of each, all of one colour or all of different colours.

    Whoever weighs many worlds may give each a bit of its own, in all palettes: so does the answer.

    >>> line_wins((1, 0, 0), (1, 1, 0), (0, 0, 1)), line_wins((1, 0, 0), (1, 0, 0), (0, 0, 1))
    (1, 0)
    """
    blue, green, orange = first
    second_blue, second_green, second_orange = second
    third_blue, third_green, third_orange = third
    same = blue & second_blue & third_blue
    same |= green & second_green & third_green
    same |= orange & second_orange & third_orange
    different = blue & (second_green & third_orange | second_orange & third_green)
    different |= green & (second_blue & third_orange | second_orange & third_blue)
    different |= orange & (second_blue & third_green | second_green & third_blue)
    return same | different


def can_win(cups: Sequence[int]) -> bool:
    """PT-19: could three of these cups win, wherever they stood?"""
    for third in range(2, len(cups)):
        for second in range(1, third):
            for first in range(second):
                if line_wins(palette(cups[first]), palette(cups[second]), palette(cups[third])):
                    return True
    return False


def is_void(hands: Sequence[int], cups: Sequence[int]) -> bool:
    """PT-19: all hands are empty, and nobody could ever win."""
    for hand in hands:
        if hand != EMPTY:
            return False
    return not can_win(cups)


def places_tokens(hand: int) -> bool:
    """PT-5, PT-14: whoever holds a token places one; whoever holds none lifts cups."""
    return hand != EMPTY


def wins_game(victories: int, wanted: int) -> bool:
    """PT-18."""
    return victories >= wanted


def out_of_time(turns: int, max_turns: int) -> bool:
    """PT-19: was that the last turn of a table that has set a limit?"""
    return turns == max_turns
