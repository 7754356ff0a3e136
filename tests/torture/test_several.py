"""Three servers on one PostgreSQL: killed, stopped, cut off from it, or it from them."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from tests.server.postgres import Cluster, running_cluster
from tests.torture.checker import check
from tests.torture.ledger import PROGRESS_SECONDS, Ledger
from tests.torture.log import KILLED, Expected
from tests.torture.network import Cable, Network
from tests.torture.players import BOT, HERE, RANDOM_BOT, Play, Player, Vanishing, playing
from tests.torture.processes import ANSWER_SECONDS, ServerProcess, is_ready, refused_to_create
from tests.torture.scale import how_much
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

pytestmark = [pytest.mark.anyio, pytest.mark.postgres, pytest.mark.timeout(how_much(300, 3600))]

ROOMS = (
    ("pass-pass", [HERE, HERE, BOT], Player),
    ("pass-pass", [HERE, RANDOM_BOT, RANDOM_BOT], Vanishing),
    ("ptipasspass", [HERE, HERE, BOT], Player),
)
TRY_AGAIN_LATER = 1013
"""What a server hangs up with that cannot reach its database."""
BECAUSE_AWAY = "the database cannot be reached for longer than is waited for it"
CONNECTION_LOST = r"(?i)connect|timed? ?out|no route|shutting down|starting up|recovery|terminat"
AWAY = (
    Expected("table-forgotten", "StorageError", BECAUSE_AWAY),
    Expected("cannot-create", CONNECTION_LOST, BECAUSE_AWAY),
    Expected("cannot-read", CONNECTION_LOST, BECAUSE_AWAY),
    Expected(
        "Failed to restore the pool connection floor; retrying",
        "Connection|Timeout|CannotConnectNow|OSError",
        "asyncpg keeps a connection open in reserve, and tells when it cannot",
    ),
)
BECAUSE_READ_ONLY = "the database takes nothing"
READ_ONLY = (
    Expected("table-forgotten", "StorageError", BECAUSE_READ_ONLY),
    Expected("cannot-create", "read-only transaction|terminating connection", BECAUSE_READ_ONLY),
)


class Servers(list[ServerProcess]):
    """Several; clients know those that are not stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.away: set[ServerProcess] = set()

    def addresses(self) -> list[str]:
        return [server.address for server in self if server not in self.away]

    def complaints(self, expected: tuple[Expected, ...] = ()) -> list[object]:
        return [told for server in self for told in server.complaints(expected)]


@asynccontextmanager
async def serving(databases: Sequence[str], folder: Path) -> AsyncIterator[Servers]:
    """One for each of these addresses of the database."""
    servers = Servers()
    for number, address in enumerate(databases):
        servers.append(ServerProcess(address, folder, f"server-{number}"))
    try:
        await asyncio.gather(*(server.start() for server in servers))
        yield servers
    finally:
        for server in servers:
            await server.close()


async def test_any_of_three_is_killed_and_the_others_go_on(cluster: Cluster, tmp_path: Path) -> None:
    ledger, random = Ledger(), Random(11)
    kills = how_much(2, 100)
    with cluster.database() as database:
        async with serving([database] * 3, tmp_path) as servers:
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
        async with serving([database] * how_much(2, 3), tmp_path) as servers:
            async with playing(Play(servers.addresses, ledger, seed=12), *ROOMS):
                for turn in range(how_much(1, 20)):
                    await ledger.grows(20)
                    sleeper = servers[turn % len(servers)]
                    servers.away.add(sleeper)
                    sleeper.pause()
                    # Bots have to move for people to go on, so somebody took over.
                    await ledger.grows(how_much(40, 60))
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
        async with serving([database] * how_much(2, 3), tmp_path) as servers:
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


@asynccontextmanager
async def watching(server: ServerProcess, play: Play) -> AsyncIterator[ClientConnection]:
    """Somebody at a table of their own, who only waits."""
    created = await play.create("mono-line", [HERE, {"kind": "invited"}])
    where = f"ws://{server.address}/ws/{created['table']}"
    async with connect(where, proxy=None, open_timeout=ANSWER_SECONDS, ping_interval=None) as socket:
        await socket.send(json.dumps({"type": "hello", "keys": [], "look": None, "since": 0}))
        assert json.loads(await socket.recv())["type"] == "table"
        yield socket


async def until_sent_away(socket: ClientConnection) -> None:
    async with asyncio.timeout(PROGRESS_SECONDS):
        with contextlib.suppress(ConnectionClosed):
            while True:
                await socket.recv()
    assert socket.close_code == TRY_AGAIN_LATER


@pytest.mark.debian
@pytest.mark.root
@pytest.mark.parametrize(
    ("cut", "mend"),
    [(Cable.pull, Cable.plug), (Cable.lose_the_way, Cable.find_the_way)],
    ids=["silence", "no-way"],
)
async def test_a_server_is_cut_off_from_the_database(
    tmp_path: Path, cut: Callable[[Cable], None], mend: Callable[[Cable], None]
) -> None:
    """It acknowledges nothing it cannot store, and goes on when it can."""
    ledger = Ledger()
    with (
        Network.made(cables=2) as network,
        running_cluster(network.namespace) as cluster,
        cluster.database() as database,
    ):
        name = urlsplit(database).path
        ways = [f"postgresql://muscade@{cable.there}:{cluster.port}{name}" for cable in network.cables]
        async with serving(ways, tmp_path) as servers:
            play = Play(servers.addresses, ledger, seed=14)
            async with playing(play, *ROOMS):
                for turn in range(how_much(1, 20)):
                    await ledger.grows(20)
                    server, cable = servers[turn % 2], network.cables[turn % 2]
                    async with watching(server, play) as watcher:
                        cut(cable)
                        # Who waits there for something to happen is told to go elsewhere, and those who play do.
                        await until_sent_away(watcher)
                    await ledger.grows(10)
                    mend(cable)
                    await ledger.grows(10)
                # Both serve again.
                for server in servers:
                    servers.away = {other for other in servers if other is not server}
                    await ledger.grows(5)
            assert servers.complaints(AWAY) == []
        checked = await check(ledger, database)
    print(f"{checked}, refusals {ledger.refusals}")


async def test_the_database_takes_nothing_for_a_while(cluster: Cluster, tmp_path: Path) -> None:
    """Read-only, as a standby is before it is promoted."""
    ledger = Ledger()
    with cluster.database() as database:
        name = database.rpartition("/")[2]
        async with serving([database], tmp_path) as servers:
            async with playing(Play(servers.addresses, ledger, seed=15), *ROOMS):
                for _ in range(how_much(1, 20)):
                    await ledger.grows(10)
                    set_read_only(cluster, name, read_only=True)
                    assert await refused_to_create(servers[0]) == "storage"
                    assert await is_ready(servers[0]) is False
                    set_read_only(cluster, name, read_only=False)
                    await ledger.grows(20)
            assert servers.complaints(READ_ONLY) == []
        checked = await check(ledger, database)
    print(f"{checked}, refusals {ledger.refusals}")


def set_read_only(cluster: Cluster, name: str, *, read_only: bool) -> None:
    """From now on, for everybody who has to connect anew."""
    how = "SET default_transaction_read_only = on" if read_only else "RESET default_transaction_read_only"
    cluster.execute(f"ALTER DATABASE {name} {how}")
    cluster.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
