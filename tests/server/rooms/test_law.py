"""The law of rooms, rule by rule, without a server: who comes and goes, who sits where, games."""

from __future__ import annotations

from msgspec.structs import replace
from tests.server.rooms.company import ADA, BEA, CHOICE, CLEO, DANA, begun, people, refusal, room, seats

from muscade.server.protocol import TableSettings
from muscade.server.rooms import law
from muscade.server.rooms.state import Member, RoomState

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
