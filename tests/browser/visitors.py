"""People at a browser: what they click, and what their browser hears."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Page, Route, WebSocket

PATIENCE = 120.0
"""Seconds: no page and no bot takes that long for anything; a machine that does others' work as well may."""
LONG = 300.0
"""The same for a whole game."""

NEXT_ROUND = "[data-testid=next-round]"
CHOICES = (
    NEXT_ROUND,
    "[data-testid=curtain-open]",
    "[data-testid=team-choice] button[data-move]:enabled",
    "button[data-testid=take-option]:enabled",
    "[data-testid=table][data-your-turn=true] button[data-testid=hand-card]:enabled:not([aria-disabled=true])",
)
"""Whatever there is to do at a Pass Pass table, the most pressing first."""

REACHABLE = """(choices) => {
  for (const choice of choices)
    for (const element of document.querySelectorAll(choice)) {
      element.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = element.getBoundingClientRect();
      // Only what a finger would touch: nothing lies over it.
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      if (top && (element.contains(top) || top.contains(element))) return element;
    }
  return null;
}"""
PILOT = f"""(choices) => {{
  const reachable = {REACHABLE};
  window.pilot ??= setInterval(() => reachable(choices)?.click(), 10);
}}"""
"""A player who sits in the page: what there is to do is done as soon as it can be touched, without a word to the test."""
FOLLOW = """async (address) => {
  const link = document.createElement("a");
  link.href = address;
  const ours = document.querySelector("#app > *") && link.origin === location.origin;
  if (!ours) return false;
  document.body.append(link);
  link.click();
  link.remove();
  // What was there before goes at once, what comes may have to be fetched.
  await new Promise((done) => setTimeout(done));
  return true;
}"""
NO_DIALOG = """() => {
  const look = () => { if (document.querySelector("dialog[open]")) window.stopped = true; };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""Notes whether anything ever comes before what one looks at."""
UNSEEN = """
  const unseen = new CSSStyleSheet();
  unseen.replaceSync(":root { opacity: 0 }");
  document.adoptedStyleSheets.push(unseen);
"""
"""Painting is a quarter of what pages cost, and most tests ask only what is there and where: all of it is as ever but for the
colours, which nobody looks at."""
SEEN = "document.adoptedStyleSheets = []"
LAND = "() => { clearInterval(window.pilot); window.pilot = undefined; }"


def look_at(page: Page) -> None:
    """Whoever asks how it looks has it painted first."""
    page.evaluate(SEEN)
    assert page.evaluate("getComputedStyle(document.documentElement).opacity") == "1"


