"""Servers killed at random moments under play."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from tests.torture.checker import check
from tests.torture.ledger import Ledger
from tests.torture.log import KILLED, Expected
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
RESTARTING = 1012
"""What a server hangs up with that is stopped in order."""
WORKER_DIED = Expected("worker-died", "None", "it was killed")


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


async def test_a_killed_worker_costs_its_people_nothing_but_the_line(tmp_path: Path) -> None:
    """They come back to another of the same server, or to the one that takes its place."""
    ledger, random = Ledger(), Random(8)
    server = ServerProcess(str(tmp_path / "muscade.db"), tmp_path, workers=2)
    await server.start()
    # Whoever dies again soon after it was started is started again later and later, up to half a minute.
    kills = how_much(2, 12)
    try:
        async with playing(Play(lambda: [server.address], ledger, seed=8), *ROOMS):
            for _ in range(kills):
                await ledger.grows(random.randint(3, 30))
                await server.kill_oldest_worker()
                await ledger.grows(10)
        # The first may have had nobody; then the second had everybody.
        assert ledger.partings.total() >= kills - 1
        assert server.complaints((*KILLED, WORKER_DIED)) == []
    finally:
        await server.close()
    checked = await check(ledger, server.database)
    print(f"{kills} kills of a worker: {checked}, refusals {ledger.refusals}")


async def test_stopped_in_the_middle_of_moves_nothing_is_lost_and_everybody_is_told(tmp_path: Path) -> None:
    ledger, random = Ledger(), Random(9)
    server = ServerProcess(str(tmp_path / "muscade.db"), tmp_path)
    await server.start()
    stops = how_much(2, 50)
    try:
        async with playing(Play(lambda: [server.address], ledger, seed=9), *ROOMS):
            for _ in range(stops):
                await ledger.grows(random.randint(3, 30))
                await asyncio.sleep(random.uniform(0, 0.05))
                assert await server.end() == 0
                await server.start()
            await ledger.grows(10)
        assert server.complaints() == []
    finally:
        await server.close()
    assert ledger.partings[RESTARTING] > stops
    assert set(ledger.partings) == {RESTARTING}
    checked = await check(ledger, server.database)
    print(f"{stops} stops: {checked}, refusals {ledger.refusals}, {ledger.partings}")
