"""How somebody likes to see pages: chosen once, kept, and there before anything is seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

FIRST_LOOK = """() => {
  new MutationObserver((_, observer) => {
    if (!document.body) return;
    // Nothing is painted before there is a body.
    window.firstLook = { ...document.documentElement.dataset };
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}"""
SEEN = """() => {
  const of = (name) => getComputedStyle(document.body)[name];
  const { fontSize } = getComputedStyle(document.documentElement);
  return { size: parseFloat(fontSize), face: of("fontFamily"), ink: of("color"), paper: of("backgroundColor") };
}"""
CHOSEN = {"theme": "dark", "size": "larger", "contrast": "more", "motion": "less", "face": "dyslexic"}
FACE = re.compile("opendyslexic")
WORKER_RUNS = "() => navigator.serviceWorker?.controller?.state === 'activated'"
KEPT = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map(({ url }) => url);
}"""


def open_dialog(page: Page) -> None:
    page.get_by_test_id("access").click()
    page.get_by_test_id("access-dialog").wait_for()


def seen(page: Page) -> dict[str, Any]:
    page.locator("main h1").first.wait_for()
    found: dict[str, Any] = page.evaluate(SEEN)
    return found


def test_what_is_chosen_survives_a_reload_and_is_there_before_anything_is_seen(visit: Arrive) -> None:
    ada = visit(reduced_motion="no-preference", color_scheme="light")
    page = ada.page
    page.add_init_script(f"({FIRST_LOOK})()")
    page.goto("/")
    usual = seen(page)
    assert page.evaluate("window.firstLook") == {}
    open_dialog(page)
    for chosen in ("theme-dark", "size-larger"):
        page.get_by_test_id(chosen).click()
        expect(page.get_by_test_id(chosen)).to_have_attribute("aria-pressed", "true")
    for chosen in ("contrast", "calm", "face"):
        page.get_by_test_id(chosen).check()
    at_once = seen(page)
    page.reload()
    after = seen(page)
    assert page.evaluate("window.firstLook") == CHOSEN
    assert page.evaluate("({ ...document.documentElement.dataset })") == CHOSEN, "and the page agrees"
    assert after == at_once
    assert after["size"] > usual["size"]
    assert "OpenDyslexic" in after["face"]
    assert (after["ink"], after["paper"]) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")
    # The dialog knows, and all of it can be had back.
    open_dialog(page)
    expect(page.get_by_test_id("size-larger")).to_have_attribute("aria-pressed", "true")
    for chosen in ("theme-auto", "size-normal"):
        page.get_by_test_id(chosen).click()
    for chosen in ("contrast", "calm", "face"):
        page.get_by_test_id(chosen).uncheck()
    page.reload()
    assert seen(page) == usual
    assert page.evaluate("window.firstLook") == {}
    assert not ada.errors


def test_what_nobody_has_chosen_is_as_the_device_has_it(visit: Arrive) -> None:
    ada = visit(reduced_motion="reduce", contrast="more")
    page = ada.page
    page.add_init_script(f"({FIRST_LOOK})()")
    page.goto("/")
    page.locator("main h1").first.wait_for()
    assert page.evaluate("window.firstLook") == {"contrast": "more", "motion": "less"}
    open_dialog(page)
    page.get_by_test_id("contrast").uncheck()
    page.reload()
    page.locator("main h1").first.wait_for()
    assert page.evaluate("window.firstLook") == {"motion": "less"}, "a choice counts for more"


def test_a_face_is_fetched_only_by_who_chooses_it(visit: Arrive) -> None:
    """Also by the worker that keeps everything else for times without a network."""
    ada = visit(service_workers="allow")
    page = ada.page
    fetched: list[str] = []
    page.context.on("request", lambda request: fetched.append(request.url))
    page.goto("/")
    page.wait_for_function(WORKER_RUNS)
    kept = page.evaluate(KEPT)
    assert any("figtree" in url for url in kept)
    assert not [url for url in fetched + kept if FACE.search(url)]
    open_dialog(page)
    page.get_by_test_id("face").check()
    page.wait_for_function("() => document.fonts.check('16px OpenDyslexic')")
    assert [url for url in fetched if FACE.search(url)]
    # Then it is there without a network as well.
    page.wait_for_function(f"async () => (await ({KEPT})()).some((url) => /opendyslexic/.test(url))")
    assert not ada.errors
