"""Passe Éclair in a real browser: two people against two bots, two around one keyboard, and what goes wrong in a hurry."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect
from tests.browser.conftest import Site
from tests.browser.cups import part
from tests.browser.keys import INSTANT, begin
from tests.browser.secrecy import states_by_version
from tests.browser.visitors import LONG, Visitor
from tests.replays.played import resigned

import muscade
from muscade.games.passe_eclair.cards import CARD_NAMES, listed, names

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

LIVELY = "032222032222022222022222099"
"""Cards with more dogs and Michis than usual, so that all there is happens in one game (ES-1)."""

WATCH = """() => {
    window.seen = new Set();
    const note = () => {
        for (const told of document.querySelectorAll("[data-testid=feedback]")) window.seen.add(told.dataset.kind);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
}"""
"""Notes every kind of thing that the page tells, however short."""

ACT = """() => {
    const table = document.querySelector("[data-testid=table]");
    const touch = (wanted) => {
        const found = document.querySelector(wanted);
        found?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
        return Boolean(found);
    };
    const click = (wanted) => {
        const found = document.querySelector(wanted);
        found?.click();
        return Boolean(found);
    };
    if (!table || click("[data-testid=spend]") || click("[data-testid=ready]:enabled")) return;
    if (touch("[data-testid=michi-target]") || touch("[data-testid=hand-card][data-fits=true]")) return;
    const now = performance.now();
    const { number } = document.querySelector("[data-number]").dataset;
    if (window.number !== number) [window.number, window.since] = [number, now];
    if (now - window.since > 120) click("[data-testid=nothing]:enabled");
}"""
"""One touch of a quick player: whatever fits, and a word when nothing has for a while."""
PILOT = f"() => {{ window.pilot ??= setInterval({ACT}, 20); }}"
"""The same again and again, without a word to the test."""


class Gate:
    """The wire of one page, on which what the page plays can be held back."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._server: WebSocketRoute | None = None
        self.closed = False
        self.held: list[str] = []
        visitor.page.route_web_socket("**/ws/**", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = self._server = socket.connect_to_server()

        def from_server(message: str | bytes) -> None:
            self._visitor.frames.append(json.loads(message))
            socket.send(message)

        def from_page(message: str | bytes) -> None:
            if self.closed and json.loads(message)["type"] == "move":
                self.held.append(str(message))
            else:
                server.send(message)

        server.on_message(from_server)
        socket.on_message(from_page)

    def open(self) -> None:
        assert self._server is not None
        self.closed = False
        for message in self.held:
            self._server.send(message)
        self.held.clear()


def go_on(*visitors: Visitor, until: Callable[[], bool]) -> None:
    """All of them play as fast as they can see."""
    deadline = time.monotonic() + LONG
    while not until():
        assert time.monotonic() < deadline, "the game does not get anywhere"
        for visitor in visitors:
            visitor.page.evaluate(ACT)
        visitors[0].page.wait_for_timeout(25)


def look(visitor: Visitor) -> dict[str, Any]:
    """The table as this page last heard of it."""
    view: dict[str, Any] = visitor.updates[-1]["view"] if visitor.updates else {"phase": "", "number": 0}
    return view


def kinds(visitor: Visitor) -> set[str]:
    return set(visitor.page.evaluate("() => [...window.seen]"))


def sit_down(visitor: Visitor) -> None:
    visitor.page.locator("[data-testid=table]").wait_for()
    visitor.page.evaluate(WATCH)


@pytest.mark.clause("ES-9", "ES-11")
def test_wrong_and_late_in_a_round_of_two_people_and_two_bots(visit: Arrive, site: Site) -> None:
    ada, basil = visit(), visit(phone=True, locale="fr-FR")
    ada.set_up(
        4, "me", "invited", "bot", "bot", game="passe-eclair", pace="300", level="normal", cards=LIVELY
    )
    gate = Gate(basil)
    basil.page.goto(ada.page.locator("[data-testid=invite-link-1]").input_value())
    basil.page.locator("[data-testid=join-name]").fill("Basile")
    basil.page.locator("[data-testid=join]").click()
    for visitor in (ada, basil):
        sit_down(visitor)

    # A wrong card goes back, and another one comes with it.
    go_on(ada, basil, until=lambda: look(ada)["phase"] == "play")
    while "wrong" not in kinds(ada):
        wrong = ada.page.locator("[data-testid=hand-card][data-fits=false]").first
        if wrong.is_visible():
            wrong.dispatch_event("pointerdown", {"button": 0})
        ada.page.wait_for_timeout(60)

    # Both play on the same card, and one of the two plays is slow on its way.
    go_on(ada, basil, until=lambda: look(basil)["phase"] == "play" and bool(look(basil)["hand"]))
    gate.closed = True
    while not gate.held:
        basil.page.locator("[data-testid=hand-card]:not([data-card=michi])").first.dispatch_event(
            "pointerdown", {"button": 0}
        )
        basil.page.wait_for_timeout(40)
    named = int(json.loads(gate.held[0])["move"].split()[-1])
    go_on(ada, until=lambda: look(ada)["number"] > named)
    gate.open()
    basil.page.wait_for_function("() => window.seen.has('late')")

    for visitor in (ada, basil):
        visitor.page.evaluate(PILOT)
    for visitor in (ada, basil):
        visitor.page.wait_for_function("() => window.seen.has('round')", timeout=1000 * LONG)
    assert "wrong" in kinds(ada)
    assert "late" in kinds(basil)
    record = site.log(ada.table)
    assert_frames_keep_secrets(ada.updates, record, {0})
    assert_frames_keep_secrets(basil.updates, record, {1})
    assert not ada.errors + basil.errors


NEXT_KEY = """() => {
    // Michi is in the air: whose hand shall it be?
    const target = document.querySelector("[data-testid=michi-target] kbd");
    const card = document.querySelector("[data-testid=hand-card][data-fits=true] kbd");
    return target?.dataset.key ?? card?.dataset.key ?? " ";
}"""
"""What somebody presses who plays whatever fits, and says so when nothing does, or that they are ready."""


@pytest.mark.clause("ES-13", "ES-18")
def test_nine_rounds_by_keyboard_alone_with_bots_in_no_hurry_to_be_slow(visit: Arrive, site: Site) -> None:
    ada = visit()
    page = ada.page
    more, pace = INSTANT
    cards = part("option-cards")
    begin(ada, "passe-eclair", more, (cards, "<End>"), (part("option-cards-other"), LIVELY), pace)
    sit_down(ada)
    deadline = time.monotonic() + LONG
    while not ada.over():
        assert time.monotonic() < deadline, "the game does not end"
        before = len(ada.updates)
        page.keyboard.press(page.evaluate(NEXT_KEY))
        for _ in range(10):
            if len(ada.updates) > before:
                break
            page.wait_for_timeout(10)
    # Whoever was in a hurry to the last does not close what is announced.
    page.keyboard.press("Space")
    page.locator("[data-testid=game-over] h2:focus").wait_for()
    assert {"cut-in", "michi", "round"} <= kinds(ada)
    record = site.record(ada.table)
    outcome = muscade.replay(record).state.outcome()
    assert outcome is not None
    for seat, goals in enumerate(outcome.scores):
        row = ada.page.locator(f"[data-testid=game-over] [data-testid=standing-{seat}]")
        assert row.get_attribute("data-goals") == str(goals)
    assert_frames_keep_secrets(ada.updates, record, {0})
    assert not ada.errors


@pytest.mark.clause("ES-19")
def test_two_around_one_keyboard_to_the_end_of_a_round(visit: Arrive, site: Site) -> None:
    ada = visit()
    ada.set_up(2, "me", "here", game="passe-eclair")
    page = ada.page
    sit_down(ada)
    assert not page.locator("[data-testid=curtain]").is_visible()
    clusters = [("QWERTASDFGZXCVB", "Digit1"), ("YUIOPHJKL;NM,./", "Digit0")]
    signs = {";": "Semicolon", ",": "Comma", ".": "Period", "/": "Slash"}
    deadline = time.monotonic() + LONG
    while not look(ada).get("rounds"):
        assert time.monotonic() < deadline, "the round does not end"
        before = len(ada.updates)
        fitting = page.evaluate(
            "() => [0, 1].map((seat) => document.querySelector("
            "`[data-testid=hand-card][data-seat='${seat}'][data-fits=true] kbd`)?.dataset.key ?? null)"
        )
        for (keys, silence), key in zip(clusters, fitting, strict=True):
            assert key is None or key in keys, "everybody has keys of their own"
            page.keyboard.press(silence if key is None else signs.get(key, f"Key{key}"))
        for _ in range(20):
            if len(ada.updates) > before:
                break
            page.wait_for_timeout(10)
    for seat in (0, 1):
        page.locator(f"[data-testid=hand-card][data-seat='{seat}']").nth(6).wait_for()
    assert "round" in kinds(ada)
    assert {update["seat"] for update in ada.updates} == {None, 0, 1}
    assert not ada.errors


@pytest.mark.clause("ES-11")
def test_learners_may_play_only_what_fits(visit: Arrive) -> None:
    ada = visit()
    # However long it takes to touch all those cards, nobody says "nothing" for them meanwhile.
    ada.set_up(2, "me", "here", game="passe-eclair", coach="0", settings={"patience": 0})
    page = ada.page
    sit_down(ada)
    page.keyboard.press("?")
    page.locator("[data-testid=assist]").check()
    page.keyboard.press("Escape")
    page.keyboard.press("Digit1")
    page.keyboard.press("Digit0")
    page.locator("[data-testid=pile-top]").wait_for()
    for card in page.locator("[data-testid=hand-card][data-fits=false]").all():
        card.click()
    # It stays where it is, and says why; nobody draws a card for it.
    page.wait_for_function("() => window.seen.has('kept')")
    assert page.locator("[data-testid=hand-card]").count() == 14
    # That nothing in both hands fits is luck of the cards.
    assert kinds(ada) - {"blocked"} == {"kept"}
    assert not ada.errors


def assert_frames_keep_secrets(
    updates: list[dict[str, Any]], record_json: str, only_seats: set[int | None]
) -> None:
    """No frame holds a card or a token that its seat could not see at that moment (ES-21)."""
    states = states_by_version(record_json)
    card = re.compile("|".join(map(re.escape, CARD_NAMES[:-1])))
    open_to_all = ("middle", "box", "rounds", "options", "hand", "tokens")
    assert updates
    for update in updates:
        seat, view = update["seat"], update["view"]
        assert seat in only_seats
        state: Any = states[update["version"]]
        assert view["hand"] == list(names(listed(state.table.hands[seat])))
        closed = {name: value for name, value in view.items() if name not in open_to_all}
        assert not card.search(json.dumps(closed))
        for owner, tokens in enumerate(view["tokens"]):
            known = owner == seat or view["phase"] == "over"
            assert known or set(tokens["victory"] + tokens["consolation"]) <= {"?"}
            assert (tokens["goals"] is None) == (not known)
        for move in update["moves"]:
            assert all(named in view["hand"] for named in card.findall(move))
        for event in update["events"]:
            verb, *words = event["move"].split()
            if verb == "deal":
                for place, dealt in enumerate(words):
                    assert (dealt != "?") == (place % view["seats"] == seat)
            elif verb in ("draw", "victory", "consolation"):
                assert (words[0] != "?") == (int(words[2]) == seat)


def test_a_game_that_begins_with_a_later_round_counts_on(visit: Arrive, site: Site) -> None:
    third = "set hands=F>M/socke,M>R/V>F,R>L,L>V coach=0 middle=F>L victory=1/2/ round=3"
    match = muscade.Match(muscade.game("passe-eclair"), 3, seed=f"{7:064x}", begin_at=third)
    for seat, play in ((1, "socke on 1"), (2, "V>F on 2"), (0, "F>M on 3")):
        match.play(seat, play)
    record = resigned(match.record, len(match.record.events))
    ada = visit()
    page = ada.page
    page.goto(f"/game/{site.lay_down(record, 'a-third-round')}?at=1")
    page.locator("[data-testid=table]").wait_for()
    page.evaluate(WATCH)
    # What happened is told as one goes from move to move.
    for version, kind in ((2, None), (3, "cut-in"), (4, "round")):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_test_id("scrubber")).to_have_attribute("data-at", str(version))
        if kind is not None:
            page.wait_for_function("kind => window.seen.has(kind)", arg=kind)
    page.keyboard.press("End")
    expect(page.get_by_test_id("kickoff")).to_contain_text("Ada wins round 3!")
    expect(page.get_by_test_id("log-line").filter(has_text="Round 4")).to_have_count(1)
    assert ada.errors == []


def test_whoever_comes_back_from_looking_back_is_told_nothing_again(visit: Arrive, site: Site) -> None:
    position = "hands=M>R,R>L,L>V/F>M,V>L coach=0 middle=F>L,socke laid=1"
    seats = [{"kind": "here", "name": name} for name in ("Ada", "Bea")]
    made = site.make_table(game="passe-eclair", seats=seats, position=position)
    ada = visit()
    page = ada.page
    ada.sit({**made, "game": "passe-eclair", "keys": made["keys"][:1]})
    sit_down(ada)
    begun = page.get_by_test_id("table").get_attribute("data-version")
    page.locator("[data-testid=hand-card]").first.dispatch_event("pointerdown", {"button": 0})
    page.wait_for_function("() => window.seen.has('cut-in')")
    page.get_by_test_id("log-line").filter(has_text="position").click()
    expect(page.get_by_test_id("table")).to_have_attribute("data-version", str(begun))
    expect(page.get_by_test_id("feedback")).to_have_count(0)
    page.evaluate("() => window.seen.clear()")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("scrubber")).to_have_count(0)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert kinds(ada) == set()
    assert ada.errors == []
