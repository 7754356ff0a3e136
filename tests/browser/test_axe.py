"""Every page and every state of it, by day, by night and with a high contrast, on a desk and on a phone: axe finds nothing serious.

A page is visited once: what it looks like is changed in place."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.browser.axe import THEMES, violations
from tests.browser.conftest import DESKTOP, Site
from tests.browser.keys import play, sit_down
from tests.browser.measuring import findings
from tests.browser.scenes import SCENES, come_to
from tests.browser.test_accounts import go_to_profile, open_account
from tests.browser.test_moderation import operate
from tests.browser.test_rooms import open_room
from tests.browser.test_study import given_up
from tests.browser.visitors import Visitor

import muscade

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


class Eye:
    """Somebody who looks closely at one page after another, and notes what is wrong.

    A phone has other places for things, but no other colours.
    """

    def __init__(self, visit: Arrive, *, phone: bool = False) -> None:
        self.visitor = visit(phone=phone, locale="fr-FR" if phone else "en-GB")
        self.page = self.visitor.page
        self.found: list[str] = []
        self._themes = [] if phone else THEMES

    def look(self, what: str, *, everywhere: bool = True) -> None:
        """``everywhere``: in every theme."""
        themes = self._themes if everywhere else []
        self.found += [f"{what}: {found}" for found in violations(self.page, themes)]

    def go(self, address: str, there: str = "main h1", *, everywhere: bool = True) -> None:
        self.visitor.go(address)
        self.page.locator(there).first.wait_for()
        self.look(address, everywhere=everywhere)

    def open(self, opener: str, testid: str) -> None:
        """Opened by a key of the table or by a button, looked at, and closed again."""
        if len(opener) == 1:
            self.page.keyboard.press(opener)
        else:
            self.page.get_by_test_id(opener).first.click()
        self.page.get_by_test_id(testid).wait_for()
        self.look(testid)
        self.page.keyboard.press("Escape")
        self.page.get_by_test_id(testid).wait_for(state="detached")

    def done(self) -> None:
        assert not self.found, "\n".join(self.found)


PAGES = {
    "/": "[data-testid^=now-]",
    "/lobby": "[data-testid=lobby-here]",
    "/play/pass-pass": "main h1",
    "/play/mono-line": "main h1",
    "/rules": "main h1",
    "/rules/pass-pass": "main h1",
    "/pad": "main h1",
    "/pad/pass-pass": "main h1",
    "/position/over-pass": "[data-testid^=offer-]",
    "/position/pass-pass": "[data-testid^=offer-]",
    "/daily": "main h1",
    "/series/full-house": "main h1",
    "/ratings": "main h1",
    "/ratings/mono-line": "main h1",
    "/games": "main h1",
    "/sign-in": "main h1",
    "/operator": "[data-testid=operator-token]",
    "/nothing/here": "main h1",
}
LIKE_THESE = {
    **{f"/position/{name}": "[data-testid^=offer-]" for name in muscade.game_names()},
    **{f"/pad/{name}": "main h1" for name in muscade.game_names() if muscade.game(name).pads},
    **{f"/rules/{muscade.game(name).rules_page or name}": "main h1" for name in muscade.game_names()},
    "/rules/rulings": "main h1",
}
"""The same for other games, which have the same colours."""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_pages(visit: Arrive, phone: bool) -> None:
    eye = Eye(visit, phone=phone)
    for address, there in (PAGES | LIKE_THESE).items():
        eye.go(address, there, everywhere=address in PAGES)
    eye.visitor.go("/")
    eye.open("access", "access-dialog")
    eye.done()


def test_pages_of_people_and_of_the_operator(visit: Arrive) -> None:
    eye = Eye(visit)
    page = eye.page
    open_room(eye.visitor, "Ada", "anybody")
    eye.look("room")
    eye.visitor.go("/")
    go_to_profile(eye.visitor)
    eye.look("profile")
    open_account(eye.visitor, "Ada Axelsdotter")
    page.locator("[data-testid=profile-name] [data-testid=account-mark]").wait_for()
    eye.look("account")
    operate(eye.visitor)
    eye.look("operator")
    eye.done()


def test_a_game_read_again(visit: Arrive, site: Site) -> None:
    eye = Eye(visit)
    eye.go(f"/game/{given_up(site)}?at=0", "[data-testid=table]")
    for tab in ("tab-study", "tab-plot"):
        eye.page.get_by_test_id(tab).click()
        eye.look(tab)
    eye.done()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_tables(visit: Arrive, site: Site, phone: bool) -> None:
    eye = Eye(visit, phone=phone)
    for name in muscade.game_names():
        game = muscade.game(name)
        sit_down(eye.visitor, site, name, min(game.seats) - 1, next(iter(game.bots())))
        eye.page.get_by_test_id("table").wait_for()
        eye.look(name)
        eye.visitor.go(f"/learn/{name}")
        eye.page.get_by_test_id("spotlight").wait_for(state="attached")
        # The same table, and one pane more, which is alike in every game.
        eye.look(f"lesson of {name}", everywhere=name == "mono-line")
    eye.done()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_dialogs_of_a_table(visit: Arrive, site: Site, phone: bool) -> None:
    eye = Eye(visit, phone=phone)
    page = eye.page
    sit_down(eye.visitor, site, "mono-line", 1, position="turn=0 pieces=b1/c3")
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    for key, testid in (("o", "menu"), ("?", "help"), ("v", "described")):
        eye.open(key, testid)
    if phone:
        for name in ("log", "chat"):
            eye.open(f"open-{name}", name)
    else:
        page.get_by_test_id("tab-chat").click()
        eye.look("chat")
    # A refusal, and its clause beside the table.
    play(eye.visitor, "c3")
    page.get_by_test_id("refusal-clause").click()
    page.get_by_test_id("clause-panel").wait_for()
    eye.look("clause")
    eye.done()


SMALL = [(360, 640), (640, 360), (844, 390), (1280, 600)]


def test_moments_that_come_and_go(visit: Arrive, site: Site) -> None:
    """Ends of rounds and games, and choices that are seldom to be made; measured on small screens as well, while one is there."""
    eye = Eye(visit)
    for name in SCENES:
        eye.page.set_viewport_size(DESKTOP)
        come_to(eye.visitor, site, name)
        eye.look(name)
        eye.found += [f"{name} {finding}" for finding in findings(eye.page, whole=True, sizes=SMALL)]
    eye.done()
