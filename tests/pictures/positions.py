"""Fixed positions of every game, taken from the golden playthroughs, and their pictures as they should be.

``python -m tests.pictures.positions`` writes the pictures that are missing; delete one to have it made anew, and look at it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.golden.playthroughs import FOLDER as PLAYTHROUGHS
from tests.golden.playthroughs import read

import muscade
from muscade.core import State
from muscade.pictures import png
from muscade.replays import OPEN, Viewer

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Anna", "Bartholomew Featherstonehaugh", "Zoë", "Jean-Baptiste", "Kim", "Émile & <Co>")
SMALL = 400
"""Pixels across, of those that are kept as pixels."""


class Position(NamedTuple):
    """A moment of a golden game, after so many events (None: at its end), through somebody's eyes."""

    table: str
    after: int | None
    seat: Viewer = None
    theme: str = "light"
    pixels: bool = False

    @property
    def file(self) -> Path:
        moment = "end" if self.after is None else str(self.after)
        viewer = "" if self.seat is None else ".open" if self.seat == OPEN else f".seat{self.seat}"
        return GOLDEN / f"{self.table}.{moment}{viewer}.{self.theme}.svg"

    def svg(self) -> str:
        state = after(self.table, self.after)
        return drawn(state, self.seat, theme=self.theme, language="fr" if self.theme == "dark" else "en")


def drawn(state: State, viewer: Viewer, **look: Any) -> str:
    """As somebody sees it, or with everything open."""
    names = NAMES[: state.seats]
    if viewer != OPEN:
        return state.game.picture(state.view(viewer), names=names, **look)
    views = [state.view(seat) for seat in range(state.seats)]
    return state.game.picture(state.view(None), names=names, views=views, hidden=state.hidden(), **look)


POSITIONS = (
    Position("pass-pass.6", 45),
    Position("pass-pass.4", 30, seat=2, theme="dark", pixels=True),
    Position("pass-pass.3", None),
    Position("pass-pass.6", 20, seat=OPEN),
    Position("passe-eclair.4", 40, seat=1),
    Position("passe-eclair.3", None, theme="dark"),
    Position("passe-eclair.4", 40, seat=OPEN, theme="dark"),
    Position("ptipasspass.6", 29, seat=0, theme="dark"),
    Position("ptipasspass.4", 20),
    Position("ptipasspass.4", 20, seat=OPEN),
    Position("over-pass.4", 60, pixels=True),
    Position("groups-of-three.2", 50, theme="dark"),
    Position("mono-line.2", 12),
    Position("twisted-jumps.1", 3, theme="dark"),
    Position("over-pass-spiral.1", 8),
    Position("full-house.1", 20),
)


@cache
def _game(table: str) -> tuple[str, int, dict[str, object], list[tuple[int, str]]]:
    return read((PLAYTHROUGHS / f"{table}.txt").read_text(encoding="utf-8"))


def moments(table: str, counts: Collection[int]) -> Iterator[State]:
    """A golden game after so many events, the same state again and again."""
    name, seats, options, events = _game(table)
    game = muscade.game(name)
    state: State = game.new(seats, **options)
    for count in range(len(events) + 1):
        if count in counts:
            yield state
        if count < len(events):
            seat, notation = events[count]
            state.play(seat, game.parse(notation))


def after(table: str, count: int | None) -> State:
    """A golden game after so many events; None: at its end."""
    return next(moments(table, {length(table) if count is None else count}))


def length(table: str) -> int:
    return len(_game(table)[3])


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for position in POSITIONS:
        if not position.file.exists():
            position.file.write_text(position.svg(), encoding="utf-8")
            if position.pixels:
                position.file.with_suffix(".png").write_bytes(png(position.svg(), SMALL))


if __name__ == "__main__":
    main()
