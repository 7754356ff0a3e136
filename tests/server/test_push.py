"""Web Push: whoever is away hears once that it is their turn in a game by correspondence."""

from __future__ import annotations

import asyncio
import json
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp.abc import ResolveResult
from py_vapid import Vapid02
from tests.server.accounts.test_accounts import sign_in, with_account
from tests.server.harness import PATIENCE, FakeClock, Server, until
from tests.server.push_service import PushService, push_service
from tests.server.rooms.visitors import Visitor, come
from tests.server.several import Several

from muscade.server import refusals
from muscade.server.config import PushSettings
from muscade.server.push.endpoints import check_endpoint, check_keys
from muscade.server.push.postman import AN_HOUR, SETTLES, TRY_AGAIN
from muscade.server.push.sending import PublicOnly, new_key
from muscade.server.storage import Storage

pytestmark = pytest.mark.anyio

DELAY = 60_000
KEY = new_key()
PUSH = PushSettings(KEY, "mailto:operator@example.org", DELAY / 1000, private_hosts=True)
BY_POST = {
    "game": "mono-line",
    "seats": 2,
    "options": {"first": 0},
    "settings": {"clock": {"kind": "correspondence", "days": 3}},
}


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
async def server(several: Several) -> AsyncIterator[Server]:
    """On each kind of database; alone, but as one of several."""
    async with several.another(push=PUSH) as running:
        yield running


async def wants_pushes(server: Server, person: Visitor, browser: dict[str, str]) -> None:
    response = await server.http.post("/api/people/me/push", json=browser, headers=person.headers)
    assert response.status_code == 200, response.text


@asynccontextmanager
async def a_game(server: Server, ada: Visitor, bea: Visitor) -> AsyncIterator[tuple[str, Any]]:
    """By correspondence, with Ada at the table and Bea gone; its room, and Ada's seat."""
    room = await ada.create(server, **BY_POST)
    async with ada.enter(server, room) as host:
        async with bea.enter(server, room) as guest:
            await guest.do("sit", seat=1)
            await host.do("start")
        await has_left(server, bea, room)
        async with ada.play(server, host) as seat:
            yield room, seat


async def has_left(server: Server, person: Visitor, room: str) -> None:
    """Until the server has heard it."""
    await until(lambda: room not in server.app.state.hall.friends.places.of(person.person))


async def passes(clock: FakeClock, milliseconds: int, true: Callable[[], object]) -> None:
    """Until something is true, while so much time goes by at once, and then what a server needs to take up its tables."""
    clock.advance(milliseconds)
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.02)
            clock.advance(SETTLES)


async def all_told(server: Server) -> None:
    """Until whatever was to be sent is."""
    tasks = server.app.state.office._postman._tasks
    async with asyncio.timeout(PATIENCE):
        while tasks:
            await asyncio.wait(tasks)


async def nothing_comes(clock: FakeClock, service: PushService, server: Server) -> None:
    """However long it takes."""
    before = service.asked
    for _ in range(2):
        clock.advance(DELAY)
        await all_told(server)
    assert service.asked == before


def claims_of(authorization: str) -> dict[str, Any]:
    token = authorization.removeprefix("vapid t=").partition(",")[0].split(".")[1]
    found: dict[str, Any] = json.loads(urlsafe_b64decode(token + "=" * (-len(token) % 4)))
    return found


async def test_who_is_away_hears_once_a_turn(
    several: Several, server: Server, service: PushService, clock: FakeClock
) -> None:
    ada, bea = await come(server, "Ada", "Béa")
    for language in ("en", "fr"):
        await wants_pushes(server, ada, service.browser())
        await wants_pushes(server, bea, service.browser(language))
    async with a_game(server, ada, bea) as (room, seat):
        await seat.play_on(lambda update: update["view"]["turn"] == [1])
        clock.advance(DELAY - 1)
        await server.http.get("/healthz")
        assert service.asked == 0, "not yet"
        await passes(clock, 1, lambda: service.delivered)
        [delivered] = service.delivered
        # One browser of Béa's: the last that her device named, in its language, and nothing of the game.
        assert service.read(delivered) == {
            "title": "Mono-Line",
            "body": "À vous de jouer, avec Ada.",
            "room": room,
        }
        headers = delivered.headers
        assert (headers["content-encoding"], headers["urgency"]) == ("aes128gcm", "normal")
        assert int(headers["ttl"]) == 259_140
        assert len(headers["topic"]) == 32
        claims = claims_of(headers["authorization"])
        assert (claims["aud"], claims["sub"]) == (service.address, "mailto:operator@example.org")
        key = (await server.http.get("/api/push")).json()["key"]
        assert headers["authorization"].endswith(f"k={key}")
        assert Vapid02.verify(headers["authorization"])
        await nothing_comes(clock, service, server)
        # Another server comes, and this one goes: nobody hears of the same turn again.
        async with several.another(push=PUSH):
            await nothing_comes(clock, service, server)
    assert 'muscade_pushes_total{result="sent"} 1.0' in server.metrics()


