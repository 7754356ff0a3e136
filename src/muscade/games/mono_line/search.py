"""Looking ahead in Mono-Line without a compiler.

All that matters of a position is which intersections are open to either player. A piece on one of them takes it from its
owner, and from the opponent everything open that shares a line with it. So a position is two sets; intersections that
would take the same from the opponent are equal in every respect, and one of them will do; an intersection that takes
nothing is a spare move, and where both have only spare moves left they are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from muscade.board import Board
from muscade.games.mono_line import rules
from muscade.games.mono_line.judge import ENDLESS, lead, settled
from muscade.games.mono_line.rules import can_place, left_open

WIN = 10_000.0
DEEPEST = 99


def as_mask(places: Iterable[int]) -> int:
    """A set of intersections.

    >>> as_mask([0, 1, 4])
    19
    """
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


class Mirror(NamedTuple):
    """A symmetry of the board that is its own opposite."""

    image: tuple[int, ...]
    blind: int
    """The intersections that share a line with their own image."""


class Reach(NamedTuple):
    """A board as the search needs it; sets of intersections are masks."""

    near: tuple[int, ...]
    """For each intersection, all that share a line with it, itself included (ML-2)."""
    mirrors: tuple[Mirror, ...]


@lru_cache(maxsize=16)
def reach_on(board: Board) -> Reach:
    """What the search needs to know of a board."""
    places = range(len(board.lines_of))
    near = tuple(rules.near(board.lines_of, place) for place in places)
    return Reach(
        near,
        tuple(
            Mirror(image, as_mask(place for place in places if near[place] >> image[place] & 1))
            for image in board.symmetries
            if any(image[place] != place for place in places)
            and all(image[image[place]] == place for place in places)
        ),
    )


class Position(NamedTuple):
    """What is open to the player to move and to the opponent, and how many pieces they have."""

    mine: int
    yours: int
    my_pieces: int = ENDLESS
    your_pieces: int = ENDLESS


def places_in(mask: int) -> Iterator[int]:
    """The intersections of a set.

    >>> list(places_in(0b10011))
    [0, 1, 4]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def after(position: Position, place: int, near: Sequence[int]) -> Position:
    """ML-2: the position that a piece leaves to the opponent."""
    mine, yours, my_pieces, your_pieces = position
    return Position(left_open(yours, near[place]), left_open(mine, 1 << place), your_pieces, my_pieces - 1)


def can_be_mirrored(position: Position, mirrors: Sequence[Mirror]) -> bool:
    """Does the opponent have an answer to everything, by placing on the image of the intersection just taken?

    It is so if the image of whatever is open to the player to move is open to the opponent, and on no line with it: the
    answer is then possible, and afterwards the same is true again. Whoever can always answer places last (ML-4).
    """
    mine, yours, my_pieces, your_pieces = position
    if your_pieces < min(my_pieces, mine.bit_count()):
        return False
    return any(
        not mine & mirror.blind and all(yours >> mirror.image[place] & 1 for place in places_in(mine))
        for mirror in mirrors
    )


class Found(NamedTuple):
    """The best intersection that a search knows, and what it is worth to the player to move."""

    place: int
    worth: float


def is_sure(worth: float) -> bool:
    """Is a game won or lost, whatever the opponent does? Everything else is an estimate."""
    return abs(worth) == WIN


class _OutOfNodes(Exception):
    """The search has looked at as many positions as it may."""


