"""People at a browser: what they click, and what their browser hears."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Page, WebSocket

PATIENCE = 120.0
"""Seconds: no page and no bot takes that long for anything; a machine that does others' work as well may."""
LONG = 300.0
"""The same for a whole game."""

NEXT_ROUND = "[data-testid=next-round]"
CHOICES = (
    NEXT_ROUND,
    "[data-testid=curtain-open]",
    "[data-testid=team-choice] button[data-move]:enabled",
    "button[data-testid=take-option]:enabled",
    "[data-testid=table][data-your-turn=true] button[data-testid=hand-card]:enabled:not([aria-disabled=true])",
)
"""Whatever there is to do at a Pass Pass table, the most pressing first."""

REACHABLE = """(choices) => {
  for (const choice of choices)
    for (const element of document.querySelectorAll(choice)) {
      element.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = element.getBoundingClientRect();
      // Only what a finger would touch: nothing lies over it.
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      if (top && (element.contains(top) || top.contains(element))) return element;
    }
  return null;
}"""
PILOT = f"""(choices) => {{
  const reachable = {REACHABLE};
  window.pilot ??= setInterval(() => reachable(choices)?.click(), 10);
}}"""
"""A player who sits in the page: what there is to do is done as soon as it can be touched, without a word to the test."""
LAND = "() => { clearInterval(window.pilot); window.pilot = undefined; }"


class Visitor:
    """A page, with every frame it receives and every error it has."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.choices = CHOICES
        self.frames: list[dict[str, Any]] = []
        self.errors: list[str] = []
        self._acted_at = 0
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console", lambda message: self.errors.append(message.text) if message.type == "error" else None
        )

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(json.loads(payload)))

    @property
    def updates(self) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["type"] == "update"]

    @property
    def table(self) -> str:
        """The id of the table one is at."""
        return self.page.url.rsplit("/", 1)[-1]

    def set_up(
        self,
        seats: int,
        *kinds: str,
        game: str = "pass-pass",
        pace: str = "0",
        level: str = "",
        **options: str,
    ) -> None:
        """The set-up page: who sits where.

        The rest are bots, in no hurry to be slow unless a pace is given, and the weakest unless a level is.
        """
        page = self.page
        page.goto(f"/play/{game}")
        page.locator(f"[data-testid=player-count-{seats}]").check(force=True)
        for seat, kind in enumerate(kinds):
            page.locator(f"[data-testid=seat-kind-{seat}]").select_option(kind)
        for seat in range(seats):
            if page.locator(f"[data-testid=seat-kind-{seat}]").input_value() == "bot":
                levels = page.locator(f"[data-testid=seat-level-{seat}]")
                if level:
                    levels.select_option(level)
                else:
                    levels.select_option(index=0)
        self.choose(options)
        page.locator("summary").click()
        page.locator("[data-testid=setting-pace]").select_option(pace)
        page.locator("[data-testid=start-game]").click()
        page.wait_for_url("**/table/*")

    def choose(self, options: dict[str, str]) -> None:
        """Options of the game, on its set-up page."""
        page = self.page
        for name, value in options.items():
            field = page.locator(f"[data-testid=option-{name}]")
            field.wait_for()
            offered = field.locator("option, input").evaluate_all("all => all.map((choice) => choice.value)")
            if field.locator("input").count():
                field.locator("input").nth(offered.index(value)).check(force=True)
            elif value in offered:
                field.select_option(value)
            else:
                field.select_option("other")
                page.locator(f"[data-testid=option-{name}-other]").fill(value)

    def sit_alone(self, game: str, **options: str) -> None:
        """A puzzle: there is nobody to sit elsewhere."""
        self.page.goto(f"/play/{game}")
        self.choose(options)
        self.page.locator("[data-testid=start-game]").click()
        self.page.wait_for_url("**/table/*")

    def over(self) -> bool:
        return self.page.locator("[data-testid=game-over]").is_visible()

    def fits(self) -> bool:
        """Whether all of a table is on the screen, so that nothing has to be scrolled."""
        fits = "({ scrollWidth, scrollHeight }) => scrollWidth <= innerWidth && scrollHeight <= innerHeight"
        return bool(self.page.locator("html").evaluate(fits))

    def settled(self) -> bool:
        """Whether the table has moved on since one's last click."""
        return len(self.updates) > self._acted_at

    def act(self, until: Callable[[], bool] | None = None) -> bool:
        """Do the first thing there is to do, if there is any.

        Looking takes time, in which what one was waiting for may come about: then nothing is done.
        """
        button = self.page.evaluate_handle(REACHABLE, list(self.choices)).as_element()
        if button is None:
            return False
        if not until or not until():
            self._acted_at = len(self.updates)
            with suppress(Error):  # it may be gone by now: others act, too
                button.click(timeout=1500)
        return True


def _play(visitors: Sequence[Visitor], without: str, until: str) -> None:
    for visitor in visitors:
        visitor.page.evaluate(PILOT, [choice for choice in visitor.choices if choice != without])
    for visitor in visitors:
        visitor.page.locator(until).first.wait_for(timeout=1000 * LONG)
        visitor.page.evaluate(LAND)


def play_to_the_end(*visitors: Visitor) -> None:
    """All of them go on until the game is over for each."""
    _play(visitors, "", "[data-testid=game-over]")


def play_a_round(*visitors: Visitor) -> None:
    """All of them go on until the round is over, or the whole game by chance."""
    _play(visitors, NEXT_ROUND, "[data-testid=round-over], [data-testid=game-over]")


def play_on(*visitors: Visitor, until: Callable[[], bool]) -> None:
    """All of them go on clicking until something is so."""
    deadline = time.monotonic() + LONG
    while not until():
        assert time.monotonic() < deadline, "the game does not get anywhere"
        busy = [visitor.act(until) for visitor in visitors]
        if not any(busy):
            visitors[0].page.wait_for_timeout(20)
