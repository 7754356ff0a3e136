"""Equilibria of two players on whole trees, exactly: found by a linear programme, then proved in fractions.

>>> from muscade.core.registry import game
>>> from muscade.envs.trees import grow
>>> cups = {"cups": 3, "victories": 1, "first": 0, "max_turns": 2, "tokens": "B/", "under": "B/B/"}
>>> solved = solve(grow(game("ptipasspass"), 2, **cups))
>>> solved.value, solved.gains
(Fraction(1, 2), (Fraction(0, 1), Fraction(0, 1)))

What one wins the other loses, so each looks for what brings most against a player who knows how it plays: a linear programme over the chances
with which a player goes each way through the tree (its *sequence form*, by Koller, Megiddo and von Stengel). It needs scipy, which comes with
the extra ``openspiel``. What it finds is rounded to fractions, and what anybody could gain is then reckoned without rounding: if that is
nothing, the fractions are an equilibrium, wherever they came from.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from muscade.core import NATURE, Seat
from muscade.core.errors import MuscadeError
from muscade.envs.trees import NO_SLOT, Policy, Tree
from muscade.kernels.sharing import Integers

LARGEST_DENOMINATOR = 1000
"""Of a chance that is rounded to a fraction."""
TOLERANCE = 1e-9

Chances = list[Fraction]
"""A chance for every slot of a tree."""


class NoEquilibrium(MuscadeError):
    """What was asked for has no answer here."""


class Solved(NamedTuple):
    """Policies of both, and what is proved about them."""

    chances: Chances
    value: Fraction
    """What the first seat gets; the second gets the rest of the game won."""
    gains: tuple[Fraction, Fraction]
    """What each could gain by another policy: nothing, if they are an equilibrium."""


def solve(tree: Tree) -> Solved:
    """An equilibrium of two players; raises `NoEquilibrium` where what one wins is not what the other loses."""
    policy = np.zeros(tree.slots)
    for seat in range(2):
        form = SequenceForm(tree, seat)
        mine = tree.owners == seat
        policy[mine] = form.policy(form.best()[0])[mine]
    return prove(tree, rounded(tree, policy))


def prove(tree: Tree, chances: Chances) -> Solved:
    """What such policies bring, and what could be gained, without rounding."""
    value = exact_value(tree, chances, 0)
    gains = [best_value(tree, chances, seat) - part for seat, part in enumerate((value, 1 - value))]
    return Solved(chances, value, (gains[0], gains[1]))


def rounded(tree: Tree, policy: Policy) -> Chances:
    """A policy in fractions: the nearest with small denominators, and the likeliest action has what is left."""
    chances = [Fraction(float(chance)).limit_denominator(LARGEST_DENOMINATOR) for chance in policy]
    for known in tree.known:
        mine = range(known.first, known.first + len(known.moves))
        likeliest = max(mine, key=lambda slot: chances[slot])
        chances[likeliest] += 1 - sum(chances[slot] for slot in mine)
    return chances


# ---------------------------------------------------------------- without rounding


def _payoff(tree: Tree, node: int, seat: Seat) -> Fraction:
    return Fraction(float(tree.payoffs[node, seat])).limit_denominator(LARGEST_DENOMINATOR)


def _edge(tree: Tree, chances: Chances, edge: int) -> Fraction:
    slot = int(tree.edge_slots[edge])
    return chances[slot] if slot != NO_SLOT else Fraction(float(tree.chances[edge])).limit_denominator(10**9)


def exact_value(tree: Tree, chances: Chances, seat: Seat) -> Fraction:
    """What a seat gets."""
    values = [_payoff(tree, node, seat) for node in range(len(tree.kinds))]
    for edge in range(len(tree.parents) - 1, -1, -1):
        values[tree.parents[edge]] += _edge(tree, chances, edge) * values[edge + 1]
    return values[0]


def best_value(tree: Tree, chances: Chances, seat: Seat) -> Fraction:
    """What a seat gets that knows how the others play: at each of its information states, what is best there."""
    reach = [Fraction(1)] * len(tree.kinds)
    for edge, parent in enumerate(tree.parents.tolist()):
        own = tree.movers[edge] == seat
        reach[edge + 1] = reach[parent] if own else reach[parent] * _edge(tree, chances, edge)
    # Values are weighed with what chance and the others leave of the way there, so that they can be added up.
    values = [_payoff(tree, node, seat) * part if part else Fraction(0) for node, part in enumerate(reach)]
    for level in reversed(tree.levels):
        worth: dict[int, Fraction] = {}
        edges = range(level.start, level.stop)
        own = [edge for edge in edges if tree.movers[edge] == seat]
        for edge in own:
            slot = int(tree.edge_slots[edge])
            worth[slot] = worth.get(slot, Fraction(0)) + values[edge + 1]
        best: dict[int, int] = {}
        for slot, brings in worth.items():
            state = int(tree.states_of_slots[slot])
            if state not in best or brings > worth[best[state]]:
                best[state] = slot
        chosen = set(best.values())
        for edge in edges:
            if tree.movers[edge] != seat or int(tree.edge_slots[edge]) in chosen:
                values[tree.parents[edge]] += values[edge + 1]
    return values[0]


# ---------------------------------------------------------------- the linear programme


class SequenceForm:
    """What a seat can do against a player who answers best, as a linear programme.

    Its unknowns: for every slot of the seat the chance of all its own choices that lead there, and for every information state of the other
    what that can still get out of the seat there, given how the seat plays.
    """

    def __init__(self, tree: Tree, seat: Seat) -> None:
        if tree.seats != 2 or not _what_one_wins_the_other_loses(tree):
            raise NoEquilibrium(
                "An exact equilibrium is of two players, one of whom wins what the other loses.",
                "Un équilibre exact est de deux joueurs dont l'un gagne ce que l'autre perd.",
            )
        from scipy.sparse import coo_matrix  # late: it comes with an extra

        self.tree, self.seat = tree, seat
        self.last = _last_slots(tree)
        mine = [number for number, known in enumerate(tree.known) if known.seat == seat]
        theirs = [number for number, known in enumerate(tree.known) if known.seat != seat]
        before = _slots_before(tree, self.last)
        # Unknowns: the seat's slots and, last of them, the way before any choice; then what the other can get, at first and at each state.
        slots = np.flatnonzero(tree.owners == seat)
        self.place_of = {slot: place for place, slot in enumerate(slots.tolist())} | {NO_SLOT: len(slots)}
        states = {NO_SLOT: len(slots) + 1} | {
            number: len(slots) + 2 + place for place, number in enumerate(theirs)
        }
        self.size = len(slots) + 2 + len(theirs)
        self.root = states[NO_SLOT]

        equal: list[tuple[int, int, float]] = [(0, self.place_of[NO_SLOT], 1.0)]
        for row, number in enumerate(mine, start=1):
            known = tree.known[number]
            equal += [(row, self.place_of[known.first + place], 1.0) for place in range(len(known.moves))]
            equal.append((row, self.place_of[before[number]], -1.0))
        self.equal = _matrix(coo_matrix, equal, len(mine) + 1, self.size)
        self.equal_to = np.zeros(len(mine) + 1)
        self.equal_to[0] = 1.0

        # Each slot of the other: what it can get at the state is no more than what that slot brings.
        rows = {NO_SLOT: 0} | {
            slot: row for row, slot in enumerate(np.flatnonzero(tree.owners == 1 - seat).tolist(), start=1)
        }
        most = [(0, self.root, 1.0)]
        for number in theirs:
            known = tree.known[number]
            most += [(rows[known.first + place], states[number], 1.0) for place in range(len(known.moves))]
            most.append((rows[before[number]], states[number], -1.0))
        most += self._payoffs(rows)
        self.most = _matrix(coo_matrix, most, len(rows), self.size)

    def _payoffs(self, rows: dict[int, int]) -> list[tuple[int, int, float]]:
        tree, other = self.tree, 1 - self.seat
        chance = tree.reaches(tree.edge_chances(np.ones(tree.slots)))[:, NATURE]
        ends = np.flatnonzero(tree.payoffs[:, self.seat])
        return [
            (
                rows[int(self.last[other][node])],
                self.place_of[int(self.last[self.seat][node])],
                -float(chance[node] * tree.payoffs[node, self.seat]),
            )
            for node in ends.tolist()
        ]

    def best(
        self, wanted: Sequence[tuple[int, float]] = (), at_least: float | None = None
    ) -> tuple[Policy, float]:
        """Chances of ways through the tree, and what they are worth; or, of all that are worth ``at_least`` so much, those with the most
        of what is ``wanted``: slots, and how much each counts."""
        from scipy.optimize import linprog

        aim = np.zeros(self.size)
        if at_least is None:
            aim[self.root] = -1.0
        for slot, weight in wanted:
            aim[self.place_of[slot]] -= weight
        bounds: list[tuple[float | None, float | None]]
        bounds = [(0.0, 1.0)] * len(self.place_of) + [(None, None)] * (self.size - len(self.place_of))
        if at_least is not None:
            bounds[self.root] = (at_least - TOLERANCE, None)
        found = linprog(
            aim,
            A_ub=self.most,
            b_ub=np.zeros(self.most.shape[0]),
            A_eq=self.equal,
            b_eq=self.equal_to,
            bounds=bounds,
            method="highs",
        )
        if found.status != 0:
            raise NoEquilibrium(f"No equilibrium: {found.message}", f"Pas d'équilibre : {found.message}")
        return found.x, -float(found.fun)

    def policy(self, ways: Policy) -> Policy:
        """As a chance at each information state; where the seat never comes by its own choice, anything."""
        weights = np.zeros(self.tree.slots)
        for slot, place in self.place_of.items():
            if slot != NO_SLOT:
                weights[slot] = max(0.0, ways[place])
        weights[weights < TOLERANCE] = 0.0
        return self.tree.normal(weights)


def _what_one_wins_the_other_loses(tree: Tree) -> bool:
    ends = tree.payoffs.any(axis=1)
    return bool(np.allclose(tree.payoffs[ends].sum(axis=1), 1.0))


def _last_slots(tree: Tree) -> list[Integers]:
    """Of each seat, at every node, the slot of its own last choice on the way there."""
    last = [np.full(len(tree.kinds), NO_SLOT) for _ in range(tree.seats)]
    for edge, parent in enumerate(tree.parents.tolist()):
        for seat in range(tree.seats):
            mine = tree.movers[edge] == seat
            last[seat][edge + 1] = tree.edge_slots[edge] if mine else last[seat][parent]
    return last


def _slots_before(tree: Tree, last: list[Integers]) -> list[int]:
    """Of each information state, its player's own last choice before it: the same on all ways, since nobody forgets."""
    before = [NO_SLOT] * len(tree.known)
    for edge, slot in enumerate(tree.edge_slots.tolist()):
        if slot != NO_SLOT:
            number = int(tree.states_of_slots[slot])
            before[number] = int(last[tree.known[number].seat][tree.parents[edge]])
    return before


def _matrix(make: Any, entries: list[tuple[int, int, float]], rows: int, columns: int) -> Any:
    """Several entries of one place are added up."""
    at, of, numbers = zip(*entries, strict=True)
    return make((numbers, (at, of)), shape=(rows, columns)).tocsr()
