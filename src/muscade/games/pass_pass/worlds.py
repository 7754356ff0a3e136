"""Worlds for searches: the table that a view tells, while cards are played."""

from __future__ import annotations

from muscade.games.pass_pass import rules
from muscade.games.pass_pass.cards import card_number
from muscade.games.pass_pass.course import setting_of
from muscade.games.pass_pass.state import PHASES, deck_of
from muscade.games.pass_pass.table import Table
from muscade.games.pass_pass.view import PassPassView


def present(view: PassPassView) -> Table:
    """The table as it is now: who holds which hidden card of a colour is any of the ways, `course.redeal` makes all others."""
    trick = view.trick
    assert trick is not None
    cards = [card_number(played.card) for played in trick.cards]
    table = Table(
        turn=1 << view.turn[0],
        phase=PHASES.index(view.phase),
        leader=trick.leader,
        round=view.round,
        trick_number=trick.number,
        played=len(cards),
        first=trick.first or 0,
        second=trick.second or 0,
        taken=cards.index(card_number(trick.first_took[0])) if trick.first_took else 0,
    )
    setting = setting_of(view.seats, view.options)
    diamonds = setting.diamonds
    table.out = _mask([*cards, *map(card_number, view.discards)])
    for place, card in enumerate(cards):
        table.trick[place] = card
    for seat, names in enumerate(view.front):
        front = [card_number(name) for name in names]
        table.out |= _mask(front)
        table.points[seat] = sum(rules.card_points(diamonds[card]) for card in front)
        table.counts[seat] = sum(1 << (rules.colour(card) << 3) for card in front)
        table.passes[seat] = view.passes[seat]
    for team, standing in enumerate(view.standings):
        table.recorded_points[team] = standing.recorded_points
        table.recorded_passes[team] = standing.recorded_passes
    own = [card_number(name) for name in view.hand]
    seen = table.out | _mask(own)
    unseen = [card for card in deck_of(setting) if not seen >> card & 1]
    for seat, backs in enumerate(view.backs):
        held = own
        if seat != view.seat:
            held = [
                card
                for tint, count in enumerate(backs)
                for card in [card for card in unseen if rules.colour(card) == tint][:count]
            ]
            unseen = [card for card in unseen if card not in held]
        table.hands[seat] = _mask(held)
    return table


def _mask(cards: list[int]) -> int:
    return sum(1 << card for card in cards)
