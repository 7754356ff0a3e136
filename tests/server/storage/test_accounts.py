"""Accounts, two people who turn out to be one, and people who are forgotten: the same in both kinds of database."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace
from tests.server.storage.examples import (
    BEGUN,
    fill_people,
    fill_room,
    of_device,
    people,
    person,
    push,
    result,
    room,
    room_state,
    room_words,
    table,
    words,
)
from tests.server.storage.old_schemas import on

from muscade.server.rooms.state import Member, Place
from muscade.server.rows import METADATA, DeviceRow, RoomRow, SeatRow
from muscade.server.storage import Conflict, Storage
from muscade.server.storage.profiles import PlayedWith
from muscade.server.storage.rooms import Beside

pytestmark = pytest.mark.anyio

ACCOUNT = person("ada", account="ada", password="what argon2 made of it")


async def everything(database: str) -> dict[str, list[tuple[Any, ...]]]:
    def read(connection: sa.Connection) -> dict[str, list[tuple[Any, ...]]]:
        return {
            name: sorted(map(tuple, connection.execute(sa.select(table))), key=str)
            for name, table in METADATA.tables.items()
            if name != "meta"
        }

    found: Any = await on(database, read)
    return found  # type: ignore[no-any-return]


async def test_a_name_of_an_account_is_one_persons(storage: Storage) -> None:
    await people(storage, "ada", "bea")
    device = DeviceRow("device of ada", "ada", BEGUN, "Firefox, Linux")
    await storage.accounts.open(ACCOUNT, device, [], None)
    assert await storage.accounts.of_account("ada") == ACCOUNT
    assert await storage.accounts.of_account("bea") is None
    assert await storage.accounts.devices("ada") == [replace(device, seen_at=BEGUN)]
    with pytest.raises(Conflict):
        await storage.accounts.open(ACCOUNT, device, [], None)
    bea = person("bea", account="ada", password="another")
    with pytest.raises(Conflict):
        await storage.accounts.open(bea, device, [], None)
    await storage.accounts.open(replace(bea, account="bea"), device, [], None)
    with pytest.raises(Conflict):
        await storage.accounts.change(bea, [], None)
    await storage.accounts.change(replace(bea, account="beatrix", name="Beatrix"), [], None)
    found = await storage.accounts.of_account("beatrix")
    assert found is not None
    assert (found.id, found.name, found.password) == ("bea", "Beatrix", "another")


async def test_devices_come_and_go(storage: Storage) -> None:
    await people(storage, "ada", "bea")
    device = DeviceRow("a phone", "ada", BEGUN + 1, "Chrome, Android", BEGUN + 1)
    assert await storage.accounts.add_device(device)
    assert not await storage.accounts.add_device(replace(device, person_id="bea"))
    assert [known.key_digest for known in await storage.accounts.devices("ada")] == [
        "device of ada",
        "a phone",
    ]
    await storage.accounts.sign_out("ada", ["a phone", "device of bea"], (), (), None)
    assert await storage.people.of_device("a phone") is None
    assert await storage.people.of_device("device of bea") is not None, "it is not Ada's to sign out"


async def company(storage: Storage) -> tuple[RoomRow, list[SeatRow]]:
    """Ada and a guest who is Ada too, with Bea, in a game; the guest has a result, words and a friend."""
    await people(storage, "ada", "bea", "guest")
    state = room_state(
        members=(Member("guest", "Guest", "ring"), Member("bea", "Bea", "ring")),
        host="guest",
        places=(Place(person="guest"), Place(person="bea"), Place(level="greedy")),
        playing=True,
        table="table",
    )
    at = [
        SeatRow(0, "invited", "Guest", None, "key of guest", None, BEGUN, "guest"),
        SeatRow(1, "invited", "Bea", None, "key of bea", None, BEGUN, "bea"),
    ]
    assert await storage.rooms.create(room(state=state))
    begun = Beside(
        table=(table(room_id="room"), at),
        results=[
            result("guest", table_id="another"),
            result("bea", table_id="another", seat=1, outcome="lost"),
        ],
    )
    await storage.rooms.update(room(state=state, table_id="table"), begun)
    await storage.rooms.say("room", room_words(1, "mine", person_id="guest", name="Guest"))
    await storage.rooms.say("room", room_words(2, "Bea's", person_id="bea", name="Bea"))
    await storage.say("table", words(1))
    await storage.friends.befriend("guest", "bea", BEGUN)
    await storage.friends.set_link("guest", "link of guest", BEGUN)
    return room(state=state, version=2), at


def as_ada(row: RoomRow) -> RoomRow:
    members = (Member("ada", "Ada", "ring", account=True), *row.state.members[1:])
    places = (Place(person="ada"), *row.state.places[1:])
    return replace(row, state=replace(row.state, members=members, places=places, host="ada"))


JOINED = DeviceRow("device of guest", "ada", BEGUN, "Safari, iPhone")


async def test_who_signs_in_brings_along_all_they_had(storage: Storage, database: str) -> None:
    row, _ = await company(storage)
    seats = [("table", 0, "key of ada")]
    await storage.accounts.merge("guest", JOINED, [as_ada(row)], seats, [], None)
    found = await storage.people.of_device("device of guest")
    assert found == of_device("ada", former=("guest",))
    assert await storage.accounts.of_id("guest") == person("ada", former=("guest",)), "old links lead to them"
    assert {known.label for known in await storage.accounts.devices("ada")} == {None, "Safari, iPhone"}
    assert [seat.person_id for seat in await storage.seats("table")] == ["ada", "bea"]
    assert [seat.key_digest for seat in await storage.seats("table")] == ["key of ada", "key of bea"]
    assert await storage.people.last_results("ada") == [result("ada", table_id="another")]
    assert await storage.profiles.opponents("ada") == [PlayedWith("bea", "Bea", "ring", 0, 1, 1, 0)]
    assert [words.words for _, words in await storage.profiles.words("ada")] == ["mine"]
    assert [friend.person_id for friend in await storage.profiles.friends("ada")] == ["bea"]
    assert [friend.person_id for friend in await storage.profiles.friends("bea")] == ["ada"]
    assert [found.id for found in await storage.accounts.rooms("ada")] == ["room"]
    left = await everything(database)
    assert left.pop("former_people") == [("guest", "ada")]
    assert left["friend_links"] == []
    assert "guest" not in str(list(left.values())).replace("device of guest", "")


async def test_what_was_the_accounts_already_stays(storage: Storage) -> None:
    """Both in one room, with one friend."""
    row, _ = await company(storage)
    await storage.rooms.update(row, Beside(joined=["ada"]))
    await storage.friends.befriend("ada", "bea", BEGUN - 5)
    await storage.friends.befriend("ada", "guest", BEGUN)
    changed = replace(as_ada(row), version=3)
    await storage.accounts.merge("guest", JOINED, [changed], [("table", 0, "key")], [], None)
    assert [(friend.person_id, friend.since) for friend in await storage.profiles.friends("ada")] == [
        ("bea", BEGUN - 5)
    ]
    assert [friend.person_id for friend in await storage.profiles.friends("bea")] == ["ada"]


@pytest.mark.parametrize("missed", ["a version", "a seat"])
async def test_where_something_came_in_between_nothing_is_joined(
    storage: Storage, database: str, missed: str
) -> None:
    row, _ = await company(storage)
    before = await everything(database)
    changed = as_ada(row if missed == "a seat" else replace(row, version=1))
    seats = [] if missed == "a seat" else [("table", 0, "key of ada")]
    with pytest.raises(Conflict):
        await storage.accounts.merge("guest", JOINED, [changed], seats, [], None)
    assert await everything(database) == before


async def test_whoever_wants_to_be_forgotten_is(storage: Storage, database: str) -> None:
    row, _ = await company(storage)
    free = replace(
        row.state, members=row.state.members[1:], places=(Place(), *row.state.places[1:]), host="bea"
    )
    await storage.accounts.delete("guest", [replace(row, state=free)], [], None)
    assert await storage.people.of_device("device of guest") is None
    assert await storage.accounts.of_id("guest") is None
    seats = await storage.seats("table")
    assert [(seat.name, seat.person_id) for seat in seats] == [("", None), ("Bea", "bea")]
    stored = await storage.load("table")
    assert stored is not None
    assert [chat.words for chat in stored.chats] == ["…"]
    assert [words.words for words in await storage.rooms.chats_since("room", 0)] == [None, "Bea's"]
    assert await storage.people.last_results("bea") != [], "Bea's are hers"
    assert "uest" not in str(await everything(database)), "no name, no id, no key, no word"
    with pytest.raises(Conflict):
        await storage.accounts.delete("guest", [], [], None)


async def test_who_is_forgotten_was_nobody_before_either(storage: Storage, database: str) -> None:
    await fill_room(storage)
    await fill_people(storage)
    rows = [
        replace(row, state=room_state(members=(), places=(), host="bea"))
        for row in await storage.accounts.rooms("ada")
    ]
    await storage.accounts.delete("ada", rows, [], None)
    left = str(await everything(database))
    assert "guest" not in left
    assert "device of ada" not in left
    assert "link of ada" not in left
    assert "push.example.org/ada" not in left, "it goes with the device"
    assert await storage.pushes.of_person("bea") == [push("bea")]
    assert await storage.profiles.friends("bea") == []


def test_whatever_names_a_person_goes_with_them() -> None:
    """Whoever adds a column that names people sees to it in `muscade.server.storage.accounts`, then adds it here."""
    naming = {
        f"{table.name}.{column.name}"
        for table in METADATA.tables.values()
        for column in table.c
        if column.name == "person_id" or any(key.column.table.name == "people" for key in column.foreign_keys)
    }
    assert naming == {
        "came_from.person_id",
        "devices.person_id",
        "former_people.person_id",
        "friend_links.person_id",
        "friends.friend_id",
        "friends.person_id",
        "ignored.other_id",
        "ignored.person_id",
        "rated_seats.person_id",
        "ratings.person_id",
        "reports.by_id",
        "reports.person_id",
        "results.person_id",
        "room_chats.person_id",
        "room_people.person_id",
        "seats.person_id",
        "solved_puzzles.person_id",
        "variations.person_id",
    }
