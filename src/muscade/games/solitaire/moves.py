"""Moves that puzzles share: giving up, taking back, playing again, and a piece that captures another."""

from __future__ import annotations

import re
from functools import lru_cache

from muscade.board import Board
from muscade.core.errors import InvalidNotation
from muscade.core.moves import Move
from muscade.core.text import Text, shown
from muscade.games.over_pass.moves import place_named
from muscade.games.race.moves import UNDO
from muscade.kernels.stepping import NO_CODE

_CAPTURE = re.compile(r"(\w+?)x(\w+)>(\w+)", re.ASCII | re.IGNORECASE)


class Capture(Move, frozen=True):
    """A piece leaves ``start`` and lands on ``target``; the one on ``over``, passed last, is removed (SP-2, SP-3)."""

    start: str
    over: str
    target: str

    @property
    def notation(self) -> str:
        return f"{self.start}x{self.over}>{self.target}"


class Stop(Move, frozen=True):
    """The puzzle is left as it stands."""

    @property
    def notation(self) -> str:
        return "stop"


class Redo(Move, frozen=True):
    """What was taken back last is played again (SP-4)."""

    @property
    def notation(self) -> str:
        return "redo"


class Restart(Move, frozen=True):
    """Everything is taken back; it can be played again move by move (SP-4)."""

    @property
    def notation(self) -> str:
        return "restart"


STOP = Stop()
REDO = Redo()
RESTART = Restart()
_WORDS: dict[str, Move] = {move.notation: move for move in (STOP, UNDO, REDO, RESTART)}


class Captures(dict[int, Move]):
    """Every capture of a board by its code (`course.CaptureSetting`), written when somebody first asks for it; and to stop."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        names = self._names = board.intersections
        self._hops = [(names[over], names[to]) for over, row in enumerate(board.neighbours) for to in row]
        self._starts = {name: number for number, name in enumerate(names)}
        self._hop_numbers = {hop: number for number, hop in enumerate(self._hops)}
        self.stop = len(names) * len(self._hops)
        self[self.stop] = STOP

    def __missing__(self, code: int) -> Move:
        start, hop = divmod(code, len(self._hops))
        move = self[code] = Capture(self._names[start], *self._hops[hop])
        return move

    def code_of(self, move: Move) -> int:
        """The code of a move; `NO_CODE` where it is no capture, or lands elsewhere than beside what it passes last."""
        if not isinstance(move, Capture):
            return self.stop if isinstance(move, Stop) else NO_CODE
        start, hop = self._starts.get(move.start), self._hop_numbers.get((move.over, move.target))
        return NO_CODE if start is None or hop is None else start * len(self._hops) + hop


@lru_cache(maxsize=16)
def captures_of(board: Board) -> Captures:
    """Boards are shared objects (`board_named`), and so are their moves."""
    return Captures(board)


def parse_word(notation: str) -> Move | None:
    """`stop`, `undo`, `redo` or `restart`, or None if it is something else."""
    return _WORDS.get(notation.strip().lower())


def parse_capture(notation: str, title: Text) -> Move:
    """The move that a notation names in a puzzle of that title, where pieces capture.

    >>> parse_capture("B1xb4>c7", Text("Twisted Jumps", "Sauts tordus")).notation
    'b1xb4>c7'
    """
    if (move := parse_word(notation)) is not None:
        return move
    if (words := _CAPTURE.fullmatch(notation.strip())) is None:
        raise not_a_move(notation, title, "b1xb4>c7")
    start, over, target = words.groups()
    return Capture(place_named(start), place_named(over), place_named(target))


def not_a_move(notation: str, title: Text, examples: str) -> InvalidNotation:
    return InvalidNotation(
        f"{shown(notation)} is not a move of {title.en}; moves look like {examples}, stop, undo, redo, restart.",
        f"{shown(notation)} n'est pas un coup de {title.fr} ; un coup s'écrit {examples}, stop, undo, redo, restart.",
    )
