"""Pass Pass tables set up as a test needs them."""

from __future__ import annotations

from array import array
from typing import Any

import muscade
from muscade import NATURE
from muscade.games.pass_pass import rules, talking
from muscade.games.pass_pass.cards import card_number
from muscade.games.pass_pass.moves import Deal
from muscade.games.pass_pass.rules import CARDS, HAND
from muscade.games.pass_pass.state import PassPassState, cards_of

GAME = muscade.game("pass-pass")


def cards(names: str) -> list[int]:
    return [card_number(name) for name in names.split()]


def deal_of(*hands: str) -> Deal:
    """A deal in which each hand holds at least the cards named; the rest is filled up from the low end."""
    wanted = [cards(hand) for hand in hands]
    named = [card for hand in wanted for card in hand]
    others = [card for card in range(CARDS) if card not in named]
    for hand in wanted:
        while len(hand) < HAND:
            hand.append(others.pop(0))
    return Deal(
        tuple(wanted[seat][turn] for turn in range(HAND) for seat in range(len(hands))) + tuple(others)
    )


def dealt(*hands: str, leader: int = 0, **options: Any) -> PassPassState:
    """A game whose first round is dealt that way."""
    state: PassPassState = GAME.new(len(hands), leader=leader, **options)
    state.play(NATURE, deal_of(*hands))
    return state


def run(state: PassPassState, notations: str) -> PassPassState:
    """Moves separated by commas, each by whoever is to act."""
    for notation in notations.split(","):
        [seat] = state.turn()
        state.play(seat, GAME.parse(notation))
    return state


def give(state: PassPassState, seat: int, names: str) -> None:
    """Put cards in front of a player, as if they had been taken in earlier tricks."""
    state.catch_up()
    table, front = state.table, cards(names)
    table.points[seat] += sum(rules.card_points(state.setting.diamonds[card]) for card in front)
    table.counts[seat] += sum(1 << (rules.colour(card) << 3) for card in front)
    table.passes[seat] = rules.fewest(table.counts[seat])
    state.fronts[seat] += front
    state.look()


def record(state: PassPassState, passes: list[int]) -> None:
    """Let the teams have recorded so many Pass Passes in earlier rounds."""
    state.catch_up()
    state.table.recorded_passes[: len(passes)] = array("q", passes)
    state.look()


def hands(state: PassPassState) -> list[list[int]]:
    """Every seat's cards."""
    return [list(cards_of(hand)) for hand in state.table.hands[: state.seats]]


def finish_round(state: PassPassState) -> None:
    """Play the round out: everybody plays their lowest card, and takes the first thing offered."""
    while state.phase in ("play", "first", "second"):
        [seat] = state.turn()
        state.play(seat, state.moves(seat)[0])


def score_round(state: PassPassState, fronts: dict[int, str]) -> None:
    """A round in a nutshell: cards are dealt, end up in front of the seats as named, and are counted."""
    state.play(NATURE, Deal(tuple(range(CARDS))))
    for seat, names in fronts.items():
        give(state, seat, names)
    state.catch_up()
    talking.settle_scores(state.setting, state.table)
    state.look()
    state.write_pad(state.table)
