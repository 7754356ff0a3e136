"""Worlds for a search: whole states that a view cannot rule out, with what every seat believes in them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from muscade.core import Seat
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.accounts import UNSEEN, Account, Placed, rounds
from muscade.games.ptipasspass.belief import likely_worlds
from muscade.games.ptipasspass.cups import layout
from muscade.games.ptipasspass.flat import CUPS, FIST, HANDS, MOST_CUPS, PHASES, VICTORIES
from muscade.games.ptipasspass.minds import CREDITS, EVERYWHERE, MINDS, OPINIONS, TRUST, WHOLE, WORLDS
from muscade.games.ptipasspass.tokens import LETTERS
from muscade.games.ptipasspass.view import PtiPassPassView
from muscade.games.ptipasspass.worlds import World
from muscade.kernels.kernel import Numbers


def believed_worlds(view: PtiPassPassView, rng: Random, count: int) -> Numbers:
    """So many worlds, a row each. What others believe in a world follows from what they know in it."""
    assert view.seat is not None
    assert view.active is not None
    assert view.first is not None
    table = layout(view.options["layout"], view.seats, view.options["diagonals"])
    *_, span = rounds(view.history)
    account = Account(view.seats, table, view.history, span)
    worlds = likely_worlds(account, TRUST, max(count, WORLDS), rng)
    row = np.zeros(WHOLE, np.int64)
    row[:VICTORIES] = (
        PHASES.index(view.phase),
        sum(1 << seat for seat in view.turn),
        view.active,
        view.first,
        -1 if view.named is None else table.place(view.named),
        rules.NO_COLOUR if view.fist is None else LETTERS.index(view.fist),
        rules.NO_COLOUR if view.announced is None else LETTERS.index(view.announced),
        len(view.ok),
        view.turns,
    )
    row[VICTORIES : VICTORIES + view.seats] = view.victories
    row[CREDITS : CREDITS + view.seats] = account.credits
    rows = np.tile(row, (count, 1))
    minds = rows[:, MINDS:CREDITS].reshape(count, -1, MOST_CUPS, rules.COLOURS)
    for cup, pool in enumerate(account.pool_at):
        minds[:, : view.seats, cup] = [
            EVERYWHERE if there else 0 for there in rules.palette(account.last_seen[pool])
        ]
        for token in account.placed[pool]:
            _believe(minds, view.seats, view.seat, cup, token, worlds)
    pools = np.array([world.piles for world in worlds[:count]], np.int64)
    rows[:, HANDS : HANDS + view.seats] = pools[:, : view.seats]
    rows[:, CUPS : CUPS + len(account.pool_at)] = pools[:, account.pool_at]
    if account.pending is not None:
        rows[:, FIST] = [world.colours[account.pending] for world in worlds[:count]]
    return rows


def _believe(
    minds: Numbers, seats: int, viewer: Seat, cup: int, token: Placed, worlds: Sequence[World]
) -> None:
    """What everybody believes of a token in a cup: its owner is sure, the others have heard of it."""
    colours = (
        [world.colours[token.unknown] for world in worlds]
        if token.colour == UNSEEN
        else [token.colour] * len(worlds)
    )
    for seat in range(seats):
        if seat == token.seat:
            for world in range(len(minds)):
                minds[world, seat, cup, colours[world]] = EVERYWHERE
        elif seat == viewer:
            for colour in range(rules.COLOURS):
                mask = sum(1 << world for world in range(WORLDS) if colours[world] == colour)
                minds[:, seat, cup, colour] |= np.uint64(mask).astype(np.int64)
        else:
            for colour in range(rules.COLOURS):
                minds[:, seat, cup, colour] |= OPINIONS[1, cup, (colour - token.announced) % rules.COLOURS]
