"""Whom people ignore, reports, bans and announcements in the database: the same in both kinds of it."""

from __future__ import annotations

import pytest
from tests.server.storage.examples import (
    BEGUN,
    announcement,
    ban,
    fill_moderation,
    fill_room,
    operator_action,
    people,
    report,
    room,
)

from muscade.server.storage import Conflict, Storage
from muscade.server.storage.driver import Step
from muscade.server.storage.moderation import FORGET, MERGE
from muscade.server.storage.rooms import Beside

pytestmark = pytest.mark.anyio


async def around(storage: Storage, who: str) -> set[tuple[str, str, str]]:
    return {(row.person_id, row.other_id, row.how) for row in await storage.moderation.around(who)}


async def test_whom_somebody_ignores(storage: Storage) -> None:
    await people(storage, "ada", "bea", "eve")
    moderation = storage.moderation
    await moderation.ignore("ada", "bea", "mute", BEGUN)
    await moderation.ignore("ada", "eve", "block", BEGUN + 1)
    assert [(row.name, row.how, row.since) for row in await moderation.around("ada")] == [
        ("Bea", "mute", BEGUN),
        ("Eve", "block", BEGUN + 1),
    ]
    assert await around(storage, "bea") == set(), "nobody learns who does not listen"
    assert await around(storage, "eve") == {("ada", "eve", "block")}
    await moderation.ignore("ada", "bea", "block", BEGUN + 2)
    await moderation.ignore("ada", "bea", "block", BEGUN + 3)
    await moderation.ignore("ada", "eve", None, BEGUN + 4)
    await moderation.ignore("ada", "eve", None, BEGUN + 4)
    assert await around(storage, "ada") == {("ada", "bea", "block")}
    assert await moderation.name_of("nobody") is None


async def test_where_somebody_came_from(storage: Storage) -> None:
    await people(storage, "ada", "bea")
    for at, address in ((1, "here"), (2, "there"), (3, "here")):
        await storage.moderation.arrive("ada", address, at)
    assert await storage.moderation.addresses_of("ada") == ["here", "there"]
    assert await storage.moderation.addresses_of("bea") == []
    await storage.moderation.prune(3)
    assert await storage.moderation.addresses_of("ada") == ["here"]


async def test_a_report_stays_until_it_is_dealt_with(storage: Storage) -> None:
    await fill_room(storage)
    moderation = storage.moderation
    assert await moderation.report(report())
    assert not await moderation.report(report()), "made once"
    assert await moderation.report(report(id="another", at=BEGUN - 1))
    await storage.rooms.update(room(version=2, closed_at=BEGUN), Beside())
    pruned = await storage.prune(unjoined_before=None, finished_before=None, unused_before=0)
    await moderation.prune(BEGUN + 10**9)
    assert pruned.rooms == 1
    assert await storage.rooms.chats_since("room", 0) == (), "words go with their room"
    assert await moderation.reports() == [report(id="another", at=BEGUN - 1), report()]
    await moderation.dismiss("another", operator_action("dismissed", deed="dismiss"))
    with pytest.raises(Conflict):
        await moderation.dismiss("another", operator_action("twice"))
    await moderation.ban([ban()], operator_action(at=BEGUN + 1), "report")
    assert await moderation.reports() == []
    assert [done.id for done in await moderation.operator_actions()] == ["action", "dismissed"]


async def test_bans_and_announcements_last_as_long_as_they_are_to(storage: Storage) -> None:
    await people(storage, "bea")
    moderation = storage.moderation
    await moderation.ban([ban(), ban("address", "digest", until=BEGUN + 5)], operator_action())
    with pytest.raises(Conflict):
        await moderation.ban([ban()], operator_action("twice"))
    assert {row.target for row in await moderation.bans(BEGUN)} == {"bea", "digest"}
    assert {row.target for row in await moderation.bans(BEGUN + 5)} == {"bea"}
    await moderation.lift("ban of bea", operator_action("lifted", deed="lift"))
    with pytest.raises(Conflict):
        await moderation.lift("ban of bea", operator_action("lifted twice", deed="lift"))
    await moderation.announce(announcement(), operator_action("announced", deed="announce"))
    assert await moderation.announcements(BEGUN) == [announcement()]
    assert await moderation.announcements(BEGUN + 100) == []
    await moderation.withdraw("news", operator_action("withdrawn", deed="withdraw"))
    assert await moderation.announcements(BEGUN) == []
    with pytest.raises(Conflict):
        await moderation.withdraw("news", operator_action("withdrawn twice"))
    assert {row.id for row in await moderation.operator_actions()} == {
        "action",
        "lifted",
        "announced",
        "withdrawn",
    }
    assert [row.target for row in await moderation.bans(BEGUN)] == ["digest"]
    await moderation.prune(BEGUN + 6)
    assert await moderation.bans(BEGUN) == []


async def test_what_there_is(storage: Storage) -> None:
    await fill_room(storage)
    await fill_moderation(storage)
    counts = await storage.moderation.counts(BEGUN - 1)
    assert counts._asdict() == {
        "people": 2,
        "people_lately": 2,
        "rooms": 1,
        "tables": 1,
        "servers": 0,
        "reports": 1,
    }
    assert (await storage.moderation.counts(BEGUN)).people_lately == 0
    assert [found.id for found in await storage.moderation.rooms()] == ["room"]


async def test_two_people_become_one(storage: Storage) -> None:
    """What hangs on the device that joins an account is the account's from then on."""
    await people(storage, "ada", "phone", "bea", "eve")
    moderation = storage.moderation
    for person, other, how in (
        ("phone", "bea", "block"),
        ("ada", "bea", "mute"),
        ("phone", "eve", "mute"),
        ("eve", "phone", "block"),
        ("eve", "ada", "mute"),
        ("bea", "phone", "block"),
        ("phone", "ada", "mute"),
    ):
        await moderation.ignore(person, other, how, BEGUN)  # type: ignore[arg-type]
    for who, address in (("phone", "here"), ("ada", "here"), ("phone", "there")):
        await moderation.arrive(who, address, BEGUN)
    await moderation.report(report(by_id="phone", person_id="bea"))
    await moderation.report(report(id="about", by_id="bea", person_id="phone"))
    await moderation.ban([ban("person", "phone"), ban("address", "a digest")], operator_action())
    names = {"old": "phone", "new": "ada"}
    await storage._driver.write(*(Step(statement, names) for statement in MERGE))
    assert await around(storage, "phone") == set()
    assert await around(storage, "ada") == {
        ("ada", "bea", "block"),
        ("ada", "eve", "mute"),
        ("eve", "ada", "block"),
        ("bea", "ada", "block"),
    }
    assert await moderation.addresses_of("ada") == ["here", "there"]
    assert {(row.by_id, row.person_id) for row in await moderation.reports()} == {
        ("ada", "bea"),
        ("bea", "ada"),
    }
    assert {row.target for row in await moderation.bans(BEGUN)} == {"ada", "a digest"}


async def test_nothing_but_a_ban_is_left_of_somebody(storage: Storage) -> None:
    await fill_room(storage)
    await fill_moderation(storage)
    await storage.moderation.ignore("bea", "ada", "mute", BEGUN)
    await storage._driver.write(*(Step(statement, {"old": "bea"}) for statement in FORGET))
    assert await storage.moderation.around("ada") == await storage.moderation.around("bea") == []
    assert await storage.moderation.addresses_of("bea") == await storage.moderation.reports() == []
    assert [row.target for row in await storage.moderation.bans(BEGUN)] == ["bea"]
