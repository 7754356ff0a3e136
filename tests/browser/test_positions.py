"""Any position: refused with its clause, set on the board, asked of the referee, played, and found under the rules."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Route
from tests.browser.conftest import Site
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


@pytest.mark.clause("ML-2")
def test_an_impossible_position_is_refused_and_a_possible_one_is_played(visit: Arrive, site: Site) -> None:
    ada = visit()
    page = ada.page
    page.goto("/position/mono-line")
    board = page.locator("[data-testid=position-board]")
    referee = page.locator("[data-testid=referee]")
    refusal = page.locator("[data-testid=position-refusal]")
    referee.locator("[data-testid=offer-0]").wait_for()
    page.locator("[data-testid=aim-pieces-0]").click()
    board.locator("[data-place=b1]").click()
    page.locator("[data-testid=aim-pieces-1]").click()
    board.locator("[data-place=b3]").click()
    refusal.filter(has_text="b3 and the opposing piece on b1 share a line").wait_for()
    clause = page.locator("[data-testid=position-clause]")
    assert clause.get_attribute("href") == "/rules/mono-line#ML-2"
    assert page.locator("[data-testid=position-play]").is_disabled()
    # A tap takes a piece up again, and what is possible is offered, by whoever reads it from a link as well.
    board.locator("[data-place=b3]").click()
    page.locator("[data-testid=set-pieces-1]").fill("c3")
    page.locator("[data-testid=set-pieces-1]").press("Enter")
    referee.locator("[data-testid=offer-0]").wait_for()
    assert refusal.count() == 0
    link = page.locator("[data-testid=position-link]").input_value()
    bea = visit(phone=True, locale="fr-FR")
    bea.page.goto(link)
    bea.page.locator("[data-testid=offer-0]").wait_for()
    assert bea.page.locator("[data-testid=set-pieces-1]").input_value() == "c3"
    # What a move does, and back.
    referee.locator("[data-move=c6]").click()
    referee.locator("[data-move=end]").click()
    page.locator("[data-testid=reasons] a:has-text('ML-3')").wait_for()
    page.locator("[data-testid=offer-1]").wait_for()
    page.locator("[data-testid=position-back]").click()
    referee.locator("[data-move=end]").wait_for()
    page.locator("[data-testid=position-back]").click()
    referee.locator("[data-move=c6]").wait_for()
    page.locator("[data-testid=position-play]").click()
    page.wait_for_url("**/table/*")
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    record = json.loads(site.log(ada.table))
    assert record["events"][0]["move"] == "set turn=0 pieces=b1/c3"
    assert not ada.errors
    assert not bea.errors


@pytest.mark.clause("PP-11")
def test_a_worked_example_stands_under_its_clause_and_says_who_wins_and_why(visit: Arrive) -> None:
    ada = visit()
    page = ada.page
    page.goto("/rules/pass-pass#PP-11")
    exhibit = page.locator("[data-testid=exhibit-PP-11]")
    exhibit.locator("button:has-text('Strength in numbers: P10')").click()
    for _ in range(4):
        exhibit.locator("[data-testid=example-step]").click()
    exhibit.locator("[data-testid=example-step]").wait_for(state="detached")
    exhibit.locator("[data-testid=example-editor]").click()
    page.wait_for_url("**/position/pass-pass*")
    reasons = page.locator("[data-testid=reasons]")
    reasons.filter(has_text="purple 16, blue 11, green 4").wait_for()
    assert reasons.locator("a:has-text('PP-11')").count() == 2
    page.locator("[data-testid=position-picture]").wait_for()
    assert not ada.errors


@pytest.mark.clause("PT-6")
def test_the_page_says_that_it_waits_and_a_position_with_secrets_is_played(visit: Arrive, site: Site) -> None:
    ada = visit(phone=True)
    page = ada.page
    held: list[Route] = []
    page.route("**/api/positions/look", lambda route: held.append(route))
    page.goto(
        "/position/ptipasspass#seats=3&position=active%3D0+first%3D0+hands%3DB%2CG%2CO%2FB%2CG%2CO%2FB%2CG%2CO"
    )
    page.locator("[data-testid=position-waiting]:has-text('The referee is looking at it')").wait_for()
    assert page.locator("[data-testid=referee]").count() == 0
    for route in held:
        route.continue_()
    page.unroute("**/api/positions/look")
    offer = page.locator("[data-testid=offer-0]")
    offer.wait_for()
    assert page.locator("[data-testid=position-waiting]").count() == 0
    # A seat is tapped on and off; nobody is asked yet.
    said_ok = page.locator("[data-testid=set-ok-1]")
    said_ok.click()
    page.locator("[data-testid=position-clause][href$='#PT-6']").wait_for()
    said_ok.click()
    offer.wait_for()
    # What a move does is shown before the fields on a phone.
    page.locator("[data-move='hide B a1']").click()
    page.locator("[data-testid=offer-2]").wait_for()
    answer, hands = (
        page.locator(f"[data-testid={name}]").bounding_box() for name in ("referee", "field-hands")
    )
    assert answer is not None
    assert hands is not None
    assert answer["y"] < hands["y"]
    page.locator("[data-testid=position-play]").click()
    page.wait_for_url("**/table/*")
    page.locator("[data-testid=table]").wait_for()
    begun = json.loads(site.log(ada.table))["events"][0]["move"]
    assert begun == "set active=0 first=0 hands=G,O/B,G,O/B,G,O fist=B named=a1"
    assert not ada.errors
