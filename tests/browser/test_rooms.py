"""Rooms in a real browser: several people, one link, one game after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.visitors import NO_DIALOG, Visitor, play_on, play_to_the_end

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

MOVES = "[data-testid=table][data-your-turn=true] [data-testid=moves] button:enabled"
"""Any table can be had in words, where every move is a button."""


def introduce(visitor: Visitor, name: str) -> None:
    visitor.page.locator("[data-testid=person-name]").fill(name)
    visitor.page.locator("[data-testid=person-save]").click()
    visitor.page.locator("[data-testid=introduce]").wait_for(state="hidden")


def open_room(
    visitor: Visitor,
    name: str,
    who: str,
    *,
    game: str = "mono-line",
    clock: str = "",
    settings: dict[str, Any] | None = None,
) -> str:
    """A room with bots that are in no hurry to be slow, and with settings that no page offers, if any are given; its link,
    where the table is in words."""
    page = visitor.page
    visitor.with_settings(settings)
    visitor.go(f"/play/{game}")
    page.locator(f"label:has([data-testid=who-{who}])").click()
    page.locator("[data-testid=my-name]").fill(name)
    if clock:
        page.locator("[data-testid=setting-clock]").select_option(label=clock)
    page.locator("[data-testid=more] summary").click()
    page.locator("[data-testid=level]").select_option(index=0)
    page.locator("[data-testid=setting-pace]").select_option("0")
    page.locator("[data-testid=start-game]").click()
    page.wait_for_url("**/room/*")
    link = page.locator("[data-testid=room-link]").input_value()
    assert link == page.url
    visitor.go(f"{link}?plain")
    page.locator("[data-testid=waiting-room]").wait_for()
    visitor.choices = (MOVES,)
    return f"{link}?plain"


def come_in(visitor: Visitor, link: str, name: str) -> None:
    """Before the game: at the door one is asked for a name."""
    visitor.page.goto(link)
    introduce(visitor, name)
    visitor.page.locator("[data-testid=waiting-room]").wait_for()
    visitor.choices = (MOVES,)


def is_there(visitor: Visitor, name: str, **more: str) -> None:
    """Until somebody is seen in the room."""
    marks = "".join(f"[data-{mark}={value}]" for mark, value in more.items())
    visitor.page.locator(f"[data-testid=person][data-name={name}]{marks}").wait_for()


def say(visitor: Visitor, words: str) -> None:
    visitor.page.locator("[data-testid=chat-text]").fill(words)
    visitor.page.keyboard.press("Enter")


def reads(visitor: Visitor, words: str) -> None:
    visitor.page.locator(f"[data-testid=chat] [role=log] p:has-text('{words}')").wait_for()


def lines(visitor: Visitor, words: str) -> int:
    return visitor.page.locator(f"[data-testid=chat] [role=log] p:has-text('{words}')").count()


def yours(visitor: Visitor) -> list[int]:
    seats: list[int] = next(f["yours"] for f in reversed(visitor.frames) if f["type"] == "table")
    return seats


def another_table(visitor: Visitor, before: str) -> None:
    for _ in range(1200):
        if any(frame["type"] == "table" for frame in visitor.frames) and visitor.table != before:
            break
        visitor.page.wait_for_timeout(50)
    assert visitor.table != before, "no other game begins"
    visitor.page.locator("[data-testid=table]").wait_for()


def test_a_link_seats_a_game_an_absence_its_end_and_one_more_with_everybody(visit: Arrive) -> None:
    ada, basil, carol, dora = visit(), visit(phone=True, locale="fr-FR"), visit(), visit()
    link = open_room(ada, "Ada", "friends", settings={"absent": {"then": "bot", "after": 1}})
    come_in(basil, link, "Basile")
    come_in(carol, link, "Carol")
    basil.page.locator("[data-testid=sit-1]").click()
    ada.page.locator("[data-testid=room-seat-1][data-person=Basile]").wait_for()
    is_there(ada, "Carol", online="true")
    say(carol, "May the best line win")
    reads(ada, "May the best line win")
    # The host begins, and all of them are at the table.
    ada.page.locator("[data-testid=start-game]").click()
    for visitor in (ada, basil, carol):
        visitor.page.locator("[data-testid=table]").wait_for()
    # There is no hand to show to whoever looks on, where everything lies open.
    ada.page.locator("[data-testid=open-menu]").click()
    expect(ada.page.locator("[data-testid=watch-count]")).to_contain_text("1")
    assert ada.page.locator("[data-testid=menu] label").count() == 0
    ada.page.keyboard.press("Escape")
    # Whoever comes by the link while the game is on looks on, and is asked for nothing.
    dora.page.add_init_script(f"({NO_DIALOG})()")
    dora.page.goto(link)
    dora.page.locator("[data-testid=table]").wait_for()
    # One of those who play goes; a bot takes over, marked, and the game goes on.
    mark = ada.page.locator("[data-testid=stand-in-1]")
    expect(mark).to_have_count(0)
    basil.page.goto("about:blank")
    mark.wait_for()
    dora.page.locator("[data-testid=stand-in-1]").wait_for()
    before = len(ada.updates)
    play_on(ada, until=lambda: played_by(ada, 1, before))
    # The seat is its owner's the moment they are back.
    basil.page.goto(link)
    basil.page.locator("[data-testid=table]").wait_for()
    mark.wait_for(state="detached")
    assert yours(basil) == [1]
    assert not dora.page.evaluate("window.stopped"), "nothing has come before the table"
    play_to_the_end(ada, basil, carol, dora)
    first = ada.table
    assert {visitor.table for visitor in (basil, carol, dora)} == {first}
    assert not dora.page.evaluate("window.stopped"), "the end stops nobody who looks on"
    assert [yours(visitor) for visitor in (ada, basil, carol, dora)] == [[0], [1], [], []]
    # One more, once all who play want it; everybody is told who does.
    for visitor in (carol, dora):
        assert visitor.page.locator("[data-testid=play-again]").count() == 0, "whoever looks on has no say"
    ada.page.locator("[data-testid=play-again]").click()
    for visitor in (basil, carol, dora):
        visitor.page.locator("[data-testid=agreed]:has-text('Ada')").wait_for()
    basil.page.locator("[data-testid=play-again]").click()
    for visitor in (ada, basil, carol, dora):
        another_table(visitor, first)
        assert visitor.page.locator("dialog").count() == 0, "who looked at the end is taken along"
        assert visitor.page.url == link
    assert {visitor.table for visitor in (basil, carol, dora)} == {ada.table}
    seats = [yours(visitor) for visitor in (ada, basil, carol, dora)]
    assert seats == [[1], [0], [], []], "everybody has moved on by a seat"
    # What was said is still there, for whoever came later too.
    for visitor in (ada, dora):
        visitor.page.locator("[data-testid=tab-chat]").click()
        reads(visitor, "May the best line win")
    assert not ada.errors + basil.errors + carol.errors + dora.errors


def played_by(visitor: Visitor, seat: int, since: int) -> bool:
    """Whether somebody has seen a seat move, after so many updates."""
    return any(event["seat"] == seat for update in visitor.updates[since:] for event in update["events"])


def test_another_game_for_the_same_company(visit: Arrive) -> None:
    ada, basil = visit(), visit()
    link = open_room(ada, "Ada", "friends")
    come_in(basil, link, "Basil")
    basil.page.locator("[data-testid=sit-1]").click()
    ada.page.locator("[data-testid=room-seat-1][data-person=Basil]").wait_for()
    ada.page.locator("[data-testid=another-game]").click()
    dialog = ada.page.locator("[data-testid=room-choice]")
    dialog.locator("[data-testid=which-game]").select_option("pass-pass")
    dialog.locator("[data-testid=player-count-3]").check(force=True)
    dialog.locator("[data-testid=choose]").click()
    basil.page.locator("h1:has-text('Pass Pass')").wait_for()
    basil.page.locator("[data-testid=room-seat-1][data-person=Basil]").wait_for()
    # Somebody else at Basil's screen takes the third seat.
    basil.page.locator("[data-testid=else-2]").click()
    basil.page.locator("[data-testid=else-name]").fill("Bert")
    basil.page.locator("[data-testid=else-sit]").click()
    ada.page.locator("[data-testid=room-seat-2][data-person=Bert]").wait_for()
    ada.page.locator("[data-testid=start-game]").click()
    ada.page.locator("[data-testid=table]").wait_for()
    basil.page.locator("[data-testid=table], [data-testid=curtain]").first.wait_for()
    assert [yours(ada), yours(basil)] == [[0], [1, 2]]
    assert not ada.errors + basil.errors


def test_the_host_leaves_hands_over_and_sends_away(visit: Arrive) -> None:
    ada, basil, carol = visit(), visit(), visit()
    link = open_room(ada, "Ada", "friends")
    come_in(basil, link, "Basil")
    is_there(ada, "Basil")
    come_in(carol, link, "Carol")
    is_there(basil, "Carol")
    assert basil.page.locator("[data-testid=start-game]").count() == 0
    ada.page.locator("[data-testid=leave]").click()
    ada.page.locator("[data-testid=leave-sure]").click()
    ada.page.locator("[data-testid=code]").wait_for()
    # Whoever has been here longest is the host now.
    is_there(basil, "Basil", host="true")
    basil.page.locator("[data-testid=start-game]").wait_for()
    basil.page.locator("[data-testid=person][data-name=Carol] [data-testid=person-menu]").click()
    basil.page.locator("[data-testid=hand-over]").click()
    is_there(carol, "Carol", host="true")
    carol.page.locator("[data-testid=person][data-name=Basil] [data-testid=person-menu]").click()
    carol.page.locator("[data-testid=kick]").click()
    carol.page.locator("[data-testid=kick-sure]").click()
    basil.page.locator("[data-testid=room-gone]").wait_for()
    basil.page.goto(link)
    basil.page.locator("[data-testid=room-gone]").wait_for()
    # The room is over for everybody.
    carol.page.locator("[data-testid=close-room]").click()
    carol.page.locator("[data-testid=close-sure]").click()
    carol.page.locator("[data-testid=code]").wait_for()
    ada.page.goto(link)
    ada.page.locator("[data-testid=room-gone]").wait_for()


def test_who_finds_a_room(visit: Arrive) -> None:
    ada, basil = visit(), visit(locale="fr-FR", phone=True)
    link = open_room(ada, "Ada", "friends")
    found_by = ada.page.locator("[data-testid=room-found-by]")
    assert found_by.input_value() == "code", "friends are told the code"
    code = ada.page.locator("[data-testid=room-code]").inner_text()
    assert len(code) == len("ABC-DEF")
    basil.page.goto("/lobby")
    basil.page.locator("[data-testid=lobby-here]").wait_for()
    found_by.select_option("lobby")
    listed = basil.page.locator("[data-testid=lobby-room][data-host=Ada]")
    listed.wait_for()
    found_by.select_option("link")
    listed.wait_for(state="hidden")
    ada.page.locator("[data-testid=room-code]").wait_for(state="hidden")
    # The code opens nothing now.
    basil.page.goto("/")
    basil.page.locator("[data-testid=code]").fill(code.lower())
    basil.page.locator("[data-testid=code-go]").click()
    basil.page.locator("[data-testid=code-fault]").wait_for()
    basil.errors.clear()  # the browser writes down that the server said no
    found_by.select_option("code")
    ada.page.locator("[data-testid=room-code]").wait_for()
    basil.page.locator("[data-testid=code-go]").click()
    basil.page.wait_for_url(link.partition("?")[0])
    # The name is what is asked for, and the keyboard is there; whoever does not want to say it is a guest.
    expect(basil.page.locator("[data-testid=person-name]")).to_be_focused()
    basil.page.keyboard.press("Escape")
    is_there(ada, "Invité")
    basil.page.locator("[data-testid=sit-1]").click()
    introduce(basil, "Basile")
    ada.page.locator("[data-testid=room-seat-1][data-person=Basile]").wait_for()
    assert not ada.errors + basil.errors


def test_a_latecomer_takes_the_seat_of_a_bot(visit: Arrive) -> None:
    ada, basil = visit(), visit(phone=True)
    link = open_room(ada, "Ada", "friends")
    ada.page.locator("[data-testid=start-game]").click()
    ada.page.locator("[data-testid=table]").wait_for()
    basil.page.goto(link)
    basil.choices = (MOVES,)
    # Nothing stops those who look on; whoever sits down says who they are.
    basil.page.locator("[data-testid=table]").wait_for()
    assert basil.page.locator("dialog").count() == 0
    assert yours(basil) == []
    basil.page.locator("[data-testid=room]").click()
    basil.page.locator("[data-testid=sit-1]").click()
    introduce(basil, "Basil")
    basil.page.locator("[data-testid=seats]").wait_for(state="hidden")
    play_to_the_end(ada, basil)
    assert yours(basil) == [1]
    assert "Basil" in ada.page.locator("[data-testid=seat-1]").inner_text()
    assert not ada.errors + basil.errors


def test_play_now_and_coming_back(visit: Arrive) -> None:
    ada = visit(phone=True, locale="fr-FR")
    page = ada.page
    page.goto("/")
    page.locator("[data-testid=now-mono-line]").click()
    page.wait_for_url("**/room/*")
    room = page.url
    # Nobody asks for anything: the game is on.
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    page.goto("/")
    page.locator("[data-testid=my-room][data-turn=true]").wait_for()
    assert not page.title().startswith("("), "bots are in no hurry"
    page.locator("[data-testid=my-room]").click()
    page.wait_for_url(room)
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    # A puzzle has nobody to wait for, and no room.
    page.goto("/")
    page.locator("[data-testid=now-full-house]").click()
    page.wait_for_url("**/table/*")
    page.locator("[data-testid=table]").wait_for()
    page.goto("/")
    page.locator("[data-testid=forget]").click()
    page.locator("[data-testid=unforget]").click()
    page.locator("[data-testid=resume]").click()
    page.wait_for_url("**/table/*")
    assert not ada.errors
