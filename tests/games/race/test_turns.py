"""Turns of a race: dice, taking back, whose turn is next."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.groups_of_three.tables import GAME, offered, placed, refusal, run, table

from muscade import NATURE, IllegalMove, Move
from muscade.board.moves import END, UNDO, Undo
from muscade.core.chance import SeedStream
from muscade.games.groups_of_three.state import GroupsOfThreeState
from muscade.games.race import rules


def without_history(state: GroupsOfThreeState) -> dict[str, object]:
    view = state.view(None)
    return {field: getattr(view, field) for field in view.__struct_fields__ if field != "history"}


@pytest.mark.clause("OP-3", "GT-3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_go_round_the_colours_in_play(seats: int) -> None:
    state = table(seats)
    colours, owners = state.view(None).colours, state.view(None).owners
    for number in range(2 * len(colours)):
        run(state, "roll 1 1")
        view = state.view(None)
        assert view.turns == number
        assert view.colour == colours[number % len(colours)]
        assert view.active == owners[number % len(colours)]
        run(state, "end")


@pytest.mark.clause("OP-5", "GT-4")
def test_the_dice_of_a_turn_are_rolled_once_and_forgotten_at_its_end() -> None:
    state = run(table(), "roll 6 5")
    assert (state.view(None).dice, state.view(None).left) == ((6, 5), 11)
    assert refusal(state, "roll 1 1") == "GT-4"
    assert refusal(state, "roll 1 1", seat=NATURE) == "GT-4"
    run(state, "end")
    assert (state.view(None).dice, state.view(None).left) == (None, 0)


@pytest.mark.clause("OP-5", "GT-4")
def test_a_colour_that_cannot_move_at_all_is_passed_over() -> None:
    """Two pieces in the corner of the star, every way out of it taken."""
    state = placed("black 8.9 8.1, white 7.1 7.8 6.9")
    view = state.view(None)
    assert view.phase == "roll"
    assert view.colour == "white"
    assert view.turns == 1


@pytest.mark.clause("OP-3", "OP-14", "GT-3", "GT-10")
def test_all_are_shown_whose_turn_a_roll_begins() -> None:
    """A colour that stands in for its owner's other one, too."""
    pieces = "black 8.9 8.1, white 8.11 8.3, blue 8.15 8.7"
    state = placed(pieces, home="red 10", seats=2, win="both")
    stood_in = 0
    for turn in range(1, 6):
        view = state.view(None)
        assert view.history[-1].shown == (f"turn {turn} {view.colour}",)
        stood_in += view.stands_in
        run(state, "end, roll 2 3")
    assert stood_in


# ---------------------------------------------------------------- taking back


@pytest.mark.clause("OP-5", "GT-4")
@pytest.mark.parametrize(
    "actions",
    [
        ["8.9>8.1"],
        ["8.9>8.1", "add 8.9"],
        ["8.9>8.1", "8.1>8.9", "add 8.1"],
        ["7.1>6.9", "6.9>5.1", "5.1>4.2", "4.2>3.2", "3.2>2.1", "2.1>1.1"],
    ],
)
def test_actions_are_taken_back_one_at_a_time(actions: list[str]) -> None:
    state = run(table(), "roll 6 5")
    seen = [without_history(state)]
    for action in actions:
        run(state, action)
        seen.append(without_history(state))
        assert state.view(None).undo
        assert state.second_thoughts(0) == (UNDO,)
    for before in reversed(seen[:-1]):
        run(state, "undo")
        assert without_history(state) == before
    assert not state.view(None).undo
    assert refusal(state, "undo") == "GT-4"
    assert [str(move) for _, move in state.history[-len(actions) :]] == ["undo"] * len(actions)


@pytest.mark.clause("OP-5", "GT-4")
def test_moves_are_those_of_before_in_compiled_play_too() -> None:
    """What a compiled step lists along with a move is not what is offered once the move is taken back."""
    GAME.course.prepare()
    state = run(table(), "roll 6 5")
    before = offered(state)
    run(state, "8.9>8.1")
    assert offered(state) != before
    run(state, "undo")
    assert offered(state) == before


@pytest.mark.clause("OP-5", "GT-4")
def test_a_piece_comes_back_from_home() -> None:
    state = placed("black 1.1 8.9 8.10")
    before = without_history(state)
    run(state, "1.1>0, undo")
    assert without_history(state) == before


