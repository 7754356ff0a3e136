"""A puzzle under way: moves by name, what was taken back, refusals in words. How it goes is in each puzzle's course."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from muscade.board import COLOURS, EMPTY, STANDARD, Board, board_named
from muscade.board.moves import UNDO, Undo
from muscade.core import Game, IllegalMove, Move, Options, Outcome, Seat, Tally, Text
from muscade.core.positions import SetUp
from muscade.core.shipped import data_of
from muscade.games.solitaire import refusals
from muscade.games.solitaire.course import PLAYER, PuzzleTable, barred
from muscade.games.solitaire.moves import REDO, RESTART, Redo, Restart
from muscade.games.solitaire.view import Best, PuzzlePiece, PuzzleView
from muscade.kernels.layout import Layout, Numbers
from muscade.kernels.stepping import NO_CODE, CourseState

S = TypeVar("S", bound=Layout)
T = TypeVar("T", bound=PuzzleTable)


def best_of(package: str) -> Best:
    """What ``data/best.toml`` of a puzzle says (SP-4, SP-5)."""
    return msgspec.convert(data_of(package, "best"), Best)


class PuzzleState(CourseState[S, T], Generic[S, T]):
    """See `muscade.core.State`."""

    reasons = refusals.REASONS
    clause: ClassVar[str]
    """Where the rules page has this puzzle."""
    coloured: ClassVar[bool] = False
    """Do colours count?"""
    best: ClassVar[Best | None]
    """What is known of the standard position."""

    names: Sequence[str]
    """The places that can hold a piece."""

    def __init__(self, game: Game[Any, Any], seats: int, options: Options) -> None:
        if options["par"] < 0:
            raise refusals.negative_par(options["par"])
        self.board: Board = board_named(options["board"])
        super().__init__(game, seats, options, *self.set_up(options))
        self.before: list[T] = []
        """The table before each move that can be taken back; nobody changes it any more."""
        self.after: list[T] = []
        """The table after each move that can be played again, the next one last."""

    # ------------------------------------------------------------ what each puzzle says

    @abstractmethod
    def set_up(self, options: Options) -> tuple[S, T]:
        """The setting and a table of one's own; raises `InvalidOptions` saying what is wrong with a position."""

    @property
    def cells(self) -> Numbers:
        """What every place holds: a colour, or `EMPTY`."""
        return self.table.cells

    @property
    @abstractmethod
    def target(self) -> int:
        """How many pieces are to be on the board in the end."""

    @abstractmethod
    def score(self) -> int:
        """The more, the nearer to the goal; for the score of a puzzle that is over."""

    @abstractmethod
    def misplaced(self, move: Move) -> IllegalMove:
        """Why a move that has no code is refused."""

    def success(self) -> str:
        """The reason for which a solved puzzle is over."""
        return "solved"

    @property
    def well_known(self) -> bool:
        """Is this the puzzle as it is set, for which the best figure is told?"""
        as_set = not self.history or not isinstance(self.history[0][1], SetUp)
        return bool(as_set and self.options["position"] == STANDARD and self.options["board"] == STANDARD)

    def ways(self) -> Iterator[str]:
        """The ways on offer, where moves themselves do not tell them."""
        return iter(())

    def own_fields(self) -> dict[str, Any]:
        """The fields of the view that only this puzzle fills."""
        return {"mover": None, "additions": (), "crossing": None}

    # ------------------------------------------------------------ the contract

    def second_thoughts(self, seat: Seat) -> Sequence[Move]:
        """SP-4."""
        if not self.may_act(seat):
            return ()
        return (*((UNDO, RESTART) if self.before else ()), *((REDO,) if self.after else ()))

    def play(self, seat: Seat, move: Move) -> None:
        before = self.table.copy()
        super().play(seat, move)
        if isinstance(move, Undo | Redo | Restart | SetUp):
            return
        self.after.clear()
        if self.mask:
            self.before.append(before)
        else:
            self.before.clear()

    def play_uncoded(self, seat: Seat, move: Move) -> int:
        """Take back, or play again (SP-4)."""
        if reason := barred(self.table, seat):
            raise self.refused(reason, seat, move)
        match move:
            case Undo() | Restart():
                if not self.before:
                    raise refusals.nothing_to_undo()
                here = self.table
                for _ in range(len(self.before) if isinstance(move, Restart) else 1):
                    self.after.append(here)
                    here = self.before.pop()
            case Redo():
                if not self.after:
                    raise refusals.nothing_to_redo()
                self.before.append(self.table)
                here = self.after.pop()
            case _:
                raise self.misplaced(move)
        self.set_table(here.copy())
        return NO_CODE

    def known_of(self, move: Move) -> dict[str, Any]:
        return {**super().known_of(move), "clause": self.clause}

    def outcome(self) -> Outcome | None:
        table = self.table
        if not table.over:
            return None
        solved = table.solved
        return Outcome((PLAYER,) if solved else (), (self.score(),), self.success() if solved else "stopped")

    def tell(self, seat: Seat, move: Move, before: T, after: T) -> None:
        """SP-4: what counts shows which one it is; what goes on with it, or brings a piece in, shows nothing."""
        if after.count > before.count and not isinstance(move, Redo | SetUp):
            self.show(f"move {after.count}")

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        """Nothing is hidden in a puzzle."""
        return move

    def copy(self) -> Self:
        twin = super().copy()
        twin.before, twin.after = self.before.copy(), self.after.copy()
        return twin

    def tallies(self, *, whole: bool = False) -> tuple[Tally, ...]:
        return (
            Tally("pieces", Text("pieces on the board", "pièces sur le plateau"), (self.table.pieces,)),
            Tally("count", Text("moves", "coups"), (self.table.count,)),
        )

    # ------------------------------------------------------------ what all see

    def view(self, seat: Seat | None) -> PuzzleView:
        return PuzzleView(**self.common(seat), **self.shared_fields(), **self.seat_fields(seat))

    def shared_fields(self) -> dict[str, Any]:
        table = self.table
        return {
            "phase": "over" if table.over else "play",
            "pieces": tuple(
                PuzzlePiece(self.names[place], COLOURS[colour] if self.coloured else None)
                for place, colour in enumerate(self.cells)
                if colour != EMPTY
            ),
            "count": table.count,
            "left": table.pieces,
            "target": self.target,
            "undo": bool(self.before),
            "redo": bool(self.after),
            "best": self.best if self.well_known else None,
            "par": self.options["par"] or None,
            **self.own_fields(),
        }

    def seat_fields(self, seat: Seat | None) -> dict[str, Any]:
        """Only who plays is told the ways on offer."""
        return {"ways": tuple(self.ways()) if seat is not None and self.may_act(seat) else ()}
