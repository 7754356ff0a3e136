"""In a real browser: one hears wherever one is that it is one's turn, and that people wait."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.test_rooms import come_in, open_room, yours
from tests.browser.visitors import Visitor, play_on
from tests.server.push_service import PushService, push_service

from muscade.server.push.sending import new_key

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

ICON = "link[rel=icon]"
PUSHES = {
    "MUSCADE_PUSH_PRIVATE_KEY": new_key(),
    "MUSCADE_PUSH_CONTACT": "mailto:operator@example.org",
    "MUSCADE_PUSH_DELAY_SECONDS": "1",
    "MUSCADE_PUSH_PRIVATE_HOSTS": "true",
}


def two_at_a_table(ada: Visitor, basil: Visitor) -> None:
    """In a room of Ada's, at a table in words."""
    link = open_room(ada, "Ada", "friends")
    come_in(basil, link, "Basil")
    basil.page.locator("[data-testid=sit-1]").click()
    ada.page.locator("[data-testid=room-seat-1][data-person=Basil]").wait_for()
    ada.page.locator("[data-testid=start-game]").click()
    for visitor in (ada, basil):
        visitor.page.locator("[data-testid=table]").wait_for()


def whose_turn(*visitors: Visitor) -> tuple[Visitor, ...]:
    """Who is to move first, then the others."""
    for _ in range(1200):
        for visitor in visitors:
            if visitor.page.locator("[data-testid=table][data-your-turn=true]").count():
                return visitor, *(other for other in visitors if other is not visitor)
        visitors[0].page.wait_for_timeout(50)
    raise AssertionError("it is nobody's turn")


def move(visitor: Visitor) -> None:
    """One's whole turn, as it comes: until the table says that it is over."""
    [seat] = yours(visitor)
    # What this browser heard last may be older than the move that made it this one's turn.
    visitor.page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    play_on(visitor, until=lambda: seat not in visitor.updates[-1]["view"]["turn"])


ASKED_OF_THE_SERVER = """() => performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)
    .filter((path) => path.startsWith('/api/'))"""


def waits(page: Page, wanted: str) -> None:
    """Until home says so, by itself."""
    page.locator(f"[data-testid=my-room][data-wanted={wanted}]").wait_for()


def test_home_and_the_tab_say_by_themselves_that_one_is_awaited(visit: Arrive) -> None:
    ada, basil = visit(), visit(phone=True, locale="fr-FR")
    two_at_a_table(ada, basil)
    first, second = whose_turn(ada, basil)
    # Somebody goes home, and it becomes their turn: the page says so, and so does its tab.
    page = second.page
    page.goto("/")
    page.locator("[data-testid=my-room][data-turn=false]").wait_for()
    expect(page.locator(ICON)).to_have_attribute("href", "/favicon.svg")
    move(first)
    waits(page, "move")
    waiting = "On vous attend" if second is basil else "They are waiting for you"
    expect(page.locator("[data-testid=my-room]")).to_contain_text(waiting)
    turn = "(1) À vous de jouer" if second is basil else "(1) Your turn"
    page.wait_for_function("turn => document.title.startsWith(turn)", arg=turn)
    expect(page.locator(ICON)).to_have_attribute("href", "/favicon-waiting.svg")
    # Nothing was asked for again and again: once for the page, and once when it was told to.
    assert max(Counter(page.evaluate(ASKED_OF_THE_SERVER)).values()) <= 2
    # The other one goes as well: it is still one's turn, though nobody waits.
    first.page.goto("/rules/mono-line")
    alone = "À vous de jouer" if second is basil else "Your turn"
    expect(page.locator("[data-testid=my-room] .standing")).to_have_text(alone)
    # In another tab, on another page, the sign is there too; in the room itself it is not needed.
    page.goto("/lobby")
    page.wait_for_function("turn => document.title.startsWith(turn)", arg=turn)
    page.goto("/")
    page.locator("[data-testid=my-room]").click()
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    expect(page.locator(ICON)).to_have_attribute("href", "/favicon.svg")
    assert not page.title().startswith("(1)")
    # One gives up and wants one more: the other has another page open, which says that somebody waits.
    room = page.url
    first.page.goto(room)
    first.page.locator("[data-testid=table]").wait_for()
    home = first.page.context.new_page()
    home.goto("/")
    page.locator("[data-testid=open-menu]").click()
    page.locator("[data-testid=resign]").click()
    page.locator("[data-testid=resign-yes]").click()
    page.locator("[data-testid=play-again]").click()
    waits(home, "again")
    waiting = "(1) On vous attend" if first is basil else "(1) They are waiting"
    home.wait_for_function("waiting => document.title.startsWith(waiting)", arg=waiting)
    home.locator("[data-testid=my-room]").click()
    home.locator("[data-testid=play-again]").click()
    home.locator("[data-testid=table]").wait_for()
    assert not ada.errors + basil.errors


