"""At the table: one leaves and a bot takes over, the owner is back and has the seat back; giving up, clocks, leaving."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.test_rooms import played_by
from tests.browser.visitors import Visitor, play_on

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


def join(visitor: Visitor, link: str, name: str = "Basile") -> None:
    visitor.page.goto(link)
    visitor.page.locator("[data-testid=join-name]").fill(name)
    visitor.page.locator("[data-testid=join]").click()
    visitor.page.wait_for_url("**/table/*")


def two(ada: Visitor, basil: Visitor, **settings: Any) -> None:
    """Ada and Basil, at two screens, at a board."""
    ada.set_up(2, "me", "invited", game="mono-line", settings=settings)
    join(basil, ada.page.locator("[data-testid=invite-link-1]").input_value())
    for visitor in (ada, basil):
        visitor.page.locator("[data-testid=table]").wait_for()


@pytest.mark.parametrize("phone", [False, True])
def test_a_bot_takes_over_and_hands_back(visit: Arrive, phone: bool) -> None:
    ada, basil = visit(phone=phone), visit(phone=phone)
    ada.set_up(3, "me", "invited", "bot", settings={"absent": {"then": "bot", "after": 1}}, leader="1")
    join(basil, ada.page.locator("[data-testid=invite-link-1]").input_value())
    mine = basil.page.locator("[data-testid=table][data-your-turn=true]")
    mark = ada.page.locator("[data-testid=stand-in-1]")
    basil.page.locator("[data-testid=table]").wait_for()
    # His page may have taken longer to come than the table waits.
    expect(mark).to_have_count(0)
    address = basil.page.url
    basil.page.goto("about:blank")
    mark.wait_for()
    assert "bot" in mark.inner_text()
    before = len(ada.updates)
    play_on(ada, until=lambda: played_by(ada, 1, before))
    assert ada.fits()
    basil.page.goto(address)
    mark.wait_for(state="detached")
    play_on(ada, until=lambda: mine.count() > 0)
    before = len(basil.updates)
    play_on(basil, until=lambda: len(basil.updates) > before)
    assert ada.errors == [], ada.errors
    assert basil.errors == [], basil.errors


def test_giving_up_is_asked_once_and_ends_the_game(visit: Arrive) -> None:
    ada, basil = visit(), visit(phone=True)
    two(ada, basil)
    basil.page.locator("[data-testid=open-menu]").click()
    assert basil.page.locator("[data-testid=draw]").count() == 0, "Mono-Line knows no draw"
    basil.page.locator("[data-testid=resign]").click()
    basil.page.locator("[data-testid=resign-yes]").click()
    over = {visitor: visitor.page.locator("[data-testid=game-over]") for visitor in (ada, basil)}
    expect(over[ada]).to_contain_text("Basile has resigned.")
    expect(over[ada]).to_contain_text("You have won!")
    expect(over[basil]).to_contain_text("You have resigned.")


def test_a_draw_is_offered_and_agreed_to(visit: Arrive) -> None:
    ada, basil = visit(), visit(phone=True)
    ada.set_up(3, "me", "invited", "invited", leader="0")
    cleo = visit()
    links = [ada.page.locator(f"[data-testid=invite-link-{seat}]").input_value() for seat in (1, 2)]
    join(basil, links[0])
    join(cleo, links[1], "Cleo")
    for visitor in (ada, basil, cleo):
        visitor.page.locator("[data-testid=table]").wait_for()
    ada.page.keyboard.press("o")
    ada.page.locator("[data-testid=draw]").click()
    for visitor in (basil, cleo):
        visitor.page.locator("[data-testid=draw-agree]").click()
    ada.page.locator("[data-testid=game-over]:has-text('A draw')").wait_for()


def test_clocks_are_shown_to_both(visit: Arrive) -> None:
    ada, basil = visit(), visit(phone=True)
    two(ada, basil, clock={"kind": "game", "seconds": 3600, "increment": 0})
    for visitor in (ada, basil):
        times = [visitor.page.locator(f"[data-testid=clock-{seat}]") for seat in (0, 1)]
        for time in times:
            time.wait_for()
            assert re.fullmatch(r"1:00:00|59:\d\d", time.inner_text())
        running = visitor.page.locator("[data-testid^=clock-][data-runs=true]")
        expect(running).to_have_count(1)
        before = running.inner_text()
        expect(running).not_to_have_text(before)
        assert visitor.fits()


def test_a_flag_falls(visit: Arrive) -> None:
    ada, basil = visit(), visit(phone=True)
    two(ada, basil, clock={"kind": "move", "seconds": 1})
    for visitor in (ada, basil):
        visitor.page.locator("[data-testid=game-over]:has-text('ran out of time')").wait_for()


def test_leaving_is_asked_once_and_forgetting_can_be_undone(visit: Arrive) -> None:
    ada, basil = visit(), visit()
    two(ada, basil)
    page = ada.page
    home = page.locator("header a.brand")
    home.click()
    sure = page.locator("[data-testid=leave-yes]")
    sure.wait_for()
    page.keyboard.press("Escape")
    sure.wait_for(state="detached")
    assert "/table/" in page.url
    home.click()
    page.wait_for_url(re.compile(r"/$"))
    resume = page.locator("[data-testid=resume]")
    resume.wait_for()
    page.locator("[data-testid=forget]").click()
    expect(resume).to_have_count(0)
    page.locator("[data-testid=unforget]").click()
    resume.click()
    page.locator("[data-testid=table]").wait_for()


def test_the_pace_is_changed_and_skipped_at_the_table(visit: Arrive) -> None:
    ada = visit(phone=True)
    # Bots that take so long that there is still something to skip, however long the menu takes to open.
    ada.set_up(6, leader="1", settings={"pace": 5000})
    page = ada.page
    page.locator("[data-testid=open-menu]").click()
    page.locator("[data-testid=skip]").click()
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    page.locator("[data-testid=open-menu]").click()
    fast = page.locator("[data-testid=pace-instantly]")
    fast.click()
    expect(fast).to_have_attribute("aria-pressed", "true")
    assert "Spectators: 0" in page.locator("[data-testid=watch-count]").inner_text()
    assert ada.errors == [], ada.errors
