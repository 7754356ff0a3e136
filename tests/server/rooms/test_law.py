"""The law of rooms, rule by rule, without a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from muscade.core.chance import commitment
from muscade.server.protocol import TableSettings
from muscade.server.refusals import RequestRefused
from muscade.server.rooms import law
from muscade.server.rooms.names import name_at
from muscade.server.rooms.state import Member, RoomState
from muscade.server.rows import RoomChatRow

CHOICE = law.Choice("pass-pass", 4, {"teams": "2x2"}, TableSettings(), "greedy")
ADA, BEA, CLEO, DANA = (Member(name, name.title(), "ring") for name in ("ada", "bea", "cleo", "dana"))


def room(*others: Member, **changes: Any) -> RoomState:
    """Ada's, with others in it who look on."""
    state = law.opened(CHOICE, ADA, "owner")
    for other in others:
        state = law.enter(state, other)
    return replace(state, **changes)


def seats(state: RoomState) -> list[str | None]:
    """Who sits where, or which bot does."""
    return [place.person or place.level for place in state.places]


def people(state: RoomState) -> list[str]:
    return [member.person for member in state.members]


def begun(state: RoomState, table: str = "table") -> RoomState:
    return law.start(state, state.host, table)


def refusal(act: Callable[..., RoomState], *about: Any, **more: Any) -> str:
    with pytest.raises(RequestRefused) as refused:
        act(*about, **more)
    return refused.value.code


# ---------------------------------------------------------------- coming and going


def test_whoever_makes_a_room_is_its_host_and_sits_first() -> None:
    state = room()
    assert (state.host, seats(state), people(state)) == ("ada", ["ada", None, None, None], ["ada"])


def test_people_of_one_name_are_told_apart() -> None:
    second, third, known = (Member(person, "Ada", "star") for person in ("two", "three", "known"))

    def names(state: RoomState) -> list[str]:
        return [member.name for member in state.members]

    # Whoever comes back has the same number; with another name, none, and nobody takes somebody else's.
    state = room(second, third)
    assert names(state) == names(law.enter(state, third)) == ["Ada", "Ada (2)", "Ada (3)"]
    assert names(law.enter(state, replace(second, name="Zoe"))) == ["Ada", "Zoe", "Ada (3)"]
    assert names(law.enter(room(BEA), replace(ADA, name="bea"))) == ["bea (2)", "Bea"]
    # The name of an account is its own.
    assert names(law.enter(room(), replace(known, account=True))) == ["Ada (2)", "Ada"]
    long = law.enter(room(replace(BEA, name="a" * 24)), replace(CLEO, name="A" * 24))
    assert long.members[2].name == "A" * 20 + " (2)"


def test_whoever_comes_looks_on_and_comes_once() -> None:
    state = room(BEA, BEA)
    assert people(state) == ["ada", "bea"]
    assert seats(state) == ["ada", None, None, None]
    again = law.enter(state, replace(BEA, name="Beatrix"))
    assert [member.name for member in again.members] == ["Ada", "Beatrix"], "with a new name"


def test_nobody_enters_a_room_that_is_closed_or_full_or_after_being_sent_away() -> None:
    assert refusal(law.enter, room(closed=True), BEA) == "closed"
    assert refusal(law.enter, room(banned=("bea",)), BEA) == "banned"
    crowd = tuple(Member(f"p{n}", "P", "ring") for n in range(law.MOST_MEMBERS))
    assert refusal(law.enter, room(members=(ADA, *crowd[1:])), BEA) == "room-full"


def test_whoever_leaves_between_games_gives_up_the_seat() -> None:
    state = law.leave(law.sit(room(BEA), "bea", 2), "bea")
    assert (seats(state), people(state)) == (["ada", None, None, None], ["ada"])
    assert law.leave(state, "bea") == state, "once"


def test_whoever_leaves_a_game_has_the_seat_until_it_is_over() -> None:
    playing = begun(law.sit(room(BEA), "bea", 1))
    left = law.leave(playing, "bea")
    assert seats(left) == ["ada", "bea", "greedy", "greedy"]
    assert seats(law.enter(left, BEA)) == seats(left)
    back = law.over(law.enter(left, BEA))
    assert "bea" in seats(back)
    gone = law.over(left)
    assert people(gone) == ["ada"]
    assert seats(gone) == ["greedy", "ada", None, "greedy"]


