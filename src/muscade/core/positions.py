"""Any position as the first event of a game: a move of chance, ``set turn=1 pieces=c3,d4/e5``, that parses back.

A game that is begun from a position is a game like any other: its record replays, views redact it, a server keeps it. What a
position is made of is a `Position` of the game's own; what the law says of it, its `Positions`.

>>> class Cups(Position, frozen=True, kw_only=True):
...     turn: int
...     cups: tuple[tuple[str, ...], ...] = ()
...     open: bool = False
>>> spelling = spelt(Cups)
>>> spelling.read("turn=1 cups=B,G/O")
Cups(turn=1, cups=(('B', 'G'), ('O',)), open=False)
>>> spelling.write(Cups(turn=0, cups=((), ("O",)), open=True))
'turn=0 cups=/O open=1'
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from muscade.core.errors import IllegalMove, InvalidNotation
from muscade.core.moves import Move, Options, Seat
from muscade.core.notation import Spelling
from muscade.core.refusals import ANY_CLAUSE, Refusal
from muscade.core.text import Text, quoted

if TYPE_CHECKING:
    from muscade.core.game import Game
    from muscade.core.state import State

SET = "set "
HIDDEN = "?"
"""What somebody who looks on may not know of a position."""


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Plain data: numbers, words, rows of them, and rows of rows, one for each seat or colour.

    A field is written as ``name=value``, unless it is as it is by default; parts of a row stand between commas, rows between
    strokes.
    """


class SetUp(Move, frozen=True):
    """The game begins from a position; each game has its own kind, of the form ``set {position}``."""

    position: Any

    def __init_subclass__(cls) -> None:
        cls.form = "set {position}"
        super().__init_subclass__()


class IllegalPosition(IllegalMove):
    """A position that the law does not allow; ``clause`` says which sentence of it."""


class Forbidden(Refusal):
    """Why a position is refused: a `Refusal` that makes an `IllegalPosition`.

    >>> Forbidden("ML-2", "{place} is taken twice.", "{place} est occupé deux fois.")(place="c3")
    IllegalPosition('ML-2', 'c3 is taken twice.', 'c3 est occupé deux fois.')
    """

    error = IllegalPosition


only_first = Forbidden(
    ANY_CLAUSE,
    "A position is set by the table, before anything else has happened.",
    "Une position est posée par la table, avant tout autre coup.",
)

P = TypeVar("P", bound=Position)
S = TypeVar("S", bound="State")

# ---------------------------------------------------------------- how it is written

_Value: TypeAlias = Any


@cache
def _depths(kind: type[Position]) -> dict[str, int]:
    """How many rows within rows each field is."""
    hints = get_type_hints(kind)
    return {field: _depth(hints[field]) for field in kind.__struct_fields__}


def _depth(hint: Any) -> int:
    return 1 + _depth(get_args(hint)[0]) if get_origin(hint) is tuple else 0


def spelt(kind: type[P], fold: Callable[[str], str] = str) -> Spelling[P]:
    """How positions of a kind are spelt; ``fold`` makes small or capital letters of what somebody wrote."""

    def read(text: str) -> P:
        given: dict[str, _Value] = {}
        for part in text.split():
            name, sign, value = part.partition("=")
            if not sign or name.lower() not in depths or name.lower() in given:
                known = ", ".join(depths)
                raise InvalidNotation(
                    f"{quoted(part)} is no part of a position, or stands there twice; the parts are {known}.",
                    f"{quoted(part)} n'est pas une partie de la position, ou y est deux fois ; il y a {known}.",
                )
            given[name.lower()] = _read(fold(value), depths[name.lower()])
        try:
            return msgspec.convert(given, kind, strict=False)
        except msgspec.ValidationError as error:
            raise InvalidNotation(
                f"This is no position: {error}.", f"Ceci n'est pas une position : {error}."
            ) from None

    depths = _depths(kind)
    return Spelling(read, _written, r"\S+(?: \S+)*")


def _read(text: str, depth: int) -> _Value:
    if depth == 0:
        return text
    if depth == 1:
        return text.split(",") if text else []
    return [_read(row, depth - 1) for row in text.split("/")]


def _written(position: Position) -> str:
    fields = msgspec.structs.fields(position)
    return " ".join(
        f"{field.name}={_value(value)}"
        for field in fields
        if (value := getattr(position, field.name)) != field.default
    )


def _value(value: _Value) -> str:
    if isinstance(value, tuple):
        between = "/" if value and isinstance(value[0], tuple) else ","
        return between.join(map(_value, value))
    return str(int(value)) if isinstance(value, bool) else str(value)


def set_up(game: Game[Any, Any], text: str) -> SetUp:
    """The move that sets a position, by its notation; the word ``set`` may be missing. No other move will do.

    >>> import muscade
    >>> set_up(muscade.game("mono-line"), "turn=1 pieces=c3/").notation
    'set turn=1 pieces=c3/'
    """
    move = game.parse(text if text.lower().startswith(SET) else SET + text)
    if not isinstance(move, SetUp):
        raise InvalidNotation(f"{quoted(text)} is no position.", f"{quoted(text)} n'est pas une position.")
    return move


# ---------------------------------------------------------------- what can be set, for who sets it


class PositionChoice(msgspec.Struct, frozen=True):
    """A word that may stand in a field, with the name people read."""

    word: str
    title: Text


PositionKind: TypeAlias = Literal["seat", "choice", "flag", "number", "list", "places", "spaces"]


