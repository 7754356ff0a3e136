"""Blocked piles, mere silence, and what the clock says for whoever does not: ES-10."""

from __future__ import annotations

import pytest
from tests.games.passe_eclair.tables import do, hand, nature, run, silence, table, top

from muscade import NATURE, IllegalMove
from muscade.games.passe_eclair.state import PasseEclairState
from muscade.testing.cases import fingerprint

A = "L>M L>M L>R L>R L>F L>F"
B = "M>L M>L M>R M>R M>F M>F"
C = "R>L R>L R>M R>M R>F R>F"


def blocked(mine: str = "michi", other: str = "M>L", **options: object) -> PasseEclairState:
    """Nobody has Vanessa or a dog, and Vanessa is to get the ball."""
    return table("F>V", f"{A} {mine}", f"{B} {other}", f"{C} R>M", **options)


@pytest.mark.clause("ES-10")
def test_the_referee_says_that_play_is_blocked() -> None:
    assert blocked().view(1).blocked
    assert not blocked(other="V>L").view(1).blocked
    assert not blocked(mine="socke").view(1).blocked


@pytest.mark.clause("ES-10", "ES-8")
def test_on_a_blocked_pile_michi_may_be_played() -> None:
    state = blocked()
    assert [str(move) for move in state.moves(0)] == ["michi 1 on 1", "michi 2 on 1", "nothing on 1"]
    assert [str(move) for move in state.moves(1)] == ["nothing on 1"]
    theirs = hand(state, 2)
    do(state, 0, "michi 2")
    assert hand(state, 0) == theirs
    assert state.view(None).box == ("F>V", "michi")
    assert state.turn() == (NATURE,)


@pytest.mark.clause("ES-10", "ES-6")
def test_a_pile_is_blocked_too_where_only_its_last_player_could_go_on() -> None:
    state = table("F>L", "L>V V>M michi L>M L>M L>R L>R", f"{B} M>L", f"{C} michi")
    do(state, 0, "L>V")
    assert state.view(None).blocked
    assert "V>M on 2" in map(str, state.mistakes(0))
    do(state, 2, "michi 0")
    assert state.view(None).hands == (6, 7, 6)


@pytest.mark.clause("ES-10", "ES-19")
def test_with_two_players_ones_own_card_blocks_nothing() -> None:
    state = table("F>L", "L>V V>M michi L>M L>M L>R L>R", f"{B} M>L")
    do(state, 0, "L>V")
    assert not state.view(None).blocked


@pytest.mark.clause("ES-10")
def test_a_blocked_pile_without_michi_goes_to_the_box() -> None:
    state = blocked(coach=1)
    silence(state)
    assert state.view(None).box == ("F>V",)
    assert state.view(None).middle == ()
    nature(state, "turn michi")
    nature(state, "turn V>L")
    assert top(state) == "V>L"
    assert not state.view(None).blocked
    assert state.view(None).coach == 1


@pytest.mark.clause("ES-10")
def test_mere_silence_does_not_let_michi_in() -> None:
    state = table("V>L", f"{A} michi", f"{B} M>L", f"{C} R>M")
    run(state, "1 nothing", "2 nothing")
    assert not any("michi" in str(move) for move in state.moves(0))
    run(state, "0 michi 1", "-1 draw V>M to 0")
    assert state.view(None).hands == (8, 7, 7)
    do(state, 0, "nothing")
    assert state.view(None).box == ("V>L",)
    assert state.turn() == (NATURE,)


@pytest.mark.clause("ES-10")
def test_a_new_card_only_when_all_have_said_nothing() -> None:
    state = table("V>L", "L>M", "M>L", "R>L")
    do(state, 2, "nothing")
    assert state.view(None).passed == (False, False, True)
    assert state.turn() == (0, 1)
    do(state, 0, "nothing")
    assert state.turn() == (1,)
    assert top(state) == "V>L"
    do(state, 1, "nothing")
    assert state.turn() == (NATURE,)


@pytest.mark.clause("ES-10")
def test_nothing_is_said_for_one_top_card() -> None:
    state = table("V>L", "L>M", "M>L", "R>L")
    do(state, 1, "nothing")
    before = fingerprint(state)
    for what in ("nothing", "M>L", wrong(state)):
        with pytest.raises(IllegalMove) as refusal:
            do(state, 1, what)
        assert refusal.value.clause == "ES-10"
    assert fingerprint(state) == before
    assert state.moves(1) == ()
    assert state.mistakes(1) == ()
    assert state.timeout(1) is None
    run(state, "0 L>M", "1 M>L")
    assert state.view(None).passed == (False, False, False)


def wrong(state: PasseEclairState) -> str:
    return next(name for name in state.view(1).hand if name[0] not in "LM" and name != "michi")


@pytest.mark.clause("ES-10", "ES-11")
def test_what_was_said_stands_through_a_penalty_and_the_referee_looks_again() -> None:
    state = blocked(other="M>L")
    do(state, 2, "nothing")
    run(state, "1 M>L", "-1 draw socke to 1")
    assert state.view(None).passed == (False, False, True)
    assert not state.view(None).blocked, "the dog unblocks the pile"
    assert not any("michi" in str(move) for move in state.moves(0))
    do(state, 1, "socke")


@pytest.mark.clause("ES-10")
@pytest.mark.parametrize(
    ("options", "open_seconds", "michi_seconds"), [({}, 8, 3), ({"patience": 12, "michi_window": 5}, 12, 5)]
)
def test_what_the_clock_does_and_when(
    options: dict[str, int], open_seconds: float, michi_seconds: float
) -> None:
    state = table("V>L", "L>M", "M>L", "R>L", **options)
    for seat in range(3):
        assert str(state.timeout(seat)) == "nothing on 1"
        assert state.patience(seat) == open_seconds
    state = blocked(**options)
    for seat in range(3):
        assert str(state.timeout(seat)) == "nothing on 1"
        assert state.patience(seat) == michi_seconds
    for seat in range(3):
        answer = state.timeout(seat)
        assert answer is not None
        state.play(seat, answer)
    assert state.timeout(0) is None
    nature(state, "turn V>L")
    assert state.patience(0) == open_seconds


@pytest.mark.clause("ES-10", "ES-17")
def test_the_clock_gets_everybody_ready_too() -> None:
    state = blocked()
    silence(state)
    assert state.timeout(0) is None, "chance needs no clock"
