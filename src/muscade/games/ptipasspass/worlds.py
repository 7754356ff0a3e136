"""Worlds for bots and searches: those that fit what a seat saw, by what it heard, and as tables."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from random import Random

from muscade.core import Seat
from muscade.games.ptipasspass import course, rules
from muscade.games.ptipasspass.account import UNSEEN, Account, Placed, account_of
from muscade.games.ptipasspass.beliefs import EVERYWHERE, TRUST, WORLDS, Table, belief_of, mask_of, opinion
from muscade.games.ptipasspass.course import FIRST, NO_CUP, NOBODY
from muscade.games.ptipasspass.rules import COLOURS
from muscade.games.ptipasspass.state import PHASES
from muscade.games.ptipasspass.tokens import LETTERS
from muscade.games.ptipasspass.unseen import EVEN, Weights, World, Worlds
from muscade.games.ptipasspass.view import PtiPassPassView
from muscade.kernels.primitives import NATURE_BIT

_NO_MINDS = [0] * (len(Table().numbers) - len(course.Table().numbers))
DRAWS = 3
"""Worlds drawn for each one weighed: they are not all as likely, and the likely ones are chosen from them."""


def likely_worlds(
    account: Account, trust: float, count: int, rng: Random, draws: int | None = None
) -> list[World]:
    """So many worlds that fit an account, the more likely ones more often; chosen from so many draws."""
    heard = [_heard(unknown.announced, trust) for unknown in account.unknowns]
    all_worlds = Worlds(account)
    drawn = [world for _ in range(draws or DRAWS * count) if (world := all_worlds.sample(rng, heard))]
    return rng.choices(drawn, [world.weight for world in drawn], k=count)


def _heard(announced: int, trust: float) -> Weights:
    """How likely it is that this was announced of a token, for each colour that it can have."""
    if announced == rules.NO_COLOUR:
        return EVEN
    blue, green, orange = (trust if colour == announced else (1 - trust) / 2 for colour in range(COLOURS))
    return blue, green, orange


def tables(view: PtiPassPassView, rng: Random, count: int) -> list[Table]:
    """So many tables that a view cannot rule out. What others believe at one follows from what they know there."""
    account = account_of(view)
    worlds = likely_worlds(account, TRUST, max(count, WORLDS), rng, DRAWS * count)
    found = [Table.of([*present(view, account, world).numbers, *_NO_MINDS]) for world in worlds[:count]]
    for table in found:
        table.credits[: view.seats] = array("q", account.credits)
    for cup, pool in enumerate(account.pool_at):
        for colour, there in enumerate(rules.palette(account.last_seen[pool])):
            if there:
                _all_believe(found, range(view.seats), cup, colour, EVERYWHERE)
        for token in account.placed[pool]:
            _believe(found, view, cup, token, worlds)
    return found


def present(view: PtiPassPassView, account: Account, world: World) -> course.Table:
    """The table as it is now, in a world of this round."""
    seats, place = view.seats, account.layout.place
    table = course.Table(
        turn=NATURE_BIT if PHASES[FIRST] == view.phase else sum(1 << seat for seat in view.turn),
        phase=PHASES.index(view.phase),
        active=NOBODY if view.active is None else view.active,
        first=NOBODY if view.first is None else view.first,
        named=NO_CUP if view.named is None else place(view.named),
        fist=rules.NO_COLOUR if view.fist is None else LETTERS.index(view.fist),
        announced=rules.NO_COLOUR if view.announced is None else LETTERS.index(view.announced),
        turns=view.turns,
        round=view.round,
    )
    if account.pending is not None:
        table.fist = world.colours[account.pending]
    table.victories[:seats] = array("q", view.victories)
    table.hands[:seats] = array("q", world.piles[:seats])
    table.cups[: len(account.pool_at)] = array("q", [world.piles[pool] for pool in account.pool_at])
    return table


def _all_believe(found: Sequence[Table], seats: Iterable[Seat], cup: int, colour: int, mask: int) -> None:
    """Some seats believe, at every table, that a cup has that colour in these worlds too."""
    for seat in seats:
        at = belief_of(seat, cup) + colour
        for table in found:
            table.minds[at] |= mask


def _believe(
    found: Sequence[Table], view: PtiPassPassView, cup: int, token: Placed, worlds: Sequence[World]
) -> None:
    """What everybody believes of a token in a cup: its owner is sure, the others have heard of it."""
    colours = [world.colours[token.unknown] if token.colour == UNSEEN else token.colour for world in worlds]
    for table, colour in zip(found, colours, strict=False):
        _all_believe([table], [token.seat], cup, colour, EVERYWHERE)
    for colour in range(COLOURS):
        if view.seat is not None and view.seat != token.seat:
            mask = mask_of([world for world in range(WORLDS) if colours[world] == colour])
            _all_believe(found, [view.seat], cup, colour, mask)
        others = [seat for seat in range(view.seats) if seat not in (token.seat, view.seat)]
        _all_believe(found, others, cup, colour, opinion(1, cup, colour, token.announced))
