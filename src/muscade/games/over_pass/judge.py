"""What a position is worth to a seat: how far everybody's pieces are from home."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from muscade.board import CENTRE
from muscade.games.over_pass.actions import EXIT, SWAP
from muscade.games.over_pass.course import Setting, Table
from muscade.games.race.rules import owner
from muscade.kernels.primitives import lowest
from muscade.kernels.sets import BITS, contains, size, which

ON_EXIT, INSIDE, PER_SLIDE, IN_RESERVE, SECOND, RIVALS = range(6)
"""The weights, in a row: what a piece not yet home lacks, in points, on an exit, anywhere else, for each slide to an exit, in
reserve; how much the second colour counts where one is enough to win (OP-14); how much all other players count together."""
WON = 1000.0
"""What it is worth that the last piece of a colour goes home."""


def lack(setting: Setting, weights: Sequence[float], place: int) -> float:
    """How far a piece there is from home."""
    if contains(setting.exits, place):
        return weights[ON_EXIT]
    return weights[INSIDE] + weights[PER_SLIDE] * setting.slides[place]


def lacking(setting: Setting, table: Table, weights: Sequence[float], colour: int) -> float:
    """How far a colour is from home, all in all."""
    total = (lack(setting, weights, CENTRE) + weights[IN_RESERVE]) * table.reserves[colour]
    for word in range(setting.words):
        mask = table.held[colour][word]
        while mask:
            total += lack(setting, weights, BITS * word + lowest(mask))
            mask &= mask - 1
    return total


def weight(setting: Setting, table: Table, seat: int, weights: Sequence[float], colour: int) -> float:
    """How much a colour matters to a seat, for good or ill."""
    holder = owner(colour, setting.seats)
    matters = 1.0 if holder == seat else -weights[RIVALS] / (setting.seats - 1)
    if setting.both:
        return matters
    needed = lacking(setting, table, weights, colour)
    for other in range(setting.places):
        if other != colour and owner(other, setting.seats) == holder:
            needs = lacking(setting, table, weights, other)
            if needs < needed or (needs == needed and other < colour):
                matters *= weights[SECOND]
    return matters


def weigh(
    setting: Setting, table: Table, seat: int, weights: Sequence[float], worths: MutableSequence[float]
) -> None:
    """What it is worth to a seat that a piece of each colour stands in each place: a row for each colour."""
    for colour in range(setting.places):
        matters = weight(setting, table, seat, weights, colour)
        for place in range(setting.size):
            worths[colour * setting.size + place] = -matters * lack(setting, weights, place)


def gain(
    setting: Setting, table: Table, worths: Sequence[float], kind: int, colour: int, start: int, target: int
) -> float:
    """What an action with a piece of a colour changes at once. Home counts as nothing, all else as less."""
    own = colour * setting.size
    if kind == EXIT:
        return (WON if _is_last(table, colour) else 0.0) - worths[own + start]
    gained = worths[own + target] - worths[own + start]
    if kind == SWAP:
        other = which(table.held, target) * setting.size
        gained += worths[other + start] - worths[other + target]
    return gained


def _is_last(table: Table, colour: int) -> bool:
    """Has a colour one piece left that is not home (OP-14)?"""
    return table.reserves[colour] + size(table.held[colour]) == 1