def hide(page: Page, hidden: bool) -> None:
    """What a browser says when one looks at another tab; Playwright's never do by themselves."""
    page.evaluate(
        """hidden => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


GRANTS = """
  if (location.origin !== "null") {
    Object.defineProperty(Notification, "permission", { get: () => localStorage.getItem("allowed") ?? "default" });
    Notification.requestPermission = async () => {
      localStorage.setItem("allowed", "granted");
      return "granted";
    };
  }
"""
"""A browser that asks whoever sits at it, who says yes."""
SUBSCRIBES = """
  const browser = %s;
  PushManager.prototype.subscribe = async () => ({ toJSON: () => browser });
  PushManager.prototype.getSubscription = async () => null;
"""
"""The part of a browser that a push service of its maker has to do with."""


def test_leave_is_asked_for_when_it_first_matters(visit: Arrive) -> None:
    ada, basil = visit(service_workers="allow"), visit(service_workers="allow", locale="fr-FR")
    for visitor in (ada, basil):
        visitor.page.context.add_init_script(GRANTS)
    two_at_a_table(ada, basil)
    first, second = whose_turn(ada, basil)
    page = second.page
    assert page.locator("[data-testid=ask-notices]").count() == 0, "nobody is asked before"
    hide(page, True)
    move(first)
    page.locator("[data-testid=ask-notices]").wait_for()
    hide(page, False)
    page.locator("[data-testid=notices-yes]").click()
    page.locator("[data-testid=ask-notices]").wait_for(state="hidden")
    page.goto("/")
    switch = page.locator("[data-testid=notices]")
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => navigator.serviceWorker.ready")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    # Whoever said no is not asked again.
    hide(first.page, True)
    page.goto(first.page.url)
    move(second)
    first.page.locator("[data-testid=notices-no]").click()
    hide(first.page, False)
    move(first)
    hide(first.page, True)
    move(second)
    first.page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    assert first.page.locator("[data-testid=ask-notices]").count() == 0
    assert not ada.errors + basil.errors


SCREENLESS = """() => {
  self.shown = [];
  self.led = [];
  self.pages = [];
  self.registration.showNotification = async (title, { body, tag, data }) => {
    const notice = { title, body, tag, data, close: () => (self.shown = self.shown.filter((one) => one !== notice)) };
    self.shown = [...self.shown.filter((one) => one.tag !== tag), notice];
  };
  self.registration.getNotifications = async ({ tag }) => self.shown.filter((one) => one.tag === tag);
  self.clients.matchAll = async () =>
    self.pages.map((page) => ({ ...page, focus: async () => self.led.push(`to ${page.url}`) }));
  self.clients.openWindow = async (address) => self.led.push(`open ${address}`);
}"""
"""What a browser without a screen has not got: notices, windows that nobody looks at, and people who click."""
CLICK = """() => {
  const event = new ExtendableEvent("notificationclick");
  Object.defineProperty(event, "notification", { value: self.shown[0] });
  Object.defineProperty(event, "waitUntil", { value: () => undefined });
  self.dispatchEvent(event);
}"""
TOLD = "() => self.shown.map(({ title, body, tag }) => [title, body, tag])"


def test_the_worker_says_it_takes_it_back_and_leads_there(visit: Arrive, site: Site) -> None:
    """`sw.js` itself, at work in Chromium: told by a page, and by a push."""
    page = visit(service_workers="allow").page
    # Every page has it at work, once it has nothing more urgent to do.
    with page.context.expect_event("serviceworker") as started:
        page.goto("/")
    wire = page.context.new_cdp_session(page)
    registered: list[str] = []
    wire.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registered.extend(one["registrationId"] for one in told["registrations"]),
    )
    wire.send("ServiceWorker.enable")
    page.evaluate("async () => void (await navigator.serviceWorker.ready)")
    worker = started.value
    worker.evaluate(SCREENLESS)

    def tell(message: dict[str, object]) -> None:
        page.evaluate(
            "async (message) => (await navigator.serviceWorker.ready).active.postMessage(message)", message
        )

    def becomes(question: str, answer: object) -> None:
        for _ in range(1200):
            if worker.evaluate(question) == answer:
                return
            page.wait_for_timeout(50)
        raise AssertionError((question, worker.evaluate(question), answer))

    notice = {"title": "Mono-Line", "body": "Your turn, with Ada.", "room": "a room"}
    tell({"tell": notice})
    becomes(TOLD, [["Mono-Line", "Your turn, with Ada.", "a room"]])
    # The same room again is the same notice, this time by a push.
    for _ in range(1200):
        if registered:
            break
        page.wait_for_timeout(50)
    pushed = json.dumps({**notice, "body": "Ada waits."})
    wire.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.address, "registrationId": registered[-1], "data": pushed},
    )
    becomes(TOLD, [["Mono-Line", "Ada waits.", "a room"]])
    # Whoever touches it is led to the room: in a new window, or where it is open.
    there = f"{site.address}/room/a%20room"
    worker.evaluate(CLICK)
    becomes("() => self.led", [f"open {there}"])
    assert worker.evaluate(TOLD) == []
    worker.evaluate("url => { self.pages = [{ url: `${url}?plain`, visibilityState: 'hidden' }]; }", there)
    tell({"tell": notice})
    becomes("() => self.shown.length", 1)
    worker.evaluate(CLICK)
    becomes("() => self.led.at(-1)", f"to {there}?plain")
    # What is done is taken back, and nobody is told who looks at a page.
    tell({"tell": notice})
    becomes("() => self.shown.length", 1)
    tell({"done": "a room"})
    becomes("() => self.shown.length", 0)
    worker.evaluate("url => { self.pages = [{ url, visibilityState: 'visible' }]; }", there)
    tell({"tell": notice})
    worker.evaluate("() => { self.pages = []; }")
    tell({"tell": {**notice, "room": "another"}})
    becomes(TOLD, [["Mono-Line", "Your turn, with Ada.", "another"]])


def test_correspondence_goes_on_across_a_restart_and_calls_who_is_away(visit: Arrive, tmp_path: Path) -> None:
    with push_service() as service:
        site = Site(tmp_path, **PUSHES)
        try:
            correspond(visit, site, service)
        finally:
            site.close()


def correspond(visit: Arrive, site: Site, service: PushService) -> None:
    people = [visit(at=site, service_workers="allow") for _ in range(2)]
    for visitor in people:
        told = service.browser()
        keys = {"endpoint": told["endpoint"], "keys": {"p256dh": told["p256dh"], "auth": told["auth"]}}
        visitor.page.context.add_init_script(GRANTS + SUBSCRIBES % json.dumps(keys))
    ada, basil = people
    link = open_room(ada, "Ada", "friends", clock="3 days a turn")
    come_in(basil, link, "Basil")
    basil.page.locator("[data-testid=sit-1]").click()
    ada.page.locator("[data-testid=room-seat-1][data-person=Basil]").wait_for()
    # With days to think, both are asked at once whether they want to be told.
    for visitor in people:
        visitor.page.locator("[data-testid=notices-yes]").click()
    ada.page.locator("[data-testid=start-game]").click()
    first, second = whose_turn(ada, basil)
    expect(first.page.locator("[data-testid^=clock-][data-runs=true]")).to_contain_text("2 d 23 h")
    second.page.goto("about:blank")
    site.kill()
    site.start()
    first.page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    move(first)
    called = f"Your turn, with {'Ada' if first is ada else 'Basil'}."
    for _ in range(1200):
        if any(service.read(delivered)["body"] == called for delivered in service.delivered):
            break
        first.page.wait_for_timeout(50)
    [told] = [read for read in map(service.read, service.delivered) if read["body"] == called]
    # Whoever follows it is at the table, where it is their turn.
    second.page.goto(f"/room/{told['room']}?plain")
    second.page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    move(second)
    first.page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    assert not ada.errors_of_pages + basil.errors_of_pages
