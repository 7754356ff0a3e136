"""Bots that search: for a time, not for a number of steps, and from what their seat may know."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import msgspec

from muscade.bots.base import Bot, Valued
from muscade.bots.valuing import value_moves
from muscade.core.game import Game
from muscade.core.moves import Move, Seat
from muscade.core.text import Text
from muscade.core.views import View
from muscade.kernels import compile_too, kernel_of, ready

if TYPE_CHECKING:
    from muscade.kernels.course import Course
    from muscade.kernels.kernel import Kernel

UNCOUNTED = 1 << 40
"""So many simulations that the clock alone ends a search."""
NODES = 400_000
"""A tree has room for so many; then it only learns about those it has."""
SLICE = 0.02
"""About so many seconds pass between two looks at the clock."""


def _compile_tree(course: Course) -> None:
    from muscade.bots import tree  # late: it brings the compiler

    course.machine.entry(tree.grow, tree.GROW)


compile_too(_compile_tree)


class Effort(msgspec.Struct, frozen=True):
    """How hard a bot thinks."""

    seconds: float
    simulations: int = UNCOUNTED
    """It stops earlier after so many."""
    worlds: int = 8
    """How many worlds it imagines for each slice of time, where something is hidden."""
    curiosity: float = 1.5
    """How much it tries what has fared worse so far."""
    depth: int = 400
    """The tree is so many moves deep; what comes later is for the kernel's evaluation alone."""
    slips: float = 0.0
    """How often it does anything it may."""
    pace: int = 100_000
    """About so many simulations it makes in a second, for those who count work and not time."""


class Judged(NamedTuple):
    """What a search has found out about one move."""

    move: Move
    visits: int
    value: float


class Found(NamedTuple):
    """All moves of the root, the most visited first, and how much work it was."""

    moves: tuple[Judged, ...]
    simulations: int


class Growth:
    """A tree that a search grows from a view, as far as it likes."""

    def __init__(
        self, kernel: Kernel, view: View, effort: Effort, rng: Random, seat: Seat | None = None
    ) -> None:
        import numpy as np

        from muscade.bots import tree
        from muscade.kernels.chance import chance_of

        observer = view.seat if seat is None else seat
        assert observer is not None
        self.observer = observer
        self._kernel, self._view, self._effort, self._rng = kernel, view, effort, rng
        self._grow = kernel.machine.entry(tree.grow, tree.GROW)
        self.redealt = "redeal" in kernel.course.functions
        self._chance = chance_of(rng.getrandbits(62))
        self._links = np.empty((tree.FIELDS, NODES), np.int64)
        self._totals = np.empty(NODES)
        self._links[:, 0] = 0
        self._used = 1
        self.done = 0
        """Simulations so far."""
        self.worlds = kernel.worlds(view, rng, effort.worlds)
        self._root = self.worlds[0].copy()
        most, seats = kernel.most_moves, kernel.seats
        self._scratch = (
            np.empty(most, np.int64),
            np.empty(most, np.int64),
            np.zeros(kernel.code_count, np.int64),
            np.empty(most),
            np.empty(min(effort.depth, tree.DEEPEST), np.int64),
            np.empty(seats),
        )
        self._free = np.empty(0, np.int64)

    def code(self, move: Move) -> int:
        """Of one of the observer's moves now."""
        return self._kernel.code(self._root, self.observer, move)

    def grow(self, simulations: int, tried: Any = None) -> None:
        """So many more simulations; all of them begin with the moves of these codes by turns, where there are any."""
        if self.done and len(self.worlds) > 1 and not self.redealt:
            self.worlds = self._kernel.worlds(self._view, self._rng, self._effort.worlds)
        self._used = self._grow(
            self._kernel.setting,
            self.worlds,
            self._root.copy(),
            self.observer,
            self._effort.curiosity,
            *self._scratch,
            self._links,
            self._totals,
            self._used,
            self._chance,
            simulations,
            self._free if tried is None else tried,
        )
        self.done += simulations

    def judged(self) -> tuple[Judged, ...]:
        """What the tree says of the observer's moves, the most visited first."""
        from muscade.bots import tree

        links, judged = self._links, []
        child = int(links[tree.CHILD, 0])
        while child != tree.NONE:
            visits = int(links[tree.VISITS, child])
            if links[tree.MOVER, child] == self.observer and visits:
                move = self._kernel.move(self._root, int(links[tree.CODE, child]))
                judged.append(Judged(move, visits, float(self._totals[child]) / visits))
            child = int(links[tree.SIBLING, child])
        return tuple(sorted(judged, key=lambda one: (-one.visits, -one.value)))


def search(kernel: Kernel, view: View, effort: Effort, rng: Random, seat: Seat | None = None) -> Found:
    """Search from a view. The same every time if the number of simulations, not the clock, ends it."""
    growth = Growth(kernel, view, effort, rng, seat)
    by_the_clock = effort.simulations == UNCOUNTED
    stretch = 64 if by_the_clock or not growth.redealt else 1024
    end = time.perf_counter() + effort.seconds
    while (begun := time.perf_counter()) < end and growth.done < effort.simulations:
        some = min(stretch, effort.simulations - growth.done)
        growth.grow(some)
        # Where the clock alone decides, look at it often enough; otherwise steps are always the same.
        if by_the_clock:
            spent = max(time.perf_counter() - begun, 1e-6)
            stretch = max(1, min(2 * stretch, int(some * min(SLICE, end - begun) / spent)))
    return Found(growth.judged(), growth.done)


class SearchBot:
    """Searches as hard as its effort says; while its kernel is not compiled yet, another bot plays for it."""

    def __init__(self, game: Game[Any, Any], title: Text, effort: Effort, meanwhile: Bot) -> None:
        self.game = game
        self.title = title
        self.effort = effort
        self.meanwhile = meanwhile

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """The move that the search has visited most."""
        if len(moves) == 1:
            return moves[0]
        if rng.random() < self.effort.slips:
            return rng.choice(moves)
        if not ready(self.game):
            return self.meanwhile.choose(view, moves, rng)
        found = search(self.kernel(view), view, self.effort, rng)
        offered = set(moves)
        for judged in found.moves:
            if judged.move in offered:
                return judged.move
        return self.meanwhile.choose(view, moves, rng)

    def values(self, view: View, moves: Sequence[Move], rng: Random, seconds: float) -> Sequence[Valued]:
        """By its search, each move tried in its turn; see `muscade.bots.valuing`."""
        return value_moves(self.kernel(view), view, moves, self.effort, rng, int(seconds * self.effort.pace))

    def kernel(self, view: View) -> Kernel:
        """What it searches in: the game's own kernel, where no other is better."""
        return kernel_of(self.game, view.seats, view.options)

    @property
    def seconds(self) -> float:
        """How long it searches for a move."""
        return self.effort.seconds

    def thinking(self, seconds: float) -> Self:
        """The same bot with another time to think."""
        return type(self)(
            self.game, self.title, msgspec.structs.replace(self.effort, seconds=seconds), self.meanwhile
        )