class Search:
    """Deeper and deeper until so many positions have been looked at; the same every time."""

    def __init__(self, reach: Reach, budget: int, max_depth: int = DEEPEST) -> None:
        self.near = reach.near
        self.mirrors = reach.mirrors
        self.budget = budget
        self.max_depth = max_depth
        self.nodes = 0
        self.found = Found(-1, 0.0)
        self.known: dict[Position, tuple[int, float, int, int]] = {}
        """By position: depth, worth, -1 / 0 / 1 if it is worth at most / exactly / at least that, and the best place."""

    def best(self, position: Position, rng: Random) -> Found:
        """The best place, one of equal ones by chance; the player to move must have one."""
        if can_be_mirrored(position, self.mirrors):
            # Lost, but only to somebody who knows about mirrors: play on as if nobody did.
            self.mirrors = ()
            return Found(self.best(position, rng).place, -WIN)
        near = self.near
        equal: dict[int, list[int]] = {}
        for place in places_in(position.mine):
            equal.setdefault(near[place] & position.yours, []).append(place)
        order = [rng.choice(places) for places in equal.values()]
        rng.shuffle(order)
        order.sort(key=lambda place: -(near[place] & position.yours).bit_count())
        for place in order:
            if can_be_mirrored(after(position, place, near), self.mirrors):
                return Found(place, WIN)
        self.found = Found(order[0], 0.0)
        try:
            for depth in range(1, self.max_depth + 1):
                self._look(position, order, depth)
                if is_sure(self.found.worth):
                    break
                order.remove(self.found.place)
                order.insert(0, self.found.place)
        except _OutOfNodes:
            pass
        return self.found

    def _look(self, position: Position, order: list[int], depth: int) -> None:
        """One round of the search; the best place of the last round comes first, so that what is found later is better.

        Places that surely lose are dropped, unless all do: then the best of the last round has held out longest.
        """
        best = -2 * WIN
        favourite, estimate = order[0], self.found.worth
        for place in tuple(order):
            worth = -self._worth(after(position, place, self.near), depth - 1, -WIN, min(WIN, -best))
            if worth == -WIN and len(order) > 1:
                order.remove(place)
                if place == self.found.place:
                    self.found = Found(order[0], estimate)
            elif worth > best:
                best = worth
                self.found = Found(place, worth)
                if best == WIN:
                    break
        if best == -WIN:
            order[0] = favourite
            self.found = Found(favourite, best)

    def _worth(self, position: Position, depth: int, low: float, high: float) -> float:
        """What a position is worth to the player to move, exactly if it lies between ``low`` and ``high``."""
        self.nodes += 1
        if self.nodes > self.budget:
            raise _OutOfNodes
        near = self.near
        mine, yours, my_pieces, your_pieces = position
        my_most = min(mine.bit_count(), my_pieces)
        your_most = min(yours.bit_count(), your_pieces)
        if not can_place(mine, my_pieces):
            return -WIN
        key = Position(mine, yours, my_most, your_most)
        depth_known, worth, bound, favourite = self.known.get(key, (-1, 0.0, 0, -1))
        if depth_known >= depth and (
            bound == 0 or (bound > 0 and worth >= high) or (bound < 0 and worth <= low)
        ):
            return worth
        ways: dict[int, int] = {}
        threatened = 0
        my_spares = 0
        rest = mine
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            place = lowest.bit_length() - 1
            taken = near[place] & yours
            if taken:
                threatened |= taken
            else:
                my_spares += 1
            ways[taken] = place
        my_sure = min(my_spares, my_pieces)
        your_sure = min(left_open(yours, threatened).bit_count(), your_pieces)
        sure = settled(my_sure, my_most, your_sure, your_most)
        if not sure and can_be_mirrored(position, self.mirrors):
            sure = -1
        if sure:
            return self._keep(key, DEEPEST, sure * WIN, 0, -1)
        if depth <= 0:
            most_taken = max(map(int.bit_count, ways))
            return lead(mine.bit_count(), my_sure, yours.bit_count(), your_sure, most_taken)
        order = [ways[taken] for taken in sorted(ways, key=int.bit_count, reverse=True)]
        if favourite >= 0:
            order.insert(0, favourite)
        best, best_place, start = -2 * WIN, -1, low
        for place in order:
            worth = -self._worth(after(position, place, near), depth - 1, -high, -low)
            if worth > best:
                best, best_place = worth, place
                low = max(low, best)
                if low >= high:
                    break
        bound = 1 if best >= high else -1 if best <= start else 0
        return self._keep(key, DEEPEST if is_sure(best) else depth, best, bound, best_place)

    def _keep(self, key: Position, depth: int, worth: float, bound: int, place: int) -> float:
        self.known[key] = depth, worth, bound, place
        return worth
