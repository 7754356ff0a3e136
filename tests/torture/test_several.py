"""Three servers on one PostgreSQL: killed, stopped, cut off from it, or it from them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from tests.server.postgres import Cluster
from tests.torture.checker import check
from tests.torture.ledger import Ledger
from tests.torture.log import KILLED, Expected
from tests.torture.players import BOT, HERE, RANDOM_BOT, Play, Player, Vanishing, playing
from tests.torture.processes import ServerProcess, is_ready, refused_to_create
from tests.torture.scale import how_much
from tests.torture.wire import Wire

pytestmark = [pytest.mark.anyio, pytest.mark.postgres, pytest.mark.timeout(how_much(300, 3600))]

ROOMS = (
    ("pass-pass", [HERE, HERE, BOT], Player),
    ("pass-pass", [HERE, RANDOM_BOT, RANDOM_BOT], Vanishing),
    ("ptipasspass", [HERE, HERE, BOT], Player),
)
BECAUSE_AWAY = "the database cannot be reached for longer than is waited for it"
CONNECTION_LOST = r"(?i)connection|connect|timed? ?out|shut|starting up|recovery|terminat"
AWAY = (
    Expected("table-forgotten", "StorageError", BECAUSE_AWAY),
    Expected("cannot-create", CONNECTION_LOST, BECAUSE_AWAY),
    Expected(
        "Failed to restore the pool connection floor; retrying",
        "Connection|Timeout|CannotConnectNow",
        "asyncpg keeps a connection open in reserve, and tells when it cannot",
    ),
)
BECAUSE_READ_ONLY = "the database takes nothing"
READ_ONLY = (
    Expected("table-forgotten", "StorageError", BECAUSE_READ_ONLY),
    Expected("cannot-create", "read-only transaction|terminating connection", BECAUSE_READ_ONLY),
)


class Servers(list[ServerProcess]):
    """Several, each with a wire of its own to the database; clients know those that are not stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.wires: list[Wire] = []
        self.away: set[ServerProcess] = set()

    def addresses(self) -> list[str]:
        return [server.address for server in self if server not in self.away]

    def complaints(self, expected: tuple[Expected, ...] = ()) -> list[object]:
        return [told for server in self for told in server.complaints(expected)]


@asynccontextmanager
async def serving(database: str, folder: Path, count: int = 3) -> AsyncIterator[Servers]:
    servers = Servers()
    try:
        for number in range(count):
            wire, address = await Wire.to(database)
            servers.wires.append(wire)
            servers.append(ServerProcess(address, folder, f"server-{number}"))
        await asyncio.gather(*(server.start() for server in servers))
        yield servers
    finally:
        for server in servers:
            await server.close()
        for wire in servers.wires:
            await wire.close()


async def test_any_of_three_is_killed_and_the_others_go_on(cluster: Cluster, tmp_path: Path) -> None:
    ledger, random = Ledger(), Random(11)
    kills = how_much(3, 100)
    with cluster.database() as database:
        async with serving(database, tmp_path) as servers:
            async with playing(Play(servers.addresses, ledger, seed=11), *ROOMS):
                for _ in range(kills):
                    await ledger.grows(random.randint(3, 30))
                    await asyncio.sleep(random.uniform(0, 0.1))
                    victim = random.choice(servers)
                    await victim.kill()
                    # The others go on without it, its tables too.
                    await ledger.grows(10)
                    await victim.start()
                await ledger.grows(10)
            assert servers.complaints(KILLED) == []
        checked = await check(ledger, database)
    print(f"{kills} kills of three: {checked}, {ledger.finished} games finished, refusals {ledger.refusals}")


async def test_a_server_that_was_stopped_believes_what_is_no_longer_so(
    cluster: Cluster, tmp_path: Path
) -> None:
    """It kept tables; others keep them by the time it wakes up."""
    ledger = Ledger()
    with cluster.database() as database:
        async with serving(database, tmp_path) as servers:
            async with playing(Play(servers.addresses, ledger, seed=12), *ROOMS):
                for turn in range(how_much(1, 20)):
                    await ledger.grows(20)
                    sleeper = servers[turn % len(servers)]
                    servers.away.add(sleeper)
                    sleeper.pause()
                    # Bots have to move for people to go on, so somebody took over.
                    await ledger.grows(60)
                    sleeper.resume()
                    servers.away.discard(sleeper)
                await ledger.grows(30)
            assert servers.complaints() == []
        checked = await check(ledger, database)
    print(f"{checked}, refusals {ledger.refusals}")


@pytest.mark.parametrize("mode", how_much(["immediate"], ["immediate", "fast"]))
async def test_the_database_is_restarted(cluster: Cluster, tmp_path: Path, mode: str) -> None:
    ledger = Ledger()
    with cluster.database() as database:
        async with serving(database, tmp_path, how_much(2, 3)) as servers:
            async with playing(Play(servers.addresses, ledger, seed=13), *ROOMS):
                for _ in range(how_much(1, 20)):
                    await ledger.grows(20)
                    await asyncio.to_thread(cluster.stop, mode)
                    await asyncio.sleep(0.5)
                    await asyncio.to_thread(cluster.start)
                await ledger.grows(30)
            assert servers.complaints(AWAY) == []
        checked = await check(ledger, database)
    print(f"{checked}, refusals {ledger.refusals}")


@pytest.mark.parametrize("how", ["cut", "silence"])
async def test_a_server_is_cut_off_from_the_database(cluster: Cluster, tmp_path: Path, how: str) -> None:
    """It acknowledges nothing it cannot store, and goes on when it can."""
    ledger = Ledger()
    with cluster.database() as database:
        async with serving(database, tmp_path, 2) as servers:
            async with playing(Play(servers.addresses, ledger, seed=14), *ROOMS):
                for turn in range(how_much(1, 20)):
                    await ledger.grows(20)
                    wire = servers.wires[turn % 2]
                    getattr(wire, how)()
                    # Clients of the one that is cut off find the other.
                    await ledger.grows(10)
                    wire.mend()
                    await ledger.grows(10)
                # Both serve again.
                for server in servers:
                    servers.away = {other for other in servers if other is not server}
                    await ledger.grows(5)
            assert servers.complaints(AWAY) == []
        checked = await check(ledger, database)
    print(f"{how}: {checked}, refusals {ledger.refusals}")


async def test_the_database_takes_nothing_for_a_while(cluster: Cluster, tmp_path: Path) -> None:
    """Read-only, as a standby is before it is promoted."""
    ledger = Ledger()
    with cluster.database() as database:
        name = database.rpartition("/")[2]
        async with serving(database, tmp_path, 1) as servers:
            async with playing(Play(servers.addresses, ledger, seed=15), *ROOMS):
                await ledger.grows(10)
                cluster.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
                cluster.execute(
                    f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
                )
                assert await refused_to_create(servers[0]) == "storage"
                assert await is_ready(servers[0]) is False
                cluster.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
                cluster.execute(
                    f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
                )
                await ledger.grows(20)
            assert servers.complaints(READ_ONLY) == []
        checked = await check(ledger, database)
    print(f"{checked}, refusals {ledger.refusals}")
