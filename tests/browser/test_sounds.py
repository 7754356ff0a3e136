"""What one hears and feels at a table, by what is asked of the browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Site
from tests.browser.test_rules import sit_down
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

LISTEN = """() => {
  window.heard = [];
  window.felt = [];
  const still = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  const node = (more) => ({ connect: (next) => next, start() {}, stop() {}, ...more });
  window.AudioContext = class {
    sampleRate = 8000;
    currentTime = 0;
    destination = node({});
    resume() {}
    createGain = () => node({ gain: still });
    createOscillator = () =>
      node({ frequency: { ...still, setValueAtTime: (pitch) => window.heard.push(pitch) } });
    createBuffer = (_, length) => ({ getChannelData: () => new Float32Array(length) });
    createBiquadFilter = () => node({ frequency: {}, Q: {} });
    createBufferSource = () => (window.heard.push(0), node({}));
  };
  navigator.vibrate = (pattern) => window.felt.push(pattern) > 0;
}"""
"""Pitches and tremblings are noted instead of made; the rustle of paper is a pitch of 0."""

REFUSED, TURN, WON, TRICK, ROUND, END = 160, 587, 330, 440, 494, 349
"""The first pitch of each: no two are alike."""


def arrive(visit: Arrive, **more: object) -> Visitor:
    visitor = visit(**more)
    visitor.page.add_init_script(f"({LISTEN})()")
    return visitor


def write(page: Page, move: str) -> None:
    page.get_by_test_id("typed").fill(move)
    page.get_by_test_id("typed-send").click()


def hears(page: Page, pitch: int) -> None:
    page.wait_for_function("pitch => window.heard.includes(pitch)", arg=pitch)
    page.evaluate("() => void (window.heard = [])")


@pytest.mark.clause("ML-5")
def test_what_matters_is_heard_once_somebody_has_switched_it_on(visit: Arrive, site: Site) -> None:
    ada = arrive(visit)
    page = ada.page
    sit_down(ada, site, "mono-line", "set turn=0 pieces=b1/c3")
    write(page, "b2")
    page.get_by_test_id("refusal").wait_for()
    assert page.evaluate("window.heard") == [], "nobody is startled"
    page.get_by_test_id("sound").first.click()
    hears(page, TURN)
    write(page, "b2")
    page.locator("[data-testid=refusal]").wait_for()
    hears(page, REFUSED)
    # A piece goes somewhere; then it is somebody's turn here.
    write(page, "c6")
    hears(page, 0)
    write(page, "end")
    hears(page, TURN)
    # The end.
    sit_down(ada, site, "mono-line", "set turn=0 pieces=b1/b3", options={"play": "vigilant"})
    write(page, "announce b1 b3")
    page.get_by_test_id("game-over").wait_for()
    hears(page, WON)


@pytest.mark.clause("PP-11", "PP-18", "ML-5")
def test_a_trick_a_round_and_an_end_sound_each_in_its_way(visit: Arrive, site: Site) -> None:
    ada = arrive(visit)
    page = ada.page
    page.goto("/look.js")
    page.evaluate("localStorage.setItem('muscade:sound', 'true')")
    # The last trick of a round: the card of everybody is the only one they have.
    fronts = "/".join(",".join(f"{colour}{value}" for value in range(1, 8)) for colour in "BGY")
    last = f"set hands=P10/P11/P12 leader=0 fronts={fronts}"
    sit_down(ada, site, "pass-pass", last, "random", "random", settings={"pace": 0})
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    page.get_by_test_id("hand-card").click()
    page.wait_for_function(
        "sounds => sounds.every((pitch) => window.heard.includes(pitch))", arg=[TRICK, ROUND]
    )
    # Lost: an end that is no victory.
    sit_down(ada, site, "mono-line", "set turn=0 pieces=b1/c3", "random", options={"play": "vigilant"})
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    write(page, "concede")
    page.get_by_test_id("game-over").wait_for()
    hears(page, END)


@pytest.mark.parametrize(
    ("motion", "touch", "trembles"),
    [("no-preference", True, True), ("reduce", True, False), ("no-preference", False, False)],
)
def test_a_phone_trembles_at_ones_turn(
    motion: str, touch: bool, trembles: bool, visit: Arrive, site: Site
) -> None:
    ada = arrive(visit, phone=touch, is_mobile=touch, reduced_motion=motion)
    page = ada.page
    sit_down(ada, site, "mono-line", "set turn=0 pieces=b1/c3")
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    if not trembles:
        assert page.evaluate("window.felt") == []
        return
    page.wait_for_function("() => window.felt.length > 0")
    # Switched off, it stays still; the switch is where the others are.
    page.get_by_test_id("open-menu").click()
    page.get_by_test_id("menu").get_by_test_id("vibration").click()
    page.reload()
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    assert page.evaluate("window.felt") == []
