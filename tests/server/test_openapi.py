"""The published description of the server is true."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest
from openapi_spec_validator import validate
from starlette.routing import BaseRoute, Mount, Route
from tests.server.fuzzing import fuzz
from tests.server.harness import GREEDY, HERE, INVITED, FakeClock, Server, serving

from muscade.server import openapi
from muscade.server.app import create_app
from muscade.server.config import Config


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """A server in a thread of its own, and what can be found there."""
    ready, done = Event(), Event()
    found: list[tuple[str, dict[str, list[str]]]] = []

    async def run() -> None:
        async with serving(tmp_path_factory.mktemp("fuzz") / "muscade.db", FakeClock()) as server:
            created = await server.create(HERE, GREEDY, GREEDY)
            waiting = await server.create(HERE, INVITED, INVITED)
            puzzle = await server.create(HERE, game="full-house")
            known = {
                "table": [table["table"] for table in (created, waiting, puzzle)],
                "invite": [waiting["invitations"][0]["invite"]],
                "device": [
                    (await server.http.post("/api/people", json=openapi.example_person())).json()["key"]
                ],
                "page": ["pass-pass"],
                "language": ["en", "fr"],
            }
            found.append((f"http://127.0.0.1:{server.port}", known))
            ready.set()
            await asyncio.to_thread(done.wait)

    thread = Thread(target=asyncio.run, args=(run(),))
    thread.start()
    assert ready.wait(60)
    yield found[0]
    done.set()
    thread.join(60)


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


@pytest.mark.usefixtures("anyio_backend")
def test_whatever_one_asks_the_answer_is_as_described(
    running: tuple[str, dict[str, list[str]]],
) -> None:
    address, known = running
    answers = fuzz(address, json.loads(openapi.document()), count=40, known=known)
    assert set(answers) == {told.name for told in openapi.OPERATIONS}
    for told in openapi.OPERATIONS:
        if told.request is None:
            assert told.status in answers[told.name], f"{told.name} was never asked rightly"
