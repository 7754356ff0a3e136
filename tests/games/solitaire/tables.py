"""Puzzles set up as a test needs them, and a solution of each."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.groups_of_three.tables import WITH_A_GROUP_AT_A_TRANSIT_SPACE

from muscade import Game, IllegalMove
from muscade.board import board_named
from muscade.games.full_house.game import GAME as FULL_HOUSE
from muscade.games.over_pass_spiral.game import GAME as SPIRAL
from muscade.games.solitaire.state import PuzzleState
from muscade.games.twisted_jumps.game import GAME as TWISTED_JUMPS

State = PuzzleState[Any, Any]
PUZZLES: dict[str, Game[Any, Any]] = {game.name: game for game in (FULL_HOUSE, TWISTED_JUMPS, SPIRAL)}

FULL_HOUSE_IN_37 = (
    "7.8>8.8, 7.1>8.1, add 7.1, add 7.8, 7.8>8.16, add 7.7, add 7.8, 7.7>8.15, 8.8>7.7, 7.7>8.7, add 7.6, add 7.7, "
    "7.6>8.14, 8.7>7.6, add 8.6, add 8.7, 8.6>7.5, add 8.6, 7.5>8.5, 7.1>8.2, 8.1>7.1, add 8.1, 7.1>8.10, add 7.1, "
    "add 7.2, 7.6>6.15, 8.6>7.5, add 8.6, 7.5>8.13, add 7.4, add 7.5, 7.4>8.12, 8.5>7.4, add 8.4, add 8.5, 8.4>7.3, "
    "add 8.4, 6.15>6.7, 7.7>6.15, add 5.6, add 5.7, 7.8>8.8, add 7.7, add 7.8, 7.3>8.11, 7.7>6.16, add 6.8, 7.5>6.14, "
    "add 6.6, 6.6>5.5, add 6.6, 6.8>5.8, add 6.8, 7.8>6.9, add 6.1, 8.7>7.7, add 8.7, 7.4>6.13, add 6.5, 6.1>5.1, "
    "add 6.1, 8.1>7.8, add 8.1, 7.2>8.3, add 7.2, add 7.3, 8.5>7.5, add 8.5, 7.2>6.10, add 6.2, 6.13>7.4, 5.5>6.13, "
    "add 5.4, add 5.5"
)
TWISTED_JUMPS_IN_2 = (
    "b1xb4>c7, c7xd6>e7, e7xd7>e8, e8xd8>e1, e1xd1>e2, e2xd2>e3, e3xd3>e4, e4xd4>e5, e5xd5>c5, c5xb3>a1, a1xb2>b3, "
    "b3xc6>b4, b4xc8>b1, b1xc2>b2, c4xb2>a1"
)
SPIRAL_TO_THE_CENTRE = (
    "g1xf2>e2, g3xf7>e4, g4xf8>e5, g8xb1>a1, g5xf11>e6, g2xf4>e3, f16xf1>e1, f9xc1>b1, f15xd1>c1, f3xe2>d1, "
    "f6xf10>f11, e4xf11>f10, f5xe6>f11, f10xf11>e6, e5xd7>e7, e6xe8>d7, e3xd3>e4, e1xe4>d3, e7xd8>e1, c2xe1>d8, "
    "c8xd2>c2, d4xd7>c8, d1xc4>d4, d8xb3>c4, d4xc5>b3, d6xd5>c5, d3xc8>d8, c3xd8>c8, c7xc2>d1, d1xc5>d4, c4xd4>c5, "
    "c1xc5>d5, c8xd5>c5, c5xb3>c4, b2xc6>b3, b1xc4>b2, b4xa1>b1, b2xb1>b4, b3xb4>a1"
)
SOLUTIONS = {
    "full-house": FULL_HOUSE_IN_37,
    "twisted-jumps": TWISTED_JUMPS_IN_2,
    "over-pass-spiral": SPIRAL_TO_THE_CENTRE,
}


def table(puzzle: str, position: str = "standard", **options: Any) -> State:
    state: State = PUZZLES[puzzle].new(1, position=position, **options)
    return state


def run(state: State, script: str) -> State:
    """Moves separated by commas."""
    for notation in script.split(","):
        state.play(0, PUZZLES[state.game.name].parse(notation))
    return state


def full_but_for_one_in_transit() -> State:
    """A board with a group at a transit space: a piece stands there, the other one lets the third and last one in."""
    board = board_named(WITH_A_GROUP_AT_A_TRANSIT_SPACE)
    group = next(group for group in board.groups if set(group) & set(board.transit))
    transit = next(space for space in group if space in board.transit)
    one, *_ = (space for space in group if space != transit)
    door = next(
        space for space in board.space_neighbours[transit] if space not in group and space not in board.small
    )
    names = board.spaces
    position = f"{names[one]} {names[door]}"
    state = table("full-house", position, board=WITH_A_GROUP_AT_A_TRANSIT_SPACE, target=3)
    return run(state, f"{names[door]}>{names[transit]}")


def _refused(state: State, notation: str, seat: int) -> IllegalMove:
    """A move is refused, in two languages, and changes nothing."""
    before, length = state.view(0), len(state.history)
    move = PUZZLES[state.game.name].parse(notation)
    assert move not in (*state.moves(seat), *state.second_thoughts(seat))
    with pytest.raises(IllegalMove) as refused:
        state.play(seat, move)
    assert (state.view(0), len(state.history)) == (before, length)
    assert refused.value.text.en != refused.value.text.fr
    return refused.value


def refusal(state: State, notation: str, seat: int = 0) -> str:
    """The clause by which a move is refused."""
    return _refused(state, notation, seat).clause


def reason(state: State, notation: str) -> str:
    """The English sentence of a refusal."""
    return _refused(state, notation, 0).text.en


def offered(state: State) -> list[str]:
    return [move.notation for move in state.moves(0)]


def thoughts(state: State) -> set[str]:
    return {move.notation for move in state.second_thoughts(0)}


def places(state: State) -> set[str]:
    return {piece.place for piece in state.view(0).pieces}
