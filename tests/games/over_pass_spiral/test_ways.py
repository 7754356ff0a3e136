"""The ways that a table draws before a piece runs (SP-3)."""

from __future__ import annotations

import itertools

import pytest

import muscade


@pytest.mark.clause("SP-3", "OP-9")
def test_every_move_on_offer_has_its_way() -> None:
    state = muscade.game("over-pass-spiral").new(1)
    view = state.view(0)
    board = state.board
    colours = {piece.place: piece.colour for piece in view.pieces}
    moves = [str(move) for move in state.moves(0) if str(move) != "stop"]
    assert len(view.ways) == len(moves)
    for move, way in zip(moves, view.ways, strict=True):
        start, *passed, target = way.split()
        assert move == f"{start}x{passed[-1]}>{target}"
        assert all(colours[place] not in (None, colours[start]) for place in passed)
        assert target not in colours
        stops = [board.intersection(place) for place in way.split()]
        assert all(b in board.neighbours[a] for a, b in itertools.pairwise(stops))
    assert state.view(None).ways == (), "whoever looks on has nothing to choose"
