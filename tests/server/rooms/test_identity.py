"""What a room makes of people who sign in, and of people who want to be forgotten."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.server.rooms.test_law import ADA, BEA, CLEO, DANA, begun, people, refusal, room, seats

from muscade.server.rooms import identity, law
from muscade.server.rooms.state import Member, Place, RoomState

ACCOUNT = Member("account", "Cleopatra", "star", account=True)


def test_who_signs_in_sits_where_they_sat() -> None:
    state = law.sit(room(BEA, CLEO), "cleo", 2)
    state = law.again(replace(state, number=1), "cleo", yes=True)
    state = identity.become(state, "cleo", ACCOUNT)
    assert people(state) == ["ada", "bea", "account"]
    assert seats(state) == ["ada", None, "account", None]
    assert state.members[-1] == ACCOUNT
    assert state.again == ("account",)
    assert "cleo" not in str(state)


def test_a_host_who_signs_in_is_host() -> None:
    state = identity.become(begun(room(BEA)), "ada", ACCOUNT)
    assert (state.host, seats(state)[0], state.players[0].person) == ("account", "account", "account")


def test_who_is_there_twice_is_there_once_with_both_seats() -> None:
    state = law.sit(law.sit(room(ACCOUNT, CLEO), "cleo", 2), "account", 1)
    state = identity.become(begun(state), "cleo", ACCOUNT)
    assert people(state) == ["ada", "account"]
    assert seats(state)[:3] == ["ada", "account", "account"]


def test_who_left_on_one_device_only_is_still_there() -> None:
    state = law.leave(begun(law.sit(room(ACCOUNT, CLEO), "cleo", 2)), "cleo")
    both = identity.become(state, "cleo", ACCOUNT)
    assert both.members[-1] == ACCOUNT
    alone = law.leave(begun(law.sit(room(CLEO), "cleo", 2)), "cleo")
    assert identity.become(alone, "cleo", ACCOUNT).members[-1].left


@pytest.mark.parametrize("playing", [False, True])
def test_nobody_gets_into_a_room_by_signing_in_that_they_were_sent_away_from(playing: bool) -> None:
    state = law.kick(room(ACCOUNT), "ada", "account")
    state = law.sit(law.enter(state, CLEO), "cleo", 2)
    state = identity.become(begun(state) if playing else state, "cleo", ACCOUNT)
    assert people(state) == ["ada"]
    assert seats(state)[2] == ("greedy" if playing else None)
    assert state.banned == ("account",)
    assert refusal(law.enter, state, ACCOUNT) == "banned"


def test_nobody_gets_back_as_an_account_who_was_sent_away_as_a_guest() -> None:
    state = law.kick(room(CLEO), "ada", "cleo")
    assert refusal(law.enter, state, ACCOUNT, ["cleo"]) == "banned"
    assert people(law.enter(state, ACCOUNT, ["dana"])) == ["ada", "account"]
    wished = replace(state, wish="a wish")
    assert refusal(law.join_wish, wished, ACCOUNT, ["cleo"]) == "banned"


def test_a_host_who_sent_their_own_account_away_lets_it_in() -> None:
    state = law.kick(room(ACCOUNT), "ada", "account")
    state = identity.become(state, "ada", ACCOUNT)
    assert (people(state), state.host, state.banned) == (["account"], "account", ())


def test_who_signs_in_waits_for_nobody_any_more() -> None:
    choice = law.Choice(*(getattr(room(), name) for name in ("game",)), 4, {}, room().settings, "greedy")
    waiting = law.wished(choice, ADA, "owner", "a wish")
    assert identity.become(waiting, "ada", ACCOUNT).closed
    others = identity.become(law.join_wish(waiting, BEA), "bea", ACCOUNT)
    assert (people(others), others.closed) == (["ada"], False)


def test_another_name_is_shown_at_once() -> None:
    state = law.leave(begun(law.sit(room(BEA), "bea", 1)), "bea")
    state = identity.renamed(state, replace(BEA, name="Beatrix", account=True))
    assert [(member.name, member.account, member.left) for member in state.members] == [
        ("Ada", False, False),
        ("Beatrix", True, True),
    ]
    assert identity.renamed(state, DANA) == state


def test_who_is_forgotten_is_named_nowhere() -> None:
    state = law.sit(law.sit(room(BEA, CLEO), "bea", 1), "cleo", 2)
    state = replace(begun(state), banned=("bea", "dana"))
    state = identity.vanish(state, "bea")
    assert people(state) == ["ada", "cleo"]
    assert seats(state) == ["ada", "greedy", "cleo", "greedy"]
    assert [place.level for place in state.players] == [None, "greedy", None, "greedy"]
    assert state.banned == ("dana",)
    after = identity.vanish(law.over(begun(law.sit(room(BEA), "bea", 1))), "bea")
    assert after.players[1] == Place()
    assert "bea" not in str((state, after))


def test_a_forgotten_host_hands_over_and_an_empty_room_waits_for_whoever_comes() -> None:
    state = identity.vanish(room(BEA, CLEO), "ada")
    assert state.host == "bea"
    empty: RoomState = identity.vanish(room(), "ada")
    assert (people(empty), empty.closed, "ada" in str(empty)) == ([], False, False)
    assert law.enter(empty, DANA).host == "dana"
