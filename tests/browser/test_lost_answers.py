"""An answer that never arrives costs neither a seat nor a second table, even if the page is loaded again meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


class Answers:
    """What the server answers at an address; it is lost on its way, until ``arrive`` is set."""

    def __init__(self, page: Page, address: str) -> None:
        self.arrive = False
        self.statuses: list[int] = []
        self.ids: set[str] = set()
        page.route(address, self._pass_on)

    def _pass_on(self, route: Route) -> None:
        self.ids.add(route.request.post_data_json["id"])
        if self.arrive:
            route.continue_()
        else:
            self.statuses.append(route.fetch().status)
            route.abort()


def test_a_seat_whose_answer_was_lost_is_there_after_a_reload(visit: Arrive) -> None:
    ada, basil = visit(), visit()
    ada.set_up(4, "me", "invited", "bot", "bot")
    basil.page.goto(ada.page.locator("[data-testid=invite-link-1]").input_value())
    basil.page.locator("[data-testid=join-name]").fill("Basil")
    answers = Answers(basil.page, "**/api/join")
    with basil.page.expect_event("requestfailed"):
        basil.page.locator("[data-testid=join]").click()
    assert answers.statuses[0] == 201
    answers.arrive = True
    basil.page.reload()
    basil.page.wait_for_url("**/table/*")
    basil.page.locator("[data-testid=table]").wait_for()
    assert basil.table == ada.table
    assert [frame["yours"] for frame in basil.frames if frame["type"] == "table"][-1] == [1]
    assert len(answers.ids) == 1


def test_a_table_whose_answer_was_lost_is_the_same_after_a_reload(visit: Arrive) -> None:
    ada = visit()
    ada.page.goto("/")
    answers = Answers(ada.page, "**/api/tables")
    with ada.page.expect_event("requestfailed"):
        ada.page.locator("[data-testid=now-full-house]").click()
    assert answers.statuses[0] == 201
    answers.arrive = True
    ada.page.reload()
    ada.page.wait_for_url("**/table/*")
    ada.page.locator("[data-testid=table]").wait_for()
    assert ada.updates[-1]["view"]["game"] == "full-house"
    assert len(answers.ids) == 1, "one request, and so one table"


def test_a_room_whose_answer_was_lost_is_the_same_when_asked_for_again(visit: Arrive) -> None:
    ada = visit()
    ada.page.goto("/")
    answers = Answers(ada.page, "**/api/rooms")
    now = ada.page.locator("[data-testid=now-mono-line]")
    with ada.page.expect_event("requestfailed"):
        now.click()
    assert answers.statuses[0] == 201
    answers.arrive = True
    ada.page.reload()
    now.click()
    ada.page.wait_for_url("**/room/*")
    ada.page.locator("[data-testid=table]").wait_for()
    assert len(answers.ids) == 1, "one request, and so one room"
