"""What challenges do, and who must place what they gained: PT-9 to PT-14."""

from __future__ import annotations

import pytest
from tests.games.ptipasspass.tables import (
    full_cups,
    hands,
    inside,
    last_shown,
    put,
    refusal,
    run,
    table,
    viewers,
)

from muscade.games.ptipasspass.view import Challenge, Reveal


@pytest.mark.clause("PT-9")
def test_doublon_and_the_cup_is_not_empty() -> None:
    state = put(table(4), "B a1", "G a1", "G b1")
    run(state, "hide O a1, 1: doublon")
    assert state.view(None).challenge == Challenge(1, 3, "doublon", "a1", None, True)
    assert hands(state) == ["GO", "BO", "BO", "BBGGO"], "all its tokens, and the fist's token too"
    assert full_cups(state) == {"b1": "G"}
    assert last_shown(state) == [("a1 BG", "right")] * 5, "the cup for all to see, the fist for nobody"
    for viewer in viewers(state):
        assert state.view(viewer).revealed == (Reveal("a1", ("B", "G")),)


@pytest.mark.clause("PT-9")
def test_the_kept_token_can_be_any_other_as_far_as_others_know() -> None:
    tables = [put(table(), "B a1") for _ in range(3)]
    for state, colour in zip(tables, "BGO", strict=True):
        run(state, f"hide {colour} a1, 2: doublon")
    for viewer in (0, 2, None):
        assert len({repr(state.view(viewer)) for state in tables}) == 1
    assert len({repr(state.view(1)) for state in tables}) == 3


@pytest.mark.clause("PT-10")
def test_doublon_and_the_cup_is_empty() -> None:
    state = run(put(table(4), "B a1"), "hide O b1, 3: doublon")
    assert state.view(None).challenge == Challenge(3, 1, "doublon", "b1", None, False)
    assert hands(state) == ["GO", "BG", "BGO", "BGOO"]
    assert full_cups(state) == {"a1": "B"}
    empty, both = ("b1 -", "wrong"), ("b1 -", "fist O", "wrong")
    assert last_shown(state) == [empty, both, empty, both, empty], "seen by those two only"
    for viewer in viewers(state):
        cup, fist = Reveal("b1", ()), Reveal("fist", ("O",))
        assert state.view(viewer).revealed == ((cup, fist) if viewer in (1, 3) else (cup,))


@pytest.mark.clause("PT-10", "PT-20")
def test_nobody_else_ever_learns_what_was_handed_over() -> None:
    tables = [run(table(4), f"hide {colour} b1, 3: doublon") for colour in "BGO"]
    for viewer in viewers(tables[0]):
        different = len({repr(state.view(viewer)) for state in tables})
        assert different == (3 if viewer in (0, 3) else 1)


@pytest.mark.clause("PT-11")
def test_menteur_and_it_was_a_lie() -> None:
    state = run(table(4, first=1), "hide O b1, oks, announce G, 0: menteur")
    assert state.view(None).challenge == Challenge(0, 1, "menteur", "b1", "G", True)
    assert hands(state) == ["BGO"] * 4
    assert full_cups(state) == {}
    assert last_shown(state) == [("fist O", "right")] * 5
    for viewer in viewers(state):
        assert state.view(viewer).revealed == (Reveal("fist", ("O",)),)


@pytest.mark.clause("PT-12")
def test_menteur_and_it_was_true() -> None:
    state = run(table(4, first=1), "hide O b1, oks, announce O, 0: menteur")
    assert state.view(None).challenge == Challenge(0, 1, "menteur", "b1", "O", False)
    assert hands(state) == ["BGOO", "BG", "BGO", "BGO"]
    assert full_cups(state) == {}
    assert last_shown(state) == [("fist O", "wrong")] * 5
    for viewer in viewers(state):
        assert state.view(viewer).revealed == (Reveal("fist", ("O",)),)


@pytest.mark.clause("PT-11", "PT-12")
@pytest.mark.parametrize("fist", ["B", "G", "O"])
@pytest.mark.parametrize("announced", ["B", "G", "O"])
def test_only_the_token_in_the_fist_makes_a_lie(fist: str, announced: str) -> None:
    """Not what else the player holds."""
    state = run(table(), f"hide {fist} b1, oks, announce {announced}, 2: menteur")
    lie = fist != announced
    assert hands(state)[0] == ("BGO" if lie else "BGO".replace(fist, ""))
    assert hands(state)[2] == ("BGO" if lie else "".join(sorted("BGO" + fist)))


@pytest.mark.clause("PT-13")
@pytest.mark.parametrize(
    "challenge",
    [
        "hide G a1, 0: doublon",
        "hide G b1, 0: doublon",
        "hide G b1, oks, announce B, 0: menteur",
        "hide G b1, oks, announce G, 0: menteur",
        "hide G a1, oks, announce G, 2: menteur",
    ],
)
def test_any_challenge_ends_the_turn_and_nothing_is_placed(challenge: str) -> None:
    state = run(put(table(), "B a1"), challenge)
    view = state.view(None)
    assert (view.phase, view.active, view.turn) == ("hide", 2, (2,))
    assert (view.named, view.announced, view.ok, view.turns) == (None, None, (), 2)
    assert inside(state, "b1") == ""
    assert inside(state, "a1") in ("B", ""), "at most emptied, never added to"
    assert sum(view.held) + len("".join(full_cups(state).values())) == 9, "no token is lost"


@pytest.mark.clause("PT-14")
def test_how_many_tokens_each_holds_is_public() -> None:
    state = put(table(), "B a1", "G a1")
    seen = []
    for line in ("hide O a1", "0: doublon", "hide G b1", "oks, announce G, 1: menteur"):
        run(state, line)
        [held] = {state.view(viewer).held for viewer in viewers(state)}
        seen.append(held)
    assert seen == [(2, 2, 3), (2, 2, 5), (2, 2, 5), (1, 3, 5)], "the token in a fist is still held"


@pytest.mark.clause("PT-14")
def test_colours_are_private() -> None:
    state = put(table(), "B a1", "G a1", "O a1")
    assert hands(state) == ["GO", "BO", "BG"]
    assert state.view(None).hand == ()
    others = put(table(), "G a1", "G a1", "O a1")
    for mine, theirs in ((state.view(seat), others.view(seat)) for seat in (1, 2, None)):
        # What was announced differs, and nothing else does.
        assert (mine.held, mine.hand, mine.fist) == (theirs.held, theirs.hand, theirs.fist)


@pytest.mark.clause("PT-14")
@pytest.mark.parametrize(
    ("challenge", "gained"),
    [("hide O b3, 0: doublon", "O"), ("hide O b3, oks, announce O, 0: menteur", "O")],
)
def test_a_player_without_tokens_may_challenge_and_must_place_what_it_costs(
    challenge: str, gained: str
) -> None:
    state = put(table(), "B a1", "B b1", "B c1", "G a2", "G b2", "G c2", "O a3")
    assert hands(state)[0] == ""
    run(state, challenge)
    assert hands(state) == [gained, "", "O"]
    put(state, "O c3")
    assert state.view(0).phase == "hide"
    assert refusal(state, 0, "lift a1 b1 c1") == "PT-14"
    assert refusal(state, 0, "swap a1 b1") == "PT-14"
    put(state, "O b3")
    assert state.view(1).phase == "swap", "who gained nothing lifts"
