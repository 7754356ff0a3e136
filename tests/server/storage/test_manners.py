"""Whom people ignore, reports, bans and announcements in the database: the same in both kinds of it."""

from __future__ import annotations

import pytest
from tests.server.storage.examples import (
    BEGUN,
    announcement,
    ban,
    deed,
    fill_manners,
    fill_room,
    people,
    report,
    room,
)

from muscade.server.storage import Conflict, Storage
from muscade.server.storage.driver import Step
from muscade.server.storage.manners import FORGET, MERGE
from muscade.server.storage.rooms import Beside

pytestmark = pytest.mark.anyio


async def around(storage: Storage, who: str) -> set[tuple[str, str, str]]:
    return {(row.person_id, row.other_id, row.how) for row in await storage.manners.around(who)}


async def test_whom_somebody_ignores(storage: Storage) -> None:
    await people(storage, "ada", "bea", "eve")
    manners = storage.manners
    await manners.ignore("ada", "bea", "mute", BEGUN)
    await manners.ignore("ada", "eve", "block", BEGUN + 1)
    assert [(row.name, row.how, row.since) for row in await manners.around("ada")] == [
        ("Bea", "mute", BEGUN),
        ("Eve", "block", BEGUN + 1),
    ]
    assert await around(storage, "bea") == set(), "nobody learns who does not listen"
    assert await around(storage, "eve") == {("ada", "eve", "block")}
    await manners.ignore("ada", "bea", "block", BEGUN + 2)
    await manners.ignore("ada", "bea", "block", BEGUN + 3)
    await manners.ignore("ada", "eve", None, BEGUN + 4)
    await manners.ignore("ada", "eve", None, BEGUN + 4)
    assert await around(storage, "ada") == {("ada", "bea", "block")}
    assert await manners.name_of("nobody") is None


async def test_where_somebody_came_from(storage: Storage) -> None:
    await people(storage, "ada", "bea")
    for at, address in ((1, "here"), (2, "there"), (3, "here")):
        await storage.manners.arrive("ada", address, at)
    assert await storage.manners.addresses_of("ada") == ["here", "there"]
    assert await storage.manners.addresses_of("bea") == []
    await storage.manners.prune(3)
    assert await storage.manners.addresses_of("ada") == ["here"]


async def test_a_report_stays_until_it_is_dealt_with(storage: Storage) -> None:
    await fill_room(storage)
    manners = storage.manners
    assert await manners.report(report())
    assert not await manners.report(report()), "made once"
    assert await manners.report(report(id="another", at=BEGUN - 1))
    await storage.rooms.update(room(version=2, closed_at=BEGUN), Beside())
    pruned = await storage.prune(unjoined_before=None, finished_before=None, unused_before=0)
    await manners.prune(BEGUN + 10**9)
    assert pruned.rooms == 1
    assert await storage.rooms.chats_since("room", 0) == (), "words go with their room"
    assert await manners.reports() == [report(id="another", at=BEGUN - 1), report()]
    await manners.dismiss("another", deed("dismissed", deed="dismiss"))
    with pytest.raises(Conflict):
        await manners.dismiss("another", deed("twice"))
    await manners.ban([ban()], deed(at=BEGUN + 1), "report")
    assert await manners.reports() == []
    assert [done.id for done in await manners.deeds()] == ["deed", "dismissed"]


async def test_bans_and_announcements_last_as_long_as_they_are_to(storage: Storage) -> None:
    await people(storage, "bea")
    manners = storage.manners
    await manners.ban([ban(), ban("address", "digest", until=BEGUN + 5)], deed())
    with pytest.raises(Conflict):
        await manners.ban([ban()], deed("twice"))
    assert {row.target for row in await manners.bans(BEGUN)} == {"bea", "digest"}
    assert {row.target for row in await manners.bans(BEGUN + 5)} == {"bea"}
    await manners.lift("ban of bea", deed("lifted", deed="lift"))
    with pytest.raises(Conflict):
        await manners.lift("ban of bea", deed("lifted twice", deed="lift"))
    await manners.announce(announcement(), deed("announced", deed="announce"))
    assert await manners.announcements(BEGUN) == [announcement()]
    assert await manners.announcements(BEGUN + 100) == []
    await manners.withdraw("news", deed("withdrawn", deed="withdraw"))
    assert await manners.announcements(BEGUN) == []
    with pytest.raises(Conflict):
        await manners.withdraw("news", deed("withdrawn twice"))
    assert {row.id for row in await manners.deeds()} == {"deed", "lifted", "announced", "withdrawn"}
    assert [row.target for row in await manners.bans(BEGUN)] == ["digest"]
    await manners.prune(BEGUN + 6)
    assert await manners.bans(BEGUN) == []


async def test_what_there_is(storage: Storage) -> None:
    await fill_room(storage)
    await fill_manners(storage)
    counts = await storage.manners.counts(BEGUN - 1)
    assert counts._asdict() == {
        "people": 2,
        "people_lately": 2,
        "rooms": 1,
        "tables": 1,
        "servers": 0,
        "reports": 1,
    }
    assert (await storage.manners.counts(BEGUN)).people_lately == 0
    assert [found.id for found in await storage.manners.rooms()] == ["room"]


async def test_two_people_become_one(storage: Storage) -> None:
    """What hangs on the device that joins an account is the account's from then on."""
    await people(storage, "ada", "phone", "bea", "eve")
    manners = storage.manners
    for person, other, how in (
        ("phone", "bea", "block"),
        ("ada", "bea", "mute"),
        ("phone", "eve", "mute"),
        ("eve", "phone", "block"),
        ("eve", "ada", "mute"),
        ("bea", "phone", "block"),
        ("phone", "ada", "mute"),
    ):
        await manners.ignore(person, other, how, BEGUN)  # type: ignore[arg-type]
    for who, address in (("phone", "here"), ("ada", "here"), ("phone", "there")):
        await manners.arrive(who, address, BEGUN)
    await manners.report(report(by_id="phone", person_id="bea"))
    await manners.report(report(id="about", by_id="bea", person_id="phone"))
    await manners.ban([ban("person", "phone"), ban("address", "a digest")], deed())
    names = {"old": "phone", "new": "ada"}
    await storage._driver.write(*(Step(statement, names) for statement in MERGE))
    assert await around(storage, "phone") == set()
    assert await around(storage, "ada") == {
        ("ada", "bea", "block"),
        ("ada", "eve", "mute"),
        ("eve", "ada", "block"),
        ("bea", "ada", "block"),
    }
    assert await manners.addresses_of("ada") == ["here", "there"]
    assert {(row.by_id, row.person_id) for row in await manners.reports()} == {("ada", "bea"), ("bea", "ada")}
    assert {row.target for row in await manners.bans(BEGUN)} == {"ada", "a digest"}


async def test_nothing_but_a_ban_is_left_of_somebody(storage: Storage) -> None:
    await fill_room(storage)
    await fill_manners(storage)
    await storage.manners.ignore("bea", "ada", "mute", BEGUN)
    await storage._driver.write(*(Step(statement, {"old": "bea"}) for statement in FORGET))
    assert await storage.manners.around("ada") == await storage.manners.around("bea") == []
    assert await storage.manners.addresses_of("bea") == await storage.manners.reports() == []
    assert [row.target for row in await storage.manners.bans(BEGUN)] == ["bea"]
