"""Moments that come and go: ends of rounds and games, choices that are seldom to be made. Each is one key, or a few, from a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.browser.conftest import Site
from tests.browser.cups import part
from tests.browser.keys import play, sit_down
from tests.browser.visitors import Visitor

FRONTS = "P3,P4,B3,B4,Y3/P5,P6,B5,B7,Y4 discards=G1,G2,G3,G4,G6,G7,G8"
LAST_TRICK = f"hands=Y1/P11/P10/P9 leader=0 fronts=P7,P12,B6,G5,G9,Y8/P1,P2,B1,B2,Y2/{FRONTS}"
PAIRS = (
    f"hands=/// leader=0 trick=G10,P12,B10,Y10 taken=P12 fronts=P7,Y1,B6,G5,G9,Y8/P1,P2,B1,B2,Y2,P12/{FRONTS}"
)
ROW = "hands=/G,G,G/O,O,O cups=B/B/B//////"
LIFT = ("ArrowRight", "Enter", "ArrowRight", "Enter", "ArrowRight", "Enter")
LAST_CARD = "hands=M>F/R>L,R>M,R>F,V>L,V>M/F>L,F>R,F>V/V>R,V>F coach=0 middle=L>M"

MICHI = "hands=M>F,F>R,michi/R>L,V>L/F>L,R>F/V>R,V>F coach=0 middle=L>M"
"""Nobody else has anything that fits, and whoever could play waits: nothing moves on."""


def keys(*names: str) -> Callable[[Visitor], None]:
    def press(visitor: Visitor) -> None:
        for name in names:
            visitor.page.keyboard.press(name)

    return press


def lift(visitor: Visitor) -> None:
    """A row, and what comes of it has been seen."""
    keys(*LIFT)(visitor)
    visitor.page.locator(part("verdict")).wait_for()
    visitor.page.keyboard.press("Escape")


def places(*deeds: str) -> Callable[[Visitor], None]:
    return lambda visitor: play(visitor, *deeds)


class Scene(NamedTuple):
    game: str
    others: int
    asked: dict[str, Any]
    act: Callable[[Visitor], None]
    """What whoever is to move does."""
    there: str
    """What is on the page then."""


ROUND_OVER, GAME_OVER = part("round-over"), part("game-over")
SCENES = {
    "a pair to choose": Scene("pass-pass", 3, {"position": PAIRS}, keys(), part("take-option")),
    "a team's choice": Scene(
        "pass-pass", 3, {"position": LAST_TRICK, "options": {"teams": "2x2"}}, keys("1"), part("team-choice")
    ),
    "a round of cards is over": Scene("pass-pass", 3, {"position": LAST_TRICK}, keys("1"), ROUND_OVER),
    "a game of cards is over": Scene(
        "pass-pass", 3, {"position": f"{LAST_TRICK} round=3 points=10,12,9,8"}, keys("1"), GAME_OVER
    ),
    "a round with cups is over": Scene(
        "ptipasspass", 2, {"position": f"active=0 first=0 {ROW}"}, lift, ROUND_OVER
    ),
    "a game with cups is over": Scene(
        "ptipasspass",
        2,
        {"position": f"active=0 first=1 {ROW} victories=1,0,0 round=2"},
        lift,
        GAME_OVER,
    ),
    "a round of the race is over": Scene(
        # Nobody else has anything that fits.
        "passe-eclair",
        3,
        {"position": LAST_CARD, "level": "easy"},
        keys("1"),
        part("kickoff"),
    ),
    "whose hand Michi takes": Scene(
        "passe-eclair", 3, {"position": MICHI, "level": "easy"}, keys("3"), part("michi-target")
    ),
    "a race on the board is over": Scene(
        "over-pass",
        1,
        {"position": "colour=black pieces=j8/b2,b4/c2,c6/c4,c8 homes=9,8,8,8 dice=2,3"},
        places("j8", "k8", "k8", "<Enter>"),
        GAME_OVER,
    ),
    "a puzzle is over": Scene(
        "twisted-jumps", 0, {"options": {"position": "b1 b4"}}, places("b1", "a1"), GAME_OVER
    ),
}


def come_to(visitor: Visitor, site: Site, name: str) -> None:
    """Sit down shortly before it, and do what leads there."""
    scene = SCENES[name]
    sit_down(visitor, site, scene.game, scene.others, **scene.asked)
    visitor.page.locator(
        "[data-testid=table][data-your-turn=true], [data-testid=hand-card][data-fits=true]"
    ).first.wait_for()
    scene.act(visitor)
    visitor.page.locator(scene.there).first.wait_for()
