"""A player's credit: the pile it could still hold if all it has said were true. Pure functions, as those of `rules`."""

from __future__ import annotations

from muscade.games.ptipasspass.rules import FULL_HAND, holds, token


def spend(credit: int, colour: int) -> int:
    """A token of that colour went, or so the player said."""
    return credit - token(colour) if holds(credit, colour) else credit


def prove(credit: int, colour: int) -> int:
    """A token of that colour was seen in the player's hand."""
    return credit if holds(credit, colour) else credit + token(colour)


def renew(credit: int) -> int:
    """The player got a token that the others did not see: it may be anything."""
    return credit | FULL_HAND
