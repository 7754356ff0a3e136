"""Worlds for searches: where the hidden cards and tokens of a table may be, by what a seat knows of it.

`Game.imagine` tells a whole history and asks of it who could have laid what, and when; this goes by the cards that a seat saw
and those that the others cannot have held (ES-10), and is quick. A world may so be one that a long enough thought could rule
out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from muscade.core import Seat
from muscade.games.passe_eclair.cards import TOKEN_NAMES, card_number, deck, listed, tokens
from muscade.games.passe_eclair.course import PLAYING
from muscade.games.passe_eclair.memory import remember
from muscade.games.passe_eclair.rules import EVERYTHING, FACES, NOBODY, is_blocked
from muscade.games.passe_eclair.table import Setting, Table, any_of, take_token, total
from muscade.games.passe_eclair.view import PasseEclairView
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import Chance, fill

TRIES = 8
"""Deals before one is taken in which play is blocked though it is not, or the other way round."""


def known(view: PasseEclairView) -> tuple[Setting, Table]:
    """The table as a seat knows it, to be made a world by `deal_hidden`.

    In each hand are the cards that are surely there, in the pile and the supplies is all that the seat has not seen; how many
    there really are is told by the numbers beside them. ``held`` says which cards can be the others of a hand.
    """
    memory = remember(view)
    table = memory.table.copy()
    surely = [listed(hand.present) for hand in memory.hands]
    if view.seat is not None:
        surely[view.seat] = [card_number(name) for name in view.hand]
    unseen = Counter(deck(view.options["cards"]))
    for card in range(FACES):
        unseen[card] -= table.box[card] + table.middle[card]
    for seat, cards in enumerate(surely):
        unseen.subtract(cards)
        table.held[seat] = EVERYTHING & ~memory.barred(seat)
        _put(table.hands[seat], Counter(cards))
    _put(table.pile, unseen)
    victory, consolation = map(Counter, tokens(view.options["tokens"]))
    for seat, held in enumerate(view.tokens):
        consolation.subtract(held.spent)
        table.goals[seat] = 0
        fill(table.helpers[seat], 0)
    _put(table.supplies[0], Counter({TOKEN_NAMES.index(name): n for name, n in victory.items()}))
    _put(table.supplies[1], Counter({TOKEN_NAMES.index(name): n for name, n in consolation.items()}))
    if view.seat is not None:
        for name in view.tokens[view.seat].victory:
            take_token(table, table.supplies[0], view.seat, TOKEN_NAMES.index(name))
        for name in view.tokens[view.seat].consolation:
            take_token(table, table.supplies[1], view.seat, TOKEN_NAMES.index(name))
    return memory.setting, table


def _put(counts: Numbers, things: Counter[int]) -> None:
    for thing in range(len(counts)):
        counts[thing] = things[thing]


def deal_hidden(setting: Setting, table: Table, viewer: Seat, chance: Chance) -> bool:
    """Deal what a viewer does not know; is play blocked then just as the referee says (ES-10)?"""
    for seat in range(setting.seats):
        _deal_cards(table, seat, chance)
        if seat != viewer:
            _deal_tokens(table, table.supplies[0], seat, table.victories[seat], chance)
            _deal_tokens(table, table.supplies[1], seat, table.consolations[seat], chance)
    if table.phase != PLAYING:
        return True
    return is_blocked(table.held[: setting.seats], table.top, table.layer) == (table.blocked != 0)


def _deal_cards(table: Table, seat: int, chance: Chance) -> None:
    """The rest of a hand: cards that it can hold, as long as there are any."""
    hand, pile = table.hands[seat], table.pile
    possible = table.held[seat]
    missing = table.sizes[seat]
    table.held[seat] = 0
    likely = unseen = 0
    for card in range(FACES):
        missing -= hand[card]
        unseen += pile[card]
        likely += pile[card] * (possible >> card & 1)
    for _ in range(missing):
        card = any_of(pile, unseen, chance)
        while likely and possible >> card & 1 == 0:
            card = any_of(pile, unseen, chance)
        likely -= possible >> card & 1
        unseen -= 1
        pile[card] -= 1
        hand[card] += 1
    for card in range(FACES):
        table.held[seat] |= (1 if hand[card] else 0) << card


def _deal_tokens(table: Table, supply: Numbers, seat: int, count: int, chance: Chance) -> None:
    for _ in range(count):
        take_token(table, supply, seat, any_of(supply, total(supply), chance))


def worlds(view: PasseEclairView, rng: Random, count: int) -> Sequence[Table]:
    """So many tables that look to the view's seat as the real one does."""
    setting, start = known(view)
    chance = [rng.getrandbits(62) | 1]
    viewer = NOBODY if view.seat is None else view.seat
    found = []
    for _ in range(count):
        for _ in range(TRIES):
            table = start.copy()
            if deal_hidden(setting, table, viewer, chance):
                break
        found.append(table)
    return found
