"""Somebody in a lesson: whatever a step wants, they touch the real thing for it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator
from tests.browser.boards import MIDDLE, PLACES
from tests.browser.visitors import Visitor

import muscade
from muscade.core.lessons import Step

ARRIVED = """done => {
  const scene = document.querySelector("[data-testid=go-on], [data-testid=next-round]");
  scene?.click();
  return !scene && document.querySelector(`[data-testid=teacher][data-step="${done}"]`) !== null;
}"""
"""What came to light is read at once; then the step is there, or not yet."""


class Learner:
    """A visitor at the page of a lesson."""

    def __init__(self, visitor: Visitor, game: str) -> None:
        lesson = muscade.game(game).lesson()
        assert lesson is not None
        self.visitor, self.page, self.lesson = visitor, visitor.page, lesson
        self._with_cups: dict[str, Callable[[list[str]], None]] = {
            "hide": self._hide,
            "swap": self._swap,
            "lift": self._cups,
        }
        visitor.go(f"/learn/{game}")

    def at(self, done: int) -> None:
        """Until so many steps are done, and the table shows it."""
        self.page.wait_for_function(ARRIVED, arg=done)

    def do(self, step: Step) -> None:
        """Touch what makes the first of a step's moves."""
        self.touch(step.moves[0])

    def touch(self, move: str) -> None:
        words = move.split()
        for selector in (f"button[data-move='{move}']", f"button[data-card='{words[0]}']"):
            found = self.page.locator(f"[data-testid=table] {selector}")
            if found.count():
                found.first.click()
                return
        if words[0] in self._with_cups and self.page.locator("[data-testid=cup]").count():
            self._with_cups[words[0]](words[1:])
        else:
            self._on_board(move)

    def _on_board(self, move: str) -> None:
        target = self.page.locator(f"[data-testid=board] [data-move='{move}']")
        places = PLACES.findall(move)
        for place in dict.fromkeys((places[0], places[-1])):
            # A piece that goes on is still in hand: its target is offered already.
            offered = target.count() > 0
            self._tap(target if offered else self.page.locator(f"[data-testid=board] [data-place='{place}']"))
            if offered:
                break
        choice = self.page.locator(f"[data-testid=choice] [data-move='{move}']")
        if choice.count():
            choice.click()

    def _tap(self, place: Locator) -> None:
        x, y = place.evaluate(MIDDLE)
        self.page.mouse.click(x, y)

    def _cups(self, names: list[str]) -> None:
        for name in names:
            self.page.locator(f"button[data-cup='{name}']").click()

    def _hide(self, words: list[str]) -> None:
        self.page.locator(f"[data-testid=hand-token][data-token='{words[0]}']").first.click()
        self._cups(words[1:])

    def _swap(self, cups: list[str]) -> None:
        self._cups(cups)
        self.page.locator("[data-testid=swap]").click()
