"""What chance draws from, in its natural order: whoever has that and a seed can make the draw again, in any language.

A game says it by `muscade.core.Game.lots`, and both its draws and what is told of them afterwards follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from muscade.core.chance import below, shuffled
from muscade.core.moves import Move

T = TypeVar("T")


class ToldChoice(msgspec.Struct, frozen=True, tag="one", tag_field="draw"):
    """One of these moves, in notation: the place is a number below how many there are."""

    moves: tuple[str, ...]


class ToldShuffle(msgspec.Struct, frozen=True, tag="shuffle", tag_field="draw"):
    """Every pile is shuffled, one after another from the same bits; the first ``taken`` things of all of them together, after
    ``words``, are the move in notation."""

    words: str
    piles: tuple[tuple[str, ...], ...]
    taken: int


ToldLots: TypeAlias = ToldChoice | ToldShuffle


class OneOf(Generic[T]):
    """One of some things, each as likely, and the move that it makes.

    >>> from muscade.games.pass_pass.moves import Lead
    >>> OneOf(range(3), Lead).draw(Random(1))
    Lead(seat=0)
    >>> OneOf(range(3), Lead).told().moves
    ('leader 0', 'leader 1', 'leader 2')
    """

    __slots__ = ("made", "things")

    def __init__(self, things: Sequence[T], made: Callable[[T], Move]) -> None:
        self.things = things
        self.made = made

    def draw(self, rng: Random) -> Move:
        """One draw: the move that chance makes."""
        return self.made(self.things[below(rng, len(self.things))])

    def told(self) -> ToldChoice:
        """What there is to draw from, for whoever makes the draw again."""
        return ToldChoice(tuple(self.made(thing).notation for thing in self.things))


class Shuffle(Generic[T]):
    """Piles, shuffled and laid one upon another, and the move that the things on top make: all of them, or the first ``taken``.

    In notation each thing is one word, and they stand at the end.
    """

    __slots__ = ("made", "piles", "taken")

    def __init__(
        self, made: Callable[[tuple[T, ...]], Move], *piles: Sequence[T], taken: int | None = None
    ) -> None:
        self.made = made
        self.piles = piles
        self.taken = sum(map(len, piles)) if taken is None else taken

    def draw(self, rng: Random) -> Move:
        """One draw: the move that chance makes."""
        order = [thing for pile in self.piles for thing in shuffled(rng, pile)]
        return self.made(tuple(order[: self.taken]))

    def told(self) -> ToldShuffle:
        """What there is to draw from, for whoever makes the draw again."""
        unshuffled = self.made(tuple(thing for pile in self.piles for thing in pile)).notation.split(" ")
        first = len(unshuffled) - sum(map(len, self.piles))
        words, piles = " ".join(unshuffled[:first]), []
        for pile in self.piles:
            piles.append(tuple(unshuffled[first : first + len(pile)]))
            first += len(pile)
        return ToldShuffle(words, tuple(piles), self.taken)


Lots: TypeAlias = OneOf[Any] | Shuffle[Any]


def drawn(told: ToldLots, rng: Random) -> str:
    """The draw as notation, made from nothing but what is told: as anybody can make it again.

    >>> drawn(ToldShuffle("deal", (("a", "b"), ("c",)), 2), Random(1))
    'deal b a'
    """
    if isinstance(told, ToldChoice):
        return told.moves[below(rng, len(told.moves))]
    order = [thing for pile in told.piles for thing in shuffled(rng, pile)]
    return " ".join([told.words, *order[: told.taken]])


def in_order(words: Sequence[str], order: Sequence[str]) -> bool:
    """Do things, or moves, stand in natural order, word by word? Those in ``order`` come first and in that order, others after
    them by their characters.

    >>> in_order(("P2", "P11", "B1"), ("P2", "P11", "B1"))
    True
    >>> in_order(("draw P11 to 2", "draw P2 to 2"), ("P2", "P11", "B1"))
    False
    """
    places = {word: place for place, word in enumerate(order)}
    last = len(order)
    keys = [[(places.get(part, last), part) for part in word.split(" ")] for word in words]
    return all(one <= other for one, other in pairwise(keys))
