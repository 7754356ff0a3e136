"""What happens before one sits down: the catalogue, creating, joining, records, and the client's files."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import ASGIApp
from tests.server.harness import GREEDY, HERE, INVITED, Server

import muscade
from muscade.server.answers import MAX_BODY_BYTES
from muscade.server.app import create_app
from muscade.server.client import ASK_AGAIN, FOR_EVER, ClientFiles
from muscade.server.config import Config

pytestmark = pytest.mark.anyio

TABLE: dict[str, Any] = {"game": "pass-pass", "seats": [HERE, GREEDY, GREEDY]}


def client(app: ASGIApp) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://muscade")


def seats(*wanted: object) -> dict[str, Any]:
    return TABLE | {"seats": wanted}


BAD_TABLES: list[tuple[str, Any, int, str]] = [
    ("no JSON", b"{", 400, "malformed"),
    ("nothing", b"", 400, "malformed"),
    ("no UTF-8", b'{"game": "\xff"}', 400, "malformed"),
    ("a list", [], 400, "malformed"),
    ("no seats", {"game": "pass-pass"}, 400, "malformed"),
    ("an unknown field", TABLE | {"colour": "red"}, 400, "malformed"),
    ("a kind of seat there is not", seats({"kind": "throne"}, GREEDY, GREEDY), 400, "malformed"),
    ("a seat without a name", seats({"kind": "here"}, GREEDY, GREEDY), 400, "malformed"),
    ("an empty name", seats(HERE | {"name": ""}, GREEDY, GREEDY), 400, "malformed"),
    ("a long name", seats(HERE | {"name": "x" * 25}, GREEDY, GREEDY), 400, "malformed"),
    ("thirteen seats", seats(*[GREEDY] * 13), 400, "malformed"),
    ("an impatient table", TABLE | {"settings": {"patience": -1}}, 400, "malformed"),
    ("a slow table", TABLE | {"settings": {"pace": 5001}}, 400, "malformed"),
    ("a chat there is not", TABLE | {"settings": {"chat": "loud"}}, 400, "malformed"),
    ("options that are a list", TABLE | {"options": []}, 400, "malformed"),
    ("a game there is not", TABLE | {"game": "chess"}, 422, "game"),
    ("too few seats", seats(HERE, GREEDY), 422, "seats"),
    ("too many seats", seats(*[GREEDY] * 7), 422, "seats"),
    ("no seat at all", seats(), 422, "seats"),
    ("an option there is not", TABLE | {"options": {"joker": 1}}, 422, "options"),
    ("an option named like a parameter", TABLE | {"options": {"seats": 4}}, 422, "options"),
    ("an option named self", TABLE | {"options": {"self": 4}}, 422, "options"),
    ("a leader there is not", TABLE | {"options": {"leader": 3}}, 422, "options"),
    ("teams for three", TABLE | {"options": {"teams": "2x2"}}, 422, "options"),
    ("diamonds that are none", TABLE | {"options": {"diamonds": "rubies"}}, 422, "options"),
    ("diamonds of another type", TABLE | {"options": {"diamonds": [1, {"a": None}]}}, 422, "options"),
    ("a level there is not", seats(HERE, GREEDY, {"kind": "bot", "level": "genius"}), 422, "level"),
    ("an invisible name", seats(HERE | {"name": "  "}, GREEDY, GREEDY), 422, "name"),
    ("a name of control characters", seats(HERE | {"name": "A\u0000da"}, GREEDY, GREEDY), 422, "name"),
    ("a name with a line break", seats(HERE | {"name": "A\nda"}, GREEDY, GREEDY), 422, "name"),
    ("a name turned around", seats(HERE | {"name": "A\u202eda"}, GREEDY, GREEDY), 422, "name"),
    ("too much", b'{"game": "' + b"x" * MAX_BODY_BYTES + b'"}', 413, "too-long"),
]


async def test_bad_tables_are_named_and_not_created(server: Server) -> None:
    for name, body, status, code in BAD_TABLES:
        content = body if isinstance(body, bytes) else json.dumps(body)
        headers = {"content-type": "application/json"}
        response = await server.http.post("/api/tables", content=content, headers=headers)
        assert (name, response.status_code, response.json()["code"]) == (name, status, code)
        assert response.json()["text"]["en"]
        assert response.json()["text"]["fr"]
    with sqlite3.connect(server.database) as connection:
        assert connection.execute("SELECT count(*) FROM tables").fetchone() == (0,)
    connection.close()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"invite": "x" * 24, "name": "Bea"}, 404, "invite"),
        ({"invite": "short", "name": "Bea"}, 400, "malformed"),
        ({"invite": "x" * 24}, 400, "malformed"),
        ({"invite": "x" * 24, "name": "\u0007"}, 422, "name"),
        ({"invite": "x" * 24, "name": "Bea", "seat": 1}, 400, "malformed"),
    ],
)
async def test_bad_joins_are_named(server: Server, body: dict[str, Any], status: int, code: str) -> None:
    response = await server.http.post("/api/join", json=body)
    assert (response.status_code, response.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not-found"),
        ("GET", "/api/", 404, "not-found"),
        ("GET", "/api/tables/unknown/record", 404, "table"),
        ("GET", "/api/invitations", 405, "method"),
        ("GET", "/api/invitations/a-secret-in-an-address", 404, "not-found"),
        ("GET", "/ws/a-table", 404, "not-found"),
        ("GET", "/api/tables", 405, "method"),
        ("PUT", "/api/games", 405, "method"),
        ("DELETE", "/table/x", 405, "method"),
        ("GET", "/nothing.js", 404, "not-found"),
        ("GET", "/assets/%2e%2e/%2e%2e/app.py", 404, "not-found"),
    ],
)
async def test_wrong_addresses_are_named(
    server: Server, method: str, path: str, status: int, code: str
) -> None:
    response = await server.http.request(method, path)
    assert (response.status_code, response.json()["code"]) == (status, code)


async def test_pages_of_rules(server: Server) -> None:
    page = await server.http.get("/api/rules/pass-pass/fr")
    assert page.headers["content-type"] == "text/markdown; charset=utf-8"
    assert "**PP-1**" in page.text
    assert (await server.http.get("/api/rules/full-house/en")).text.count("**SP-1**") == 1
    for nowhere in ("pass-pass/de", "chess/en", "pass-pass.en.md/en", "%2e%2e%2frulings/en"):
        assert (await server.http.get(f"/api/rules/{nowhere}")).status_code == 404


async def test_the_catalogue_tells_all_one_needs_to_create_a_table(server: Server) -> None:
    [pass_pass] = [
        info for info in (await server.http.get("/api/games")).json() if info["name"] == "pass-pass"
    ]
    assert [count["seats"] for count in pass_pass["counts"]] == [3, 4, 5, 6]
    assert "normal" in [level["name"] for level in pass_pass["levels"]]
    assert pass_pass["phrases"][0]["fr"] == "Bonjour !"
    for count in pass_pass["counts"]:
        options = {option["name"]: option["choices"][0]["value"] for option in count["options"]}
        await server.create(*[GREEDY] * count["seats"], options=options, pace=5000)


async def test_the_catalogue_names_the_option_that_ends_a_game_early(server: Server) -> None:
    told = {info["name"]: info["limit"] for info in (await server.http.get("/api/games")).json()}
    assert told == {name: muscade.game(name).limit for name in muscade.game_names()}
    assert told["pass-pass"] is None
    assert told["over-pass"] == "max_turns"


async def test_a_record_shows_each_what_they_saw(server: Server) -> None:
    created = await server.create(HERE, HERE | {"name": "Bea"}, INVITED, options={"leader": 0})
    assert (await server.record(created["table"]))["events"] == []
    await server.join(created["invitations"][0]["invite"])
    hands = []
    for held in created["keys"]:
        record = await server.record(created["table"], held["key"])
        assert record["viewer"] == held["seat"]
        assert record["seed"] is None
        hands.append({card for card in record["events"][0]["move"].split()[1:] if "?" not in card})
    assert [len(hand) for hand in hands] == [8, 8]
    assert not hands[0] & hands[1]
    spectator = await server.record(created["table"])
    assert spectator["viewer"] == "spectator"
    assert not [card for card in spectator["events"][0]["move"].split()[1:] if "?" not in card]
    for header in ("Bearer " + "x" * 24, "Bearer", "Basic eDp5"):
        response = await server.http.get(
            f"/api/tables/{created['table']}/record", headers={"authorization": header}
        )
        assert (response.status_code, response.json()["code"]) == (403, "key")


async def test_secrets_are_stored_only_as_digests(server: Server) -> None:
    created = await server.create(HERE, GREEDY, INVITED)
    with sqlite3.connect(server.database) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert created["table"] in dump
    assert created["keys"][0]["key"] not in dump
    assert created["invitations"][0]["invite"] not in dump


async def test_every_answer_has_manners(server: Server) -> None:
    for path in ("/api/games", "/healthz", "/api/nothing", "/"):
        headers = (await server.http.get(path)).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert (await server.http.get("/api/games")).headers["cache-control"] == "no-store"


async def test_health_and_metrics(server: Server) -> None:
    assert (await server.http.get("/healthz")).json() == {"status": "ok"}
    assert (await server.http.get("/readyz")).json() == {"status": "ready"}
    for address in ("/metrics", "/metrics/"):
        answer = await server.http.get(address)
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found"), (
            "they have a port of their own"
        )
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    async with server.sit(created) as ada:
        await ada.make()
        await ada.refusal("{")
        metrics = server.metrics()
    assert 'muscade_moves_total{by="person",game="pass-pass"} 1.0' in metrics
    assert 'muscade_refusals_total{code="malformed"} 1.0' in metrics
    assert "muscade_connections 1.0" in metrics
    assert created["table"] not in metrics


@pytest.mark.parametrize("path", ["/", "/join", "/table/a-table", "/rules/pass-pass"])
async def test_pages_of_the_client_are_one_page(tmp_path: Path, path: str) -> None:
    (tmp_path / "index.html").write_text("<title>Muscade</title>")
    response = await client(ClientFiles(tmp_path)).get(path)
    assert (response.status_code, response.text) == (200, "<title>Muscade</title>")
    assert response.headers["cache-control"] == ASK_AGAIN


async def test_files_of_the_client_are_cached_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-1a2b.js").write_text("play()")
    (tmp_path / "icon.svg").write_text("<svg/>")
    files = client(ClientFiles(tmp_path))
    assert (await files.get("/assets/index-1a2b.js")).headers["cache-control"] == FOR_EVER
    icon = await files.get("/icon.svg")
    assert icon.headers["cache-control"] == ASK_AGAIN
    again = await files.get("/icon.svg", headers={"if-none-match": icon.headers["etag"]})
    assert again.status_code == 304


async def test_a_client_that_is_not_built_says_so(tmp_path: Path) -> None:
    response = await client(ClientFiles(tmp_path)).get("/")
    assert (response.status_code, "make build" in response.text) == (503, True)


async def test_a_fault_of_ones_own_is_a_problem_too(tmp_path: Path) -> None:
    # Never started, so the reception is missing.
    response = await client(create_app(Config(database=str(tmp_path / "muscade.db")))).post(
        "/api/tables", json=TABLE
    )
    assert (response.status_code, response.json()["code"]) == (500, "internal")
