"""Planning a whole turn: a beam of positions, one more step at a time, judged by the steps still to go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from muscade.board import COLOURS, Board, board_named
from muscade.core import Move
from muscade.games.groups_of_three import rules
from muscade.games.groups_of_three.moves import Step
from muscade.games.groups_of_three.rules import CENTRE, NOWHERE
from muscade.games.groups_of_three.tables import Tables, tables
from muscade.games.groups_of_three.view import GroupsOfThreeView
from muscade.games.race.moves import END
from muscade.games.race.rules import EMPTY

FAR = 60
"""Farther than anything is."""


@dataclass(frozen=True, eq=False)
class Terrain:
    """A board as a traveller sees it; a hop is one step, or two across a transit space."""

    rows: Tables
    names: tuple[str, ...]
    hops: tuple[tuple[tuple[int, int, int], ...], ...]
    """From each space: where to, at how many steps, and across which transit space (or `NOWHERE`)."""
    groups: tuple[tuple[int, int, int], ...]
    reach: tuple[tuple[int, ...], ...]
    """For each group the steps to it from each space of an empty board."""
    depth: tuple[float, ...]
    """For each group how far its spaces are from home, on average."""


@lru_cache(maxsize=16)
def terrain(board: Board) -> Terrain:
    rows = tables(board)
    hops = []
    for here in range(len(board.spaces)):
        found: list[tuple[int, int, int]] = []
        for there in rows.beside[here] if here != CENTRE else ():
            if rows.transit[there]:
                found += [
                    (beyond, 2, there)
                    for beyond in rows.beside[there]
                    if beyond != here and not rows.transit[beyond]
                ]
            else:
                found.append((there, 1, NOWHERE))
        hops.append(tuple(found))
    free = [0] * len(board.spaces)
    return Terrain(
        rows,
        board.spaces,
        tuple(hops),
        board.groups,
        tuple(tuple(distances(rows, group, free)) for group in board.groups),
        tuple(sum(board.steps[space] for space in group) / 3 for group in board.groups),
    )


def distances(rows: Tables, goals: Sequence[int], tolls: Sequence[int]) -> list[int]:
    """Steps from each space to the nearest goal; a toll is what getting into a space costs beyond the step."""
    found = [FAR] * len(tolls)
    rings: list[list[int]] = [[] for _ in range(FAR)]
    for goal in goals:
        found[goal] = 0
        rings[0].append(goal)
    for distance, ring in enumerate(rings):
        for here in ring:
            through = distance + 1 + tolls[here]
            if found[here] < distance or through >= FAR:
                continue
            for there in rows.beside[here]:
                # Nothing comes back out of the Center Square (GT-7).
                if there != CENTRE and through < found[there]:
                    found[there] = through
                    rings[through].append(there)
    return found


class Weights(msgspec.Struct, frozen=True):
    """What a position costs, in steps."""

    waiting: float
    """A piece of the reserve."""
    chance: float
    """A step between here and the next addition."""
    depth: float
    """A step between that group and home."""
    toll: int
    """Somebody else's piece in the way."""


# A piece that comes in by the inmost groups costs about four steps: one to let it in, three to go home. Who thinks that
# a waiting one costs more also takes those that come in far out, and walks a longer way in the end.
BEST = Weights(waiting=5.0, chance=1.5, depth=0.3, toll=2)


class Table:
    """A view in numbers, as the seat to act sees it."""

    def __init__(self, view: GroupsOfThreeView) -> None:
        board = board_named(view.options["board"])
        assert view.colour is not None
        self.terrain = terrain(board)
        self.cells = [EMPTY] * len(board.spaces)
        for piece in view.pieces:
            self.cells[board.space(piece.place)] = COLOURS.index(piece.colour)
        self.colour = COLOURS.index(view.colour)
        self.colours = [COLOURS.index(colour) for colour in view.colours]
        self.owners = dict(zip(self.colours, view.owners, strict=True))
        self.reserves = dict(zip(self.colours, view.reserves, strict=True))
        self.homes = dict(zip(self.colours, view.homes, strict=True))
        self.left = view.left
        self.open = [board.space(name) for name in view.additions]
        self.crossing = NOWHERE if view.crossing is None else board.space(view.crossing)

    def own(self, colour: int) -> tuple[int, ...]:
        return tuple(space for space, occupant in enumerate(self.cells) if occupant == colour)


class Judge:
    """How many steps a colour still needs, all others standing still."""

    def __init__(self, land: Terrain, cells: Sequence[int], colour: int, weights: Weights) -> None:
        self.land = land
        self.weights = weights
        tolls = [0 if occupant in (EMPTY, colour) else weights.toll for occupant in cells]
        self.distance = distances(land.rows, (CENTRE,), tolls)
        # Groups that others fill to two let nobody in; one of theirs saves us a piece.
        self.groups = []
        for number, group in enumerate(land.groups):
            others = sum([cells[space] not in (EMPTY, colour) for space in group])
            if others < 2:
                self.groups.append((weights.depth * land.depth[number], others, land.reach[number]))
        self.groups.sort(key=lambda group: group[0])
        self.known: dict[tuple[int, ...], float] = {}

    def cost(self, own: tuple[int, ...], reserve: int) -> float:
        distance = self.distance
        total = float(sum([distance[space] for space in own]))
        if reserve:
            chance = self.known.get(own)
            if chance is None:
                chance = self.known[own] = self._chance(own)
            total += reserve * self.weights.waiting + chance
        return total

    def _chance(self, own: tuple[int, ...]) -> float:
        """The way to the next addition (GT-9)."""
        best = float(FAR)
        per_step = self.weights.chance
        for depth, others, reach in self.groups:
            if depth + per_step >= best:
                break
            nearest = second = FAR
            for space in own:
                way = reach[space]
                if way < nearest:
                    nearest, second = way, nearest
                elif way < second:
                    second = way
            steps = nearest if others else nearest + second
            best = min(best, per_step * (steps or 1) + depth)
        return best


