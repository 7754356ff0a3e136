"""What tokens that were not seen can be: all worlds that fit an account, and one of them at a time.

Each pool by itself is a walk from pile to pile. Since its size is always known, a pile is told by its blue and green tokens, and
a set of piles is a mask with the bit ``8 * blue + green`` for each: a blue token more is eight places up, a green one is one place up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import NamedTuple, TypeAlias

from muscade.core.chance import shuffled
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.account import (
    ALIVE,
    EMPTIED,
    EXACT,
    GAIN,
    HAS,
    HOLD,
    LOSE,
    MOVE,
    Account,
    Step,
)
from muscade.games.ptipasspass.rules import COLOURS, MOST_SEATS

Weights: TypeAlias = tuple[float, float, float]
"""How likely it is, for each colour of an unknown token, that one hears of it what was heard."""
EVEN: Weights = (1.0, 1.0, 1.0)
PATIENCE = 60
"""Dead ends before a search starts anew from the beginning; it doubles every time."""
ANY_COLOUR = (1 << COLOURS) - 1

_UP = (8, 1, 0)
"""How far up a token of each colour moves a pile."""
_PILES = [(blue, green) for blue in range(MOST_SEATS + 1) for green in range(MOST_SEATS + 1)]
_BOUNDS = sum(1 << 8 * blue + green for blue, green in _PILES)
_SOME_GREEN = sum(1 << 8 * blue + green for blue, green in _PILES if green)
_FITTING = [
    sum(1 << 8 * blue + green for blue, green in _PILES if blue + green <= size)
    for size in range(COLOURS * MOST_SEATS + 1)
]
"""The piles that are no larger than a size: what is left of it is orange."""


def _with(piles: int, colour: int) -> int:
    """These piles with a token more."""
    return piles << _UP[colour] & _BOUNDS


def _without(piles: int, colour: int, size: int) -> int:
    """Those of these piles, all of that size, that have such a token, without it."""
    if colour == 0:
        return piles >> 8
    return (piles & _SOME_GREEN) >> 1 if colour == 1 else piles & _FITTING[size - 1]


def _holding(piles: int, colour: int, size: int) -> int:
    """Those of these piles that have such a token."""
    return _with(_without(piles, colour, size), colour)


def _index(pile: int) -> int:
    """A pile's place in masks."""
    return 8 * (pile & 15) + (pile >> 4 & 15)


_PILE_AT = tuple(
    rules.token(0) * (index >> 3)
    + rules.token(1) * (index & 7)
    - rules.token(2) * ((index >> 3) + (index & 7))
    for index in range(64)
)
"""What the pile at a place of a mask has, less the orange tokens of as large a pile (`_piles`)."""


_ORANGE = rules.token(2)


def _piles(indices: Sequence[int], sizes: Sequence[int]) -> list[int]:
    return [_PILE_AT[index] + _ORANGE * size for index, size in zip(indices, sizes, strict=True)]


_Placed: TypeAlias = tuple[int, int, int, int, int, int]
"""A step, and its places in the walks of its pool and of its target."""


class World(NamedTuple):
    """What every pool holds now, the colour of every unknown, and how likely that is beside other worlds."""

    piles: list[int]
    colours: list[int]
    weight: float


class _Walk:
    """One pool's steps: the piles it can have had before each, and those of them from which it can go on to the end."""

    def __init__(self, start: int, size: int) -> None:
        self.sizes = [size]
        self.steps: list[tuple[int, int, bool]] = []
        """What happened, a colour, a pile or an unknown, and for a MOVE: did the token come?"""
        self.reached = [1 << _index(start)]
        self.good = self.reached.copy()

    def add(self, kind: int, value: int, comes: bool = False) -> None:
        size = self.sizes[-1]
        if kind == GAIN or comes:
            size += 1
        elif kind in (LOSE, MOVE):
            size -= 1
        elif kind == EMPTIED:
            size = 0
        self.steps.append((kind, value, comes))
        self.sizes.append(size)

    def after(self, place: int, domains: Sequence[int]) -> int:
        """The piles that a step can leave behind."""
        kind, value, comes = self.steps[place]
        piles, size = self.reached[place], self.sizes[place]
        if kind == MOVE:
            found = 0
            for colour in range(COLOURS):
                if domains[value] >> colour & 1:
                    found |= _with(piles, colour) if comes else _without(piles, colour, size)
            return found
        if kind == GAIN:
            return _with(piles, value)
        if kind == LOSE:
            return _without(piles, value, size)
        if kind == EXACT:
            return piles & 1 << _index(value)
        return _holding(piles, value, size) if kind == HAS else 1

    def before(self, place: int, domains: list[int]) -> int:
        """The piles from which a step leads to good ones; the colours by which a MOVE can are all that is left to it."""
        kind, value, comes = self.steps[place]
        piles, good, size = self.reached[place], self.good[place + 1], self.sizes[place + 1]
        if kind == MOVE:
            found = 0
            for colour in range(COLOURS):
                if domains[value] >> colour & 1:
                    way = piles & (_without(good, colour, size) if comes else _with(good, colour))
                    if not way:
                        domains[value] ^= 1 << colour
                    found |= way
            return found
        if kind == GAIN:
            return piles & _without(good, value, size)
        if kind == LOSE:
            return piles & _with(good, value)
        if kind == EMPTIED:
            return piles if good else 0
        return piles & good


