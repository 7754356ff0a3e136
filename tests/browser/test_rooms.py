"""Rooms in a real browser: several people, one link, one game after another."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.browser.visitors import Visitor, play_to_the_end

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

MOVES = "[data-testid=table][data-your-turn=true] [data-testid=moves] button:enabled"
"""Any table can be had in words, where every move is a button."""


def introduce(visitor: Visitor, name: str) -> None:
    visitor.page.locator("[data-testid=person-name]").fill(name)
    visitor.page.locator("[data-testid=person-save]").click()
    visitor.page.locator("[data-testid=introduce]").wait_for(state="hidden")


def open_room(visitor: Visitor, name: str, who: str, *, game: str = "mono-line") -> str:
    """A room with bots that are in no hurry to be slow; its link, where the table is in words."""
    page = visitor.page
    page.goto(f"/play/{game}")
    page.locator(f"label:has([data-testid=who-{who}])").click()
    page.locator("[data-testid=my-name]").fill(name)
    page.locator("[data-testid=more] summary").click()
    page.locator("[data-testid=level]").select_option(index=0)
    page.locator("[data-testid=setting-pace]").select_option("0")
    page.locator("[data-testid=start-game]").click()
    page.wait_for_url("**/room/*")
    link = page.locator("[data-testid=room-link]").input_value()
    assert link == page.url
    page.goto(f"{link}?plain")
    page.locator("[data-testid=waiting-room]").wait_for()
    visitor.choices = (MOVES,)
    return f"{link}?plain"


def come_in(visitor: Visitor, link: str, name: str) -> None:
    visitor.page.goto(link)
    introduce(visitor, name)
    visitor.page.locator("[data-testid=waiting-room], [data-testid=table]").first.wait_for()
    visitor.choices = (MOVES,)


def is_there(visitor: Visitor, name: str, **more: str) -> None:
    """Until somebody is seen in the room."""
    marks = "".join(f"[data-{mark}={value}]" for mark, value in more.items())
    visitor.page.locator(f"[data-testid=person][data-name={name}]{marks}").wait_for()


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


def test_a_link_seats_a_game_its_end_and_one_more_with_everybody(visit: Arrive) -> None:
    ada, basil, carol = visit(), visit(phone=True, locale="fr-FR"), visit()
    link = open_room(ada, "Ada", "friends")
    come_in(basil, link, "Basile")
    come_in(carol, link, "Carol")
    basil.page.locator("[data-testid=sit-1]").click()
    ada.page.locator("[data-testid=room-seat-1][data-person=Basile]").wait_for()
    is_there(ada, "Carol", online="true")
    carol.page.locator("[data-testid=chat-text]").fill("May the best line win")
    carol.page.keyboard.press("Enter")
    ada.page.locator("[data-testid=chat] >> text=May the best line win").wait_for()
    # The host begins, and all of them are at the table.
    ada.page.locator("[data-testid=start-game]").click()
    for visitor in (ada, basil, carol):
        visitor.page.locator("[data-testid=table]").wait_for()
    play_to_the_end(ada, basil, carol)
    first = ada.table
    assert [yours(ada), yours(basil), yours(carol)] == [[0], [1], []]
    # One more, once all who play want it; everybody is told who does.
    assert carol.page.locator("[data-testid=play-again]").count() == 0, "whoever looks on has no say"
    ada.page.locator("[data-testid=play-again]").click()
    basil.page.locator("[data-testid=agreed]:has-text('Ada')").wait_for()
    carol.page.locator("[data-testid=agreed]:has-text('Ada')").wait_for()
    basil.page.locator("[data-testid=play-again]").click()
    for visitor in (ada, basil, carol):
        another_table(visitor, first)
    assert ada.table == basil.table == carol.table
    assert [yours(ada), yours(basil), yours(carol)] == [[1], [0], []], "everybody has moved on by a seat"
    # What was said is still there.
    ada.page.locator("[data-testid=tab-chat]").click()
    ada.page.locator("[data-testid=chat] >> text=May the best line win").wait_for()
    assert ada.page.url == link
    assert not ada.errors + basil.errors + carol.errors


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


def test_a_private_room_has_a_link_and_an_open_one_a_code(visit: Arrive) -> None:
    ada, basil = visit(), visit(locale="fr-FR", phone=True)
    link = open_room(ada, "Ada", "friends")
    assert ada.page.locator("[data-testid=room-code]").count() == 0
    ada.page.locator("[data-testid=room-private]").uncheck()
    code = ada.page.locator("[data-testid=room-code]").inner_text()
    assert len(code) == len("ABC-DEF")
    ada.page.locator("[data-testid=room-private]").check()
    ada.page.locator("[data-testid=room-code]").wait_for(state="hidden")
    # The code opens nothing now, and the lobby shows nothing.
    basil.page.goto("/")
    basil.page.locator("[data-testid=code]").fill(code.lower())
    basil.page.locator("[data-testid=code-go]").click()
    basil.page.locator("[data-testid=code-fault]").wait_for()
    basil.errors.clear()  # the browser writes down that the server said no
    ada.page.locator("[data-testid=room-private]").uncheck()
    ada.page.locator("[data-testid=room-code]").wait_for()
    basil.page.locator("[data-testid=code-go]").click()
    basil.page.wait_for_url(link.partition("?")[0])
    introduce(basil, "Basile")
    is_there(ada, "Basile")
    assert not ada.errors + basil.errors


def test_a_latecomer_takes_the_seat_of_a_bot(visit: Arrive) -> None:
    ada, basil = visit(), visit(phone=True)
    link = open_room(ada, "Ada", "friends")
    ada.page.locator("[data-testid=start-game]").click()
    ada.page.locator("[data-testid=table]").wait_for()
    come_in(basil, link, "Basil")
    basil.page.locator("[data-testid=table]").wait_for()
    assert yours(basil) == []
    basil.page.locator("[data-testid=room]").click()
    basil.page.locator("[data-testid=sit-1]").click()
    basil.page.locator("[data-testid=seats]").wait_for(state="hidden")
    play_to_the_end(ada, basil)
    assert yours(basil) == [1]
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
    page.wait_for_function("document.title.startsWith('(1)')")
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
