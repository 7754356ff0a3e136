"""PtiPassPass positions put on the table as they are wanted, where playing up to them would be beside the point."""

from __future__ import annotations

from typing import Any

from tests.games.ptipasspass.tables import GAME

from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.course import begin_turn
from muscade.games.ptipasspass.state import PtiPassPassState
from muscade.games.ptipasspass.tokens import pile_of


def table(seats: int = 3, hands: str | None = None, **options: Any) -> PtiPassPassState:
    """A table at which seat 0 begins; with hands as named, ``-`` for an empty one."""
    state: PtiPassPassState = GAME.new(seats, **{"first": 0, **options})
    if hands:
        state.catch_up()
        for seat, hand in enumerate(hands.split()):
            state.table.hands[seat] = rules.EMPTY if hand == "-" else pile_of(hand)
        begin_turn(state.table, 0)
        state.look()
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
    return say(state, state.table.active, f"hide {token} {cup}")


def announce(state: PtiPassPassState, token: str, cup: str, announced: str) -> PtiPassPassState:
    """A turn up to its second window."""
    return say(all_ok(hide(state, token, cup)), state.table.active, f"announce {announced}")


def place(state: PtiPassPassState, token: str, cup: str, announced: str = "") -> PtiPassPassState:
    """A turn that nobody challenges."""
    return all_ok(announce(state, token, cup, announced or token))


def alone(cups: str, others: str) -> PtiPassPassState:
    """Only the first player has tokens, and has placed blue, green and orange; the others lift the same three cups all the while."""
    state = table(hands="BGO - -")
    for token, cup in zip("BGO", cups.split(), strict=True):
        place(state, token, cup)
        for _ in range(2):
            say(state, state.table.active, f"lift {others}")
    return state
