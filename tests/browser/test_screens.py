"""Tables on every screen: whatever one has to see or touch is on it, whole, and nothing lies over the edge of a seat."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator
from tests.browser.visitors import PATIENCE, Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

SCREENS = [(1440, 900), (1024, 768), (768, 1024), (730, 1300), (390, 844), (844, 390)]
SMALLEST = 14
"""Pixels: nobody finds anything smaller."""
OFF_THE_SCREEN = """(wanted, smallest) => !wanted.length ? ["nothing"] : wanted.filter((place) => {
  const { left, top, right, bottom, width, height } = place.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1 || Math.min(width, height) < smallest;
}).map((place) => place.outerHTML.slice(0, 120))"""
OVER_THE_EDGE = """(seats, _) => seats.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map((seat) => seat.outerHTML.slice(0, 120))"""

UNDER_THE_NEXT = """(cards, _) => cards.slice(1).filter((card, place) =>
  cards[place].getBoundingClientRect().right > card.getBoundingClientRect().left + 1,
).map((card) => card.outerHTML.slice(0, 120))"""


def assert_seen(visitor: Visitor, *wanted: str) -> None:
    page = visitor.page
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        # Until then everything is still where it was.
        page.wait_for_function(
            "([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height]
        )
        for selector in wanted:
            page.locator(selector).first.wait_for()
            settle(page.locator(selector), OFF_THE_SCREEN)
        settle(page.locator("[data-testid^=seat-]"), OVER_THE_EDGE)
        assert visitor.fits()
    assert not visitor.errors


def settle(places: Locator, wrong: str) -> None:
    """What has just been laid out anew may take a moment; nothing stays wrong."""
    deadline = time.monotonic() + PATIENCE
    while found := places.evaluate_all(wrong, SMALLEST):
        assert time.monotonic() < deadline, f"{places.page.viewport_size}: {found}"
        places.page.wait_for_timeout(50)


def test_six_with_their_cards(visit: Arrive) -> None:
    ada = visit()
    ada.set_up(6, game="pass-pass", leader="0")
    assert_seen(ada, "[data-testid=hand-card]", "[data-testid=turn-banner]")
    # On a small phone as well: diamonds are at the right of a card.
    ada.page.set_viewport_size({"width": 360, "height": 640})
    settle(ada.page.locator("[data-testid=hand-card]"), UNDER_THE_NEXT)


def test_six_around_the_cups(visit: Arrive) -> None:
    ada = visit(locale="fr-FR")
    ada.set_up(6, game="ptipasspass", first="0")
    assert_seen(ada, "[data-testid=hide-cup]", "[data-testid=hand-token]", "[data-testid=turn-banner]")


def test_two_in_a_race(visit: Arrive) -> None:
    ada, basil = visit(locale="fr-FR"), visit()
    ada.set_up(2, "me", "invited", game="passe-eclair")
    basil.page.goto(ada.page.locator("[data-testid=invite-link-1]").input_value())
    basil.page.locator("[data-testid=join-name]").fill("Basil")
    basil.page.locator("[data-testid=join]").click()
    assert_seen(ada, "[data-testid=ready]", "[data-testid=hand-card]")
    for visitor in (ada, basil):
        visitor.page.locator("[data-testid=ready]").click()
    # Nobody plays: the pile stays as it is.
    assert_seen(
        ada,
        "[data-testid=pile-top]",
        "[data-testid=wanted] .star",
        "[data-testid=hand-card]",
        "[data-testid=nothing]",
    )
