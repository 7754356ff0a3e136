"""Two servers on one PostgreSQL, in a real browser: people of one room need not be at the same one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from tests.browser.conftest import Site
from tests.browser.test_rooms import another_table, come_in, is_there, open_room, reads, say, yours
from tests.browser.visitors import Visitor, play_to_the_end
from tests.server.postgres import Cluster

pytestmark = [pytest.mark.browser, pytest.mark.postgres]
Arrive = Callable[..., Visitor]


@pytest.fixture
def sites(cluster: Cluster, tmp_path: Path) -> Iterator[list[Site]]:
    """Two of them, each with its own connections to the database, as on machines of their own."""
    with cluster.database() as database, ExitStack() as stack:
        folders = [tmp_path / name for name in ("here", "there")]
        for folder in folders:
            folder.mkdir()
        yield [stack.enter_context(closing(Site(folder, database))) for folder in folders]


def test_people_of_one_room_at_two_servers(visit: Arrive, sites: list[Site]) -> None:
    here, there = sites
    ada, basil, carol = visit(at=here), visit(at=there, phone=True, locale="fr-FR"), visit(at=there)
    carol.page.goto("/lobby")
    carol.page.locator("[data-testid=lobby-here]").wait_for()
    link = open_room(ada, "Ada", "anybody")
    elsewhere = link.replace(here.address, there.address)
    # The lobby there shows the room here, and its link leads into it from there.
    carol.page.locator("[data-testid=lobby-room][data-host=Ada]").wait_for()
    come_in(basil, elsewhere, "Basile")
    come_in(carol, elsewhere, "Carol")
    for name in ("Basile", "Carol"):
        is_there(ada, name, online="true")
    basil.page.locator("[data-testid=sit-1]").click()
    ada.page.locator("[data-testid=room-seat-1][data-person=Basile]").wait_for()
    say(ada, "Can you hear me over there?")
    reads(basil, "Can you hear me over there?")
    say(basil, "Parfaitement")
    reads(ada, "Parfaitement")
    ada.page.locator("[data-testid=start-game]").click()
    for visitor in (ada, basil, carol):
        visitor.page.locator("[data-testid=table]").wait_for()
    # Who looks on there is seen by who plays here.
    ada.page.locator("[data-testid=open-menu]").click()
    ada.page.locator("[data-testid=watch-count]:has-text('Spectators: 1')").wait_for()
    ada.page.keyboard.press("Escape")
    play_to_the_end(ada, basil, carol)
    first = ada.table
    assert basil.table == carol.table == first
    assert [yours(ada), yours(basil), yours(carol)] == [[0], [1], []]
    assert ada.updates[-1]["version"] == basil.updates[-1]["version"] == carol.updates[-1]["version"]
    for visitor in (ada, basil):
        visitor.page.locator("[data-testid=deal-check][data-result=fair]").wait_for()
    # One more, agreed to at two servers.
    for visitor in (ada, basil):
        visitor.page.locator("[data-testid=play-again]").click()
    for visitor in (ada, basil, carol):
        another_table(visitor, first)
    assert [yours(ada), yours(basil), yours(carol)] == [[1], [0], []]
    assert not ada.errors + basil.errors + carol.errors
