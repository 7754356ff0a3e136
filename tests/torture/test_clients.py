"""Clients that repeat themselves, vanish, lie, or do not read."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json

import pytest
from tests.torture.checker import check
from tests.torture.ledger import Ledger
from tests.torture.players import BOT, HERE, LOST, Liar, Play, Player, Twice, Vanishing, playing
from tests.torture.processes import ANSWER_SECONDS, ServerProcess
from tests.torture.scale import how_much
from websockets.asyncio.client import ClientConnection, connect

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(how_much(300, 1800))]

ROOMS = (
    ("pass-pass", [HERE, HERE, BOT], Twice),
    ("pass-pass", [HERE, HERE, HERE], Vanishing),
    ("pass-pass", [HERE, BOT, BOT], Liar),
    ("ptipasspass", [HERE, HERE, BOT], Vanishing),
    ("mono-line", [HERE, HERE], Liar),
)


async def test_whatever_clients_do_every_move_happens_once(server: ServerProcess) -> None:
    ledger = Ledger()
    async with playing(Play(lambda: [server.address], ledger, seed=3), *ROOMS):
        for _ in range(how_much(1, 200)):
            await ledger.grows(100)
        # However few of the moves were those of liars so far.
        await ledger.hears("not-yours", "version")
    assert server.complaints() == []
    checked = await check(ledger, server.database)
    print(f"{checked}, {ledger.finished} games finished, refusals {ledger.refusals}")
    await check_the_checker(ledger, server.database)


async def check_the_checker(ledger: Ledger, database: str) -> None:
    """It does see what is lost, doubled, or shown to the wrong seat."""
    told = ledger.acknowledged[0]
    for lie in (
        told._replace(message_id="never-stored"),
        told._replace(version=told.version + 1),
        told._replace(move="another"),
    ):
        false = copy.copy(ledger)
        false.acknowledged = [*ledger.acknowledged, lie]
        with pytest.raises(AssertionError):
            await check(false, database)
    (table, look), updates = next(
        (key, found) for key, found in ledger.updates.items() if key[1] == 0 and found[-1]["view"].get("hand")
    )
    false = copy.copy(ledger)
    false.updates = {(table, 1): updates}
    with pytest.raises(AssertionError):
        await check(false, database)
    assert look == 0


async def test_who_never_reads_costs_the_others_nothing(server: ServerProcess) -> None:
    """Sockets that ask for everything again and again and read none of it."""
    ledger = Ledger()
    play = Play(lambda: [server.address], ledger, seed=5)
    created = await play.create("mono-line", [HERE, HERE])
    deaf = how_much(6, 20)
    hello = json.dumps({"type": "hello", "keys": [], "look": None, "since": 0})
    before = server.memory()
    sockets = [
        await connect(
            f"ws://{server.address}/ws/{created['table']}",
            proxy=None,
            open_timeout=ANSWER_SECONDS,
            max_queue=1,
            ping_interval=None,
        )
        for _ in range(deaf)
    ]
    try:
        async with playing(play, ("pass-pass", [HERE, BOT, BOT], Player)):
            for _ in range(how_much(20, 600)):
                for socket in sockets:
                    await say(socket, hello)
                await asyncio.sleep(0.1)
            await ledger.grows(10)
        assert server.memory() - before < 150_000_000
    finally:
        for socket in sockets:
            socket.transport.abort()
    assert server.complaints() == []
    await check(ledger, server.database)


async def say(socket: ClientConnection, message: str) -> None:
    """Unless the server has hung up, or takes nothing more."""
    with contextlib.suppress(*LOST):
        async with asyncio.timeout(0.05):
            await socket.send(message)
