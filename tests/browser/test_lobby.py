"""The lobby in a real browser: people who do not know one another find each other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.test_rooms import another_table, introduce, is_there, open_room, yours
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


def seek(visitor: Visitor, name: str, game: str, clock: str = "") -> None:
    """Anybody for this game? With a clock, for a game that counts."""
    page = visitor.page
    page.goto("/lobby")
    page.locator("[data-testid=pair-game]").select_option(game)
    expect(page.locator("[data-testid=pair-rated]")).to_be_disabled()
    if clock:
        page.locator("[data-testid=pair-clock]").select_option(label=clock)
        page.locator("[data-testid=pair-rated]").check()
    page.locator("[data-testid=pair]").click()
    introduce(visitor, name)


def room_of(visitor: Visitor, host: str) -> str:
    return f"[data-testid=lobby-room][data-host={host}]"


def test_three_browsers_see_the_same_lobby_and_two_of_them_meet(visit: Arrive) -> None:
    ada, basil, carol = visit(), visit(phone=True, locale="fr-FR"), visit()
    for visitor in (ada, carol):
        visitor.page.goto("/lobby")
        visitor.page.locator("[data-testid=lobby-here]").wait_for()
    # A room opens, and everybody sees it by itself; a game begins in it, and closes it.
    open_room(basil, "Basile", "anybody")
    for visitor in (ada, carol):
        visitor.page.locator(f"[data-testid=open-rooms] {room_of(visitor, 'Basile')}").wait_for()
    basil.page.locator("[data-testid=start-game]").click()
    for visitor in (ada, carol):
        visitor.page.locator(f"[data-testid=running-games] {room_of(visitor, 'Basile')}").wait_for()
    # Somebody looks for somebody, and is found.
    seek(ada, "Ada", "mono-line", clock="10 min + 5 s a turn")
    ada.page.locator("[data-testid=seeking]").wait_for()
    expect(carol.page.locator(room_of(carol, "Ada"))).to_contain_text("rated")
    carol.page.locator(f"{room_of(carol, 'Ada')} [data-testid=lobby-pair]").click()
    introduce(carol, "Carol")
    for visitor in (ada, carol):
        visitor.page.wait_for_url("**/room/*")
    assert ada.page.url == carol.page.url
    for visitor in (ada, carol):
        visitor.page.locator("[data-testid=table]").wait_for()
    assert sorted([yours(ada), yours(carol)]) == [[0], [1]]
    assert next(frame["settings"]["rated"] for frame in ada.frames if frame["type"] == "table")
    assert not ada.errors + basil.errors + carol.errors


def test_from_the_bots_to_somebody_who_has_come_and_back_again(visit: Arrive) -> None:
    ada, basil = visit(), visit()
    seek(ada, "Ada", "mono-line")
    ada.page.locator("[data-testid=meanwhile]").click()
    ada.page.wait_for_url("**/room/*")
    with_bots = ada.page.url
    ada.page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    of_bots = ada.table
    ada.page.locator("[data-testid=still-seeking]").wait_for()
    seek(basil, "Basil", "mono-line")
    # The offer lies on the table, and names who has come.
    expect(ada.page.locator("[data-testid=paired]")).to_contain_text("Basil")
    ada.page.locator("[data-testid=paired-go]").click()
    basil.page.wait_for_url("**/room/*")
    ada.page.wait_for_url(basil.page.url)
    for visitor in (ada, basil):
        visitor.page.locator("[data-testid=table]").wait_for()
    another_table(ada, of_bots)
    assert sorted([yours(ada), yours(basil)]) == [[0], [1]]
    with_basil = ada.table
    # Neither game is lost: back to the bots, where it is still one's turn, and to Basil again.
    ada.page.goto("/")
    ada.page.locator("[data-testid=my-room]").nth(1).wait_for()
    ada.page.goto(with_bots)
    ada.page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    assert ada.table == of_bots
    ada.page.goto(basil.page.url)
    ada.page.locator("[data-testid=table]").wait_for()
    another_table(ada, of_bots)
    assert ada.table == with_basil
    assert not ada.errors + basil.errors


def test_one_may_rather_stay_with_the_bots_and_the_other_is_told(visit: Arrive) -> None:
    ada, basil = visit(), visit()
    seek(ada, "Ada", "mono-line")
    ada.page.locator("[data-testid=meanwhile]").click()
    ada.page.locator("[data-testid=table]").wait_for()
    seek(basil, "Basil", "mono-line")
    basil.page.wait_for_url("**/room/*")
    is_there(basil, "Ada")
    # Whoever loads the page anew is offered the same.
    ada.page.reload()
    ada.page.locator("[data-testid=table]").wait_for()
    expect(ada.page.locator("[data-testid=paired]")).to_contain_text("Basil")
    ada.page.locator("[data-testid=paired-no]").click()
    # Those who wait are not kept waiting.
    basil.page.locator("[data-testid=person][data-name=Ada]").wait_for(state="hidden")
    basil.page.locator("[data-testid=declined]").wait_for()
    assert not any(frame["type"] == "update" for frame in basil.frames), "no game has begun"
    ada.page.locator("[data-testid=paired]").wait_for(state="hidden")
    basil.page.locator("[data-testid=seek-again]").click()
    basil.page.locator("[data-testid=seeking]").wait_for()
    assert not ada.errors + basil.errors
