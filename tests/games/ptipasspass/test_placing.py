"""A turn with tokens in hand, its two windows and the four outcomes of a challenge: PT-5 to PT-14."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.ptipasspass.tables import (
    GAME,
    all_ok,
    announce,
    hands,
    hide,
    place,
    refused,
    say,
    table,
    under,
)

from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.moves import OK


@pytest.mark.clause("PT-5")
def test_a_secret_token_a_named_cup_a_colour_and_into_the_cup() -> None:
    state = table()
    assert [str(move) for move in state.moves(0)][:2] == ["hide B a1", "hide B b1"]
    assert len(state.moves(0)) == 3 * 9
    hide(state, "B", "b2")
    assert state.view(1).named == "b2"
    assert state.phase == "doublon"
    all_ok(state)
    assert state.turn() == (0,)
    assert [str(move) for move in state.moves(0)] == ["announce B", "announce G", "announce O"]
    say(state, 0, "announce O")  # not what the fist holds
    assert state.view(1).announced == "O"
    assert under(state, "b2") == ""
    all_ok(state)
    assert under(state, "b2") == "B"
    assert hands(state) == "GO BGO BGO"
    assert state.turn() == (1,)


@pytest.mark.clause("PT-5")
def test_a_cup_may_hold_tokens_already() -> None:
    state = table(cups={"a1": "GO"})
    place(state, "B", "a1")
    assert under(state, "a1") == "BGO"


@pytest.mark.clause("PT-5")
@pytest.mark.parametrize(
    ("seat", "move", "clause"),
    [
        (0, "ok", "PT-5"),  # there is no passing
        (0, "announce B", "PT-5"),  # first the fist and the cup
        (0, "hide G a1", "PT-5"),  # none in hand
        (0, "hide ? a1", "PT-5"),
        (1, "hide B a1", "PT-5"),  # not the active player
        (0, "hide B d1", "PT-2"),
        (0, "lift a1 b1 c1", "PT-14"),
        (0, "swap a1 b1", "PT-14"),
        (3, "hide B a1", "PT-5"),
    ],
)
def test_what_the_active_player_may_not_do(seat: int, move: str, clause: str) -> None:
    assert refused(table(hands="BO B B"), seat, move) == clause


@pytest.mark.clause("PT-6", "PT-7")
@pytest.mark.parametrize(
    ("window", "challenge", "other_challenge", "clause"),
    [("doublon", "doublon", "menteur", "PT-6"), ("menteur", "menteur", "doublon", "PT-7")],
)
def test_every_other_player_is_asked(window: str, challenge: str, other_challenge: str, clause: str) -> None:
    state = hide(table(4), "B", "a1")
    if window == "menteur":
        say(all_ok(state), 0, "announce B")
    assert state.phase == window
    assert state.turn() == (1, 2, 3)
    for seat in (1, 2, 3):
        assert [str(move) for move in state.moves(seat)] == ["ok", challenge]
        assert refused(state, seat, other_challenge) == clause
    assert state.moves(0) == ()
    for move in ("ok", challenge, "announce B", "hide B a1"):
        assert refused(state, 0, move) == clause


@pytest.mark.clause("PT-8")
def test_a_window_closes_when_everyone_else_has_said_ok() -> None:
    state = hide(table(4), "B", "a1")
    for seat, left in ((2, (1, 3)), (1, (3,))):
        say(state, seat, "ok")
        assert state.turn() == left
        assert state.phase == "doublon"
    assert state.view(None).ok == (2, 1)
    say(state, 3, "ok")
    assert state.phase == "announce"
    assert state.view(None).ok == ()


@pytest.mark.clause("PT-8")
def test_an_ok_is_final_for_its_window_only() -> None:
    state = say(hide(table(4), "B", "a1"), 1, "ok")
    assert refused(state, 1, "doublon") == "PT-8"
    assert refused(state, 1, "ok") == "PT-8"
    say(say(say(state, 2, "ok"), 3, "ok"), 0, "announce B")
    say(state, 1, "menteur")
    assert state.view(None).challenge is not None


@pytest.mark.clause("PT-8")
def test_the_first_challenge_to_arrive_counts() -> None:
    state = say(hide(table(4), "B", "a1"), 1, "ok")
    say(state, 3, "doublon")
    assert hands(state) == "GO BGO BGO BBGO"
    assert refused(state, 2, "doublon") == "PT-5"  # the next turn has begun


@pytest.mark.clause("PT-8")
@pytest.mark.parametrize(
    ("active", "challengers", "first"),
    [
        (0, [1, 2, 3], 1),
        (0, [3, 2], 2),
        (2, [0, 1], 0),
        (2, [3, 0], 3),
        (3, [2], 2),
        (1, [], -1),
        (1, [1], -1),
    ],
)
def test_of_challenges_made_at_once_the_nearest_to_the_left(
    active: int, challengers: list[int], first: int
) -> None:
    mask = sum(1 << seat for seat in challengers)
    assert rules.first_challenger(active, mask, 4) == first


@pytest.mark.clause("PT-8")
@pytest.mark.parametrize(("options", "seconds"), [({}, 10), ({"patience": 5}, 5), ({"patience": 0}, 0)])
def test_the_clock_takes_silence_for_an_ok(options: dict[str, int], seconds: int) -> None:
    state = hide(table(**options), "B", "a1")
    assert state.patience(1) == seconds
    assert state.timeout(1) == (OK if seconds else None)
    say(state, 1, "ok")
    assert state.timeout(0) is None
    assert state.timeout(1) is None
    say(state, 2, "ok")
    assert [state.timeout(seat) for seat in range(3)] == [None] * 3, "who is to announce may think"
    say(state, 0, "announce B")
    assert state.timeout(2) == (OK if seconds else None)


@pytest.mark.clause("PT-9", "PT-13")
def test_doublon_and_the_cup_was_not_empty() -> None:
    state = hide(table(cups={"a1": "BBO"}), "G", "a1")
    say(state, 2, "doublon")
    assert hands(state) == "BBBGOO BGO BGO", "all its tokens, and the one in the fist"
    assert under(state, "a1") == ""
    assert state.turn() == (1,), "nothing is announced and nothing placed"
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        assert [(reveal.where, "".join(reveal.tokens)) for reveal in view.revealed] == [("a1", "BBO")]
        assert view.challenge is not None
        assert view.challenge.right
        assert view.fist is None


@pytest.mark.clause("PT-10", "PT-13")
def test_doublon_and_the_cup_was_empty() -> None:
    state = hide(table(), "G", "a1")
    say(state, 2, "doublon")
    assert hands(state) == "BO BGO BGGO"
    assert under(state, "a1") == ""
    assert state.turn() == (1,)
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        seen = [(reveal.where, "".join(reveal.tokens)) for reveal in view.revealed]
        assert seen == [("a1", ""), ("fist", "G")] if viewer in (0, 2) else [("a1", "")]
        assert ("fist G" in view.history[-1].shown) == (viewer in (0, 2)), "seen by those two only"
        assert view.challenge is not None
        assert not view.challenge.right


@pytest.mark.clause("PT-11", "PT-13")
def test_menteur_and_it_was_a_lie() -> None:
    state = say(announce(table(), "G", "a1", "O"), 1, "menteur")
    assert hands(state) == "BGO BGO BGO", "the liar keeps it"
    assert under(state, "a1") == ""
    assert state.turn() == (1,)
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        assert view.history[-1].shown == ("fist G",)
        assert view.challenge is not None
        assert (view.challenge.announced, view.challenge.right) == ("O", True)


@pytest.mark.clause("PT-12", "PT-13")
def test_menteur_and_it_was_true() -> None:
    state = say(announce(table(), "G", "a1", "G"), 1, "menteur")
    assert hands(state) == "BO BGGO BGO"
    assert under(state, "a1") == ""
    assert state.turn() == (1,)
    for viewer in (0, 1, 2, None):
        view = state.view(viewer)
        assert view.history[-1].shown == ("fist G",)
        assert view.challenge is not None
        assert not view.challenge.right


@pytest.mark.clause("PT-13")
def test_without_a_challenge_the_token_is_placed_and_the_turn_ends() -> None:
    state = place(table(), "O", "c3", "B")
    assert under(state, "c3") == "O"
    view = state.view(1)
    assert (view.turn, view.phase, view.turns) == ((1,), "hide", 1)
    assert (view.named, view.announced, view.ok) == (None, None, ())


@pytest.mark.clause("PT-14")
def test_how_many_is_public_which_is_private() -> None:
    state = table(hands="BBG O GO")
    assert [state.view(viewer).held for viewer in (0, 1, None)] == [(3, 1, 2)] * 3
    assert state.view(0).hand == ("B", "B", "G")
    assert state.view(2).hand == ("G", "O")
    assert state.view(None).hand == ()
    hide(state, "B", "a1")
    assert state.view(0).hand == ("B", "G")
    assert state.view(0).fist == "B"
    assert state.view(1).fist is None
    assert state.view(1).held == (3, 1, 2), "what is in the fist is still held"


@pytest.mark.clause("PT-14")
def test_whoever_gains_a_token_must_place_it_before_lifting() -> None:
    state = hide(table(hands="BG - O"), "B", "a1")
    assert GAME.parse("doublon") in state.moves(1), "no token is needed to challenge"
    say(state, 1, "doublon")
    assert state.turn() == (1,)
    assert refused(state, 1, "lift a1 b1 c1") == "PT-14"
    place(state, "B", "a1")
    for cup in ("b1", "c1"):
        place(state, "O" if cup == "b1" else "G", cup)
    assert state.turn() == (1,)
    assert GAME.parse("lift a1 b1 c1") in state.moves(1)


@pytest.mark.clause("PT-1", "PT-9", "PT-10", "PT-11", "PT-12")
@given(st.integers(3, 6), st.randoms(use_true_random=False))
def test_no_token_is_ever_lost_or_doubled(seats: int, rng: Random) -> None:
    state = table(seats, max_turns=100)
    rounds = state.round
    while state.turn():
        seat = rng.choice(state.turn())
        state.play(seat, rng.choice(state.moves(seat)))
        assert sum(state.hands) + sum(state.cups) == seats * rules.FULL_HAND
        assert state.round >= rounds
        rounds = state.round
