"""Moves that puzzles share: giving up, taking back, playing again, and a piece that captures another."""

from __future__ import annotations

from functools import lru_cache

from muscade.board import Board
from muscade.board.moves import UNDO, Place
from muscade.core import Move, Notation, Text
from muscade.core.positions import Position
from muscade.kernels.stepping import NO_CODE


class Capture(Move, frozen=True):
    """A piece leaves ``start`` and lands on ``target``; the one on ``over``, passed last, is removed (SP-2, SP-3)."""

    form = "{start}x{over}>{target}"
    start: Place
    over: Place
    target: Place


class Stop(Move, frozen=True):
    """The puzzle is left as it stands."""

    form = "stop"


class Redo(Move, frozen=True):
    """What was taken back last is played again (SP-4)."""

    form = "redo"


class Restart(Move, frozen=True):
    """Everything is taken back; it can be played again move by move (SP-4)."""

    form = "restart"


class PuzzlePosition(Position, frozen=True, kw_only=True):
    """Of a puzzle in which colours do not count."""

    pieces: tuple[str, ...]
    count: int = 0
    """Steps or moves so far (SP-4)."""


STOP = Stop()
REDO = Redo()
RESTART = Restart()


def puzzle_notation(title: Text, examples: str, *kinds: type[Move]) -> Notation:
    """Of a puzzle of that title: its own kinds of moves, and the words that all puzzles know.

    >>> puzzle_notation(Text("Twisted Jumps", "Sauts tordus"), "b1xb4>c7", Capture).parse("B1xb4>c7").notation
    'b1xb4>c7'
    """
    return Notation(title, f"{examples}, stop, undo, redo, restart", *kinds, STOP, UNDO, REDO, RESTART)


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
