"""What is claimed to be proved, proved again (SP-5)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from muscade.board import EMPTY, standard_board
from muscade.games.full_house.game import GAME as FULL_HOUSE
from muscade.games.full_house.potential import largest_rise, potential, steps
from muscade.games.full_house.rules import is_solved
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
    where = potential(BOARD)
    at_the_start = pieces_of(FULL_HOUSE.new(1))
    assert len(where.couples) == 16
    assert len(where.outer) == 32
    assert where.of(at_the_start) == 4
    # Forty pieces are never all outer, so the potential is 41 or more in the end.
    assert where.steps_needed(at_the_start, 40) == 41 - 4 == 37
    assert is_solved(40, 40, -1)


@pytest.mark.clause("SP-5")
def test_the_proof_looks_at_every_step_the_rules_know() -> None:
    """Games played at random make no step that the proof leaves out, and no rise that it excludes."""
    where = potential(BOARD)
    every = set(steps(BOARD))
    for seed in range(8):
        rng = Random(seed)
        state = FULL_HOUSE.new(1)
        before = where.of(pieces_of(state))
        for _ in range(150):
            moves = [move for move in state.moves(0) if move != STOP]
            move = rng.choice(moves)
            if isinstance(move, Step):
                before = where.of(pieces_of(state))
                assert (BOARD.space(move.origin), BOARD.space(move.target)) in every
            state.play(0, move)
            assert where.of(pieces_of(state)) <= before + 1
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
