"""Whole game trees of small settings, and what is exact about them: best responses, exploitability, equilibria.

>>> from muscade.core.registry import game
>>> tree = grow(game("pass-pass"), 3, colours=2, values=3, hand=1, rounds=1, leader=0)
>>> len(tree.kinds), len(tree.known), tree.slots
(841, 324, 564)
>>> [round(value, 4) for value in tree.values(tree.uniform())]
[0.3333, 0.3333, 0.3333]

A tree is made of the engine's own states, so the law is not written a second time. It has a node for every history, but that deals after
which all lies alike are one; an *information state* is all that a player has seen and done, and a *slot* is an action at one of them. A
policy is a row with a chance for every slot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from muscade.bots import Bot
from muscade.core import NATURE, Game, Move, Seat
from muscade.core.errors import MuscadeError
from muscade.core.lots import OneOf
from muscade.kernels.sharing import Integers
from muscade.kernels.stepping import CourseState

Policy = NDArray[np.float64]
NO_SLOT = -1
MOST_NODES = 2_000_000
"""A tree that is larger is not small."""


class TooLarge(MuscadeError):
    """A setting whose tree does not fit into memory."""


class Known(NamedTuple):
    """An information state: whose it is, its first slot, what may be done there, and a state that it is the player's of."""

    seat: Seat
    first: int
    moves: tuple[Move, ...]
    state: CourseState[Any, Any]


