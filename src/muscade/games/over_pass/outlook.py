"""What a plan is worth as a chance of winning: how far everybody is from home, and how much a turn changes that."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from muscade.games.over_pass.centre import can_be_cleared, may_end_turn
from muscade.games.over_pass.course import Setting, Table
from muscade.games.over_pass.judge import lacking
from muscade.games.over_pass.planner import FIRST, HOPELESS
from muscade.games.race.rules import owner
from muscade.kernels.layout import Grid

SWING = 3.0
"""By so many points, times the root of what is still to do, luck changes a lead; fitted to games of the bots
(`benchmarks/tuning/over_pass.py`)."""
SOON = 10.0


def distances(setting: Setting, table: Table, weights: Sequence[float]) -> list[float]:
    """How far each seat is from winning: by its nearest colour, or by all of them (OP-14)."""
    found: list[list[float]] = [[] for _ in range(setting.seats)]
    for colour in range(setting.places):
        found[owner(colour, setting.seats)].append(lacking(setting, table, weights, colour))
    return [sum(needs) if setting.both else min(needs) for needs in found]


def chance_of(far: Sequence[float], seat: int, gained: float = 0.0) -> float:
    """The chance that a seat wins, once it has gained so much.

    >>> chance_of([50.0, 50.0], 0), chance_of([50.0, 50.0], 0, gained=10.0) > 0.6
    (0.5, True)
    """
    left = [max(0.0, away - (gained if one == seat else 0.0)) for one, away in enumerate(far)]
    swing = SWING * sqrt(min(left) + SOON)
    nearest = min(left)
    chances = [exp((nearest - away) / swing) for away in left]
    return chances[seat] / sum(chances)


def ends(
    setting: Setting, table: Table, boards: Grid, notes: Grid, values: Sequence[float]
) -> dict[int, float]:
    """By the action that a turn begins with, the best end of it that a plan has found."""
    found: dict[int, float] = {}
    here = table.copy()
    words = table.words
    for node in sorted(range(len(values)), key=lambda node: -values[node]):
        if values[node] <= HOPELESS:
            break
        first = int(notes[node][FIRST])
        if first in found:
            continue
        for colour in range(len(here.held)):
            for word in range(words):
                here.held[colour][word] = int(boards[node][colour * words + word])
        if may_end_turn(here, can_be_cleared(setting, here)):
            found[first] = float(values[node])
    return found
