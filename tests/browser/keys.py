"""Somebody with a keyboard and nothing else."""

from __future__ import annotations

from functools import cache
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.cups import part
from tests.browser.visitors import Visitor

import muscade
from muscade.board import BoardDrawing

FARTHEST = 80
"""No page has more than so many places for the Tab key before what one looks for."""
STANDS_ON = "wanted => document.activeElement?.matches(wanted) ?? false"


def tab_to(page: Page, wanted: str) -> None:
    """With the Tab key, to what a selector names."""
    for _ in range(FARTHEST):
        page.keyboard.press("Tab")
        if page.evaluate(STANDS_ON, wanted):
            return
    raise AssertionError(f"the Tab key does not reach {wanted}")


def begin(visitor: Visitor, game: str, *answers: tuple[str, str]) -> None:
    """A game from its set-up page to its table.

    ``answers``: what is filled in on the way, in the order in which it stands there: a selector, and keys (``<End>``) or text.
    """
    page = visitor.page
    page.goto(f"/play/{game}")
    page.locator(part("start-game")).wait_for()
    for field, answer in answers:
        tab_to(page, field)
        if answer.startswith("<"):
            for key in answer.strip("<>").split("><"):
                page.keyboard.press(key)
        else:
            page.keyboard.type(answer)
    tab_to(page, part("start-game"))
    page.keyboard.press("Enter")
    page.locator(part("table")).wait_for()


INSTANT = ((f"{part('more')} summary", "<Enter>"), (part("setting-pace"), "<End>"))
"""Bots that do not wait."""


def act(page: Page, *keys: str) -> None:
    """The keys of a move, and wait for what comes of it."""
    version = page.locator(part("table")).get_attribute("data-version")
    for key in keys:
        page.keyboard.press(key)
    page.locator(f"{part('table')}:not([data-version='{version}'])").wait_for()


# ---------------------------------------------------------------- on boards

ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
STANDING = "() => document.activeElement.closest('[data-testid=board] [data-place]')?.dataset.place ?? null"


@cache
def neighbours(on: str) -> dict[str, dict[str, str]]:
    """Where the arrow keys lead from each crossing, or from each space: to what lies nearest ahead."""
    drawing = muscade.game("over-pass").equipment(2, {"board": "standard"})
    assert isinstance(drawing, BoardDrawing)
    places = drawing.spots if on == "spot" else drawing.patches
    at = {place.name: (place.x / drawing.radius, place.y / drawing.radius) for place in places}
    found: dict[str, dict[str, str]] = {name: {} for name in at}
    for name, (x, y) in at.items():
        for key, (across, down) in ARROWS.items():
            ahead = []
            for other, (to, low) in at.items():
                along = (to - x) * across + (low - y) * down
                aside = abs((to - x) * down) + abs((low - y) * across)
                if along > 0.004:
                    ahead.append((along + 2.5 * aside, other))
            if ahead:
                found[name][key] = min(ahead)[1]
    return found


def way(on: str, start: str, end: str) -> list[str]:
    """The fewest keys from one place to another."""
    ways: dict[str, list[str]] = {start: []}
    heads = [start]
    for here in heads:
        for key, there in neighbours(on)[here].items():
            if there not in ways:
                ways[there] = [*ways[here], key]
                heads.append(there)
    return ways[end]


def sit_down(
    visitor: Visitor, site: Site, game: str, others: int, level: str = "random", **asked: Any
) -> None:
    """At a table that begins from a position, say, opposite bots that do not think."""
    seats = [{"kind": "here", "name": "Ada"}, *[{"kind": "bot", "level": level}] * others]
    request = {"game": game, "seats": seats, "settings": {"pace": 0, "patience": 0}, **asked}
    created = site.make_table(**request)
    visitor.sit({**created, "game": game, "request": request})


def walk(page: Page, place: str) -> None:
    """With the arrow keys, from wherever one stands."""
    if page.evaluate(STANDING) is None:
        page.keyboard.press("ArrowUp")
        page.wait_for_function(STANDING)
    on = "patch" if page.locator("[data-testid=board] [data-patch]").count() else "spot"
    for key in way(on, page.evaluate(STANDING), place):
        page.keyboard.press(key)
    expect(page.locator("[data-testid=board] [data-place]:focus")).to_have_attribute("data-place", place)


def pick(visitor: Visitor, place: str) -> None:
    page = visitor.page
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    walk(page, place)
    page.keyboard.press("Enter")


def play(visitor: Visitor, *deeds: str) -> None:
    """Places to pick, keys to press (``<u>``), the first of several choices (``<Enter>``): each once the last is done."""
    for deed in deeds:
        if deed.startswith("<"):
            page = visitor.page
            page.locator("[data-testid=table][data-your-turn=true]").wait_for()
            version = page.get_by_test_id("table").get_attribute("data-version") or ""
            if deed == "<Enter>":
                page.locator("[data-testid=choice] :focus").wait_for()
            page.keyboard.press(deed.strip("<>"))
            page.locator(f"[data-testid=table]:not([data-version='{version}'])").wait_for()
        else:
            pick(visitor, deed)
