"""The table of Passe Éclair: where every card and token lies, and how they go from hand to hand.

The pile has no order: chance picks each card when it is needed, which is as good as a shuffle and can be told card by card
to those who see it. So all cards are counts, by what they show. Where something means nothing it has one value, so that
equal tables are equal numbers.
"""

from __future__ import annotations

from muscade.games.passe_eclair.rules import (
    FACES,
    FOOTBALLERS,
    GOALS,
    KINDS,
    NOBODY,
    SOCKE,
    fault,
    goals_on,
    held_back,
    kept_in_the_middle,
)
from muscade.kernels.layout import Annotated, Grid, Layout, Numbers
from muscade.kernels.primitives import Chance, below

MOST_SEATS = 4


class Setting(Layout):
    """What never changes during a game."""

    seats: int
    players_referee: int


class Table(Layout):
    """What does. A card or a seat may be `NOBODY`."""

    phase: int
    round: int
    coach: int
    number: int
    """Cards laid, turned or uncovered so far: it names the top card (ES-9)."""
    passed: int
    """Those who have said "nothing" (ES-10), or "ready" (ES-17)."""
    blocked: int
    """While cards are laid: can nobody play on (ES-10)?"""
    top: int
    layer: int
    under: int
    """The card under the top one while that is wrong (ES-11), and who laid it."""
    under_layer: int
    owed: int
    """Who draws a card or takes a token."""
    consoled: int
    """Who takes a consolation token after that."""
    in_pile: int
    in_box: int
    pile: Annotated[Numbers, FACES]
    box: Annotated[Numbers, FACES]
    middle: Annotated[Numbers, FACES]
    hands: Annotated[Grid, MOST_SEATS, FACES]
    held: Annotated[Numbers, MOST_SEATS]
    """The cards of each hand, as a mask."""
    sizes: Annotated[Numbers, MOST_SEATS]
    supplies: Annotated[Grid, 2, KINDS]
    """Victory and consolation tokens that nobody has taken, by what they show."""
    victories: Annotated[Numbers, MOST_SEATS]
    """How many tokens each has taken (ES-21: that is public), and has not spent."""
    consolations: Annotated[Numbers, MOST_SEATS]
    goals: Annotated[Numbers, MOST_SEATS]
    helpers: Annotated[Grid, MOST_SEATS, FOOTBALLERS]
    """How many tokens with each footballer a seat has (ES-17)."""


def is_wrong(table: Table) -> bool:
    """Has nobody noticed yet that the top card is wrong (ES-11)?"""
    return table.under != NOBODY


def fault_of(setting: Setting, table: Table, seat: int, card: int) -> int:
    """What is wrong with a card that a seat lays on the top card, as `fault` says it."""
    back = held_back(seat, setting.seats, table.top, table.layer)
    return fault(card, table.top, back, table.blocked != 0)


def fault_of_top(setting: Setting, table: Table) -> int:
    """The same of the top card, which is wrong and lies there; it is no Michi, so it does not matter whether play was blocked (ES-11)."""
    back = held_back(table.layer, setting.seats, table.under, table.under_layer)
    return fault(table.top, table.under, back, False)


# ---------------------------------------------------------------- cards and tokens from hand to hand


def add(table: Table, seat: int, card: int) -> None:
    table.hands[seat][card] += 1
    table.held[seat] |= 1 << card
    table.sizes[seat] += 1


def remove(table: Table, seat: int, card: int) -> None:
    table.hands[seat][card] -= 1
    table.sizes[seat] -= 1
    if table.hands[seat][card] == 0:
        table.held[seat] &= ~(1 << card)


def swap(table: Table, seat: int, other: int) -> None:
    """ES-8."""
    mine, theirs = table.hands[seat], table.hands[other]
    for face in range(FACES):
        kept = mine[face]
        mine[face] = theirs[face]
        theirs[face] = kept
    kept = table.held[seat]
    table.held[seat] = table.held[other]
    table.held[other] = kept
    kept = table.sizes[seat]
    table.sizes[seat] = table.sizes[other]
    table.sizes[other] = kept


def pour(counts: Numbers, into: Numbers) -> int:
    """All cards from one place to another; how many there were."""
    poured = 0
    for face in range(FACES):
        poured += counts[face]
        into[face] += counts[face]
        counts[face] = 0
    return poured


def land(table: Table, card: int, layer: int, wrong: bool) -> None:
    """A card is the new top card; a wrong one may have to go back (ES-11)."""
    table.under = table.top if wrong else NOBODY
    table.under_layer = table.layer if wrong else NOBODY
    table.top = card
    table.layer = layer
    table.middle[card] += 1
    table.number += 1
    table.passed = 0


def clear_middle(table: Table) -> None:
    """All that has been played goes to the box."""
    table.in_box += pour(table.middle, table.box)
    table.top = table.layer = table.under = table.under_layer = NOBODY
    table.passed = table.blocked = 0


def refill(table: Table) -> None:
    """ES-12: see to it that there is a card to draw, if there can be."""
    if table.in_pile:
        return
    if table.in_box:
        table.in_pile = pour(table.box, table.pile)
        table.in_box = 0
        return
    kept = kept_in_the_middle(is_wrong(table))
    table.in_pile = pour(table.middle, table.pile) - kept
    table.pile[table.top] -= 1
    table.middle[table.top] += 1
    if kept > 1:
        table.pile[table.under] -= 1
        table.middle[table.under] += 1


def wild_left(table: Table) -> bool:
    """Once the pile is used up: is there a wild guy among what it is made of next (ES-4, ES-12)?"""
    found = False
    if table.in_pile == 0:
        rest = table.box if table.in_box else table.middle
        for face in range(SOCKE):
            found |= rest[face] > 0
    return found


def take_off_pile(table: Table, card: int) -> None:
    table.pile[card] -= 1
    table.in_pile -= 1


def take_token(table: Table, supply: Numbers, seat: int, token: int) -> None:
    """ES-2; ES-17: footballers help."""
    supply[token] -= 1
    table.goals[seat] += goals_on(token)
    if token >= GOALS:
        table.helpers[seat][token - GOALS] += 1


def draw_card(table: Table, seat: int, card: int) -> None:
    """A card of the pile for a seat (ES-3, ES-11)."""
    take_off_pile(table, card)
    add(table, seat, card)


def total(counts: Numbers) -> int:
    """How many things are counted."""
    counted = 0
    for kind in range(len(counts)):
        counted += counts[kind]
    return counted


def list_kinds(counts: Numbers, codes: Numbers) -> int:
    """Write what there is any of; how many kinds there are."""
    found = 0
    for kind in range(len(counts)):
        codes[found] = kind
        found += counts[kind] > 0
    return found


def any_of(counts: Numbers, left: int, chance: Chance) -> int:
    """A thing of those that are left, so many in all, each as likely as the others."""
    skipped = below(chance, left)
    kind = 0
    while skipped >= counts[kind]:
        skipped -= counts[kind]
        kind += 1
    return kind
