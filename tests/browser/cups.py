"""People at a PtiPassPass table who do as they are told, by clicking; and what may stand in a frame they receive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator
from tests.browser.secrecy import states_by_version
from tests.browser.visitors import Visitor

import muscade
from muscade.games.ptipasspass.state import PtiPassPassState

LETTERS = ("B", "G", "O")
OPEN = ("hand", "fist", "announced", "challenge", "revealed")
"""The parts of a view that may name a colour where there is no notebook."""


UNHURRIED = """(() => {
  const { setTimeout: later, clearTimeout: never } = window;
  const held = new Map();
  window.setTimeout = (run, after, ...more) => {
    const read = after >= 4000 && after <= 6000;
    const id = later(run, read ? 2 ** 31 - 1 : after, ...more);
    if (read) held.set(id, run);
    return id;
  };
  window.clearTimeout = (id) => {
    held.delete(id);
    never(id);
  };
  window.timePasses = () => {
    for (const [id, run] of [...held]) {
      window.clearTimeout(id);
      run();
    }
  };
})()"""
"""A page on which whatever goes by itself after some seconds stays until `timePasses` is called: nobody has to look in time."""


def part(name: str, **data: str | int) -> str:
    return f"[data-testid={name}]" + "".join(f"[data-{key}='{value}']" for key, value in data.items())


def unhurried(visitor: Visitor) -> Visitor:
    visitor.page.add_init_script(UNHURRIED)
    return visitor


class Circle:
    """Every seat with the visitor who sits there; one visitor may have several. Nobody else makes moves."""

    def __init__(self, seats: Mapping[int, Visitor], *watching: Visitor) -> None:
        """Before any of them sees the table, `unhurried` has been called for them."""
        self.seats = seats
        self.everybody = list(dict.fromkeys([*seats.values(), *watching]))
        self.version = 0

    def find(self, seat: int, name: str, /, **data: str | int) -> Locator:
        return self.at(self.seats[seat]).page.locator(part(name, **data))

    def at(self, visitor: Visitor) -> Visitor:
        """The same visitor, once the page shows all that has happened."""
        visitor.page.locator(part("table", version=self.version)).wait_for()
        return visitor

    def move(self, button: Locator) -> None:
        """The click that makes a move."""
        button.click()
        self.version += 1

    def press(self, visitor: Visitor, *keys: str) -> None:
        """The keys that make a move, once it is that visitor's."""
        self.at(visitor).page.locator("[data-testid=table][data-your-turn=true]").wait_for()
        for key in keys:
            visitor.page.keyboard.press(key)
        self.version += 1

    @property
    def view(self) -> dict[str, Any]:
        """The table as it stands now; whose view it is does not matter for what all may see."""
        visitor = self.at(self.everybody[0])
        view: dict[str, Any] = visitor.updates[-1]["view"]
        return view

    def others(self, seat: int) -> Iterator[int]:
        seats = len(self.seats)
        return ((seat + step) % seats for step in range(1, seats))

    # ------------------------------------------------------------ what they do

    def look(self, seat: int) -> None:
        """Whoever shares a screen opens the curtain."""
        if list(self.seats.values()).count(self.seats[seat]) > 1:
            self.find(seat, "curtain-open").click()

    def hide(self, seat: int, token: str, cup: str, cup_first: bool = False) -> None:
        self.look(seat)
        if cup_first:
            self.find(seat, "hide-cup", cup=cup).click()
            self.move(self.find(seat, "hand-token", token=token).first)
        else:
            self.find(seat, "hand-token", token=token).first.click()
            self.move(self.find(seat, "hide-cup", cup=cup))

    def answer(self, seat: int, word: str) -> None:
        self.move(self.find(seat, "answer", seat=seat, move=word))

    def all_ok(self, active: int) -> None:
        for seat in self.others(active):
            self.answer(seat, "ok")

    def announce(self, seat: int, token: str) -> None:
        self.move(self.find(seat, "announce", move=f"announce {token}"))

    def lift(self, seat: int, *cups: str) -> None:
        for cup in cups[:2]:
            self.find(seat, "pick-cup", cup=cup).click()
        self.move(self.find(seat, "pick-cup", cup=cups[2]))

    def place(self, seat: int, token: str, cup: str) -> None:
        """A turn to which nobody objects."""
        self.hide(seat, token, cup)
        self.all_ok(seat)
        self.announce(seat, token)
        self.all_ok(seat)

    def place_all(self, cups: Sequence[str]) -> int:
        """Turns to which nobody objects until somebody has no tokens left: whose turn it is then."""
        turn = 0
        while (view := self.view)["phase"] == "hide":
            seat = view["active"]
            self.look(seat)
            token = self.find(seat, "hand-token").first.get_attribute("data-token") or ""
            self.find(seat, "hand-token", token=token).first.click()
            self.move(self.find(seat, "hide-cup", cup=cups[turn % len(cups)]))
            self.all_ok(seat)
            self.announce(seat, token)
            self.all_ok(seat)
            turn += 1
        return int(view["active"])

    def verdict(self, word: str, right: bool) -> None:
        """All see what came of it."""
        for visitor in self.everybody:
            said = self.at(visitor).page.locator(part("verdict", word=word, right=str(right).lower()))
            said.wait_for()

    def time_passes(self) -> None:
        """Nobody says that it has been seen: it goes by itself, and nothing of it is left."""
        for visitor in self.everybody:
            visitor.page.evaluate("timePasses()")
            visitor.page.locator(part("verdict")).wait_for(state="detached")
            assert visitor.page.locator(part("revealed-token")).count() == 0

    def go_on(self) -> None:
        """Everybody has seen enough; then nothing of it is left."""
        for visitor in self.everybody:
            visitor.page.locator(part("go-on")).click()
            visitor.page.locator(part("verdict")).wait_for(state="detached")
            assert visitor.page.locator(part("revealed-token")).count() == 0

    def next_round(self) -> None:
        """Those who play have seen how the round ended; whoever looks on is not stopped by it."""
        for visitor in dict.fromkeys(self.seats.values()):
            visitor.page.locator(part("next-round")).click()
            visitor.page.locator(part("round-over")).wait_for(state="detached")


