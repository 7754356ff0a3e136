"""A turn with tokens, and its two windows: PT-5 to PT-8, PT-13."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.ptipasspass.tables import (
    GAME,
    filled,
    full_cups,
    hand,
    hands,
    inside,
    put,
    refusal,
    run,
    table,
    viewers,
)

from muscade import InvalidOptions
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.moves import Doublon, Hide, Menteur, Ok


@pytest.mark.clause("PT-5")
def test_a_turn_step_by_step() -> None:
    state = table(3, first=1)
    steps = []
    for line in ("hide G b2", "0: ok", "2: ok", "announce O", "2: ok", "0: ok"):
        run(state, line)
        view = state.view(0)
        steps.append((view.phase, state.turn(), view.named, view.announced, view.ok))
    assert steps == [
        ("doublon", (0, 2), "b2", None, ()),
        ("doublon", (2,), "b2", None, (0,)),
        ("announce", (1,), "b2", None, ()),
        ("menteur", (0, 2), "b2", "O", ()),
        ("menteur", (0,), "b2", "O", (2,)),
        ("hide", (2,), None, None, ()),
    ]
    assert full_cups(state) == {"b2": "G"}, "the token itself, whatever was announced"
    assert hands(state) == ["BGO", "BO", "BGO"]


@pytest.mark.clause("PT-5")
def test_one_secret_choice_and_one_public() -> None:
    state = run(table(), "hide G b2")
    assert state.view(0).fist == "G"
    assert state.view(0).hand == ("B", "O")
    for viewer in (1, 2, None):
        view = state.view(viewer)
        assert view.fist is None
        assert view.named == "b2"
        assert view.history[-1].move == "hide ? b2"


@pytest.mark.clause("PT-5")
def test_every_token_one_holds_and_every_cup_but_no_pass() -> None:
    state = put(table(), "B a1", "B a1", "B a1")
    names = state.layout.names
    assert list(state.moves(0)) == [Hide(colour, cup) for colour in (1, 2) for cup in names]
    for passing in ("ok", "doublon", "menteur", "announce G", "hide B a1"):
        assert refusal(state, 0, passing) == "PT-5"


@pytest.mark.clause("PT-5")
@pytest.mark.parametrize("announced", ["B", "G", "O"])
def test_any_of_the_three_colours_can_be_announced(announced: str) -> None:
    """Even one that the player no longer has."""
    state = put(table(), "B a1", "B b1", "B c1")
    run(state, "hide G a2, oks")
    assert [str(move) for move in state.moves(0)] == ["announce B", "announce G", "announce O"]
    run(state, f"announce {announced}, oks")
    assert inside(state, "a2") == "G"


@pytest.mark.clause("PT-5")
def test_a_cup_may_hold_several_tokens() -> None:
    state = put(table(), "B a1", "G a1", "G a1", "O a1")
    assert full_cups(state) == {"a1": "BGGO"}
    assert hands(state) == ["G", "BO", "BO"]


@pytest.mark.clause("PT-6")
def test_window_one_is_for_everyone_else() -> None:
    state = run(table(4, first=2), "hide B a1")
    assert state.turn() == (0, 1, 3)
    for seat in (0, 1, 3):
        assert tuple(state.moves(seat)) == (Ok(), Doublon())
        assert refusal(state, seat, "menteur") == "PT-6"
    for word in ("ok", "doublon", "announce B", "hide B a1"):
        assert refusal(state, 2, word) == "PT-6"


@pytest.mark.clause("PT-7")
def test_window_two_is_for_everyone_else() -> None:
    state = run(table(4, first=2), "hide B a1, oks, announce G")
    assert state.turn() == (0, 1, 3)
    for seat in (0, 1, 3):
        assert tuple(state.moves(seat)) == (Ok(), Menteur())
        assert refusal(state, seat, "doublon") == "PT-7"
    for word in ("ok", "menteur", "announce B", "hide B a1"):
        assert refusal(state, 2, word) == "PT-7"


@pytest.mark.clause("PT-8")
@pytest.mark.parametrize("order", list(permutations((0, 2, 3))))
def test_a_window_closes_when_everyone_else_has_said_ok(order: tuple[int, int, int]) -> None:
    state = run(table(4, first=1), "hide B a1")
    for window, after in (("doublon", "announce"), ("menteur", "hide")):
        for number, seat in enumerate(order):
            assert state.phase == window
            assert state.view(None).ok == order[:number]
            run(state, f"{seat}: ok")
        assert state.phase == after
        if after == "announce":
            run(state, "announce B")


@pytest.mark.clause("PT-8")
def test_an_ok_is_final_for_that_window_only() -> None:
    state = run(table(), "hide B a1, 2: ok")
    assert state.turn() == (1,)
    assert state.moves(2) == ()
    assert refusal(state, 2, "doublon") == "PT-8"
    assert refusal(state, 2, "ok") == "PT-8"
    run(state, "1: ok, announce G")
    assert state.turn() == (1, 2), "the next window is a new one"
    run(state, "2: ok")
    assert refusal(state, 2, "menteur") == "PT-8"
    run(state, "1: menteur")
    assert state.turn() == (1,)


@pytest.mark.clause("PT-8")
@pytest.mark.parametrize("script", ["hide B a1", "hide B a1, oks, announce B"])
def test_the_first_challenge_counts(script: str) -> None:
    """Not the nearest one, and whatever others have said before."""
    state = run(table(4), script)
    word = "doublon" if state.phase == "doublon" else "menteur"
    run(state, f"2: ok, 3: {word}")
    challenge = state.view(None).challenge
    assert challenge is not None
    assert (challenge.seat, challenge.active, challenge.word, challenge.right) == (3, 0, word, False)
    assert hand(state, 3) == "BBGO"
    assert state.view(None).ok == ()
    assert refusal(state, 2, word) == "PT-5", "the turn is over"
    assert refusal(state, 1, word) == "PT-5"


@pytest.mark.clause("PT-8")
@given(st.integers(3, 6), st.data())
def test_of_simultaneous_challenges_the_nearest_to_the_left(seats: int, data: st.DataObject) -> None:
    active = data.draw(st.integers(0, seats - 1))
    others = [seat for seat in range(seats) if seat != active]
    challengers = data.draw(st.sets(st.sampled_from(others), min_size=1))
    going_left = [(active + step) % seats for step in range(1, seats)]
    nearest = min(challengers, key=lambda seat: rules.places_to_the_left(active, seat, seats))
    assert nearest == next(seat for seat in going_left if seat in challengers)


@pytest.mark.clause("PT-8")
@pytest.mark.parametrize("patience", [5, 10, 20])
def test_silence_is_an_ok(patience: int) -> None:
    state = table(3, patience=patience)
    for _ in range(3):
        run(state, "hide O c3")
        assert [state.timeout(seat) for seat in range(3)] == [None] * 3, "not everybody has had a turn"
        run(state, "oks, announce O, oks")
    assert [state.timeout(seat) for seat in range(3)] == [None] * 3, "whoever hides may think"
    run(state, "hide B a1")
    assert [state.timeout(seat) for seat in range(3)] == [None, Ok(), Ok()]
    assert state.patience(1) == patience
    run(state, "1: ok")
    assert [state.timeout(seat) for seat in range(3)] == [None, None, Ok()]
    run(state, "2: ok")
    assert [state.timeout(seat) for seat in range(3)] == [None] * 3, "whoever announces may think"
    run(state, "announce G")
    assert [state.timeout(seat) for seat in range(3)] == [None, Ok(), Ok()]
    for seat in (2, 1):
        silence = state.timeout(seat)
        assert silence is not None
        state.play(seat, silence)
    assert full_cups(state) == {"a1": "B", "c3": "OOO"}


@pytest.mark.clause("PT-8")
def test_whoever_lifts_may_think() -> None:
    state = filled("a1 b1 c1", "a2 b2 c2", "a3 b3 c3")
    assert [state.timeout(seat) for seat in range(3)] == [None] * 3
    run(state, "swap a1 b1")
    assert [state.timeout(seat) for seat in range(3)] == [None] * 3


@pytest.mark.clause("PT-8")
def test_a_table_without_a_clock_waits() -> None:
    state = run(table(3, patience=0), "hide B a1")
    assert [state.timeout(seat) for seat in range(3)] == [None] * 3
    run(state, "oks, announce B")
    assert [state.timeout(seat) for seat in range(3)] == [None] * 3
    assert table().options["patience"] > 0, "by default there is one"
    with pytest.raises(InvalidOptions, match="PT-8"):
        GAME.new(3, patience=-1)


@pytest.mark.clause("PT-13", "PT-5")
def test_without_a_challenge_the_token_is_placed_unseen_and_the_turn_ends() -> None:
    state = run(table(), "hide O c3, oks, announce B, oks")
    assert full_cups(state) == {"c3": "O"}
    assert hand(state, 0) == "BG"
    assert state.turn() == (1,)
    for viewer in viewers(state):
        assert state.view(viewer).revealed == ()
        *before, last = (event.shown for event in state.view(viewer).history)
        assert not any(before)
        assert last == ("placed",)
