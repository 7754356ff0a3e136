"""Who is sent away for a while, or cut off, sees when it is tried again, and need not do anything for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.visitors import PATIENCE, Visitor
from tests.loopback import UNENCRYPTED

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

# It may come back by itself before it is told to: then there is nothing to press any more.
TRIED_UNTIL_BOTH_ARE_SAID = """() => {
  document.querySelector("[data-testid=retry-now]")?.click();
  return document.querySelectorAll("[data-testid=chat] .mine").length === 2;
}"""


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Site]:
    """A server that lets an address do everything once a minute."""
    limits = {"ROOMS_A_MINUTE": "1", "WORDS_A_MINUTE": "1", "WORDS_AT_ONCE": "1"}
    running = Site(tmp_path, **{f"MUSCADE_LIMITS_{name}": value for name, value in limits.items()})
    yield running
    running.close()


def use_up_rooms(site: Site) -> None:
    with httpx.Client(base_url=site.address, trust_env=False, timeout=PATIENCE, verify=UNENCRYPTED) as http:
        person = {"name": "Bea", "portrait": "ring", "id": "bea-" * 6}
        key = http.post("/api/people", json=person).raise_for_status().json()["key"]
        http.headers["authorization"] = f"Bearer {key}"
        http.post("/api/rooms", json={"game": "mono-line", "seats": 2, "id": "room" * 6}).raise_for_status()


def seconds_told(page: Page) -> int:
    told = page.locator("[data-testid=retry-countdown]").inner_text()
    return int("".join(filter(str.isdigit, told)))


def test_who_is_told_to_come_back_does_so_by_itself(visit: Arrive, strict: Site) -> None:
    # Its clock is set.
    page = visit(phone=True, locale="fr-FR", unused=True).page
    page.clock.install()
    page.goto(f"{strict.address}/play/mono-line")
    use_up_rooms(strict)
    page.locator("label:has([data-testid=who-friends])").click()
    page.locator("[data-testid=my-name]").fill("Ada")
    start = page.locator("[data-testid=start-game]")
    start.click()
    # Why, for how long, and heard by those who cannot see it: once, not every second.
    waiting = page.locator("[data-testid=offline]")
    expect(waiting).to_contain_text("Trop de salles")
    expect(waiting).to_contain_text("Nouvel essai dans")
    expect(page.get_by_role("status").filter(has=waiting)).to_have_count(1)
    countdown = page.locator("[data-testid=retry-countdown]")
    expect(countdown).to_have_attribute("aria-hidden", "true")
    told = seconds_told(page)
    page.clock.fast_forward(10_000)
    expect(countdown).not_to_contain_text(str(told))
    assert 0 < seconds_told(page) <= told - 9
    # It can be given up, and asked for again.
    page.locator("[data-testid=retry-stop]").click()
    expect(waiting).to_be_hidden()
    expect(page.locator("[data-testid=fault]")).to_be_visible()
    start.click()
    waiting.wait_for()
    # The server has forgotten what was used up; the page comes back without a touch.
    strict.kill()
    strict.start()
    page.clock.fast_forward(60_000)
    page.wait_for_url("**/room/*")
    page.locator("[data-testid=waiting-room]").wait_for()
    expect(waiting).to_be_hidden()
    # In the room: a word too many is said later, and once.
    words, lines = page.locator("[data-testid=chat-text]"), page.locator("[data-testid=chat] .mine")
    for text in ("un", "deux"):
        words.fill(text)
        words.press("Enter")
        lines.first.wait_for()
    expect(waiting).to_contain_text("Nouvel essai dans")
    expect(lines).to_have_count(1)
    # Cut off meanwhile: that is told as well, and mended with the rest.
    strict.kill()
    waiting.filter(has_text="Connexion perdue").wait_for()
    strict.start()
    page.wait_for_function(TRIED_UNTIL_BOTH_ARE_SAID)
    expect(lines).to_have_count(2)
    expect(waiting).to_be_hidden()
