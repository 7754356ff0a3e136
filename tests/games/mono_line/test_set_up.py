"""Two players, their pieces, the board and who starts: ML-1; what the table shows."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from tests.games.mono_line.tables import (
    BOARD,
    GAME,
    WINDOW,
    offered,
    peaceful,
    place,
    puts,
    refusal,
    run,
    table,
    viewers,
    winner,
)

from muscade import NATURE, InvalidNotation, InvalidOptions
from muscade.board import BoardDrawing, board_named, drawing
from muscade.games.mono_line import rules
from muscade.games.mono_line.moves import Announce, First, Put
from muscade.games.mono_line.view import Stone


@pytest.mark.clause("ML-1")
@pytest.mark.parametrize("seats", [1, 3, 4])
def test_two_players(seats: int) -> None:
    assert GAME.seats == (2,)
    with pytest.raises(InvalidOptions, match=f"not {seats}"):
        GAME.new(seats)


@pytest.mark.clause("ML-1")
@pytest.mark.parametrize("starter", [0, 1])
def test_chance_names_who_starts(starter: int) -> None:
    state = GAME.new(2)
    assert state.turn() == (NATURE,)
    assert state.view(None).phase == "first"
    assert state.view(None).active is None
    assert state.moves(NATURE) == [First(0), First(1)]
    assert refusal(state, "a1", seat=0).clause == "ML-1"
    assert refusal(state, "a1", seat=NATURE).clause == "ML-1"
    run(state, f"first {starter}")
    assert state.turn() == (starter,)
    assert refusal(state, "first 0").clause == "ML-1"
    assert {GAME.draw(GAME.new(2), Random(seed)) for seed in range(20)} == {First(0), First(1)}


@pytest.mark.clause("ML-1")
def test_a_seat_that_is_none_cannot_start() -> None:
    state = GAME.new(2)
    with pytest.raises(ValueError, match="not 5"):
        state.play(NATURE, First(5))
    assert state.history == []


@pytest.mark.clause("ML-1")
@pytest.mark.parametrize("starter", [0, 1])
def test_the_table_may_say_who_starts(starter: int) -> None:
    state = table(first=starter)
    assert state.turn() == (starter,)
    assert state.view(None).active == starter
    place(state, "a1")
    assert state.turn() == (1 - starter,)


@pytest.mark.clause("ML-1")
def test_a_table_may_play_with_as_many_pieces_as_needed() -> None:
    state = place(table(pieces="unlimited"), "a1 k1")
    assert state.view(None).supply == (None, None)
    assert peaceful(state, 50).owners.count(0) > 20


@pytest.mark.clause("ML-1")
def test_twenty_pieces_as_in_the_box_by_default() -> None:
    state = table()
    assert state.options["pieces"] == 20
    assert state.view(None).supply == (20, 20)
    place(state, "a1 k1")
    assert state.view(None).supply == (19, 19)
    run(state, "b1")
    assert state.view(None).supply == (18, 19), "a tried piece is on the board"
    run(state, "undo")
    assert state.view(None).supply == (19, 19)
    assert rules.pieces_left(20, 20) == 0


@pytest.mark.clause("ML-1", "ML-4")
def test_whoever_starts_runs_out_first() -> None:
    state = peaceful(table(), 39)
    assert state.turn() == (1,)
    assert state.view(None).supply == (0, 1)
    peaceful(state, 1)
    assert winner(state) == (1, "no-piece")
    assert state.view(None).supply == (0, 0)


def test_options() -> None:
    options = {option.name: [choice.value for choice in option.choices] for option in GAME.options(2)}
    assert options == {
        "play": ["friendly", "vigilant"],
        "first": ["random", 0, 1],
        "swap": [False, True],
        "pieces": [20, "unlimited"],
        "board": ["standard"],
    }
    for wrong in ({"pieces": 21}, {"pieces": "20"}, {"play": "hostile"}, {"swap": 1}, {"first": 2}):
        with pytest.raises(InvalidOptions, match=next(iter(wrong))):
            GAME.new(2, **wrong)


@pytest.mark.clause("ML-5")
def test_friendly_or_vigilant_is_asked_first_and_each_explained_in_a_line() -> None:
    first, *others = GAME.options(2)
    assert first.name == "play"
    for choice in first.choices:
        assert choice.note is not None
        for line in (choice.note.en, choice.note.fr):
            assert line.endswith(".")
            assert "\n" not in line
    assert not any(choice.note for option in others for choice in option.choices)


def test_a_board_of_ones_own() -> None:
    state = table(board=WINDOW)
    assert puts(state) == ["a1", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4"]
    assert GAME.equipment(2, state.options) == drawing(board_named(WINDOW))
    assert refusal(state, "k1").clause == "ML-2"
    with pytest.raises(InvalidOptions, match="line 1"):
        GAME.new(2, board="no board")


def test_the_board_is_drawn_once() -> None:
    picture = GAME.equipment(2, table().options)
    assert isinstance(picture, BoardDrawing)
    assert type(picture) is GAME.equipment_type
    assert len(picture.strokes) == len(table().view(None).captured)


def test_everybody_sees_the_same() -> None:
    state = run(place(table(play="vigilant"), "a1 k1 b1"), "announce b1 k1, k2")
    views = [msgspec.structs.replace(state.view(viewer), seat=None) for viewer in viewers(state)]
    assert views[0] == views[1] == views[2]
    assert views[0].pieces == (Stone("a1", 0, 1), Stone("k1", 1, 2), Stone("b1", 0, 3))
    assert views[0].tried == "k2"
    assert [str(move) for _, move in state.history][-2:] == ["announce b1 k1", "k2"]


def test_a_state_is_imagined_as_it_is() -> None:
    state = run(place(table(swap=True), "a1 k1"), "b1, b2, undo, b3")
    again = GAME.imagine(state.view(None), Random(0))
    assert again.view(1) == state.view(1)
    assert again.history == state.history


def test_a_copy_shares_nothing_that_changes() -> None:
    state = place(table(play="vigilant"), "a1 b1")
    run(state.copy(), "announce a1 b1")
    other = place(state.copy(), "k1 k3")
    place(state, "k3 k1")
    assert not any(event.shown for event in state.view(0).history)
    for played, names in ((state, "a1 b1 k3 k1"), (other, "a1 b1 k1 k3")):
        pieces = [(piece.place, piece.turn) for piece in played.view(0).pieces]
        assert pieces == list(zip(names.split(), range(1, 5), strict=True))


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("C3", "c3"),
        (" END ", "end"),
        ("Undo", "undo"),
        ("swap", "swap"),
        ("announce d4 C3", "announce c3 d4"),
        ("announce f10 f9", "announce f9 f10"),
        ("concede", "concede"),
        ("first 1", "first 1"),
    ],
)
def test_notation(text: str, notation: str) -> None:
    move = GAME.parse(text)
    assert move.notation == notation
    assert GAME.parse(notation) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "c",
        "3",
        "c0",
        "c03",
        "3c",
        "end now",
        "announce c3",
        "announce c3 d4 e5",
        "first",
        "first 2",
        "c3>d4",
    ],
)
def test_what_is_no_notation(text: str) -> None:
    with pytest.raises(InvalidNotation, match="is not a move of Mono-Line"):
        GAME.parse(text)


def test_an_announcement_of_something_else() -> None:
    with pytest.raises(InvalidNotation, match="'pawn' is not an intersection"):
        GAME.parse("announce c3 pawn")


def test_moves_by_value() -> None:
    assert GAME.parse("announce k1 a1") == Announce(("a1", "k1"))
    assert Put("a1") in table().moves(0)
    assert offered(table()) == set(BOARD.intersections)
