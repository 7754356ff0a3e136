"""The law of rooms, rule by rule, without a server: the host, being paired, words, deals."""

from __future__ import annotations

from tests.server.rooms.company import ADA, BEA, CHOICE, CLEO, begun, people, refusal, room, seats

from muscade.core.chance import commitment
from muscade.server.rooms import law
from muscade.server.rooms.names import name_at
from muscade.server.rooms.state import Member, RoomState
from muscade.server.rows import RoomChatRow

# ---------------------------------------------------------------- the host


def test_the_host_sends_somebody_away_for_good() -> None:
    state = law.sit(room(BEA, CLEO), "bea", 1)
    assert refusal(law.kick, state, "bea", "cleo") == "host-only"
    assert refusal(law.kick, state, "ada", "ada") == "yourself"
    assert refusal(law.kick, state, "ada", "dana") == "not-in-room"
    kicked = law.kick(state, "ada", "bea")
    assert (people(kicked), seats(kicked)) == (["ada", "cleo"], ["ada", None, None, None])
    assert refusal(law.enter, kicked, BEA) == "banned"
    assert law.kick(kicked, "ada", "bea") == kicked


def test_a_bot_plays_on_for_who_was_sent_away() -> None:
    kicked = law.kick(begun(law.sit(room(BEA), "bea", 1)), "ada", "bea")
    assert seats(kicked) == ["ada", "greedy", "greedy", "greedy"]
    assert kicked.players == kicked.places


def test_after_the_game_those_who_were_sent_away_are_still_told_as_its_players() -> None:
    over = law.over(begun(law.sit(room(BEA), "bea", 1)))
    kicked = law.kick(over, "ada", "bea")
    assert [place.person for place in kicked.players] == ["ada", "bea", None, None]
    assert "bea" not in seats(kicked)


def test_the_host_hands_over_hides_the_room_and_closes_it() -> None:
    state = room(BEA)
    handed = law.hand_over(state, "ada", "bea")
    assert handed.host == "bea"
    assert law.hand_over(handed, "ada", "bea") == handed, "said twice"
    assert refusal(law.hand_over, state, "ada", "cleo") == "not-in-room"
    assert law.set_found_by(state, "ada", "code").found_by == "code"
    ways = [law.set_found_by(state, "ada", way) for way in ("lobby", "code", "link")]
    assert [law.is_listed(found) for found in ways] == [True, False, False]
    assert [law.opens_by_code(found) for found in ways] == [True, True, False]
    assert not any(law.is_listed(shut) or law.opens_by_code(shut) for shut in [law.close(ways[0], "ada")])
    assert law.close(state, "ada").closed
    for act, about in ((law.hand_over, ("cleo",)), (law.close, ())):
        assert refusal(act, state, "bea", *about) == "host-only"
    assert refusal(law.set_found_by, state, "bea", "link") == "host-only"


def test_bots_have_names_and_keep_them_from_game_to_game() -> None:
    playing = begun(law.sit(room(BEA), "bea", 1))
    names = [name_at(playing, place) for place in playing.players]
    assert names[:2] == ["Ada", "Bea"]
    assert len({*names, ""}) == 5, "four names, and none is empty"
    again = law.begun(law.over(playing), "next")
    assert [name_at(again, place) for place in again.players] == [names[3], *names[:3]]
    # Somebody comes who is called like a bot: it is the bot that gives way.
    namesake = law.enter(law.over(playing), Member("wes", names[2], "ring"))
    third = law.begun(law.sit(namesake, "wes", 0), "third")
    assert [name_at(third, place) for place in third.players].count(names[2]) == 1
    # Whoever is sent away is followed by a bot with a name of its own.
    kicked = law.kick(playing, "ada", "bea")
    assert len({name_at(kicked, place) for place in kicked.players} - {"", "Bea"}) == 4


# ---------------------------------------------------------------- being paired


