"""Every table and every page on every screen, in French and with the longest names: measured, nothing is found.

From a small phone to a large screen, upright and on its side, at twice its size, by day and by night."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import msgspec
import pytest
from tests.browser.conftest import Site
from tests.browser.measuring import SIZES, findings
from tests.browser.visitors import Visitor
from tests.replays.played import played

import muscade
from muscade.core import Record
from muscade.replays import Replay
from muscade.server.protocol import NAME_LENGTH

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

NAMES = [
    "Marie-Wilhelmine Grumbach",
    "Maximilian von Wimmersdorf",
    "Gwendoline M. MacGuillicuddy",
    "Emmanuelle de Montmorency",
    "Wwwwwmmmmmwwwwwmmmmmwwwww",
    "Ömür-Şükran Gümüşpalaoğlu",
]
"""As long as names may be, and longer."""
EVENTS = 60
"""So many events are in the middle of a game."""
GAMES = muscade.game_names()
SCHEMES = ["light", "dark"]


@cache
def middle(name: str) -> tuple[Record, int]:
    """A game with all its seats taken, at the moment when somebody has most to choose from; and who that is."""
    record = played(name, max(muscade.game(name).seats), longest=EVENTS)
    replay = Replay(record)
    choices: list[tuple[int, int, int]] = []
    while replay.version < len(record.events):
        choices += [(len(replay.moves(seat)), replay.version, seat) for seat in replay.turn if seat >= 0]
        replay.step()
    _, version, seat = max(choices)
    return msgspec.structs.replace(record, events=record.events[:version], seed=None), seat


def sit(visitor: Visitor, site: Site, name: str) -> None:
    """At a table in the middle of a game, where everybody else sits somewhere else."""
    record, seat = middle(name)
    table = site.lay_down(
        record, f"every-screen-{name}", over=False, names=[name[:NAME_LENGTH] for name in NAMES]
    )
    known = {
        "table": table,
        "game": name,
        "keys": [{"seat": seat, "key": f"key {table} {seat}"}],
        "invitations": [],
        "request": None,
        "names": [],
        "over": False,
        "at": 0,
    }
    kept = json.dumps(json.dumps([known]))
    visitor.page.add_init_script(f"localStorage.setItem('muscade:tables', {kept})")
    visitor.page.goto(f"/table/{table}")
    visitor.page.locator("[data-testid=table]").wait_for()


KNOWN = {"pass-pass", "ptipasspass", "passe-eclair"}
"""Tables where something is still found."""
KNOWN_PAGES = {"pass-pass", "ptipasspass", "passe-eclair", "dark"}
"""Pages where something is still found."""


@pytest.mark.parametrize("name", GAMES)
def test_a_table(name: str, visit: Arrive, site: Site) -> None:
    ada = visit(locale="fr-FR", color_scheme=SCHEMES[GAMES.index(name) % 2])
    sit(ada, site, name)
    found = list(findings(ada.page, whole=True))
    print("\n".join(found))
    assert bool(found) == (name in KNOWN), "\n".join(found)
    assert not ada.errors


PAGES = {
    "/": "[data-testid^=now-]",
    "/lobby": "[data-testid=lobby-here]",
    "/sign-in": "main h1",
    "/games": "main h1",
    "/daily": "main h1",
    "/pad": "main h1",
    "/ratings": "main h1",
    "/operator": "[data-testid=operator-token]",
    "/nowhere": "main h1",
}
"""Pages that are no game's own, and what is there when they are."""
PAGES_OF_GAMES = {
    "/play/{}": "[data-testid=start-game]",
    "/rules/{}": "[data-testid=rules]",
    "/learn/{}": "[data-testid=teacher]",
    "/position/{}": "[data-testid^=offer-]",
    "/ratings/{}": "main h1",
}


ABREAST = 3
"""So many sizes at a time for pages that are alike in every game: all games together see all of them."""


@pytest.mark.parametrize("scheme", SCHEMES)
def test_pages(scheme: str, visit: Arrive) -> None:
    ada = visit(locale="fr-FR", color_scheme=scheme)
    found = []
    for address in list(PAGES)[SCHEMES.index(scheme) :: 2]:
        ada.page.goto(address)
        ada.page.locator(PAGES[address]).first.wait_for()
        found += [f"{address} {finding}" for finding in findings(ada.page, whole=False)]
    print("\n".join(found))
    assert bool(found) == (scheme in KNOWN_PAGES), "\n".join(found)


@pytest.mark.parametrize("name", GAMES)
def test_pages_of_a_game(name: str, visit: Arrive) -> None:
    ada = visit(locale="fr-FR", color_scheme=SCHEMES[GAMES.index(name) % 2])
    found = []
    for number, (address, there) in enumerate(PAGES_OF_GAMES.items()):
        begin = GAMES.index(name) + number
        sizes = (SIZES * 2)[begin % len(SIZES) :: len(SIZES) // ABREAST][:ABREAST]
        ada.page.goto(address.format(name))
        ada.page.locator(there).first.wait_for()
        whole = "learn" in address
        found += [
            f"{address.format(name)} {finding}" for finding in findings(ada.page, whole=whole, sizes=sizes)
        ]
    print("\n".join(found))
    assert bool(found) == (name in KNOWN_PAGES), "\n".join(found)
