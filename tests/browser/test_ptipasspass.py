"""PtiPassPass in a real browser: every outcome of a challenge, around one screen, on a phone in French, by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.browser.conftest import DESKTOP, Site
from tests.browser.cups import Circle, assert_frames_keep_secrets, part, unhurried
from tests.browser.visitors import Visitor, play_on

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

COLOURS = re.compile(r"\b(blue|green|orange|bleu|vert)\b", re.IGNORECASE)
ROW = ("a1", "b1", "c1")
CHOICES = (
    "[data-testid=go-on]",
    "[data-testid=next-round]",
    "[data-testid=answer][data-move=ok]:enabled",
    "[data-testid=announce]:enabled",
    "[data-testid=hand]:not(:has([aria-pressed=true])) [data-testid=hand-token]:not([aria-disabled=true])",
    "[data-testid=hide-cup]:enabled",
    "[data-testid=pick-cup]:enabled:not([aria-pressed=true])",
)
"""Whatever there is to do at a PtiPassPass table, the most pressing first."""

ON_TOP = """(box) => {
  const { left, top, width, height } = box.getBoundingClientRect();
  const across = Array.from({ length: 40 }, (_, step) => left + ((step + 0.5) / 40) * width);
  return across.every((x) => box.contains(document.elementFromPoint(x, top + height / 2)));
}"""
"""Nothing lies over it, from end to end."""


def sit_down(visit: Arrive, position: str | None = None) -> tuple[Visitor, Visitor, Visitor]:
    """Three people in three browsers; nobody is hurried."""
    ada, basil, chloe = (unhurried(visit()) for _ in range(3))
    ada.set_up(3, "me", "invited", "invited", game="ptipasspass", first="0", patience="0", position=position)
    for seat, (guest, name) in enumerate([(basil, "Basil"), (chloe, "Chloe")], start=1):
        guest.page.goto(ada.page.locator(f"[data-testid=invite-link-{seat}]").input_value())
        guest.page.locator("[data-testid=join-name]").fill(name)
        guest.page.locator("[data-testid=join]").click()
    for visitor in (ada, basil, chloe):
        visitor.page.locator("[data-testid=table]").wait_for()
    return ada, basil, chloe


def log_of(visitor: Visitor) -> str:
    return visitor.page.locator("[data-testid=log]").inner_text()


def doublon_over_an_empty_cup(circle: Circle) -> None:
    """The token in the fist changes hands, and those two alone see it."""
    ada, basil, chloe, dora = circle.everybody
    circle.hide(0, "G", "a1")
    circle.at(ada).page.locator(part("own-fist")).wait_for()
    assert circle.at(basil).page.locator(part("own-fist")).count() == 0
    circle.answer(1, "doublon")
    circle.verdict("doublon", right=False)
    for visitor, sees in ((ada, 1), (basil, 1), (chloe, 0), (dora, 0)):
        assert visitor.page.locator(part("revealed-token", token="G")).count() == sees
        assert visitor.page.locator(part("cup", cup="a1", lifted="true")).count() == 1
    circle.go_on()
    assert circle.view["held"] == [2, 4, 3]


def a_truth_is_called_a_lie(circle: Circle) -> None:
    """Nobody says that it has been seen: it goes by itself."""
    circle.hide(1, "B", "a1", cup_first=True)
    circle.all_ok(1)
    circle.announce(1, "B")
    for visitor in circle.everybody:
        circle.at(visitor).page.locator(part("announced", token="B")).wait_for()
    circle.answer(0, "ok")
    assert circle.find(2, "seat-0").get_attribute("data-said") == "ok"
    circle.answer(2, "menteur")
    circle.verdict("menteur", right=False)
    for visitor in circle.everybody:
        assert visitor.page.locator(part("revealed-token", token="B")).count() == 1
    circle.time_passes()
    for visitor in circle.everybody:
        assert not COLOURS.search(log_of(visitor))
    assert circle.view["held"] == [2, 3, 4]


def a_lie_is_called_one(circle: Circle) -> None:
    """Everybody sees it."""
    circle.hide(2, "O", "a1")
    circle.all_ok(2)
    circle.announce(2, "G")
    circle.answer(0, "menteur")
    circle.verdict("menteur", right=True)
    assert circle.everybody[-1].page.locator(part("revealed-token", token="O")).count() == 1
    circle.go_on()
    assert circle.view["held"] == [2, 3, 4]


def doublon_over_a_token(circle: Circle) -> None:
    """There is something under the cup."""
    circle.place(0, "B", "a1")
    circle.hide(1, "G", "a1")
    circle.answer(2, "doublon")
    circle.verdict("doublon", right=True)
    assert circle.everybody[-1].page.locator(part("revealed-token", token="B")).count() == 1
    circle.go_on()
    assert circle.view["held"] == [1, 4, 4]


def a_line_in_vain_and_one_that_is_not(circle: Circle) -> None:
    """The first without tokens swaps two cups and lifts in vain; what all saw is gone again."""
    first = circle.place_all(ROW)
    for cup in ("a2", "b2"):
        circle.find(first, "pick-cup", cup=cup).click()
    circle.move(circle.find(first, "swap"))
    circle.lift(first, "a3", "b3", "c3")
    circle.verdict("lift", right=False)
    circle.go_on()
    lifter = circle.place_all(ROW)
    circle.lift(lifter, *ROW)
    circle.verdict("lift", right=True)
    assert circle.everybody[-1].page.locator(part("cup", lifted="true")).count() == 3
    for visitor in circle.everybody:
        visitor.page.locator(part("go-on")).click()
    circle.next_round()
    assert circle.view["victories"][lifter] == 1
    assert circle.at(circle.everybody[-1]).page.locator(part("round-over")).count() == 0


@pytest.mark.clause("PT-9", "PT-10", "PT-11", "PT-12", "PT-17", "PT-18", "PT-20")
def test_a_round_with_challenges_of_all_four_outcomes(visit: Arrive, site: Site) -> None:
    ada, basil, chloe = sit_down(visit)
    dora = unhurried(visit())
    dora.page.goto(ada.page.url)
    circle = Circle({0: ada, 1: basil, 2: chloe}, dora)

    # A token out of turn stays where it is, and the law says why.
    early = circle.at(basil)
    early.page.locator(part("hand-token")).first.click(force=True)
    assert early.page.locator(part("refusal-clause")).inner_text() == "PT-5"
    # On a small phone too, where it is said over the cups.
    early.page.set_viewport_size({"width": 640, "height": 360})
    early.page.wait_for_function("innerWidth === 640")
    assert early.page.locator(part("refusal")).evaluate(ON_TOP)
    early.page.set_viewport_size(DESKTOP)
    early.close_refusal()
    doublon_over_an_empty_cup(circle)
    a_truth_is_called_a_lie(circle)
    a_lie_is_called_one(circle)
    doublon_over_a_token(circle)
    a_line_in_vain_and_one_that_is_not(circle)

    for visitor in circle.everybody:
        assert not COLOURS.search(log_of(visitor))
        assert not visitor.errors
    record = site.log(ada.table)
    for visitor, seat in ((ada, 0), (basil, 1), (chloe, 2), (dora, None)):
        assert_frames_keep_secrets(visitor.updates, record, {seat})


@pytest.mark.clause("PT-5", "PT-8", "PT-16")
def test_three_around_one_screen(visit: Arrive, site: Site) -> None:
    ada = unhurried(visit())
    ada.set_up(3, "me", "here", "here", game="ptipasspass", first="0", patience="0")
    page = ada.page
    circle = Circle({0: ada, 1: ada, 2: ada})
    page.locator(part("curtain")).wait_for()
    assert page.locator(part("hand-token")).count() == 0, "nothing is shown before the curtain opens"
    circle.hide(0, "O", "b2")
    page.locator(part("answer")).nth(3).wait_for()
    assert page.locator(part("hand")).count() == 0, "nobody's hand is open while the others answer"
    assert page.locator(part("curtain")).count() == 0, "answers are public"
    circle.answer(2, "ok")
    circle.answer(1, "ok")
    page.locator(part("peek")).click()
    page.locator(part("curtain-open")).click()
    page.locator(part("own-fist")).wait_for()
    circle.announce(0, "B")
    circle.answer(1, "menteur")
    circle.verdict("menteur", right=True)
    circle.go_on()
    for last in (False, True):
        while (seat := circle.place_all(ROW)) != 2:
            circle.lift(seat, "a3", "b3", "c3")
            circle.go_on()
        circle.lift(2, *ROW)
        page.locator(part("go-on")).click()
        if not last:
            circle.next_round()
            page.locator(part("curtain")).wait_for()
    page.locator(part("game-over")).wait_for()
    record = site.record(ada.table)
    assert_frames_keep_secrets(ada.updates, record, {0, 1, 2, None})
    seen = {update["seat"] for update in ada.updates if update["view"]["phase"] == "hide"}
    assert None in seen
    assert not ada.errors


def test_in_french_on_a_phone_with_bots_and_a_notebook(visit: Arrive) -> None:
    basile = visit(phone=True, locale="fr-FR")
    basile.choices = CHOICES
    basile.set_up(4, game="ptipasspass", notebook="true", first="0")
    page = basile.page
    page.locator(part("turn-banner")).wait_for()
    assert "À vous" in page.locator(part("turn-banner")).inner_text()
    play_on(basile, until=lambda: bool(basile.updates) and basile.updates[-1]["view"]["turns"] >= 8)
    assert basile.fits()
    while page.locator(part("go-on")).is_visible() or page.locator(part("next-round")).is_visible():
        basile.act()
    page.locator(part("open-notebook")).click()
    page.locator(part("notebook")).wait_for()
    assert not basile.errors


LAST = "active=0 first=1 hands=B/G,O/G,O cups=B/B///////G,O victories=1,0,0 round=2"
"""Ada has won a round, and is to put the third blue token into a row."""
FIRST_ROW = ("ArrowRight", "ArrowRight", "ArrowRight", "Enter")


@pytest.mark.clause("PT-9", "PT-17", "PT-18")
def test_by_keyboard_alone_to_the_end(visit: Arrive) -> None:
    ada, basil, chloe = sit_down(visit, LAST)
    circle = Circle({0: ada, 1: basil, 2: chloe})
    # It was chance that laid the position.
    circle.version = 1

    def say(word: str, *visitors: Visitor) -> None:
        for visitor in visitors:
            circle.press(visitor, word)

    def turn(visitor: Visitor, *keys: str, token: str, others: tuple[Visitor, Visitor]) -> None:
        """A token goes under a cup, is announced, and nobody objects."""
        circle.at(visitor).page.locator(part("hand-token")).first.wait_for()
        circle.press(visitor, "1", *keys)
        say("o", *others)
        circle.press(visitor, token)
        say("o", *others)

    turn(ada, *FIRST_ROW, token="1", others=(basil, chloe))
    # Basil says that it is orange, and Chloe does not believe him.
    circle.press(basil, "1", "ArrowRight", "ArrowDown", "Enter")
    say("o", ada, chloe)
    circle.press(basil, "3")
    circle.press(chloe, "m")
    circle.verdict("menteur", right=True)
    for visitor in circle.everybody:
        visitor.page.keyboard.press("Escape")
        visitor.page.locator(part("verdict")).wait_for(state="detached")
    turn(chloe, "ArrowRight", "ArrowDown", "ArrowDown", "Enter", token="2", others=(ada, basil))
    circle.press(ada, "ArrowRight", "Enter", "ArrowRight", "Enter", "ArrowRight", "Enter")
    circle.verdict("lift", right=True)
    for visitor in circle.everybody:
        visitor.page.keyboard.press("Escape")
        visitor.page.locator(part("game-over")).wait_for()
    assert ada.updates[-1]["view"]["outcome"]["winners"] == [0]
    assert not ada.errors + basil.errors + chloe.errors
