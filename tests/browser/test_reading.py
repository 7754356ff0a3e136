"""The page of a game in a real browser: what a stranger does with a link to one, by keys, fingers, files and by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Site
from tests.browser.visitors import LONG, PATIENCE, Visitor
from tests.loopback import UNENCRYPTED
from tests.replays.played import played, resigned
from websockets.sync.client import ClientConnection, connect

import muscade
from muscade.core import Record
from muscade.replays import Replay

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

EVENTS = 8
"""So short is a game that is over soon: what is looked at is its page."""


@cache
def short(name: str) -> Record:
    return resigned(played(name, longest=EVENTS), EVENTS)


def first_choice(record: Record) -> int:
    """After how many events somebody had a choice first."""
    replay = Replay(record)
    while not any(seat >= 0 and len(replay.moves(seat)) > 1 for seat in replay.turn):
        replay.step()
    return replay.version


def scrubber(page: Page) -> Locator:
    return page.get_by_test_id("scrubber")


def at(page: Page, version: int) -> None:
    expect(scrubber(page)).to_have_attribute("data-at", str(version))


def test_a_round_is_called_what_the_law_of_its_game_calls_it(visit: Arrive, site: Site) -> None:
    basile = visit(locale="fr-FR")
    for name, round_ in (("passe-eclair", "Tour 1"), ("pass-pass", "Manche 1")):
        basile.go(f"/game/{site.lay_down(short(name), f'read-rounds-{name}')}")
        expect(basile.page.get_by_test_id("replay-at")).to_contain_text(round_)
    assert not basile.errors


@pytest.mark.parametrize("name", muscade.game_names())
def test_a_stranger_reads_a_game_analyses_it_tries_another_move_and_plays_on(
    name: str, visit: Arrive, site: Site
) -> None:
    record = short(name)
    table = site.lay_down(record, f"read-again-{name}")
    choice = first_choice(record)
    stranger = visit()
    page = stranger.page
    # From its link, by keys and by the slider.
    page.goto(f"/game/{table}?at=1")
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("End")
    at(page, len(record.events))
    page.keyboard.press("Home")
    at(page, 0)
    page.get_by_test_id("scrub").fill("5")
    at(page, 5)
    # Through somebody's eyes, and with everything open.
    for eyes in ("0", "open"):
        page.get_by_test_id("replay-eyes").select_option(eyes)
        expect(page).to_have_url(re.compile(rf"at=5&as={eyes}"))
        at(page, 5)
    page.get_by_test_id("tab-study").click()
    page.get_by_test_id("study-start").click()
    expect(page.get_by_test_id("study-player")).to_have_count(record.seats, timeout=1000 * LONG)
    # Another move, kept with a name.
    page.get_by_test_id("scrub").fill(str(choice))
    at(page, choice)
    page.get_by_test_id("try-move").click()
    page.get_by_test_id("tried-move").first.click()
    expect(page.get_by_test_id("tried-moves").locator("span")).not_to_have_count(0)
    page.get_by_test_id("variation-name").fill("Why not")
    page.get_by_test_id("keep-variation").click()
    expect(page.get_by_test_id("variation")).to_contain_text("Why not")
    # From there one plays on; what others do with its link is the same in all games.
    expect(page).to_have_url(re.compile("variation="))
    page.get_by_test_id("tab-study").click()
    page.get_by_test_id("scrub").fill(str(choice))
    at(page, choice)
    page.get_by_test_id("play-on").click()
    page.get_by_test_id("play-on-seat").first.click()
    expect(page).to_have_url(re.compile("/table/"))
    page.get_by_test_id("table").or_(page.get_by_test_id("game-over")).first.wait_for()
    assert stranger.errors == []


def test_variations_are_a_tree_whose_branches_have_names(visit: Arrive, site: Site) -> None:
    record = short("mono-line")
    table = site.lay_down(record, "a-tree")
    ada = visit()
    page = ada.page

    def keep(name: str) -> None:
        page.get_by_test_id("tab-study").click()
        page.get_by_test_id("try-move").click()
        page.get_by_test_id("tried-move").first.click()
        expect(page.get_by_test_id("tried-moves").locator("span")).to_have_count(1)
        page.get_by_test_id("variation-name").fill(name)
        page.get_by_test_id("keep-variation").click()
        expect(page.get_by_test_id("variation")).to_contain_text(name)

    # What is read out is what had happened last at the moment one looks at.
    page.goto(f"/game/{table}?at=6")
    told = page.locator("[aria-current=step] a")
    heard = page.get_by_test_id("announcer")
    expect(told).to_have_count(1)
    later = told.inner_text()
    expect(heard).to_contain_text(later)
    page.get_by_test_id("scrub").fill("2")
    at(page, 2)
    expect(told).not_to_have_text(later)
    expect(heard).to_contain_text(told.inner_text())
    expect(heard).not_to_contain_text(later)
    keep("A branch")
    page.get_by_test_id("scrub").fill("1")
    at(page, 1)
    keep("A twig")
    page.get_by_test_id("tab-study").click()
    lines = page.get_by_test_id("variation-line")
    expect(lines).to_have_text([re.compile("A branch"), re.compile("A twig")])
    expect(lines.nth(1)).to_have_attribute("data-depth", "1")
    # What somebody branches from stays.
    expect(lines.nth(0).get_by_test_id("remove-variation")).to_have_count(0)
    lines.nth(1).get_by_test_id("rename-variation").click()
    page.get_by_test_id("new-name").fill("A leaf")
    page.get_by_test_id("save-name").click()
    expect(lines.nth(1)).to_contain_text("A leaf")
    expect(page.get_by_test_id("variation")).to_contain_text("A leaf")
    # Others may look at it, and at that.
    bea = visit(phone=True, locale="fr-FR")
    bea.page.goto(page.url)
    bea.page.get_by_test_id("open-study").click()
    expect(bea.page.get_by_test_id("variation-line")).to_have_count(2)
    expect(bea.page.get_by_test_id("rename-variation")).to_have_count(0)
    lines.nth(1).get_by_test_id("remove-variation").click()
    page.get_by_test_id("remove-sure").click()
    expect(page).to_have_url(re.compile(rf"/game/{table}(\?at=\d+)?$"))
    page.get_by_test_id("tab-study").click()
    expect(lines).to_have_count(1)
    # Any moment can be handed to the editor.
    page.get_by_test_id("scrub").fill("3")
    at(page, 3)
    page.get_by_test_id("set-up").click()
    expect(page).to_have_url(re.compile("/position/mono-line#"))
    replay = Replay(record)
    replay.go_to(3)
    position = muscade.game("mono-line").positions.of(replay.state)
    expect(page.get_by_test_id("set-turn")).to_have_value(str(position.turn))
    expect(page.get_by_test_id("set-pieces-0")).to_have_value(re.compile(position.pieces[0][0]))
    assert ada.errors + bea.errors == []


HURRY = """() => {
  const wait = window.setTimeout;
  window.pauses = [];
  window.setTimeout = (act, pause, ...more) => {
    window.pauses.push(pause);
    return wait(act, Math.min(pause ?? 0, 20), ...more);
  };
}"""
"""Whatever the page waits for comes at once, and for how long it would have waited is noted."""


@pytest.mark.parametrize("name", ["mono-line", "passe-eclair"])
def test_a_game_plays_itself_at_three_speeds_or_in_its_own_time(name: str, visit: Arrive, site: Site) -> None:
    record = short(name)
    table = site.lay_down(record, f"by-itself-{name}")
    ada = visit()
    page = ada.page
    page.goto(f"/game/{table}?at=1")
    at(page, 1)
    page.evaluate(HURRY)
    pauses = {"slow": 2200, "normal": 1100, "fast": 380}
    if name == "passe-eclair":
        # Its events are a second apart.
        pauses = {"real": 1000}
    else:
        expect(page.get_by_test_id("replay-speed").locator("option")).to_have_count(3)
    for speed, pause in pauses.items():
        page.keyboard.press("Home")
        at(page, 0)
        page.get_by_test_id("replay-speed").select_option(speed)
        page.evaluate("() => void (window.pauses = [])")
        page.get_by_test_id("replay-play").click()
        at(page, len(record.events))
        expect(page.get_by_test_id("replay-play")).to_have_accessible_name("Play")
        waited = page.evaluate("window.pauses")
        assert waited.count(pause) >= EVENTS - 1
        assert not {*waited} & ({*pauses.values()} - {pause})
    assert ada.errors == []


def test_fingers_go_through_a_game(visit: Arrive, site: Site) -> None:
    table = site.lay_down(short("pass-pass"), "with-fingers")
    ada = visit(phone=True)
    page = ada.page
    page.goto(f"/game/{table}?at=3")
    at(page, 3)
    finger = page.context.new_cdp_session(page)

    def go(start: tuple[int, int], end: tuple[int, int]) -> None:
        for kind, points in (("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])):
            touched = [{"x": x, "y": y} for x, y in points]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    go((300, 400), (120, 410))
    at(page, 4)
    go((120, 400), (300, 410))
    at(page, 3)
    # Up and down is scrolling, and a touch is nothing.
    go((200, 500), (140, 300))
    go((200, 400), (200, 400))
    go((300, 400), (120, 410))
    at(page, 4)
    assert ada.errors == []


DROP = """text => {
  const files = new DataTransfer();
  files.items.add(new File([text], "game.json", { type: "application/json" }));
  return files;
}"""


def test_a_record_is_dropped_on_the_page(visit: Arrive) -> None:
    record = short("ptipasspass")
    ada = visit()
    page = ada.page
    page.goto("/game")
    page.get_by_test_id("pick-record").wait_for()

    def drop(text: str) -> None:
        files = page.evaluate_handle(DROP, text)
        page.dispatch_event("body", "dragover", {"dataTransfer": files})
        page.dispatch_event("body", "drop", {"dataTransfer": files})

    drop("no record at all")
    expect(page.get_by_test_id("record-fault")).to_be_visible()
    assert ada.errors == []
    drop(record.to_json().replace("first ", "last "))
    expect(page.get_by_test_id("record-fault")).to_contain_text("last")
    ada.errors.clear()  # the browser says, too, that the server has refused it
    drop(record.to_json())
    at(page, len(record.events))
    expect(page.get_by_test_id("record-fault")).to_have_count(0)
    # It is open to whoever has it, and what was unseen is told.
    page.get_by_test_id("tab-plot").click()
    expect(page.get_by_test_id("underneath")).to_be_visible()
    # Out again as a file, and in by the button.
    with page.expect_download() as saved:
        page.get_by_test_id("save-record").click()
    assert json.loads(saved.value.path().read_text()) == json.loads(record.to_json())
    page.goto("/game")
    page.get_by_test_id("record-file").set_input_files(saved.value.path())
    at(page, len(record.events))
    assert ada.errors == []


def test_what_really_lay_under_the_cups(visit: Arrive, site: Site) -> None:
    record = resigned(played("ptipasspass"), 120)
    table = site.lay_down(record, "under-the-cups")
    replay = Replay(record)
    ada = visit()
    page = ada.page
    page.goto(f"/game/{table}?as=spectator")
    page.get_by_test_id("tab-plot").click()
    page.get_by_test_id("plot-picture").wait_for()
    assert page.get_by_test_id("underneath").count() == page.get_by_test_id("hindsight").count() == 0
    page.get_by_test_id("replay-eyes").select_option("open")
    page.get_by_test_id("tab-plot").click()
    page.get_by_test_id("underneath").wait_for()
    # At any moment the picture has what was there.
    drawn = page.get_by_test_id("stay").evaluate_all("all => all.map(({ dataset }) => ({ ...dataset }))")
    for version in (40, 80, 120):
        replay.go_to(version)
        there = sorted(
            (stay["cup"], stay["token"]) for stay in drawn if int(stay["from"]) <= version < int(stay["to"])
        )
        piles = replay.state.hidden()["cups"]
        assert there == sorted((cup, token) for cup, tokens in piles.items() for token in tokens)
    # What was a bluff is told there, and in the log.
    bluff = page.get_by_test_id("log-line").filter(has_text="the fist held").first
    page.get_by_test_id("tab-log").click()
    bluff.click()
    page.get_by_test_id("tab-plot").click()
    expect(page.get_by_test_id("insight").filter(has_text="the fist held")).to_be_visible()
    assert ada.errors == []


def test_whoever_plays_looks_back_and_is_not_torn_away(visit: Arrive, site: Site) -> None:
    """By what they saw; one key leads back to the present."""
    seats = [{"kind": "here", "name": name} for name in ("Ada", "Bea")]
    asked = {"game": "mono-line", "seats": seats, "options": {"first": 0}}
    made = httpx.post(
        f"{site.address}/api/tables", json=asked, trust_env=False, timeout=PATIENCE, verify=UNENCRYPTED
    ).json()
    table, keys = made["table"], [held["key"] for held in made["keys"]]
    with connect(f"ws://127.0.0.1:{site.port}/ws/{table}", proxy=None, open_timeout=PATIENCE) as line:
        line.send(json.dumps({"type": "hello", "keys": keys, "look": 0, "since": 0}))
        *first, last = legal_moves(5)
        for version, (seat, place) in enumerate(first):
            move(line, seat, place, version)
        ada = visit()
        page = ada.page
        ada.sit({"table": table, "game": "mono-line", "keys": made["keys"][:1]})
        shown = page.get_by_test_id("table")
        expect(shown).to_have_attribute("data-version", "4")
        page.locator("[data-testid=log-line][data-version='2']").first.click()
        at(page, 2)
        expect(shown).to_have_attribute("data-version", "2")
        # Somebody moves: the page knows of it, and stays where one looks.
        move(line, *last, 4)
    expect(page.get_by_test_id("scrub")).to_have_attribute("max", "5")
    at(page, 2)
    expect(shown).to_have_attribute("data-version", "2")
    page.keyboard.press("Escape")
    expect(shown).to_have_attribute("data-version", "5")
    expect(scrubber(page)).to_have_count(0)
    assert ada.errors == []


def legal_moves(count: int) -> list[tuple[int, str]]:
    """The first moves of a game of Mono-Line that seat 0 begins."""
    match = muscade.Match(muscade.game("mono-line"), 2, first=0)
    for _ in range(count):
        [seat] = match.state.turn()
        match.play(seat, match.state.moves(seat)[0])
    return [(event.seat, event.move) for event in match.record.events]


def move(line: ClientConnection, seat: int, text: str, version: int) -> None:
    """What somebody plays who is not at this browser."""
    told = {"type": "move", "id": f"a move of ours, {version}", "seat": seat, "move": text}
    line.send(json.dumps(told | {"version": version}))
    while (answer := json.loads(line.recv()))["type"] != "accepted":
        assert answer["type"] != "refused", answer
