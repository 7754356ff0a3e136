"""What is remembered of games, in a real browser: ratings, one's own games, the same deal again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.browser.axe import assert_accessible
from tests.browser.test_rooms import come_in, open_room
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


def test_a_rated_game_and_what_is_remembered_of_it(visit: Arrive) -> None:
    ada, bea = visit(), visit(phone=True, locale="fr-FR")
    link = open_room(ada, "Ada", "friends")
    come_in(bea, link, "Béa")
    bea.page.locator("[data-testid=sit-1]").click()
    # Béa sat down before the game was to count: she is asked.
    page = ada.page
    page.locator("[data-testid=another-game]").click()
    assert page.locator("[data-testid=setting-rated]").is_disabled()
    page.locator("[data-testid=setting-clock]").select_option(index=5)
    page.locator("[data-testid=setting-rated]").check()
    page.locator("[data-testid=choose]").click()
    page.locator("[data-testid=rated-note][data-counts=false]").wait_for()
    bea.page.locator("[data-testid=agree-rated]").click()
    page.locator("[data-testid=rated-note][data-counts=true]").wait_for()
    assert_accessible(ada)
    page.locator("[data-testid=start-game]").click()
    bea.page.locator("[data-testid=open-menu]").click()
    bea.page.locator("[data-testid=resign]").click()
    bea.page.locator("[data-testid=resign-yes]").click()
    # Results are written down by the time that one more may be asked for.
    page.locator("[data-testid=play-again]:enabled").wait_for()
    # Both have a rating, with a question mark.
    page.goto("/ratings")
    page.locator("[data-testid=my-rating]").wait_for()
    mine = page.locator("[data-testid=my-rating]").inner_text()
    assert mine.endswith("?")
    assert_accessible(ada)
    # The game is among Ada's, under every filter that fits it.
    page.goto("/games")
    page.locator("[data-testid=my-game][data-outcome=won]").wait_for()
    page.locator("[data-testid=filter-outcome]").select_option("lost")
    page.locator("[data-testid=no-games]").wait_for()
    page.locator("[data-testid=filter-outcome]").select_option("won")
    page.locator("[data-testid=filter-rated]").select_option("yes")
    page.locator("[data-testid=filter-game]").select_option("mono-line")
    page.locator("[data-testid=filter-opponent]").select_option(label="Béa")
    page.locator("[data-testid=my-game]").wait_for()
    for plot in ("rating-plot", "results-plot", "by-seats-2"):
        page.locator(f"[data-testid={plot}]").wait_for()
    assert_accessible(ada)
    # The same deal once more, against a bot; it says that the deal was known.
    page.locator("[data-testid=same-deal]").click()
    page.locator("[data-testid=deal-game]").wait_for()
    assert_accessible(ada)
    page.locator("[data-testid=play-deal]").click()
    page.wait_for_url("**/table/*")
    page.locator("[data-testid=open-menu]").click()
    page.locator("[data-testid=resign]").click()
    page.locator("[data-testid=resign-yes]").click()
    page.locator("[data-testid=known-deal]").wait_for()
    page.locator("[data-testid=known-deal] a").click()
    page.locator("[data-testid=deal-game]").nth(1).wait_for()
    assert not ada.errors
