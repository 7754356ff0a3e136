"""Servers killed at random moments under play."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from tests.torture.checker import check
from tests.torture.ledger import Ledger
from tests.torture.log import KILLED
from tests.torture.players import BOT, HERE, RANDOM_BOT, Play, Player, playing
from tests.torture.processes import ServerProcess
from tests.torture.scale import how_much

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(how_much(300, 3600))]

ROOMS = (
    ("pass-pass", [HERE, HERE, BOT], Player),
    ("pass-pass", [HERE, RANDOM_BOT, RANDOM_BOT], Player),
    ("ptipasspass", [HERE, HERE, BOT], Player),
    ("mono-line", [HERE, HERE], Player),
)


async def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    ledger, random = Ledger(), Random(7)
    server = ServerProcess(str(tmp_path / "muscade.db"), tmp_path)
    await server.start()
    kills = how_much(2, 100)
    try:
        async with playing(Play(lambda: [server.address], ledger, seed=7), *ROOMS):
            for _ in range(kills):
                await ledger.grows(random.randint(3, 30))
                await asyncio.sleep(random.uniform(0, 0.1))
                await server.kill()
                await server.start()
            await ledger.grows(10)
        assert server.complaints(KILLED) == []
    finally:
        await server.close()
    checked = await check(ledger, server.database)
    print(f"{kills} kills: {checked}, {ledger.finished} games finished, refusals {ledger.refusals}")
