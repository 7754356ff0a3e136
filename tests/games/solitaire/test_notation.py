"""Moves as they are written."""

from __future__ import annotations

import pytest
from tests.games.solitaire.tables import PUZZLES

from muscade import InvalidNotation
from muscade.board.moves import UNDO
from muscade.games.groups_of_three.moves import Add, Step
from muscade.games.solitaire.moves import REDO, RESTART, STOP, Capture

CAPTURING = ["twisted-jumps", "over-pass-spiral"]


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_words_that_all_puzzles_know(puzzle: str) -> None:
    parse = PUZZLES[puzzle].parse
    assert [parse(word) for word in ("stop", " Undo", "redo ", "RESTART")] == [STOP, UNDO, REDO, RESTART]


@pytest.mark.parametrize("puzzle", CAPTURING)
def test_a_capture_reads_in_either_case(puzzle: str) -> None:
    parse = PUZZLES[puzzle].parse
    assert parse("b1xb4>c7") == parse(" B1XB4>C7 ") == Capture("b1", "b4", "c7")
    assert parse("x1xx12>x3").notation == "x1xx12>x3"


def test_steps_and_additions_read_as_in_groups_of_three() -> None:
    parse = PUZZLES["full-house"].parse
    assert parse("8.9 > 7.1") == Step("8.9", "7.1")
    assert parse("Add 6.2") == Add("6.2")


@pytest.mark.parametrize("puzzle", CAPTURING)
@pytest.mark.parametrize(
    "text", ["b1>c7", "b1xb4", "b1 x b4 > c7", "8.9>7.1", "add 6.2", "end", "roll 1 2", "b1-c1"]
)
def test_what_is_no_capture_is_refused_with_an_example(puzzle: str, text: str) -> None:
    with pytest.raises(InvalidNotation, match="b1xb4>c7") as error:
        PUZZLES[puzzle].parse(text)
    assert PUZZLES[puzzle].title.en in error.value.text.en
    assert PUZZLES[puzzle].title.fr in error.value.text.fr


@pytest.mark.parametrize(("text", "wrong"), [("b1x4>c7", "'4'"), ("bxb4>c7", "'b'"), ("b1xb4>c0", "'c0'")])
def test_a_place_that_is_none_is_named(text: str, wrong: str) -> None:
    with pytest.raises(InvalidNotation, match=wrong):
        PUZZLES["twisted-jumps"].parse(text)


@pytest.mark.parametrize("text", ["end", "roll 1 2", "b1xb4>c7", "swap"])
def test_what_is_no_step_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InvalidNotation):
        PUZZLES["full-house"].parse(text)


def test_full_house_has_no_turns_to_end() -> None:
    with pytest.raises(InvalidNotation, match="Full House"):
        PUZZLES["full-house"].parse("end")
