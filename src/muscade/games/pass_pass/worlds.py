"""Worlds for searches: the table that a view tells, while cards are played."""

from __future__ import annotations

from collections.abc import Sequence

from muscade.games.pass_pass import rules
from muscade.games.pass_pass.cards import card_number
from muscade.games.pass_pass.course import setting_of
from muscade.games.pass_pass.state import PHASES, deck_of
from muscade.games.pass_pass.table import Table, lay_cards, mask_of
from muscade.games.pass_pass.view import PassPassView


def present(view: PassPassView) -> Table:
    """The table as it is now: who holds which hidden card of a colour is any of the ways, `course.redeal` makes all others."""
    trick = view.trick
    assert trick is not None
    setting = setting_of(view.seats, view.options)
    own, discards = _numbers(view.hand), _numbers(view.discards)
    cards = [card_number(played.card) for played in trick.cards]
    fronts = [_numbers(front) for front in view.front]
    seen = mask_of([*own, *discards, *cards, *(card for front in fronts for card in front)])
    unseen = [card for card in deck_of(setting) if not seen >> card & 1]
    hands = []
    for seat, backs in enumerate(view.backs):
        held = own
        if seat != view.seat:
            held = [
                card
                for tint, count in enumerate(backs)
                for card in [card for card in unseen if rules.colour(card) == tint][:count]
            ]
            unseen = [card for card in unseen if card not in held]
        hands.append(held)
    table = Table(
        turn=1 << view.turn[0],
        phase=PHASES.index(view.phase),
        leader=trick.leader,
        round=view.round,
        trick_number=trick.number,
        first=trick.first or 0,
        second=trick.second or 0,
        taken=cards.index(card_number(trick.first_took[0])) if trick.first_took else 0,
    )
    lay_cards(setting, table, hands, cards, fronts, discards)
    for team, standing in enumerate(view.standings):
        table.recorded_points[team] = standing.recorded_points
        table.recorded_passes[team] = standing.recorded_passes
    return table


def _numbers(names: Sequence[str]) -> list[int]:
    return [card_number(name) for name in names]
