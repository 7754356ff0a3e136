"""Worlds: ways the colours can be that fit everything in an account."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from muscade.core.chance import shuffled
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.accounts import Account, Kind, Step

Weights: TypeAlias = tuple[float, float, float]
"""How likely it is, for each colour of an unknown token, that one hears of it what was heard."""
EVEN: Weights = (1.0, 1.0, 1.0)
PATIENCE = 60
"""Dead ends before a search starts anew from the beginning; it doubles every time."""
_TOKENS = tuple(rules.token(colour) for colour in range(rules.COLOURS))


class World(NamedTuple):
    """What every pool holds now, the colour of every unknown, and how likely that is beside other worlds."""

    piles: list[int]
    colours: list[int]
    weight: float


class Worlds:
    """All worlds that fit an account.

    Each pool by itself is a walk from pile to pile; the piles from which its account can go on to the end are found
    first, again and again, until the colours that both ends of every move allow agree. Worlds are then made by walking
    through the whole account and choosing only colours that keep every pool among these piles; the rare dead end is
    left by going back. A world's weight is the chance of all that was chosen from and said in it, so that weighted worlds
    stand for what was seen and heard, up to the few that a dead end has bent.
    """

    def __init__(self, account: Account, closing: Sequence[Step] = ()) -> None:
        self.steps = [*account.steps, *closing]
        self.seats = account.seats
        self.pools = len(account.sizes)
        self.domains = [7] * len(account.unknowns)
        self.allowed: dict[tuple[int, int], set[int]] = {}
        self.possible = self._propagate()

    def _start(self) -> list[int]:
        return [rules.FULL_HAND] * self.seats + [rules.EMPTY] * (self.pools - self.seats)

    # ------------------------------------------------------------ what each pool allows

    def _propagate(self) -> bool:
        """Narrow the colours of unknowns until all pools agree; False if there is no world at all."""
        walks: list[list[tuple[int, Kind, int, bool]]] = [[] for _ in range(self.pools)]
        ends: list[list[int]] = [[] for _ in self.domains]
        for number, (kind, pool, value, target) in enumerate(self.steps):
            if kind in (Kind.HOLD, Kind.ALIVE):
                continue
            walks[pool].append((number, kind, value, False))
            if kind == Kind.MOVE:
                walks[target].append((number, kind, value, True))
                ends[value] += (pool, target)
        waiting = {pool for pool in range(self.pools) if walks[pool]}
        start = self._start()
        while waiting:
            pool = waiting.pop()
            before = [self.domains[value] for _, kind, value, _ in walks[pool] if kind == Kind.MOVE]
            if not self._walk(pool, walks[pool], start[pool]):
                return False
            changed = [value for _, kind, value, _ in walks[pool] if kind == Kind.MOVE]
            for value, old in zip(changed, before, strict=True):
                if self.domains[value] != old:
                    waiting.update(end for end in ends[value] if end != pool)
        return True

    def _walk(self, pool: int, walk: list[tuple[int, Kind, int, bool]], start: int) -> bool:
        """Find the piles of one pool after each of its steps, and the colours its moves can have."""
        reached: list[set[int]] = [{start}]
        for _, kind, value, comes in walk:
            reached.append(_after(reached[-1], kind, value, comes, self.domains))
        good = reached[-1]
        for place in range(len(walk) - 1, -1, -1):
            number, kind, value, comes = walk[place]
            if not good:
                return False
            self.allowed[number, pool] = good
            if kind == Kind.MOVE:
                good = self._moved_back(reached[place], good, value, comes)
            else:
                good = {
                    pile for pile in reached[place] if _after({pile}, kind, value, comes, self.domains) & good
                }
        return bool(good)

    def _moved_back(self, reached: set[int], good: set[int], unknown: int, comes: bool) -> set[int]:
        """The piles from which a move leads to a good one; the colours by which it can are all that is left to it."""
        domain, narrowed = self.domains[unknown], 0
        backward: set[int] = set()
        for colour, token in enumerate(_TOKENS):
            if domain >> colour & 1:
                change = token if comes else -token
                found = {
                    pile for pile in reached if pile + change in good and (comes or pile >> 4 * colour & 15)
                }
                if found:
                    narrowed |= 1 << colour
                    backward |= found
        self.domains[unknown] = narrowed
        return backward

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
        piles = self._start()
        colours = [-1] * len(self.domains)
        weight = 1.0
        dead_ends = 0
        choices: list[tuple[int, list[int], list[int], float]] = []
        steps = self.steps
        place = 0
        while place < len(steps):
            kind, pool, value, target = steps[place]
            options: list[int] | None = None
            if kind in (Kind.MOVE, Kind.HOLD):
                likely = EVEN if heard is None else heard[value]
                options, chance = self._options(place, piles, likely, rng)
                weight *= chance
            elif kind == Kind.GAIN:
                piles[pool] += _TOKENS[value]
            elif kind == Kind.LOSE:
                piles[pool] -= _TOKENS[value]
            elif kind == Kind.EMPTIED:
                piles[pool] = rules.EMPTY
            elif kind == Kind.ALIVE and not rules.can_win(piles[self.seats :]):
                options = []
            if options is not None:
                while not options:
                    dead_ends += 1
                    if not choices or dead_ends >= patience:
                        return dead_ends, None
                    place, piles, options, weight = choices.pop()
                kind, pool, value, target = steps[place]
                colour = options.pop()
                if options:
                    choices.append((place, piles.copy(), options, weight))
                colours[value] = colour
                if kind == Kind.MOVE:
                    piles[pool] -= _TOKENS[colour]
                    piles[target] += _TOKENS[colour]
            place += 1
        return dead_ends, World(piles, colours, weight)

    def _options(self, place: int, piles: list[int], likely: Weights, rng: Random) -> tuple[list[int], float]:
        """The colours open to an unknown, the one to try first last; and how likely it was that they would be."""
        kind, pool, value, target = self.steps[place]
        hand = piles[pool]
        domain, leaving, entering = 7, None, None
        if kind == Kind.MOVE:
            domain, leaving, entering = (
                self.domains[value],
                self.allowed[place, pool],
                self.allowed[place, target],
            )
        options: list[int] = []
        chances: list[float] = []
        size = 0
        for colour, token in enumerate(_TOKENS):
            held = hand >> 4 * colour & 15
            if held:
                size += held
                if domain >> colour & 1 and (
                    leaving is None
                    or entering is None
                    or (hand - token in leaving and piles[target] + token in entering)
                ):
                    options.append(colour)
                    chances.append(held * likely[colour])
        total = sum(chances)
        if len(options) > 1:
            lot = rng.random() * total
            drawn = 0
            while drawn < len(options) - 1 and lot >= chances[drawn]:
                lot -= chances[drawn]
                drawn += 1
            options.append(options.pop(drawn))
        return options, total / size


def _after(piles: set[int], kind: Kind, value: int, comes: bool, domains: list[int]) -> set[int]:
    """The piles that a step can leave behind."""
    match kind:
        case Kind.GAIN:
            return {pile + _TOKENS[value] for pile in piles}
        case Kind.LOSE:
            return {pile - _TOKENS[value] for pile in piles if rules.holds(pile, value)}
        case Kind.HAS:
            return {pile for pile in piles if rules.holds(pile, value)}
        case Kind.EXACT:
            return piles & {value}
        case Kind.EMPTIED:
            return {rules.EMPTY}
        case _:
            return {
                pile + token if comes else pile - token
                for colour, token in enumerate(_TOKENS)
                if domains[value] >> colour & 1
                for pile in piles
                if comes or pile >> 4 * colour & 15
            }


def find_world(account: Account, rng: Random) -> World:
    """Some world that fits an account; there is always one, the true one."""
    if not account.dead:
        found = Worlds(account).sample(rng)
    else:
        found = None
        for odd_colour in shuffled(rng, range(rules.COLOURS)):
            found = Worlds(account, _dead_end(account, odd_colour)).sample(rng)
            if found is not None:
                break
    assert found is not None, "an account of what really happened fits what really happened"
    return found


def _dead_end(account: Account, odd_colour: int) -> list[Step]:
    """PT-19: three cups can be void only if one holds all of two colours, and the others all of the third."""
    two_colours = sum(account.seats * token for colour, token in enumerate(_TOKENS) if colour != odd_colour)
    return [
        Step(Kind.EXACT, pool, two_colours if size == 2 * account.seats else size * _TOKENS[odd_colour])
        for pool in account.dead
        for size in (account.sizes[pool],)
    ]
