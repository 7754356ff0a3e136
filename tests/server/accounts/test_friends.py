"""Friends: made by a link, and where they are, at one server and at several."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.server.accounts.test_accounts import code, sign_in, with_account
from tests.server.harness import FakeClock, Server
from tests.server.rooms.visitors import Visitor, come
from tests.server.several import Several

from muscade.server.rooms.friends import LASTS

pytestmark = pytest.mark.anyio


async def ask(server: Server, path: str, visitor: Visitor | None, **body: Any) -> httpx.Response:
    headers = visitor.headers if visitor else {}
    return await server.http.post(f"/api/friends{path}", json=body, headers=headers)


async def befriend(server: Server, one: Visitor, other: Visitor) -> None:
    link = (await ask(server, "/link", one)).json()["link"]
    assert (await ask(server, "", other, link=link)).status_code == 201


def where(friends: list[dict[str, Any]], name: str) -> tuple[bool, list[str]] | None:
    """Whether a friend is online, and in which rooms one may join them."""
    found = [
        (friend["online"], [room["room"] for room in friend["rooms"]])
        for friend in friends
        if friend["name"] == name
    ]
    return found[0] if found else None


async def test_a_link_makes_two_people_friends_when_the_other_agrees(
    server: Server, clock: FakeClock
) -> None:
    ada, [bea, eve] = await with_account(server, "Ada"), await come(server, "Bea", "Eve")
    given = (await ask(server, "/link", ada)).json()
    assert given["until"] == clock.now() + LASTS
    assert (await ask(server, "/link", ada)).json() == given, "the same for everybody"
    link = given["link"]
    asked = (await ask(server, "/asked", bea, link=link)).json()
    assert asked == {
        "person": ada.person,
        "name": "Ada",
        "account": True,
        "portrait": "ring",
        "you": False,
        "friend": False,
    }
    assert (await ask(server, "/asked", None, link=link)).json() == asked, "before one is anybody"
    assert (await ask(server, "/asked", ada, link=link)).json()["you"]
    assert code(await ask(server, "", ada, link=link)) == (409, "yourself")
    async with bea.sit_down(server) as wire:
        assert wire.friends == []
        for _ in range(2):
            assert (await ask(server, "", bea, link=link)).json() == asked | {"friend": True}
        await wire.until_told(clock, lambda: len(wire.friends) == 1)
        assert where(wire.friends, "Ada") == (False, [])
        renewed = (await ask(server, "/link", ada, renew=True)).json()["link"]
        assert renewed != link
        for void in (link, "nobody's link at all"):
            assert code(await ask(server, "", eve, link=void)) == (404, "friend-link")
        clock.advance(LASTS)
        assert code(await ask(server, "/asked", eve, link=renewed)) == (404, "friend-link")
        parted = await server.http.delete(f"/api/friends/{ada.person}", headers=bea.headers)
        assert parted.status_code == 200
        await wire.until_told(clock, lambda: wire.friends == [])
    assert code(await ask(server, "", None, link=renewed)) == (403, "person")


async def test_friends_are_told_where_one_is_and_nobody_else(server: Server, clock: FakeClock) -> None:
    ada, bea, eve = await come(server, "Ada", "Bea", "Eve")
    await befriend(server, ada, bea)
    room, secret = await bea.create(server), await bea.create(server, found_by="link")
    async with ada.sit_down(server) as wire, eve.sit_down(server) as stranger:
        assert where(wire.friends, "Bea") == (False, [])
        async with bea.enter(server, room) as inside:
            await wire.until_told(clock, lambda: where(wire.friends, "Bea") == (True, [room]))
            await inside.do("found-by", way="code")
            await wire.until_told(clock, lambda: where(wire.friends, "Bea") == (True, []))
            await inside.do("found-by", way="lobby")
            await wire.until_told(clock, lambda: where(wire.friends, "Bea") == (True, [room]))
            async with ada.enter(server, room):
                await inside.sees(lambda room: len(room["people"]) == 2)
                await inside.do("kick", person=ada.person)
            await wire.until_told(clock, lambda: where(wire.friends, "Bea") == (True, []))
        async with bea.enter(server, secret):
            await wire.until_told(clock, lambda: where(wire.friends, "Bea") == (True, []))
        await wire.until_told(clock, lambda: where(wire.friends, "Bea") == (False, []))
        async with bea.sit_down(server):
            await wire.until_told(clock, lambda: where(wire.friends, "Bea") == (True, []))
        assert stranger.friends == []


async def test_who_signs_in_keeps_their_friends(server: Server, clock: FakeClock) -> None:
    ada, [phone, bea] = await with_account(server, "Ada"), await come(server, "Guest", "Bea")
    await befriend(server, phone, bea)
    async with bea.sit_down(server) as wire:
        assert where(wire.friends, "Guest") == (False, [])
        await sign_in(server, "Ada", visitor=phone)
        await wire.until_told(clock, lambda: [friend["name"] for friend in wire.friends] == ["Ada"])
        assert wire.friends[0]["account"]
        assert wire.friends[0]["person"] == ada.person


async def test_friends_at_three_servers(several: Several, clock: FakeClock) -> None:
    async with several.servers(3) as (first, second, third):
        ada, bea = await come(first, "Ada", "Bea")
        room = await bea.create(second)
        async with ada.sit_down(first) as wire:
            link = (await ask(third, "/link", bea)).json()["link"]
            assert (await ask(second, "", ada, link=link)).status_code == 201
            await wire.until_told(clock, lambda: where(wire.friends, "Bea") == (False, []))
            async with bea.enter(second, room), bea.sit_down(third):
                await wire.until_told(clock, lambda: where(wire.friends, "Bea") == (True, [room]))
                async with several.another() as late, ada.sit_down(late) as there:
                    await there.until_told(clock, lambda: where(there.friends, "Bea") == (True, [room]))
            await wire.until_told(clock, lambda: where(wire.friends, "Bea") == (False, []))
