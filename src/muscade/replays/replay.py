"""A record played again, an event at a time, and how it stood as somebody saw it.

A state is a pure function of its moves, so playing it once tells all that anybody ever saw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from muscade.core import Outcome, Record, Seat, SeenEvent, View
from muscade.core.words import is_word
from muscade.pictures import Theme

OPEN: Literal["open"] = "open"
Viewer: TypeAlias = Seat | Literal["open"] | None
"""A seat; None: a spectator; ``OPEN``: whoever looks at a game that is over, with everything open."""


class Frame(msgspec.Struct, frozen=True):
    """A game after ``version`` events, as a viewer saw it: what an update of a table tells, and no clocks.

    ``events`` is the last of them, none before the first. ``view`` has no history. ``moves`` are those the viewer could have made.
    With everything open, ``view`` is a spectator's, ``views`` has everybody's own, and ``hidden`` what was in none of them.
    """

    version: int
    seat: Seat | None
    events: tuple[SeenEvent, ...]
    view: View
    moves: tuple[str, ...]
    views: tuple[View, ...] = ()
    hidden: dict[str, Any] = {}


class Replay:
    """Goes forward only; whoever wants to go back plays again.

    >>> import muscade
    >>> match = muscade.Match(muscade.game("pass-pass"), seats=3, seed=7, leader=0)
    >>> replay = Replay(match.record)
    >>> frames = list(replay.frames(0))
    >>> [(frame.version, len(frame.moves)) for frame in frames]
    [(0, 0), (1, 8)]
    >>> frames[1].view.hand == match.state.view(0).hand
    True
    """

    def __init__(self, record: Record) -> None:
        """A record of an older law is played as far as today's goes; `step` says where it stops."""
        self.record = record
        self.state, self.words = record.begin()
        self.version = 0

    def __len__(self) -> int:
        """How many events there are."""
        return len(self.record.events)

    def step(self) -> None:
        """One event more, or `InvalidRecord`."""
        self.record.go_on(self.state, self.words, self.version)
        self.version += 1

    def go_to(self, version: int) -> None:
        """Forward, to the moment after so many events."""
        while self.version < version:
            self.step()

    def frames(self, viewer: Viewer, start: int = 0) -> Iterator[Frame]:
        """From a version on, to the end."""
        self.go_to(start)
        yield self.frame(viewer)
        while self.version < len(self):
            self.step()
            yield self.frame(viewer)

    def frame(self, viewer: Viewer) -> Frame:
        """How it stands now."""
        looks = None if viewer == OPEN else viewer
        whole = viewer == OPEN
        return Frame(
            self.version,
            looks,
            (self.event(viewer),) if self.version else (),
            self.view(looks),
            () if looks is None else self.moves(looks),
            tuple(map(self.view, range(self.state.seats))) if whole else (),
            self.state.hidden() if whole else {},
        )

    def event(self, viewer: Viewer) -> SeenEvent:
        """The last one, as somebody saw it."""
        number, state = self.version, self.state
        event = self.record.events[number - 1]
        if is_word(event.move):
            return SeenEvent(number, event.seat, event.move, event.at, ())
        place = len(state.history) - 1
        if viewer == OPEN:
            # Whatever somebody learned, in the order in which the spectator and the seats did.
            learned = [state.seen_at(looks, place).shown for looks in (None, *range(state.seats))]
            shown = tuple(dict.fromkeys(what for some in learned for what in some))
            return SeenEvent(number, event.seat, state.history[place][1].notation, event.at, shown)
        seen = state.seen_at(viewer, place)
        return SeenEvent(number, seen.seat, seen.move, event.at, seen.shown)

    @property
    def turn(self) -> tuple[Seat, ...]:
        """Who may act, unless a word of the table has ended the game."""
        return self.state.turn() if self.words.by is None else ()

    @property
    def outcome(self) -> Outcome | None:
        """By the law, or by what was said at the table."""
        return None if self.turn else self.words.outcome(self.state.outcome())

    def view(self, seat: Seat | None) -> View:
        """What a seat, or a spectator, knew, but for the history."""
        view = msgspec.structs.replace(self.state.view(seat), history=())
        outcome = self.outcome
        return view if outcome == view.outcome else msgspec.structs.replace(view, turn=(), outcome=outcome)

    def picture(
        self, viewer: Viewer, names: Sequence[str] = (), theme: Theme = "light", language: str = "en"
    ) -> str:
        """How it stands now, as an SVG of what somebody sees.

        >>> import muscade
        >>> match = muscade.Match(muscade.game("pass-pass"), seats=3, seed=7)
        >>> replay = Replay(match.record)
        >>> replay.go_to(len(replay))
        >>> len(replay.picture(OPEN)) > len(replay.picture(None))
        True
        """
        frame = self.frame(viewer)
        return self.state.game.picture(
            frame.view,
            names=names,
            theme=theme,
            language=language,
            views=frame.views,
            hidden=frame.hidden,
        )

    def moves(self, seat: Seat) -> tuple[str, ...]:
        """What a seat could do."""
        return tuple(move.notation for move in self.state.moves(seat)) if seat in self.turn else ()
