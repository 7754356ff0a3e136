"""Games on boards by keyboard alone, from the start of a turn to its end; what is under the cursor is told. Games with cards and
cups have such tests of their own beside their other ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.visitors import Visitor

import muscade
from muscade.board import BoardDrawing

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
STANDING = "document.activeElement.closest('[data-testid=board] [data-place]')?.dataset.place ?? null"


@cache
def neighbours(on: str) -> dict[str, dict[str, str]]:
    """Where the arrow keys lead from each crossing, or from each space: to what lies nearest ahead."""
    drawing = muscade.game("over-pass").equipment({"board": "standard"})
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


def sit_down(visitor: Visitor, site: Site, game: str, others: int, **asked: Any) -> None:
    """At a table that begins from a position, opposite bots that do not think."""
    seats = [{"kind": "here", "name": "Ada"}, *[{"kind": "bot", "level": "random"}] * others]
    request = {"game": game, "seats": seats, "settings": {"pace": 0}, **asked}
    created = site.make_table(**request)
    known = {**created, "game": game, "request": request, "names": [], "over": False, "at": 0}
    page = visitor.page
    page.goto("/")
    page.evaluate("known => localStorage.setItem('muscade:tables', JSON.stringify([known]))", known)
    page.goto(f"/table/{created['table']}")


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


LATE = (
    "turn=0 pieces=k1,a1,h1,j2,f12,k7,f6,e1,b4,b1,c5,i4,i10,g7,e7,f13/"
    "i6,e2,c4,e8,h4,g5,k6,f4,k8,i8,d3,j4,h2,f10,f9,i7,i13"
)


@pytest.mark.clause("ML-2", "ML-3")
def test_mono_line(visit: Arrive, site: Site) -> None:
    ada = visit()
    page = ada.page
    sit_down(ada, site, "mono-line", 1, position=LATE)
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    expect(page.get_by_test_id("announcer-turn")).to_contain_text("Your turn")
    # What is under the cursor is told: by colour and shape, or as empty, and what can be done there.
    walk(page, "k1")
    focused = page.locator("[data-testid=board] [data-place]:focus")
    expect(focused).to_have_attribute("aria-label", re.compile("red triangle on k1"))
    walk(page, "d5")
    expect(focused).to_have_attribute("aria-label", re.compile("d5, empty, "))
    # Along a line, and back.
    page.keyboard.press("/")
    expect(page.get_by_test_id("board-line")).to_contain_text("through d5: ")
    page.keyboard.press(".")
    expect(focused).not_to_have_attribute("data-place", "d5")
    page.keyboard.press(",")
    expect(focused).to_have_attribute("data-place", "d5")
    # The table in words.
    page.keyboard.press("v")
    described = page.get_by_test_id("described")
    expect(described).to_contain_text("You, red: 16 pieces on k1, a1")
    page.keyboard.press("Escape")
    described.wait_for(state="detached")
    play(ada, "d5")
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    expect(focused).to_have_attribute("aria-label", re.compile("red triangle on d5"))
    play(ada, "<u>", "c8")
    page.locator("[data-at=c8]").wait_for()
    play(ada, "<e>")
    expect(page.get_by_test_id("announcer")).to_contain_text("You place a piece on c8.")
    expect(page.get_by_test_id("game-over")).to_contain_text("you placed last")
    assert not ada.errors


BOARDS = {
    "over-pass": (
        {"position": "colour=black pieces=j8/b2,b4/c2,c6/c4,c8 homes=9,8,8,8 dice=2,3"},
        ("j8", "k8", "<u>", "j8", "k8", "k8", "<Enter>"),
    ),
    "groups-of-three": (
        {"position": "colour=black pieces=1.1/7.2,7.3,8.11/7.4,7.5,8.13/7.6,7.7,8.15 homes=9,0,0,0 dice=2,1"},
        ("1.1", "1.8", "<u>", "1.1", "0"),
    ),
    "full-house": ({"options": {"target": 4}}, ("8.9", "8.1", "<u>", "<r>", "8.9")),
    "twisted-jumps": ({"options": {"position": "b1 b4"}}, ("b1", "a1")),
}


@pytest.mark.parametrize("game", BOARDS)
def test_to_the_end(visit: Arrive, site: Site, game: str) -> None:
    ada = visit()
    asked, deeds = BOARDS[game]
    sit_down(ada, site, game, 1 if "position" in asked else 0, **asked)
    play(ada, *deeds)
    ada.page.get_by_test_id("game-over").wait_for()
    assert not ada.errors


def test_spiral(visit: Arrive, site: Site) -> None:
    ada = visit()
    sit_down(ada, site, "over-pass-spiral", 0, position="pieces=b3,c1/b1,b4/c4/c5")
    play(ada, "b1", "d1")
    ada.page.locator("[data-at=d1]").wait_for()
    play(ada, "<u>", "<r>")
    ada.page.locator("[data-at=d1]").wait_for()
    assert ada.page.locator("[data-at=c1]").count() == 0
    assert not ada.errors


def test_ending_a_turn_of_a_race(visit: Arrive, site: Site) -> None:
    ada = visit(locale="fr-FR")
    sit_down(ada, site, "groups-of-three", 1, **BOARDS["groups-of-three"][0])
    page = ada.page
    play(ada, "1.1", "1.8", "<e>")
    expect(page.get_by_test_id("log")).to_contain_text("1.1 → 1.8")
    expect(page.get_by_test_id("log")).to_contain_text("À la table : vous et ")
    expect(page.get_by_test_id("log")).to_contain_text("(robot, ")
    assert not ada.errors
