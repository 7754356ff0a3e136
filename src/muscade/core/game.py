"""The contract that every game keeps: `Game` makes states; `muscade.core.state` has what those know."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from muscade.core.description import People, fields_told, in_sentences, standing
from muscade.core.errors import InvalidOptions
from muscade.core.examples import Example, examples_in
from muscade.core.lessons import Lesson, lesson_in
from muscade.core.lots import Lots
from muscade.core.moves import Move, Options, Seat
from muscade.core.notation import Notation
from muscade.core.options import Option
from muscade.core.pads import Pad, Ruling
from muscade.core.picture import Caption, caption, in_words
from muscade.core.positions import Positions
from muscade.core.series import SeriesPuzzle, series_in
from muscade.core.state import State
from muscade.core.text import LANGUAGES, Text, quoted
from muscade.core.views import Hint, View
from muscade.core.vocabulary import NO_WORDS, Vocabulary, vocabulary_in
from muscade.pictures.palette import Theme
from muscade.pictures.svg import Picture

if TYPE_CHECKING:
    from muscade.bots import Bot
    from muscade.kernels.course import Course
    from muscade.solvers.solver import Solver

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Length(msgspec.Struct, frozen=True):
    """How long a game is with a number of seats, as bots among themselves have shown."""

    games: int
    """That were played to know it."""
    moves: int
    """In the middle one of them, chance's left out."""
    minutes: int
    """What that takes people, about."""


