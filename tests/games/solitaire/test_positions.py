"""Positions of one's own: what is read, and what is wrong with what is not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.solitaire.tables import PUZZLES, places, table

from muscade import InvalidOptions
from muscade.board import COLOURS, standard_board
from muscade.games.solitaire.setup import write_position
from muscade.games.solitaire.view import PuzzlePiece

BOARD = standard_board()
RESTING = [name for number, name in enumerate(BOARD.spaces) if number != 0 and number not in BOARD.transit]


def wrong(puzzle: str, **options: Any) -> str:
    with pytest.raises(InvalidOptions) as error:
        PUZZLES[puzzle].new(1, **options)
    assert error.value.text.en != error.value.text.fr
    return str(error.value)


def test_a_puzzle_is_for_one_player() -> None:
    with pytest.raises(InvalidOptions, match="Full House is for 1 player, not 3"):
        PUZZLES["full-house"].new(3)
    assert "for 1 player (it has" in wrong("full-house", colour="red")


def test_places_are_read_in_any_order_and_case() -> None:
    assert places(table("twisted-jumps", " C2\tb1  a1 ")) == {"a1", "b1", "c2"}
    assert places(table("full-house", "8.9 7.1")) == {"8.9", "7.1"}


def test_colours_are_read_part_by_part() -> None:
    state = table("over-pass-spiral", "White c2 b1; black a1;; white d3;")
    assert state.view(0).pieces == (
        PuzzlePiece("a1", "black"),
        PuzzlePiece("b1", "white"),
        PuzzlePiece("c2", "white"),
        PuzzlePiece("d3", "white"),
    )


@given(st.sets(st.sampled_from(BOARD.intersections), min_size=2, max_size=40), st.randoms())
def test_a_position_that_is_written_reads_the_same(names: set[str], rng: Any) -> None:
    plain = table("twisted-jumps", " ".join(names))
    assert table("twisted-jumps", write_position(plain.view(0).pieces)).cells == plain.cells
    shuffled = sorted(names)
    rng.shuffle(shuffled)
    coloured = table(
        "over-pass-spiral",
        ";".join(f"{colour} {' '.join(shuffled[k::4])}" for k, colour in enumerate(COLOURS)),
    )
    assert table("over-pass-spiral", write_position(coloured.view(0).pieces)).cells == coloured.cells


@given(st.sets(st.sampled_from(RESTING), min_size=1, max_size=39))
def test_a_position_of_spaces_that_is_written_reads_the_same(names: set[str]) -> None:
    state = table("full-house", " ".join(names))
    assert places(state) == names
    assert table("full-house", write_position(state.view(0).pieces)).cells == state.cells


@pytest.mark.parametrize(
    ("puzzle", "position", "says"),
    [
        ("twisted-jumps", "b1 z9", "'z9'"),
        ("twisted-jumps", "b1 8.9", "'8.9'"),
        ("twisted-jumps", "b1 c2 B1", "b1 is named twice"),
        ("twisted-jumps", "", "names no piece"),
        ("twisted-jumps", "b3", "one piece is left already"),
        ("twisted-jumps", "black b1 b2", "'black'"),
        ("twisted-jumps", " ".join(BOARD.intersections[:41]), "41 pieces"),
        ("over-pass-spiral", "b1 b2", "'b1' is not a colour"),
        ("over-pass-spiral", "green b1 b2", "'green' is not a colour"),
        ("over-pass-spiral", "black b1; white b1", "b1 is named twice"),
        ("over-pass-spiral", "black b1; white", "one piece is left already"),
        ("over-pass-spiral", "black b1 q7", "'q7'"),
        ("over-pass-spiral", " ; ", "names no piece"),
        ("over-pass-spiral", "red " + " ".join(BOARD.intersections[:11]), "11 pieces are red"),
        ("full-house", "b1", "'b1'"),
        ("full-house", "8.9 8.9", "8.9 is named twice"),
        ("full-house", "", "names no piece"),
        ("full-house", " ".join(RESTING[:40]), "40 pieces"),
        ("full-house", " ".join(RESTING[:41]), "41 pieces"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(puzzle: str, position: str, says: str) -> None:
    message = wrong(puzzle, position=position)
    assert "'position'" in message
    assert says in message


@pytest.mark.clause("SP-1")
@pytest.mark.parametrize("space", ["0", "2.1", "2.4"])
def test_no_position_has_a_piece_where_none_rests(space: str) -> None:
    assert f"no piece rests in {space}" in wrong("full-house", position=f"8.9 {space}")


@pytest.mark.parametrize("target", [-99, 0, 1, 41])
def test_a_wrong_target_is_named(target: int) -> None:
    assert "'target'" in wrong("full-house", target=target)


def test_a_target_is_more_than_the_position_has() -> None:
    assert "nothing is left to do" in wrong("full-house", target=3)
    assert table("full-house", target=4).view(0).target == 4


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_par_is_no_negative_number(puzzle: str) -> None:
    assert "'par'" in wrong(puzzle, par=-1)


def test_a_board_without_a_place_of_the_puzzle_says_which_is_missing() -> None:
    """A bare square with a cross in it: nine crossings, and none is called c6."""
    lines = ["line -1,1 1,1", "line 1,1 1,-1", "line 1,-1 -1,-1", "line -1,-1 -1,1", "line 0,1 0,-1"]
    bare = "\n".join(
        [
            "board Window",
            *lines,
            "line -1,0 1,0",
            "center -0.5,0.5 0.5,0.5 0.5,-0.5 -0.5,-0.5",
            "exit c1 c2 c3 c4",
        ]
    )
    assert "no place 'c6'" in wrong("twisted-jumps", board=bare)
