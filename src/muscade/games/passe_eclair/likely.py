"""Where the hidden cards and tokens of a table may be, by what a seat knows of it; compiled, since it is asked often."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numba import types

from muscade.games.passe_eclair.cards import card_number, deck, tokens
from muscade.games.passe_eclair.memory import Memory
from muscade.games.passe_eclair.numbers import (
    BLOCKED,
    FIGURES,
    GOALS,
    HANDS,
    HELPERS,
    KINDS,
    LAYER,
    PHASE,
    PILE,
    PLAYING,
    SEATS,
    SIZES,
    SUPPLIES,
    TABLE_SEATS,
    TOKENS,
    TOP,
    WORTH,
    add,
    figure,
    figures,
    is_blocked,
)
from muscade.games.passe_eclair.rules import CARDS, FACES, FOOTBALLERS
from muscade.games.passe_eclair.view import PasseEclairView
from muscade.kernels.chance import shuffle
from muscade.kernels.compiler import CHANCE, NUMBERS, compiled
from muscade.kernels.kernel import Numbers

TRIES = 8
"""Deals before one is taken in which play is blocked though it is not, or the other way round."""

# What is hidden, in numbers: how many cards and tokens of either sort, how many of them each seat holds, the figures
# that a seat cannot hold, and the cards and tokens themselves.
COUNTS = 0
MISSING = COUNTS + 3
BARRED = MISSING + 3 * SEATS
POOLS = BARRED + SEATS
POOL = CARDS
HIDDEN_SIZE = POOLS + 3 * POOL


def hidden(memory: Memory, view: PasseEclairView) -> tuple[list[list[int]], Numbers]:
    """The cards that are surely in each hand, and what is hidden."""
    seats = range(view.seats)
    surely = [hand.surely() for hand in memory.all_hands()]
    if view.seat is not None:
        surely[view.seat] = [card_number(name) for name in view.hand]
    seen = Counter(memory.box) + Counter(memory.middle)
    for cards in surely:
        seen.update(cards)
    victory, consolation = map(Counter, tokens(view.options["tokens"]))
    for held in view.tokens:
        victory -= Counter(held.victory)
        consolation -= Counter(held.consolation)
        consolation -= Counter(held.spent)
    numbers = np.zeros(HIDDEN_SIZE, np.int64)
    for seat in seats:
        held = view.tokens[seat]
        unknown = held.goals is None
        numbers[MISSING + seat] = view.hands[seat] - len(surely[seat])
        numbers[MISSING + SEATS + seat] = unknown * len(held.victory)
        numbers[MISSING + 2 * SEATS + seat] = unknown * len(held.consolation)
        numbers[BARRED + seat] = memory.barred(seat)
    pools = (
        list((Counter(deck(view.options["cards"])) - seen).elements()),
        list(map(TOKENS.index, victory.elements())),
        list(map(TOKENS.index, consolation.elements())),
    )
    for sort, pool in enumerate(pools):
        numbers[COUNTS + sort] = len(pool)
        numbers[POOLS + sort * POOL : POOLS + sort * POOL + len(pool)] = pool
    return surely, numbers


@compiled(types.boolean(NUMBERS, NUMBERS, NUMBERS, CHANCE))
def deal_cards(ground: Numbers, state: Numbers, unseen: Numbers, chance: Any) -> bool:
    """Deal the hidden cards; is play blocked then just as the referee says (ES-10)?"""
    seats = ground[TABLE_SEATS]
    pool = unseen[POOLS : POOLS + POOL]
    count = unseen[COUNTS]
    shuffle(chance, pool, count)
    dealt = 0
    for seat in range(seats):
        barred = unseen[BARRED + seat]
        for _ in range(unseen[MISSING + seat]):
            place = dealt
            while place < count - 1 and barred >> figure(pool[place]) & 1:
                place += 1
            card = pool[place]
            pool[place] = pool[dealt]
            pool[dealt] = card
            add(state, seat, card)
            dealt += 1
        row = HANDS + CARDS * seat
        state[FIGURES + seat] = figures(state[row : row + state[SIZES + seat]])
    state[PILE : PILE + FACES] = 0
    for place in range(dealt, count):
        state[PILE + pool[place]] += 1
    if state[PHASE] != PLAYING:
        return True
    return bool(
        is_blocked(state[FIGURES : FIGURES + seats], state[TOP], state[LAYER]) == (state[BLOCKED] != 0)
    )


@compiled(types.void(NUMBERS, NUMBERS, NUMBERS, NUMBERS, CHANCE))
def imagine(ground: Numbers, known: Numbers, unseen: Numbers, state: Numbers, chance: Any) -> None:
    """Make ``state`` a world: what is ``known`` of the table, and what is hidden dealt in any way that is likely."""
    for _ in range(TRIES):
        state[:] = known
        if deal_cards(ground, state, unseen, chance):
            break
    for sort in range(1, 3):
        pool = unseen[POOLS + sort * POOL : POOLS + (sort + 1) * POOL]
        left = unseen[COUNTS + sort]
        shuffle(chance, pool, left)
        for seat in range(ground[TABLE_SEATS]):
            for _ in range(unseen[MISSING + SEATS * sort + seat]):
                left -= 1
                kind = pool[left]
                state[GOALS + seat] += ground[WORTH + kind]
                if kind < FOOTBALLERS:
                    state[HELPERS + FOOTBALLERS * seat + kind] += 1
        supply = SUPPLIES + KINDS * (sort - 1)
        state[supply : supply + KINDS] = 0
        for place in range(left):
            state[supply + pool[place]] += 1
