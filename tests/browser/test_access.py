"""What axe finds on the pages of rooms and the lobby, by day and by night, on a desk and on a phone: nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.browser.test_rooms import come_in, introduce, open_room
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = "async () => (await axe.run({ resultTypes: ['violations'] })).violations"


def assert_accessible(visitor: Visitor) -> None:
    page = visitor.page
    page.evaluate(AXE.read_text(encoding="utf-8"))
    violations: list[dict[str, Any]] = page.evaluate(RUN)
    found = [f"{entry['id']}: {node['html'][:160]}" for entry in violations for node in entry["nodes"]]
    assert not found, (page.url, found)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing lies beside the page"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True])
def test_nothing_for_axe(visit: Arrive, scheme: str, phone: bool) -> None:
    ada = visit(color_scheme=scheme, phone=phone)
    basile = visit(color_scheme=scheme, phone=phone, locale="fr-FR")
    page = ada.page
    page.goto("/")
    page.locator("[data-testid=now-mono-line]").wait_for()
    assert_accessible(ada)
    page.goto("/lobby")
    page.locator("[data-testid=lobby-here]").wait_for()
    assert_accessible(ada)
    page.goto("/play/pass-pass")
    page.locator("label:has([data-testid=who-here])").click()
    page.locator("[data-testid=more] summary").click()
    assert_accessible(ada)
    link = open_room(ada, "Ada", "anybody")
    assert_accessible(ada)
    basile.page.goto("/lobby")
    basile.page.locator("[data-testid=lobby-room]").first.wait_for()
    assert_accessible(basile)
    basile.page.goto(link)
    basile.page.locator("[data-testid=introduce]").wait_for()
    assert_accessible(basile)
    introduce(basile, "Basile")
    page.locator("[data-testid=person-menu]").click()
    page.locator("[data-testid=else-1]").click()
    assert_accessible(ada)
    page.locator("[data-testid=another-game]").click()
    assert_accessible(ada)
    page.keyboard.press("Escape")
    page.locator("[data-testid=start-game]").click()
    basile.page.locator("[data-testid=table]").wait_for()
    basile.page.locator("[data-testid=room]").click()
    assert_accessible(basile)
    page.goto("/")
    page.locator("[data-testid=my-room]").wait_for()
    assert_accessible(ada)
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
        ada.page.goto(address)
        ada.page.locator("main h1").wait_for()
        assert_accessible(ada)
