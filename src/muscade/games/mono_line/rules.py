"""The law of Mono-Line, clause by clause: pure functions over small numbers, masks and flat sequences.

Intersections are numbered as on the board. ``lines_of`` has for each of them the mask of the lines it is on (at most
64), ``owners`` the player whose piece stands there, or NOBODY. A player *holds* every line with a piece of theirs on it.
A set of intersections is a mask too, or one word of a longer one.
"""

from __future__ import annotations

from collections.abc import Sequence

PLAYERS = 2
NOBODY = -1
IN_THE_BOX = 20
"""Pieces for each, in two colours that count as one (ML-1)."""
UNLIMITED = -1
"""A supply that never runs out, where the table chooses that (ML-1)."""


def opponent(player: int) -> int:
    """ML-1: two players, who take turns."""
    return 1 - player


def pieces_left(supply: int, placed: int) -> int:
    """ML-1: what a player still has, or UNLIMITED.

    >>> pieces_left(20, 3), pieces_left(UNLIMITED, 3)
    (17, -1)
    """
    return UNLIMITED if supply == UNLIMITED else supply - placed


def share_a_line(lines_of_one: int, lines_of_other: int) -> bool:
    """ML-2: do two intersections lie on one line?"""
    return lines_of_one & lines_of_other != 0


def lines_held(owners: Sequence[int], lines_of: Sequence[int], player: int) -> int:
    """ML-2: the lines that a player's pieces stand on.

    >>> lines_held([0, -1, 1], [0b001, 0b011, 0b110], 1)
    6
    """
    held = 0
    for place in range(len(owners)):
        if owners[place] == player:
            held |= lines_of[place]
    return held


def near(lines_of: Sequence[int], place: int) -> int:
    """ML-2: all intersections that share a line with one, itself included.

    >>> bin(near([0b001, 0b011, 0b110], 0))
    '0b11'
    """
    found = 1 << place
    for other in range(len(lines_of)):
        if share_a_line(lines_of[place], lines_of[other]):
            found |= 1 << other
    return found


def left_open(open_places: int, closed: int) -> int:
    """ML-2: what a new piece leaves of a set of open intersections.

    It closes to the opponent all that are near it; to its owner, and where nobody looks at the lines (ML-5), its own alone.
    """
    return open_places & ~closed


def is_closed(lines: int, held_by_opponent: int) -> bool:
    """ML-2: an intersection on a line that the opponent holds; one's own lines never close it."""
    return share_a_line(lines, held_by_opponent)


def closing_place(
    order: Sequence[int], owners: Sequence[int], lines_of: Sequence[int], place: int, player: int
) -> int:
    """ML-2: the oldest opposing piece that closes an intersection to a player, or NOBODY; ``order`` has the oldest first.

    >>> closing_place([1, 0], [1, 1, -1], [0b01, 0b01, 0b01], 2, 0)
    1
    """
    for other in order:
        if owners[other] == opponent(player) and share_a_line(lines_of[place], lines_of[other]):
            return other
    return NOBODY


def can_place(places: int, left: int) -> bool:
    """ML-4: a player needs somewhere to go, and a piece to go there with; ``places`` is how many, or a set of them.

    >>> can_place(3, UNLIMITED), can_place(3, 0), can_place(0, 5)
    (True, False, False)
    """
    return places > 0 and left != 0


def may_announce(announced: bool, own_pieces: int, opposing_pieces: int) -> bool:
    """ML-5: one announcement a turn, of a piece of either player.

    >>> may_announce(False, 1, 2), may_announce(True, 1, 2), may_announce(False, 1, 0)
    (True, False, False)
    """
    return not announced and own_pieces > 0 and opposing_pieces > 0


def can_be_announced(owner: int, other_owner: int) -> bool:
    """ML-5: pieces of both players, whatever lines they are on.

    >>> can_be_announced(0, 1), can_be_announced(1, 1), can_be_announced(NOBODY, 1)
    (True, False, False)
    """
    return owner == opponent(other_owner)


def announcement_is_right(owner: int, other_owner: int, on_one_line: bool) -> bool:
    """ML-5: two opposing pieces that share a line, whoever placed the later one.

    >>> announcement_is_right(0, 1, True), announcement_is_right(1, 0, False), announcement_is_right(1, 1, True)
    (True, False, False)
    """
    return can_be_announced(owner, other_owner) and on_one_line


def may_swap(offered: bool, pieces_placed: int, swapped: bool) -> bool:
    """ML-7: where the table offers it, once, right after the first piece."""
    return offered and pieces_placed == 1 and not swapped


def is_lost(can_place: bool, can_swap: bool, friendly: bool, can_announce: bool) -> bool:
    """ML-4: nothing left to do; at vigilant tables not before the last announcement is made (ML-5).

    >>> is_lost(False, False, True, False), is_lost(False, False, False, True)
    (True, False)
    """
    return not can_place and not can_swap and (friendly or not can_announce)
