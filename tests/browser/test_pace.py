"""However quick the bots are, whatever wants to be read is shown: whole tricks, dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.boards import Player
from tests.browser.visitors import Visitor, play_on

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]
Told = dict[str, Any]

DRAWN = """() => {
  window.drawn = [];
  const note = () => {
    const version = document.querySelector("[data-testid=table]")?.dataset.version;
    if (version && window.drawn.at(-1) !== Number(version)) window.drawn.push(Number(version));
  };
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""Notes every version of the table that is really on the screen."""


BEYOND = "version => Number(document.querySelector('[data-testid=table]').dataset.version) > version"


def missed(visitor: Visitor, since: int, wanted: Callable[[Told], bool]) -> list[int]:
    """Versions that one should have seen and has not; the last one is on the screen."""
    told = [update["version"] for update in visitor.updates[since:-1] if wanted(update)]
    assert told, "something has happened"
    drawn = set(visitor.page.evaluate("window.drawn"))
    return [version for version in told if version not in drawn]


def is_whole_trick(update: Told) -> bool:
    return bool(update["view"]["phase"] == "first")


def is_thrown(update: Told) -> bool:
    return bool(update["events"]) and bool(update["events"][-1]["move"].startswith("roll"))


def test_whole_tricks_at_a_table_of_six(visit: Arrive) -> None:
    ada = visit(reduced_motion="no-preference")
    ada.set_up(6, game="pass-pass", leader="1")
    ada.page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    ada.page.evaluate(DRAWN)
    before = len(ada.updates)
    # Whoever wins a trick has to choose before it goes on.
    play_on(ada, until=lambda: any(map(is_whole_trick, ada.updates[before:-1])))
    whole = max(update["version"] for update in ada.updates[before:-1] if is_whole_trick(update))
    ada.page.wait_for_function(BEYOND, arg=whole)
    assert missed(ada, before, is_whole_trick) == []
    assert not ada.errors


def test_dice_of_three_others(visit: Arrive) -> None:
    ada = visit(reduced_motion="no-preference")
    ada.set_up(4, game="over-pass", level="easy")
    player = Player(ada, "over-pass", "easy")
    assert player.my_turn()
    ada.page.evaluate(DRAWN)
    before = len(ada.updates)
    while sum(map(is_thrown, ada.updates[before:])) < 3:
        player.my_turn()
        player.touch(player.advice())
    player.my_turn()
    assert missed(ada, before, is_thrown) == []
    assert not ada.errors
