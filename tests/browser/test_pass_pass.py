"""Pass Pass in a real browser: alone against bots, with friends, around one screen, in teams, by keyboard."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import WebSocketRoute
from tests.browser.conftest import Site
from tests.browser.keys import INSTANT, act, begin
from tests.browser.secrecy import assert_frames_keep_secrets
from tests.browser.visitors import Visitor, play_a_round, play_on, play_to_the_end

import muscade

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]


def test_a_whole_game_against_bots_by_clicking(visit: Arrive, site: Site) -> None:
    ada = visit()
    ada.page.goto("/")
    ada.page.locator("a[href='/play/pass-pass']").first.click()
    ada.page.wait_for_url("**/play/pass-pass")
    ada.set_up(3)
    play_to_the_end(ada)
    record = site.record(ada.table)
    match = muscade.replay(record)
    outcome = match.state.outcome()
    assert outcome is not None
    winner = ada.frames[0]["people"][outcome.winners[0]]["name"]
    assert winner in ada.page.locator("[data-testid=game-over]").inner_text()
    assert_frames_keep_secrets(ada.updates, record, {0})
    ada.page.locator("[data-testid=deal-check][data-result=fair]").wait_for()
    assert not ada.errors


def test_two_people_in_two_browsers_and_a_spectator(visit: Arrive, site: Site) -> None:
    ada, basil, carol = visit(), visit(phone=True, locale="fr-FR"), visit()
    ada.set_up(4, "me", "invited", "bot", "bot")
    link = ada.page.locator("[data-testid=invite-link-1]").input_value()
    basil.page.goto(link)
    basil.page.locator("[data-testid=join-name]").fill("Basile")
    basil.page.locator("[data-testid=join]").click()
    basil.page.wait_for_url("**/table/*")
    carol.page.goto(ada.page.url)
    carol.page.get_by_test_id("table").wait_for()
    play_a_round(ada, basil)
    play_on(carol, until=lambda: any(update["view"]["pad"] for update in carol.updates))
    assert carol.page.locator("[data-testid=round-over]").count() == 0, "who looks on is stopped by nothing"
    record = site.log(ada.table)
    assert_frames_keep_secrets(ada.updates, record, {0})
    assert_frames_keep_secrets(basil.updates, record, {1})
    assert_frames_keep_secrets(carol.updates, record, {None})
    # An invitation is behind the hash, where no server sees it; links from before take it there.
    address, _, invite = link.partition("#")
    again = visit()
    again.page.goto(f"{address}/{invite}")
    again.page.wait_for_url(link)
    again.page.locator("[data-testid=join-name]").wait_for(state="hidden")
    assert not ada.errors + basil.errors + carol.errors


def test_reload_in_the_middle_and_a_server_that_dies(visit: Arrive, site: Site) -> None:
    ada = visit()
    ada.set_up(4)

    def to_play(trick: int) -> bool:
        """It is Ada's turn to play a card, in that trick or later."""
        view = ada.updates[-1]["view"] if ada.updates else {"phase": ""}
        mine = view["phase"] == "play" and view["turn"] == [0]
        return mine and ada.settled() and view["trick"]["number"] >= trick

    play_on(ada, until=lambda: to_play(2))
    ada.shows_all()
    hand = ada.updates[-1]["view"]["hand"]
    log = ada.page.locator("[data-testid=log]").inner_text()
    ada.page.reload()
    ada.page.locator("[data-testid=hand-card]").nth(len(hand) - 1).wait_for()
    ada.shows_all()
    assert ada.updates[-1]["view"]["hand"] == hand
    assert ada.page.locator("[data-testid=log]").inner_text() == log
    play_on(ada, until=lambda: to_play(3))
    site.kill()
    ada.page.locator("[data-testid=offline]").wait_for()
    site.start()
    ada.page.locator("[data-testid=offline]").wait_for(state="hidden")
    play_a_round(ada)
    assert muscade.replay(site.log(ada.table)).state.view(None).pad


