"""What a position of Mono-Line is worth: counting what is open. Not law but judgement, shared by bots, search and solver.

Plain functions like those of `rules`, interpreted and compiled. At vigilant tables they mean nothing: search such a game as if
it were friendly.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from math import exp

from muscade.board import NOWHERE
from muscade.games.mono_line.course import ENDING, WORDS, Setting, Table, play, rewards
from muscade.games.mono_line.rules import UNLIMITED, left_open, opponent, pieces_left
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import Chance, count, lowest, room, spread
from muscade.kernels.sets import BITS, size

ENDLESS = 1 << 20
"""More pieces than any board has room for."""
TEMPO = 0.5
"""What it is worth to be the one to move: so much of all that the best piece would take. It makes estimates after an
even and an odd number of pieces agree."""
STEEP = 2.0
"""A lead of so many places wins about three games of four between good players: see `benchmarks.tuning.mono_line`."""


def outlasts(sure: int, most_of_other: int) -> bool:
    """Whoever is to move and has more pieces to place for sure than the other can have at most places last (ML-4)."""
    return sure > most_of_other


def settled(my_sure: int, my_most: int, your_sure: int, your_most: int) -> int:
    """1 if the player to move wins by counting alone, -1 if the opponent does, 0 if something is left to decide.

    >>> settled(3, 5, 0, 2), settled(0, 2, 2, 4), settled(1, 3, 1, 3)
    (1, -1, 0)
    """
    if outlasts(my_sure, your_most):
        return 1
    return 0 if outlasts(my_most, your_sure) else -1


def lead(open_to_me: int, my_sure: int, open_to_you: int, your_sure: int, most_taken: int) -> float:
    """How many places the player to move is ahead, as far as one can see without looking further."""
    return open_to_me + my_sure - open_to_you - your_sure + TEMPO * most_taken


def taken(setting: Setting, table: Table, place: int, player: int) -> int:
    """How much of what is open to a player an opposing piece would close (ML-2)."""
    closed = setting.near[place]
    theirs = table.open[player]
    total = 0
    for word in range(WORDS):
        total += count(theirs[word] & closed[word])
    return total


def pieces_at_most(setting: Setting, table: Table, player: int) -> int:
    """What a player has left, or `ENDLESS`."""
    left = pieces_left(setting.supply, table.placed[player])
    return ENDLESS if left == UNLIMITED else left


def priors(
    setting: Setting, table: Table, seat: int, codes: Numbers, found: int, weights: MutableSequence[float]
) -> None:
    """The more a piece takes from the opponent, the better."""
    other = opponent(seat)
    total = 0.0
    for number in range(found):
        weight = 1.0
        if codes[number] < setting.places:
            weight += taken(setting, table, codes[number], other)
        weights[number] = weight * weight
        total += weights[number]
    for number in range(found):
        weights[number] /= total


def evaluate(setting: Setting, table: Table, _chance: Chance, expected: MutableSequence[float]) -> None:
    """What is seen at a glance, once a tried piece has been declared to stay."""
    seat = lowest(table.turn)
    if table.tried != NOWHERE:
        play(setting, table, seat, setting.places + ENDING)
        if table.turn == 0:
            rewards(setting, table, expected)
            return
        seat = opponent(seat)
    expected[seat] = glance(setting, table, seat)
    expected[opponent(seat)] = 1.0 - expected[seat]


def glance(setting: Setting, table: Table, seat: int) -> float:
    """How likely the player to move is to win."""
    other = opponent(seat)
    mine, yours = table.open[seat], table.open[other]
    safe = room(WORDS)
    for word in range(WORDS):
        safe[word] = yours[word]
    places = room(BITS)
    my_spares = 0
    most = 0
    for word in range(WORDS):
        for number in range(spread(mine[word], places, BITS * word)):
            takes = taken(setting, table, places[number], other)
            if takes == 0:
                my_spares += 1
                continue
            most = max(most, takes)
            for third in range(WORDS):
                safe[third] = left_open(safe[third], setting.near[places[number]][third])
    open_to_me, open_to_you = size(mine), size(yours)
    my_pieces, your_pieces = pieces_at_most(setting, table, seat), pieces_at_most(setting, table, other)
    my_sure, your_sure = min(my_spares, my_pieces), min(size(safe), your_pieces)
    sure = settled(my_sure, min(open_to_me, my_pieces), your_sure, min(open_to_you, your_pieces))
    if sure != 0:
        return 1.0 if sure > 0 else 0.0
    return 1.0 / (1.0 + exp(-lead(open_to_me, my_sure, open_to_you, your_sure, most) / STEEP))
