"""The course once more, with what every seat believes: so a search knows what others go by.

A belief is a mask for each cup and colour: the worlds, one of 64 each, in which the cup has that colour. So the law
tells at once in how many of them a line wins. A player's *credit* is the pile it could still hold if all it has said were true.
"""

from __future__ import annotations

from random import Random

from muscade.games.ptipasspass import course
from muscade.games.ptipasspass.course import (
    CHOOSE,
    MOST_CUPS,
    SAY_DOUBLON,
    SAY_MENTEUR,
    SAY_OK,
    WINDOW_2,
    Setting,
    code_count,
    draw,
    most_moves,
    moves,
    refusal,
    rewards,
    turn,
)
from muscade.games.ptipasspass.course import play as play_on
from muscade.games.ptipasspass.rules import COLOURS, FULL_HAND, MOST_SEATS, holds, is_doublon, is_lie, token
from muscade.kernels.layout import Annotated, Grid, Numbers
from muscade.kernels.primitives import Chance, fill

__all__ = ["code_count", "draw", "most_moves", "moves", "refusal", "rewards", "turn"]

WORLDS = 64
EVERYWHERE = -1
"""All bits: so it is in every world."""
NOWHERE = 0

TRUST = 0.8
"""How likely others think an announcement is true, and how often it is …"""
DOUBT = 0.5
"""… and where a player has said more than can be true."""


class Table(course.Table):
    """What stands on the table, and what everybody makes of it."""

    minds: Annotated[Grid, MOST_SEATS, MOST_CUPS * COLOURS]
    """What each seat believes of each cup, colour by colour."""
    credits: Annotated[Numbers, MOST_SEATS]


def _opinions() -> tuple[int, ...]:
    """How an announcement is taken: in which worlds it is true, and in which it is one of the two other colours.

    For either degree of trust and for every cup, so that what is believed of one says nothing of another.
    """
    rng = Random("what is believed of one cup says nothing of another")
    masks = []
    for trust in (DOUBT, TRUST):
        true = round(trust * WORLDS)
        for _ in range(MOST_CUPS):
            order = rng.sample(range(WORLDS), WORLDS)
            cuts = (order[:true], order[true : (true + WORLDS) // 2], order[(true + WORLDS) // 2 :])
            masks += [mask_of(worlds) for worlds in cuts]
    return tuple(masks)


def mask_of(worlds: list[int]) -> int:
    """These worlds, as a belief has them: the last of 64 is the sign."""
    mask = sum(1 << world for world in worlds)
    return mask - (1 << WORLDS) if mask >> (WORLDS - 1) else mask


OPINIONS = _opinions()


def opinion(degree: int, cup: int, colour: int, announced: int) -> int:
    """In which worlds a token for a cup has that colour, if it was announced with such a degree of trust, 0 or 1."""
    return OPINIONS[COLOURS * (degree * MOST_CUPS + cup) + (colour - announced + COLOURS) % COLOURS]


def redeal(_setting: Setting, _table: Table, _seat: int, _chance: Chance) -> None:
    """Worlds stay as they are: what a seat believes is how many of the very worlds that its search begins in agree."""


# ---------------------------------------------------------------- credit


def spend(credit: int, colour: int) -> int:
    """A token of that colour went, or so the player said."""
    return credit - token(colour) if holds(credit, colour) else credit


def prove(credit: int, colour: int) -> int:
    """A token of that colour was seen in the player's hand."""
    return credit if holds(credit, colour) else credit + token(colour)


def renew(credit: int) -> int:
    """The player got a token that the others did not see: it may be anything."""
    return credit | FULL_HAND


# ---------------------------------------------------------------- what a move tells those at the table


def play(setting: Setting, table: Table, seat: int, code: int) -> None:
    """Make a move that everybody takes notice of."""
    before = table.round
    if code in (SAY_DOUBLON, SAY_MENTEUR):
        _learn_of_challenge(setting, table, seat)
    elif code == SAY_OK:
        if table.phase == WINDOW_2 and table.turn == 1 << seat:
            _learn_of_token(setting, table)
    elif code >= CHOOSE + setting.pair_count:
        line = setting.lines[code - CHOOSE - setting.pair_count]
        for place in range(len(line)):
            _see(setting, table, line[place])
    elif code >= CHOOSE:
        _follow_swap(setting, table, code - CHOOSE)
    play_on(setting, table, seat, code)
    if table.round != before:
        for owner in range(setting.seats):
            fill(table.minds[owner], NOWHERE)
            table.credits[owner] = setting.hands[owner]


def _learn_of_challenge(setting: Setting, table: Table, challenger: int) -> None:
    active, named, fist, credit = table.active, table.named, table.fist, table.credits
    if table.phase == WINDOW_2:
        credit[active] = prove(credit[active], fist)
        if not is_lie(fist, table.announced):
            credit[active] = spend(credit[active], fist)
            credit[challenger] += token(fist)
    elif is_doublon(table.cups[named]):
        credit[active] += table.cups[named]
        for viewer in range(setting.seats):
            for colour in range(COLOURS):
                table.minds[viewer][COLOURS * named + colour] = NOWHERE
    else:
        credit[challenger] = renew(credit[challenger])


def _learn_of_token(setting: Setting, table: Table) -> None:
    """A token goes into its cup: its owner is sure of it, the others have heard of it."""
    active, named, announced = table.active, table.named, table.announced
    degree = int(holds(table.credits[active], announced))
    for viewer in range(setting.seats):
        mind, at = table.minds[viewer], COLOURS * named
        if viewer == active:
            mind[at + table.fist] = EVERYWHERE
            continue
        for colour in range(COLOURS):
            mind[at + colour] |= opinion(degree, named, colour, announced)
    table.credits[active] = spend(table.credits[active], announced)


def _see(setting: Setting, table: Table, cup: int) -> None:
    """Everybody sees what a cup holds."""
    for colour in range(COLOURS):
        mask = EVERYWHERE if holds(table.cups[cup], colour) else NOWHERE
        for seat in range(setting.seats):
            table.minds[seat][COLOURS * cup + colour] = mask


def _follow_swap(setting: Setting, table: Table, pair: int) -> None:
    here, there = COLOURS * setting.pairs[pair][0], COLOURS * setting.pairs[pair][1]
    for viewer in range(setting.seats):
        mind = table.minds[viewer]
        for colour in range(COLOURS):
            held = mind[here + colour]
            mind[here + colour] = mind[there + colour]
            mind[there + colour] = held
