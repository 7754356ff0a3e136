"""Words of the table on the wire: resigning, offering a draw, and how the end is told."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import GREEDY, HERE, INVITED, RANDOM, Person, Server, serving
from tests.server.several import Several

import muscade
from muscade.core import Record

pytestmark = pytest.mark.anyio


def word(text: str, seat: int = 0, version: int = 0) -> dict[str, Any]:
    return {"type": "move", "id": secrets.token_hex(8), "seat": seat, "move": text, "version": version}


async def say(person: Person, text: str, seat: int = 0) -> None:
    """Say it, and see it in the log."""
    message = word(text, seat)
    await person.send(message)
    version = (await person.expect("accepted"))["version"]
    await person.until(lambda update: update["version"] >= version)
    said = next(event for event in person.events if event["version"] == version)
    assert (said["seat"], said["move"], said["shown"]) == (seat, text.strip().lower(), [])


async def test_who_resigns_against_one_has_lost_and_everything_is_open(server: Server) -> None:
    created = await server.create(HERE, HERE, game="mono-line")
    async with server.sit(created) as ada, server.sit(created, None) as watcher:
        await say(ada, " /Resign ")
        for person in (ada, watcher):
            view = (await person.until(lambda update: update["view"]["outcome"]))["view"]
            assert view["outcome"] == {
                "winners": [1],
                "scores": [],
                "reason": "resignation",
                "teams": None,
                "by": "resignation",
            }
            assert (view["turn"], person.update["moves"]) == ([], [])
            while not person.table["ended"]:
                await person.expect("table")
            assert person.table["seed"]
            assert [seat["out"] for seat in person.table["people"]] == ["resignation", None]
        for text in ("/resign", "/draw"):
            assert (await ada.refusal(word(text)))["code"] == "over"
    record = Record.from_json(json.dumps(await server.record(created["table"])))
    assert record.seed is not None
    outcome = muscade.replay(record).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.by) == ((1,), "resignation")


async def test_words_need_no_turn_and_are_never_late(server: Server) -> None:
    created = await server.create(HERE, HERE, game="mono-line")
    async with server.sit(created) as ada, server.sit(created, 1) as bea:
        await bea.until(lambda update: update["version"] >= ada.update["version"])
        first = ada if ada.update["moves"] else bea
        await first.make()
        other = bea if first is ada else ada
        seat = other.update["seat"]
        await say(other, "/resign", seat)
        await ada.until(lambda update: update["view"]["outcome"])


async def test_the_same_word_sent_again_is_said_once(server: Server) -> None:
    created = await server.create(HERE, HERE, HERE)
    async with server.sit(created) as ada:
        message, versions = word("/resign"), set()
        for _ in range(2):
            await ada.send(message)
            versions.add((await ada.expect("accepted"))["version"])
        assert len(versions) == 1
        assert (await ada.refusal(message | {"move": "/draw"}))["code"] == "reused"
        assert (await ada.refusal(word("/resign", 1)))["code"] == "not-yours"


async def test_what_cannot_be_said_is_refused_with_a_sentence(server: Server) -> None:
    created = await server.create(HERE, HERE, game="mono-line")
    async with server.sit(created) as ada:
        for text, code in (
            ("/flag", "clock"),
            ("/forfeit", "clock"),
            ("/draw", "word"),
            ("/agree", "word"),
            ("/win", "word"),
        ):
            refused = await ada.refusal(word(text))
            assert refused["code"] == code
            assert refused["text"]["fr"] != refused["text"]["en"]
        assert (await ada.refusal(word("/resign", version=999)))["code"] == "version"
    waiting = await server.create(HERE, INVITED, game="mono-line")
    async with server.sit(waiting) as ada:
        assert (await ada.refusal(word("/resign")))["code"] == "waiting"


async def test_of_several_a_bot_plays_on_for_who_resigned(server: Server) -> None:
    created = await server.create(HERE, RANDOM, RANDOM)
    async with server.sit(created) as ada:
        await say(ada, "/resign")
        while not ada.table["people"][0]["out"]:
            await ada.expect("table")
        outcome = (await ada.until(lambda update: update["view"]["outcome"]))["view"]["outcome"]
        assert outcome["by"] == "law"
        assert 0 not in outcome["winners"]


async def test_who_is_out_makes_no_moves(server: Server) -> None:
    created = await server.create(HERE, HERE, HERE, options={"leader": 1})
    async with server.sit(created) as ada:
        await say(ada, "/resign")
        assert (await ada.refusal(word("P1", version=ada.update["version"])))["code"] == "out"


async def test_a_bot_partner_resigns_along(server: Server) -> None:
    created = await server.create(HERE, GREEDY, RANDOM, GREEDY, options={"teams": "2x2"})
    async with server.sit(created) as ada:
        await say(ada, "/resign")
        await ada.until(lambda update: update["view"]["outcome"])
        assert ada.update["view"]["outcome"]["winners"] == [1, 3]
        assert [event["seat"] for event in ada.events if event["move"] == "/resign"] == [0, 2]


async def test_a_draw_is_offered_and_agreed_to(server: Server) -> None:
    created = await server.create(HERE, HERE, HERE)
    async with server.sit(created) as ada, server.sit(created, 1) as bea, server.sit(created, 2) as cem:
        assert ada.table["draws"] is True
        await say(ada, "/draw")
        while not bea.table["offer"]:
            await bea.expect("table")
        assert bea.table["offer"] == {"seat": 0, "agreed": [0]}
        await say(bea, "/agree", 1)
        await say(cem, "/agree", 2)
        outcome = (await ada.until(lambda update: update["view"]["outcome"]))["view"]["outcome"]
        assert (outcome["winners"], outcome["by"]) == ([0, 1, 2], "agreement")


async def test_an_offer_lapses_with_the_next_move_of_who_made_it(server: Server) -> None:
    created = await server.create(HERE, HERE, HERE, options={"leader": 0})
    async with server.sit(created) as ada, server.sit(created, 1) as bea:
        await say(ada, "/draw")
        while not bea.table["offer"]:
            await bea.expect("table")
        await ada.make()
        while bea.table["offer"]:
            await bea.expect("table")
        assert (await bea.refusal(word("/agree", 1)))["code"] == "word"


async def test_bots_agree_to_no_draw(server: Server) -> None:
    created = await server.create(HERE, HERE, GREEDY, pace=5000)
    async with server.sit(created) as ada:
        assert (await ada.refusal(word("/draw")))["code"] == "no-draw"


async def test_words_are_in_the_log_in_one_order_everywhere(several: Several) -> None:
    async with several.servers(2) as servers:
        created = await servers[0].create(HERE, HERE, HERE)
        async with servers[0].sit(created) as ada, servers[1].sit(created, 1) as bea:
            await say(ada, "/draw")
            while not bea.table["offer"]:
                await bea.expect("table")
            await say(bea, "/decline", 1)
            while ada.table["offer"] or "/decline" not in [event["move"] for event in ada.events]:
                await ada.receive()
            said = [event["move"] for event in ada.events if event["seat"] >= 0]
            assert said == ["/draw", "/decline"]
            assert said == [event["move"] for event in bea.events if event["seat"] >= 0]


async def test_the_end_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path / "muscade.db") as server:
        created = await server.create(HERE, HERE, game="mono-line")
        async with server.sit(created) as ada:
            await ada.make() if ada.update["moves"] else None
            await say(ada, "/resign")
            await ada.until(lambda update: update["view"]["outcome"])
            before = ada.update["view"], ada.update["version"], ada.events
    async with serving(tmp_path / "muscade.db") as server, server.sit(created) as ada:
        assert (ada.update["view"], ada.update["version"], ada.events) == before
        assert ada.table["ended"] == "resignation"
