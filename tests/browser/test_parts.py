"""Pages are files of their own: what one sees when such a file cannot be had, or is gone since there is a newer client."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

FILE = "**/assets/LobbyPage-*.js"


def test_a_page_whose_file_is_gone(visit: Arrive) -> None:
    page = visit(phone=True).page
    page.goto("/")
    page.evaluate("window.loaded = 'once'")
    page.route(FILE, lambda route: route.abort())
    page.locator("a[href='/lobby']").first.click()
    # It says so, and is asked for again when one likes.
    again = page.locator("[data-testid=unfetched-again]")
    again.wait_for()
    assert page.evaluate("window.loaded") == "once", (
        "the client is the newest: nothing is gained by loading it anew"
    )
    page.unroute(FILE)
    again.click()
    page.locator("[data-testid=lobby-here]").wait_for()
    # Where the server has a newer client, that one comes by itself.
    page.goto("/")
    page.route(FILE, lambda route: route.abort())

    def newer(route: Route) -> None:
        if route.request.is_navigation_request():
            page.unroute(FILE)
            route.continue_()
        else:
            route.fulfill(body="<script type='module' src='/assets/index-of-tomorrow.js'></script>")

    page.route("**/", newer)
    page.route("**/lobby", newer)
    page.locator("a[href='/lobby']").first.click()
    page.locator("[data-testid=lobby-here]").wait_for()
