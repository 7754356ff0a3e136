"""A puzzle under way: what was done, what was taken back, and the end. Moves and goals are each puzzle's own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

from muscade.board import STANDARD, Board, board_named
from muscade.core import Move, Options, Outcome, Seat, State
from muscade.core.game import Shown
from muscade.games.race.moves import UNDO, Undo
from muscade.games.race.rules import EMPTY
from muscade.games.race.state import colour_name
from muscade.games.solitaire import refusals
from muscade.games.solitaire.moves import REDO, RESTART, STOP, Redo, Restart, Stop
from muscade.games.solitaire.view import Best, PuzzlePiece, PuzzleView

PLAYER: Seat = 0


class PuzzleState(State):
    """See `muscade.core.State`. ``cells`` holds a colour, or ``EMPTY``, for every place of the board."""

    game_name: ClassVar[str]
    version: ClassVar[int]
    clause: ClassVar[str]
    """Where the rules page has this puzzle."""
    coloured: ClassVar[bool] = False
    """Do colours count?"""
    best: ClassVar[Best | None]
    """What is known of the standard position."""

    board: Board
    shown: dict[int, list[Shown]]

    def __init__(self, seats: int, options: Options) -> None:
        if options["par"] < 0:
            raise refusals.negative_par(options["par"])
        self.seats = seats
        self.options = options
        self.history = []
        self.shown = {}
        self.board = board_named(options["board"])
        self.names = self.place_names(self.board)
        position = options["position"]
        self.cells = self.standard_cells() if position == STANDARD else self.read_cells(position)
        self.count = 0
        self.final: Outcome | None = None
        self.before: list[tuple[Any, ...]] = []
        """The puzzle before each move that can be taken back, as `snapshot` tells it."""
        self.after: list[tuple[Any, ...]] = []
        """The puzzle after each move that can be played again, the next one last."""
        self._listed: tuple[int, Sequence[Move]] = (-1, ())
        """The length of the history when moves were last listed, and the list."""

    # ------------------------------------------------------------ what each puzzle says

    @staticmethod
    @abstractmethod
    def place_names(board: Board) -> tuple[str, ...]:
        """The places that can hold a piece."""

    @abstractmethod
    def standard_cells(self) -> list[int]:
        """The position of the puzzle as it is set."""

    @abstractmethod
    def read_cells(self, text: str) -> list[int]:
        """Another position; raises `InvalidOptions` saying what is wrong with it."""

    @abstractmethod
    def actions(self) -> list[Move]:
        """Every move that goes forward."""

    @abstractmethod
    def act(self, move: Move) -> None:
        """Check and do one move. Call `write` once it is known to be legal, before any change."""

    @abstractmethod
    def solved(self) -> str | None:
        """The reason for which the puzzle is over, if its goal is reached."""

    @property
    @abstractmethod
    def target(self) -> int:
        """How many pieces are to be on the board in the end."""

    @abstractmethod
    def score(self) -> int:
        """The more, the nearer to the goal; for the score of a puzzle that is over."""

    @property
    def well_known(self) -> bool:
        """Is this the puzzle as it is set, for which the best figure is told?"""
        return bool(self.options["position"] == STANDARD and self.options["board"] == STANDARD)

    def ways(self) -> Iterator[str]:
        """The ways on offer, where moves themselves do not tell them."""
        return iter(())

    def own_fields(self) -> dict[str, Any]:
        """The fields of the view that only this puzzle fills."""
        return {"mover": None, "additions": (), "crossing": None}

    def snapshot(self) -> tuple[Any, ...]:
        """All that a move can change, as immutable values; a puzzle with more adds it at the end."""
        return tuple(self.cells), self.count

    def restore(self, snapshot: tuple[Any, ...]) -> None:
        cells, self.count = snapshot[:2]
        self.cells = list(cells)

    # ------------------------------------------------------------ the contract

    @property
    def left(self) -> int:
        """Pieces on the board."""
        return len(self.cells) - self.cells.count(EMPTY)

    def turn(self) -> tuple[Seat, ...]:
        return () if self.final else (PLAYER,)

    def moves(self, seat: Seat) -> Sequence[Move]:
        if seat not in self.turn():
            return ()
        length, moves = self._listed
        if length != len(self.history):
            moves = (*self.actions(), STOP)
            self._listed = (len(self.history), moves)
        return moves

    def second_thoughts(self, seat: Seat) -> Sequence[Move]:
        """SP-4."""
        if seat not in self.turn():
            return ()
        return (*((UNDO, RESTART) if self.before else ()), *((REDO,) if self.after else ()))

    def play(self, seat: Seat, move: Move) -> None:
        if seat != PLAYER:
            raise refusals.one_player()
        if self.final:
            raise refusals.over(self.clause)
        match move:
            case Stop():
                self.history.append((seat, move))
                self._finish((), "stopped")
            case Undo() | Restart():
                if not self.before:
                    raise refusals.nothing_to_undo()
                self.history.append((seat, move))
                self._take_back()
                while self.before and isinstance(move, Restart):
                    self._take_back()
            case Redo():
                if not self.after:
                    raise refusals.nothing_to_redo()
                self.history.append((seat, move))
                self.before.append(self.snapshot())
                self.restore(self.after.pop())
            case _:
                self.act(move)
                if reason := self.solved():
                    self._finish((PLAYER,), reason)

    def write(self, move: Move, *shown: str) -> None:
        """A move is legal and about to happen; ``shown`` tells how, for all to see."""
        self.before.append(self.snapshot())
        self.after.clear()
        if shown:
            self.shown[len(self.history)] = [(text, None) for text in shown]
        self.history.append((PLAYER, move))

    def outcome(self) -> Outcome | None:
        return self.final

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        """Nothing is hidden in a puzzle."""
        return move

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.history = self.history.copy()
        twin.shown = self.shown.copy()
        twin.cells = self.cells.copy()
        twin.before = self.before.copy()
        twin.after = self.after.copy()
        return twin

    def _take_back(self) -> None:
        self.after.append(self.snapshot())
        self.restore(self.before.pop())

    def _finish(self, winners: tuple[Seat, ...], reason: str) -> None:
        self.before.clear()
        self.after.clear()
        self.final = Outcome(winners, (self.score(),), reason)

    # ------------------------------------------------------------ what all see

    def view(self, seat: Seat | None) -> PuzzleView:
        return PuzzleView(
            game=self.game_name,
            version=self.version,
            seats=self.seats,
            options=self.options,
            seat=seat,
            turn=self.turn(),
            outcome=self.final,
            history=self.seen(seat),
            phase="over" if self.final else "play",
            pieces=tuple(
                PuzzlePiece(self.names[place], colour_name(colour) if self.coloured else None)
                for place, colour in enumerate(self.cells)
                if colour != EMPTY
            ),
            count=self.count,
            left=self.left,
            target=self.target,
            undo=bool(self.before),
            redo=bool(self.after),
            best=self.best if self.well_known else None,
            par=self.options["par"] or None,
            ways=tuple(self.ways()) if seat is not None and seat in self.turn() else (),
            **self.own_fields(),
        )
