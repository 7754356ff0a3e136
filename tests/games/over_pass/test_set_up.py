"""Setting up: pieces, colours, who begins (OP-1 to OP-4)."""

from __future__ import annotations

import pytest
from tests.games.over_pass.tables import GAME, NATURE, at, begun, counted, holds, play, refused

from muscade import InvalidOptions
from muscade.board import BoardDrawing, standard_text

OWN_BOARD = (
    standard_text()
    .replace("board Over-Pass", "board My own")
    .replace("setup over-pass black b1 b3", "setup over-pass black b1 b3 d1")
)


@pytest.mark.clause("OP-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ten_pieces_of_each_colour(seats: int) -> None:
    view = GAME.new(seats).view(None)
    assert len(view.colours) == (3 if seats == 3 else 4)
    for number, colour in enumerate(view.colours):
        on_board = sum(piece.colour == colour for piece in view.pieces)
        assert (on_board, view.reserves[number], view.homes[number]) == (2, 8, 0)


@pytest.mark.clause("OP-1")
@pytest.mark.parametrize("seats", [0, 1, 5, True])
def test_two_to_four_players(seats: int) -> None:
    with pytest.raises(InvalidOptions):
        GAME.new(seats)


@pytest.mark.clause("OP-1", "OP-4")
def test_two_dice_of_six_sides() -> None:
    state = GAME.new(2)
    assert {str(move) for move in state.moves(NATURE)} == {
        f"roll {one} {other}" for one in range(1, 7) for other in range(1, 7)
    }


@pytest.mark.clause("OP-2")
def test_where_pieces_begin() -> None:
    places: dict[str, set[str]] = {}
    for piece in GAME.new(4).view(None).pieces:
        places.setdefault(piece.colour, set()).add(piece.place)
    assert places == {
        "black": {"b1", "b3"},
        "white": {"c2", "c6"},
        "red": {"b2", "b4"},
        "blue": {"c4", "c8"},
    }


@pytest.mark.clause("OP-3")
def test_order_and_owners() -> None:
    view = GAME.new(4).view(0)
    assert view.colours == ("black", "red", "white", "blue")
    assert view.owners == (0, 1, 2, 3)
    assert GAME.new(2).view(0).owners == (0, 1, 0, 1)


@pytest.mark.clause("OP-3")
@pytest.mark.parametrize("left_out", ["black", "white", "red", "blue"])
def test_three_players_leave_a_colour_out(left_out: str) -> None:
    state = GAME.new(3, left_out=left_out)
    view = state.view(None)
    assert view.colours == tuple(c for c in ("black", "red", "white", "blue") if c != left_out)
    assert {piece.colour for piece in view.pieces} == set(view.colours)
    assert view.owners == (0, 1, 2)


@pytest.mark.clause("OP-3")
@pytest.mark.parametrize(
    ("first", "colours"),
    [(0, ["black", "red", "white", "blue", "black"]), (1, ["red", "white", "blue", "black", "red"])],
)
def test_two_players_alternate_and_so_do_their_colours(first: int, colours: list[str]) -> None:
    state = begun(2, first)
    for number, colour in enumerate(colours):
        view = play(state, "roll 1 1").view(None)
        assert (view.colour, view.active) == (colour, (first + number) % 2)
        play(state, next(str(move) for move in state.moves(state.active) if str(move).startswith("a1")))
        if state.phase == "act":
            play(state, "end")


@pytest.mark.clause("OP-4")
def test_the_highest_total_begins() -> None:
    state = play(GAME.new(4), "roll 1 6, roll 5 4, roll 2 6")
    assert state.view(None).rolling == (3,)
    assert state.view(None).active is None
    play(state, "roll 4 4")
    view = state.view(None)
    assert (view.phase, view.active, view.colour) == ("roll", 1, "red")
    assert view.opening == ((1, 6), (5, 4), (2, 6), (4, 4))
    assert view.rolling == ()


@pytest.mark.clause("OP-4")
def test_ties_roll_again_among_themselves() -> None:
    state = play(GAME.new(4), "roll 1 6, roll 5 4, roll 2 6, roll 6 3")
    assert state.view(None).rolling == (1, 3)
    play(state, "roll 1 1, roll 1 1")
    assert state.view(None).rolling == (1, 3)
    play(state, "roll 1 1, roll 1 2")
    assert state.view(None).active == 3


@pytest.mark.clause("OP-4")
def test_nobody_acts_before_the_opening_roll() -> None:
    state = GAME.new(2)
    assert state.turn() == (NATURE,)
    assert refused(state, "end", seat=0) == "OP-4"
    assert refused(state, "roll 1 1", seat=0) == "OP-4"
    assert refused(state, "b1>d1", seat=NATURE) == "OP-4"


def test_equipment_is_the_board() -> None:
    drawing = GAME.equipment(2, GAME.new(2).options)
    assert isinstance(drawing, GAME.equipment_type or BoardDrawing)
    assert {spot.name for spot in drawing.spots if spot.exit} == {f"k{number}" for number in range(1, 9)}


@pytest.mark.clause("OP-2", "OP-5")
def test_a_board_of_ones_own() -> None:
    state = begun(board=OWN_BOARD)
    assert counted(state, "reserves")["black"] == 6, "three on the board, one on the centre"
    assert holds(state, "d1") == "black"
    assert GAME.equipment(state.seats, state.options).name == "My own"
    assert play(state, "roll 1 1").board is not at("black a1").board


@pytest.mark.clause("OP-2")
def test_a_board_without_places_for_a_colour() -> None:
    text = "\n".join(line for line in standard_text().splitlines() if "over-pass red" not in line)
    with pytest.raises(InvalidOptions, match=r"over-pass red.*OP-3"):
        GAME.new(2, board=text)


def test_options_that_are_wrong_are_named() -> None:
    with pytest.raises(InvalidOptions, match="win"):
        GAME.new(2, win="none")
    with pytest.raises(InvalidOptions, match="win"):
        GAME.new(4, win="both")
    with pytest.raises(InvalidOptions, match="left_out"):
        GAME.new(3, left_out="green")
    with pytest.raises(InvalidOptions, match="max_turns"):
        GAME.new(3, max_turns=-1)