class Tree:
    """Nodes in the order of their depth; the edges that lead to them likewise."""

    def __init__(self, seats: int, grown: _Grown) -> None:
        self.seats = seats
        self.known = grown.known
        depths = np.array(grown.depths)
        order = np.argsort(depths, kind="stable")
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        self.kinds: Integers = np.array(grown.kinds)[order]
        """Whose choice a node is: a seat, `NATURE`, or `OVER`."""
        self.payoffs = np.zeros((len(order), seats))
        for node, payoff in grown.payoffs.items():
            self.payoffs[place[node]] = payoff
        # The root has no edge; every other node has the edge of its own number, less one.
        self.parents: Integers = place[np.array(grown.parents)[order][1:]]
        self.edge_slots: Integers = np.array(grown.slots)[order][1:]
        self.chances = np.array(grown.chances)[order][1:]
        self.movers: Integers = self.kinds[self.parents]
        self.slots = sum(len(known.moves) for known in self.known)
        self.owners: Integers = np.repeat(
            [known.seat for known in self.known], [len(k.moves) for k in self.known]
        )
        self.firsts: Integers = np.array([known.first for known in self.known])
        self.states_of_slots: Integers = np.repeat(
            np.arange(len(self.known)), [len(known.moves) for known in self.known]
        )
        sorted_depths = depths[order]
        bounds = np.searchsorted(sorted_depths, np.arange(sorted_depths[-1] + 2))
        self.levels = [slice(int(a) - 1, int(b) - 1) for a, b in pairwise(bounds[1:])]
        """The edges that lead to each depth."""

    def uniform(self) -> Policy:
        """Everything with the same chance."""
        return self.normal(np.ones(self.slots))

    def normal(self, weights: Policy) -> Policy:
        """Weights as chances: where there are none, all actions are alike."""
        total = np.add.reduceat(weights, self.firsts)[self.states_of_slots]
        size = np.add.reduceat(np.ones(self.slots), self.firsts)[self.states_of_slots]
        return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / size)

    def policy(self, bot: Bot, seed: int = 0, samples: int = 1) -> Policy:
        """What a bot does, asked so often at every information state."""
        counted = np.zeros(self.slots)
        for number, known in enumerate(self.known):
            rng, view = Random(f"{seed} {number}"), known.state.view(known.seat)
            for _ in range(samples):
                counted[known.first + known.moves.index(bot.choose(view, known.moves, rng))] += 1
        return self.normal(counted)

    def at(self, seat: Seat, *told: str) -> Known:
        """The information state of a seat after these moves, chance's left out: as ``tree.at(1, "hide B a1")``, with ``?`` for
        what it did not see."""
        for known in self.known:
            if known.seat == seat:
                seen = [event.move for event in known.state.seen(seat) if event.seat != NATURE]
                if seen == list(told):
                    return known
        raise KeyError(f"Seat {seat} has no choice after {', '.join(told) or 'nothing'}.")

    # ------------------------------------------------------------ what policies bring

    def edge_chances(self, policy: Policy) -> Policy:
        """How likely each edge of the tree is taken where its node is reached: by a policy, or by chance."""
        return np.where(self.edge_slots >= 0, policy[self.edge_slots], self.chances)

    def reaches(self, edges: Policy) -> NDArray[np.float64]:
        """Of every node, for each seat and then for chance, what its own choices leave of the way there."""
        reach = np.ones((len(self.kinds), self.seats + 1))
        for level in self.levels:
            children = slice(level.start + 1, level.stop + 1)
            reach[children] = reach[self.parents[level]]
            reach[np.arange(children.start, children.stop), self.movers[level]] *= edges[level]
        return reach

    def node_values(self, edges: Policy) -> NDArray[np.float64]:
        """What every seat may expect at every node."""
        values = self.payoffs.copy()
        for level in reversed(self.levels):
            children = slice(level.start + 1, level.stop + 1)
            np.add.at(values, self.parents[level], edges[level, None] * values[children])
        return values

    def values(self, policy: Policy) -> list[float]:
        """What every seat may expect."""
        return [float(value) for value in self.node_values(self.edge_chances(policy))[0]]

    def best_response(self, policy: Policy, seat: Seat) -> tuple[float, Policy]:
        """What a seat gets that knows how all others play, and how."""
        edges = self.edge_chances(policy)
        reach = self.reaches(edges)
        others = np.delete(reach, seat, axis=1).prod(axis=1)
        values = self.payoffs[:, seat].copy()
        chosen = policy.copy()
        for level in reversed(self.levels):
            children = slice(level.start + 1, level.stop + 1)
            own = self.movers[level] == seat
            slots = self.edge_slots[level][own]
            if len(slots):
                worth = others[self.parents[level]] * values[children]
                of_slot = np.zeros(self.slots)
                np.add.at(of_slot, slots, worth[own])
                for number in np.unique(self.states_of_slots[slots]).tolist():
                    known = self.known[number]
                    mine = slice(known.first, known.first + len(known.moves))
                    best = known.first + int(of_slot[mine].argmax())
                    chosen[mine] = 0.0
                    chosen[best] = 1.0
            weights = np.where(own, chosen[self.edge_slots[level]], edges[level])
            np.add.at(values, self.parents[level], weights * values[children])
        return float(values[0]), chosen

    def gains(self, policy: Policy) -> list[float]:
        """What each seat would gain by a best response; together they are the policy's NashConv, 0 in an equilibrium."""
        values = self.values(policy)
        return [self.best_response(policy, seat)[0] - values[seat] for seat in range(self.seats)]

    def solve(self, iterations: int, seen: Callable[[int, Policy], None] | None = None) -> Policy:
        """CFR+: regrets never below 0, later policies weigh more. Of two players it comes to an equilibrium; of more it need not."""
        regrets, total = np.zeros(self.slots), np.zeros(self.slots)
        edges_of = self.edge_slots >= 0
        parents, slots, movers = self.parents[edges_of], self.edge_slots[edges_of], self.movers[edges_of]
        children = np.flatnonzero(edges_of) + 1
        for number in range(1, iterations + 1):
            policy = self.normal(regrets)
            edges = self.edge_chances(policy)
            reach, values = self.reaches(edges), self.node_values(edges)
            own = reach[parents, movers]
            others = reach.prod(axis=1)[parents] / np.where(own > 0, own, 1)
            # Where one's own reach is 0 the product says nothing: it is made again without it.
            for seat in range(self.seats):
                none = (own <= 0) & (movers == seat)
                if none.any():
                    others[none] = np.delete(reach[parents[none]], seat, axis=1).prod(axis=1)
            gain = others * (values[children, movers] - values[parents, movers])
            regrets = np.maximum(regrets + np.bincount(slots, gain, self.slots), 0)
            total += number * np.bincount(slots, own * policy[slots], self.slots)
            if seen is not None:
                seen(number, self.normal(total))
        return self.normal(total)


OVER = -2


