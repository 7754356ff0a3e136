"""The operator: who gets in, what is seen, and what an action means for everybody."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.server.harness import ROOMY, FakeClock, Server, serving
from tests.server.moderation.visiting import TOKEN, Operator, announced, new_id, report
from tests.server.rooms.visitors import come, knock
from tests.server.several import Several

from muscade.server.moderation.decisions import LOOK_EVERY
from muscade.server.operator.desk import HOUR
from muscade.server.storage import StorageError

pytestmark = pytest.mark.anyio


@pytest.fixture
async def watched(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Server]:
    """A server with an operator."""
    async with serving(tmp_path / "muscade.db", clock, operator=TOKEN) as running:
        yield running


async def test_without_a_token_there_is_no_such_address(server: Server) -> None:
    for path in ("/api/operator", "/operator", "/operator/"):
        response = await server.http.get(path, headers=Operator(server).headers)
        assert (response.status_code, response.json()["code"]) == (404, "not-found")
    response = await Operator(server).asks("bans", kind="network", target="x", reason="y", id=new_id())
    assert response.status_code == 404


async def test_only_the_token_opens(watched: Server) -> None:
    assert (await watched.http.get("/operator")).status_code == 200
    for headers in ({}, Operator(watched, "another").headers, {"authorization": f"Basic {TOKEN}"}):
        response = await watched.http.get("/api/operator", headers=headers)
        assert (response.status_code, response.json()["code"]) == (403, "operator")
    response = await watched.http.get(f"/api/operator?token={TOKEN}")
    assert response.status_code == 403
    assert (await Operator(watched).sees())["figures"]["people"] == 0


async def test_wrong_tokens_are_few(tmp_path: Path, clock: FakeClock) -> None:
    limits = replace(ROOMY, operator_attempts_a_minute=3)
    async with serving(tmp_path / "muscade.db", clock, limits=limits, operator=TOKEN) as server:
        for _ in range(20):
            await Operator(server).sees()
        codes = [(await Operator(server, "x").asks("bans")).json()["code"] for _ in range(4)]
        assert codes == ["operator"] * 3 + ["too-many-attempts"]
        response = await server.http.get("/api/operator", headers=Operator(server).headers)
        assert response.status_code == 429, "else the right one could be told by its answer"
        assert int(response.headers["retry-after"]) > 0


async def test_what_an_operator_sees_and_closes(watched: Server) -> None:
    ada, bea = await come(watched, "Ada", "Bea")
    room = await ada.create(watched, start=True)
    async with ada.enter(watched, room) as host, bea.enter(watched, room) as guest:
        await guest.do("say", text="words are nobody's business")
        seen = await Operator(watched).sees()
        assert seen["figures"]["people"] == seen["figures"]["people_lately"] == 2
        assert (seen["figures"]["rooms"], seen["figures"]["tables"]) == (1, 1)
        assert (seen["figures"]["connections"], seen["figures"]["rooms_here"]) == (2, 1)
        [shown] = seen["rooms"]
        assert [one["name"] for one in shown["people"]] == ["Ada", "Bea"]
        assert (shown["playing"], shown["closed"]) == (True, False)
        assert "business" not in str(seen)
        after = await Operator(watched).does(f"rooms/{room}/close")
        assert after["rooms"][0]["closed"]
        assert (after["deeds"][0]["deed"], after["deeds"][0]["about"]) == ("close-room", room)
        for inside in (host, guest):
            assert (await inside.expect_refusal())["code"] == "closed"
            assert await inside.closed() == 4410
    assert (await Operator(watched).asks("rooms/nowhere/close")).json()["code"] == "room"


async def test_who_is_banned_is_told_why_and_until_when(watched: Server, clock: FakeClock) -> None:
    ada, bea = await come(watched, "Ada", "Bea")
    room = await ada.create(watched, options={"leader": 0})
    async with (
        ada.enter(watched, room) as host,
        bea.enter(watched, room) as guest,
        bea.look_around(watched) as lobby,
    ):
        await guest.do("sit", seat=1)
        await host.do("start")
        await guest.sees(lambda room: room["yours"])
        made = await report(watched, ada, bea, room)
        async with bea.play(watched, guest) as seat:
            after = await Operator(watched).bans(bea, hours=2, report=made.json()["report"])
            for inside in (guest, lobby, seat):
                refusal = await inside.expect_refusal()
                assert (refusal["code"], refusal["retry_after"]) == ("excluded", 7200)
                assert "no manners" in refusal["text"]["fr"]
                assert await inside.closed() == 4403
        assert after["reports"] == []
        assert [(ban["kind"], ban["name"]) for ban in after["bans"]] == [("person", "Bea")]
        async with knock(watched, room) as door:
            await door.send({"type": "hello", "key": bea.key})
            assert (await door.expect_refusal())["code"] == "excluded"
            assert await door.closed() == 4403
        response = await watched.http.get("/api/people/me", headers=bea.headers)
        assert (response.status_code, response.json()["code"]) == (403, "excluded")
        [key] = [held["key"] for held in guest.room["yours"]]
        async with watched.connect(guest.room["table"]) as seat:
            await seat.send({"type": "hello", "keys": [key], "look": 1, "since": 0})
            assert (await seat.expect_refusal())["code"] == "excluded"
        await host.settled()
        clock.advance(2 * HOUR)
        assert (await bea.me(watched))["name"] == "Bea", "by itself, when the time is over"


async def test_a_ban_is_made_once_and_taken_back(watched: Server, clock: FakeClock) -> None:
    ada, bea = await come(watched, "Ada", "Bea")
    operator, once = Operator(watched), new_id()
    for _ in range(2):
        after = await operator.bans(bea, id=once)
        assert len(after["bans"]) == 1
    assert [deed["deed"] for deed in after["deeds"]] == ["ban"]
    assert (await watched.http.get("/api/people/me", headers=bea.headers)).status_code == 403
    clock.advance(1)
    after = await operator.does(f"bans/{after['bans'][0]['ban']}/lift")
    assert (after["bans"], [deed["deed"] for deed in after["deeds"]]) == ([], ["lift", "ban"])
    assert (await bea.me(watched))["name"] == "Bea"
    assert (await operator.asks("bans/nothing/lift")).json()["code"] == "gone"
    assert (await operator.asks("reports/nothing/dismiss")).json()["code"] == "gone"
    assert (await operator.asks("announcements/nothing/withdraw")).json()["code"] == "gone"
    wanted = {"kind": "person", "target": "nobody", "reason": "why", "id": new_id()}
    assert (await operator.asks("bans", **wanted)).json()["code"] == "nobody"
    assert (await operator.asks("bans", **wanted | {"reason": "\u200b"})).json()["code"] == "words"
    network = wanted | {"kind": "network"}
    assert (await operator.asks("bans", **network)).json()["code"] == "network"
    gone = {"target": ada.person, "report": "dealt with long ago"}
    assert (await operator.asks("bans", **wanted | gone)).json()["code"] == "gone"
    assert (await ada.me(watched))["name"] == "Ada", "what is refused changes nothing"


async def test_whoever_comes_back_as_somebody_else(watched: Server) -> None:
    """From where they came: all tests come from one address, so it is everybody's."""
    ada, bea = await come(watched, "Ada", "Bea")
    room = await ada.create(watched)
    async with ada.enter(watched, room) as host, bea.enter(watched, room) as guest:
        await guest.settled()
        after = await Operator(watched).bans(bea, addresses=True)
        assert {ban["kind"] for ban in after["bans"]} == {"person", "address"}
        assert "127.0.0.1" not in str(after)
        assert (await host.expect_refusal())["code"] == "excluded"
        assert await host.closed() == 4403
    response = await watched.http.get("/api/games")
    assert (response.status_code, response.json()["code"]) == (403, "excluded")
    async with knock(watched, room) as door:
        assert (await door.expect_refusal())["code"] == "excluded"
        assert await door.closed() == 4403
    assert (await watched.http.get("/")).status_code == 200, "the page itself, which shows why"
    for ban in (await Operator(watched).sees())["bans"]:
        await Operator(watched).does(f"bans/{ban['ban']}/lift")
    assert (await watched.http.get("/api/games")).status_code == 200
    wanted = {"kind": "network", "target": "127.0.0.0/8", "reason": "why", "id": new_id()}
    await Operator(watched).does("bans", **wanted)
    assert (await watched.http.get("/api/games")).status_code == 403
    assert (await watched.http.get("/healthz")).status_code == 200


