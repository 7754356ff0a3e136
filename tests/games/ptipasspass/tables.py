"""PtiPassPass tables set up as a test needs them."""

from __future__ import annotations

from typing import Any

import pytest

import muscade
from muscade import IllegalMove
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.state import PtiPassPassState
from muscade.games.ptipasspass.tokens import letters, pile_of

GAME = muscade.game("ptipasspass")


def table(
    seats: int = 3, hands: str | None = None, cups: dict[str, str] | None = None, **options: Any
) -> PtiPassPassState:
    """A table at which seat 0 begins; with hands and cups as named, ``-`` for an empty hand."""
    state: PtiPassPassState = GAME.new(seats, **{"first": 0, **options})
    for name, tokens in (cups or {}).items():
        state.cups[state.layout.place(name)] = pile_of(tokens)
    if hands:
        state.hands = [rules.EMPTY if hand == "-" else pile_of(hand) for hand in hands.split()]
        state._begin_turn(0)
    return state


def say(state: PtiPassPassState, seat: int, *notations: str) -> PtiPassPassState:
    for notation in notations:
        state.play(seat, GAME.parse(notation))
    return state


def all_ok(state: PtiPassPassState) -> PtiPassPassState:
    """Everybody who is asked says OK."""
    for seat in state.turn():
        say(state, seat, "ok")
    return state


def hide(state: PtiPassPassState, token: str, cup: str) -> PtiPassPassState:
    """The active player's secret choice."""
    return say(state, state.active, f"hide {token} {cup}")


def announce(state: PtiPassPassState, token: str, cup: str, announced: str) -> PtiPassPassState:
    """A turn up to its second window."""
    return say(all_ok(hide(state, token, cup)), state.active, f"announce {announced}")


def place(state: PtiPassPassState, token: str, cup: str, announced: str = "") -> PtiPassPassState:
    """A turn that nobody challenges."""
    return all_ok(announce(state, token, cup, announced or token))


def refused(state: PtiPassPassState, seat: int, notation: str) -> str:
    """The clause by which a move is refused."""
    with pytest.raises(IllegalMove) as refusal:
        say(state, seat, notation)
    return refusal.value.clause


def under(state: PtiPassPassState, cup: str) -> str:
    """What a cup really holds."""
    return letters(state.cups[state.layout.place(cup)])


def hands(state: PtiPassPassState) -> str:
    return " ".join(letters(hand) or "-" for hand in state.hands)
