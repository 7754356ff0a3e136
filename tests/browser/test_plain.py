"""A game that the client has no folder for: it is on the shelf, it is set up and played like any other, in words."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from tests.browser.conftest import Site
from tests.browser.visitors import Visitor

import muscade

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


def test_a_game_from_elsewhere_from_the_shelf_to_the_end(visit: Arrive, site: Site) -> None:
    ada = visit()
    page = ada.page
    page.goto("/")
    box = page.locator("article:has-text('The Stranger')")
    assert "From somebody else." in box.inner_text()
    assert box.locator("a:has-text('Rules')").count() == 0, "its rules stayed at home"
    box.locator("a[href='/play/stranger']").click()
    # What explains itself is asked first, before who plays and before anything is opened.
    asked = page.locator("fieldset").first
    assert "What is wrong is for you to see." in asked.inner_text()
    assert asked.is_visible()
    asked.locator("input[value=vigilant]").check(force=True)
    asked.locator("input[value=friendly]").check(force=True)
    page.locator("[data-testid=more] summary").click()
    page.locator("[data-testid=option-first]").select_option("0")
    page.locator("[data-testid=setting-pace]").select_option("0")
    page.locator("[data-testid=start-game]").click()
    page.wait_for_url("**/room/*")
    # The view in words.
    words = page.locator("[data-testid=plain]")
    words.locator("[data-field=phase] dd:has-text('place')").wait_for()
    # A refusal of what is typed.
    page.locator("[data-testid=typed]").fill("z9")
    page.locator("[data-testid=typed-send]").click()
    page.locator("[data-testid=refusal]:has-text('z9')").wait_for()
    # The moves as buttons, to the end.
    offered = page.locator("[data-testid=table][data-your-turn=true] [data-testid=moves] button")
    over = page.locator("[data-testid=game-over]")
    offered.first.click()
    words.locator("[data-field=tried] dd:not(:has-text('–'))").wait_for()
    while not over.is_visible():
        offered.first.or_(over).first.wait_for()
        if offered.count():
            version = page.locator("[data-testid=table]").get_attribute("data-version")
            offered.last.click()
            page.locator(f"[data-testid=table]:not([data-version='{version}'])").wait_for()
    match = muscade.replay(site.record(ada.table).replace('"stranger"', '"mono-line"'))
    outcome = match.state.outcome()
    assert outcome is not None
    winner = ada.frames[0]["people"][outcome.winners[0]]["name"]
    assert winner in over.inner_text() or outcome.winners == (0,)
    log = page.locator("[data-testid=log]").inner_text()
    assert re.search(r"^Guest: [a-k]\d+$", log, re.MULTILINE)
    assert not ada.errors


def test_a_game_from_elsewhere_in_its_own_words(visit: Arrive) -> None:
    """Fields, what they say, moves and the log, in French; what is sent and may be written stays the notation."""
    basile = visit(phone=True, locale="fr-FR")
    basile.set_up(2, game="stranger", first="1")
    page = basile.page
    stage = page.locator("[data-testid=plain] [data-field=phase]")
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    assert stage.inner_text().split("\n") == ["Étape", "à poser"]
    # The other has placed one: what is said of it has several parts.
    [piece] = basile.updates[-1]["view"]["pieces"]
    said = page.locator("[data-testid=plain] [data-field=pieces] li").inner_text()
    assert piece["place"] in said
    page.locator("[data-testid=moves] button").first.click()
    done = page.locator("[data-testid=moves] button[data-move=end]")
    done.wait_for()
    assert done.inner_text() == "fini"
    done.click()
    page.locator("[data-testid=open-log]").click()
    page.locator("[data-testid=log]:has-text('Invité : fini')").wait_for()
    assert not basile.errors


@pytest.mark.parametrize("game", ["pass-pass", "ptipasspass", "passe-eclair", "over-pass", "full-house"])
def test_any_table_in_words(visit: Arrive, game: str) -> None:
    """On a phone, in French: every kind of value there is in a view finds its words."""
    basile = visit(phone=True, locale="fr-FR")
    if len(muscade.game(game).seats) == 1:
        basile.sit_alone(game)
    else:
        basile.set_up(max(muscade.game(game).seats), game=game)
    page = basile.page
    page.goto(f"{page.url}?plain")
    move = page.locator("[data-testid=table][data-your-turn=true] [data-testid=moves] button").last
    for _ in range(3):
        version = page.locator("[data-testid=table]").get_attribute("data-version")
        move.click()
        page.locator(f"[data-testid=table]:not([data-version='{version}'])").wait_for()
    words = page.locator("[data-testid=plain]").inner_text()
    assert "[object" not in words
    assert "undefined" not in words
    assert basile.fits()
    assert not basile.errors