class Worlds:
    """All worlds that fit an account.

    The colours of unknowns are narrowed until both ends of every move agree on them. Worlds are then made by walking
    through the whole account and choosing only colours that keep every pool among its good piles; the rare dead end is
    left by going back. A world's weight is the chance of all that was chosen from and said in it, so that weighted worlds
    stand for what was seen and heard, up to the few that a dead end has bent.

    When the account has gone on, `follow` narrows them further: what is new rarely changes what is long past.
    """

    def __init__(self, account: Account, closing: Sequence[Step] = ()) -> None:
        self.account = account
        self.domains: list[int] = []
        self._starting = [*map(_index, account.start)]
        self._walks = [_Walk(pile, rules.count(pile)) for pile in account.start]
        self._ends: list[list[tuple[_Walk, int]]] = []
        self._sizes: list[list[int]] = []
        """How many tokens each pool had, for each time that some three cups could win."""
        self._script: list[_Placed] = []
        """The steps that a world has to make, each with its place in the walks of its two pools."""
        self._followed = 0
        self.possible = True
        self.follow()
        self._add(closing)

    def follow(self) -> None:
        """Add the steps that the account has got since the last time, but for a token that is still in a fist."""
        steps = self.account.steps
        settled = len(steps) if self.account.pending is None else len(steps) - 1
        self._add(steps[self._followed : settled])
        self._followed = settled

    def _add(self, steps: Sequence[Step]) -> None:
        begun = [len(walk.steps) for walk in self._walks]
        for kind, pool, value, target in steps:
            at = entering = -1
            if kind == ALIVE:
                at = len(self._sizes)
                self._sizes.append(self._sizes_now())
            else:
                walk = self._walks[pool]
                at = len(walk.steps)
                if kind != HOLD:
                    walk.add(kind, value)
            if kind in (MOVE, HOLD):
                self.domains.append(ANY_COLOUR)
                self._ends.append([])
            if kind == MOVE:
                other = self._walks[target]
                entering = len(other.steps)
                other.add(kind, value, comes=True)
                self._ends[value] = [(walk, at), (other, entering)]
            if kind not in (EXACT, HAS):
                self._script.append((kind, pool, value, target, at, entering))
        self.possible = self.possible and self._narrow(begun)

    def _sizes_now(self) -> list[int]:
        return [walk.sizes[-1] for walk in self._walks]

    # ------------------------------------------------------------ what each pool allows

    def _narrow(self, begun: Sequence[int]) -> bool:
        """Narrow the colours of unknowns until all pools agree, whose steps are new from there on; False if they cannot."""
        waiting: list[tuple[_Walk, int]] = []
        for walk, first in zip(self._walks, begun, strict=True):
            for place in range(first, len(walk.steps)):
                walk.reached.append(walk.after(place, self.domains))
            walk.good += walk.reached[first + 1 :]
        for walk, first in zip(self._walks, begun, strict=True):
            if len(walk.steps) > first and not self._go_back(walk, len(walk.steps) - 1, first, waiting):
                return False
        while waiting:
            walk, place = waiting.pop()
            end = place
            while end < len(walk.steps):
                reached = walk.after(end, self.domains)
                if reached == walk.reached[end + 1]:
                    break
                end += 1
                walk.reached[end] = reached
                walk.good[end] &= reached
            if not self._go_back(walk, min(end, len(walk.steps) - 1), place, waiting):
                return False
        return True

    def _go_back(self, walk: _Walk, last: int, first: int, waiting: list[tuple[_Walk, int]]) -> bool:
        """Find the good piles before these steps, and before earlier ones as long as that changes anything."""
        domains = self.domains
        for place in range(last, -1, -1):
            kind, value, _ = walk.steps[place]
            domain = domains[value] if kind == MOVE else 0
            good = walk.before(place, domains)
            if kind == MOVE and domains[value] != domain:
                waiting += [end for end in self._ends[value] if end[0] is not walk]
            if not good:
                return False
            if place < first and good == walk.good[place]:
                break
            walk.good[place] = good
        return True

    # ------------------------------------------------------------ worlds

    def sample(self, rng: Random, heard: Sequence[Weights] | None = None) -> World | None:
        """A world, by what was said of each unknown; None if there is none."""
        if not self.possible:
            return None
        patience = PATIENCE
        while True:
            dead_ends, world = self._search(rng, heard, patience)
            if world is not None or dead_ends < patience:
                return world
            patience *= 2

    def _search(
        self, rng: Random, heard: Sequence[Weights] | None, patience: int
    ) -> tuple[int, World | None]:
        """Walk through the account; at a dead end go back to the last choice. Gives up after so many dead ends."""
        piles = self._starting.copy()
        colours = [-1] * len(self.account.unknowns)
        weight = 1.0
        dead_ends = 0
        choices: list[tuple[int, list[int], list[int], float]] = []
        script = self._script
        place = 0
        while place < len(script):
            kind, pool, value, target, at, _ = script[place]
            options: list[int] | None = None
            if kind == GAIN:
                piles[pool] += _UP[value]
            elif kind == LOSE:
                piles[pool] -= _UP[value]
            elif kind == EMPTIED:
                piles[pool] = 0
            elif kind == ALIVE:
                if not rules.can_win(_piles(piles, self._sizes[at])[self.account.seats :]):
                    options = []
            else:
                likely = EVEN if heard is None else heard[value]
                options, chance = self._options(script[place], piles, likely, rng)
                weight *= chance
            if options is not None:
                while not options:
                    dead_ends += 1
                    if not choices or dead_ends >= patience:
                        return dead_ends, None
                    place, piles, options, weight = choices.pop()
                kind, pool, value, target, *_ = script[place]
                colour = options.pop()
                if options:
                    choices.append((place, piles.copy(), options, weight))
                colours[value] = colour
                if kind == MOVE:
                    piles[pool] -= _UP[colour]
                    piles[target] += _UP[colour]
            place += 1
        pending = self.account.pending
        if pending is not None:
            likely = EVEN if heard is None else heard[pending]
            holding = (HOLD, self.account.unknowns[pending].seat, pending, -1, -1, -1)
            options, chance = self._options(holding, piles, likely, rng)
            colours[pending] = options.pop()
            weight *= chance
        return dead_ends, World(_piles(piles, self._sizes_now()), colours, weight)

    def _options(
        self, step: _Placed, piles: list[int], likely: Weights, rng: Random
    ) -> tuple[list[int], float]:
        """The colours open to an unknown, the one to try first last; and how likely it was that they would be."""
        kind, pool, value, target, at, entering = step
        walk, hand = self._walks[pool], piles[pool]
        size, blue, green = walk.sizes[at], hand >> 3, hand & 7
        options: list[int] = []
        chances: list[float] = []
        moves = kind == MOVE
        if moves:
            here, there = walk.good[at + 1], self._walks[target].good[entering + 1]
            domain, aim = self.domains[value], piles[target]
        for colour, held in enumerate((blue, green, size - blue - green)):
            if held:
                if moves:
                    up = _UP[colour]
                    if not here >> hand - up & there >> aim + up & domain >> colour & 1:
                        continue
                options.append(colour)
                chances.append(held * likely[colour])
        if len(options) == 1:
            return options, chances[0] / size
        total = sum(chances)
        if options:
            lot = rng.random() * total
            drawn = 0
            while drawn < len(options) - 1 and lot >= chances[drawn]:
                lot -= chances[drawn]
                drawn += 1
            options.append(options.pop(drawn))
        return options, total / size