async def test_everybody_is_told_until_a_time(watched: Server, clock: FakeClock) -> None:
    operator = Operator(watched)
    await operator.announces("down at nine", "arrêt à neuf heures", hours=2)
    clock.advance(1)
    after = await operator.announces("and another", "et encore")
    assert await announced(watched) == ["arrêt à neuf heures", "et encore"]
    await operator.does(f"announcements/{after['announcements'][0]['id']}/withdraw")
    assert await announced(watched) == ["et encore"]
    clock.advance(HOUR)
    assert await announced(watched) == []
    wanted = {"en": "x", "fr": "\u200b", "hours": 1, "id": new_id()}
    assert (await operator.asks("announcements", **wanted)).json()["code"] == "words"
    assert (await operator.asks("announcements", **wanted | {"hours": 0})).json()["code"] == "malformed"


async def test_an_announcement_comes_on_every_wire(watched: Server, clock: FakeClock) -> None:
    """Nobody has to ask for it now and then: not at a table, nor in a room, the lobby or at home."""
    operator = Operator(watched)
    [ada] = await come(watched, "Ada")
    room = await ada.create(watched, options={"leader": 0}, start=True)
    async with (
        ada.enter(watched, room) as host,
        ada.play(watched, host) as seat,
        ada.look_around(watched) as lobby,
        ada.sit_down(watched) as desk,
    ):
        wires = (host, seat, lobby, desk)

        async def told() -> list[list[str]]:
            heard = [(await wire.expect("announcements"))["announcements"] for wire in wires]
            return [[found["text"]["fr"] for found in each] for each in heard]

        after = await operator.announces("down at nine", "arrêt à neuf heures", hours=1)
        assert await told() == [["arrêt à neuf heures"]] * 4
        # Nothing is told twice, and what is not said any more is taken back.
        await watched.app.state.decisions.look()
        await operator.does(f"announcements/{after['announcements'][0]['id']}/withdraw")
        assert await told() == [[]] * 4
        await operator.announces("and another", "et encore", hours=1)
        assert await told() == [["et encore"]] * 4
        clock.advance(HOUR)
        await watched.app.state.decisions.look()
        assert await told() == [[]] * 4


