"""The law both races share, in plain numbers. OP and GT number it differently, so both clauses are cited."""

from __future__ import annotations

from collections.abc import Sequence

PIECES = 10
"""Of each colour (OP-1, GT-1)."""


def owner(place: int, seats: int) -> int:
    """Who plays the colour at that place of the turn order: with two players every other one (OP-3, GT-2, GT-3).

    >>> [owner(place, 2) for place in range(4)], [owner(place, 3) for place in range(3)]
    ([0, 1, 0, 1], [0, 1, 2])
    """
    return place % seats


def own_places(place: int, colours: int, seats: int) -> int:
    """The places of the turn order whose colours the player of that place plays, as a mask (OP-3, GT-2).

    >>> own_places(2, 4, 2), own_places(2, 4, 4)
    (5, 4)
    """
    own = 0
    for other in range(colours):
        if owner(other, seats) == owner(place, seats):
            own |= 1 << other
    return own


def other_colour(place: int, colours: int, seats: int) -> int:
    """The place of the turn order of a player's other colour, or the same where there is none (OP-3, GT-2).

    >>> other_colour(3, 4, 2), other_colour(2, 3, 3)
    (1, 2)
    """
    return (place + seats) % colours


def next_place(place: int, colours: int, seats: int, homes: Sequence[int]) -> int:
    """Whose turn it is after that place of the order; a colour wholly home is skipped for its owner's other one.

    ``homes`` counts, in turn order, the pieces home. Where the other colour has stood in, ``place`` is the one that it
    stood in for, or the opponent's colours would not alternate any more. OP-3, OP-14, GT-3, GT-10.
    """
    following = (place + 1) % colours
    if homes[following] == PIECES:
        return other_colour(following, colours, seats)
    return following


def next_turn(
    place: int, stands_in: bool, colours: int, seats: int, homes: Sequence[int]
) -> tuple[int, bool]:
    """The place whose turn it is next, and whether it stands in for its owner's other colour (OP-14, GT-10)."""
    due = other_colour(place, colours, seats) if stands_in else place
    following = next_place(due, colours, seats, homes)
    return following, following != (due + 1) % colours


def has_won(seat: int, seats: int, homes: Sequence[int], both: bool) -> bool:
    """All ten home, of one colour or, with two colours and that option, of both (OP-14, GT-10)."""
    done = 0
    owned = 0
    for place in range(len(homes)):
        if owner(place, seats) == seat:
            owned += 1
            done += homes[place] == PIECES
    return done == owned if both else done > 0


def score(seat: int, seats: int, homes: Sequence[int], both: bool) -> int:
    """Pieces home: of the better colour, or of both where both must go home (OP-15, GT-10)."""
    best = 0
    total = 0
    for place in range(len(homes)):
        if owner(place, seats) == seat:
            best = max(best, homes[place])
            total += homes[place]
    return total if both else best
