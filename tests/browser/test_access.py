"""What axe finds on the pages of rooms and the lobby, by day and by night on a desk, and on a phone: nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser.test_rooms import come_in, introduce, open_room
from tests.browser.visitors import Visitor, look_at

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = "async (only) => (await axe.run({ ...only, resultTypes: ['violations'], preload: false })).violations"
COLOURS = ["color-contrast", "link-in-text-block"]


def bring_axe(page: Page) -> None:
    look_at(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))


def assert_accessible(visitor: Visitor, *, at_night: bool = False) -> None:
    """``at_night``: then, too. Another theme is other colours, and nothing else."""
    page = visitor.page
    bring_axe(page)
    violations: list[dict[str, Any]] = page.evaluate(RUN, {})
    if at_night:
        page.emulate_media(color_scheme="dark")
        violations += page.evaluate(RUN, {"runOnly": COLOURS})
        page.emulate_media(color_scheme="light")
    found = [f"{entry['id']}: {node['html'][:160]}" for entry in violations for node in entry["nodes"]]
    assert not found, (page.url, found)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing lies beside the page"


@pytest.mark.parametrize("phone", [False, True])
def test_nothing_for_axe(visit: Arrive, phone: bool) -> None:
    """Before anybody is there, home and lobby are looked at with the other pages; a phone has no other colours."""
    ada, basile = visit(phone=phone), visit(phone=phone, locale="fr-FR")
    page = ada.page
    ada.go("/play/pass-pass")
    page.locator("label:has([data-testid=who-here])").click()
    page.locator("[data-testid=more] summary").click()
    assert_accessible(ada, at_night=not phone)
    link = open_room(ada, "Ada", "anybody")
    assert_accessible(ada, at_night=not phone)
    basile.page.goto("/lobby")
    basile.page.locator("[data-testid=lobby-room]").first.wait_for()
    assert_accessible(basile, at_night=not phone)
    basile.go(link)
    basile.page.locator("[data-testid=introduce]").wait_for()
    assert_accessible(basile, at_night=not phone)
    introduce(basile, "Basile")
    page.locator("[data-testid=person-menu]").click()
    page.locator("[data-testid=else-1]").click()
    assert_accessible(ada, at_night=not phone)
    page.locator("[data-testid=another-game]").click()
    assert_accessible(ada, at_night=not phone)
    page.keyboard.press("Escape")
    page.locator("[data-testid=start-game]").click()
    basile.page.locator("[data-testid=table]").wait_for()
    basile.page.locator("[data-testid=room]").click()
    assert_accessible(basile, at_night=not phone)
    ada.go("/")
    page.locator("[data-testid=my-room]").wait_for()
    assert_accessible(ada, at_night=not phone)
    assert not ada.errors + basile.errors


def test_the_smallest_phone(visit: Arrive) -> None:
    ada, basile = visit(locale="fr-FR"), visit(locale="fr-FR")
    for visitor in (ada, basile):
        visitor.page.set_viewport_size({"width": 360, "height": 640})
    link = open_room(ada, "Ada", "friends")
    assert_accessible(ada)
    come_in(basile, link, "Basile au nom assez long")
    assert_accessible(basile)
    for address in ("/", "/lobby", "/play/over-pass"):
        ada.go(address)
        ada.page.locator("main h1").wait_for()
        assert_accessible(ada)