def endings(account: Account) -> list[Worlds]:
    """All worlds that fit an account: of one kind, or of several where it is known only that the round was void."""
    if not account.dead:
        return [Worlds(account)]
    every = [Worlds(account, steps) for steps in _dead_ends(account)]
    return [worlds for worlds in every if worlds.possible]


def find_world(all_worlds: Sequence[Worlds], rng: Random) -> World:
    """Some world of some kind; there is always one, the true one."""
    for worlds in shuffled(rng, all_worlds):
        found = worlds.sample(rng)
        if found is not None:
            return found
    raise AssertionError("an account of what really happened fits what really happened")


def _dead_ends(account: Account) -> Iterator[list[Step]]:
    """PT-19: every way in which all tokens can lie in some cups without a line among them."""
    for piles in _splits(sum(map(sum, account.laid)), [account.sizes[pool] for pool in account.dead]):
        if not rules.can_win(piles):
            yield [Step(EXACT, pool, pile) for pool, pile in zip(account.dead, piles, strict=True)]


def _splits(pile: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """A pile as piles of these sizes, in every way."""
    if len(sizes) == 1:
        yield (pile,)
        return
    for first in _within(pile, sizes[0]):
        for others in _splits(pile - first, sizes[1:]):
            yield (first, *others)


def _within(pile: int, size: int) -> Iterator[int]:
    """So many tokens out of a pile, in every way."""
    tokens = [rules.token(colour) for colour in range(COLOURS)]
    counts = [range(rules.of_colour(pile, colour) + 1) for colour in range(COLOURS)]
    for numbers in product(*counts):
        if sum(numbers) == size:
            yield sum(number * token for number, token in zip(numbers, tokens, strict=True))
