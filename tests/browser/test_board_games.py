"""Over-Pass, Groups-of-Three and Mono-Line in a real browser: to the end against bots, on a phone, by notation."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.boards import Player, own_board
from tests.browser.conftest import DESKTOP, Site
from tests.browser.visitors import Visitor

import muscade
from muscade.board import standard_board

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

# All forty pieces on the board: nobody has a reserve, and a few turns bring somebody home; more than one roll, though.
NEAR_THE_EXITS = own_board(
    "over-pass",
    black="k1 k2 k3 k4 k5 k6 k7 k8 j1 j2",
    white="h1 h2 h3 h4 h5 h6 h7 h8 g1 g2",
    red="f1 f2 f3 f4 f5 f6 f7 f8 f9 f10",
    blue="g3 g4 g5 g6 g7 g8 e1 e2 e3 e4",
)
NEAR_THE_CENTRE = own_board(
    "groups-of-three",
    black="1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 3.1 3.2",
    white="5.1 5.2 5.3 5.4 5.5 5.6 5.7 5.8 4.3 4.4",
    red="7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 4.5 4.6",
    blue="8.1 8.2 8.3 8.4 8.5 8.6 8.7 8.8 4.7 4.8",
)
BOARD = standard_board()
[HALF_TURN] = [
    image
    for image in BOARD.symmetries
    if [place for place, moved in enumerate(image) if place == moved] == [0]
    and all(image[moved] == place for place, moved in enumerate(image))
]
OPPOSITE = {name: BOARD.intersections[HALF_TURN[place]] for place, name in enumerate(BOARD.intersections)}


def sit_down(visitor: Visitor, game: str, seats: int = 2, **options: str) -> Player:
    visitor.set_up(seats, game=game, level="easy", **options)
    visitor.page.locator("[data-testid=board]").wait_for()
    return Player(visitor, game, "normal")


def play_to_the_end(player: Player) -> None:
    while player.my_turn():
        player.touch(player.advice())
    player.page.locator("[data-testid=game-over]").wait_for()


def ended(player: Player, site: Site) -> muscade.core.Outcome:
    outcome = muscade.replay(site.record(player.visitor.table)).state.outcome()
    assert outcome is not None
    assert not player.visitor.errors
    return outcome


@pytest.mark.clause("OP-3", "OP-12", "OP-14", "OB-9")
def test_over_pass_with_two_colours_each_until_one_is_home(visit: Arrive, site: Site) -> None:
    ada = sit_down(visit(), "over-pass", board=NEAR_THE_EXITS)
    play_to_the_end(ada)
    outcome = ended(ada, site)
    assert outcome.reason == "home"
    assert ada.view["homes"].count(10) == 1
    colours = {update["view"]["colour"] for update in ada.visitor.updates if update["moves"]}
    assert colours == {"black", "white"}


@pytest.mark.clause("GT-1", "GT-6", "GT-7", "GT-10", "OB-9")
def test_groups_of_three_with_two_colours_each_until_one_is_home(visit: Arrive, site: Site) -> None:
    ada = sit_down(visit(), "groups-of-three", board=NEAR_THE_CENTRE)
    play_to_the_end(ada)
    outcome = ended(ada, site)
    assert outcome.reason == "home"
    colours = {update["view"]["colour"] for update in ada.visitor.updates if update["moves"]}
    assert colours == {"black", "red"}


@pytest.mark.clause("ML-2", "ML-3", "ML-4")
def test_mono_line_against_a_bot_on_a_phone_in_french(visit: Arrive, site: Site) -> None:
    basile = sit_down(visit(phone=True, locale="fr-FR"), "mono-line", first="0", pieces="unlimited")
    assert basile.my_turn()
    # Tried here, then there, taken up again: only then declared over.
    for place in ("k1", "a1"):
        basile.touch(place)
        assert basile.view["tried"] == place
    basile.touch("undo")
    basile.touch("a1")
    basile.touch("end")
    assert [(stone["place"], stone["seat"]) for stone in basile.view["pieces"]][:1] == [("a1", 0)]
    assert basile.view["captured"].count(0) >= 2
    # The opposite of whatever the opponent does is always open, and so wins.
    while basile.my_turn():
        tried = basile.view["tried"]
        basile.touch("end" if tried else OPPOSITE[basile.view["pieces"][-1]["place"]])
    basile.page.locator("[data-testid=game-over]").wait_for()
    assert ended(basile, site).winners == (0,), "whoever holds the centre can mirror"
    assert basile.visitor.fits()


def whole_on_a_small_phone(page: Page) -> bool:
    """Whether all that one may do, and what is said of it, is there without scrolling."""
    page.set_viewport_size({"width": 360, "height": 640})
    page.wait_for_function("innerWidth === 360")
    fits = "({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1"
    whole = page.locator("[data-part=actions]").evaluate(fits)
    page.set_viewport_size(DESKTOP)
    return bool(whole)


@pytest.mark.clause("ML-5", "ML-6")
def test_mono_line_vigilant_around_one_screen(visit: Arrive, site: Site) -> None:
    ada = visit(locale="fr-FR")
    ada.set_up(2, "me", "here", game="mono-line", first="0", play="vigilant")
    page = ada.page
    both = Player(ada, "mono-line", "random")
    for place in ("h2", "h1", "h8"):  # h8 shares a line with h2 alone
        assert both.my_turn()
        assert page.locator("[data-testid=board] [data-line]").count() == 0, "no hint of captured lines"
        both.touch(place)
        both.touch("end")
    both.my_turn()
    both.touch("h4")  # shares a line with h2, an opponent's piece: nobody says so
    both.touch("end")
    assert both.my_turn()
    page.locator("[data-testid=announce-begin]").wait_for()
    assert whole_on_a_small_phone(page)
    page.locator("[data-testid=announce-begin]").click()
    for place in ("h2", "h1"):
        both.tap(both.place(place))
    version = both.update["version"]
    page.locator("[data-testid=announce]").click()
    both.wait(version)
    assert both.view["outcome"] is None, "h1 and h2 share no line"
    page.locator("[data-testid=announcement]").wait_for()
    assert whole_on_a_small_phone(page)
    both.touch("a1")
    both.touch("end")
    assert both.my_turn()
    both.touch("k5")
    both.touch("end")
    assert both.my_turn()
    page.locator("[data-testid=announce-begin]").click()
    for place in ("h4", "h2"):
        both.tap(both.place(place))
    page.locator("[data-testid=announce]").click()
    page.locator("[data-testid=game-over]").wait_for()
    assert ended(both, site).reason == "announced"
    # Whoever wants to see the table first finds back to what one may do next.
    page.keyboard.press("Escape")
    page.locator("[data-testid=game-over]").wait_for(state="detached")
    page.locator("[data-testid=see-end]").click()
    page.locator("[data-testid=game-over] [data-testid=to-room]").click()
    assert "Amicale ou vigilante\xa0? vigilante" in page.locator("[data-testid=about]").inner_text()
    assert not ada.errors


@pytest.mark.clause("ML-5")
def test_mono_line_asks_first_whether_friendly_or_vigilant(visit: Arrive) -> None:
    ada = visit()
    ada.page.goto("/play/mono-line")
    asked = ada.page.locator("fieldset").first
    option, *_ = muscade.game("mono-line").options(2)
    assert option.title.en in asked.inner_text()
    for choice in option.choices:
        assert choice.note is not None
        assert choice.note.en in asked.inner_text()


@pytest.mark.clause("ML-1", "ML-4", "ML-5")
def test_mono_line_vigilant_without_a_piece_left(visit: Arrive, site: Site) -> None:
    """Twenty each: whoever began has none left, which all can see, and has the announcement still."""
    names = [name for name in BOARD.intersections if name[0] in "fghi"][:40]
    seats = [{"kind": "here", "name": name} for name in ("Ada", "Bea")]
    made = site.make_table(
        game="mono-line",
        seats=seats,
        position=f"set turn=0 pieces={','.join(names[::2])}/{','.join(names[1::2])}",
        options={"play": "vigilant"},
    )
    ada = visit()
    ada.sit({"table": made["table"], "game": "mono-line", "keys": made["keys"]})
    page = ada.page
    page.locator("[data-testid=turn-banner]:has-text('Nothing to place')").wait_for()
    assert "announce two opposing pieces" in page.locator("[data-testid=goal]").inner_text()
    page.locator("[data-testid=announce-begin]").click()
    both = Player(ada, "mono-line", "random")
    for place in ("f1", "f10"):
        both.tap(both.place(place))
    page.locator("[data-testid=announce]").click()
    over = page.locator("[data-testid=game-over]")
    over.wait_for()
    assert "no piece left" in over.inner_text()
    assert "They share no line." in page.locator("[data-testid=log]").inner_text()
    assert not ada.errors


@pytest.mark.clause("OP-6", "OP-9", "OP-10", "OP-11")
def test_over_pass_shows_ways_takes_back_and_teaches(visit: Arrive) -> None:
    ada = visit()
    ada.set_up(4, "me", "here", "here", "here", game="over-pass")
    page = ada.page
    player = Player(ada, "over-pass", "random")
    assert player.my_turn()
    before = player.view["pieces"]
    colour = player.view["colour"]
    # The reserve's piece is on the centre, and the turn cannot end there.
    player.write("end")
    page.locator("[data-testid=refusal]").wait_for()
    assert page.locator("[data-testid=refusal-clause]").inner_text() == "OP-6"
    player.write("c3>z9")
    page.locator("[data-testid=refusal]:has-text('z9')").wait_for()
    # An Over-Pass shows its way before it is made.
    move = next(move for move in player.update["moves"] if move.startswith("a1>"))
    player.tap(player.place("a1"))
    target = move.split(">")[1]
    assert player.place(target).get_attribute("data-kind") == "pass"
    player.place(target).hover(force=True)
    page.locator("[data-testid=board] polyline.way").first.wait_for(state="attached")
    page.keyboard.press("Escape")
    player.touch(move)
    assert player.view["left"] == sum(player.view["dice"]) - 1
    # A swap lights two lines, and asks; of the last point the turn would be over, and nothing left to take back.
    swap = next((move for move in player.update["moves"] if move.startswith("swap ")), None)
    if swap is not None and player.view["left"] > 1:
        player.touch(swap)
        player.touch("undo")
    player.touch("undo")
    assert player.view["pieces"] == before
    assert page.locator("[data-undo]").is_disabled()
    # By notation, to the next player.
    player.write(move)
    page.locator("[data-undo]:enabled").wait_for()
    player.write("end")
    page.locator(f"[data-left]:not([data-colour='{colour}'])").first.wait_for()
    assert not ada.errors


@pytest.mark.clause("GT-9")
def test_groups_of_three_adds_pieces_and_goes_on_to_the_limit_on_a_phone(visit: Arrive, site: Site) -> None:
    basile = sit_down(visit(phone=True, locale="fr-FR"), "groups-of-three", max_turns="40")
    added = 0
    while basile.my_turn() and added < 3:
        move = basile.advice()
        if move.startswith("add "):
            assert basile.place(move[4:]).get_attribute("data-kind") == "add"
            added += 1
        basile.touch(move)
    assert added == 3
    assert basile.visitor.fits()
    while basile.my_turn():
        basile.touch("end" if "end" in basile.update["moves"] else basile.advice())
    basile.page.locator("[data-testid=game-over]").wait_for()
    assert ended(basile, site).reason in ("max-turns", "home")
