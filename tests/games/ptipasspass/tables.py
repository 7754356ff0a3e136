"""PtiPassPass tables set up as a test needs them, by playing; only standing cups are looked into from outside."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations, product
from typing import Any

import pytest

import muscade
from muscade import IllegalMove
from muscade.games.ptipasspass.state import PtiPassPassState
from muscade.games.ptipasspass.tokens import letters

GAME = muscade.game("ptipasspass")
WINNING = "a1 b1 c1"
LOSING = "b1 b2 b3"


def table(seats: int = 3, first: int = 0, **options: Any) -> PtiPassPassState:
    """A game that has just begun."""
    state: PtiPassPassState = GAME.new(seats, first=first, **options)
    return state


def run(state: PtiPassPassState, script: str) -> PtiPassPassState:
    """Moves separated by commas, each by the first of those who may act, or ``2: ok``; ``oks`` closes a window."""
    for line in script.split(","):
        seat, colon, notation = line.rpartition(":")
        if notation.strip() == "oks":
            for answering in state.turn():
                state.play(answering, GAME.parse("ok"))
        else:
            state.play(int(seat) if colon else state.turn()[0], GAME.parse(notation))
    return state


def put(state: PtiPassPassState, *tokens: str) -> PtiPassPassState:
    """Turns without a challenge, one for each token and its cup, such as ``B a1``; every announcement is true."""
    for token in tokens:
        run(state, f"hide {token}, oks, announce {token[0]}, oks")
    return state


def place_all(state: PtiPassPassState, *cups: str) -> PtiPassPassState:
    """A round until all hands are empty; ``cups`` names those of blue, green and orange, the cup of each seat in turn."""
    for colour, names in zip("BGO", cups, strict=True):
        of_seat = names.split()
        for _ in range(state.seats):
            put(state, f"{colour} {of_seat[state.turn()[0]]}")
    return state


def filled(blue: str, green: str, orange: str, **options: Any) -> PtiPassPassState:
    """A game in which all tokens stand under cups, and the first player is about to lift."""
    return place_all(table(len(blue.split()), **options), blue, green, orange)


def ready(state: PtiPassPassState) -> PtiPassPassState:
    """Everything is placed: `WINNING` is a line of blue, `LOSING` is none."""
    seats = state.seats
    return place_all(state, " ".join(["a1", "b1", "c1"] + ["a1"] * (seats - 3)), "a2 " * seats, "c2 " * seats)


def win_round(state: PtiPassPassState, winner: int) -> PtiPassPassState:
    """A round that goes to that seat."""
    ready(state)
    while state.turn() != (winner,):
        run(state, f"lift {LOSING}")
    return run(state, f"lift {WINNING}")


def inside(state: PtiPassPassState, cup: str) -> str:
    """What a standing cup holds: nobody at the table sees it (PT-20)."""
    return letters(state.table.cups[state.layout.place(cup)])


def full_cups(state: PtiPassPassState) -> dict[str, str]:
    return {name: inside(state, name) for name in state.layout.names if inside(state, name)}


def hand(state: PtiPassPassState, seat: int) -> str:
    """All tokens of a seat, as it sees them itself."""
    view = state.view(seat)
    return "".join(sorted((*view.hand, view.fist or "")))


def hands(state: PtiPassPassState) -> list[str]:
    return [hand(state, seat) for seat in range(state.seats)]


def viewers(state: PtiPassPassState) -> list[int | None]:
    return [*range(state.seats), None]


def last_shown(state: PtiPassPassState) -> list[tuple[str, ...]]:
    """What the last event brought to light for every seat, and for a spectator."""
    return [state.view(viewer).history[-1].shown for viewer in viewers(state)]


def refusal(state: PtiPassPassState, seat: int, notation: str) -> str:
    """The clause by which a move is refused; it changes nothing."""
    before = [state.view(viewer) for viewer in viewers(state)]
    with pytest.raises(IllegalMove) as refused:
        state.play(seat, GAME.parse(notation))
    assert [state.view(viewer) for viewer in viewers(state)] == before
    assert GAME.parse(notation) not in state.moves(seat)
    assert refused.value.text.en
    assert refused.value.text.fr
    return refused.value.clause


def wins_told_plainly(*cups: str) -> bool:
    """PT-17 word for word: pick one token of each of three cups, in every way."""
    return any(len(set(picked)) in (1, 3) for picked in product(*cups))


def alive_told_plainly(cups: Collection[str]) -> bool:
    """PT-19 word for word: some three cups could win, wherever they stood."""
    return any(wins_told_plainly(*three) for three in combinations(cups, 3))
