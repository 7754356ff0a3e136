"""What the table's clock does (PP-21), and what people may say (PP-24)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import GREEDY, HERE, INVITED, FakeClock, Person, Server, serving

pytestmark = pytest.mark.anyio


def choosing(update: dict[str, Any]) -> bool:
    return update["view"]["phase"] == "record" and "by-rule" in update["moves"]


async def reach_the_choice(server: Server, **settings: Any) -> dict[str, Any]:
    """A team game whose first seat is to choose: one in many ends or settles by itself before that."""
    for _ in range(20):
        created = await server.create(HERE, GREEDY, GREEDY, GREEDY, options={"teams": "2x2"}, **settings)
        async with server.sit(created) as ada:
            if choosing(await ada.play_on(choosing)):
                return created
    pytest.fail("no game came to a choice")


@pytest.mark.clause("PP-21")
async def test_the_clock_chooses_for_partners_who_do_not_agree_in_time(
    server: Server, clock: FakeClock
) -> None:
    created = await reach_the_choice(server, patience=30)
    async with server.sit(created) as ada:
        await settle(ada)
        began, version = ada.events[-1]["at"], ada.update["version"]
        assert ada.update["deadline"] == began + 30_000
        clock.advance(29_999)
        await settle(ada)
        assert ada.update["version"] == version
        clock.advance(1)
        await ada.until(lambda update: update["version"] > version)
        assert {"seat": 0, "move": "by-rule clock"}.items() <= ada.events[version].items()
        assert ada.events[version]["at"] == began + 30_000


@pytest.mark.clause("PP-21")
async def test_a_deadline_survives_a_restart(tmp_path: Path) -> None:
    clock, later = FakeClock(), FakeClock()
    async with serving(tmp_path / "muscade.db", clock) as server:
        created = await reach_the_choice(server, patience=30)
    async with serving(tmp_path / "muscade.db", later) as server, server.sit(created) as ada:
        version = ada.update["version"]
        assert ada.update["deadline"] == ada.events[-1]["at"] + 30_000
        later.advance(30_000)
        await ada.until(lambda update: update["version"] > version)
        assert ada.events[version]["move"] == "by-rule clock"


@pytest.mark.clause("PP-21")
async def test_nobody_says_what_is_the_clock_s_alone_to_say(server: Server) -> None:
    created = await reach_the_choice(server, patience=0)
    async with server.sit(created) as ada:
        await settle(ada)
        version = ada.update["version"]
        for word in ("by-rule clock", "By-Rule CLOCK"):
            assert (await ada.refusal(ada.move(word)))["code"] == "clock"
        assert ada.update["version"] == version


async def test_without_patience_the_clock_lets_people_think(server: Server, clock: FakeClock) -> None:
    created = await reach_the_choice(server, patience=0)
    async with server.sit(created) as ada:
        await settle(ada)
        version = ada.update["version"]
        assert ada.update["deadline"] is None
        clock.advance(10_000_000)
        await settle(ada)
        assert ada.update["version"] == version


async def test_the_clock_leaves_alone_where_the_law_has_no_answer(server: Server, clock: FakeClock) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, patience=1, options={"leader": 0})
    async with server.sit(created) as ada:
        assert ada.update["deadline"] is None
        clock.advance(10_000)
        await settle(ada)
        assert ada.update["version"] == 1


HOUR = 3_600_000


@pytest.mark.parametrize("hours", [-1, 1])
async def test_a_clock_that_is_set_neither_freezes_bots_nor_hurries_them(
    server: Server, clock: FakeClock, hours: int
) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, pace=900, options={"leader": 1})
    async with server.sit(created) as ada:
        clock.advance(400)
        clock.step(hours * HOUR)
        clock.advance(499)
        await ada.settled()
        assert ada.update["version"] == 1
        clock.advance(1)
        assert (await ada.expect("update"))["events"][0]["seat"] == 1
        clock.step(hours * HOUR)
        clock.advance(899)
        await ada.settled()
        assert ada.update["version"] == 2
        clock.advance(1)
        assert (await ada.expect("update"))["events"][0]["seat"] == 2


@pytest.mark.clause("PP-21")
@pytest.mark.parametrize("hours", [-1, 1])
async def test_a_clock_that_is_set_changes_no_deadline(server: Server, clock: FakeClock, hours: int) -> None:
    created = await reach_the_choice(server, patience=30)
    async with server.sit(created) as ada:
        await settle(ada)
        version = ada.update["version"]
        clock.advance(10_000)
        clock.step(hours * HOUR)
        async with server.sit(created) as again:
            assert again.update["deadline"] - again.update["now"] == 20_000
        clock.advance(19_999)
        await settle(ada)
        assert ada.update["version"] == version
        clock.advance(1)
        await ada.until(lambda update: update["version"] > version)
        assert ada.events[version]["move"] == "by-rule clock"


@pytest.mark.clause("PP-21")
async def test_a_clock_set_back_while_the_server_was_away_does_not_freeze_the_table(tmp_path: Path) -> None:
    clock, behind = FakeClock(), FakeClock()
    behind.step(-HOUR)
    async with serving(tmp_path / "muscade.db", clock) as server:
        created = await reach_the_choice(server, patience=30)
    async with serving(tmp_path / "muscade.db", behind) as server, server.sit(created) as ada:
        version = ada.update["version"]
        assert ada.update["deadline"] - ada.update["now"] == 30_000
        behind.advance(30_000)
        await ada.until(lambda update: update["version"] > version)
        assert ada.events[version]["move"] == "by-rule clock"


async def settle(person: Person) -> None:
    """Let everything that was about to happen reach this person: the bots have spoken, however busy the machine."""
    await person.until(lambda update: update["view"]["turn"] == [0])
    for nonce in range(3):
        await asyncio.sleep(0.02)
        await person.send({"type": "ping", "nonce": nonce})
        await person.expect("pong")


def say(text: str, message_id: str = "my words") -> dict[str, Any]:
    return {"type": "say", "id": message_id, "seat": 0, "text": text}


def phrase(number: int, message_id: str = "my phrase") -> dict[str, Any]:
    return {"type": "phrase", "id": message_id, "seat": 0, "phrase": number}


@pytest.mark.clause("PP-24")
async def test_words_reach_everybody_once_and_stay(server: Server, clock: FakeClock) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    async with server.sit(created) as ada, server.sit(created, None) as watcher:
        for _ in range(2):
            await ada.send(say(" Passez muscade ! "))
            assert (await ada.expect("accepted"))["version"] == 1
        await ada.send(phrase(0))
        assert (await ada.expect("accepted"))["version"] == 2
        first, second = await watcher.expect("chat"), await watcher.expect("chat")
        assert (first["number"], first["text"]["en"], first["phrase"]) == (1, "Passez muscade !", None)
        assert (second["number"], second["phrase"], second["text"]["fr"]) == (2, 0, "Bonjour !")
    async with server.sit(created, None) as late:
        assert [await late.expect("chat") for _ in range(2)] == [first, second]


@pytest.mark.clause("PP-24")
async def test_a_table_may_keep_to_phrases_while_the_game_is_on(server: Server) -> None:
    created = await server.create(HERE, GREEDY, INVITED, chat="phrases")
    async with server.sit(created) as ada:
        await ada.send(say("before", "before it"))
        await ada.expect("accepted")
        await server.join(created["invitations"][0]["invite"])
        await ada.until(lambda update: update["version"] > 0)
        assert (await ada.refusal(say("during")))["code"] == "phrases-only"
        await ada.send(phrase(1))
        await ada.expect("accepted")


@pytest.mark.clause("PP-24")
async def test_after_the_game_tongues_are_free(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, chat="phrases")
    async with server.sit(created) as ada:
        await ada.play_on()
        await ada.send(say("well played"))
        await ada.expect("accepted")


@pytest.mark.clause("PP-24")
async def test_a_silent_table_is_silent(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY, chat="off")
    async with server.sit(created) as ada:
        assert (await ada.refusal(say("psst")))["code"] == "chat-off"
        assert (await ada.refusal(phrase(0)))["code"] == "chat-off"


async def test_only_the_last_words_are_repeated(server: Server) -> None:
    created = await server.create(HERE, GREEDY, GREEDY)
    async with server.sit(created) as ada:
        for number in range(55):
            await ada.send(say(f"line {number}", f"message {number}"))
            await ada.expect("accepted")
    async with server.sit(created, None) as late:
        chats = [await late.expect("chat") for _ in range(50)]
        assert [chat["number"] for chat in chats] == list(range(6, 56))