def test_those_who_want_the_same_sit_together_and_begin_when_all_have_come() -> None:
    two = CHOICE._replace(seats=2)
    state = law.wished(two, ADA, "owner", "wish")
    assert law.join_wish(state, ADA) == state
    paired = law.join_wish(state, BEA)
    assert (seats(paired), paired.wish) == (["ada", "bea"], None)
    assert refusal(law.join_wish, paired, CLEO) == "taken"
    assert not law.begins_by_itself(paired, {"ada"})
    assert law.begins_by_itself(paired, {"ada", "bea"})
    playing = law.begun(paired, "table")
    assert not playing.begins_full
    assert not law.begins_by_itself(law.over(playing), {"ada", "bea"}), "the next one is for them to say"


def test_who_sits_down_by_the_link_is_company_too() -> None:
    state = law.enter(law.wished(CHOICE._replace(seats=2), ADA, "owner", "wish"), BEA)
    assert state.wish == "wish"
    assert law.sit(state, "bea", 1).wish is None


def test_who_does_not_want_to_wait_leaves_nothing_behind() -> None:
    state = law.wished(CHOICE, ADA, "owner", "wish")
    assert law.leave_wish(state, "ada").closed
    two = law.leave_wish(law.join_wish(state, BEA), "ada")
    assert (seats(two), two.host, two.closed) == ([None, "bea", None, None], "bea", False)
    full = law.join_wish(law.wished(CHOICE._replace(seats=2), ADA, "owner", "wish"), BEA)
    assert law.leave_wish(full, "ada") == full, "they are together already"


# ---------------------------------------------------------------- words and messages


def said(by: str, state: RoomState) -> RoomChatRow:
    return RoomChatRow(1, by, by, law.hidden_in(state, by), None, None, "hello", 0, "message")


def test_players_do_not_hear_those_who_look_on_while_they_play() -> None:
    before = law.sit(room(BEA, CLEO), "bea", 1)
    playing = begun(before)
    for state, speaker, unheard in (
        (before, "cleo", set()),
        (playing, "ada", set()),
        (playing, "cleo", {"ada", "bea"}),
    ):
        words = said(speaker, state)
        assert {who for who in ("ada", "bea", "cleo") if not law.may_read(state, who, words)} == unheard
    hidden = said("cleo", playing)
    over = law.over(playing)
    assert law.may_read(over, "ada", hidden)
    assert law.may_read(begun(over, "next"), "ada", hidden), "of an earlier game"
    assert not law.may_read(law.sit(playing, "cleo", 2), "cleo", hidden), "whoever takes a seat plays"


def test_a_message_is_known_again_for_a_while() -> None:
    state = law.heard(room(), "ada", "message 1")
    assert law.was_heard(state, "ada", "message 1")
    assert not law.was_heard(state, "bea", "message 1")
    for number in range(law.MOST_HEARD):
        state = law.heard(state, "ada", f"another {number}")
    assert not law.was_heard(state, "ada", "message 1")
    assert len(state.heard) == law.MOST_HEARD


# ---------------------------------------------------------------- the next deal


def test_every_deal_has_a_part_and_numbers_of_its_own() -> None:
    state = law.sealed(room(BEA), 0, "first part")
    promised = commitment("first part")
    assert law.sealed(state, 0, "another").part == "first part", "what was promised stays"
    one, two = "1" * 32, "2" * 64
    assert refusal(law.add_number, state, "bea", two, promised) == "not-seated"
    state = law.add_number(law.sit(state, "bea", 1), "bea", two, promised)
    state = law.add_number(law.add_number(state, "ada", one, promised), "ada", one, promised)
    assert refusal(law.add_number, state, "ada", "3" * 32, promised) == "deal", "what was added stays"
    assert state.numbers == {"bea": two, "ada": one}
    assert refusal(law.add_number, state, "ada", two, promised) == "number"
    assert refusal(law.add_number, state, "ada", one + "\n", promised) == "number"
    assert refusal(law.add_number, state, "ada", one, commitment("another part")) == "deal"
    after = law.sealed(begun(state), state.number, "second part")
    assert (after.part, after.numbers) == ("second part", {})
    assert refusal(law.add_number, after, "ada", one, promised) == "deal"
