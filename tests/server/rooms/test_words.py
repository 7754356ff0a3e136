"""What is said in a room: who hears it, and when."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.harness import FakeClock, Server, serving
from tests.server.rooms.visitors import come

from muscade.server.cleaning import clean
from muscade.server.config import CleaningSettings
from muscade.server.limits import Limits
from muscade.server.times import DAY

pytestmark = pytest.mark.anyio


async def test_who_looks_on_speaks_freely_and_players_hear_it_afterwards(server: Server) -> None:
    ada, eve, dan = await come(server, "Ada", "Eve", "Dan")
    room = await ada.create(server, "twisted-jumps", 1)
    async with (
        ada.enter(server, room) as host,
        eve.enter(server, room) as watcher,
        dan.enter(server, room) as other,
    ):
        await watcher.do("say", text="hello Ada")
        await host.do("start")
        await watcher.sees(lambda room: room["playing"])
        await watcher.do("say", text="try the other one")
        await host.do("say", text="hm")
        for inside in (watcher, other):
            await inside.hears("hello Ada", "try the other one", "hm")
        await host.hears("hello Ada", "hm")
        assert [chat["audience"] for chat in watcher.heard] == ["all", "watchers", "all"]
        async with ada.enter(server, room) as again:
            await again.hears("hello Ada", "hm")
            await again.settled()
            assert len(again.heard) == 2, "nor does another screen of hers tell"
        async with ada.play(server, host) as seat:
            await seat.play_on()
        await host.hears("hello Ada", "hm", "try the other one")
        async with ada.enter(server, room) as again:
            await again.hears("hello Ada", "try the other one", "hm")


async def test_phrases_and_words_of_ones_own(server: Server) -> None:
    ada, bea = await come(server, "Ada", "Bea")
    room = await ada.create(server, settings={"chat": "phrases"})
    async with ada.enter(server, room) as host, bea.enter(server, room) as guest:
        await host.do("say", text="  between games all is said ")
        await host.do("start")
        await guest.sees(lambda room: room["playing"])
        assert await host.refused("say", text="psst") == "phrases-only"
        await host.do("phrase", phrase=0)
        assert await host.refused("phrase", phrase=60) == "phrase"
        await guest.do("say", text="who looks on says what they like")
        assert await guest.refused("say", text="\u200b") == "words"
        while len(guest.heard) < 3:
            await guest.expect("chat")
        assert [chat["number"] for chat in guest.heard] == [1, 2, 3]
        assert [chat["name"] for chat in guest.heard] == ["Ada", "Ada", "Bea"]
        assert guest.heard[0]["text"]["fr"] == "between games all is said"
        assert guest.heard[1]["phrase"] == 0
        assert guest.heard[1]["text"]["en"] != guest.heard[1]["text"]["fr"]


async def test_a_room_may_be_silent(server: Server) -> None:
    [ada] = await come(server, "Ada")
    room = await ada.create(server, settings={"chat": "off"})
    async with ada.enter(server, room) as host:
        assert await host.refused("say", text="hello") == "chat-off"
        assert await host.refused("phrase", phrase=0) == "chat-off"


async def test_words_sent_twice_are_said_once(server: Server) -> None:
    [ada] = await come(server, "Ada")
    room = await ada.create(server)
    async with ada.enter(server, room) as host:
        words = host.message("say", text="once")
        for _ in range(2):
            await host.send(words)
            assert (await host.expect("accepted"))["version"] == 1
        await host.settled()
        await host.hears("once")


async def test_nobody_says_too_much_at_once(tmp_path: Path, clock: FakeClock) -> None:
    limits = Limits(words_a_minute=1, words_at_once=2)
    async with serving(tmp_path / "muscade.db", clock, limits=limits) as server:
        [ada] = await come(server, "Ada")
        room = await ada.create(server)
        async with ada.enter(server, room) as desk, ada.enter(server, room) as phone:
            await desk.do("say", text="one")
            await phone.do("say", text="two")
            refused = await desk.refusal(desk.message("say", text="three"))
            assert (refused["code"], refused["retry_after"] > 0) == ("too-many-words", True)


async def test_words_go_with_their_room(server: Server, clock: FakeClock) -> None:
    [ada] = await come(server, "Ada")
    kept, gone = [await ada.create(server) for _ in range(2)]
    for room in (kept, gone):
        async with ada.enter(server, room) as host:
            await host.do("say", text="a secret")
            if room == gone:
                await host.do("close")
    storage = server.app.state.storage
    await clean(storage, clock, CleaningSettings())
    assert [len(await storage.rooms.chats_since(room, 0)) for room in (kept, gone)] == [1, 0]
    clock.time += 91 * DAY
    await clean(storage, clock, CleaningSettings())
    assert await storage.rooms.load(kept) is None
    assert await storage.rooms.chats_since(kept, 0) == ()
