"""Bots that search: for a time, not for a number of steps, and from what their seat may know."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import msgspec

from muscade.bots.base import Bot
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


class Judged(NamedTuple):
    """What a search has found out about one move."""

    move: Move
    visits: int
    value: float


class Found(NamedTuple):
    """All moves of the root, the most visited first, and how much work it was."""

    moves: tuple[Judged, ...]
    simulations: int


def search(kernel: Kernel, view: View, effort: Effort, rng: Random, seat: Seat | None = None) -> Found:
    """Search from a view. The same every time if the number of simulations, not the clock, ends it."""
    import numpy as np

    from muscade.bots import tree
    from muscade.kernels.chance import chance_of

    observer = view.seat if seat is None else seat
    assert observer is not None
    grow = kernel.machine.entry(tree.grow, tree.GROW)
    redealt = "redeal" in kernel.course.functions
    chance = chance_of(rng.getrandbits(62))
    links = np.empty((tree.FIELDS, NODES), np.int64)
    totals = np.empty(NODES)
    links[:, 0] = 0
    by_the_clock = effort.simulations == UNCOUNTED
    stretch = 64 if by_the_clock or not redealt else 1024
    used, done = 1, 0
    worlds = kernel.worlds(view, rng, effort.worlds)
    root = worlds[0].copy()
    most, seats = kernel.most_moves, kernel.seats
    scratch = (
        np.empty(most, np.int64),
        np.empty(most, np.int64),
        np.zeros(kernel.code_count, np.int64),
        np.empty(most),
        np.empty(min(effort.depth, tree.DEEPEST), np.int64),
        np.empty(seats),
    )
    end = time.perf_counter() + effort.seconds
    while (begun := time.perf_counter()) < end and done < effort.simulations:
        if done and len(worlds) > 1 and not redealt:
            worlds = kernel.worlds(view, rng, effort.worlds)
        some = min(stretch, effort.simulations - done)
        used = grow(
            kernel.setting,
            worlds,
            root.copy(),
            observer,
            effort.curiosity,
            *scratch,
            links,
            totals,
            used,
            chance,
            some,
        )
        done += some
        # Where the clock alone decides, look at it often enough; otherwise steps are always the same.
        if by_the_clock:
            spent = max(time.perf_counter() - begun, 1e-6)
            stretch = max(1, min(2 * stretch, int(some * min(SLICE, end - begun) / spent)))
    return Found(_judged(kernel, root, observer, links, totals), done)


def _judged(kernel: Kernel, root: Any, observer: Seat, links: Any, totals: Any) -> tuple[Judged, ...]:
    """What the tree says of the observer's moves, the most visited first."""
    from muscade.bots import tree

    judged = []
    child = int(links[tree.CHILD, 0])
    while child != tree.NONE:
        visits = int(links[tree.VISITS, child])
        if links[tree.MOVER, child] == observer and visits:
            move = kernel.move(root, int(links[tree.CODE, child]))
            judged.append(Judged(move, visits, float(totals[child]) / visits))
        child = int(links[tree.SIBLING, child])
    return tuple(sorted(judged, key=lambda one: (-one.visits, -one.value)))


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
