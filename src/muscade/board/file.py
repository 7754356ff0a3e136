"""Reading a board file: drawn lines, the Center Square, exits and set-ups, one statement a line (OB-9)."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from muscade.board.errors import InvalidBoard
from muscade.core.text import Text, quoted

Point: TypeAlias = tuple[float, float]

MAX_SIZE = 20_000
"""Characters; a pasted file is read on somebody's server."""
MAX_LINES = 64
"""Lines of a board fit into one mask."""
MAX_COORDINATE = 1e6
Colour: TypeAlias = Literal["black", "white", "red", "blue"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
COLOUR_TITLES = {
    "black": Text("black", "noir"),
    "white": Text("white", "blanc"),
    "red": Text("red", "rouge"),
    "blue": Text("blue", "bleu"),
}

PHI = (math.sqrt(5) - 1) / 2
_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: math.pow,
}


@dataclass(frozen=True)
class Named:
    """Names somebody wrote down, and on which line."""

    line: int
    names: tuple[str, ...]


@dataclass
class BoardFile:
    """What a file says, before anything is derived from it."""

    name: str = "board"
    snap: float = 1e-9
    segments: list[tuple[int, Point, Point]] = field(default_factory=list)
    """Line of the file, and the two ends."""
    center: tuple[int, tuple[Point, ...]] | None = None
    exits: list[Named] = field(default_factory=list)
    setups: dict[tuple[str, str], Named] = field(default_factory=dict)
    """By game and colour."""


def _value(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return float(number)
        case ast.Name(id="phi"):
            return PHI
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            return _OPERATORS[type(sign)](_value(left), _value(right))
        case ast.Call(func=ast.Name(id="sqrt"), args=[argument], keywords=[]):
            return math.sqrt(_value(argument))
        case _:
            raise ValueError


def number(text: str) -> float:
    """A number, or arithmetic with ``phi``, ``sqrt(…)``, ``+ - * / **`` and brackets.

    >>> number("phi**2+phi"), number("-0.25")
    (1.0, -0.25)
    """
    value = _value(ast.parse(text, mode="eval").body)
    if not abs(value) <= MAX_COORDINATE:
        raise ValueError
    return value


class _Reader:
    def __init__(self) -> None:
        self.file = BoardFile()
        self.line = 0
        self.seen: dict[str, int] = {}

    def refuse(self, en: str, fr: str) -> InvalidBoard:
        return InvalidBoard(self.line, en, fr)

    def once(self, word: str) -> None:
        if word in self.seen:
            raise self.refuse(
                f"{word!r} was said on line {self.seen[word]} already.",
                f"{word!r} a déjà été dit à la ligne {self.seen[word]}.",
            )
        self.seen[word] = self.line

    def number(self, text: str) -> float:
        try:
            return number(text)
        except (ValueError, SyntaxError, ArithmeticError, RecursionError, MemoryError):
            raise self.refuse(
                f"{quoted(text)} is not a number; write 0.5, phi or sqrt(2)-phi, without blanks.",
                f"{quoted(text)} n'est pas un nombre ; écrivez 0.5, phi ou sqrt(2)-phi, sans espaces.",
            ) from None

    def point(self, text: str) -> Point:
        x, comma, y = text.partition(",")
        if not comma or "," in y:
            raise self.refuse(
                f"{quoted(text)} is not a point; write x,y.",
                f"{quoted(text)} n'est pas un point ; écrivez x,y.",
            )
        return self.number(x), self.number(y)

    def read(self, word: str, rest: list[str]) -> None:
        match word:
            case "board" if rest:
                self.once(word)
                self.file.name = " ".join(rest)[:60]
            case "snap" if len(rest) == 1:
                self.once(word)
                self.file.snap = self.number(rest[0])
                if not 1e-12 <= self.file.snap <= 1:
                    raise self.refuse(
                        "snap lies between 1e-12 and 1.", "snap doit être compris entre 1e-12 et 1."
                    )
            case "line" if len(rest) == 2:
                if len(self.file.segments) == MAX_LINES:
                    raise self.refuse(
                        f"a board has {MAX_LINES} lines at most.", f"un plateau a au plus {MAX_LINES} lignes."
                    )
                self.file.segments.append((self.line, self.point(rest[0]), self.point(rest[1])))
            case "center" if len(rest) >= 3:
                self.once(word)
                self.file.center = self.line, tuple(map(self.point, rest))
            case "exit" if rest:
                self.file.exits.append(Named(self.line, tuple(rest)))
            case "setup" if len(rest) >= 3:
                self.setup(*rest)
            case "board" | "snap" | "line" | "center" | "exit" | "setup":
                raise self.refuse(
                    f"this is not how {word!r} is written; see the page about board files.",
                    f"{word!r} ne s'écrit pas ainsi ; voyez la page sur les fichiers de plateau.",
                )
            case _:
                raise self.refuse(
                    f"{quoted(word)} is none of board, snap, line, center, exit and setup.",
                    f"{quoted(word)} n'est ni board, ni snap, ni line, ni center, ni exit, ni setup.",
                )

    def setup(self, game: str, colour: str, *names: str) -> None:
        if colour not in COLOURS:
            raise self.refuse(
                f"{quoted(colour)} is not a colour; there are {', '.join(COLOURS)}.",
                f"{quoted(colour)} n'est pas une couleur ; il y a {', '.join(COLOURS)}.",
            )
        self.once(f"setup {game} {colour}")
        self.file.setups[game, colour] = Named(self.line, names)


def read_board_file(text: str) -> BoardFile:
    """What the file says; `InvalidBoard` names the line and the reason."""
    if len(text) > MAX_SIZE:
        raise InvalidBoard(
            None,
            f"it is longer than {MAX_SIZE} characters.",
            f"il compte plus de {MAX_SIZE} caractères.",
        )
    reader = _Reader()
    for reader.line, written in enumerate(text.splitlines(), 1):
        words = written.partition("#")[0].split()
        if words:
            reader.read(words[0], words[1:])
    if not reader.file.segments:
        raise InvalidBoard(None, "there is no line in it.", "il ne contient aucune ligne.")
    if reader.file.center is None:
        raise InvalidBoard(
            None, "'center', the Center Square, is missing.", "'center', le carré central, manque."
        )
    return reader.file
