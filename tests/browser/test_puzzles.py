"""The puzzles in a real browser: by hand, with hints to the end, shared, and the one of the day."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.boards import Player
from tests.browser.conftest import Site
from tests.browser.test_accounts import open_account, sign_in
from tests.browser.visitors import Visitor

import muscade
from muscade.solvers import solver_of

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


def sit_alone(visitor: Visitor, game: str, **options: str) -> Player:
    visitor.sit_alone(game, **options)
    player = Player(visitor, game, "random")
    assert player.my_turn()
    return player


def take_hint(player: Player) -> None:
    """Ask, and do what the answer says."""
    version = player.update["version"]
    player.page.locator("[data-testid=hint]").click()
    player.page.locator("[data-testid=hint-play]").click()
    player.wait(version)


def solve_with_hints(player: Player) -> None:
    while player.my_turn():
        take_hint(player)
    player.page.locator("[data-testid=game-over]").wait_for()


@pytest.mark.clause("SP-2", "SP-4")
def test_twisted_jumps_with_hints_to_the_end_and_shared(visit: Arrive, site: Site) -> None:
    ada = visit()
    player = sit_alone(ada, "twisted-jumps", position="b1 d1 e2 e8 d8")
    page = ada.page
    # A jump that spoils it is told as such.
    lost = "d1xe2>f3"
    assert lost in player.update["moves"]
    player.touch(lost)
    page.locator("[data-testid=hint]").click()
    page.locator("[data-testid=hint-status][data-status=impossible]").wait_for()
    for button in ("undo", "redo", "restart"):
        version = player.update["version"]
        page.locator(f"[data-testid={button}]").click()
        player.wait(version)
    assert player.view["count"] == 0
    solve_with_hints(player)
    outcome = muscade.replay(site.record(ada.table)).state.outcome()
    assert outcome is not None
    assert outcome.reason == "solved"
    address = page.locator("[data-testid=share-address]").input_value()

    basil = visit(phone=True, locale="fr-FR")
    basil.page.goto(address)
    basil.page.wait_for_url("**/table/*")
    basil.page.locator("[data-testid=game-over]").wait_for()
    assert basil.updates[-1]["view"]["outcome"]["reason"] == "solved"
    assert basil.updates[-1]["view"]["count"] == player.view["count"]
    assert not ada.errors + basil.errors


@pytest.mark.clause("SP-3", "SP-4")
def test_the_spiral_by_hand_from_first_to_last(visit: Arrive) -> None:
    ada = visit()
    player = sit_alone(ada, "over-pass-spiral")
    shipped = solver_of("over-pass-spiral").known(muscade.game("over-pass-spiral").new(1))
    assert shipped is not None
    assert "39" in ada.page.locator("[data-testid=best]").inner_text()
    moves = shipped.moves
    for move in moves[:4]:
        player.touch(move)
    assert player.view["left"] == 36
    for move in moves[4:]:
        version = player.update["version"]
        player.write(move)
        player.wait(version)
    ada.page.locator("[data-testid=game-over]").wait_for()
    assert player.view["outcome"]["reason"] == "master"
    assert not ada.errors


@pytest.mark.clause("SP-1", "SP-4")
def test_full_house_steps_and_additions_on_a_phone(visit: Arrive) -> None:
    basile = visit(phone=True, locale="fr-FR")
    player = sit_alone(basile, "full-house", target="10")
    solve_with_hints(player)
    assert player.view["left"] == 10
    assert player.view["outcome"]["reason"] == "solved"
    assert basile.fits()
    assert not basile.errors


@pytest.mark.clause("SP-4")
def test_the_puzzle_of_the_day_and_a_streak(visit: Arrive) -> None:
    ada = visit()
    page = ada.page
    page.goto("/")
    drawn = page.locator("[data-testid=daily-card] [data-testid=puzzle-picture]")
    page.wait_for_function("picture => picture.naturalWidth > 0", arg=drawn.element_handle())
    page.locator("[data-testid=daily-open]").click()
    page.locator("[data-testid=daily-start]").click()
    page.wait_for_url("**/table/*")
    page.locator("[data-testid=board]").wait_for()
    game = next(frame["game"] for frame in ada.frames if frame["type"] == "table")
    player = Player(ada, game, "random")
    assert player.my_turn()
    solve_with_hints(player)
    assert player.view["count"] == player.view["par"]
    page.goto("/daily")
    page.locator("[data-testid=daily-solved]").wait_for()
    assert "1" in page.locator("[data-testid=streak]").inner_text()
    # It was done with hints, and says so: in the row, in the calendar, and on the card for others, which tells no move.
    assert int(page.locator("[data-testid=streak]").get_attribute("data-helped") or 0) == 1
    page.locator("[data-testid=daily-calendar] [data-mark=helped]").wait_for()
    page.locator("[data-testid=daily-share] summary").click()
    card = page.locator("[data-testid=share-card] textarea").input_value()
    assert "Hints: " in card
    assert page.url.split("/daily")[0] in card
    with page.expect_download() as saved:
        page.locator("[data-testid=save-card]").click()
    assert saved.value.suggested_filename.endswith(".png")
    # Those of past days can be played as well, and do not count for days in a row.
    page.locator("[data-testid=month-before]").click()
    page.locator("[data-testid=daily-calendar] li a").first.click()
    page.locator("[data-testid=daily-past]").wait_for()
    assert not ada.errors


@pytest.mark.clause("SP-4")
def test_a_series_from_one_puzzle_to_the_next_and_a_hint_that_costs_the_star(visit: Arrive) -> None:
    basile = visit(phone=True, locale="fr-FR")
    page = basile.page
    puzzles = muscade.game("twisted-jumps").series()
    page.goto("/series/twisted-jumps")
    chosen = page.locator("[data-testid=series-chosen]")
    drawn = chosen.locator("[data-testid=puzzle-picture]")
    page.wait_for_function("picture => picture.naturalWidth > 0", arg=drawn.element_handle())
    assert page.locator("[data-testid=series-places] a").count() == len(puzzles)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # From the keyboard alone.
    page.locator("[data-testid=series-start]").press("Enter")
    page.wait_for_url("**/table/*")
    player = Player(basile, "twisted-jumps", "random")
    assert player.my_turn()
    page.locator("[data-testid=hint-cost][data-paid=false]").wait_for()
    take_hint(player)
    page.locator("[data-testid=hint-cost][data-paid=true]").wait_for()
    solve_with_hints(player)
    page.locator("[data-testid=series-star][data-starred=false]").wait_for()

    before = basile.table
    page.locator("[data-testid=next-puzzle]").click()
    page.wait_for_function("before => !location.pathname.endsWith(before)", arg=before)
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    for move in puzzles[1].moves:
        player.touch(move)
    page.locator("[data-testid=series-star][data-starred=true]").wait_for()

    page.locator("[data-testid=game-over] [data-testid=to-series]").click()
    page.locator("[data-testid=series-progress][data-solved='2'][data-stars='1']").wait_for()
    assert page.locator("[data-testid=place-3]").get_attribute("aria-current") == "true"
    assert "étoile" in (page.locator("[data-testid=place-2]").get_attribute("aria-label") or "")
    # Until the picture of another one has come, that of the last one is not taken for it, nor is any text in its place.
    page.route("**/api/series/twisted-jumps/9/*", lambda _: None)
    page.locator("[data-testid=place-9]").click()
    sign = page.locator("[data-testid=picture-sign]")
    sign.wait_for()
    expect(drawn).to_have_css("opacity", "0")
    page.locator("[data-testid=place-10]").click()
    expect(sign).to_have_count(0)
    expect(drawn).to_have_css("opacity", "1")
    page.goto("/")
    assert "2" in page.locator("[data-testid=solved-twisted-jumps]").inner_text()
    assert not basile.errors


@pytest.mark.clause("SP-4")
def test_two_devices_of_an_account_have_the_same_stars(visit: Arrive) -> None:
    desk, phone = visit(), visit(phone=True, locale="fr-FR")
    first, second = muscade.game("twisted-jumps").series()[:2]
    assert first.minimum is not None
    # A star at the desk, with an account.
    desk.page.goto("/sign-in")
    desk.page.locator("[data-testid=account-other]").click()
    open_account(desk, "Ada Stella")
    desk.page.wait_for_url("**/person/*")
    desk.page.goto("/series/twisted-jumps")
    desk.page.locator("[data-testid=series-start]").click()
    desk.page.wait_for_url("**/table/*")
    player = Player(desk, "twisted-jumps", "random")
    assert player.my_turn()
    for move in first.moves:
        player.touch(move)
    desk.page.locator("[data-testid=series-star][data-starred=true]").wait_for()
    # The phone has solved the same one with a hint, and won another star, before anybody signs in there.
    earlier = {
        1: {"count": first.minimum + 2, "starred": False},
        2: {"count": second.minimum, "starred": True},
    }
    phone.page.goto("/rules")
    phone.page.evaluate(
        "known => localStorage.setItem('muscade:series', JSON.stringify({ 'twisted-jumps': known }))", earlier
    )
    phone.page.goto("/sign-in")
    sign_in(phone, "Ada Stella")
    phone.page.wait_for_url("**/person/*")
    phone.page.locator(
        "[data-testid=profile-series-twisted-jumps][data-solved='2'][data-stars='2']"
    ).wait_for()
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for visitor in (desk, phone):
        visitor.page.goto("/series/twisted-jumps")
        visitor.page.locator("[data-testid=series-progress][data-solved='2'][data-stars='2']").wait_for()
    # They are the account's: whoever has signed out leaves none behind.
    phone.page.go_back()
    phone.page.locator("[data-testid=sign-out]").click()
    phone.page.locator("[data-testid=sign-in-link]").wait_for()
    phone.page.goto("/series/twisted-jumps")
    phone.page.locator("[data-testid=series-progress][data-solved='0']").wait_for()
    assert not desk.errors + phone.errors