class Visitor:
    """A page, with every frame it receives and every error it has."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.choices = CHOICES
        self.frames: list[dict[str, Any]] = []
        self.errors: list[str] = []
        self._acted_at = 0
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console", lambda message: self.errors.append(message.text) if message.type == "error" else None
        )

    def _listen(self, socket: WebSocket) -> None:
        """What tables say; rooms and the lobby have wires of their own."""
        if "/ws/rooms/" not in socket.url and not socket.url.endswith(("/ws/lobby", "/ws/me")):
            socket.on("framereceived", lambda payload: self.frames.append(json.loads(payload)))

    @property
    def errors_of_pages(self) -> list[str]:
        """Without what a browser writes down of a server that is gone: refused, reset or answered with nothing, as it
        happened to be asked."""
        return [error for error in self.errors if "net::ERR_" not in error and "WebSocket" not in error]

    @property
    def updates(self) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["type"] == "update"]

    @property
    def table(self) -> str:
        """The id of the table one is at, in a room or not."""
        return next(frame["table"] for frame in reversed(self.frames) if frame["type"] == "table")

    def go(self, address: str) -> None:
        """As by a link on whatever page one is at; loading all of the client anew takes several times as long. Whoever is not
        here yet arrives."""
        if not self.page.evaluate(FOLLOW, address):
            self.page.goto(address)

    def sit(self, known: dict[str, Any]) -> None:
        """At a table that this browser is told of, with its keys: the only one that it remembers."""
        if self.page.url == "about:blank":
            # Any file of the site will do, to get at what a browser keeps for it.
            self.page.goto("/look.js")
        self.page.evaluate(
            "known => localStorage.setItem('muscade:tables', JSON.stringify([known]))",
            {"invitations": [], "request": None, "names": [], "over": False, "at": 0, **known},
        )
        self.go(f"/table/{known['table']}")

    def set_up(
        self,
        seats: int,
        *kinds: str,
        game: str = "pass-pass",
        pace: str = "0",
        level: str = "",
        settings: dict[str, Any] | None = None,
        position: str | None = None,
        **options: str,
    ) -> None:
        """A game at a table where these sit; bots in the rest, in no hurry to be slow unless a pace is given, and the
        weakest unless a level is.

        Alone with bots, or with others around this screen, one is in a room; with guests by a link of their own, at a table
        as it was before there were rooms, which may begin from a position. Either has settings that no page offers, if any
        are given.
        """
        if "invited" in kinds:
            chosen = {"pace": int(pace), **(settings or {})}
            self.lay_table(
                seats, *kinds, game=game, settings=chosen, level=level, position=position, **options
            )
            return
        page = self.page
        self.with_settings(settings)
        self.go(f"/play/{game}")
        page.locator("[data-testid=more] summary").click()
        count = page.locator(f"[data-testid=player-count-{seats}]")
        if count.count():
            count.check(force=True)
        if "here" in kinds:
            page.locator("[data-testid=who-here]").check(force=True)
            for seat, kind in enumerate(kinds[1:], 1):
                page.locator(f"[data-testid=seat-kind-{seat}]").select_option(kind)
        levels = page.locator("[data-testid=level]")
        if level:
            levels.select_option(level)
        else:
            levels.select_option(index=0)
        self.choose(options)
        page.locator("[data-testid=setting-pace]").select_option(pace)
        page.locator("[data-testid=start-game]").click()
        page.wait_for_url("**/room/*")
        page.locator("[data-testid=table], [data-testid=curtain]").first.wait_for()

    def lay_table(
        self,
        seats: int,
        *kinds: str,
        game: str,
        settings: dict[str, Any],
        level: str,
        position: str | None = None,
        **options: str,
    ) -> None:
        """A table outside of any room, with a link for each guest; this browser remembers its keys."""
        page = self.page
        catalogue = page.request.get("/api/games").json()
        entry = next(entry for entry in catalogue if entry["name"] == game)
        offered = next(count["options"] for count in entry["counts"] if count["seats"] == seats)
        bot = {"kind": "bot", "level": level or entry["levels"][0]["name"]}
        people = {"me": {"kind": "here", "name": "Player 1"}, "invited": {"kind": "invited"}, "bot": bot}
        request = {
            "game": game,
            "seats": [people[kinds[seat] if seat < len(kinds) else "bot"] for seat in range(seats)],
            "options": {name: _value(offered, name, value) for name, value in options.items()},
            "settings": settings,
            "position": position,
        }
        answer = page.request.post("/api/tables", data=request)
        assert answer.ok, answer.text()
        created = answer.json()
        self.sit({**created, "game": game, "request": request})

    def choose(self, options: dict[str, str]) -> None:
        """Options of the game, on its set-up page."""
        page = self.page
        for name, value in options.items():
            field = page.locator(f"[data-testid=option-{name}]")
            field.wait_for()
            offered = field.locator("option, input").evaluate_all("all => all.map((choice) => choice.value)")
            if field.locator("input").count():
                field.locator("input").nth(offered.index(value)).check(force=True)
            elif value in offered:
                field.select_option(value)
            else:
                field.select_option("other")
                page.locator(f"[data-testid=option-{name}-other]").fill(value)

    def sit_alone(self, game: str, **options: str) -> None:
        """A puzzle: there is nobody to sit elsewhere."""
        self.go(f"/play/{game}")
        self.choose(options)
        self.page.locator("[data-testid=start-game]").click()
        self.page.wait_for_url("**/table/*")

    def with_settings(self, settings: dict[str, Any] | None) -> None:
        """The room that is asked for next has these as well: settings that no page offers."""
        if not settings:
            # Whatever is looked for among a browser's requests has to pass all of them.
            return

        def ask(route: Route) -> None:
            wanted = json.loads(route.request.post_data or "")
            wanted["settings"] |= settings
            route.continue_(post_data=json.dumps(wanted))

        self.page.route("**/api/rooms", ask, times=1)

    def shows_all(self) -> None:
        """Until what was heard last is on the screen: what wants to be read holds up what comes after it."""
        self.page.locator(f"[data-testid=table][data-version='{self.updates[-1]['version']}']").wait_for()

    def over(self) -> bool:
        return self.page.locator("[data-testid=game-over]").is_visible()

    def close_refusal(self) -> None:
        """What the referee said last, unless it has gone by itself meanwhile."""
        self.page.evaluate("document.querySelector('[data-testid=refusal] button')?.click()")
        self.page.locator("[data-testid=refusal]").wait_for(state="detached")

    def fits(self) -> bool:
        """Whether all of a table is on the screen, so that nothing has to be scrolled."""
        fits = "({ scrollWidth, scrollHeight }) => scrollWidth <= innerWidth && scrollHeight <= innerHeight"
        return bool(self.page.locator("html").evaluate(fits))

    def __str__(self) -> str:
        """Where they are and what they have heard, for whoever wonders why they do nothing."""
        last = self.frames[-1] if self.frames else None
        return f"at {self.page.url}, {len(self.frames)} frames, the last one {last}, errors {self.errors}"

    def settled(self) -> bool:
        """Whether the table has moved on since one's last click."""
        return len(self.updates) > self._acted_at

    def act(self, until: Callable[[], bool] | None = None) -> bool:
        """Do the first thing there is to do, if there is any.

        Looking takes time, in which what one was waiting for may come about: then nothing is done.
        """
        button = self.page.evaluate_handle(REACHABLE, list(self.choices)).as_element()
        if button is None:
            return False
        if not until or not until():
            self._acted_at = len(self.updates)
            with suppress(Error):  # it may be gone by now: others act, too
                button.click(timeout=1500)
        return True


