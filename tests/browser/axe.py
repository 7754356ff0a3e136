"""What axe finds on a page as it lies before somebody."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page
from tests.browser.visitors import Visitor, look_at

_AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
THEMES = [("dark", False), ("light", True), ("dark", True)]
"""Beside the usual one: what they are called, and whether the contrast is high."""

_UNLIKE = """() => {
  // What styles go by. What is only somewhere else, or called something else, looks the same.
  const NAMES = /^(class|style|disabled|open|type|fill|stroke|data-.*|aria-(pressed|selected|current|checked|disabled|invalid))$/;
  const WHERE = /^data-(testid|place|move|key|id|version|number|lights)$/;
  const looked = { by_day: new Set(), in_all: new Set() };
  function kind(element) {
    const styled = [...element.attributes].filter(({ name }) => NAMES.test(name) && !WHERE.test(name));
    return element.localName + styled.map(({ name, value }) => `[${name}=${value}]`).sort().join("");
  }
  /** Who has words of their own and is not like anybody who was looked at before, by day or in all themes. */
  window.unlike = (root, themes) => [root, ...root.querySelectorAll("*")].filter((element) => {
    const words = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!(words || element.matches("input, textarea, select")) || !element.checkVisibility()) return false;
    let like = "";
    for (let at = element; at; at = at.parentElement) like += kind(at) + " ";
    if (looked.in_all.has(like) || (!themes.length && looked.by_day.has(like))) return false;
    return (themes.length ? looked.in_all : looked.by_day).add(like);
  });
}"""
_RUN = """async (themes) => {
  const COLOURS = ["color-contrast", "link-in-text-block"];
  // What lies behind a dialog has been looked at before.
  const root = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const usual = { theme: "light", contrast: false, calm: true, size: "normal", face: "usual" };
  const quick = { resultTypes: ["violations"], preload: false };
  applyLook(usual);
  // Whoever speaks to a page says what they read on it. Colours come after all else: they are half of the work.
  const rules = { "label-content-name-mismatch": { enabled: true } };
  for (const rule of COLOURS) rules[rule] = { enabled: false };
  const found = (await axe.run(root, { ...quick, rules })).violations;
  // Of words that look alike some are enough, and those before were looked at. Another theme is other colours, and nothing else.
  const some = unlike(root.documentElement ?? root, themes);
  for (const [theme, contrast] of [["light", false], ...themes]) {
    const include = some.filter((element) => element.isConnected);
    if (!include.length) break;
    applyLook({ ...usual, theme, contrast });
    for (const { id, ...rest } of (await axe.run({ include }, { ...quick, runOnly: COLOURS })).violations)
      found.push({ ...rest, id: `${id} ${theme}${contrast ? " high contrast" : ""}` });
  }
  applyLook(usual);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ""}`));
}"""


def violations(page: Page, themes: Sequence[tuple[str, bool]] = ()) -> list[str]:
    """By day, and in these themes as well. As long as a page is not loaded anew, colours of what looks alike are looked at once."""
    look_at(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE.read_text(encoding="utf-8"))
        page.evaluate(_UNLIKE)
    found: list[str] = page.evaluate(_RUN, list(themes))
    return found


def assert_accessible(visitor: Visitor, *, at_night: bool = False) -> None:
    """``at_night``: then, too."""
    page = visitor.page
    found = violations(page, [("dark", False)] if at_night else [])
    assert not found, (page.url, found)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing lies beside the page"