class PositionField(msgspec.Struct, frozen=True):
    """A part of a position, as an editor offers it that knows no game.

    ``seat`` and ``choice`` are one of some words, ``flag`` is 1 or 0, ``number`` is one from ``least`` to ``most``; ``list`` is a
    row of words, ``places`` a row of intersections of the board, ``spaces`` of its spaces. With ``rows`` there is one such value for each of them.
    """

    name: str
    title: Text
    kind: PositionKind
    clause: str
    rows: tuple[Text, ...] = ()
    choices: tuple[PositionChoice, ...] = ()
    """The words; none for numbers, and where places are all of the board's."""
    least: int = 0
    most: int | None = None
    """Of a number, or of how many words there are in a row."""
    once: bool = False
    """Each word stands there once at most, all rows together."""
    optional: bool = False
    """It may be left out: nothing is tried, nobody is meant."""


def field(name: str, kind: PositionKind, clause: str, en: str, fr: str, **more: Any) -> PositionField:
    """A part of a position, by its title in both languages."""
    return PositionField(name, Text(en, fr), kind, clause, **more)


def noted_seats(seats: int) -> tuple[Text, ...]:
    """What seats are called beside notation, refusals and reasons: counted from 0, as there."""
    return tuple(Text(f"seat {seat}", f"place {seat}") for seat in range(seats))


def choices(words: Iterable[str], titles: Iterable[Text] | None = None) -> tuple[PositionChoice, ...]:
    """Words to choose from, by these names or by their own."""
    words = tuple(words)
    named = titles or [Text(word, word) for word in words]
    return tuple(PositionChoice(word, title) for word, title in zip(words, named, strict=True))


def seat_field(seats: int, clause: str, title: Text, name: str = "turn", **more: Any) -> PositionField:
    """One of the seats: whose turn it is, say."""
    numbers = map(str, range(seats))
    return PositionField(name, title, "seat", clause, choices=choices(numbers, noted_seats(seats)), **more)


# ---------------------------------------------------------------- what a game says of its positions


class Positions(ABC, Generic[S, P]):
    """What a game says of positions: `muscade.core.Game.positions`."""

    move_type: ClassVar[type[SetUp]]
    """Its own kind of `SetUp`."""
    clause: ClassVar[str]
    """How a game is set up."""
    forgets: ClassVar[frozenset[str]] = frozenset()
    """The fields of a view that tell of the past, and begin anew with a position: the last trick, what can be taken back."""

    @abstractmethod
    def fields(self, seats: int, options: Options) -> tuple[PositionField, ...]:
        """What can be set at such a table."""

    @abstractmethod
    def of(self, state: S) -> P | None:
        """The position of a game under way; None before the first one, and after the last."""

    @abstractmethod
    def table(self, state: S, position: P) -> Any:
        """The course's table with that position, for a state in which nothing has happened; or `IllegalPosition`."""

    def redacted(self, position: P, viewer: Seat | None) -> P:
        """What somebody may know of it, with `HIDDEN` for all else; where nothing is hidden, all."""
        return position

    def move(self, position: P) -> SetUp:
        """The event that sets it."""
        return self.move_type(position)

    def move_of(self, state: S) -> SetUp | None:
        """The event that would set the position of a game under way."""
        position = self.of(state)
        return None if position is None else self.move(position)


# ---------------------------------------------------------------- what many games forbid

_no_such_place = Forbidden(
    ANY_CLAUSE, "The board has no place {place!r}.", "Le plateau n'a pas d'endroit {place!r}."
)
_twice = Forbidden(
    ANY_CLAUSE,
    "{thing} stands in the position twice.",
    "{thing} figure deux fois dans la position.",
)
_no_such_word = Forbidden(ANY_CLAUSE, "{word!r} is none of {words}.", "{word!r} n'est aucun de {words}.")
_wrong_rows = Forbidden(
    ANY_CLAUSE,
    "{name} has a part for each of {rows}, not for {count}.",
    "{name} a une partie pour chacun des {rows}, et non pour {count}.",
)
_wrong_number = Forbidden(
    ANY_CLAUSE,
    "{name} is a number from {least} to {most}, not {number}.",
    "{name} est un nombre de {least} à {most}, et non {number}.",
)


def places_of(words: Iterable[Sequence[str]], names: Sequence[str], clause: str) -> list[list[int]]:
    """The numbers of places in rows, each place there once at most."""
    numbers = {name: number for number, name in enumerate(names)}
    seen: set[str] = set()
    found = []
    for row in words:
        for word in row:
            if word not in numbers:
                raise _no_such_place(clause, place=word)
            if word in seen:
                raise _twice(clause, thing=word)
            seen.add(word)
        found.append([numbers[word] for word in row])
    return found


def order_of(names: Sequence[str]) -> Callable[[str], int]:
    """What sorts words as these names are; whatever else there is comes last."""
    return lambda word: names.index(word) if word in names else len(names)


def check_rows(name: str, rows: Sequence[object], count: int, clause: str) -> None:
    """There is a row for each seat, or colour."""
    if len(rows) != count:
        raise _wrong_rows(clause, name=name, rows=count, count=len(rows))


def check_number(name: str, number: int, least: int, most: int, clause: str) -> None:
    """A number of that name is within its bounds."""
    if not least <= number <= most:
        raise _wrong_number(clause, name=name, least=least, most=most, number=number)


def check_once(things: Iterable[str], clause: str) -> None:
    """Nothing is there twice."""
    seen: set[str] = set()
    for thing in things:
        if thing in seen:
            raise _twice(clause, thing=thing)
        seen.add(thing)


def number_of(word: str, words: Sequence[str], clause: str) -> int:
    """Where a word stands among those that may."""
    if word not in words:
        raise _no_such_word(clause, word=word, words=", ".join(words))
    return words.index(word)