async def test_a_browser_is_told_of_whoever_it_belongs_to(
    server: Server, service: PushService, clock: FakeClock
) -> None:
    ada, bea = await with_account(server, "Ada"), (await come(server, "Bea"))[0]
    [phone] = await come(server, "Guest")
    given = service.browser("fr")
    await wants_pushes(server, phone, given)

    async def exported(device: Visitor) -> list[tuple[str, str]]:
        answer = await server.http.get("/api/people/me/export", headers=device.headers)
        assert given["p256dh"] not in answer.text
        assert given["auth"] not in answer.text
        return [(push["endpoint"], push["language"]) for push in answer.json()["pushes"]]

    assert (await exported(phone), await exported(ada)) == ([(given["endpoint"], "fr")], [])
    # The phone is Ada's from now on, and so is what it wants to hear.
    assert (await sign_in(server, "Ada", visitor=phone)).status_code == 201
    assert await exported(ada) == await exported(phone) == [(given["endpoint"], "fr")]
    async with a_game(server, bea, ada) as (room, seat):
        await seat.play_on(lambda update: update["view"]["turn"] == [1])
        await passes(clock, DELAY, lambda: service.delivered)
        [delivered] = service.delivered
        assert service.read(delivered)["room"] == room
    # Signed out, it hears nothing more, and nothing of it is left.
    await server.http.post("/api/account/sign-out", json={}, headers=phone.headers)
    assert await exported(ada) == []
    await nothing_comes(clock, service, server)


async def test_nobody_hears_who_is_here(
    several: Several, server: Server, service: PushService, clock: FakeClock
) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    await wants_pushes(server, bea, service.browser())
    async with (
        several.another(push=PUSH) as second,
        bea.sit_down(second) as desk,
        a_game(server, ada, bea) as (room, seat),
    ):
        await seat.play_on(lambda update: update["view"]["turn"] == [1])
        await desk.wanted(clock, room, "move", "Ada")
        await until(lambda: server.app.state.hall.friends.places.of(bea.person))
        await nothing_comes(clock, service, server)
        # Whoever is at the table hears nothing either.
        async with bea.enter(server, room) as inside, bea.play(server, inside) as other:
            await other.play_on(lambda update: update["view"]["turn"] == [0])
            await seat.until(lambda update: update["view"]["turn"] == [0])
            await seat.play_on(lambda update: update["view"]["turn"] == [1])
            await nothing_comes(clock, service, server)
    assert service.delivered == []


