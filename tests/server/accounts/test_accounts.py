"""Accounts: a name that is one's own, on all one's devices."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2.low_level import Type
from tests.server.harness import STRONG, FakeClock, Server, serving
from tests.server.rooms.visitors import Visitor, come, knock

from muscade.server.accounts.passwords import SHORTEST
from muscade.server.limits import Limits

pytestmark = pytest.mark.anyio

PASSWORD = "correct horse, été"


async def open_account(
    server: Server, visitor: Visitor, name: str | None = None, **more: Any
) -> httpx.Response:
    wanted = {"name": name or visitor.name, "password": PASSWORD} | more
    return await server.http.post("/api/account", json=wanted, headers=visitor.headers)


async def sign_in(
    server: Server, name: str, password: str = PASSWORD, visitor: Visitor | None = None, **more: Any
) -> httpx.Response:
    wanted = {"name": name, "password": password, "id": secrets.token_urlsafe(18)} | more
    headers = visitor.headers if visitor else {}
    return await server.http.post("/api/account/sign-in", json=wanted, headers=headers)


async def with_account(server: Server, name: str) -> Visitor:
    [visitor] = await come(server, name)
    assert (await open_account(server, visitor)).status_code == 201
    return visitor


def code(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


async def test_an_account_is_a_name_and_a_password(server: Server) -> None:
    [ada] = await come(server, "Guest")
    opened = await open_account(server, ada, "Ada", label="Firefox, Linux")
    assert opened.status_code == 201
    told = opened.json()
    assert (told["person"], told["name"], told["account"]) == (ada.person, "Ada", True)
    [device] = told["devices"]
    assert (device["this"], device["label"]) == (True, "Firefox, Linux")
    me = await ada.me(server)
    assert (me["name"], me["account"]) == ("Ada", True)
    assert (await open_account(server, ada, "Ada")).status_code == 201, "a lost answer is given again"
    assert code(await open_account(server, ada, "Another")) == (409, "has-account")
    assert code(await open_account(server, ada, "Ada", password="something else")) == (409, "has-account")
    with closing(sqlite3.connect(server.database)) as database:
        written = "\n".join(database.iterdump())
    assert PASSWORD not in written
    assert "$argon2id$" in written


def test_a_password_takes_time_and_memory_to_try() -> None:
    """No less than RFC 9106 asks of whoever has little memory."""
    assert STRONG.type is Type.ID
    assert STRONG.time_cost >= 3
    assert STRONG.memory_cost >= 64 * 1024


@pytest.mark.parametrize("taken", ["ADA", "Àda", "ａｄａ", "a.d.a", "аԁа"])
async def test_nobody_has_a_name_that_looks_like_anothers(server: Server, taken: str) -> None:
    await with_account(server, "Ada")
    [eve] = await come(server, "Eve")
    assert code(await open_account(server, eve, taken)) == (409, "account-taken")
    assert not (await eve.me(server))["account"]


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [
        ({"name": "A\u200bda"}, (422, "name")),
        ({"name": "Ada ✓"}, (422, "name")),
        ({"name": "Aдa"}, (422, "account-name")),
        ({"name": "🂡"}, (422, "account-name")),
        ({"password": "x" * (SHORTEST - 1)}, (422, "short-password")),
        ({"password": "x" * 201}, (400, "malformed")),
        ({"name": "x" * 25}, (400, "malformed")),
        ({"email": "ada@example.org"}, (400, "malformed")),
    ],
)
async def test_what_no_account_can_be_made_of(
    server: Server, wrong: dict[str, str], answer: tuple[int, str]
) -> None:
    [eve] = await come(server, "Eve")
    assert code(await open_account(server, eve, **wrong)) == answer
    assert not (await eve.me(server))["account"]


async def test_anybody_may_be_called_so_but_nobody_else_has_the_mark(
    server: Server, clock: FakeClock
) -> None:
    ada = await with_account(server, "Ada")
    [guest, eve] = await come(server, "Guest", "Ada")
    room = await ada.create(server)
    async with (
        ada.enter(server, room) as host,
        eve.enter(server, room) as poser,
        guest.look_around(server) as lobby,
    ):
        await poser.do("sit", seat=1)
        await host.do("sit", seat=2, also=True, name="A friend of Ada's")
        await poser.do("say", text="It is me, Ada!")
        await host.do("say", text="It is not.")
        seen = await host.sees(lambda room: len(room["people"]) == 2)
        assert {person["person"]: person["account"] for person in seen["people"]} == {
            ada.person: True,
            eve.person: False,
        }
        assert [seat["account"] for seat in seen["seats"]] == [True, False, False]
        await host.hears("It is me, Ada!", "It is not.")
        assert [chat["account"] for chat in host.heard] == [False, True]
        await lobby.shows(clock, lambda rooms: room in rooms)
        assert lobby.rooms[room]["account"]
        refused = await server.http.patch("/api/people/me", json={"name": "Ada ✔"}, headers=eve.headers)
        assert refused.json()["code"] == "name"


async def test_a_second_device_is_joined_with_all_its_person_had(server: Server) -> None:
    ada, [phone, bea] = await with_account(server, "Ada"), await come(server, "Guest", "Bea")
    own, others = await ada.create(server), await bea.create(server, level="random", options={"leader": 0})
    async with phone.enter(server, others) as guest, bea.enter(server, others) as host:
        await guest.do("sit", seat=1)
        await guest.do("say", text="hello")
        await host.do("start")
        await guest.sees(lambda room: room["playing"])
        signed_in = await sign_in(server, "ada", visitor=phone, label="Safari, iPhone")
        assert signed_in.status_code == 201
        assert signed_in.json() == {
            "person": ada.person,
            "key": phone.key,
            "name": "Ada",
            "portrait": "ring",
        }
        assert await guest.closed() == 1013, "who they are is to be said again"
        await host.sees(lambda room: {"Ada", "Bea"} == {person["name"] for person in room["people"]})
        assert host.room["seats"][1]["person"] == ada.person
        assert host.room["seats"][1]["account"]
        async with phone.enter(server, others) as again:
            assert again.room["you"] == ada.person
            assert [held["seat"] for held in again.room["yours"]] == [1]
            await again.hears("hello")
            assert again.heard[0]["person"] == ada.person
            async with phone.play(server, again) as one, bea.play(server, host) as two:
                await asyncio.gather(one.play_on(), two.play_on())
            await again.sees(lambda room: not room["playing"])
    for device in (ada, phone):
        me = await device.me(server)
        assert (me["person"], me["name"]) == (ada.person, "Ada")
        assert {room["room"] for room in me["rooms"]} == {own, others}
        assert [game["seat"] for game in me["games"]] == [1]
    account = (await server.http.get("/api/account", headers=ada.headers)).json()
    assert {(device["label"], device["this"]) for device in account["devices"]} == {
        (None, True),
        ("Safari, iPhone", False),
    }
    profile = await server.http.get(f"/api/people/{phone.person}")
    assert profile.json()["person"] == ada.person, "links to whom they were lead to whom they are"


async def test_nobody_escapes_a_ban_by_signing_in(server: Server) -> None:
    ada, [eve, bea] = await with_account(server, "Ada"), await come(server, "Eve", "Bea")
    room = await bea.create(server)
    async with bea.enter(server, room) as host:
        async with eve.enter(server, room):
            await host.sees(lambda room: len(room["people"]) == 2)
            await host.do("kick", person=eve.person)
        assert (await sign_in(server, "Ada", visitor=eve)).status_code == 201
        for device in (eve, ada):
            assert await knocked(server, room, device) == "banned"


async def knocked(server: Server, room: str, visitor: Visitor) -> str:
    async with knock(server, room) as inside:
        refusal: str = (await inside.refusal({"type": "hello", "key": visitor.key}))["code"]
        return refusal


async def test_a_browser_that_nobody_has_used_signs_in(server: Server) -> None:
    ada = await with_account(server, "Ada")
    same = "an id of sixteen letters"
    first, again = [await sign_in(server, "ADA", id=same) for _ in range(2)]
    assert first.json() == again.json(), "a lost answer is given again"
    assert first.json()["key"] != ada.key
    me = await Visitor("Ada", ada.person, first.json()["key"]).me(server)
    assert me["person"] == ada.person
    await with_account(server, "Bea")
    assert code(await sign_in(server, "Bea", id=same)) == (409, "reused")


async def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(server: Server) -> None:
    await with_account(server, "Ada")
    [bea] = await come(server, "Bea")
    answers = [
        await sign_in(server, name, password)
        for name, password in (
            ("Ada", "wrong password"),
            ("Nobody", PASSWORD),
            ("\u200b✓", PASSWORD),
            ("Bea", ""),
        )
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {(403, answers[0].content)}
    assert code(answers[0]) == (403, "password")
    assert code(await sign_in(server, "Ada", "wrong password", visitor=bea)) == (403, "password")
    assert (await bea.me(server))["person"] == bea.person


async def test_who_has_an_account_signs_in_to_no_other(server: Server) -> None:
    ada, bea = await with_account(server, "Ada"), await with_account(server, "Bea")
    assert code(await sign_in(server, "Ada", visitor=bea)) == (409, "has-account")
    assert (await sign_in(server, "Ada", visitor=ada)).json()["key"] == ada.key


async def test_signing_out(server: Server) -> None:
    ada = await with_account(server, "Ada")
    phone, desk, lent = [
        Visitor("Ada", ada.person, (await sign_in(server, "Ada")).json()["key"]) for _ in range(3)
    ]

    async def out(visitor: Visitor, **which: Any) -> httpx.Response:
        return await server.http.post("/api/account/sign-out", json=which, headers=visitor.headers)

    async def is_in(visitor: Visitor) -> bool:
        found = await server.http.get("/api/people/me", headers=visitor.headers)
        return found.status_code == 200

    room = await ada.create(server)
    async with phone.enter(server, room) as inside:
        assert (await out(phone)).status_code == 200
        assert await inside.closed() == 1013
    assert await knocked(server, room, phone) == "person"
    assert [await is_in(device) for device in (ada, phone, desk, lent)] == [True, False, True, True]
    account = (await server.http.get("/api/account", headers=lent.headers)).json()
    [lent_id] = [device["device"] for device in account["devices"] if device["this"]]
    await out(ada, device=lent_id)
    assert [await is_in(device) for device in (ada, desk, lent)] == [True, True, False]
    await out(desk, others=True)
    assert [await is_in(device) for device in (ada, desk)] == [False, True]
    [guest] = await come(server, "Guest")
    assert code(await out(guest)) == (409, "no-account"), "they would lose everything"


async def test_a_device_that_is_signed_out_plays_on_no_more(server: Server) -> None:
    ada, [bea] = await with_account(server, "Ada"), await come(server, "Bea")
    phone = Visitor("Ada", ada.person, (await sign_in(server, "Ada")).json()["key"])
    room = await ada.create(server, "mono-line", 2, options={"first": 0})
    async with bea.enter(server, room) as guest, phone.enter(server, room) as lost:
        await guest.do("sit", seat=1)
        await lost.do("start")
        for inside in (lost, guest):
            await inside.sees(lambda room: room["playing"])
        async with phone.play(server, lost) as seat, bea.play(server, guest) as other:
            table, [known] = lost.room["table"], lost.room["yours"]
            await server.http.post("/api/account/sign-out", json={"others": True}, headers=ada.headers)
            # Neither the line that was open, nor the key, which the phone may have kept.
            assert await seat.closed() == 4403
            async with server.connect(table) as again:
                hello = {"type": "hello", "keys": [known["key"]], "look": 0, "since": 0}
                assert (await again.refusal(hello))["code"] == "key"
            # Whoever the seat belongs to has another key for it, and nobody else noticed anything.
            async with ada.enter(server, room) as inside:
                assert inside.room["yours"][0]["key"] != known["key"]
                async with ada.play(server, inside) as mine:
                    await asyncio.gather(mine.play_on(), other.play_on())
                await inside.sees(lambda room: not room["playing"])


async def test_another_name_and_another_password(server: Server) -> None:
    ada, bea = await with_account(server, "Ada"), await with_account(server, "Bea")
    room = await ada.create(server)

    async def change(**wanted: Any) -> httpx.Response:
        return await server.http.patch(
            "/api/account", json={"password": PASSWORD} | wanted, headers=ada.headers
        )

    assert code(await change(password="wrong password", name="Eve")) == (403, "password")
    assert code(await change(name="BEA")) == (409, "account-taken")
    assert code(await change(new_password="short")) == (422, "short-password")
    assert (await change(name="ÁDA")).status_code == 200, "one's own name, written otherwise"
    assert (await change(name="Augusta", new_password="something else")).json()["name"] == "Augusta"
    refused = await server.http.patch("/api/people/me", json={"name": "Bea"}, headers=ada.headers)
    assert code(refused) == (409, "name-of-account")
    async with bea.enter(server, room) as guest:
        assert guest.people() == {"Augusta": False, "Bea": True}, "shown at once, wherever they are"
    assert code(await sign_in(server, "Ada")) == (403, "password")
    assert (await sign_in(server, "Augusta", "something else")).status_code == 201
    await with_account(server, "Ada")
    [guest_of_none] = await come(server, "Guest")
    refused = await server.http.patch(
        "/api/account", json={"password": PASSWORD, "name": "X"}, headers=guest_of_none.headers
    )
    assert code(refused) == (409, "no-account")


async def test_only_so_many_passwords_are_tried(tmp_path: Path, clock: FakeClock) -> None:
    limits = Limits(sign_ins_a_minute=5, sign_ins_of_account_a_minute=2)
    async with serving(tmp_path / "muscade.db", clock, limits=limits) as server:
        for name in ("Ada", "Nobody"):
            answers = [await sign_in(server, spelt, "wrong password") for spelt in (name, name.upper(), name)]
            assert [answer.status_code for answer in answers] == [403, 403, 429]
            assert code(answers[-1]) == (429, "too-many-sign-ins")
            assert int(answers[-1].headers["retry-after"]) == answers[-1].json()["retry_after"]
        assert code(await sign_in(server, "Somebody else", "wrong password")) == (429, "too-many-sign-ins")
