"""Moves as text, and back."""

from __future__ import annotations

import pytest
from tests.games.over_pass.tables import GAME

from muscade import InvalidNotation
from muscade.board.moves import End, Undo
from muscade.games.over_pass.moves import Exit, OverPass, Slide, Swap
from muscade.games.race.moves import Roll


@pytest.mark.parametrize(
    ("notation", "move"),
    [
        ("c3>e5", OverPass("c3", "e5")),
        ("c3-d2", Slide("c3", "d2")),
        ("swap d1 d4", Swap("d1", "d4")),
        ("swap f9 f10", Swap("f9", "f10")),
        ("exit k1", Exit("k1")),
        ("end", End()),
        ("undo", Undo()),
        ("roll 3 5", Roll((3, 5))),
    ],
)
def test_round_trips(notation: str, move: object) -> None:
    assert GAME.parse(notation) == move
    assert str(move) == notation
    assert GAME.parse(f" {notation.upper()} ") == move
    assert eval(repr(move)) == move


def test_a_swap_has_one_name() -> None:
    assert GAME.parse("swap f10 f9") == GAME.parse("SWAP f9 F10")
    assert str(GAME.parse("swap i1 b4")) == "swap b4 i1"


@pytest.mark.parametrize(
    ("notation", "named"),
    [
        ("c3>55", "'55'"),
        ("3c-d2", "'3c'"),
        ("swap d1 d0", "'d0'"),
        ("swap d1 d04", "'d04'"),
        ("exit k1234", "'k1234'"),
        ("exit é1", "'é1'"),
    ],
)
def test_what_is_no_place_is_named(notation: str, named: str) -> None:
    with pytest.raises(InvalidNotation, match=named) as error:
        GAME.parse(notation)
    assert "intersection" in error.value.text.fr


@pytest.mark.parametrize(
    "notation",
    [
        "",
        " ",
        "c3",
        "c3>",
        ">c3",
        "c3>e5>f1",
        "c3=e5",
        "c3 > e5",
        "swap",
        "swap d1",
        "swap d1 d2 d3",
        "exit",
        "end now",
        "exit k1 k2",
        "roll",
        "roll 7 1",
        "roll 3",
        "roll 3 5 6",
        "roll 0 1",
        "?",
        "pass",
        "c3>e5 " * 50,
        "💎" * 300,
    ],
)
def test_what_is_no_move(notation: str) -> None:
    with pytest.raises(InvalidNotation) as error:
        GAME.parse(notation)
    assert len(str(error.value)) < 400
    assert error.value.text.en != error.value.text.fr