def test_a_host_who_leaves_is_followed_by_whoever_has_been_here_longest() -> None:
    state = room(BEA, CLEO)
    assert law.leave(state, "ada").host == "bea"
    assert law.leave(law.leave(state, "ada"), "bea").host == "cleo"
    playing = begun(state)
    assert law.leave(playing, "ada").host == "bea", "though the seat is kept"


def test_the_first_to_come_into_a_room_that_everybody_left_is_its_host() -> None:
    empty = law.leave(room(), "ada")
    assert law.enter(empty, BEA).host == "bea"
    assert law.enter(empty, ADA).host == "ada"


def test_a_host_who_is_away_for_long_is_followed_by_somebody_who_is_here() -> None:
    state = room(BEA, CLEO)
    assert law.tidy(state, {"ada"}).host == "bea"
    assert law.tidy(state, {"ada", "bea"}).host == "cleo"
    assert law.tidy(state, {"ada", "bea", "cleo"}).host == "ada", "nobody is here to follow"
    assert law.tidy(state, {"bea"}).host == "ada"
    assert law.tidy(law.hand_over(state, "ada", "bea"), {"cleo"}).host == "bea"


def test_who_is_away_for_long_keeps_a_seat_and_nothing_else() -> None:
    state = law.sit(room(BEA, CLEO), "bea", 3)
    tidied = law.tidy(state, {"ada", "bea", "cleo"})
    assert people(tidied) == ["ada", "bea"]
    assert seats(tidied) == seats(state)
    assert law.tidy(tidied, {"ada", "bea"}) == tidied
    alone = law.stand(room(), "ada")
    assert law.tidy(alone, {"ada"}) == alone, "nor does a room lose its only host"


# ---------------------------------------------------------------- seats


def test_between_games_one_sits_where_nobody_or_a_bot_does() -> None:
    state = law.set_bot(law.sit(room(BEA, CLEO), "bea", 1), "ada", 2, "random")
    assert seats(state) == ["ada", "bea", "random", None]
    assert seats(law.sit(state, "bea", 2)) == ["ada", None, "bea", None], "and moves there"
    assert refusal(law.sit, state, "cleo", 1) == "taken"
    assert refusal(law.sit, state, "cleo", 4) == "seat"
    assert refusal(law.sit, state, "dana", 3) == "not-in-room"
    assert law.sit(state, "bea", 1) == state


def test_several_people_share_a_screen() -> None:
    state = law.sit(room(), "ada", 2, also=True, name="Bob")
    assert seats(state) == ["ada", None, "ada", None]
    assert state.places[2].name == "Bob"
    assert seats(law.stand(state, "ada", 0)) == [None, None, "ada", None]
    assert seats(law.stand(state, "ada")) == [None] * 4
    assert seats(law.sit(state, "ada", 1)) == [None, "ada", None, None], "alone again"
    assert refusal(law.stand, state, "ada", 1) == "not-yours"


def test_the_host_puts_bots_into_seats_and_takes_them_away() -> None:
    state = room(BEA)
    assert seats(law.set_bot(state, "ada", 3, "random")) == ["ada", None, None, "random"]
    assert law.set_bot(law.set_bot(state, "ada", 3, "random"), "ada", 3, None) == state
    assert refusal(law.set_bot, state, "bea", 3, "random") == "host-only"
    assert refusal(law.set_bot, state, "ada", 0, "random") == "taken"
    assert refusal(law.set_bot, state, "ada", 3, "divine") == "level"
    assert refusal(law.set_bot, begun(state), "ada", 3, "random") == "playing"


# ---------------------------------------------------------------- games


def test_a_game_begins_with_bots_in_what_is_free() -> None:
    state = law.set_bot(room(BEA), "ada", 2, "random")
    assert refusal(law.start, state, "bea", "table") == "host-only"
    playing = begun(state)
    assert (playing.playing, playing.number, playing.table) == (True, 1, "table")
    assert seats(playing) == ["ada", "greedy", "random", "greedy"]
    assert playing.players == playing.places
    assert refusal(law.start, playing, "ada", "another") == "playing"