class _Grown:
    """Nodes as they are found, the deepest first."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.kinds: list[int] = []
        self.depths: list[int] = []
        self.parents: list[int] = []
        self.slots: list[int] = []
        self.chances: list[float] = []
        self.payoffs: dict[int, list[float]] = {}
        self.known: list[Known] = []
        self._numbers: dict[tuple[Seat, Any], int] = {}
        self._slots = 0

    def begin(self, states: Sequence[CourseState[Any, Any]]) -> None:
        """Chance chooses where to begin."""
        self.kinds.append(NATURE)
        self.depths.append(0)
        self.parents.append(0)
        self.slots.append(NO_SLOT)
        self.chances.append(1.0)
        for state in states:
            seen = tuple(hash(tuple(state.observation(seat))) for seat in range(self.seats))
            self.grow(state, seen, 0, NO_SLOT, 1 / len(states), 1)

    def grow(
        self,
        state: CourseState[Any, Any],
        seen: tuple[Any, ...],
        parent: int,
        slot: int,
        chance: float,
        depth: int,
    ) -> None:
        node = len(self.kinds)
        if node == MOST_NODES:
            raise TooLarge(
                f"This setting has more than {MOST_NODES:,} histories.",
                f"Il y a plus de {MOST_NODES} suites de coups.",
            )
        turn = state.turn()
        seat = (state.precedence() or turn)[0] if turn else OVER
        self.kinds.append(seat)
        self.depths.append(depth)
        self.parents.append(max(parent, 0))
        self.slots.append(slot)
        self.chances.append(chance)
        if seat == OVER:
            self.payoffs[node] = _rewards(state)
        elif seat == NATURE:
            for after, part in _outcomes(state):
                self.grow(after, _told(after, seen), node, NO_SLOT, part, depth + 1)
        else:
            first, moves = self._known_at(state, seat, seen[seat])
            for place, move in enumerate(moves):
                after = state.copy()
                after.play(seat, move)
                self.grow(after, _told(after, seen), node, first + place, 0.0, depth + 1)

    def _known_at(self, state: CourseState[Any, Any], seat: Seat, seen: Any) -> tuple[int, tuple[Move, ...]]:
        number = self._numbers.get((seat, seen))
        if number is None:
            number = self._numbers[seat, seen] = len(self.known)
            moves = tuple(state.moves(seat))
            self.known.append(Known(seat, self._slots, moves, state.copy()))
            self._slots += len(moves)
        known = self.known[number]
        return known.first, known.moves


def _rewards(state: CourseState[Any, Any]) -> list[float]:
    given = [0.0] * state.seats
    state.course.functions["rewards"](state.setting, state.table, given)
    return given


def _told(state: CourseState[Any, Any], before: tuple[Any, ...]) -> tuple[Any, ...]:
    """What everybody has seen with the last event: of chance's moves what has come of them, not in which order."""
    told = []
    for seat in range(state.seats):
        event = state.seen(seat)[-1]
        sight = tuple(state.observation(seat)) if event.seat == NATURE else event.move
        told.append(hash((before[seat], event.seat, sight, event.shown)))
    return tuple(told)


def _outcomes(state: CourseState[Any, Any]) -> Iterator[tuple[CourseState[Any, Any], float]]:
    """What chance may do, each table once."""
    lots = state.game.lots(state)
    moves: list[Move]
    if isinstance(lots, OneOf):
        moves = [lots.made(thing) for thing in lots.things]
    else:
        [pile] = lots.piles
        moves = [lots.made(order) for order in permutations(pile, lots.taken)]
    found: dict[tuple[int, ...], list[Any]] = {}
    for move in moves:
        after = state.copy()
        after.play(NATURE, move)
        row = found.setdefault(tuple(after.table.numbers), [after, 0])
        row[1] += 1
    for after, count in found.values():
        yield after, count / len(moves)


def grow(game: Game[Any, Any], seats: int, **options: Any) -> Tree:
    """The whole tree of a small setting; raises `TooLarge`."""
    return grow_any(game, seats, [options])


def grow_any(game: Game[Any, Any], seats: int, settings: Sequence[Mapping[str, Any]]) -> Tree:
    """The tree of a game that begins in one of several settings, each as likely: a seat knows which as far as it can see it."""
    grown = _Grown(seats)
    states: list[CourseState[Any, Any]] = [game.new(seats, **options) for options in settings]
    if len(states) == 1:
        grown.grow(states[0], ((),) * seats, -1, NO_SLOT, 1.0, 0)
    else:
        grown.begin(states)
    return Tree(seats, grown)
