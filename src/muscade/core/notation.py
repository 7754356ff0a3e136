"""How moves are written and read: each kind of move says its form once, and both ways follow from it.

A form has words, and fields in braces; how each field is spelt is said by its type, unless that is plain `int` or `str`::

    class Hide(Move, frozen=True):
        form = "hide {colour} {cup}"
        colour: Annotated[int, one_of("BGO?")]
        cup: Annotated[str, like("[a-c][1-3]", Text("is no cup.", "n'est pas un gobelet."))]

    NOTATION = Notation(Text("Cups", "Gobelets"), "hide B a2, ok", Hide, OK)

`Move.notation` writes it, `Notation.parse` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar, get_args, get_origin

from muscade.core.errors import InvalidNotation
from muscade.core.text import Text, quoted

if TYPE_CHECKING:
    from muscade.core.moves import Move

T = TypeVar("T")

_FIELD = re.compile(r"\{(\w+)\}")
_VOWELS = "AEÉIOUY"


@dataclass(frozen=True)
class Spelling(Generic[T]):
    """How a value is spelt in a move; it stands in an `Annotated` type.

    A text that fits the pattern is read. `read` gives None for what makes it no such move after all, or raises an
    `InvalidNotation` of its own.
    """

    read: Callable[[str], T | None]
    write: Callable[[T], str] = str
    pattern: str = r"\S+"


def one_of(names: Sequence[str], read: Callable[[str], int | None] | None = None) -> Spelling[int]:
    """A number by its name; any other word makes it no such move, unless ``read`` knows better.

    >>> one_of(("heads", "tails")).read("Tails"), one_of("BGO").write(2)
    (1, 'O')
    """
    numbers = {name.lower(): number for number, name in enumerate(names)}
    # A list finds its items quicker than a tuple does, asked in this way.
    return Spelling(read or (lambda word: numbers.get(word.lower())), list(names).__getitem__)


def several(spelling: Spelling[T], least: int, most: int | None = None) -> Spelling[tuple[T, ...]]:
    """So many values, one after the other; if no greatest number is given, any more of them.

    >>> several(Spelling(int), 2, 2).read("3 5"), several(Spelling(int), 1).write((1, 2, 3))
    ((3, 5), '1 2 3')
    """
    write, pattern = spelling.write, spelling.pattern
    plain = write is str and least == most

    def read(text: str) -> tuple[T, ...] | None:
        values = [value for value in map(spelling.read, text.split()) if value is not None]
        return tuple(values) if len(values) > text.count(" ") else None

    return Spelling(
        read,
        " ".join(["%s"] * least).__mod__ if plain else lambda values: " ".join(map(write, values)),
        f"{pattern}(?: {pattern}){{{least - 1},{'' if most is None else most - 1}}}",
    )


def like(pattern: str, otherwise: Text, within: str = r"\S+") -> Spelling[str]:
    """A name of that pattern, in small letters; any other word is refused by a sentence that goes on after it.

    Where no blank parts it from what is beside it, ``within`` says what belongs to it.

    >>> like("[a-c][1-3]", Text("is no place.", "n'est pas un endroit.")).read("B2")
    'b2'
    """
    fits = re.compile(pattern).fullmatch

    def read(word: str) -> str:
        name = word.strip().lower()
        if fits(name) is None:
            raise _refused(word.strip(), otherwise)
        return name

    return Spelling(read, pattern=within)


def seat_below(most: int) -> Spelling[int]:
    """A seat by its number; any other word is refused."""
    otherwise = Text(f"is not a seat from 0 to {most - 1}.", f"n'est pas une place de 0 à {most - 1}.")

    def read(word: str) -> int:
        if len(word) == 1 and word in "0123456789"[:most]:
            return int(word)
        raise _refused(word, otherwise)

    return Spelling(read)


def _refused(word: str, why: Text) -> InvalidNotation:
    return InvalidNotation(f"{quoted(word)} {why.en}", f"{quoted(word)} {why.fr}")


_PLAIN: Mapping[Any, Spelling[Any]] = {str: Spelling(str), int: Spelling(int, pattern=r"-?\d{1,18}")}
"""How fields are spelt whose types say no more."""


def _spelling_of(name: str, hint: Any) -> Spelling[Any]:
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    said = next((note for note in notes if isinstance(note, Spelling)), _PLAIN.get(kind))
    if said is None:
        raise TypeError(
            f"{name} is a {kind}, and nothing says how it is spelt: write Annotated[…, Spelling(…)]"
        )
    return said


class Form:
    """How one kind of move is written: words, and names of fields in braces."""

    def __init__(self, kind: str, text: str, hints: Mapping[str, Any]) -> None:
        self.spellings = {
            field: _spelling_of(f"{kind}.{field}", hints[field]) for field in _FIELD.findall(text)
        }
        first = text.split(maxsplit=1)[0]
        self.keyword = None if "{" in first else first
        """The word that it begins with, if that is always the same."""
        between = [re.escape(part) for part in _FIELD.split(text)[::2]]
        fields = [f"({spelling.pattern})" for spelling in self.spellings.values()]
        self._pattern = re.compile(
            "".join(part + field for part, field in zip(between, [*fields, ""], strict=True)),
            re.ASCII | re.IGNORECASE,
        )
        self.write = self._writer(text)

    def _writer(self, text: str) -> Callable[[Move], str]:
        """The form becomes an f-string, so that it is written as quickly as one by hand."""
        writers = {field: spelling.write for field, spelling in self.spellings.items()}
        for field, write in writers.items():
            value = f"move.{field}" if write is str else f"{field}(move.{field})"
            text = text.replace(f"{{{field}}}", f"{{{value}}}")
        writer: Callable[[Move], str] = eval(f"lambda move: f{text!r}", writers)  # noqa: S307
        return writer

    def read(self, text: str) -> dict[str, Any] | None:
        """The fields as a text gives them; None if it is not of this form."""
        found = self._pattern.fullmatch(text)
        if found is None:
            return None
        fields = {
            field: spelling.read(word)
            for (field, spelling), word in zip(self.spellings.items(), found.groups(), strict=True)
        }
        return None if None in fields.values() else fields


class Notation:
    """How the moves of a game are written: finds the move that a text names, and says what is wrong with any other text.

    It is made of kinds of moves, and of single moves that are shared. Letters are read in either case, and blanks do not count.
    """

    def __init__(self, title: Text, examples: str, *moves: type[Move] | Move) -> None:
        self._title, self._examples = title, examples
        self._single = {move.notation.lower(): move for move in moves if not isinstance(move, type)}
        self._kinds: dict[str | None, list[type[Move]]] = {word.split()[0]: [] for word in self._single}
        for kind in moves:
            if isinstance(kind, type):
                self._kinds.setdefault(kind.written.keyword, []).append(kind)
        self._read = lru_cache(maxsize=4096)(self._find)

    def parse(self, text: str) -> Move:
        """The move that a text names, or `InvalidNotation`."""
        return self._read(text)

    def _find(self, text: str) -> Move:
        plain = " ".join(text.split())
        words = plain.lower()
        if (single := self._single.get(words)) is not None:
            return single
        keyword = words.partition(" ")[0]
        for kind in self._kinds.get(keyword if keyword in self._kinds else None, ()):
            if (fields := kind.written.read(plain)) is not None:
                return kind(**fields).in_order()
        of = "d'" if self._title.fr.startswith(tuple(_VOWELS)) else "de "
        otherwise = Text(
            f"is not a move of {self._title.en}; moves look like {self._examples}.",
            f"n'est pas un coup {of}{self._title.fr} ; un coup s'écrit {self._examples}.",
        )
        raise _refused(text, otherwise)
