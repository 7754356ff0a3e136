"""Mono-Line tables set up as a test needs them, by playing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from muscade import IllegalMove
from muscade.board import Board, standard_board
from muscade.core.chance import SeedStream
from muscade.games.mono_line import rules
from muscade.games.mono_line.game import GAME
from muscade.games.mono_line.moves import Put
from muscade.games.mono_line.state import MonoLineState

BOARD = standard_board()

# Nine intersections: the centre a1, the middles of four sides b1 to b4, the corners c1 to c4.
WINDOW = """
board window
line -1,1 1,1
line 1,1 1,-1
line 1,-1 -1,-1
line -1,-1 -1,1
line 0,1 0,-1
line -1,0 1,0
center -0.2,0.2 0.2,0.2 0.2,-0.2 -0.2,-0.2
"""

# A triangle and a line from its top c1 through the centre to the middle of its base: c1 is on a line with everything.
GABLE = """
line 0,2 -2,-1
line 0,2 2,-1
line -2,-1 2,-1
line 0,2 0,-1
center -0.2,0.2 0.2,0.2 0.2,-0.2 -0.2,-0.2
"""

# A grid of 143 intersections.
WIDE = "\n".join(
    [
        *(f"line -5,{row} 5,{row}" for row in range(-6, 7)),
        *(f"line {column},-6 {column},6" for column in range(-5, 6)),
        "center -0.2,0.2 0.2,0.2 0.2,-0.2 -0.2,-0.2",
    ]
)


def table(first: int = 0, **options: Any) -> MonoLineState:
    """A game that has just begun."""
    return GAME.new(2, first=first, **options)


def run(state: MonoLineState, script: str) -> MonoLineState:
    """Moves separated by commas, each by whoever may act."""
    for notation in script.split(","):
        state.play(state.turn()[0], GAME.parse(notation))
    return state


def place(state: MonoLineState, names: str) -> MonoLineState:
    """Whole turns, one for each name: a piece, and the turn declared over."""
    for name in names.split():
        run(state, f"{name}, end")
    return state


def offered(state: MonoLineState) -> set[str]:
    """What the active player is offered."""
    return {str(move) for seat in state.turn() for move in state.moves(seat)}


def puts(state: MonoLineState) -> list[str]:
    return [move.place for seat in state.turn() for move in state.moves(seat) if isinstance(move, Put)]


def thoughts(state: MonoLineState) -> set[str]:
    return {str(move) for seat in state.turn() for move in state.second_thoughts(seat)}


def viewers(state: MonoLineState) -> list[int | None]:
    return [*range(state.seats), None]


def refusal(state: MonoLineState, notation: str, seat: int | None = None) -> IllegalMove:
    """Why a move is refused to whoever may act, or to that seat; it changes nothing."""
    seat = state.turn()[0] if seat is None else seat
    before = [state.view(viewer) for viewer in viewers(state)]
    move = GAME.parse(notation)
    assert move not in (*state.moves(seat), *state.second_thoughts(seat))
    with pytest.raises(IllegalMove) as refused:
        state.play(seat, move)
    assert [state.view(viewer) for viewer in viewers(state)] == before
    assert refused.value.text.en
    assert refused.value.text.fr
    return refused.value


def winner(state: MonoLineState) -> tuple[int, str]:
    """Who has won, and why."""
    outcome = state.outcome()
    assert outcome is not None
    assert state.turn() == ()
    (seat,) = outcome.winners
    assert outcome.scores == ((1, 0) if seat == 0 else (0, 1))
    return seat, outcome.reason


@cache
def lines_by_name(board: Board) -> list[frozenset[str]]:
    return [frozenset(board.intersections[number] for number in line) for line in board.lines]


def open_told_plainly(state: MonoLineState, seat: int) -> list[str]:
    """ML-2 word for word: empty, and no opposing piece on any line through it."""
    pieces = state.view(None).pieces
    taken = {piece.place for piece in pieces}
    opposing = {piece.place for piece in pieces if piece.seat != seat}
    closed = {name for line in lines_by_name(state.board) if line & opposing for name in line}
    return [name for name in state.board.intersections if name not in taken | closed]


def open_places(owners: Sequence[int], lines_of: Sequence[int], held_by_opponent: int) -> list[int]:
    """ML-2: every empty intersection on no line that the opponent holds."""
    return [
        place
        for place, owner in enumerate(owners)
        if owner == rules.NOBODY and not lines_of[place] & held_by_opponent
    ]


def peaceful(state: MonoLineState, turns: int) -> MonoLineState:
    """So many turns in which everybody leaves the other as many places as possible."""
    for _ in range(turns):
        if not state.turn():
            break

        def left_open(name: str) -> int:
            twin = place(state.copy(), name)
            return len(puts(twin))

        place(state, max(puts(state), key=left_open))
    return state


def random_game(options: dict[str, Any], seed: int) -> Iterator[MonoLineState]:
    """The states of a random game, the same object again and again; pieces are tried here and there."""
    rng = SeedStream("mono-line", seed)
    state = GAME.new(2, **options)
    yield state
    while turn := state.turn():
        choices = state.moves(turn[0])
        if (changes := state.second_thoughts(turn[0])) and rng.random() < 0.2:
            choices = changes
        state.play(turn[0], Random.choice(rng, choices))
        yield state
