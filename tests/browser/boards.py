"""Somebody at a board: whatever a move is, they find the places to touch for it."""

from __future__ import annotations

import re
import time
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Locator
from tests.browser.visitors import PATIENCE, Visitor

import muscade
from muscade.board import standard_text

MIDDLE = """place => {
  const shape = place.querySelector("polygon, circle");
  const points = shape.points ? [...shape.points] : [{ x: shape.cx.baseVal.value, y: shape.cy.baseVal.value }];
  const middle = new DOMPoint(
    points.reduce((sum, { x }) => sum + x, 0) / points.length,
    points.reduce((sum, { y }) => sum + y, 0) / points.length,
  ).matrixTransform(shape.getScreenCTM());
  return [middle.x, middle.y];
}"""
PLACES = re.compile(r"[a-z]\d+|\d\.\d+|\b0\b")


def own_board(game: str, **setups: str) -> str:
    """The standard lines with set-ups of one's own, as an owner of another box would write them."""
    kept = [line for line in standard_text().splitlines() if not line.startswith(f"setup {game}")]
    return "\n".join([*kept, *(f"setup {game} {colour} {places}" for colour, places in setups.items())])


class Player:
    """A visitor who plays a board game through the board, advised by a bot that sees what the browser was sent."""

    def __init__(self, visitor: Visitor, game: str, level: str) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.game = muscade.game(game)
        self.bot = self.game.bots()[level]
        self.rng = Random(5)
        self.doing = ""

    @property
    def update(self) -> dict[str, Any]:
        return self.visitor.updates[-1]

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.update["view"]
        return view

    def place(self, name: str) -> Locator:
        return self.page.locator(f"[data-testid=board] [data-place='{name}']")

    def tap(self, place: Locator) -> None:
        """Touch the middle of a place; the middle of a triangle's bounding box would be its neighbour."""
        x, y = place.evaluate(MIDDLE)
        self.page.mouse.click(x, y)

    def wait(self, version: int) -> None:
        """Until the server has said more than that, and the table shows it."""
        deadline = time.monotonic() + PATIENCE
        while not self.visitor.updates or self.update["version"] <= version:
            assert time.monotonic() < deadline, f"the table does not go on: {self.doing}"
            self.page.wait_for_timeout(20)
        self.page.wait_for_function(
            "version => Number(document.querySelector('[data-testid=table]')?.dataset.version) >= version",
            arg=self.update["version"],
        )

    def ready(self) -> None:
        """Until something can be picked: the screen may show a move before the server has said that it is accepted."""
        self.page.locator("[data-testid=table][data-your-turn=true]").wait_for()

    def my_turn(self) -> bool:
        """Wait until there is something to do; False once the game is over."""
        deadline = time.monotonic() + PATIENCE
        while True:
            if self.visitor.updates and self.view["outcome"] is not None:
                return False
            if self.visitor.updates and self.update["moves"]:
                self.wait(self.update["version"] - 1)
                if self.update["moves"]:
                    self.ready()
                    return True
            assert time.monotonic() < deadline, "nobody moves"
            self.page.wait_for_timeout(20)

    def advice(self) -> str:
        view = msgspec.convert(self.view, type=self.game.view_type, strict=False)
        moves = [self.game.parse(move) for move in self.update["moves"]]
        return self.bot.choose(view, moves, self.rng).notation

    def touch(self, move: str) -> None:
        """Make a move with the hand: pick the piece, pick where it goes, answer if there is a choice."""
        self.ready()
        version = self.update["version"]
        self.doing = move
        if move in ("end", "undo"):
            self.page.locator(f"[data-testid=actions] [data-move={move}]").click()
        else:
            target = self.page.locator(f"[data-testid=board] [data-move='{move}']")
            places = PLACES.findall(move)
            # What is passed over in between is not touched.
            for place in dict.fromkeys((places[0], places[-1])):
                # A piece that goes on is still in hand: its target is offered already.
                offered = target.count() > 0
                self.tap(target if offered else self.place(place))
                if offered:
                    break
            self.answer(move, version)
        self.wait(version)

    def answer(self, move: str, version: int) -> None:
        """Where a touch can mean several things, one is asked; else the move is on its way."""
        choice = self.page.locator(f"[data-testid=choice] [data-move='{move}']")
        deadline = time.monotonic() + PATIENCE
        while self.update["version"] <= version and time.monotonic() < deadline:
            if choice.count():
                choice.click()
                return
            self.page.wait_for_timeout(10)

    def write(self, move: str) -> None:
        """Make a move with the keyboard, in notation."""
        self.page.locator("[data-testid=typed]").fill(move)
        self.page.locator("[data-testid=typed-send]").click()
