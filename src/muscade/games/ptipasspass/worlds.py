"""Worlds for bots and searches: those that fit what a seat saw, by what it heard, and as tables."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from random import Random

from muscade.core import Seat
from muscade.games.ptipasspass import course, rules
from muscade.games.ptipasspass.account import SOMEBODY, UNSEEN, Account, Placed
from muscade.games.ptipasspass.beliefs import EVERYWHERE, TRUST, WORLDS, Table, mask_of, opinion
from muscade.games.ptipasspass.course import FIRST, NO_CUP, NOBODY
from muscade.games.ptipasspass.memory import Memory, memory_of
from muscade.games.ptipasspass.rules import COLOURS
from muscade.games.ptipasspass.state import PHASES
from muscade.games.ptipasspass.tokens import LETTERS
from muscade.games.ptipasspass.unseen import EVEN, Weights, World
from muscade.games.ptipasspass.view import PtiPassPassView
from muscade.kernels.primitives import NATURE_BIT

_NO_MINDS = [0] * (len(Table().numbers) - len(course.Table().numbers))
DRAWS = 3
"""Worlds drawn for each one weighed: they are not all as likely, and the likely ones are chosen from them."""


def likely_worlds(
    memory: Memory, trust: float, count: int, rng: Random, draws: int | None = None
) -> list[World]:
    """So many worlds that fit the round that is being played, the more likely ones more often; chosen from so many draws."""
    heard = [_heard(unknown.announced, trust) for unknown in memory.account.unknowns]
    all_worlds = memory.worlds
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
    memory = memory_of(view)
    account = memory.account
    worlds = likely_worlds(memory, TRUST, max(count, WORLDS), rng, DRAWS * count)
    common = Table.of([*present(view, account, worlds[0]).numbers, *_NO_MINDS])
    common.credits[: view.seats] = array("q", account.credits)
    secrets = []
    for cup, pool in enumerate(account.pool_at):
        for colour, there in enumerate(rules.palette(account.last_seen[pool])):
            if there:
                _believe(common, range(view.seats), cup, colour, EVERYWHERE)
        for token in account.placed[pool]:
            _hear(common, view, cup, token, worlds)
            if token.colour == UNSEEN and token.seat != SOMEBODY:
                secrets.append((token, cup))
    found = []
    for world in worlds[:count]:
        table = common.copy()
        _fill_in(table, account, world)
        for token, cup in secrets:
            _believe(table, [token.seat], cup, world.colours[token.unknown], EVERYWHERE)
        found.append(table)
    return found


def present(view: PtiPassPassView, account: Account, world: World) -> course.Table:
    """The table as it is now, in a world of this round."""
    table = course.Table(
        turn=NATURE_BIT if PHASES[FIRST] == view.phase else sum(1 << seat for seat in view.turn),
        phase=PHASES.index(view.phase),
        active=NOBODY if view.active is None else view.active,
        first=NOBODY if view.first is None else view.first,
        named=NO_CUP if view.named is None else account.layout.place(view.named),
        fist=rules.NO_COLOUR if view.fist is None else LETTERS.index(view.fist),
        announced=rules.NO_COLOUR if view.announced is None else LETTERS.index(view.announced),
        turns=view.turns,
        round=view.round,
    )
    table.victories[: view.seats] = array("q", view.victories)
    _fill_in(table, account, world)
    return table


def _fill_in(table: course.Table, account: Account, world: World) -> None:
    """What a world says of hands, cups and the fist."""
    table.hands[: account.seats] = array("q", world.piles[: account.seats])
    table.cups[: len(account.pool_at)] = array("q", [world.piles[pool] for pool in account.pool_at])
    if account.pending is not None:
        table.fist = world.colours[account.pending]


def _believe(table: Table, seats: Iterable[Seat], cup: int, colour: int, mask: int) -> None:
    """Some seats believe that a cup has that colour in these worlds too."""
    for seat in seats:
        table.minds[seat][COLOURS * cup + colour] |= mask


def _hear(table: Table, view: PtiPassPassView, cup: int, token: Placed, worlds: Sequence[World]) -> None:
    """What is believed of a token in a cup at all tables: its owner is sure if it is the viewer, others go by what they heard.

    Of a token that nobody has heard of, all believe what the viewer can.
    """
    others = [seat for seat in range(view.seats) if seat not in (token.seat, view.seat)]
    for colour in range(COLOURS):
        if token.seat != SOMEBODY:
            _believe(table, others, cup, colour, opinion(1, cup, colour, token.announced))
        if token.colour == colour:
            _believe(table, [token.seat], cup, colour, EVERYWHERE)
        elif token.colour == UNSEEN and view.seat is not None:
            likely = [number for number in range(WORLDS) if worlds[number].colours[token.unknown] == colour]
            believers = range(view.seats) if token.seat == SOMEBODY else [view.seat]
            _believe(table, believers, cup, colour, mask_of(likely))
