"""What axe finds on the pages of rooms and the lobby, by day and by night on a desk, and on a phone: nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.browser.axe import assert_accessible
from tests.browser.test_rooms import come_in, introduce, open_room
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


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