@pytest.mark.clause("OP-5", "GT-4")
def test_never_across_a_roll() -> None:
    state = run(table(), "roll 1 2, 7.1>6.10, end")
    assert refusal(state, "undo", seat=0) == "GT-4"
    assert refusal(state, "undo", seat=NATURE) == "GT-4"
    run(state, "roll 3 4")
    assert refusal(state, "undo") == "GT-4"
    assert refusal(state, "undo", seat=0) == "GT-4"
    assert not state.view(None).undo


@pytest.mark.clause("OP-5", "GT-4")
def test_not_after_a_turn_that_ended_by_itself() -> None:
    state = run(table(), "roll 1 1, 7.1>6.10, 6.10>5.1")
    assert state.view(None).colour == "white"
    assert refusal(state, "undo", seat=0) == "GT-4"


@pytest.mark.clause("OP-14", "GT-10")
def test_not_after_the_end() -> None:
    state = run(placed("black 1.1", home="black 9"), "1.1>0")
    assert state.turn() == ()
    assert refusal(state, "undo", seat=0) == "GT-10"
    assert state.second_thoughts(0) == ()


def test_only_the_seat_to_act_has_second_thoughts() -> None:
    state = run(table(), "roll 6 5, 8.9>8.1")
    assert [state.second_thoughts(seat) for seat in (NATURE, 0, 1, 2, 3)] == [(), (UNDO,), (), (), ()]


# ---------------------------------------------------------------- properties


def a_game(seats: int, seed: int, length: int, takes_back: bool) -> list[GroupsOfThreeState]:
    """States of a random game, in which people also take back."""
    rng = SeedStream("race", seed)
    state = GAME.new(seats)
    states = [state.copy()]
    for _ in range(length):
        seat = state.turn()[0]
        thoughts = state.second_thoughts(seat)
        if seat == NATURE:
            move = GAME.draw(state, rng)
        elif takes_back and thoughts and rng.random() < 0.3:
            move = thoughts[0]
        else:
            forward = [move for move in state.moves(seat) if move != END]
            move = rng.choice(forward) if forward and rng.random() < 0.95 else END
            if move not in state.moves(seat):
                move = rng.choice(state.moves(seat))
        state.play(seat, move)
        states.append(state.copy())
    return states


@pytest.mark.clause("GT-1")
@given(st.sampled_from((2, 3, 4)), st.integers(0, 2**32))
def test_every_colour_always_has_ten_pieces(seats: int, seed: int) -> None:
    for state in a_game(seats, seed, 120, takes_back=True):
        view = state.view(None)
        for colour, reserve, home in zip(view.colours, view.reserves, view.homes, strict=True):
            assert reserve + home + sum(piece.colour == colour for piece in view.pieces) == rules.PIECES
            assert reserve >= 0
        taken = {piece.place for piece in view.pieces}
        assert len(taken) == len(view.pieces)
        assert "0" not in taken
        assert taken & {"2.1", "2.2", "2.3", "2.4"} == ({view.crossing} if view.crossing else set())


@given(st.sampled_from((2, 3, 4)), st.integers(0, 2**32))
def test_what_was_taken_back_might_as_well_not_have_been(seats: int, seed: int) -> None:
    """Leaving out each taken-back action and its undo leads to the same table."""
    state = a_game(seats, seed, 150, takes_back=True)[-1]
    kept: list[tuple[int, Move]] = []
    for seat, move in state.history:
        if isinstance(move, Undo):
            kept.pop()
        else:
            kept.append((seat, move))
    twin = GAME.new(seats)
    for seat, move in kept:
        twin.play(seat, move)
    undone, straight = without_history(state), without_history(twin)
    assert undone == straight
    assert not state.turn() or state.turn() == (NATURE,) or offered(state) == offered(twin)


@given(st.sampled_from((2, 3, 4)), st.integers(0, 2**32))
def test_what_is_listed_is_what_is_accepted(seats: int, seed: int) -> None:
    """By trying every step and every addition that can be written down."""
    state = a_game(seats, seed, 60, takes_back=False)[-1]
    names = state.board.spaces
    everything = [f"{one}>{other}" for one in names for other in names]
    everything += [f"add {name}" for name in names]
    everything += ["end"]
    [seat] = state.turn()
    listed = {str(move) for move in state.moves(seat)}
    accepted = set()
    for notation in everything if seat != NATURE else []:
        twin = state.copy()
        try:
            twin.play(seat, GAME.parse(notation))
        except IllegalMove:
            continue
        accepted.add(notation)
    assert seat == NATURE or accepted == listed
