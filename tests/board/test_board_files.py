"""One's own board file: read, derived, refused with the line and the reason (OB-9)."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muscade.board import InvalidBoard, board_named, standard_board, standard_text, svg
from muscade.board.drawing import drawing
from muscade.board.figures import figures
from muscade.board.file import number
from muscade.core import InvalidNotation, InvalidOptions

WINDOW = """
board Window
snap 0.001
# A square pane with a cross in it, and a jewel in the middle.
line -1,1 1,1
line 1,1 1,-1
line 1,-1 -1,-1
line -1,-1 -1,1
line -1,0 1,0
line 0,-1 0,1
center -0.2,0.2 0.2,0.2 0.2,-0.2 -0.2,-0.2
exit c1 c2 c3 c4
setup over-pass black b1
"""


@pytest.mark.clause("OB-9")
def test_a_small_board_is_derived_whole() -> None:
    board = board_named(WINDOW)
    assert board.name == "Window"
    assert board.intersections == ("a1", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4")
    assert board.lines[4] == (4, 0, 2)
    assert board.spaces == ("0", "1.1", "1.2", "1.3", "1.4")
    assert board.groups == ()  # every T is on the outline, or on the Center Square's
    assert [board.intersections[k] for k in board.perimeter[:4]] == ["b1", "c1", "b2", "c2"]
    assert board.setups == {"over-pass": {"black": (1,)}}
    assert len(board.symmetries) == 8


@pytest.mark.clause("OB-9")
def test_the_names_of_a_measured_drawing_do_not_depend_on_its_errors() -> None:
    """A careful hand with a ruler: everything off by less than the snap, and the same board comes out."""
    rng = random.Random(9)

    def measured(word: str) -> str:
        return ",".join(f"{number(part) + rng.uniform(-2e-4, 2e-4):.5f}" for part in word.split(","))

    lines = []
    for line in standard_text().splitlines():
        words = line.split()
        match words[:1]:
            case ["line"] | ["center"]:
                words[1:] = map(measured, words[1:])
            case ["snap"]:
                words = ["snap", "0.003"]
        lines.append(" ".join(words))
    own, standard = board_named("\n".join(lines)), standard_board()
    assert own.intersections == standard.intersections
    assert own.lines == standard.lines
    assert own.neighbours == standard.neighbours
    assert own.rank == standard.rank
    assert own.space_neighbours == standard.space_neighbours
    assert own.groups == standard.groups
    assert own.setups == standard.setups
    assert len(own.symmetries) == 8


@pytest.mark.clause("OB-5")
def test_stretches_drawn_one_after_another_are_one_line() -> None:
    pieces = WINDOW.replace("line -1,0 1,0", "line 0.5,0 1,0\nline -1,0 0.1,0\nline 0.1,0 0.6,0")
    board = board_named(pieces)
    assert len(board.lines) == 6
    assert board_named(WINDOW).neighbours == board.neighbours


def refusal(text: str) -> InvalidBoard:
    with pytest.raises(InvalidBoard) as caught:
        board_named(text)
    assert caught.value.text.fr != caught.value.text.en
    assert isinstance(caught.value, InvalidOptions)
    return caught.value


@pytest.mark.clause("OB-9")
@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("board Window", "bord Window", 2, "'bord' is none of board, snap"),
        ("line -1,1 1,1", "line -1,1", 5, "how 'line' is written"),
        ("line -1,1 1,1", "line -1,1 1;1", 5, "'1;1' is not a point"),
        ("line -1,1 1,1", "line -1,1 1,one", 5, "'one' is not a number"),
        ("line -1,1 1,1", "line -1,1 1,9**9**9", 5, "is not a number"),
        ("line -1,1 1,1", "line -1,1 1,__import__('os')", 5, "is not a number"),
        ("line -1,1 1,1", "line -1,1 -1,1", 5, "no length"),
        ("line -1,0 1,0", "line -0.9,0 1,0", 9, "ends in the open"),
        ("line -1,0 1,0", "line -1,0.002 1,0.002\nline -1,0 1,0", 10, "too near to tell"),
        ("snap 0.001", "snap 5", 3, "between 1e-12 and 1"),
        ("snap 0.001", "snap 0.1\nsnap 0.1", 4, "line 3 already"),
        ("center -0.2,0.2 0.2,0.2", "center 0.2,0.2 -0.2,0.2", 11, "convex"),
        ("center -0.2,0.2 0.2,0.2 0.2,-0.2 -0.2,-0.2", "", None, "'center'"),
        ("center -0.2", "line -0.2,0.2 0.2,0.2\ncenter -0.2", 11, "drawn by 'center' already"),
        ("exit c1", "exit c9", 12, "no place 'c9'"),
        ("exit c1", "exit a1", 12, "a1 is not on the outer outline"),
        ("exit c1", "exit c2", 12, "twice"),
        ("over-pass black b1", "over-pass pink b1", 13, "'pink' is not a colour"),
        ("over-pass black b1", "over-pass black a1", 13, "no piece can begin"),
        ("over-pass black b1", "over-pass black b1\nsetup over-pass red b1", 14, "black begins there"),
        ("over-pass black b1", "over-pass black 1.9", 13, "no place '1.9'"),
    ],
)
def test_a_bad_file_gets_the_line_and_the_reason(old: str, new: str, line: int | None, words: str) -> None:
    assert old in WINDOW
    error = refusal(WINDOW.replace(old, new))
    assert error.line == line
    assert words in str(error)


@pytest.mark.clause("OB-9")
def test_files_that_are_no_boards() -> None:
    assert "no line" in str(refusal(""))
    assert "longer than" in str(refusal("#" * 30_000))
    assert "64 lines" in str(refusal("\n".join(f"line 0,{k} 1,{k}" for k in range(70))))
    apart = WINDOW + "line 5,5 6,5\nline 6,5 6,6\nline 6,6 5,5\n"
    assert "falls apart" in str(refusal(apart))
    with pytest.raises(InvalidNotation):
        standard_board().intersection("z9")
    with pytest.raises(InvalidNotation):
        standard_board().space("9.1")


@given(st.text(max_size=200))
def test_no_text_does_worse_than_be_refused(text: str) -> None:
    with pytest.raises(InvalidBoard):
        board_named(text)


@given(st.lists(st.sampled_from(WINDOW.split()), max_size=60).map(" ".join), st.integers(0, 13))
def test_no_shuffled_file_does_worse_than_be_refused(words: str, place: int) -> None:
    lines = WINDOW.splitlines()
    lines.insert(place, words)
    with suppress(InvalidBoard):
        figures(board_named("\n".join(lines)))


def test_a_board_can_be_drawn() -> None:
    plan = drawing(standard_board())
    assert [len(plan.spots), len(plan.strokes), len(plan.patches)] == [93, 34, 77]
    assert {patch.kind for patch in plan.patches} == {"centre", "small", "transit", "field"}
    north = next(spot for spot in plan.spots if spot.name == "k1")
    assert north.exit
    assert (north.x, north.y) == (0, -plan.radius)
    picture = svg(board_named(WINDOW.replace("board Window", "board <Window>")))
    assert "<title>&lt;Window&gt;</title>" in picture
    assert picture.count("<text") == 9 + 4
    assert "<text" not in svg(standard_board(), names=False)