def _value(offered: list[dict[str, Any]], name: str, text: str) -> Any:
    """What an option is set to, by what its field would say."""
    option = next(option for option in offered if option["name"] == name)
    spelled = {json.dumps(choice["value"]).strip('"'): choice["value"] for choice in option["choices"]}
    return spelled.get(text, text)


def _play(visitors: Sequence[Visitor], without: str, until: str) -> None:
    for visitor in visitors:
        visitor.page.evaluate(PILOT, [choice for choice in visitor.choices if choice != without])
    for visitor in visitors:
        visitor.page.locator(until).first.wait_for(timeout=1000 * LONG)
        visitor.page.evaluate(LAND)


def play_to_the_end(*visitors: Visitor) -> None:
    """All of them go on until the game is over for each."""
    _play(visitors, "", "[data-testid=game-over], [data-testid=end-note]")


def play_a_round(*visitors: Visitor) -> None:
    """All of them go on until the round is over, or the whole game by chance."""
    _play(visitors, NEXT_ROUND, "[data-testid=round-over], [data-testid=game-over]")


def play_on(*visitors: Visitor, until: Callable[[], bool]) -> None:
    """All of them go on clicking until something is so."""
    deadline = time.monotonic() + LONG
    while not until():
        assert time.monotonic() < deadline, "\n".join(map(str, ["it does not get anywhere:", *visitors]))
        busy = [visitor.act(until) for visitor in visitors]
        if not any(busy):
            visitors[0].page.wait_for_timeout(20)
