"""Three people in a room: each browser adds a number to the deal, and each checks every draw at the end."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect
from tests.browser.axe import assert_accessible
from tests.browser.conftest import Site
from tests.browser.scenes import come_to
from tests.browser.test_rooms import come_in, is_there, open_room
from tests.browser.visitors import Visitor, play_to_the_end

from muscade.core import NATURE, Record
from muscade.core.fairness import check

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

CHECKED = ("commitment", "numbers", "mine", "seed", "draws", "seen")


def tell_otherwise(visitor: Visitor, change: Callable[[Record], None]) -> None:
    """From now on this browser is told another record than it should be."""

    def answer(route: Route) -> None:
        record = route.fetch().json()
        change(record)
        route.fulfill(json=record)

    visitor.page.route("**/api/tables/*/record", answer)


def another_number(record: dict[str, list[str]]) -> None:
    number = record["numbers"][0]
    record["numbers"][0] = ("1" if number[0] == "0" else "0") + number[1:]


def another_deal(record: dict[str, list[dict[str, str]]]) -> None:
    event = next(event for event in record["events"] if event["move"].startswith("deal"))
    words = event["move"].split(" ")
    words[-1], words[-2] = words[-2], words[-1]
    event["move"] = " ".join(words)


def wrong(visitor: Visitor) -> set[str]:
    """What does not hold, says the page."""
    page = visitor.page
    return {
        about
        for about in CHECKED
        if page.locator(f"[data-testid=deal-{about}]").get_attribute("data-holds") == "false"
    }


def test_three_people_see_that_the_deal_was_fair(visit: Arrive, site: Site) -> None:
    ada, basil, carol = visit(), visit(phone=True, locale="fr-FR", color_scheme="dark"), visit()
    link = open_room(ada, "Ada", "friends", game="pass-pass")
    for seat, (visitor, name) in enumerate(((basil, "Basile"), (carol, "Carol")), 1):
        come_in(visitor, link, name)
        visitor.page.locator(f"[data-testid=sit-{seat}]").click()
        ada.page.locator(f"[data-testid=room-seat-{seat}][data-person={name}]").wait_for()
        is_there(ada, name, added="true")
    # A second tab adds the same number, and finds no fault with it afterwards.
    again = ada.page.context.new_page()
    again.goto(link)
    again.locator("[data-testid=waiting-room]").wait_for()
    tell_otherwise(basil, another_deal)
    tell_otherwise(carol, another_number)
    ada.page.locator("[data-testid=start-game]").click()
    play_to_the_end(ada, basil, carol)

    record = Record.from_json(site.record(ada.table))
    assert all(finding.holds for finding in check(record))
    assert [number is not None for number in record.numbers[:3]] == [True, True, True]
    assert set(record.numbers[3:]) <= {None}, "bots add nothing"
    ada.page.locator("[data-testid=deal-check][data-result=fair]").wait_for()
    again.locator("[data-testid=deal-check][data-result=fair]").wait_for()
    ada.page.locator("[data-testid=deal-how]").click()
    ada.page.locator("[data-testid=deal-draws][data-holds=true]").wait_for()
    assert wrong(ada) == set()
    ada.page.locator("[data-testid=deal-figures]").click()
    assert_accessible(ada)
    numbers = json.loads(ada.page.evaluate("localStorage.getItem('muscade:numbers')"))
    assert numbers[ada.table]["number"] == record.numbers[0], "the one that this very browser made"

    # A record that was tampered with, in as little as one byte, is found out.
    basil.page.locator("[data-testid=deal-check][data-result=unfair]").wait_for()
    assert wrong(basil) == {"draws"} | ({"seen"} if sees_the_end(record) else set())
    assert_accessible(basil)
    carol.page.locator("[data-testid=deal-check][data-result=unfair]").wait_for()
    assert wrong(carol) == {"seed"}
    assert not ada.errors + basil.errors + carol.errors


def sees_the_end(record: Record) -> bool:
    """Whether seat 1 has seen the last two cards of the first deal: those are nobody's with three, and Basile's with none."""
    deal = next(
        event.move for event in record.redacted(1).events if event.seat == NATURE and "deal" in event.move
    )
    return "?" not in "".join(deal.split(" ")[-2:])


@pytest.mark.parametrize("scene", ["a game of cards is over", "a game with cups is over"])
def test_a_game_from_a_position_is_not_doubted(scene: str, visit: Arrive, site: Site) -> None:
    """Much of it was hidden when it was laid, and is open at the end; or the page has forgotten it since (PT-20)."""
    ada = visit()
    come_to(ada, site, scene)
    expect(ada.page.get_by_test_id("deal-check")).to_have_attribute("data-result", "alone")
    assert not ada.errors
