"""What bots say: with their move, stored and told like anybody's words, each phrase once a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.games.mono_line.tables import WINDOW
from tests.server.harness import HERE, THINKING, FakeClock, Server, serving

from muscade.games.mono_line.bot import WON_FOR_ME, WON_FOR_YOU
from muscade.games.mono_line.exact import EXACT
from muscade.games.mono_line.game import GAME

pytestmark = pytest.mark.anyio
EXPERT = {"kind": "bot", "level": "expert"}


def get_ready() -> bool:
    """Where the bots think."""
    return EXACT.prepare()


@pytest.fixture(autouse=True)
async def solver_ready() -> None:
    assert await THINKING.quick.ask("a test", get_ready, limit=200)
    assert await THINKING.deep.ask("a test", get_ready, limit=200)


async def small_table(server: Server, **settings: Any) -> dict[str, Any]:
    """Nine intersections, which the bot knows to the end; Ada starts."""
    return await server.create(
        HERE, EXPERT, game="mono-line", options={"board": WINDOW, "first": 0}, **settings
    )


async def everything_said(server: Server, created: dict[str, Any]) -> list[dict[str, Any]]:
    """By somebody who comes late: what was said is told before the answer to their own words."""
    async with server.sit(created, None) as late:
        await late.send({"type": "ping", "nonce": 1})
        await late.expect("pong")
        messages = [json.loads(frame) for frame in late.frames]
        return [message for message in messages if message["type"] == "chat"]


async def test_a_bot_that_has_counted_it_through_says_so(server: Server) -> None:
    created = await small_table(server)
    async with server.sit(created) as ada:
        await ada.make("a1")
        await ada.make("end")
        chat = await ada.expect("chat")
        assert (chat["seat"], chat["phrase"], chat["number"]) == (1, WON_FOR_YOU, 1)
        assert chat["text"]["fr"] == GAME.phrases[WON_FOR_YOU].fr
    assert await everything_said(server, created) == [chat]


async def test_it_says_each_thing_once(server: Server) -> None:
    created = await small_table(server)
    async with server.sit(created) as ada:
        await ada.play_on()
    said = [chat["phrase"] for chat in await everything_said(server, created)]
    assert len(said) == len(set(said))
    assert set(said) <= {WON_FOR_ME, WON_FOR_YOU}
    assert said


async def test_where_nobody_talks_bots_do_not_either(server: Server) -> None:
    created = await small_table(server, chat="off")
    async with server.sit(created) as ada:
        await ada.play_on()
        assert ada.update["view"]["outcome"]
    assert await everything_said(server, created) == []


async def test_what_was_said_is_not_said_again_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path / "muscade.db", FakeClock()) as server:
        created = await small_table(server)
        async with server.sit(created) as ada:
            await ada.make("b1")
            await ada.make("end")
            before = await ada.expect("chat")
    async with serving(tmp_path / "muscade.db", FakeClock()) as server:
        async with server.sit(created) as ada:
            await ada.play_on()
        said = await everything_said(server, created)
        assert said[0] == before
        assert [chat["phrase"] for chat in said].count(before["phrase"]) == 1
