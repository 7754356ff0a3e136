"""The contract that every game keeps: `Game` makes states, `State` knows the law."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeAlias, TypeVar, cast

import msgspec

from muscade.core.errors import InvalidOptions
from muscade.core.moves import Event, Move, Options, Seat, Seen
from muscade.core.notation import Notation
from muscade.core.text import LANGUAGES, Text, shown
from muscade.core.views import Hint, Outcome, Progress, View

if TYPE_CHECKING:
    from muscade.bots import Bot
    from muscade.kernels.course import Course
    from muscade.solvers.solver import Solver


class Choice(msgspec.Struct, frozen=True):
    """One value of an option, with the name people read."""

    value: str | int | bool
    title: Text
    note: Text | None = None
    """What it means for the game, in a line: an option that explains its choices is asked first."""


class Option(msgspec.Struct, frozen=True):
    """Something the table may choose before the game; the first of ``choices`` is the default.

    ``free`` options take other values of the same type as well (a table of one's own, say); the game checks them.
    """

    name: str
    title: Text
    choices: tuple[Choice, ...]
    clause: str
    free: bool = False

    @property
    def default(self) -> str | int | bool:
        return self.choices[0].value


def seat_choices(seats: int) -> tuple[Choice, ...]:
    """Who begins: drawn at random, or a seat."""
    return (
        Choice("random", Text("drawn at random", "tiré au sort")),
        *(Choice(seat, Text(f"seat {seat + 1}", f"place {seat + 1}")) for seat in range(seats)),
    )


Shown: TypeAlias = tuple[str, tuple[Seat, ...] | None]
"""Something brought to light, in notation, and the seats that see it; None: everybody."""


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
    shown: Mapping[int, Sequence[Shown]] = MappingProxyType({})
    """What events have brought to light, by their place in the history, until everybody's `seen` tells it."""

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
        twin.__dict__["_seen"] = {viewer: events.copy() for viewer, events in self._seen_by().items()}
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """A state travels (to another process, into a file, by `copy.deepcopy`) as its moves, which are played again."""
        return _played_again, (self.view(None).game, self.seats, dict(self.options), tuple(self.history))

    def progress(self) -> Progress:
        """How far the game has come; nothing a spectator may not know."""
        return Progress()

    def mistakes(self, seat: Seat) -> Sequence[Move]:
        """Moves that `play` accepts though they are wrong, because the law punishes them; never among `moves`."""
        return ()

    def second_thoughts(self, seat: Seat) -> Sequence[Move]:
        """Moves that `play` accepts though they only take back or change what a seat did in its unfinished turn.

        Never among `moves`: who plays by `moves` alone always goes forward, and no program needs more.
        """
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

    def keep_up(self) -> None:  # noqa: B027 - most games have nothing to do
        """From now on work out as it happens what views will want to know, for whoever looks at every move."""

    def _see(self, seen_by: dict[Seat | None, list[Event]], until: int) -> None:
        redact, shown = self.redact, self.shown
        for place in range(len(seen_by[None]), until):
            seat, move = self.history[place]
            whole = sys.intern(move.notation)
            brought = shown.get(place, ())
            alike: dict[tuple[str, tuple[str, ...]], Event] = {}
            for viewer, events in seen_by.items():
                redacted = redact(seat, move, viewer)
                learned = [what for what, audience in brought if audience is None or viewer in audience]
                known = whole if redacted is move else sys.intern(redacted.notation), tuple(learned)
                if known not in alike:
                    alike[known] = same_event(seat, *known)
                events.append(alike[known])

    def _seen_by(self) -> dict[Seat | None, list[Event]]:
        """A spectator's history first, then everybody's."""
        found: dict[Seat | None, list[Event]] | None = self.__dict__.get("_seen")
        if found is None:
            found = self.__dict__["_seen"] = {viewer: [] for viewer in (None, *range(self.seats))}
        return found


def _played_again(game: str, seats: int, options: Options, history: Sequence[tuple[Seat, Move]]) -> State:
    from muscade.core.registry import game as find_game  # late: it is about games

    state: State = find_game(game).new(seats, **options)
    for seat, move in history:
        state.play(seat, move)
    return state


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Game(ABC, Generic[S, V]):
    """A game: how to set it up, what chance does, how to read its moves."""

    name: ClassVar[str]
    title: ClassVar[Text]
    tagline: ClassVar[Text]
    seats: ClassVar[tuple[int, ...]]
    version: ClassVar[int]
    """Goes up whenever an old record would play differently."""
    notation: ClassVar[Notation]
    """How its moves are written."""
    state_type: ClassVar[type[State]]
    """Made of the game, the number of seats and all options; it refuses those that make no table."""
    view_type: ClassVar[type[View]]
    real_time: ClassVar[bool] = False
    """Everybody plays at once: moves name the moment they were made for, and the law itself answers late ones."""
    too_late: ClassVar[frozenset[str]] = frozenset()
    """In real time: the clauses with which the law refuses a move that another one has overtaken; nobody's fault."""
    limit: ClassVar[str | None] = None
    """The option that ends a game after so many turns, for a game that need not end by itself; 0 sets no limit."""
    gives_hints: ClassVar[bool] = False
    """Whoever plays may ask the solver for the next move; only for games without secrets that one plays alone."""
    phrases: ClassVar[tuple[Text, ...]] = ()
    """Things one can say at the table with one tap."""
    nicknames: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Other names of its bots, each with the level it stands for."""
    rules_page: ClassVar[str | None] = None
    """The page its law is on, where that is not one of its own name."""
    course: ClassVar[Course | None] = None
    """How it goes, interpreted and compiled; see `muscade.kernels`."""
    equipment_type: ClassVar[type[msgspec.Struct] | None] = None
    """What `equipment` gives."""

    @abstractmethod
    def options(self, seats: int) -> tuple[Option, ...]:
        """What a table of that many seats can choose."""

    def new(self, seats: int, **options: Any) -> S:
        """A fresh state; raises `InvalidOptions` naming what is wrong."""
        return cast("S", self.state_type(self, seats, self.settle_options(seats, options)))  # type: ignore[call-arg]

    def parse(self, notation: str) -> Move:
        """The move a notation names, or `InvalidNotation`."""
        return self.notation.parse(notation)

    @abstractmethod
    def draw(self, state: S, rng: Random) -> Move:
        """What NATURE does now."""

    @abstractmethod
    def imagine(self, view: V, rng: Random) -> S:
        """A full state, history included, that the view cannot rule out."""

    def worlds(self, view: V, rng: Random, count: int) -> Sequence[Any]:
        """Tables for a search, that the view cannot rule out: at most ``count``, and one is enough where nothing is hidden.

        A game's ``worlds.py`` knows a shorter way than whole histories; without it they are imagined.
        """
        states: list[Any] = [self.imagine(view, rng) for _ in range(count)]
        return [state.table for state in states]

    @abstractmethod
    def bots(self) -> Mapping[str, Bot]:
        """Opponents by level, from the weakest to the strongest."""

    def bot(self, name: str) -> Bot:
        """The bot of that level or nickname; raises `InvalidOptions` naming what there is."""
        bots = self.bots()
        found = bots.get(self.nicknames.get(name, name))
        if found is None:
            known = ", ".join((*bots, *self.nicknames))
            raise InvalidOptions(
                f"{self.title.en} has no bot {shown(name)} (it has: {known}).",
                f"{self.title.fr} n'a pas de robot {shown(name)} (il y a : {known}).",
            )
        return found

    def solver(self) -> Solver[S] | None:
        """What solves states of the game, where somebody has written that; asking costs nothing. See `muscade.solvers`."""
        return None

    def hint(self, view: V, seconds: float) -> Hint | None:
        """Help for whoever has that view, found by the solver in about that time; None in games that give none."""
        solver = self.solver()
        if solver is None or not self.gives_hints:
            return None
        return solver.solve(self.retell(view), seconds=seconds).hint()

    def retell(self, view: V) -> S:
        """The one state that a view of a game without secrets can come from: its history tells it."""
        return self.played(view, [(event.seat, self.parse(event.move)) for event in view.history])

    def played(self, view: V, history: Iterable[tuple[Seat, Move]]) -> S:
        """A table like that of the view, after these moves."""
        state = self.new(view.seats, **view.options)
        for seat, move in history:
            state.play(seat, move)
        return state

    def equipment(self, options: Options) -> msgspec.Struct | None:
        """What stands on such a table from beginning to end and is drawn once: a board, say."""
        return None

    def rules(self, language: str) -> str | None:
        """The page of its law in a language, in Markdown, if its package brings one: ``rules.en.md``, ``rules.fr.md``.

        Our own are in a folder of theirs; `muscade.core.pages` finds both.
        """
        package = sys.modules[type(self).__module__].__package__
        page = files(package) / f"rules.{language}.md" if package and language in LANGUAGES else None
        return page.read_text(encoding="utf-8") if page is not None and page.is_file() else None

    def settle_options(self, seats: int, given: Mapping[str, Any]) -> Options:
        """The given options, checked by name and value and completed with defaults."""
        if isinstance(seats, bool) or seats not in self.seats:
            counts = ", ".join(map(str, self.seats))
            raise InvalidOptions(
                f"{self.title.en} is for {counts} players, not {shown(seats)}.",
                f"{self.title.fr} se joue à {counts}, pas à {shown(seats)}.",
            )
        offered = {option.name: option for option in self.options(seats)}
        for name in given:
            if name not in offered:
                known = ", ".join(offered) or "–"
                raise InvalidOptions(
                    f"{self.title.en} has no option {shown(name)} for {seats} players (it has: {known}).",
                    f"{self.title.fr} n'a pas d'option {shown(name)} à {seats} (il y a : {known}).",
                )
        settled: Options = {}
        for name, option in offered.items():
            value = given.get(name, option.default)
            fits = any(
                type(value) is type(choice.value) and value == choice.value for choice in option.choices
            )
            if not fits and not (option.free and type(value) is type(option.default)):
                values = ", ".join(repr(choice.value) for choice in option.choices)
                raise InvalidOptions(
                    f"Option {name!r} takes {values}, not {shown(value)} ({option.clause}).",
                    f"L'option {name!r} accepte {values}, pas {shown(value)} ({option.clause}).",
                )
            settled[name] = value
        return settled
