"""What is claimed to be proved, proved again (SP-5)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from muscade.board import EMPTY, standard_board
from muscade.games.full_house.game import GAME as FULL_HOUSE
from muscade.games.full_house.potential import largest_rise, needed, potential, potential_of
from muscade.games.full_house.rules import is_solved
from muscade.games.full_house.state import FullHouseState
from muscade.games.groups_of_three.moves import Step
from muscade.games.solitaire.moves import STOP
from muscade.games.solitaire.state import PuzzleState
from muscade.games.twisted_jumps.game import GAME as TWISTED_JUMPS
from muscade.games.twisted_jumps.rules import jump_fault
from muscade.kernels.primitives import FINE

BOARD = standard_board()


def pieces_of(state: PuzzleState[Any, Any]) -> frozenset[int]:
    return frozenset(place for place, piece in enumerate(state.cells) if piece != EMPTY)


@pytest.mark.clause("SP-1", "SP-5")
def test_no_step_of_full_house_raises_the_potential_by_more_than_one() -> None:
    assert largest_rise(BOARD) == 1


@pytest.mark.clause("SP-1", "SP-5")
def test_so_forty_pieces_take_thirty_seven_steps() -> None:
    where, table = potential(BOARD), FULL_HOUSE.new(1).table
    assert len(where.couples) == 16
    assert where.room == 32
    assert potential_of(table.cells, table.pieces, where.couples, where.inner) == 4
    # Forty pieces are never all outer, so the potential is 41 or more in the end.
    steps = needed(table.cells, table.pieces, 40, table.pairs, where.couples, where.inner, where.room)
    assert steps == 41 - 4 == 37
    assert is_solved(40, 40, -1)


@pytest.mark.clause("SP-5")
def test_no_random_game_has_a_rise_that_the_proof_excludes() -> None:
    where = potential(BOARD)

    def value(state: FullHouseState) -> int:
        return potential_of(state.table.cells, state.table.pieces, where.couples, where.inner)

    for seed in range(8):
        rng = Random(seed)
        state = FULL_HOUSE.new(1)
        before = value(state)
        for _ in range(150):
            move = rng.choice([move for move in state.moves(0) if move != STOP])
            if isinstance(move, Step):
                before = value(state)
            state.play(0, move)
            assert value(state) <= before + 1
            if state.outcome() is not None:
                break


@pytest.mark.clause("SP-2", "SP-5")
def test_no_single_chain_solves_twisted_jumps() -> None:
    """Every chain of every piece, by the rules alone."""
    neighbours = BOARD.neighbours
    start = TWISTED_JUMPS.new(1)
    occupied = pieces_of(start)
    ends = 0
    for first in occupied:
        todo = [(first, occupied)]
        seen = set(todo)
        while todo:
            piece, pieces = todo.pop()
            cells = [0 if place in pieces else EMPTY for place in range(len(neighbours))]
            assert pieces != {0}
            for over in neighbours[piece]:
                if over not in pieces:
                    continue
                for target in neighbours[over]:
                    if jump_fault(cells, neighbours[piece], neighbours[over], piece, over, target) == FINE:
                        after = (target, pieces ^ {piece, over, target})
                        if after not in seen:
                            seen.add(after)
                            todo.append(after)
        ends += len(seen)
    assert ends > 1000
