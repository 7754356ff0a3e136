"""SP-3: Over-Passes by OP-9, and the last piece passed goes."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.solitaire.tables import offered, places, reason, refusal, run, table

from muscade.board import EMPTY
from muscade.core.chance import SeedStream
from muscade.games.over_pass.rules import may_over_pass
from muscade.games.over_pass_spiral.course import SPIRAL
from muscade.games.over_pass_spiral.state import OverPassSpiralState


@pytest.mark.clause("SP-3")
def test_forty_pieces_in_a_spiral_with_the_colours_in_turn() -> None:
    state = table("over-pass-spiral")
    colours = {piece.place: piece.colour for piece in state.view(0).pieces}
    assert Counter(colours.values()) == {"black": 10, "white": 10, "red": 10, "blue": 10}
    assert [colours[name] for name in SPIRAL.split()] == ["black", "white", "red", "blue"] * 10
    assert [colours[name] for name in ("b1", "b4", "c8", "f11")] == ["black", "blue", "black", "blue"]


@pytest.mark.clause("SP-3")
def test_every_piece_of_the_spiral_touches_the_next() -> None:
    board = table("over-pass-spiral").board
    numbers = [board.intersection(name) for name in SPIRAL.split()]
    for one, other in pairwise(numbers):
        assert other in board.neighbours[one]


@pytest.mark.clause("SP-3")
def test_the_last_piece_passed_is_removed() -> None:
    state = run(table("over-pass-spiral", "black b1; white b4 c7; red k1"), "b1xc7>d7")
    assert places(state) == {"b4", "d7", "k1"}
    assert state.view(0).history[-1].shown == ("move 1", "via b4 c7")
    assert state.view(0).count == 1


@pytest.mark.clause("SP-3")
def test_which_piece_goes_depends_on_the_way() -> None:
    """Two pieces touch the landing; whichever is passed last is removed."""
    board = table("over-pass-spiral").board
    landing = board.intersection("c8")
    assert {board.intersection(name) for name in ("b1", "b4")} <= set(board.neighbours[landing])
    start = "black b2; white b1; red b4 a1"
    assert {"b2xb1>c8", "b2xb4>c8"} <= set(offered(table("over-pass-spiral", start)))
    assert places(run(table("over-pass-spiral", start), "b2xb1>c8")) == {"a1", "b4", "c8"}
    assert places(run(table("over-pass-spiral", start), "b2xb4>c8")) == {"a1", "b1", "c8"}


@pytest.mark.clause("SP-3")
@pytest.mark.parametrize(
    ("move", "clause", "says"),
    [
        ("c1xb1>a1", "SP-3", "no piece on c1"),
        ("b1xb2>b3", "SP-3", "no piece on b2"),
        ("b1xb4>c7", "SP-3", "c7 is taken"),
        ("b1xb4>k1", "SP-3", "k1 is not next to b4"),
        ("b1xb4>d7", "SP-3", "d7 is not next to b4"),
        ("b1xe3>e2", "OP-9", "same colour"),
        ("b1xb1>c1", "OP-9", "same colour"),
        ("b1xe5>d5", "OP-9", "unbroken chain"),
        ("e5xe3>d3", "OP-9", "No piece stands next to e5"),
    ],
)
def test_what_is_no_over_pass_is_refused(move: str, clause: str, says: str) -> None:
    state = table("over-pass-spiral", "black b1 e3; white b4; red c7 e5")
    assert says in reason(state, move)
    assert refusal(state, move) == clause


@pytest.mark.clause("SP-3")
def test_no_piece_passes_its_own_colour_on_the_way() -> None:
    state = table("over-pass-spiral", "black b1 b4; white c7; red k1")
    assert refusal(state, "b1xc7>d7") == "OP-9"
    assert "same colour is in the way" in reason(state, "b1xc7>d7")
    assert "b1xc7>d7" in offered(table("over-pass-spiral", "black b1; red b4; white c7"))


@pytest.mark.clause("SP-3")
def test_the_piece_removed_has_to_be_on_the_way() -> None:
    """The black piece can get to a1, but not by way of the one that only touches the landing."""
    state = table("over-pass-spiral", "black c2; white b1; black b2; red b3")
    assert "c2xb1>a1" in offered(state)
    assert refusal(state, "c2xb3>a1") == "OP-9"


@pytest.mark.clause("SP-3")
def test_from_an_exit_a_piece_runs_along_the_perimeter_to_another() -> None:
    board = table("over-pass-spiral").board
    outline = [board.intersections[place] for place in board.perimeter]
    start, passed, target = outline[:3]
    assert {start, target} <= {board.intersections[place] for place in board.exits}
    inside = next(
        board.intersections[place]
        for place in board.neighbours[board.intersection(passed)]
        if board.intersections[place] not in outline
    )
    state = table("over-pass-spiral", f"black {start}; white {passed}; red a1")
    assert [move for move in offered(state) if move.startswith(start)] == [f"{start}x{passed}>{target}"]
    assert refusal(state, f"{start}x{passed}>{inside}") == "OP-8"


@pytest.mark.clause("SP-3")
def test_from_an_exit_no_way_leads_through_the_inside() -> None:
    """A whole side of the largest square is a bridge from exit to exit, but half of it lies within the star."""
    board = table("over-pass-spiral").board
    start = board.intersection("k1")
    side = next(line for line in board.lines if line[0] == start)
    *_, last, target = (board.intersections[place] for place in side)
    passed = " ".join(board.intersections[place] for place in side[1:-1])
    state = table("over-pass-spiral", f"black k1; white {passed}")
    assert refusal(state, f"k1x{last}>{target}") == "OP-9"
    assert "perimeter" in reason(state, f"k1x{last}>{target}")


@pytest.mark.clause("SP-3")
def test_one_piece_left_is_enough_and_on_the_centre_it_is_the_masters() -> None:
    elsewhere = run(table("over-pass-spiral", "black b1; white b2"), "b1xb2>b3").outcome()
    centre = run(table("over-pass-spiral", "black b1; white b2"), "b1xb2>a1").outcome()
    assert elsewhere is not None
    assert centre is not None
    assert (elsewhere.winners, elsewhere.reason) == ((0,), "solved")
    assert (centre.winners, centre.reason) == ((0,), "master")
    assert elsewhere.scores == centre.scores == (1,)


@pytest.mark.clause("SP-3")
def test_two_pieces_of_one_colour_are_stuck_but_not_over() -> None:
    state = table("over-pass-spiral", "black b1 b2")
    assert offered(state) == ["stop"]
    assert state.outcome() is None


@pytest.mark.clause("SP-3", "SP-4")
@given(seed=st.integers(0, 2**32), count=st.integers(0, 30))
def test_what_is_offered_is_what_a_patient_player_finds(seed: int, count: int) -> None:
    """Walking piece by piece over everything reachable gives the same moves; and every move takes one off."""
    state, rng = table("over-pass-spiral"), SeedStream("spiral", seed)
    assert isinstance(state, OverPassSpiralState)
    for _ in range(count):
        state.play(0, rng.choice(state.moves(0)[:-1] or state.second_thoughts(0)))
    assert state.view(0).count + state.view(0).left == 40
    cells, board, names = state.cells, state.board, state.names
    outline = list(board.perimeter)
    found = set()
    for start, piece in enumerate(cells):
        if piece == EMPTY:
            continue
        reached, edge = set(), [start]
        while edge:
            here = edge.pop()
            for place in board.neighbours[here]:
                if start in board.exits and not _along(outline, here, place):
                    continue
                if cells[place] not in (EMPTY, piece) and place not in reached:
                    reached.add(place)
                    edge.append(place)
        for over in reached:
            for target in board.neighbours[over]:
                if cells[target] == EMPTY and (
                    start not in board.exits or (target in board.exits and _along(outline, over, target))
                ):
                    found.add(f"{names[start]}x{names[over]}>{names[target]}")
                    assert may_over_pass(state.plan, cells, start, target)
    assert {*found, "stop"} == set(offered(state))


def _along(outline: list[int], one: int, other: int) -> bool:
    if one not in outline or other not in outline:
        return False
    return abs(outline.index(one) - outline.index(other)) in (1, len(outline) - 1)
