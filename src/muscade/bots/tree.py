"""The one tree that all searches grow, compiled: moves of any number of seats, chance, and secrets.

A node is what has been done since the root, as the moves' codes tell it. Each seat picks the move that is best for
itself, by how the move has fared and how promising it is (PUCT). Chance is a node like any other where its outcomes
can be told apart. Where something is hidden, every simulation begins in another world that the searching seat cannot
tell from the real one: then only moves that are legal in that world can be picked, and each is measured by how often
it could have been picked, which makes this a search over information sets; without secrets both are the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from muscade.kernels.batches import play_out
from muscade.kernels.entries import CHANCE, REALS
from muscade.kernels.lowering import NUMBERS
from muscade.kernels.placeholders import (
    draw,
    evaluate,
    has_evaluate,
    has_priors,
    has_redeal,
    moves,
    part_of,
    play,
    priors,
    redeal,
    rewards,
    setting_of,
    table_of,
    turn,
)
from muscade.kernels.primitives import NATURE_BIT, UNLISTED, any_seat, below
from muscade.kernels.sharing import Integers, Reals

CHILD, SIBLING, CODE, MOVER, VISITS, OFFERED = range(6)
"""The fields of a node: its first child, the next child of its parent, the move that leads to it and who makes it,
how often it was picked and how often it could have been."""
FIELDS = 6
NONE = 0
"""No node: the root is nobody's child."""
NATURE = -1
DEEPEST = 400

_TABLE = types.Array(types.int64, 2, "C")


def _add(links: NDArray[np.int64], totals: Reals, used: int, parent: int, mover: int, code: int) -> int:
    """A new node; there must be room."""
    links[CHILD, used] = NONE
    links[SIBLING, used] = links[CHILD, parent]
    links[CODE, used] = code
    links[MOVER, used] = mover
    links[VISITS, used] = 0
    links[OFFERED, used] = 1
    totals[used] = 0.0
    links[CHILD, parent] = used
    return used


def _pick(
    links: NDArray[np.int64],
    totals: Reals,
    node: int,
    seat: int,
    codes: Integers,
    count: int,
    priors: Reals,
    where: Integers,
    nodes: Integers,
    curiosity: float,
    chance: Any,
) -> int:
    """Which of the listed moves to try; ``nodes`` tells where each leads, if it has been tried here."""
    for place in range(count):
        where[codes[place]] = place + 1
        nodes[place] = NONE
    seen = 0
    gained = 0.0
    tried = 0.0
    child = links[CHILD, node]
    while child != NONE:
        if links[MOVER, child] == seat:
            place = where[links[CODE, child]] - 1
            if place >= 0:
                nodes[place] = child
                links[OFFERED, child] += 1
                seen += links[VISITS, child]
                gained += totals[child]
                tried += priors[place]
        child = links[SIBLING, child]
    for place in range(count):
        where[codes[place]] = 0
    # What has not been tried is taken to be a little worse than what has.
    unknown = gained / seen - 0.2 * np.sqrt(tried) if seen > 0 else 0.5
    best = 0
    highest = -1e9
    first = below(chance, count)  # so that equals have equal chances
    for step in range(count):
        place = first + step
        if place >= count:
            place -= count
        child = nodes[place]
        if child == NONE:
            score = unknown + curiosity * priors[place] * np.sqrt(seen + 1.0)
        else:
            visits = links[VISITS, child]
            score = totals[child] / visits if visits > 0 else unknown
            score += curiosity * priors[place] * np.sqrt(np.float64(links[OFFERED, child])) / (1.0 + visits)
        if score > highest:
            highest = score
            best = place
    return best


def expect(rules: Any, here: Any, codes: Integers, chance: Any, outcome: Reals) -> None:
    """What each seat may expect: what has been won, what the judge says, or what random play comes to."""
    if turn(rules, here) != 0:
        if has_evaluate:
            evaluate(rules, here, chance, outcome)
            return
        play_out(rules, here, codes, chance)
    rewards(rules, here, outcome)


