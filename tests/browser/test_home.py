"""The home page: short, what is under way first, and a shelf as people choose from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

ON_A_PHONE = 2000
ON_A_DESKTOP = 1600
"""Pixels: nobody looks further down for a game."""


def shelf(page: Page) -> list[str]:
    boxes = page.locator("[data-testid=boxes] [data-game]")
    boxes.first.wait_for()
    return [box or "" for box in boxes.evaluate_all("all => all.map((box) => box.dataset.game)")]


def order(game: dict[str, Any]) -> tuple[float, float]:
    """For the most people first, then the shortest: all that a game tells of itself."""
    minutes = [count["minutes"] for count in game["counts"] if count["minutes"] is not None]
    return -max(count["seats"] for count in game["counts"]), min(minutes, default=float("inf"))


def is_no_longer_than(page: Page, pixels: int) -> None:
    """Once it is laid out: a window that has just become wider takes a moment."""
    page.wait_for_function("most => document.documentElement.scrollHeight <= most", arg=pixels)


def test_a_short_page_and_a_shelf_to_choose_from(visit: Arrive) -> None:
    ada = visit(phone=True, locale="fr-FR")
    page = ada.page
    page.goto("/")
    games = page.request.get("/api/games").json()
    page.locator("[data-testid=daily-card]").wait_for()
    assert shelf(page) == [game["name"] for game in sorted(games, key=order)]
    is_no_longer_than(page, ON_A_PHONE)
    page.set_viewport_size({"width": 1440, "height": 900})
    is_no_longer_than(page, ON_A_DESKTOP)

    # Everything is one tap away.
    for game in games:
        box = page.locator(f"[data-game={game['name']}]")
        wanted = {f"now-{game['name']}", f"play-{game['name']}"}
        wanted |= {f"learn-{game['name']}"} if game["lesson"] else set()
        wanted |= {f"series-{game['name']}"} if game["series"] else set()
        assert (
            set(box.locator("[data-testid]").evaluate_all("all => all.map((one) => one.dataset.testid)"))
            == wanted
        )
        assert box.locator("a[href^='/rules/']").count() == int(game["rules"] != "")
    for name in ("lobby", "code", "to-pads", "to-my-games", "to-ratings", "daily-open"):
        expect(page.locator(f"[data-testid={name}]")).to_be_visible()

    def seats(game: dict[str, Any]) -> int:
        return max(count["seats"] for count in game["counts"])

    def longest(game: dict[str, Any]) -> int:
        return max((count["minutes"] or 0 for count in game["counts"]), default=0)

    wishes: dict[str, Callable[[dict[str, Any]], bool]] = {
        "friends": lambda game: seats(game) > 1,
        "real-time": lambda game: game["real_time"],
        "puzzles": lambda game: seats(game) == 1,
        "short": lambda game: order(game)[1] <= 15,
        "long": lambda game: longest(game) >= 30,
        "now": lambda game: seats(game) == 1 or bool(game["levels"]),
    }
    for wish, suits in wishes.items():
        button = page.locator(f"[data-testid=wish-{wish}]")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        assert shelf(page) == [game["name"] for game in sorted(games, key=order) if suits(game)], wish
    assert not ada.errors


def test_the_shelf_stays_where_it_is_when_the_puzzle_of_the_day_comes(visit: Arrive) -> None:
    ada = visit()
    page = ada.page
    late: list[Route] = []
    page.route("**/api/daily", lambda route: late.append(route))
    for width, height in ((1440, 900), (768, 1024), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        boxes = page.locator("[data-testid=boxes]")
        boxes.wait_for()
        before = boxes.bounding_box()
        late.pop().continue_()
        page.locator("[data-testid=daily-card]").wait_for()
        assert boxes.bounding_box() == before, (width, height)
    assert not ada.errors


def test_what_is_under_way_comes_first(visit: Arrive) -> None:
    ada = visit(phone=True)
    page = ada.page
    ada.sit_alone("full-house")
    page.locator("[data-testid=board]").wait_for()
    page.goto("/")
    resume = page.locator("[data-testid=resume]")
    resume.wait_for()
    daily = page.locator("[data-testid=daily-card]")
    daily.wait_for()
    tops = [place.bounding_box() for place in (resume, daily, page.locator("[data-testid=boxes]"))]
    heights = [box["y"] for box in tops if box]
    assert len(heights) == 3
    assert heights == sorted(heights)
    assert heights[0] < 400, "it is seen without scrolling"
    resume.click()
    page.locator("[data-testid=board]").wait_for()
    assert not ada.errors


def test_an_engine_that_the_server_seats_is_nobodys_default(visit: Arrive) -> None:
    ada = visit()
    page = ada.page
    games = page.request.get("/api/games").json()
    [game] = [game for game in games if game["name"] == "mono-line"]
    usual = game["levels"][len(game["levels"]) // 2]["name"]
    engines = [
        {"name": name, "title": {"en": name, "fr": name}}
        for name in ("Crazy Ada", "Basil 2", "Chloe 3", "Dario")
    ]
    game["levels"] += engines
    page.route("**/api/games", lambda route: route.fulfill(json=games))
    page.goto("/play/mono-line")
    page.locator("[data-testid=more] summary").click()
    levels = page.locator("[data-testid=level]")
    expect(levels.locator("option")).to_have_count(len(game["levels"]))
    expect(levels).to_have_value(usual)
    assert not ada.errors
