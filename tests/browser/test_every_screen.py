"""Every table and every page on every screen, in French and with the longest names: measured, nothing is found.

From a small phone to a large screen, upright and on its side, at twice its size, by day and by night."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec
import pytest
from tests.browser.conftest import Site
from tests.browser.measuring import SIZES, findings
from tests.browser.test_accounts import go_to_profile
from tests.browser.test_moderation import operate
from tests.browser.test_rooms import open_room
from tests.browser.visitors import Visitor
from tests.replays.played import played, resigned

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
SHORTENED = [name[:NAME_LENGTH] for name in NAMES]
"""As long as names may be."""
EVENTS = 60
"""So many events are in the middle of a game."""
GAMES = muscade.game_names()
SCHEMES = ["light", "dark"]


@cache
def moments(name: str) -> list[tuple[Record, int]]:
    """A game with all its seats taken, at some of its moments, and who looks at each.

    When somebody has most to choose from; when much lies on the table and there is still something to choose; and when most may
    act at once, where several may.
    """
    record = played(name, max(muscade.game(name).seats), longest=EVENTS)
    replay = Replay(record)
    choices: list[tuple[int, int, int, int]] = []
    while replay.version < len(record.events):
        acting = [seat for seat in replay.turn if seat >= 0]
        choices += [(len(replay.moves(seat)), replay.version, seat, len(acting)) for seat in acting]
        replay.step()
    chosen = [max(choices), max(choices, key=lambda choice: choice[0] * choice[1])]
    most = max(choices, key=lambda choice: (choice[3], choice[1]))
    if most[3] > 1:
        chosen.append(most)
    return [
        (msgspec.structs.replace(record, events=record.events[:version], seed=None), seat)
        for _, version, seat, _ in dict.fromkeys(chosen)
    ]


def sit(visitor: Visitor, site: Site, record: Record, seat: int) -> None:
    """At a table in the middle of a game, where everybody else sits somewhere else."""
    name = f"every-screen-{record.game}-{len(record.events)}"
    table = site.lay_down(record, name, over=False, names=SHORTENED)
    visitor.sit({"table": table, "game": record.game, "keys": [{"seat": seat, "key": f"key {table} {seat}"}]})
    visitor.page.locator("[data-testid=table]").wait_for()


@pytest.mark.parametrize("name", GAMES)
def test_a_table(name: str, visit: Arrive, site: Site) -> None:
    ada = visit(locale="fr-FR", color_scheme=SCHEMES[GAMES.index(name) % 2])
    found = []
    for record, seat in moments(name):
        sit(ada, site, record, seat)
        found += findings(ada.page, whole=True)
    assert not found, "\n".join(found)
    assert not ada.errors


def test_between_two_at_one_screen(visit: Arrive, site: Site) -> None:
    """Whose turn it is to look, however long their name is and however small the screen."""
    ada = visit(locale="fr-FR")
    # The longest word among them has the first turn.
    seats = [{"kind": "here", "name": name} for name in SHORTENED[4:1:-1]]
    made = site.make_table(game="pass-pass", seats=seats, options={"leader": 0})
    ada.sit({**made, "game": "pass-pass"})
    ada.page.locator("[data-testid=curtain-open]").wait_for()
    found = [*findings(ada.page, whole=True)]
    assert not found, "\n".join(found)


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
    "/game/every-screen-read-{}": "[data-testid=scrubber]",
}
"""Pages that every game has, and what is there when they are."""
TABLES = ("/learn", "/game")
"""Pages that are a table: all of it is to be on the screen."""


ABREAST = 3
"""So many sizes at a time for pages that are alike in every game: all games together see all of them."""


@pytest.mark.parametrize("scheme", SCHEMES)
def test_pages(scheme: str, visit: Arrive) -> None:
    ada = visit(locale="fr-FR", color_scheme=scheme)
    found = []
    for address in list(PAGES)[SCHEMES.index(scheme) :: 2]:
        ada.go(address)
        ada.page.locator(PAGES[address]).first.wait_for()
        found += [f"{address} {finding}" for finding in findings(ada.page, whole=False)]
    assert not found, "\n".join(found)


def test_pages_of_people(visit: Arrive) -> None:
    ada, owen = visit(locale="fr-FR", color_scheme="dark"), visit(locale="fr-FR")
    found = []

    def measure(visitor: Visitor, what: str) -> None:
        found.extend(f"{what} {finding}" for finding in findings(visitor.page, whole=False))

    open_room(ada, SHORTENED[0], "anybody")
    measure(ada, "room")
    # A room is listed as long as somebody is in it: another one looks.
    owen.page.goto("/lobby")
    owen.page.locator("[data-testid=lobby-room]").first.wait_for()
    measure(owen, "lobby")
    ada.go("/")
    ada.page.locator("[data-testid=my-room]").first.wait_for()
    measure(ada, "home")
    # The button that leads there is at the top of a large page.
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    go_to_profile(ada)
    measure(ada, "profile")
    operate(owen)
    measure(owen, "operator")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", GAMES)
def test_pages_of_a_game(name: str, visit: Arrive, site: Site) -> None:
    ada = visit(locale="fr-FR", color_scheme=SCHEMES[GAMES.index(name) % 2])
    record, _ = moments(name)[-1]
    site.lay_down(resigned(record, len(record.events)), f"every-screen-read-{name}", names=SHORTENED)
    found = []
    for number, (address, there) in enumerate(PAGES_OF_GAMES.items()):
        begin = GAMES.index(name) + number
        sizes = (SIZES * 2)[begin % len(SIZES) :: len(SIZES) // ABREAST][:ABREAST]
        ada.go(address.format(name))
        ada.page.locator(there).first.wait_for()
        whole = address.startswith(TABLES)
        found += [
            f"{address.format(name)} {finding}" for finding in findings(ada.page, whole=whole, sizes=sizes)
        ]
    assert not found, "\n".join(found)
