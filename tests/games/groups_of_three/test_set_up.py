"""GT-1 to GT-3, and boards of one's own."""

from __future__ import annotations

import pytest
from tests.games.groups_of_three.tables import GAME, offered, run, spaces_of, table

from muscade import InvalidOptions
from muscade.board import InvalidBoard, standard_text


@pytest.mark.clause("GT-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ten_pieces_of_each_colour_seven_of_them_in_reserve(seats: int) -> None:
    view = GAME.new(seats).view(None)
    assert view.reserves == (7,) * len(view.colours)
    assert view.homes == (0,) * len(view.colours)
    assert len(view.pieces) == 3 * len(view.colours)


@pytest.mark.clause("GT-1")
@pytest.mark.parametrize("seats", [1, 5])
def test_only_two_to_four_play(seats: int) -> None:
    with pytest.raises(InvalidOptions, match=str(seats)):
        GAME.new(seats)


@pytest.mark.clause("GT-2")
def test_each_colour_begins_at_its_point_of_the_star() -> None:
    state = GAME.new(4)
    assert spaces_of(state, "black") == {"8.9", "7.8", "7.1"}
    assert spaces_of(state, "white") == {"8.11", "7.2", "7.3"}
    assert spaces_of(state, "red") == {"8.13", "7.4", "7.5"}
    assert spaces_of(state, "blue") == {"8.15", "7.6", "7.7"}


@pytest.mark.clause("GT-2")
@pytest.mark.parametrize("colour", ["black", "white", "red", "blue"])
def test_with_three_players_one_colour_is_left_out_pieces_and_all(colour: str) -> None:
    view = GAME.new(3, left_out=colour).view(None)
    others = tuple(other for other in ("black", "white", "red", "blue") if other != colour)
    assert view.colours == others
    assert {piece.colour for piece in view.pieces} == set(others)
    assert view.owners == (0, 1, 2)


@pytest.mark.clause("GT-2")
def test_only_three_players_leave_a_colour_out() -> None:
    assert GAME.new(3).view(None).colours == ("black", "white", "red")
    for seats in (2, 4):
        with pytest.raises(InvalidOptions, match="left_out"):
            GAME.new(seats, left_out="blue")


@pytest.mark.clause("GT-1", "GT-2")
def test_two_players_have_two_colours_each() -> None:
    view = GAME.new(2).view(None)
    assert view.colours == ("black", "white", "red", "blue")
    assert view.owners == (0, 1, 0, 1)


@pytest.mark.clause("GT-3")
def test_the_turn_goes_black_white_red_blue() -> None:
    state = table()
    seen = []
    for _ in range(5):
        run(state, "roll 1 1")
        seen.append((state.view(None).colour, state.view(None).active))
        run(state, "end")
    assert seen == [("black", 0), ("white", 1), ("red", 2), ("blue", 3), ("black", 0)]


@pytest.mark.clause("GT-3")
def test_two_players_alternate_and_each_alternates_colours() -> None:
    state = table(2, first=1)
    seen = []
    for _ in range(5):
        run(state, "roll 1 1")
        seen.append((state.view(None).active, state.view(None).colour))
        run(state, "end")
    assert seen == [(1, "white"), (0, "red"), (1, "blue"), (0, "black"), (1, "white")]


@pytest.mark.clause("OB-9")
def test_a_board_of_ones_own_brings_its_own_set_up() -> None:
    own = standard_text().replace("three black 8.9 7.8 7.1", "three black 3.1 4.1")
    state = GAME.new(4, board=own)
    assert spaces_of(state, "black") == {"3.1", "4.1"}
    assert state.view(None).reserves == (8, 7, 7, 7)


def _without(start: str) -> str:
    return "\n".join(line for line in standard_text().splitlines() if not line.startswith(start))


@pytest.mark.clause("OB-9", "GT-2")
@pytest.mark.parametrize(
    ("board", "problem"),
    [
        ("", "no line"),
        (_without("setup groups-of-three white"), "white"),
        (standard_text().replace("three black 8.9", "three black b1"), "b1"),
        (standard_text().replace("three black 8.9", "three black 2.1"), "transit"),
        (standard_text().replace("three black 8.9", "three black 8.11"), "already"),
    ],
)
def test_a_board_that_cannot_be_played_on_is_refused(board: str, problem: str) -> None:
    with pytest.raises(InvalidBoard, match=problem):
        GAME.new(4, board=board)


SMALL_BOARD = """
line -2,2 2,2
line 2,2 2,-2
line 2,-2 -2,-2
line -2,-2 -2,2
line -2,0 2,0
line 0,2 0,-2
line -1,2 -1,-2
line 1,2 1,-2
center -0.5,0.5 0.5,0.5 0.5,-0.5 -0.5,-0.5
"""


@pytest.mark.clause("OB-9", "GT-1")
def test_a_board_where_all_could_be_shut_in_is_refused() -> None:
    setups = "\n".join(
        f"setup groups-of-three {colour} 1.{number}"
        for number, colour in enumerate(("black", "white", "red", "blue"), 1)
    )
    with pytest.raises(InvalidBoard, match="more than 40 spaces"):
        GAME.new(4, board=SMALL_BOARD + setups)


def test_the_equipment_is_the_board_of_the_table() -> None:
    state = GAME.new(4)
    drawing = GAME.equipment(state.seats, state.options)
    assert isinstance(drawing, GAME.equipment_type)
    assert len(drawing.patches) == 77
    assert {piece.place for piece in state.view(None).pieces} <= {patch.name for patch in drawing.patches}


def test_a_whole_state_is_imagined_from_any_view() -> None:
    from random import Random

    state = run(table(), "roll 3 4, 7.1>8.1, undo, 7.1>6.9, end, roll 1 2")
    for viewer in (0, 3, None):
        twin = GAME.imagine(state.view(viewer), Random(1))
        assert twin.view(viewer) == state.view(viewer)
        assert offered(twin) == offered(state)


@pytest.mark.clause("GT-2")
def test_a_set_up_on_intersections_is_refused() -> None:
    """Their numbers must not be taken for those of spaces."""
    kept = [line for line in standard_text().splitlines() if not line.startswith("setup groups-of-three")]
    setups = [
        f"setup groups-of-three {colour} {place}"
        for colour, place in (("black", "b1"), ("white", "c2"), ("red", "b2"), ("blue", "c4"))
    ]
    with pytest.raises(
        InvalidBoard, match=r"'setup groups-of-three …' must name spaces, as in 8\.9 \(GT-2\)"
    ):
        GAME.new(4, board="\n".join([*kept, *setups]))
