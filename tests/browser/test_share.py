"""What one gives to others of a game: its link, pictures, a film, a board for a page of one's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser

BOTS = [{"kind": "bot", "level": "random"}] * 2
LOADED = "() => document.querySelector('[data-testid=share-preview]')?.naturalWidth > 0"


@contextmanager
def elsewhere(content: str) -> Iterator[str]:
    """Somebody else's page, on a server of their own."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(content.encode())

        def log_message(self, *about: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def played_by_bots(site: Site) -> str:
    """A game that is soon over; its table's id."""
    made = site.make_table(game="mono-line", seats=BOTS, options={"first": 0}, settings={"pace": 0})
    table: str = made["table"]
    return table


def saved(page: Page, button: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_test_id(button).click()
    return Path(download.value.path()).read_bytes()


def test_a_game_is_shared_from_its_end_and_from_any_moment(site: Site, visit: Callable[..., Visitor]) -> None:
    table = played_by_bots(site)
    ada = visit()
    page = ada.page

    # At the end, of the last moment.
    page.goto(f"/table/{table}")
    page.get_by_test_id("see-end").click()
    page.get_by_test_id("share-end").click()
    expect(page.get_by_test_id("share-moment")).to_have_value(
        re.compile(rf"^{site.address}/game/{table}\?at=\d+$")
    )
    page.wait_for_function(LOADED)
    assert saved(page, "share-png").startswith(b"\x89PNG")

    # From the page of the game, of the moment that is shown.
    page.goto(f"/game/{table}?at=3&as=1")
    page.get_by_test_id("tab-share").click()
    expect(page.get_by_test_id("share-moment")).to_have_value(f"{site.address}/game/{table}?at=3&as=1")
    page.wait_for_function(LOADED)
    assert saved(page, "share-svg").startswith(b"<svg")
    page.get_by_test_id("share-from").fill("9")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_test_id("share-from").fill("2")
    assert saved(page, "share-gif").startswith(b"GIF89a")

    # The board stands in somebody else's page, and leads to the game; no other page of ours may stand there.
    code = page.get_by_test_id("share-embed").input_value()
    assert ada.errors == []
    bea = visit(locale="fr-FR")
    with elsewhere(code) as address:
        bea.page.goto(address)
        framed_rightly(bea.page, table)


def framed_rightly(page: Page, table: str) -> None:
    board = page.frame_locator("iframe")
    expect(board.get_by_role("link")).to_have_attribute("href", f"/game/{table}?at=3&as=1")
    expect(board.get_by_role("img")).to_have_js_property("complete", True)
    assert board.get_by_role("img").evaluate("image => image.naturalWidth") == 1200
    assert page.context.cookies() == []
    assert page.frames[1].evaluate("Object.keys(localStorage).length") == 0


def test_on_a_phone_and_in_french(site: Site, visit: Callable[..., Visitor]) -> None:
    table = played_by_bots(site)
    ada = visit(phone=True, locale="fr-FR")
    ada.page.goto(f"/table/{table}")
    ada.page.get_by_test_id("see-end").click()
    ada.page.get_by_test_id("share-end").click()
    panel = ada.page.get_by_test_id("share-panel")
    expect(panel).to_contain_text("Image de ce moment")
    ada.page.wait_for_function(LOADED)
    # Nothing is wider than the screen.
    assert panel.evaluate("element => element.scrollWidth <= element.clientWidth")
    assert ada.errors == []
