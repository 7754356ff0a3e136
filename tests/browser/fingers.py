"""A finger on a touch screen: it comes down, slides, and is lifted."""

from __future__ import annotations

from playwright.sync_api import Page


class Finger:
    """Real touches, as the browser gets them from a screen."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    def down(self, x: float, y: float) -> None:
        self._touch("touchStart", (x, y))

    def slide(self, x: float, y: float) -> None:
        self._touch("touchMove", (x, y))

    def lift(self) -> None:
        self._touch("touchEnd")

    def tap(self, x: float, y: float) -> None:
        # In one go: a finger that is down while a slow machine does something else rests there, which is another gesture.
        self._page.touchscreen.tap(x, y)
