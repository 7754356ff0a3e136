"""Every page and every state of it, by day, by night and with a high contrast: axe finds nothing serious."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.conftest import OPERATOR, Site
from tests.browser.test_access import AXE
from tests.browser.test_study import given_up
from tests.browser.visitors import Visitor

import muscade

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

RUN = """async () => {
  const grave = ({ impact }) => impact === "serious" || impact === "critical";
  const look = globalThis.applyLook;
  // Whoever speaks to a page says what they read on it.
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const found = (await axe.run({ rules, resultTypes: ["violations"] })).violations.filter(grave);
  for (const [theme, contrast] of [["dark", false], ["light", true], ["dark", true]]) {
    look({ theme, contrast, calm: true, size: "normal", face: "usual" });
    const seen = await axe.run({ runOnly: ["color-contrast"], resultTypes: ["violations"] });
    found.push(...seen.violations.map((entry) => ({ ...entry, id: `${entry.id} ${theme} ${contrast}` })));
  }
  look({ theme: "light", contrast: false, calm: true, size: "normal", face: "usual" });
  return found.map(({ id, nodes }) => [id, nodes.map(({ html, any }) => html.slice(0, 200) + " " + (any[0]?.message ?? ""))]);
}"""

PAGES = (
    "/",
    "/lobby",
    "/play/pass-pass",
    "/play/over-pass",
    "/rules/pass-pass",
    "/pad",
    "/pad/pass-pass",
    "/position/mono-line",
    "/daily",
    "/ratings",
    "/games",
    "/sign-in",
    "/nothing/here",
)


class Eye:
    """Somebody who looks closely at one page after another, and notes what is wrong."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.found: list[str] = []
        self._axe = AXE.read_text(encoding="utf-8")

    def look(self, what: str) -> None:
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(self._axe)
        violations: list[tuple[str, list[str]]] = self.page.evaluate(RUN)
        self.found += [f"{what}: {rule}: {node}" for rule, nodes in violations for node in nodes]

    def dialog(self, key: str, testid: str) -> None:
        """Opened by a key, looked at, and closed again."""
        self.page.keyboard.press(key)
        self.page.get_by_test_id(testid).wait_for()
        self.look(testid)
        self.page.keyboard.press("Escape")
        self.page.get_by_test_id(testid).wait_for(state="detached")


def sit_down(visitor: Visitor, name: str) -> None:
    seats = muscade.game(name).seats[0]
    settings: dict[str, Any] = {"pace": 0}
    visitor.lay_table(seats, "me", game=name, settings=settings, level="")
    visitor.page.get_by_test_id("table").wait_for()


def test_pages(visit: Arrive, site: Site) -> None:
    eye = Eye(visit())
    page = eye.page
    for address in PAGES:
        page.goto(address)
        page.locator("main h1").first.wait_for()
        eye.look(address)
    page.goto("/")
    page.get_by_test_id("access").click()
    page.get_by_test_id("access-dialog").wait_for()
    eye.look("access")
    page.goto("/operator")
    page.get_by_test_id("operator-token").fill(OPERATOR)
    eye.look("operator's door")
    page.get_by_test_id("operator-enter").click()
    page.get_by_test_id("operator-fault").or_(page.locator("main h2").first).first.wait_for()
    eye.look("operator")
    page.goto("/learn/mono-line")
    page.get_by_test_id("table").wait_for()
    eye.look("lesson")
    page.goto(f"/game/{given_up(site)}?at=0")
    page.get_by_test_id("table").wait_for()
    eye.look("replay")
    for tab in ("tab-study", "tab-plot"):
        page.get_by_test_id(tab).click()
        eye.look(tab)
    assert not eye.found, "\n".join(eye.found)


def test_tables(visit: Arrive) -> None:
    eye = Eye(visit())
    for name in muscade.game_names():
        sit_down(eye.visitor, name)
        eye.look(name)
    for key, testid in (("o", "menu"), ("?", "help"), ("v", "described")):
        eye.dialog(key, testid)
    assert not eye.found, "\n".join(eye.found)


def test_tables_on_a_phone(visit: Arrive) -> None:
    eye = Eye(visit(phone=True, locale="fr-FR"))
    page = eye.page
    for name in ("pass-pass", "ptipasspass", "passe-eclair", "over-pass"):
        sit_down(eye.visitor, name)
        eye.look(name)
    page.get_by_test_id("open-log").click()
    page.get_by_test_id("log").wait_for()
    eye.look("log")
    assert not eye.found, "\n".join(eye.found)
