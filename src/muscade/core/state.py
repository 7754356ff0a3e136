"""A game in progress: the half of the contract that knows the law."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from muscade.core.moves import Event, Move, Options, Seat, Seen, Sights
from muscade.core.reasons import Reason
from muscade.core.views import Insight, Outcome, Progress, Tally, View

if TYPE_CHECKING:
    from muscade.core.game import Game

Shown: TypeAlias = tuple[str, tuple[Seat, ...] | None]
"""Something brought to light, in notation, and the seats that see it; None: everybody."""

_NOTHING: Mapping[int, Sequence[Shown]] = MappingProxyType({})

same_event = lru_cache(maxsize=4096)(Event)
"""An event, and the same one again for many games: most of them are short and come up everywhere."""


class State(ABC):
    """A game in progress: a pure function of the moves in ``history``.

    States change in place; `copy` before you try things. A refused move raises and changes nothing.
    """

    game: Game[Any, Any]
    seats: int
    options: Options
    history: list[tuple[Seat, Move]]

    @property
    def shown(self) -> Mapping[int, Sequence[Shown]]:
        """What events have brought to light, by their place in the history, until everybody's `seen` tells it."""
        return _NOTHING

    @abstractmethod
    def turn(self) -> tuple[Seat, ...]:
        """Every seat that may act now; ``(NATURE,)`` for chance; ``()`` when the game is over."""

    @abstractmethod
    def moves(self, seat: Seat) -> Sequence[Move]:
        """Every legal move of a seat, without repeats; empty where it may not act.

        NATURE's moves are listed only where they can be; `Game.draw` always makes one.
        """

    @abstractmethod
    def play(self, seat: Seat, move: Move) -> None:
        """Apply a move, or raise `IllegalMove` with the clause it breaks."""

    def precedence(self) -> tuple[Seat, ...] | None:
        """Whose move counts first where several who may act now choose at the same moment; None: whoever's arrives first."""
        return None

    @abstractmethod
    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        """The move as ``viewer`` sees it happen.

        It may use only what never changes during a game (seats and options), so that a record can be
        redacted event by event. There is no default: each game decides for each of its moves.
        """

    @abstractmethod
    def view(self, seat: Seat | None) -> View:
        """All that a seat, or a spectator, may know."""

    def common(self, seat: Seat | None) -> dict[str, Any]:
        """The fields that every view has."""
        return {**self.common_to_all(), "seat": seat, "history": self.seen(seat)}

    def common_to_all(self) -> dict[str, Any]:
        """Those of them that are the same whoever looks on."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "seats": self.seats,
            "options": self.options,
            "turn": self.turn(),
            "outcome": self.outcome(),
        }

    def shared_fields(self) -> dict[str, Any] | None:
        """The fields of the game's own that are the same in everybody's view, so that a server need write them only once.

        None: the game does not tell them apart, and `view` is asked for everybody. Else `seat_fields` has all the others.
        """
        return None

    def seat_fields(self, seat: Seat | None) -> dict[str, Any]:
        """The fields of the game's own that differ from view to view."""
        return {}

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it goes on."""

    def parties(self) -> tuple[int, ...]:
        """For each seat the number of its party: those of one number win and lose together."""
        return tuple(range(self.seats))

    def knows_draws(self) -> bool:
        """May several parties share the victory by the law of this table? Only then may they agree to."""
        return False

    def copy(self) -> Self:
        """An independent twin; a state with more that changes in place copies that as well."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.history = self.history.copy()
        twin.__dict__["_seen"] = {viewer: Sights(events) for viewer, events in self._seen_by().items()}
        return twin

    def trial(self) -> Self:
        """A twin to try a move on. It remembers how the game began and nothing since, so that it costs the same at any length."""
        shell = object.__new__(type(self))
        shell.__dict__.update(self.__dict__, history=self.history[:1], _seen=None)
        return shell.copy()

    def ask(self, seat: Seat, move: Move) -> None:
        """Raise what `play` would say against a move; nothing happens, whatever it says."""
        self.trial().play(seat, move)

    def __reduce__(self) -> tuple[Any, ...]:
        """A state travels (to another process, into a file, by `copy.deepcopy`) as its moves, which are played again."""
        return _played_again, (self.game.name, self.seats, dict(self.options), tuple(self.history))

    def progress(self) -> Progress:
        """How far the game has come; nothing a spectator may not know."""
        return Progress()

    def tallies(self, *, whole: bool = False) -> tuple[Tally, ...]:
        """What the game counts, so that one can see how it went: what a spectator may know, or, with ``whole``, everything."""
        return ()

    def hidden(self) -> dict[str, Any]:
        """What lies on the table and is in nobody's view; it is told with everything else once the game is over."""
        return {}

    def hindsight(self) -> tuple[Insight, ...]:
        """What can be said of the last event once everything is open; it is told then, and not before."""
        return ()

    def mistakes(self, seat: Seat) -> Sequence[Move]:
        """Moves that `play` accepts though they are wrong, because the law punishes them; never among `moves`."""
        return ()

    def second_thoughts(self, seat: Seat) -> Sequence[Move]:
        """Moves that `play` accepts though they only take back or change what a seat did in its unfinished turn.

        Never among `moves`: who plays by `moves` alone always goes forward, and no program needs more.
        """
        return ()

    def explain(self, seat: Seat, move: Move) -> Sequence[Reason]:
        """Why the law makes of a legal move what it does: who wins a trick, what a step opens. For who asks the referee."""
        self.keep_up()  # what is told of a game is worked out of its history, which a trial does not have
        after = self.trial()
        after.play(seat, move)
        return self.reasons_for(move, after)

    def reasons_for(self, move: Move, after: Self) -> Sequence[Reason]:
        """What `explain` says of a move that leads to ``after``, a `trial` in whose history that move is the last."""
        return ()

    def timeout(self, seat: Seat) -> Move | None:
        """What the table's clock does for a seat whose time is up; None where the law lets it think.

        It may be none of `moves`: then it is the clock's alone. `play` accepts it, and a table takes it from no player.
        """
        return None

    def patience(self, seat: Seat) -> float:
        """Seconds before that happens, unless the table decides otherwise."""
        return 60

    def seen(self, viewer: Seat | None, until: int | None = None) -> Seen:
        """The history as ``viewer`` saw it happen, or the first ``until`` events of it.

        What has been seen stays seen: only what is new is worked out, for all at once, who share what they see alike.
        """
        until = len(self.history) if until is None else until
        seen_by = self._seen_by()
        if len(seen_by[viewer]) < until:
            self._see(seen_by, until)
        return Seen(seen_by[viewer], until)

    def seen_at(self, viewer: Seat | None, place: int) -> Event:
        """One event of that."""
        seen_by = self.__dict__.get("_seen") or self._seen_by()
        events: list[Event] = seen_by[viewer]
        if len(events) <= place:
            self._see(seen_by, place + 1)
        return events[place]

    def keep_up(self) -> None:  # noqa: B027 - most games have nothing to do
        """From now on work out as it happens what views will want to know, for whoever looks at every move."""

    def _see(self, seen_by: dict[Seat | None, Sights], until: int) -> None:
        redact, shown = self.redact, self.shown
        for place in range(len(seen_by[None]), until):
            seat, move = self.history[place]
            whole, brought = sys.intern(move.notation), shown.get(place, ())
            to_all = tuple([what for what, audience in brought if audience is None])
            plain, alike = same_event(seat, whole, to_all), {}
            few = len(to_all) < len(brought)
            for viewer, events in seen_by.items():
                redacted = redact(seat, move, viewer)
                if redacted is move and not few:
                    events.append(plain)
                    continue
                known = (
                    whole if redacted is move else sys.intern(redacted.notation),
                    tuple([what for what, audience in brought if audience is None or viewer in audience]),
                )
                if known not in alike:
                    alike[known] = same_event(seat, *known)
                events.append(alike[known])

    def _seen_by(self) -> dict[Seat | None, Sights]:
        """A spectator's history first, then everybody's."""
        found: dict[Seat | None, Sights] | None = self.__dict__.get("_seen")
        if found is None:
            found = self.__dict__["_seen"] = {viewer: Sights() for viewer in (None, *range(self.seats))}
        return found


def _played_again(game: str, seats: int, options: Options, history: Sequence[tuple[Seat, Move]]) -> State:
    from muscade.core.registry import game as find_game  # late: it is about games

    state: State = find_game(game).new(seats, **options)
    for seat, move in history:
        state.play(seat, move)
    return state