def chance_node(links: Any, node: int, code: int) -> int:
    """The child of a node that an outcome of chance leads to, or `NONE`."""
    child = links[CHILD, node]
    while child != NONE and links[CODE, child] != code:
        child = links[SIBLING, child]
    return int(child)


def weigh(rules: Any, here: Any, seat: int, codes: Integers, count: int, weights: Reals) -> None:
    """How promising each move is."""
    if has_priors:
        priors(rules, here, seat, codes, count, weights)
    else:
        for place in range(count):
            weights[place] = 1.0 / count


def find(codes: Integers, count: int, code: int, otherwise: int) -> int:
    """Where a move stands among those listed."""
    for place in range(count):
        if codes[place] == code:
            return place
    return otherwise


def _learn(links: NDArray[np.int64], totals: Reals, path: Integers, depth: int, outcome: Reals) -> None:
    """Every node on the way is picked once more, and worth what came out for whoever moved there."""
    for step in range(depth):
        node = path[step]
        links[VISITS, node] += 1
        if links[MOVER, node] != NATURE:
            totals[node] += outcome[links[MOVER, node]]


def grow(
    setting: Integers,
    worlds: NDArray[np.int64],
    table: Integers,
    observer: int,
    curiosity: float,
    codes: Integers,
    nodes: Integers,
    where: Integers,
    weights: Reals,
    path: Integers,
    outcome: Reals,
    links: NDArray[np.int64],
    totals: Reals,
    used: int,
    chance: Any,
    simulations: int,
    tried: Integers,
) -> int:
    """Simulate so many times from the worlds in turn; how many nodes there are now. The root is node 0.

    ``table`` to ``outcome`` are room to work in; ``where`` is all 0, and the length of ``path`` is how deep the tree may go.
    Where moves are named in ``tried``, the observer makes them first by turns, each in all worlds before the next; if there are
    none, it picks by itself.
    """
    rules = setting_of(setting)
    here = table_of(table)
    listed = part_of(codes)
    deepest = len(path)
    for simulation in range(simulations):
        world = worlds[simulation % len(worlds)]
        for place in range(len(table)):
            table[place] = world[place]
        if has_redeal:
            redeal(rules, here, observer, chance)
        node = 0
        depth = 0
        fresh = False
        while not fresh and depth < deepest:
            mask = turn(rules, here)
            if mask == 0:
                break
            child = NONE
            seat = NATURE
            if mask == NATURE_BIT:
                code = draw(rules, here, chance)
                fresh = code == UNLISTED
                if not fresh:
                    child = chance_node(links, node, code)
            else:
                seat = observer if node == 0 and mask >> observer & 1 else any_seat(mask, chance)
                count = moves(rules, here, seat, listed)
                place = 0
                if count > 1:
                    weigh(rules, here, seat, listed, count, weights)
                    place = _pick(
                        links, totals, node, seat, listed, count, weights, where, nodes, curiosity, chance
                    )
                    if node == 0 and len(tried) > 0 and seat == observer:
                        place = find(listed, count, tried[simulation // len(worlds) % len(tried)], place)
                    child = nodes[place]
                code = listed[place]
                play(rules, here, seat, code)
                if count == 1:
                    continue
            if child == NONE and not fresh:
                fresh = True
                if used < links.shape[1]:
                    child = _add(links, totals, used, node, seat, code)
                    used += 1
            node = child
            if node != NONE:
                path[depth] = node
                depth += 1
        expect(rules, here, listed, chance, outcome)
        _learn(links, totals, path, depth, outcome)
    return used


GROW = types.int64(
    NUMBERS,
    _TABLE,
    NUMBERS,
    types.int64,
    types.float64,
    NUMBERS,
    NUMBERS,
    NUMBERS,
    REALS,
    NUMBERS,
    REALS,
    _TABLE,
    REALS,
    types.int64,
    CHANCE,
    types.int64,
    NUMBERS,
)
