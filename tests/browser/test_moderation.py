"""Moderation in a real browser: muting, reporting, blocking, and an operator."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.browser.axe import assert_accessible
from tests.browser.conftest import OPERATOR
from tests.browser.test_rooms import come_in, is_there, lines, open_room, reads, say
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


def operate(visitor: Visitor) -> None:
    """At the operator's desk."""
    page = visitor.page
    page.goto("/operator")
    page.locator("[data-testid=operator-token]").fill("a wrong token, which opens nothing")
    page.locator("[data-testid=operator-enter]").click()
    page.locator("[data-testid=operator-fault]").wait_for()
    visitor.errors.clear()  # the browser writes down that the server said no
    page.locator("[data-testid=operator-token]").fill(OPERATOR)
    page.locator("[data-testid=operator-enter]").click()
    page.locator("[data-testid=figures]").wait_for()
    assert OPERATOR not in page.url


def test_mute_report_ban_and_block(visit: Arrive) -> None:
    ada, basile = visit(), visit(phone=True, locale="fr-FR")
    link = open_room(ada, "Ada", "friends")
    come_in(basile, link, "Basile")
    is_there(ada, "Basile")
    say(basile, "gros mots")
    reads(ada, "gros mots")
    # Muted: neither what was said nor what is said from now on is shown.
    ada.page.locator("[data-testid=about-speaker]").click()
    assert_accessible(ada)
    ada.page.locator("[data-testid=person-dialog] [data-testid=mute]").click()
    ada.page.keyboard.press("Escape")
    say(basile, "encore")
    basile.page.locator("[data-testid=phrase-0]").click()
    say(ada, "do I hear anything")
    reads(basile, "do I hear anything")
    reads(ada, "do I hear anything")
    assert lines(ada, "gros mots") == lines(ada, "encore") == 0
    assert ada.page.locator("[data-testid=chat] [role=log] p").count() == 1
    # The operator is told, with the last words of the room.
    ada.page.locator("[data-testid=person][data-name=Basile] [data-testid=person-menu]").click()
    ada.page.locator("[data-testid=report]").click()
    ada.page.locator("[data-testid=report-reason]").fill("bad words")
    assert_accessible(ada)
    ada.page.locator("[data-testid=report-send]").click()
    ada.page.locator("[data-testid=report-done]").wait_for()
    ada.page.keyboard.press("Escape")
    # Undone in one place, and all of it is there again.
    ada.page.locator("[data-testid=me]").click()
    ada.page.locator("[data-testid=ignored-person][data-name=Basile][data-how=mute]").wait_for()
    assert_accessible(ada)
    ada.page.locator("[data-testid=forgive]").click()
    ada.page.locator("[data-testid=ignored-person]").wait_for(state="detached")
    ada.page.keyboard.press("Escape")
    reads(ada, "gros mots")
    reads(ada, "encore")

    owen = visit()
    operate(owen)
    report = owen.page.locator("[data-testid=operator-report][data-name=Basile]").last
    report.locator("summary").click()
    report.locator("text=encore").wait_for()
    assert_accessible(owen)
    report.locator("[data-testid=report-ban]").click()
    owen.page.locator("[data-testid=ban-reason]").fill("insultes")
    assert_accessible(owen)
    owen.page.locator("[data-testid=ban-yes]").click()
    owen.page.locator("[data-testid=operator-ban][data-name=Basile]").wait_for()
    owen.page.locator("[data-testid=deeds] [data-deed=ban]").first.wait_for()
    # The banned one is told at once, and wherever they go.
    basile.page.locator("[data-testid=excluded]:has-text('insultes')").wait_for()
    assert_accessible(basile)
    is_there(ada, "Basile", online="false")
    basile.page.goto("/")
    basile.page.locator("[data-testid=excluded]:has-text('jusqu')").wait_for()
    owen.page.locator("[data-testid=operator-ban][data-name=Basile] [data-testid=lift]").click()
    owen.page.locator("[data-testid=operator-ban][data-name=Basile]").wait_for(state="detached")
    basile.page.locator("main button").click()
    basile.page.locator("[data-testid=lobby]").wait_for()
    come_back = basile.page.goto(link)
    assert come_back is not None
    is_there(ada, "Basile", online="true")
    # A host who blocks somebody sends them out, for good; the menu is still open.
    ada.page.locator("[data-testid=block]").click()
    ada.page.locator("[data-testid=block-sure]").click()
    basile.page.locator("[data-testid=room-gone]").wait_for()
    another = open_room(ada, "Ada", "friends")
    basile.page.goto(another)
    basile.page.locator("[data-testid=room-gone]").wait_for()
    assert not ada.errors + owen.errors


def test_an_announcement_is_on_every_page_until_it_is_read(visit: Arrive) -> None:
    owen, ada = visit(phone=True, locale="fr-FR"), visit()
    ada.page.goto("/lobby")
    ada.page.locator("[data-testid=lobby-here]").wait_for()
    operate(owen)
    assert_accessible(owen)
    owen.page.locator("[data-testid=announce-en]").fill("Down at nine")
    owen.page.locator("[data-testid=announce-fr]").fill("Arrêt à neuf heures")
    owen.page.locator("[data-testid=announce]").click()
    owen.page.locator("[data-testid=operator-announcement]:has-text('Arrêt')").wait_for()
    # Whoever is there hears of it by the wire they have, and whoever comes sees it.
    ada.page.locator("[data-testid=announcement]:has-text('Down at nine')").wait_for()
    for address in ("/", "/play/mono-line"):
        ada.page.goto(address)
        ada.page.locator("[data-testid=announcement]:has-text('Down at nine')").wait_for()
    assert_accessible(ada)
    ada.page.locator("[data-testid=announcement-dismiss]").click()
    ada.page.locator("[data-testid=announcement]").wait_for(state="detached")
    ada.page.reload()
    ada.page.locator("main h1").wait_for()
    assert ada.page.locator("[data-testid=announcement]").count() == 0
    # A room is closed from here as well; the token stays in this tab only.
    link = open_room(ada, "Ada", "friends")
    owen.page.reload()
    owen.page.locator("[data-testid=operator-room] >> nth=0").locator("[data-testid=operator-close]").click()
    owen.page.locator("[data-testid=operator-close-sure]").click()
    ada.page.locator("[data-testid=room-gone]").wait_for()
    owen.page.locator("[data-testid=withdraw]").click()
    owen.page.locator("[data-testid=operator-announcement]").wait_for(state="detached")
    owen.page.locator("[data-testid=operator-leave]").click()
    owen.page.reload()
    owen.page.locator("[data-testid=operator-token]").wait_for()
    ada.page.goto(link)
    ada.page.locator("[data-testid=room-gone]").wait_for()
    assert not ada.errors