async def test_every_server_knows_at_once(several: Several) -> None:
    async with several.servers(2, operator=TOKEN) as (first, second):
        ada, bea = await come(first, "Ada", "Bea")
        room = await ada.create(first)
        async with ada.enter(first, room), bea.enter(second, room) as guest:
            await Operator(first).bans(bea)
            assert (await guest.expect_refusal())["code"] == "excluded"
            assert await guest.closed() == 4403
        assert (await second.http.get("/api/people/me", headers=bea.headers)).status_code == 403
        await Operator(first).announces()
        for _ in range(500):
            if await announced(second) == ["bonjour"]:
                break
        assert await announced(second) == ["bonjour"]
        [ban] = (await Operator(second).sees())["bans"]
        await Operator(second).does(f"bans/{ban['ban']}/lift")
        for _ in range(500):
            if (await first.http.get("/api/people/me", headers=bea.headers)).status_code == 200:
                break
        assert (await bea.me(first))["name"] == "Bea"


async def test_whom_one_ignores_is_known_at_every_server(several: Several) -> None:
    from tests.server.moderation.visiting import ignore

    async with several.servers(2) as (first, second):
        ada, bea = await come(first, "Ada", "Bea")
        room = await ada.create(first)
        async with ada.enter(second, room) as phone:
            await ignore(first, ada, bea, "mute")
            assert [found["name"] for found in (await phone.expect("ignored"))["people"]] == ["Bea"]


async def test_a_note_that_is_lost_is_made_up_for(watched: Server, clock: FakeClock) -> None:
    """Somebody else wrote to the same database, and nobody told this server."""
    [bea] = await come(watched, "Bea")
    from tests.server.storage.examples import ban, operator_action

    await watched.app.state.storage.moderation.ban([ban("person", bea.person)], operator_action())
    assert (await bea.me(watched))["name"] == "Bea"
    clock.advance(LOOK_EVERY)
    for _ in range(500):
        if (await watched.http.get("/api/people/me", headers=bea.headers)).status_code == 403:
            return
    raise AssertionError("it is never noticed")


async def test_rules_that_cannot_be_read_stay_as_they_were(
    watched: Server, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    [bea] = await come(watched, "Bea")
    await Operator(watched).bans(bea)

    async def fails(now: int) -> list[object]:
        raise StorageError("no disk")

    monkeypatch.setattr(watched.app.state.storage.moderation, "bans", fails)
    await watched.app.state.decisions.look()
    assert (await watched.http.get("/api/people/me", headers=bea.headers)).status_code == 403
    response = await watched.http.get("/api/operator", headers=Operator(watched).headers)
    assert (response.status_code, response.json()["code"]) == (503, "storage")
