"""Pictures and films of games, previews of links, boards in other pages: who gets which, and with what headers."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import httpx
import pytest
from msgspec.structs import replace
from PIL import Image
from starlette.routing import Mount
from tests.server.harness import GREEDY, HERE, RANDOM, ROOMY, FakeClock, Server, serving
from tests.server.rooms.visitors import come

import muscade
from muscade.core import Record
from muscade.replays import Replay
from muscade.server.client import ClientFiles
from muscade.server.pictures.embed import LIVE_SECONDS
from muscade.server.pictures.previews import tags_of

pytestmark = pytest.mark.anyio

HOSTILE = '"><script>x</script>'


async def finished(server: Server, game: str = "pass-pass", **settings: Any) -> str:
    """A game of bots that is over; its table."""
    created = await server.create(RANDOM, RANDOM, RANDOM, game=game, **settings)
    async with server.sit(created, None) as watcher:
        await watcher.until(lambda update: update["view"]["outcome"])
    table: str = created["table"]
    return table


async def picture(
    server: Server, table: str, key: str | None = None, kind: str = "svg", **asked: Any
) -> httpx.Response:
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return await server.http.get(f"/api/tables/{table}/picture.{kind}", params=asked, headers=headers)


async def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


# ---------------------------------------------------------------- who sees what


async def test_a_finished_game_can_be_seen_at_any_moment_through_anybodys_eyes(server: Server) -> None:
    table = await finished(server)
    record = Record.from_json((await server.http.get(f"/api/tables/{table}/record")).content)
    names = [
        seat["name"]
        for seat in (await server.http.get(f"/api/tables/{table}/replay")).json()["table"]["people"]
    ]
    for at, seat in ((0, None), (9, None), (9, 1), (len(record.events), 2)):
        asked = {"at": at, "theme": "dark", "language": "fr"} | ({} if seat is None else {"seat": seat})
        answer = await picture(server, table, **asked)
        assert answer.headers["content-type"] == "image/svg+xml"
        replay = Replay(record)
        replay.go_to(at)
        game = muscade.game(record.game)
        assert answer.text == game.picture(replay.view(seat), names=names, theme="dark", language="fr")
    replay = Replay(record)
    replay.go_to(9)
    everything = (await picture(server, table, at=9, seat="open")).text
    assert everything == replay.picture("open", names)
    assert everything != (await picture(server, table, at=9)).text
    pixels = await picture(server, table, kind="png", width=400)
    assert pixels.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(pixels.content)).size == (400, 210)

    # What is wrong is named.
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"at": len(record.events) + 1}, "malformed"),
        ({"at": "now"}, "malformed"),
        ({"seat": 3}, "seat"),
        ({"seat": "nobody"}, "seat"),
        ({"theme": "pink"}, "malformed"),
        ({"language": "de"}, "malformed"),
    ]
    for asked, code in wrong:
        await refused(await picture(server, table, **asked), 422 if code == "seat" else 400, code)
    await refused(await picture(server, table, kind="png", width=99_999), 400, "malformed")
    await refused(await picture(server, "unknown"), 404, "table")


async def test_a_running_game_shows_each_what_they_may_see(server: Server) -> None:
    # Nobody moves before the one whose key it is.
    created = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    table, key = created["table"], created["keys"][0]["key"]
    open_to_all = await picture(server, table)
    own = await picture(server, table, key)
    assert own.status_code == open_to_all.status_code == 200
    assert own.text != open_to_all.text
    assert own.headers["cache-control"].startswith("private")
    assert (await picture(server, table, key, seat=0)).text == own.text
    await refused(await picture(server, table, seat=0), 403, "not-yours")
    await refused(await picture(server, table, key, seat=1), 403, "not-yours")
    await refused(await picture(server, table, seat="open"), 403, "not-over")
    await refused(await picture(server, table, "forged"), 403, "key")
    await refused(await server.http.get(f"/api/tables/{table}/film.gif"), 403, "not-over")

    forbidden = await server.create(HERE, GREEDY, GREEDY, watchers="forbidden")
    await refused(await picture(server, forbidden["table"]), 403, "no-watchers")
    assert (await picture(server, forbidden["table"], forbidden["keys"][0]["key"])).status_code == 200

    # Nobody else moves by themselves here.
    late = await server.create(HERE, HERE, HERE, watchers={"moves": 2}, options={"leader": 0})
    async with server.sit(late) as ada:
        await ada.make()
        version = ada.update["version"]
    seen = await picture(server, late["table"])
    assert seen.text == (await picture(server, late["table"], at=version - 2)).text
    await refused(await picture(server, late["table"], at=version - 1), 400, "malformed")


# ---------------------------------------------------------------- what it costs


async def test_what_was_drawn_is_kept_and_what_is_over_stays_as_it_is(server: Server) -> None:
    table = await finished(server)
    first = await picture(server, table, kind="png", width=300)
    tag = first.headers["etag"]
    assert "immutable" in first.headers["cache-control"]
    again = await server.http.get(
        f"/api/tables/{table}/picture.png?width=300", headers={"if-none-match": f'W/"other", {tag}'}
    )
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert (await picture(server, table, kind="png", width=301)).headers["etag"] != tag
    running = await server.create(HERE, GREEDY, GREEDY, options={"leader": 0})
    now = await picture(server, running["table"])
    assert "no-cache" in now.headers["cache-control"]
    async with server.sit(running) as ada:
        await ada.make()
    assert (await picture(server, running["table"])).headers["etag"] != now.headers["etag"]


async def test_a_film_is_a_stretch_of_a_game(server: Server) -> None:
    table = await finished(server)
    answer = await server.http.get(f"/api/tables/{table}/film.gif?from=2&to=8&width=240&seat=1")
    assert answer.headers["content-type"] == "image/gif"
    film = Image.open(io.BytesIO(answer.content))
    assert film.size == (240, 126)
    assert 2 <= film.n_frames <= 7
    for asked in ("from=5&to=4", "from=-1", "to=100000", "width=2000"):
        await refused(await server.http.get(f"/api/tables/{table}/film.gif?{asked}"), 400, "malformed")


async def test_nobody_has_too_much_drawn(tmp_path: Path, clock: FakeClock) -> None:
    limits = replace(ROOMY, pictures_a_minute=2, films_a_minute=1)
    async with serving(tmp_path / "muscade.db", clock, limits=limits) as server:
        table = await finished(server)
        for at in (0, 1):
            assert (await picture(server, table, at=at)).status_code == 200
        await refused(await picture(server, table, at=2), 429, "too-many-pictures")
        # What is there already costs nothing.
        assert (await picture(server, table, at=0)).status_code == 200
        film = f"/api/tables/{table}/film.gif?width=120&to=1"
        assert (await server.http.get(film)).status_code == 200
        await refused(await server.http.get(film + "&from=1"), 429, "too-many-films")


# ---------------------------------------------------------------- previews of links


@pytest.fixture
def client_page(server: Server, tmp_path: Path) -> None:
    """A page for the client, built or not."""
    page = tmp_path / "static" / "index.html"
    page.parent.mkdir()
    page.write_text('<html><head><meta charset="utf-8" /></head><body></body></html>', encoding="utf-8")
    mount = server.app.routes[-1]
    assert isinstance(mount, Mount)
    mount.app = ClientFiles(page.parent, tags_of)


def tags(page: httpx.Response) -> dict[str, str]:
    """What a page says of itself to other programs."""
    head = page.text.partition("<head>")[2].partition("</head>")[0]
    found = {}
    for part in head.split("<meta ")[1:]:
        element = ET.fromstring("<meta " + part[: part.index("/>") + 2])
        name = element.get("property") or element.get("name")
        if name is not None:
            found[name] = element.get("content") or ""
    return found


@pytest.mark.usefixtures("client_page")
async def test_a_link_has_a_preview_that_tells_no_more_than_the_link(server: Server) -> None:
    hostile = {"kind": "here", "name": HOSTILE}
    created = await server.create(hostile, GREEDY, GREEDY)
    table = created["table"]
    for page in (f"/table/{table}", f"/game/{table}"):
        answer = await server.http.get(page)
        assert "<script>x" not in answer.text
        found = tags(answer)
        assert found["og:title"].startswith("Pass Pass: " + HOSTILE)
        assert found["twitter:card"] == "summary_large_image"
        assert found["og:image"] == f"{server.http.base_url}/api/tables/{table}/picture.png".replace(
            "//api", "/api"
        )
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
        shown = await server.http.get(found["og:image"])
        assert Image.open(io.BytesIO(shown.content)).size == (1200, 630)
    assert tags(await server.http.get(f"/game/{table}?at=1"))["og:image"].endswith("?at=1")
    assert "?at" not in tags(await server.http.get(f"/game/{table}?at=1%22%3E"))["og:image"]

    secret = await server.create(hostile, GREEDY, GREEDY, watchers="forbidden")
    found = tags(await server.http.get(f"/table/{secret['table']}"))
    assert (found["og:title"], found.get("og:image")) == ("Pass Pass", None)

    (ada,) = await come(server, "Ada")
    room = await ada.create(server)
    found = tags(await server.http.get(f"/room/{room}"))
    assert "Ada" not in str(found)
    assert "og:image" not in found
    for page in ("/", "/table/unknown", "/room/unknown", "/table/a/b", "/game"):
        answer = await server.http.get(page)
        assert answer.status_code == 200
        assert "og:title" not in tags(answer)


# ---------------------------------------------------------------- boards in other pages


@pytest.mark.usefixtures("client_page")
async def test_only_a_board_to_embed_may_be_framed(server: Server) -> None:
    table = await finished(server)
    framed = await server.http.get(f"/embed/{table}?theme=dark&at=3&as=1")
    policy = framed.headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    assert "script-src" not in policy
    assert "default-src 'none'" in policy
    assert len(framed.headers.get_list("content-security-policy")) == 1
    assert "set-cookie" not in framed.headers
    assert "<script" not in framed.text
    assert f'href="/game/{table}?at=3&amp;as=1"' in framed.text
    assert "http-equiv" not in framed.text
    source = framed.text.partition('src="')[2].partition('"')[0].replace("&amp;", "&")
    assert (await server.http.get(source)).headers["content-type"] == "image/png"
    for other in ("/", f"/table/{table}", f"/api/tables/{table}/picture.svg", "/api/games"):
        assert "frame-ancestors 'none'" in (await server.http.get(other)).headers["content-security-policy"]


async def test_a_board_to_embed_follows_a_running_game(server: Server) -> None:
    created = await server.create({"kind": "here", "name": HOSTILE}, GREEDY, GREEDY)
    page = await server.http.get(f"/embed/{created['table']}")
    assert f'http-equiv="refresh" content="{LIVE_SECONDS}"' in page.text
    assert "<script" not in page.text
    await refused(await server.http.get(f"/embed/{created['table']}?as=0"), 403, "not-yours")
    await refused(await server.http.get("/embed/unknown"), 404, "table")
    await refused(await server.http.get(f"/embed/{created['table']}?at=x"), 400, "malformed")
    secret = await server.create(HERE, GREEDY, GREEDY, watchers="forbidden")
    await refused(await server.http.get(f"/embed/{secret['table']}"), 403, "no-watchers")
