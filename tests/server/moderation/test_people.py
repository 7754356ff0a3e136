"""Muting, blocking and reporting: what it means in rooms, in the lobby and for the operator."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.server.accounts.test_friends import ask, befriend
from tests.server.harness import GREEDY, HERE, ROOMY, FakeClock, Server, serving
from tests.server.moderation.visiting import TOKEN, Operator, ignore, new_id, report
from tests.server.rooms.visitors import InRoom, Visitor, come, knock

from muscade.server.cleaning import clean
from muscade.server.config import CleaningSettings
from muscade.server.limits import Limits
from muscade.server.times import DAY

pytestmark = pytest.mark.anyio
WISH = {"game": "mono-line", "seats": 2}


@pytest.fixture
async def watched(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Server]:
    """A server with an operator."""
    async with serving(tmp_path / "muscade.db", clock, operator=TOKEN) as running:
        yield running


async def hears_of(inside: InRoom) -> dict[str, str]:
    message = await inside.expect("ignored")
    return {found["name"]: found["how"] for found in message["people"]}


async def test_one_is_told_whom_one_ignores_on_all_devices(server: Server) -> None:
    ada, bea, eve = await come(server, "Ada", "Bea", "Eve")
    assert await ignore(server, ada, bea, "mute") == {"Bea": "mute"}
    room = await ada.create(server)
    async with knock(server, room) as desk, knock(server, room) as phone, knock(server, room) as guest:
        for inside, who in ((desk, ada), (phone, ada), (guest, bea)):
            await inside.send({"type": "hello", "key": who.key})
            assert await hears_of(inside) == ({"Bea": "mute"} if who is ada else {})
            await inside.expect("room")
        assert await ignore(server, ada, eve, "block") == {"Bea": "mute", "Eve": "block"}
        for inside in (desk, phone):
            assert await hears_of(inside) == {"Bea": "mute", "Eve": "block"}
        assert await ignore(server, ada, bea, None) == {"Eve": "block"}
        assert await hears_of(phone) == {"Eve": "block"}
        await guest.do("say", text="nobody told me anything")
        assert sum('"ignored"' in frame for frame in guest.frames) == 1
    response = await server.http.get("/api/people/me/ignored", headers=ada.headers)
    assert [found["name"] for found in response.json()["people"]] == ["Eve"]


async def test_what_cannot_be_ignored(server: Server) -> None:
    [ada] = await come(server, "Ada")

    async def refused(person: str) -> str:
        wanted = {"person": person, "how": "mute"}
        response = await server.http.post("/api/people/me/ignored", json=wanted, headers=ada.headers)
        code: str = response.json()["code"]
        return code

    assert await refused(ada.person) == "yourself"
    assert await refused("nobody at all") == "nobody"


async def test_whom_the_host_has_blocked_comes_into_no_room_of_theirs(
    server: Server, clock: FakeClock
) -> None:
    ada, bea, eve = await come(server, "Ada", "Bea", "Eve")
    room = await ada.create(server)
    async with (
        ada.enter(server, room) as host,
        bea.look_around(server) as lobby,
        eve.look_around(server) as other,
    ):
        await lobby.shows(clock, lambda rooms: room in rooms)
        await ignore(server, ada, bea, "block")
        await lobby.shows(clock, lambda rooms: room not in rooms)
        async with knock(server, room) as door:
            await door.send({"type": "hello", "key": bea.key})
            assert (await door.expect_refusal())["code"] == "unwelcome"
            assert await door.closed() == 4403
        async with bea.look_around(server) as again:
            assert room not in again.rooms
        await ignore(server, ada, bea, None)
        await lobby.shows(clock, lambda rooms: room in rooms)
        # Whoever blocks a host does not see their rooms either.
        await ignore(server, bea, ada, "block")
        await lobby.shows(clock, lambda rooms: room not in rooms)
        await host.do("found-by", way="link")
        await other.shows(clock, lambda rooms: room not in rooms)
        await host.do("found-by", way="lobby")
        await other.shows(clock, lambda rooms: room in rooms)
        assert room not in lobby.rooms


@pytest.mark.parametrize("first_blocks", [True, False])
async def test_nobody_is_paired_with_whom_they_blocked(
    server: Server, clock: FakeClock, first_blocks: bool
) -> None:
    ada, bea, eve = await come(server, "Ada", "Bea", "Eve")
    await (ignore(server, ada, bea, "block") if first_blocks else ignore(server, bea, ada, "block"))
    async with (
        ada.look_around(server) as one,
        bea.look_around(server) as two,
        eve.look_around(server) as three,
    ):
        await one.do("pair", **WISH)
        clock.advance(5000)
        await two.do("pair", **WISH)
        clock.advance(5000)
        await three.do("pair", **WISH)
        await one.until_told(clock, one.paired_in)
        await three.until_told(clock, three.paired_in)
        await two.settled()
        assert (one.paired_in() == three.paired_in(), two.paired_in()) == (True, None)


async def test_a_report_keeps_the_words_until_it_is_dealt_with(watched: Server, clock: FakeClock) -> None:
    ada, bea, eve = await come(watched, "Ada", "Bea", "Eve")
    room = await ada.create(watched)
    async with ada.enter(watched, room) as host, bea.enter(watched, room) as guest:
        for number in range(3):
            await guest.do("say", text=f"bad word {number}")
        made = await report(watched, ada, bea, room, id="one report, and only one")
        assert made.status_code == 201
        again = await report(watched, ada, bea, room, id="one report, and only one")
        assert again.json() == made.json()
        assert (await report(watched, eve, bea, room)).json()["code"] == "not-in-room"
        assert (await report(watched, ada, eve, room)).json()["code"] == "not-in-room"
        assert (await report(watched, ada, ada, room)).json()["code"] == "yourself"
        assert (await report(watched, ada, bea, "nowhere")).json()["code"] == "room"
        assert (await report(watched, ada, bea, room, reason="\u200b")).json()["code"] == "words"
        clock.advance(1)
        await host.do("kick", person=bea.person)
        assert (await report(watched, bea, ada, room)).status_code == 201, "whoever was sent out may say so"
        await host.do("close")
    storage = watched.app.state.storage
    await clean(storage, clock, CleaningSettings())
    assert await storage.rooms.load(room) is None
    clock.time += 400 * DAY
    await clean(storage, clock, CleaningSettings())
    seen = await Operator(watched).sees()
    first = seen["reports"][0]
    assert (first["name"], first["by_name"], first["reason"]) == ("Bea", "Ada", "bad words")
    assert [words["text"]["en"] for words in first["words"]] == [f"bad word {number}" for number in range(3)]
    assert seen["figures"]["reports"] == 2
    after = await Operator(watched).does(f"reports/{first['report']}/dismiss")
    assert [left["by_name"] for left in after["reports"]] == ["Bea"]
    assert after["deeds"][0]["deed"] == "dismiss"
    after = await Operator(watched).does(f"reports/{after['reports'][0]['report']}/dismiss")
    assert "bad word 0" not in str(after), "the words are gone with them"


async def test_nobody_reports_too_much_and_nobody_in_vain(tmp_path: Path, clock: FakeClock) -> None:
    limits = replace(ROOMY, reports_an_hour=2, reports_of_address_an_hour=3)
    async with serving(tmp_path / "muscade.db", clock, limits=limits, operator=TOKEN) as server:
        ada, bea = await come(server, "Ada", "Bea")
        room = await ada.create(server)
        async with ada.enter(server, room), bea.enter(server, room):
            found = [await report(server, ada, bea, room) for _ in range(3)]
            assert [one.status_code for one in found] == [201, 201, 429]
            assert found[2].json()["code"] == "too-many-reports"
            assert int(found[2].headers["retry-after"]) > 60
            found = [await report(server, bea, ada, room) for _ in range(2)]
            assert [one.status_code for one in found] == [201, 429], "nor does an address"
    async with serving(tmp_path / "muscade.db", clock) as server:
        assert (await report(server, ada, bea, room)).json()["code"] == "no-operator"


async def say(server: Server, who: Visitor, room: str, text: str) -> str:
    async with who.enter(server, room) as inside:
        message = inside.message("say", text=text)
        await inside.send(message)
        while (answer := await inside.receive())["type"] not in {"accepted", "refused"}:
            pass
        return str(answer.get("code", "said"))


async def test_nobody_talks_without_end_from_one_address_or_at_one_table(
    tmp_path: Path, clock: FakeClock
) -> None:
    limits = replace(
        ROOMY,
        words_a_minute=1,
        words_at_once=2,
        words_of_address_a_minute=1,
        words_of_address_at_once=3,
    )
    async with serving(tmp_path / "muscade.db", clock, limits=limits) as server:
        created = await server.create(HERE, GREEDY, GREEDY, chat="free")
        async with server.sit(created) as seat, server.sit(created, None) as watcher:
            # Who has no seat does not use up what others may say.
            for _ in range(3):
                refused = await watcher.refusal({"type": "say", "id": new_id(), "seat": 0, "text": "psst"})
                assert refused["code"] == "not-yours"
            for number in range(2):
                await seat.send({"type": "phrase", "id": new_id(), "seat": 0, "phrase": number})
                await seat.expect("accepted")
            refused = await seat.refusal({"type": "say", "id": new_id(), "seat": 0, "text": "hm"})
            assert (refused["code"], refused["retry_after"] > 0) == ("too-many-words", True)
            assert str(refused["retry_after"]) in refused["text"]["en"]
        ada, bea = await come(server, "Ada", "Bea")
        room = await ada.create(server)
        assert await say(server, ada, room, "one more of this address") == "said"
        assert await say(server, bea, room, "and one too many") == "too-many-words"


def test_what_is_usual_leaves_a_class_alone() -> None:
    assert Limits().words_of_address_at_once >= 4 * 30


async def test_whoever_is_blocked_is_no_friend_and_becomes_none(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    await befriend(server, ada, bea)
    storage = server.app.state.storage
    assert await storage.profiles.are_friends(ada.person, bea.person)
    await ignore(server, ada, bea, "mute")
    assert await storage.profiles.are_friends(ada.person, bea.person)
    await ignore(server, ada, bea, "block")
    assert not await storage.profiles.are_friends(ada.person, bea.person)
    for one, other in ((ada, bea), (bea, ada)):
        link = (await ask(server, "/link", one)).json()["link"]
        assert (await ask(server, "", other, link=link)).json()["code"] == "friend-link"
    await ignore(server, ada, bea, None)
    await befriend(server, ada, bea)
