"""First moves of Mono-Line: how they are worked out and kept, and that what is shipped is so."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.games.mono_line.tables import GABLE, WINDOW

from muscade.board import board_named, standard_board
from muscade.games.mono_line import rules
from muscade.games.mono_line.exhaustive import ENDLESS, held_in, solve_position
from muscade.games.mono_line.openings import (
    Opening,
    first_moves,
    known,
    known_reply,
    read,
    solve_opening,
    work_out,
    write,
)

BOARD = standard_board()


@pytest.mark.parametrize("board", [WINDOW, GABLE], ids=["window", "gable"])
def test_all_first_moves_of_a_small_board(board: str, tmp_path: Path) -> None:
    small = board_named(board)
    told: list[str] = []
    results = work_out(small, tmp_path / "openings.json", told.append, 100_000)
    assert read(tmp_path / "openings.json") == results
    kinds = first_moves(small)
    assert len(told) == 2 * len(kinds)
    for place in kinds:
        opening = results["unlimited"][small.intersections[place]]
        owners = [rules.NOBODY] * len(small.lines_of)
        owners[place] = 0
        found = solve_position(held_in(small.lines_of, owners, 1), ENDLESS, small.lines_of)
        assert (opening.winner == "second") == (found.verdict == "win")


def test_what_is_in_the_file_is_not_worked_out_again(tmp_path: Path) -> None:
    path = tmp_path / "openings.json"
    small = board_named(WINDOW)
    mark = Opening("second", 12345, 6.7, "c1")
    write(path, {"unlimited": {"a1": mark}})
    results = work_out(small, path, lambda line: None, 100_000)
    assert results["unlimited"]["a1"] == mark
    assert results["20"]["a1"].winner == "first"
    assert list(tmp_path.iterdir()) == [path]


def test_too_much_is_not_guessed(tmp_path: Path) -> None:
    assert solve_opening(BOARD, 0, None, budget=100) is None
    assert work_out(BOARD, tmp_path / "openings.json", lambda line: None, 100) == {"20": {}, "unlimited": {}}


def test_what_is_shipped_names_kinds_of_first_moves() -> None:
    kinds = {BOARD.intersections[place] for place in first_moves(BOARD)}
    assert set(known()["20"]) == set(known()["unlimited"]) == kinds
    for opening in known()["20"].values():
        assert (opening.answer is None) == (opening.winner == "first")


@pytest.mark.clause("ML-1", "ML-4")
def test_with_twenty_pieces_the_centre_loses() -> None:
    """The quickest of the shipped proofs, run again."""
    shipped = known()["20"]["a1"]
    again = solve_opening(BOARD, 0, 20, budget=4_000_000)
    assert again is not None
    assert (again.winner, again.answer) == ("second", shipped.answer)


def test_other_boards_have_no_openings_to_know() -> None:
    assert known_reply(board_named(WINDOW), 0, "20") is None
    reply = known_reply(BOARD, 0, "20")
    assert reply is not None
    assert not reply.first_wins
    assert reply.answer == BOARD.intersection(known()["20"]["a1"].answer or "")
