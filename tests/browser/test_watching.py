"""Those who look on, in a real browser: what they see and say, and tables that show them less or nothing."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.axe import assert_accessible
from tests.browser.conftest import Site
from tests.browser.test_rooms import another_table, come_in, is_there, lines, open_room, reads, say
from tests.browser.visitors import NO_DIALOG, Visitor, play_on, play_to_the_end

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

MOVES_LATER = 10


def test_those_who_look_on(visit: Arrive) -> None:
    """A chat of their own, a hand that is shown, and nothing in their way."""
    ada, basile, carol = visit(), visit(phone=True, locale="fr-FR"), visit()
    link = open_room(ada, "Ada", "friends", game="pass-pass")
    come_in(basile, link, "Basile")
    basile.page.locator("[data-testid=sit-1]").click()
    ada.page.locator("[data-testid=room-seat-1][data-person=Basile]").wait_for()
    # She sees the table as it is drawn, not in words.
    come_in(carol, link.partition("?")[0], "Carol")
    is_there(ada, "Carol")
    ada.page.locator("[data-testid=start-game]").click()
    for visitor in (ada, basile, carol):
        visitor.page.locator("[data-testid=table]").wait_for()
    carol.page.evaluate(NO_DIALOG)
    # Phrases are for those who look on too, in their language; those who play do not read them yet.
    carol.page.locator("[data-testid=tab-chat]").click()
    ada.page.locator("[data-testid=tab-chat]").click()
    basile.page.locator("[data-testid=open-chat]").click()
    english = carol.page.locator("[data-testid=phrase-0]").inner_text()
    french = basile.page.locator("[data-testid=phrase-0]").inner_text()
    assert english == ada.page.locator("[data-testid=phrase-0]").inner_text() != french
    say(carol, "psst")
    carol.page.locator("[data-testid=phrase-0]").click()
    reads(carol, english)
    basile.page.locator("[data-testid=phrase-1]").click()
    for visitor in (ada, carol):
        visitor.page.locator("[data-testid=chat] [role=log] p:has-text('Basile')").wait_for()
    assert lines(ada, "psst") == lines(basile, "psst") == 0
    basile.page.keyboard.press("Escape")
    # A hand, to one of them.
    ada.page.locator("[data-testid=open-menu]").click()
    ada.page.locator("[data-testid=menu] label:has-text('Carol') input").check()
    ada.page.keyboard.press("Escape")
    assert carol.page.locator("[data-testid=hand-card]").count() == 0
    assert not carol.page.evaluate("window.stopped"), "nothing has come before the table"
    carol.page.locator("[data-testid=open-menu]").click()
    carol.page.locator("[data-testid=menu] label:has-text('Ada') input").check()
    carol.page.keyboard.press("Escape")
    carol.page.locator("[data-testid=hand-card]").first.wait_for()
    carol.page.evaluate("() => { window.stopped = false; }")
    play_to_the_end(ada, basile, carol)
    assert not carol.page.evaluate("window.stopped"), "neither a round nor the end comes before the table"
    # How it ended is told beside it; the rest is for whoever asks.
    told = carol.page.locator("[data-testid=end-note] [role=status]").inner_text()
    assert " won" in told
    assert carol.page.locator("[data-testid=typed]").count() == 0
    carol.page.locator("[data-testid=see-end]").click()
    carol.page.locator("[data-testid=game-over] h2").wait_for()
    assert carol.page.locator("[data-testid=game-over] h2").inner_text() in told
    carol.page.keyboard.press("Escape")
    carol.page.locator("[data-testid=game-over]").wait_for(state="hidden")
    # Everything is open now.
    for visitor in (ada, basile):
        visitor.page.keyboard.press("Escape")
    ada.page.locator("[data-testid=tab-chat]").click()
    reads(ada, "psst")
    assert not ada.errors + basile.errors + carol.errors


def chosen(visitor: Visitor, setting: str) -> str:
    """What the dialog of the next game says of a setting."""
    field = visitor.page.locator(f"[data-testid=room-choice] [data-testid=setting-{setting}]")
    return field.locator("option:checked").inner_text()


def test_a_table_that_wants_nobody_to_look_on_and_one_that_tells_them_later(
    visit: Arrive, site: Site
) -> None:
    ada, carol, dora = visit(), visit(locale="fr-FR", phone=True), visit()
    settings = {"watchers": "forbidden", "absent": {"then": "forfeit", "after": 60}}
    link = open_room(ada, "Ada", "anybody", clock="10 min + 5 s a turn", settings=settings)
    come_in(carol, link, "Carol")
    is_there(ada, "Carol")
    dora.page.goto("/lobby")
    listed = dora.page.locator("[data-testid=lobby-room][data-host=Ada]")
    listed.wait_for()
    # What was chosen is shown as chosen.
    ada.page.locator("[data-testid=another-game]").click()
    ada.page.locator("[data-testid=room-choice] [data-testid=more] summary").click()
    shown = {name: chosen(ada, name) for name in ("clock", "watchers", "absent")}
    assert shown == {
        "clock": "10 min + 5 s a turn",
        "watchers": "not before the end",
        "absent": "loses after 60 s",
    }
    ada.page.keyboard.press("Escape")
    ada.page.locator("[data-testid=start-game]").click()
    ada.page.locator("[data-testid=table]").wait_for()
    # In the room one is told why, and is still in it; the lobby shows nothing to watch, but a bot to follow.
    told = carol.page.locator("[data-testid=waiting-room] [data-testid=no-watchers]")
    expect(told).to_contain_text("ne veut pas de spectateurs")
    assert_accessible(carol)
    say(carol, "Je patiente")
    reads(carol, "Je patiente")
    assert not carol.frames, "nothing of the table has come here"
    expect(
        dora.page.locator("[data-testid=open-rooms] [data-testid=lobby-room][data-host=Ada]")
    ).to_be_visible()
    expect(
        dora.page.locator("[data-testid=running-games] [data-testid=lobby-room][data-host=Ada]")
    ).to_have_count(0)
    # By the address of the table alone, too.
    dora.page.goto(f"/table/{ada.table}")
    expect(dora.page.locator("main h1")).to_have_text("No spectators here")
    play_to_the_end(ada)
    # All of it is open now, to all who waited for it.
    carol.page.locator("[data-testid=end-note]").wait_for()
    assert carol.table == ada.table
    dora.page.reload()
    dora.page.locator("[data-testid=end-note]").wait_for()

    # Another time they may look on, ten moves later.
    first = ada.table
    ada.page.locator("[data-testid=another-game]").click()
    ada.page.locator("[data-testid=room-choice] [data-testid=more] summary").click()
    ada.page.locator("[data-testid=room-choice] [data-testid=setting-watchers]").select_option(
        label="10 moves later"
    )
    ada.page.locator("[data-testid=choose]").click()
    ada.page.locator("[data-testid=room-choice]").wait_for(state="hidden")
    ada.page.locator("[data-testid=start-game]").click()
    for visitor in (ada, carol):
        another_table(visitor, first)
    expect(carol.page.locator("[data-testid=table]")).to_contain_text("10 coups plus tard")
    carol.page.evaluate(NO_DIALOG)
    play_on(ada, until=lambda: carol.updates[-1]["version"] > 0)
    # Not what Ada's browser has heard by now: what has happened.
    told = carol.updates[-1]["version"]
    assert len(json.loads(site.log(ada.table))["events"]) >= told + MOVES_LATER
    assert not carol.page.evaluate("window.stopped")
    play_to_the_end(ada, carol)
    assert carol.updates[-1]["version"] == ada.updates[-1]["version"]
    assert not ada.errors + carol.errors