def test_while_a_game_is_on_seats_stay() -> None:
    playing = begun(law.sit(room(BEA), "bea", 1))
    assert refusal(law.stand, playing, "bea") == "playing"
    assert refusal(law.sit, playing, "bea", 2) == "seated"
    assert refusal(law.choose, playing, "ada", CHOICE) == "playing"
    assert refusal(law.again, playing, "ada", yes=True) == "playing"


def test_somebody_late_takes_the_seat_of_a_bot() -> None:
    playing = law.sit(begun(room(BEA, CLEO)), "bea", 2)
    assert seats(playing) == ["ada", "greedy", "bea", "greedy"]
    assert playing.players == playing.places
    assert refusal(law.sit, playing, "cleo", 2) == "taken"
    assert seats(law.sit(playing, "bea", 3, also=True)) == ["ada", "greedy", "bea", "bea"]


def test_when_a_game_is_over_everybody_moves_on_by_one_seat() -> None:
    playing = begun(law.sit(room(BEA), "bea", 1))
    state = law.over(playing)
    assert not state.playing
    assert seats(state) == ["greedy", "ada", "bea", "greedy"]
    assert [place.person for place in state.players] == ["ada", "bea", None, None], "of the last game"
    assert state.table == "table"


def test_one_more_game_begins_when_all_who_sit_and_are_here_want_it() -> None:
    state = law.over(begun(law.sit(law.sit(room(BEA, CLEO, DANA), "bea", 1), "cleo", 2)))
    everybody = {"ada", "bea", "cleo", "dana"}
    assert not law.begins_by_itself(state, everybody), "nobody has said so"
    assert not law.begins_by_itself(state, {"dana"}), "nor if nobody is here to say so"
    state = law.again(state, "ada", yes=True)
    state = law.again(state, "bea", yes=True)
    assert not law.begins_by_itself(state, everybody)
    assert law.begins_by_itself(state, {"ada", "bea", "dana"}), (
        "Cleo is not here, and who looks on is not asked"
    )
    assert law.begins_by_itself(law.again(state, "cleo", yes=True), everybody)
    without = law.again(state, "cleo", yes=False)
    assert "cleo" not in seats(without)
    assert law.begins_by_itself(without, everybody)
    assert law.begun(without, "next").number == 2
    assert law.begun(without, "next").again == ()


def test_who_wants_what_another_time() -> None:
    assert refusal(law.again, room(), "ada", yes=True) == "no-game"
    over = law.over(begun(room(BEA)))
    assert refusal(law.again, over, "bea", yes=True) == "not-seated"
    agreed = law.again(over, "ada", yes=True)
    assert law.again(agreed, "ada", yes=True) == agreed
    assert law.stand(agreed, "ada").again == ()
    assert law.leave(agreed, "ada").again == ()
    assert not law.begins_by_itself(replace(agreed, closed=True), {"ada"})


def test_another_game_for_the_same_company() -> None:
    state = law.set_bot(law.sit(law.sit(room(BEA, CLEO), "bea", 2), "cleo", 3), "ada", 1, "random")
    same = law.choose(state, "ada", CHOICE._replace(options={"teams": "none"}))
    assert (seats(same), same.options) == (seats(state), {"teams": "none"})
    other = law.choose(state, "ada", law.Choice("mono-line", 4, {}, TableSettings(pace=0), "easy"))
    assert seats(other) == ["ada", None, "bea", "cleo"], "bots of one game do not play another"
    assert (other.game, other.level, other.settings.pace) == ("mono-line", "easy", 0)
    fewer = law.choose(state, "ada", CHOICE._replace(seats=3))
    assert seats(fewer) == ["ada", "cleo", "bea"], "a bot makes room"
    fewest = law.choose(state, "ada", CHOICE._replace(seats=2))
    assert seats(fewest) == ["ada", "bea"]
    assert people(fewest) == ["ada", "bea", "cleo"], "who has no seat looks on"
    assert seats(law.choose(fewest, "ada", CHOICE)) == ["ada", "bea", None, None]
    assert refusal(law.choose, state, "bea", CHOICE) == "host-only"


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
