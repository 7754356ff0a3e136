"""Boards under fingers: a magnifier where places are small, names of what is spoken of, and a reason for every wrong touch."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.boards import MIDDLE, Player
from tests.browser.conftest import Site
from tests.browser.fingers import Finger
from tests.browser.keys import sit_down
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.browser
Arrive = Callable[..., Visitor]

SMALL = {"width": 360, "height": 640}
TOUCHABLE = 24
"""Pixels: whatever is smaller is hard to touch."""
SIZES = "all => all.map((each) => { const { width, height } = each.getBoundingClientRect(); return [width, height]; })"
READABLE = 11
"""Pixels, of letters."""
ON_PIECES = """name => {
  const { left, right, top, bottom } = name.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [...document.querySelectorAll("[data-testid=board] [data-piece]")].filter((piece) => {
    const { left, right, top, bottom } = piece.getBoundingClientRect();
    return left < x && x < right && top < y && y < bottom;
  }).map((piece) => piece.dataset.at);
}"""
"""Where the pieces stand that the name of a place is written on."""


def middle(player: Player, place: str) -> tuple[float, float]:
    x, y = player.place(place).evaluate(MIDDLE)
    return x, y


def lettering(page: Page, place: str) -> float:
    """How large a name stands on the board, in pixels."""
    name = page.locator(f"[data-testid=board] text[data-name='{place}']")
    name.wait_for(state="attached")
    size: float = name.evaluate("text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a")
    return size


def clause(page: Page) -> str:
    return page.locator("[data-testid=refusal-clause]").inner_text()


@pytest.mark.clause("ML-2", "ML-3")
def test_a_magnifier_under_the_finger(visit: Arrive) -> None:
    ada = visit(phone=True, locale="fr-FR")
    page = ada.page
    page.set_viewport_size(SMALL)
    ada.set_up(2, "me", "here", game="mono-line", first="0")
    player = Player(ada, "mono-line", "random")
    assert player.my_turn()
    page.locator("[data-testid=loupe-hint]").wait_for()
    finger, loupe = Finger(page), page.locator("[data-testid=loupe]")

    # A finger that slides sees what is under it, by name, and means it when it is lifted.
    version = player.update["version"]
    finger.down(*middle(player, "b2"))
    finger.slide(*middle(player, "d2"))
    expect(loupe).to_have_attribute("data-meant", "d2")
    expect(loupe.locator("text[data-name=d2]")).to_have_count(1)
    finger.slide(*middle(player, "b1"))
    expect(loupe).to_have_attribute("data-meant", "b1")
    finger.lift()
    player.wait(version)
    expect(loupe).to_have_count(0)
    assert player.view["tried"] == "b1"
    # Whoever has seen it knows it.
    expect(page.locator("[data-testid=loupe-hint]")).to_have_count(0)

    # A tap between several of them is answered by a second one, on something large.
    version = player.update["version"]
    finger.tap(*middle(player, "c3"))
    expect(loupe).to_have_role("group")
    sizes = loupe.locator("[data-near]").evaluate_all(SIZES)
    assert len(sizes) > 1
    assert min(min(size) for size in sizes) >= TOUCHABLE
    loupe.locator("[data-near=c3]").tap()
    player.wait(version)
    assert player.view["tried"] == "c3"

    # Somebody who meant nothing goes on as before; mice have no need of all this.
    finger.tap(*middle(player, "b2"))
    expect(loupe).to_have_role("group")
    page.locator("[data-testid=loupe-away]").tap(position={"x": 5, "y": 5})
    expect(loupe).to_have_count(0)
    assert player.view["tried"] == "c3"
    player.touch("b2")
    assert player.view["tried"] == "b2"

    # What the referee and the log speak of is named on the board, in letters that can be read.
    player.touch("end")
    assert player.my_turn()
    assert lettering(page, "b2") >= READABLE
    player.tap(player.place("b2"))
    page.locator("[data-testid=refusal]").wait_for()
    assert clause(page) in ("ML-2", "ML-3")
    assert lettering(page, "b2") >= READABLE
    assert not ada.errors


def seated(visit: Arrive, game: str, seats: int, **options: str) -> Player:
    """Somebody who plays all seats of a board."""
    visitor = visit()
    if seats == 1:
        visitor.sit_alone(game, **options)
    else:
        visitor.set_up(seats, "me", *["here"] * (seats - 1), game=game, **options)
    player = Player(visitor, game, "random")
    assert player.my_turn()
    return player


def refused(player: Player, *places: str) -> str:
    """What the referee answers to touching these: the clause, and it does not come from what was asked before."""
    player.visitor.close_refusal()
    *picked, last = places
    for place in picked:
        player.tap(player.place(place))
        player.page.locator("circle.selected").first.wait_for()
    player.tap(player.place(last))
    return clause(player.page)


@pytest.mark.clause("OP-7", "OP-9", "GT-4", "GT-9", "SP-1", "SP-2")
def test_wrong_touches_are_answered_with_their_clause(visit: Arrive) -> None:
    player = seated(visit, "over-pass", 4)
    assert refused(player, "e6") == "OP-7", "nothing stands there"
    assert player.page.locator("[data-testid=board] text[data-name=e6]").evaluate(ON_PIECES) == []
    assert refused(player, "k1") == "OP-7", "nor there"
    # However soon the next one comes.
    assert refused(player, "k2") == "OP-7"
    moves = player.update["moves"]
    # Dice say who may go where: one that can run, but not there.
    runner = next(
        place
        for place in (piece["place"] for piece in player.view["pieces"])
        if any(move.startswith(f"{place}>") for move in moves)
        and not any(move.startswith(place) and "k1" in move for move in moves)
    )
    assert refused(player, runner, "k1") == "OP-9", "no way leads there"
    player = seated(visit, "groups-of-three", 2)
    other = next(
        piece["place"] for piece in player.view["pieces"] if piece["colour"] != player.view["colour"]
    )
    assert refused(player, other) == "GT-4", "it is another colour's turn"
    player = seated(visit, "full-house", 1)
    assert refused(player, "8.1") == "GT-9", "nothing can be added there"
    player = seated(visit, "twisted-jumps", 1)
    still = next(
        piece["place"]
        for piece in player.view["pieces"]
        if not any(move.startswith(piece["place"]) for move in player.update["moves"])
    )
    assert refused(player, still) == "SP-2", "it cannot jump"
    assert not player.visitor.errors


def test_a_wrong_touch_makes_no_move_even_where_it_could(visit: Arrive, site: Site) -> None:
    """A client that does not know what it may do: whatever a touch would mean, it is a question."""

    def knows_nothing(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def from_server(message: str | bytes) -> None:
            frame = json.loads(message)
            socket.send(json.dumps({**frame, "moves": []} if frame["type"] == "update" else frame))

        server.on_message(from_server)
        socket.on_message(server.send)

    ada = visit()
    page = ada.page
    page.route_web_socket("**/ws/*", knows_nothing)
    sit_down(ada, site, "mono-line", 1, position="turn=0 pieces=b1/c3")
    page.locator("[data-testid=table]").wait_for()
    table = page.url.rpartition("/")[2]
    before = site.record(table)
    player = Player(ada, "mono-line", "random")
    player.tap(player.place("c6"))
    page.locator("[data-testid=refusal][data-code=allowed]").wait_for()
    assert site.record(table) == before
    assert not ada.errors


@pytest.mark.parametrize(
    "size",
    [SMALL, {"width": 390, "height": 844}, {"width": 740, "height": 360}],
    ids=["small", "phone", "on its side"],
)
def test_a_board_comes_no_closer_than_its_buttons_allow(
    size: dict[str, int], visit: Arrive, site: Site
) -> None:
    """The piece that everything depends on stands where the buttons would be."""
    ada = visit(phone=True)
    page = ada.page
    page.set_viewport_size(size)
    sit_down(
        ada,
        site,
        "over-pass",
        1,
        position="colour=black pieces=k4/b2,b4/c2,c6/c4,c8 homes=9,8,8,8 dice=2,3",
    )
    page.locator("[data-testid=table][data-your-turn=true]").wait_for()
    touched = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-place]')?.dataset.place"
    assert page.evaluate(touched, middle(Player(ada, "over-pass", "random"), "k4")) == "k4"
