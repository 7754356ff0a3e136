"""How moves are written, and what is no move."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.groups_of_three.tables import GAME, refusal, run, table

from muscade import InvalidNotation
from muscade.board import standard_board
from muscade.board.moves import END, UNDO
from muscade.games.groups_of_three.moves import Add, Step
from muscade.games.race.moves import Roll

spaces = st.sampled_from(standard_board().spaces)


@given(spaces, spaces)
def test_steps_and_additions_parse_back(one: str, other: str) -> None:
    for move in (Step(one, other), Add(one)):
        assert GAME.parse(move.notation) == move
        assert eval(repr(move)) == move


@pytest.mark.parametrize(
    ("notation", "move"),
    [
        ("8.9>7.1", Step("8.9", "7.1")),
        (" 8.9 > 7.1 ", Step("8.9", "7.1")),
        ("1.3>0", Step("1.3", "0")),
        ("Add 6.2", Add("6.2")),
        ("END", END),
        ("undo", UNDO),
        ("roll 3 5", Roll((3, 5))),
    ],
)
def test_what_is_a_move(notation: str, move: object) -> None:
    assert GAME.parse(notation) == move


@pytest.mark.parametrize(
    "notation",
    [
        "",
        ">",
        "8.9>",
        ">7.1",
        "8.9-7.1",
        "8.9>7.1>6.9",
        "8.9>>7.1",
        "8.09>7.1",
        "8.0>7.1",
        "00>1.1",
        "c3>e5",
        "٣.١>2.1",
        "1e9.1>2.1",
        "add",
        "add 6.2 6.3",
        "add b1",
        "exit k1",
        "swap b1 b2",
        "roll 0 7",
        "roll 3",
        "end now",
        "8." + "9" * 500 + ">7.1",
    ],
)
def test_what_is_no_move(notation: str) -> None:
    with pytest.raises(InvalidNotation) as error:
        GAME.parse(notation)
    assert error.value.text.en != error.value.text.fr
    assert len(error.value.text.en) < 300


@pytest.mark.clause("GT-4")
def test_the_dice_are_chances_alone() -> None:
    state = run(table(), "roll 3 4")
    assert refusal(state, "roll 6 6") == "GT-4"
    state = table()
    assert refusal(state, "end", seat=0) == "GT-4"
    assert refusal(state, "8.9>8.1") == "GT-4", "chance does not step"


@pytest.mark.clause("GT-4")
def test_a_move_of_another_game_is_refused() -> None:
    from muscade import IllegalMove
    from muscade.core import Move

    class Jump(Move, frozen=True):
        @property
        def notation(self) -> str:
            return "jump"

    with pytest.raises(IllegalMove) as refused:
        run(table(), "roll 3 4").play(0, Jump())
    assert refused.value.clause == "GT-4"
