"""Accounts, profiles and friends in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.browser.axe import assert_accessible
from tests.browser.test_rooms import come_in, introduce, open_room
from tests.browser.visitors import Visitor, play_to_the_end

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

PASSWORD = "correct horse, été"


def go_to_profile(visitor: Visitor) -> str:
    """One's own, by the button at the top of the page; its address."""
    visitor.page.locator("[data-testid=me]").click()
    visitor.page.locator("[data-testid=my-profile]").click()
    visitor.page.wait_for_url("**/person/*")
    visitor.page.locator("[data-testid=account]").wait_for()
    return visitor.page.url


def open_account(visitor: Visitor, name: str) -> None:
    """On one's own profile."""
    visitor.page.locator("[data-testid=account-name]").fill(name)
    visitor.page.locator("[data-testid=account-password]").fill(PASSWORD)
    visitor.page.locator("[data-testid=account-send]").click()


def sign_in(visitor: Visitor, name: str, password: str = PASSWORD) -> None:
    page = visitor.page
    page.locator("[data-testid=account-name]").fill(name)
    page.locator("[data-testid=account-password]").fill(password)
    page.locator("[data-testid=account-send]").click()


def marked(visitor: Visitor) -> None:
    visitor.page.locator("[data-testid=profile-name] [data-testid=account-mark]").wait_for()


def test_an_account_on_two_devices_and_everything_deleted(visit: Arrive) -> None:
    desk, phone, eve = visit(), visit(phone=True, locale="fr-FR"), visit(color_scheme="dark")
    # A game against bots on the phone, before there is any account.
    open_room(phone, "Anonyme", "friends")
    phone.page.locator("[data-testid=start-game]").click()
    phone.page.locator("[data-testid=table]").wait_for()
    play_to_the_end(phone)
    # At the desk, a room and an account.
    link = open_room(desk, "Ada", "friends")
    desk.page.goto("/")
    profile = go_to_profile(desk)
    assert_accessible(desk)
    open_account(desk, "Ada Zweistein")
    marked(desk)
    # Nobody else gets a name that looks like it, nor in without the password.
    come_in(eve, link, "Ada Zweistein")
    eve.page.goto("/")
    go_to_profile(eve)
    open_account(eve, "ADA ZWE1STEIN")
    eve.page.locator("[data-testid=account-fault]").wait_for()
    eve.page.locator("[data-testid=account-other]").click()
    sign_in(eve, "Ada Zweistein", "a wrong password")
    eve.page.locator("[data-testid=account-fault]").wait_for()
    assert_accessible(eve)
    desk.page.goto(link)
    desk.page.locator("[data-testid=person][data-name='Ada Zweistein'] [data-testid=account-mark]").wait_for()
    posing = desk.page.locator("[data-testid=person][data-name='Ada Zweistein (2)']")
    posing.wait_for()
    assert posing.locator("[data-testid=account-mark]").count() == 0
    assert desk.page.locator("[data-testid=room-seat-0] [data-testid=account-mark]").count() == 1
    # The phone joins: what it had is the account's, and the other way round.
    phone.page.goto("/sign-in")
    sign_in(phone, "ada zweistein")
    phone.page.wait_for_url(profile)
    marked(phone)
    phone.page.locator("[data-testid=result-mono-line]").wait_for()
    phone.page.locator("[data-testid=device]").nth(1).wait_for()
    assert_accessible(phone)
    desk.page.goto(profile)
    desk.page.locator("[data-testid=last-games] a[href^='/game/']").wait_for()
    for visitor in (desk, phone):
        visitor.page.goto("/")
        visitor.page.locator("[data-testid=my-room]").nth(1).wait_for()
    # A stranger sees results by game, and no single game.
    eve.page.goto(profile)
    eve.page.locator("[data-testid=result-mono-line]").wait_for()
    assert not eve.page.locator("[data-testid=last-games], [data-testid=account]").count()
    # Everything in one file.
    go_to_profile(desk)
    with desk.page.expect_download() as download:
        desk.page.locator("[data-testid=export]").click()
    everything = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert everything["name"] == "Ada Zweistein"
    assert (len(everything["devices"]), len(everything["rooms"]), len(everything["results"])) == (2, 2, 1)
    # Signed out at the desk, and deleted on the phone.
    desk.page.locator("[data-testid=sign-out]").click()
    desk.page.locator("[data-testid=sign-in-link]").wait_for()
    go_to_profile(phone)
    phone.page.locator("[data-testid=delete]").click()
    phone.page.locator("[data-testid=delete-dialog]").wait_for()
    assert_accessible(phone)
    phone.page.locator("[data-testid=delete-password]").fill("a wrong password")
    phone.page.locator("[data-testid=delete-sure]").click()
    phone.page.locator("[data-testid=delete-fault]").wait_for()
    phone.page.locator("[data-testid=delete-password]").fill(PASSWORD)
    phone.page.locator("[data-testid=delete-sure]").click()
    phone.page.locator("[data-testid=sign-in-link]").wait_for()
    eve.page.goto(profile)
    eve.page.locator("main .fault").wait_for()
    eve.page.goto(link)
    eve.page.locator("[data-testid=person][data-host=true]").wait_for()
    assert eve.page.locator("[data-testid=person]").count() == 1
    phone.page.goto("/sign-in")
    sign_in(phone, "Ada Zweistein")
    phone.page.locator("[data-testid=account-fault]").wait_for()
    errors = desk.errors + phone.errors + eve.errors
    assert [error for error in errors if "status of 40" not in error] == []


def test_friends_by_a_link(visit: Arrive) -> None:
    ada, bea = visit(), visit(phone=True, locale="fr-FR", color_scheme="dark")
    open_room(ada, "Ada", "friends")
    ada.page.goto("/")
    mine = go_to_profile(ada)
    ada.page.locator("[data-testid=no-friends]").wait_for()
    ada.page.locator("[data-testid=friend-link-make]").click()
    link = ada.page.locator("[data-testid=friend-link]").input_value()
    assert "/friend#" in link
    # Bea opens it, says who she is, and agrees.
    bea.page.goto(link)
    bea.page.locator("[data-testid=friend-agree]").wait_for()
    assert_accessible(bea)
    bea.page.locator("[data-testid=friend-agree]").click()
    introduce(bea, "Bea")
    bea.page.locator("[data-testid=friend][data-name=Ada][data-online=true]").wait_for()
    assert_accessible(bea)
    ada.page.locator("[data-testid=friend][data-name=Bea][data-online=true]").wait_for()
    assert_accessible(ada)
    # Where Ada opens a room to anybody, Bea finds her on the first page, and joins her.
    room = open_room(ada, "Ada", "anybody")
    bea.page.goto("/")
    bea.page.locator("[data-testid=home-friends] [data-testid=join-friend]").wait_for()
    assert_accessible(bea)
    bea.page.locator("[data-testid=home-friends] [data-testid=join-friend]").click()
    bea.page.wait_for_url(room.partition("?")[0])
    ada.page.locator("[data-testid=person][data-name=Bea]").wait_for()
    # What friends see of one another that strangers do not, until they part.
    bea.page.goto(mine)
    bea.page.locator("[data-testid=results]").wait_for()
    go_to_profile(bea)
    bea.page.locator("[data-testid=unfriend]").click()
    bea.page.locator("[data-testid=unfriend-sure]").click()
    bea.page.locator("[data-testid=no-friends]").wait_for()
    ada.page.goto(mine)
    ada.page.locator("[data-testid=no-friends]").wait_for()
    assert not ada.errors + bea.errors
