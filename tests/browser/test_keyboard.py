"""Games on boards by keyboard alone, from the start of a turn to its end; what is under the cursor is told. Games with cards and
cups have such tests of their own beside their other ones."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Site
from tests.browser.cups import part
from tests.browser.keys import act, begin, play, sit_down, walk
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

LATE = (
    "turn=0 pieces=k1,a1,h1,j2,f12,k7,f6,e1,b4,b1,c5,i4,i10,g7,e7,f13/"
    "i6,e2,c4,e8,h4,g5,k6,f4,k8,i8,d3,j4,h2,f10,f9,i7,i13"
)


@pytest.mark.clause("ML-2", "ML-3")
def test_mono_line(visit: Arrive, site: Site) -> None:
    ada = visit()
    page = ada.page
    sit_down(ada, site, "mono-line", 1, position=LATE)
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    expect(page.get_by_test_id("announcer-turn")).to_contain_text("Your turn")
    # What is under the cursor is told: by colour and shape, or as empty, and what can be done there.
    walk(page, "k1")
    focused = page.locator("[data-testid=board] [data-place]:focus")
    expect(focused).to_have_attribute("aria-label", re.compile("red triangle on k1"))
    walk(page, "d5")
    expect(focused).to_have_attribute("aria-label", re.compile("d5, empty, "))
    # Along a line, and back.
    page.keyboard.press("/")
    expect(page.get_by_test_id("board-line")).to_contain_text("through d5: ")
    page.keyboard.press(".")
    expect(focused).not_to_have_attribute("data-place", "d5")
    page.keyboard.press(",")
    expect(focused).to_have_attribute("data-place", "d5")
    # The table in words.
    page.keyboard.press("v")
    described = page.get_by_test_id("described")
    expect(described).to_contain_text("You, red: 16 pieces on k1, a1")
    page.keyboard.press("Escape")
    described.wait_for(state="detached")
    play(ada, "d5")
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    expect(focused).to_have_attribute("aria-label", re.compile("red triangle on d5"))
    play(ada, "<u>", "c8")
    page.locator("[data-at=c8]").wait_for()
    play(ada, "<e>")
    expect(page.get_by_test_id("announcer")).to_contain_text("You place a piece on c8.")
    expect(page.get_by_test_id("game-over")).to_contain_text("you placed last")
    assert not ada.errors


BOARDS = {
    "over-pass": (
        "colour=black pieces=j8/b2,b4/c2,c6/c4,c8 homes=9,8,8,8 dice=2,3",
        ("j8", "k8", "<u>", "j8", "k8", "k8", "<Enter>"),
    ),
    "groups-of-three": (
        "colour=black pieces=1.1/7.2,7.3,8.11/7.4,7.5,8.13/7.6,7.7,8.15 homes=9,0,0,0 dice=2,1",
        ("1.1", "1.8", "<u>", "1.1", "0"),
    ),
}


@pytest.mark.parametrize("game", BOARDS)
def test_to_the_end(visit: Arrive, site: Site, game: str) -> None:
    ada = visit()
    position, deeds = BOARDS[game]
    sit_down(ada, site, game, 1, position=position)
    play(ada, *deeds)
    ada.page.get_by_test_id("game-over").wait_for()
    assert not ada.errors


PUZZLES = {
    "full-house": ("target", "4", ("8.9", "8.1", "<u>", "<r>", "8.9")),
    "twisted-jumps": ("position", "b1 b4", ("b1", "a1")),
    "over-pass-spiral": (
        "position",
        "black b1; white b4 b3",
        ("b1", "c7", "<u>", "<r>", "<u>", "b1", "c6", "<Enter>", "c6", "a1"),
    ),
}
"""What is asked for on the page where they are set up, and what solves it."""


@pytest.mark.parametrize("game", PUZZLES)
def test_a_puzzle_from_its_page_to_its_end(visit: Arrive, game: str) -> None:
    ada = visit()
    option, wanted, deeds = PUZZLES[game]
    field = f"option-{option}"
    begin(ada, game, (part(field), "<End>"), (part(f"{field}-other"), wanted))
    play(ada, *deeds)
    ada.page.get_by_test_id("game-over").wait_for()
    assert ada.updates[-1]["view"]["outcome"]["winners"] == [0]
    assert not ada.errors


def test_a_table_in_words(visit: Arrive, site: Site) -> None:
    """A game that has no table of its own: its moves are a row of buttons, and can be written."""
    ada = visit()
    page = ada.page
    sit_down(ada, site, "stranger", 1, position=LATE)
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    focused = page.locator("[data-testid=moves] button:focus")
    page.keyboard.press("ArrowLeft")
    expect(focused).to_have_attribute("data-move", ada.updates[-1]["moves"][-1])
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_attribute("data-move", ada.updates[-1]["moves"][0])
    while focused.get_attribute("data-move") != "c8":
        page.keyboard.press("ArrowDown")
    act(page, "Enter")
    # Whoever has made a move goes on from what there is to do next.
    expect(focused).to_have_attribute("data-move", ada.updates[-1]["moves"][0])
    page.keyboard.press("m")
    page.locator("[data-testid=typed]:focus").wait_for()
    page.keyboard.type("undo")
    act(page, "Enter")
    page.locator("[data-testid=typed]:focus").wait_for()
    page.keyboard.type("d5")
    act(page, "Enter")
    page.keyboard.type("end")
    act(page, "Enter")
    page.get_by_test_id("game-over").wait_for()
    assert not ada.errors


def test_ending_a_turn_of_a_race(visit: Arrive, site: Site) -> None:
    ada = visit(locale="fr-FR")
    sit_down(ada, site, "groups-of-three", 1, position=BOARDS["groups-of-three"][0])
    page = ada.page
    play(ada, "1.1", "1.8", "<e>")
    expect(page.get_by_test_id("log")).to_contain_text("1.1 → 1.8")
    expect(page.get_by_test_id("log")).to_contain_text("À la table : vous et ")
    expect(page.get_by_test_id("log")).to_contain_text("(robot, ")
    assert not ada.errors