def test_hot_seat_with_a_curtain_between_hands(visit: Arrive, site: Site) -> None:
    ada = visit()
    ada.set_up(3, "me", "here", "here")
    page = ada.page
    curtain = page.locator("[data-testid=curtain]")
    curtain.wait_for()
    assert page.locator("[data-testid=hand-card]").count() == 0, "nothing is shown before the curtain opens"
    play_a_round(ada)
    record = site.log(ada.table)
    assert_frames_keep_secrets(ada.updates, record, {0, 1, 2, None})
    seen = [update["seat"] for update in ada.updates if update["view"]["outcome"] is None]
    assert {0, 1, 2, None} == set(seen)
    for before, after in pairwise(seen):
        assert before == after or None in (before, after), "between two hands there is always the curtain"
    assert not ada.errors


@pytest.mark.clause("PP-21")
def test_a_team_game_of_six(visit: Arrive, site: Site) -> None:
    ada = visit(locale="fr-FR")
    ada.set_up(6)
    play_a_round(ada)
    view = muscade.replay(site.log(ada.table)).state.view(None)
    assert view.teams == (0, 1, 2, 0, 1, 2)
    if view.pad:
        recorded = [seat for seat, line in enumerate(view.pad[0]) if line.recorded]
        assert sorted(view.teams[seat] for seat in recorded) == [0, 1, 2], "one of each team"
    assert_frames_keep_secrets(ada.updates, site.log(ada.table), {0})
    assert not ada.errors


@pytest.mark.parametrize("seats", [3, 6], ids=["alone", "in teams"])
def test_a_whole_game_by_keyboard_alone(visit: Arrive, seats: int) -> None:
    ada = visit()
    page = ada.page
    from_four = {3: "<ArrowLeft>", 6: "<ArrowRight><ArrowRight>"}
    begin(ada, "pass-pass", ("[data-testid^=player-count-]", from_four[seats]), *INSTANT)
    over = page.locator("[data-testid=game-over]")
    to_do = page.locator("[data-testid=next-round]:focus, [data-testid=table][data-your-turn=true]")
    while True:
        to_do.or_(over).first.wait_for()
        if over.is_visible():
            break
        if page.locator("[data-testid=next-round]").is_visible():
            page.keyboard.press("Enter")
            page.locator("[data-testid=round-over]").wait_for(state="detached")
        else:
            act(page, "1")
    assert ada.updates[-1]["view"]["seats"] == seats
    assert not ada.errors


def test_a_refusal_is_shown_where_it_happens_with_its_clause(visit: Arrive) -> None:
    """A client that offers what it should not: the server's answer is on the screen, and nothing has changed."""
    ada = visit()
    ada.page.route_web_socket("**/ws/**", _play_another_card)
    ada.set_up(3, leader="0")
    ada.page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    ada.act()
    refusal = ada.page.locator("[data-testid=refusal]")
    refusal.wait_for()
    assert "PP-8" in refusal.inner_text()
    assert ada.page.locator("[data-testid=hand-card]").count() == 8


def _play_another_card(socket: WebSocketRoute) -> None:
    """Between page and server: whatever card the page plays, another one is sent that is not in the hand."""
    server = socket.connect_to_server()
    hand: set[str] = set()

    def from_server(message: str) -> None:
        frame = json.loads(message)
        if frame["type"] == "update":
            hand.clear()
            hand.update(frame["view"]["hand"])
        socket.send(message)

    def from_page(message: str) -> None:
        frame = json.loads(message)
        if frame["type"] == "move":
            frame["move"] = next(f"Y{value}" for value in range(1, 13) if f"Y{value}" not in hand)
        server.send(json.dumps(frame))

    socket.on_message(from_page)
    server.on_message(from_server)


def test_french_from_the_first_screen_and_rules_by_clause(visit: Arrive) -> None:
    basil = visit(locale="fr-FR", phone=True)
    basil.page.goto("/")
    assert basil.page.locator("html").get_attribute("lang") == "fr"
    basil.page.goto("/rules/pass-pass#PP-13")
    clause = basil.page.locator("#PP-13")
    clause.wait_for()
    assert "manche" in basil.page.locator("[data-testid=rules]").inner_text()
    basil.page.locator("[data-testid=language]").first.click()
    basil.page.locator("html[lang=en]").wait_for()
    assert not basil.errors