async def test_without_days_nobody_is_told(server: Server, service: PushService, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    await wants_pushes(server, bea, service.browser())
    for settings in ({}, {"clock": {"kind": "game", "seconds": 86_000}}):
        room = await ada.create(server, **BY_POST | {"settings": settings})
        async with ada.enter(server, room) as host:
            async with bea.enter(server, room) as guest:
                await guest.do("sit", seat=1)
                await host.do("start")
            async with ada.play(server, host) as seat:
                await seat.play_on(lambda update: 1 in update["view"]["turn"])
                await nothing_comes(clock, service, server)


async def test_a_server_that_comes_back_tells_of_what_it_has_not(
    several: Several, service: PushService, clock: FakeClock
) -> None:
    async with several.another(push=PUSH) as server:
        ada, bea = await come(server, "Ada", "Bea")
        await wants_pushes(server, bea, service.browser())
        async with a_game(server, ada, bea) as (_room, seat):
            await seat.play_on(lambda update: update["view"]["turn"] == [1])
    assert service.asked == 0
    clock.advance(10 * DELAY)
    async with several.another(push=PUSH):
        await passes(clock, SETTLES, lambda: service.delivered)
    async with several.another(push=PUSH) as server:
        await nothing_comes(clock, service, server)
    assert len(service.delivered) == 1


async def test_a_browser_that_is_gone_is_forgotten_and_a_busy_service_asked_again(
    server: Server, service: PushService, clock: FakeClock
) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    await wants_pushes(server, bea, service.browser())
    storage: Storage = server.app.state.storage
    async with a_game(server, ada, bea) as (room, seat):
        service.statuses = [503, 429]
        await seat.play_on(lambda update: update["view"]["turn"] == [1])
        await passes(clock, DELAY, lambda: service.asked == 1)
        await passes(clock, TRY_AGAIN, lambda: service.asked == 2)
        await passes(clock, TRY_AGAIN, lambda: service.delivered)
        for status, kept in ((307, 1), (403, 1), (410, 0)):
            async with bea.enter(server, room) as inside, bea.play(server, inside) as other:
                await other.play_on(lambda update: update["view"]["turn"] == [0])
            await has_left(server, bea, room)
            await seat.until(lambda update: update["view"]["turn"] == [0])
            service.statuses = [status]
            await seat.play_on(lambda update: update["view"]["turn"] == [1])
            asked = service.asked
            await passes(clock, DELAY, lambda asked=asked: service.asked == asked + 1)
            await all_told(server)
            assert len(await storage.pushes.of_person(bea.person)) == kept
    assert len(service.delivered) == 1


async def test_what_a_browser_says_is_looked_at(
    server: Server, several: Several, service: PushService
) -> None:
    (ada,) = await come(server, "Ada")
    storage: Storage = server.app.state.storage
    browser = service.browser()

    async def refused(**changes: str) -> tuple[int, str]:
        wanted = browser | changes
        response = await server.http.post("/api/people/me/push", json=wanted, headers=ada.headers)
        return response.status_code, response.json()["code"]

    assert await refused(endpoint="ftp://127.0.0.1/") == (422, "endpoint")
    assert await refused(p256dh=browser["auth"]) == (422, "push-keys")
    assert await refused(auth="no key!") == (400, "malformed")
    assert await refused(endpoint="https://x.example/" + "a" * 2000) == (400, "malformed")
    assert await storage.pushes.of_person(ada.person) == []
    await wants_pushes(server, ada, browser)
    assert [push.endpoint for push in await storage.pushes.of_person(ada.person)] == [browser["endpoint"]]
    response = await server.http.delete("/api/people/me/push", headers=ada.headers)
    assert response.status_code == 200
    assert await storage.pushes.of_person(ada.person) == []
    assert (await server.http.post("/api/people/me/push", json=browser)).status_code == 403
    async with several.another() as silent:
        assert (await silent.http.get("/api/push")).json() == {"key": None}
        response = await silent.http.post("/api/people/me/push", json=browser, headers=ada.headers)
        assert (response.status_code, response.json()["code"]) == (404, "no-push")


async def test_of_two_keepers_one_tells(server: Server) -> None:
    (ada,) = await come(server, "Ada")
    room = await ada.create(server, **BY_POST, start=True)
    table = (await ada.me(server))["rooms"][0]["table"]
    pushes = server.app.state.storage.pushes
    assert room
    assert await pushes.note_told(table, 0, 1000, 1)
    assert not await pushes.note_told(table, 0, 1000, 1), "of this turn they were told"
    assert not await pushes.note_told(table, 0, 2000, 2), "another server keeps it"
    assert await pushes.note_told(table, 1, 1000, 1)
    assert await pushes.note_told(table, 0, 2000, 1)
    assert not await pushes.note_told(table, 0, 1500, 1)


async def test_nobody_is_told_without_end(server: Server, service: PushService, clock: FakeClock) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    await wants_pushes(server, bea, service.browser())
    postman = server.app.state.office._postman
    for _ in range(AN_HOUR):
        assert not postman._sent.take(bea.person)
    async with a_game(server, ada, bea) as (_room, seat):
        await seat.play_on(lambda update: update["view"]["turn"] == [1])
        await nothing_comes(clock, service, server)


# ---------------------------------------------------------------- which addresses this server calls


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/send",
        "https://push.example.org:8443/send",
        "https://somebody@push.example.org/send",
        "https://localhost/send",
        "https://127.0.0.1/send",
        "https://[::1]/send",
        "https://[::ffff:127.0.0.1]/send",
        "https://10.0.0.7/send",
        "https://169.254.169.254/latest/meta-data",
        "https://224.0.0.1/send",
        "https://push.internal/send",
        "https://router/send",
        "https:///send",
        "https://[half/send",
        "file:///etc/passwd",
    ],
)
def test_addresses_that_are_never_called(endpoint: str) -> None:
    with pytest.raises(refusals.RequestRefused) as refused:
        check_endpoint(endpoint, private=False)
    assert refused.value.code == "endpoint"


async def test_a_name_that_stands_for_a_neighbour_is_not_called() -> None:
    resolver = PublicOnly()

    async def everything(host: str, port: int = 0, family: Any = None) -> list[ResolveResult]:
        return [
            ResolveResult(hostname=host, host=address, port=port, family=2, proto=6, flags=0)
            for address in ("127.0.0.1", "192.168.1.1", "9.9.9.9")
        ]

    resolver._all.resolve = everything  # type: ignore[method-assign]
    assert [found["host"] for found in await resolver.resolve("push.example.org")] == ["9.9.9.9"]
    await resolver.close()
    with pytest.raises(OSError, match="localhost"):
        await PublicOnly().resolve("localhost", 443)


def test_keys_of_browsers() -> None:
    with push_service() as service:
        browser = service.browser()
    check_keys(browser["p256dh"], browser["auth"])
    for p256dh, auth in ((browser["p256dh"][:-4], browser["auth"]), (browser["p256dh"], "AAAA"), ("A", "A")):
        with pytest.raises(refusals.RequestRefused):
            check_keys(p256dh, auth)