# ---------------------------------------------------------------- what may stand in a frame


VERDICTS = {
    "won": ("lift",),
    "void": ("ok",),
    "placed": ("ok",),
    "right": ("doublon", "menteur"),
    "wrong": ("doublon", "menteur"),
}
"""How something ended, which everybody may know, and of which moves it is said."""


def letters_in(value: Any) -> list[str]:
    """Every colour that a value names, however deep."""
    if isinstance(value, str):
        return [value] if value in LETTERS else []
    if isinstance(value, dict):
        return [letter for inner in value.values() for letter in letters_in(inner)]
    if isinstance(value, list):
        return [letter for inner in value for letter in letters_in(inner)]
    return []


def assert_frames_keep_secrets(
    updates: list[dict[str, Any]], record_json: str, only_seats: set[int | None]
) -> None:
    """PT-20: no frame names the colour of a token that its seat could not know."""
    states = states_by_version(record_json)
    moves = [(event.seat, event.move) for event in muscade.Record.from_json(record_json).events]
    assert updates
    for update in updates:
        seat, view = update["seat"], update["view"]
        assert seat in only_seats
        state = states[update["version"]]
        _assert_own_tokens_only(view, state, seat)
        for event in update["events"]:
            _assert_event(event, moves, states, seat)
        rest = {name: value for name, value in view.items() if name not in OPEN}
        assert not letters_in(rest), f"version {update['version']} tells seat {seat} too much"
        if view["revealed"]:
            last = update["version"]
            seen = {"version": last, "seat": moves[last - 1][0], "move": moves[last - 1][1], "shown": []}
            seen["shown"] = [
                f"{shown['where']} {''.join(shown['tokens']) or '-'}" for shown in view["revealed"]
            ]
            _assert_shown(seen, moves, states, seat)


def _assert_own_tokens_only(view: dict[str, Any], state: PtiPassPassState, seat: int | None) -> None:
    own = [] if seat is None else list(state.view(seat).hand)
    assert view["hand"] == own
    holds = seat is not None and seat == state.table.active and state.table.named >= 0
    assert (view["fist"] is not None) == holds


def _assert_event(
    event: dict[str, Any], moves: list[tuple[int, str]], states: list[PtiPassPassState], seat: int | None
) -> None:
    by, move = moves[event["version"] - 1]
    if move.startswith("hide") and by != seat:
        assert event["move"] == f"hide ? {move.split()[2]}"
        assert not event["shown"]
    _assert_shown(event, moves, states, seat)


def _assert_shown(
    event: dict[str, Any], moves: list[tuple[int, str]], states: list[PtiPassPassState], seat: int | None
) -> None:
    by, move = moves[event["version"] - 1]
    before = states[event["version"] - 1]
    for shown in event["shown"]:
        if shown in VERDICTS:
            assert move.split()[0] in VERDICTS[shown]
            continue
        where = shown.split()[0]
        if where == "fist":
            assert move == "menteur" or (move == "doublon" and seat in (by, before.table.active)), (
                event,
                seat,
            )
        elif move == "doublon":
            assert where == before.layout.names[before.table.named]
        else:
            assert where in move.split()[1:]
