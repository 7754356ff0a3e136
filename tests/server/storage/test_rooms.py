"""Rooms, their people and their words in the database: the same in both kinds of it."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.storage.examples import (
    BEGUN,
    append,
    created,
    fill_room,
    of_device,
    people,
    person,
    result,
    room,
    room_state,
    room_words,
    seats,
    table,
)

from muscade.server.rooms.state import Place
from muscade.server.rows import StoredRoom
from muscade.server.storage import Conflict, Pruned, Storage
from muscade.server.storage.rooms import Beside, TakenOver

pytestmark = pytest.mark.anyio

NOTHING = Beside()


async def test_people_are_known_by_their_devices(storage: Storage) -> None:
    assert await storage.people.of_device("device of ada") is None
    await people(storage, "ada", "bea")
    assert await storage.people.of_device("device of ada") == of_device("ada")
    assert not await storage.people.make(person("ada"), "device of ada"), "made once"
    await storage.people.change("ada", "Été 🂡", "star", BEGUN + 5)
    await storage.people.see("ada", "device of ada", BEGUN + 9)
    ada, bea = [await storage.people.of_device(f"device of {name}") for name in ("ada", "bea")]
    assert ada is not None
    assert (ada.name, ada.portrait, ada.seen_at, ada.device_seen_at) == ("Été 🂡", "star", *[BEGUN + 9] * 2)
    assert bea is not None
    assert (bea.seen_at, bea.device_seen_at) == (BEGUN, BEGUN)


async def test_a_room_is_read_as_it_was_stored(storage: Storage) -> None:
    await people(storage, "ada", "bea")
    assert await storage.rooms.create(room())
    assert await storage.rooms.load("room") == StoredRoom(room(), False, ())
    assert await storage.rooms.of_code("ROOM") == room()
    assert await storage.rooms.of_code("room") is None
    assert await storage.rooms.load("elsewhere") is None
    assert not await storage.rooms.create(room(code="ANOTHER")), "made once"
    assert not await storage.rooms.create(room("another", code="ROOM")), "a code is for one room"
    await storage.rooms.say("room", room_words(1))
    await storage.rooms.say("room", room_words(2, phrase=3, game="pass-pass", words=None, hidden_in=1))
    with pytest.raises(Conflict):
        await storage.rooms.say("room", room_words(2, message_id="another"))
    with pytest.raises(Conflict):
        await storage.rooms.say("room", room_words(3, message_id="message 1"))
    stored = await storage.rooms.load("room")
    assert stored is not None
    assert [chat.number for chat in stored.chats] == [1, 2]
    assert await storage.rooms.chats_since("room", 1) == stored.chats[1:]


async def test_of_two_who_change_a_room_at_once_one_does(storage: Storage, database: str) -> None:
    await people(storage, "ada", "bea")
    await storage.rooms.create(room())
    other = await Storage.open(database)
    answers = await asyncio.gather(
        *(
            where.rooms.update(room(state=room_state(number=number)), NOTHING)
            for number, where in enumerate((storage, other, storage, other))
        ),
        return_exceptions=True,
    )
    await other.close()
    assert sorted(map(repr, map(type, answers))) == sorted(
        ["<class 'NoneType'>", *["<class 'muscade.server.storage.errors.Conflict'>"] * 3]
    )
    stored = await storage.rooms.load("room")
    assert stored is not None
    assert stored.row.version == 2
    assert stored.row.state == room_state(number=answers.index(None))


async def test_what_goes_with_a_change_happens_with_it_or_not_at_all(storage: Storage) -> None:
    await people(storage, "ada", "bea")
    await storage.rooms.create(room())
    begun = table("game", room_id="room"), seats("game")
    with pytest.raises(Conflict):
        await storage.rooms.update(room(version=7), Beside(joined=["bea"], table=begun, results=[result()]))
    assert await storage.load("game") is None
    assert await storage.rooms.of_person("bea") == []
    assert await storage.people.last_results("ada") == []
    await storage.rooms.update(
        room(table_id="game"), Beside(joined=["ada", "bea"], table=begun, results=[result()])
    )
    assert await storage.load("game") is not None
    assert [mine.id for mine in await storage.rooms.of_person("bea")] == ["room"]
    # Told twice, counted once.
    await storage.rooms.update(room(version=2), Beside(left=["bea"], results=[result()]))
    assert await storage.rooms.of_person("bea") == []
    assert await storage.people.last_results("ada") == [result()]
    assert await storage.people.count_results("ada") == [("pass-pass", "won", 1)]


async def test_somebody_late_takes_the_seat_of_a_bot_once(storage: Storage) -> None:
    await fill_room(storage)
    late = TakenOver("table of room", 1, "Bea", "her key", "bea")
    await storage.rooms.update(room(version=2, table_id="table of room"), Beside(taken_over=late))
    with pytest.raises(Conflict):
        await storage.rooms.update(room(version=3), Beside(taken_over=late))
    taken = (await storage.seats("table of room"))[1]
    assert (taken.kind, taken.name, taken.level, taken.key_digest, taken.person_id, taken.taken_at) == (
        "invited",
        "Bea",
        None,
        "her key",
        "bea",
        BEGUN,
    )
    stored = await storage.rooms.load("room")
    assert stored is not None
    assert stored.row.version == 3


async def test_rooms_that_have_not_heard_the_end_of_their_game(storage: Storage) -> None:
    await fill_room(storage)
    assert await storage.rooms.unsettled() == []
    await append(storage, "table of room", 1, ended_at=BEGUN + 1)
    assert await storage.rooms.unsettled() == ["room"]
    stored = await storage.rooms.load("room")
    assert stored is not None
    assert stored.table_ended
    await storage.rooms.update(room(version=2), NOTHING)
    assert await storage.rooms.unsettled() == []


async def test_the_lobby_shows_rooms_with_somebody_in_them(storage: Storage) -> None:
    await people(storage, "ada")
    for name, at in (("old", 1), ("new", 2), ("nobody", None), ("closed", 2)):
        await storage.rooms.create(
            room(name, listed_at=at, closed_at=5 if name == "closed" else None, wish="10 minutes")
        )
    assert [found.id for found in await storage.rooms.listed(0)] == ["new", "old"]
    assert [found.id for found in await storage.rooms.listed(1)] == ["new"]
    assert await storage.rooms.wished("10 minutes", 0) == ["new", "old"]
    assert await storage.rooms.wished("5 minutes", 0) == []
    await storage.rooms.set_listed(["nobody", "old"], 4)
    await storage.rooms.set_listed(["new"], None)
    assert [found.id for found in await storage.rooms.listed(2)] == ["nobody", "old"]


async def test_rooms_are_cleaned_away_with_their_words_and_games_stay(storage: Storage) -> None:
    await fill_room(storage)
    await storage.rooms.create(room("new", used_at=BEGUN + 100))
    await storage.rooms.create(room("closed", used_at=BEGUN + 100, closed_at=BEGUN + 100))
    prune = {"unjoined_before": BEGUN + 50, "finished_before": None}
    assert await storage.prune(**prune, dry_run=True) == Pruned(0, 0, 0), "it is the game of a room"
    assert await storage.prune(**prune, unused_before=BEGUN + 50) == Pruned(0, 0, 2)
    assert await storage.rooms.load("room") is None
    assert await storage.rooms.load("closed") is None
    assert await storage.rooms.load("new") is not None
    assert await storage.rooms.of_person("bea") == []
    assert await storage.rooms.chats_since("room", 0) == ()
    left = await storage.load("table of room")
    assert left is not None
    assert left.row.room_id is None
    assert await storage.people.last_results("bea") == [result("bea")]
    assert await storage.prune(**prune) == Pruned(1, 0, 0), "now it is nobody's"


async def test_a_step_that_must_do_something_takes_only_its_own_write_with_it(storage: Storage) -> None:
    """Many writes go to the disk together."""
    await people(storage, "ada")
    await created(storage, "table")
    for name in ("a", "b", "c"):
        await storage.rooms.create(room(name))
    answers = await asyncio.gather(
        storage.rooms.update(room("a", state=room_state(places=(Place(),))), NOTHING),
        storage.rooms.update(room("b", version=9), NOTHING),
        append(storage, "table", 1),
        storage.rooms.update(room("c"), NOTHING),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), Conflict, type(None), type(None)]
