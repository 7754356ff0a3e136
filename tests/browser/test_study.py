"""A finished game looked at closely in a real browser: analysed, tried otherwise, shared, and played on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Site
from tests.browser.visitors import LONG, PATIENCE, Visitor
from websockets.sync.client import connect

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


def given_up(site: Site) -> str:
    """A puzzle that was given up one jump before its end; the table's id."""
    made = site.make_table(
        game="twisted-jumps", seats=[{"kind": "here", "name": "Ada"}], options={"position": "b1 b4"}
    )
    address = f"ws://127.0.0.1:{site.port}/ws/{made['table']}"
    with connect(address, proxy=None, open_timeout=PATIENCE) as line:
        key = made["keys"][0]["key"]
        line.send(json.dumps({"type": "hello", "keys": [key], "look": 0, "since": 0}))
        line.send(
            json.dumps({"type": "move", "id": "a move of ours", "seat": 0, "move": "stop", "version": 0})
        )
        while json.loads(line.recv())["type"] != "accepted":
            pass
    table: str = made["table"]
    return table


def test_a_stranger_analyses_a_game_tries_another_move_shares_it_and_plays_on(
    visit: Arrive, site: Site
) -> None:
    table = given_up(site)
    stranger = visit()
    page = stranger.page
    page.goto(f"/game/{table}")
    page.get_by_test_id("tab-study").click()
    page.get_by_test_id("study-start").click()
    page.get_by_test_id("study-player").wait_for(timeout=1000 * LONG)
    # What was played, what the expert would have done, and that it is proved.
    expect(page.get_by_test_id("decision-mark")).to_contain_text("blunder")
    expect(page.get_by_test_id("move-value").first).to_contain_text("b1xb4>a1")
    expect(page.get_by_test_id("move-value").first).to_contain_text("proved")
    expect(page.get_by_test_id("study-player")).to_contain_text("proved")
    page.get_by_test_id("tab-log").click()
    expect(page.get_by_test_id("log-mark").first).to_contain_text("??")
    page.get_by_test_id("tab-plot").click()
    page.get_by_test_id("plot-chance").click()
    page.get_by_test_id("plot-mark").first.wait_for()
    # It is kept: somebody else, with a phone and in French, need not wait.
    other = visit(phone=True, locale="fr-FR")
    other.page.goto(f"/game/{table}?at=1")
    other.page.get_by_test_id("open-study").click()
    expect(other.page.get_by_test_id("decision-mark")).to_contain_text("gaffe")
    # Another move, from the beginning; nothing goes on from the end.
    page.get_by_test_id("tab-study").click()
    expect(page.get_by_test_id("try-move")).to_be_disabled()
    page.keyboard.press("Home")
    page.get_by_test_id("try-move").click()
    page.get_by_test_id("tried-move").filter(has_text="b1xb4>a1").click()
    expect(page.get_by_test_id("tried-moves")).to_contain_text("b1xb4>a1")
    page.get_by_test_id("variation-name").fill("One jump more")
    page.get_by_test_id("keep-variation").click()
    expect(page.get_by_test_id("variation")).to_contain_text("One jump more")
    expect(page).to_have_url(re.compile("variation="))
    # Its link shows it to anybody.
    third = visit()
    third.page.goto(page.url)
    expect(third.page.get_by_test_id("variation")).to_contain_text("One jump more")
    third.page.get_by_test_id("tab-study").click()
    expect(third.page.get_by_test_id("variations")).to_contain_text("One jump more")
    # And on from where it began.
    third.page.goto(f"/game/{table}?at=0")
    third.page.get_by_test_id("tab-study").click()
    third.page.get_by_test_id("play-on").click()
    third.page.get_by_test_id("play-on-seat").click()
    expect(third.page).to_have_url(re.compile("/table/"))
    third.page.get_by_test_id("table").wait_for()
    for visitor in (stranger, other, third):
        assert visitor.errors == []