class Game(ABC, Generic[S, V]):
    """A game: how to set it up, what chance does, how to read its moves."""

    name: ClassVar[str]
    title: ClassVar[Text]
    tagline: ClassVar[Text]
    seats: ClassVar[tuple[int, ...]]
    laboratory_seats: ClassVar[tuple[int, ...]] = ()
    """Numbers of players that the box is not for, for exact work; see `laboratory`."""
    version: ClassVar[int]
    """Goes up whenever an old record would play differently."""
    notation: ClassVar[Notation]
    """How its moves are written."""
    state_type: Callable[[Game[S, V], int, Options], S]
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
    guests: Mapping[str, Bot] = MappingProxyType({})
    """Bots that somebody else brought and a server seats under names of their own: `muscade.server.engines`."""
    rules_page: ClassVar[str | None] = None
    """The page its law is on, where that is not one of its own name."""
    course: ClassVar[Course | None] = None
    """How it goes, interpreted and compiled; see `muscade.kernels`."""
    order: ClassVar[tuple[str, ...]] = ()
    """The natural order of the words in chance's moves, of cards say; whatever is not among them comes after, by its characters.
    Clients know it before a game, so that nobody can choose a deal by laying a pile otherwise."""
    positions: ClassVar[Positions[Any, Any] | None] = None
    """What it says of positions that a game may begin from; None: it begins as it begins."""
    pads: ClassVar[tuple[Pad, ...]] = ()
    """Score pads for a real table."""
    judges_tricks: ClassVar[bool] = False
    """`judge_trick` has something to say."""
    equipment_type: ClassVar[type[msgspec.Struct] | None] = None
    """What `equipment` gives."""

    @abstractmethod
    def options(self, seats: int) -> tuple[Option, ...]:
        """What a table of that many seats can choose; always the same."""

    def laboratory(self, seats: int) -> tuple[Option, ...]:
        """Options for exact work, which no box has and no player is offered: fewer cards, rounds, cups. Some may be further values of
        what `options` has. A table has them only where they are not as in the box, so records and views of others do not know them."""
        return ()

    def new(self, seats: int, **options: Any) -> S:
        """A fresh state; raises `InvalidOptions` naming what is wrong."""
        return self.state_type(self, seats, self.settle_options(seats, options))

    def former_options(self, version: int, options: Options) -> Options:
        """The options of a record of that version in the words of today: a game that has changed what they are called says how, so that
        its old records can still be played again."""
        return options

    def parse(self, notation: str) -> Move:
        """The move a notation names, or `InvalidNotation`."""
        return self.notation.parse(notation)

    @abstractmethod
    def lots(self, state: S) -> Lots:
        """What NATURE draws from now, each thing in its natural order: see `order`. In a game without chance nobody asks."""

    def draw(self, state: S, rng: Random) -> Move:
        """What NATURE does now."""
        return self.lots(state).draw(rng)

    @abstractmethod
    def imagine(self, view: V, rng: Random) -> S:
        """A full state, history included, that the view cannot rule out."""

    def worlds(self, view: V, rng: Random, count: int) -> Sequence[Any]:
        """Tables for a search, at which the view's seat, whose turn it is, sees what it sees in truth and may do the same.

        At most ``count``; one is enough where nothing is hidden. A game's ``worlds.py`` knows a shorter way than whole histories, and
        need not heed all that they would tell; without it they are imagined.
        """
        states: list[Any] = [self.imagine(view, rng) for _ in range(count)]
        return [state.table for state in states]

    @abstractmethod
    def bots(self) -> Mapping[str, Bot]:
        """Opponents by level, from the weakest to the strongest."""

    def levels(self) -> Mapping[str, Bot]:
        """All bots that may be seated, by name: its own, and then its guests."""
        return {**self.bots(), **self.guests}

    @property
    def usual_level(self) -> str:
        """What bots are unless somebody says otherwise: of its own, never a guest, and in the middle, the lower of two, which is good company
        for a first game. Empty where it has none."""
        own = list(self.bots())
        return own[(len(own) - 1) // 2] if own else ""

    def bot(self, name: str) -> Bot:
        """The bot of that level or nickname; raises `InvalidOptions` naming what there is."""
        bots = self.levels()
        found = bots.get(self.nicknames.get(name, name))
        if found is None:
            known = ", ".join((*bots, *self.nicknames))
            raise InvalidOptions(
                f"{self.title.en} has no bot {quoted(name)} (it has: {known}).",
                f"{self.title.fr} n'a pas de robot {quoted(name)} (il y a : {known}).",
            )
        return found

    def idea(self, view: V, move: Move) -> Text | None:
        """What a move goes for, in a few words that fit both "… was better" and "… valait mieux"; None where there is
        nothing to say. So an analysis can tell what was missed again and again. Most kinds of moves say it (`Move.goes_for`)."""
        return move.goes_for

    def judge_trick(self, cards: Sequence[str]) -> Ruling | None:
        """Who wins what lies on a real table, by the names of the cards in the order in which they were laid; None in games without
        tricks. Raises `InvalidOptions` where these cards make none."""
        return None

    def solver(self) -> Solver[S] | None:
        """What solves states of the game, where somebody has written that; asking costs nothing, and it is the same one every time.
        See `muscade.solvers`.
        """
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

    def examples(self) -> tuple[Example, ...]:
        """Worked examples of its law, from ``data/examples.toml`` of its package."""
        package = self._package
        return examples_in(package) if package else ()

    def lesson(self) -> Lesson | None:
        """Its first lesson, from ``data/lesson.toml`` of its package; None where it has none."""
        package = self._package
        return lesson_in(package) if package else None

    def vocabulary(self) -> Vocabulary:
        """What names in its views and moves are called, from ``data/vocabulary.toml`` of its package."""
        package = self._package
        return vocabulary_in(package) if package else NO_WORDS

    def series(self) -> tuple[SeriesPuzzle, ...]:
        """Its graded puzzles, from ``data/series.json`` of its package; none where it has no series."""
        package = self._package
        return series_in(package) if package else ()

    def goal(self, options: Options) -> Text:
        """What one has to reach at such a table, in one line; the tagline, where a game has nothing shorter to say."""
        return self.tagline

    def equipment(self, seats: int, options: Options) -> msgspec.Struct | None:
        """What stands on such a table from beginning to end and is drawn once: a board, say."""
        return None

    def picture(
        self,
        view: V,
        *,
        names: Sequence[str] = (),
        theme: Theme = "light",
        language: str = "en",
        views: Sequence[V] = (),
        hidden: Mapping[str, Any] | None = None,
    ) -> str:
        """A view as a picture in SVG, 1200 by 630, with people's names where they are given.

        With everybody's ``views`` and what is ``hidden``, everything lies open in it: for games that are over.
        """
        said = caption(self.title, view, names, language, views, hidden)
        return self.draw_view(view, said).finish(theme)

    def draw_view(self, view: V, caption: Caption) -> Picture:
        """What `picture` shows; a game that draws nothing is told in words."""
        return in_words(view, caption, self.vocabulary())

    def describe(self, view: V, names: Sequence[str] = ()) -> Text:
        """The whole position in plain sentences, one a line, for whoever does not look at it: from a view, so it tells no more.

        Whoever has the view is "you"; the others are called by their names, where they are given. The history is not read.
        """
        people = People(view, names)
        return in_sentences([standing(view, people), *self.tell(view, people)])

    def tell(self, view: V, people: People) -> Iterable[Text]:
        """What `describe` says of the table, sentence by sentence; a game without words of its own tells its fields."""
        return fields_told(view, self.vocabulary())

    def rules(self, language: str) -> str | None:
        """The page of its law in a language, in Markdown, if its package brings one: ``rules.en.md``, ``rules.fr.md``.

        Our own are in a folder of theirs; `muscade.core.pages` finds both.
        """
        return self._brought(f"rules.{language}.md") if language in LANGUAGES else None

    def minutes(self, seats: int) -> int | None:
        """About how long a game of so many people takes, if its package tells: ``data/lengths.json``.

        ``python -m benchmarks.lengths`` measures it.
        """
        text = self._brought("data/lengths.json")
        return None if text is None else msgspec.json.decode(text, type=dict[int, Length])[seats].minutes

    @property
    def _package(self) -> str | None:
        return sys.modules[type(self).__module__].__package__

    def _brought(self, name: str) -> str | None:
        """A file that lies beside the game."""
        package = self._package
        file = files(package) / name if package else None
        return file.read_text(encoding="utf-8") if file is not None and file.is_file() else None

    def settle_options(self, seats: int, given: Mapping[str, Any], *, laboratory: bool = True) -> Options:
        """The given options, checked by name and value and completed with defaults; those of laboratories as well, unless told."""
        counts = (*self.laboratory_seats, *self.seats) if laboratory else self.seats
        if isinstance(seats, bool) or seats not in counts:
            known = ", ".join(map(str, self.seats))
            raise InvalidOptions(
                f"{self.title.en} is for {known} player{_s(known)}, not {quoted(seats)}.",
                f"{self.title.fr} se joue à {known}, pas à {quoted(seats)}.",
            )
        offered, small = _options_of(self, seats)
        if not laboratory:
            small = {}
        for name in given:
            if name not in offered and name not in small:
                known = ", ".join(offered) or "–"
                raise InvalidOptions(
                    f"{self.title.en} has no option {quoted(name)} for {seats} player{_s(seats)} (it has: {known}).",
                    f"{self.title.fr} n'a pas d'option {quoted(name)} à {seats} (il y a : {known}).",
                )
        settled: Options = {}
        for name, option in offered.items():
            value = given.get(name, option.default)
            if not option.takes(value) and not (name in small and small[name].takes(value)):
                raise option.refused(value)
            settled[name] = value
        for name, option in small.items():
            value = given.get(name, option.default)
            if name not in offered and value != option.default:
                if not option.takes(value):
                    raise option.refused(value)
                settled[name] = value
        return settled


def _s(count: object) -> str:
    return "" if str(count) == "1" else "s"


@lru_cache(maxsize=256)
def _options_of(game: Game[Any, Any], seats: int) -> tuple[Mapping[str, Option], Mapping[str, Option]]:
    """What a game offers a table, and what its laboratory has, by name: needed whenever a game begins."""
    return (
        {option.name: option for option in game.options(seats)},
        {option.name: option for option in game.laboratory(seats)},
    )