class Node:
    """A position that the turn can lead to; ``first`` is the action to begin with, END where nothing is done yet."""

    __slots__ = ("cells", "cost", "first", "home", "own", "reserve")

    def __init__(
        self, cells: list[int], own: tuple[int, ...], reserve: int, home: int, first: Move, cost: float
    ) -> None:
        self.cells = cells
        self.own = own
        self.reserve = reserve
        self.home = home
        self.first = first
        self.cost = cost


class Planner:
    """Looks for the cheapest position that the rest of a turn leads to."""

    def __init__(self, land: Terrain, colour: int, judge: Judge, width: int) -> None:
        self.land = land
        self.colour = colour
        self.judge = judge
        self.width = width

    def search(self, left: int, opening: Iterator[tuple[int, Node]]) -> list[Node]:
        """Positions where the turn may end, the best first; ``opening`` tells what can be done at once."""
        levels: list[dict[tuple[int, ...], Node]] = [{} for _ in range(left + 1)]
        for used, node in opening:
            keep(levels[used], node)
        for used, level in enumerate(levels):
            best = sorted(level.values(), key=lambda node: node.cost)[: self.width]
            levels[used] = {node.own: node for node in best}
            for node in best:
                for steps, child in self.children(node, left - used):
                    keep(levels[used + steps], child)
        return sorted((node for level in levels for node in level.values()), key=lambda node: node.cost)

    def children(self, node: Node, left: int) -> Iterator[tuple[int, Node]]:
        """Every hop of every piece, with what it lets in."""
        for origin in node.own:
            for target, steps, across in self.land.hops[origin]:
                if steps <= left:
                    for child in self.hop(node, origin, target, across):
                        yield steps, child

    def hop(self, node: Node, origin: int, target: int, across: int) -> Iterator[Node]:
        cells, reserve, home = node.cells, node.reserve, node.home
        if target == CENTRE:
            if not rules.may_go_home(reserve, home):
                return
        elif cells[target] != EMPTY:
            return
        first = node.first
        if first is END:
            name = self.land.names
            first = Step(name[origin], name[target if across == NOWHERE else across])
        cells = cells.copy()
        cells[origin] = EMPTY
        own = tuple([space for space in node.own if space != origin])
        if target == CENTRE:
            yield Node(cells, own, reserve, home + 1, first, self.judge.cost(own, reserve))
            return
        cells[target] = self.colour
        own = tuple(sorted((*own, target)))
        yield Node(cells, own, reserve, home, first, self.judge.cost(own, reserve))
        rows = self.land.rows
        opened = rules.additions(cells, rows.transit, rows.partners[target], reserve)
        yield from self.filled(cells, own, reserve, home, first, opened)

    def filled(
        self, cells: list[int], own: tuple[int, ...], reserve: int, home: int, first: Move, opened: list[int]
    ) -> Iterator[Node]:
        """One or both of the additions that a step allows (GT-9)."""
        for k, space in enumerate(opened):
            lead = self.land.rows.adds[space] if first is END else first
            more = cells.copy()
            more[space] = self.colour
            grown = tuple(sorted((*own, space)))
            yield Node(more, grown, reserve - 1, home, lead, self.judge.cost(grown, reserve - 1))
            if reserve > 1:
                yield from self.filled(more, grown, reserve - 1, home, lead, opened[k + 1 :])


def keep(level: dict[tuple[int, ...], Node], node: Node) -> None:
    """Of plans that lead to the same places the cheaper one, which has fewer pieces left in reserve."""
    other = level.get(node.own)
    if other is None or node.cost < other.cost:
        level[node.own] = node


def plans(table: Table, weights: Weights, width: int, foresight: int) -> list[Node]:
    """What the next steps of this turn can lead to, the best first; each names the action to begin with."""
    land, colour = table.terrain, table.colour
    judge = Judge(land, table.cells, colour, weights)
    planner = Planner(land, colour, judge, width)
    own, reserve, home = table.own(colour), table.reserves[colour], table.homes[colour]
    root = Node(table.cells, own, reserve, home, END, judge.cost(own, reserve))

    def opening() -> Iterator[tuple[int, Node]]:
        if table.crossing != NOWHERE:
            for target in land.rows.beside[table.crossing]:
                if not land.rows.transit[target]:
                    for child in planner.hop(root, table.crossing, target, NOWHERE):
                        yield 1, child
            return
        yield 0, root
        for child in planner.filled(root.cells, own, reserve, home, END, table.open):
            yield 0, child

    return planner.search(min(table.left, foresight), opening())
