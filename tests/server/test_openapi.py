"""The published description of the server is true."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

import pytest
import uvloop
from msgspec.structs import replace
from openapi_spec_validator import validate
from starlette.routing import BaseRoute, Mount, Route
from tests.replays.played import lay_down, played, resigned
from tests.server.databases import make_database
from tests.server.fuzzing import fuzz
from tests.server.harness import GREEDY, HERE, INVITED, PATIENCE, ROOMY, FakeClock, Server, serving
from tests.server.moderation.visiting import TOKEN, Operator, new_id, report
from tests.server.rooms.visitors import come

from muscade.server import openapi
from muscade.server.app import create_app
from muscade.server.config import Config
from muscade.server.storage import Storage

SHORT = resigned(played("pass-pass", 3, longest=8), 8)
"""Films and analyses are made of it."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """A server in a thread of its own, and what can be found there."""
    ready, done = Event(), Event()
    found: list[tuple[str, dict[str, list[str]]]] = []

    async def run() -> None:
        # A password takes long to look at, on purpose, and a film to make.
        limits = replace(ROOMY, sign_ins_a_minute=20, films_a_minute=1, pictures_a_minute=30)
        database = tmp_path_factory.mktemp("fuzz") / "muscade.db"
        make_database(database)
        storage = await Storage.open(str(database))
        over = {"table": "a-game-that-is-over"}
        await lay_down(storage, SHORT, over["table"])
        await storage.close()
        async with serving(database, FakeClock(), limits=limits, operator=TOKEN) as server:
            created = await server.create(HERE, GREEDY, GREEDY)
            waiting = await server.create(HERE, INVITED, INVITED)
            puzzle = await server.create(HERE, game="full-house")
            ada, bea, eve = await come(server, "Ada", "Bea", "Eve")
            room = await ada.create(server)
            async with ada.enter(server, room), bea.enter(server, room):
                reported = (await report(server, ada, bea, room)).json()["report"]
            wanted = {"kind": "network", "target": "192.0.2.0/24", "reason": "why", "id": new_id()}
            bans = (await Operator(server).does("bans", **wanted))["bans"]
            told = (await Operator(server).announces())["announcements"]
            variations = f"/api/tables/{over['table']}/variations"
            told_of = (await server.record(over["table"]))["events"][1]
            kept = await server.http.post(
                variations,
                json={
                    "name": "Another",
                    "version": 1,
                    "moves": [{"seat": told_of["seat"], "move": told_of["move"]}],
                    "id": new_id(),
                },
                headers={"authorization": f"Bearer {ada.key}"},
            )
            # More often those of which there is more to ask.
            tables = (created, waiting, puzzle, puzzle, over, over, over)
            known = {
                "table": [table["table"] for table in tables],
                "variation": [kept.json()["id"]],
                "invite": [waiting["invitations"][0]["invite"]],
                "device": [ada.key],
                "operator": [TOKEN],
                "room": [room],
                # Not the one who may delete everything.
                "person": [bea.person],
                "report": [reported],
                "ban": [bans[0]["ban"]],
                "announcement": [told[0]["id"]],
                "target": [eve.person, "203.0.113.0/24"],
                "page": ["pass-pass"],
                "language": ["en", "fr"],
                "game": ["mono-line"],
                "seats": ["2"],
                "people": [bea.person],
                "number": ["1", "100"],
                "date": [(datetime.now(UTC) - timedelta(days=2)).date().isoformat()],
            }
            found.append((f"http://127.0.0.1:{server.port}", known))
            ready.set()
            await asyncio.to_thread(done.wait)

    def run_in_thread() -> None:
        # The loop that `muscade serve` runs on. On asyncio's own, a connection accepted from a socket that does not name its
        # protocol waits for acknowledgements between the two parts of an answer: 40 ms for each question.
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(run())

    thread = Thread(target=run_in_thread)
    thread.start()
    assert ready.wait(PATIENCE)
    yield found[0]
    done.set()
    thread.join(PATIENCE)


def routes(found: list[BaseRoute], prefix: str = "") -> Iterator[tuple[str, str, str]]:
    for route in found:
        if isinstance(route, Mount):
            yield from routes(route.routes, prefix + route.path)
        elif isinstance(route, Route):
            for method in (route.methods or set()) - {"HEAD"}:
                yield method, prefix + route.path, route.name


def test_the_description_is_openapi() -> None:
    validate(json.loads(openapi.document()))


def test_every_address_is_described_and_nothing_else(tmp_path: Path) -> None:
    app = create_app(Config(database=str(tmp_path / "muscade.db")))
    served = set(routes(app.routes))
    assert served == {(told.method, told.path, told.name) for told in openapi.OPERATIONS}


@pytest.mark.anyio
async def test_the_server_publishes_it(server: Server) -> None:
    response = await server.http.get("/api/openapi.json")
    assert response.headers["content-type"] == "application/json"
    assert response.content == openapi.document()


@pytest.mark.anyio
async def test_the_examples_are_granted(server: Server) -> None:
    for told in openapi.OPERATIONS:
        if told.example is not None:
            response = await server.http.request(told.method, told.path, json=told.example())
            assert response.status_code == told.status, response.text


@pytest.mark.timeout(900)
@pytest.mark.usefixtures("anyio_backend")
def test_whatever_one_asks_the_answer_is_as_described(
    running: tuple[str, dict[str, list[str]]],
) -> None:
    address, known = running
    answers = fuzz(address, json.loads(openapi.document()), count=16, known=known)
    assert set(answers) == {told.name for told in openapi.OPERATIONS}
    for told in openapi.OPERATIONS:
        if told.request is None:
            assert told.status in answers[told.name], f"{told.name} was never asked rightly"
