"""A race under way: moves by name, refusals in words, taking back, what all see. How it goes is in each game's course."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Sequence
from typing import Any, ClassVar, Self, TypeVar, get_args

from muscade.board import COLOURS, EMPTY, Board, Colour, board_named
from muscade.board.moves import UNDO, Undo
from muscade.core import NATURE, Game, IllegalMove, Move, Options, Outcome, Progress, Seat, Tally, Text
from muscade.games.race import refusals, rules
from muscade.games.race.course import NO_PLACE, NOT_NOW, OPENING, TO_ROLL, RaceSetting, RaceTable
from muscade.games.race.moves import ROLL_CODES, ROLLS, Roll
from muscade.games.race.setup import colours_in_play
from muscade.games.race.view import Phase, Piece
from muscade.kernels.primitives import NATURE_BIT, lowest
from muscade.kernels.stepping import NO_CODE, CourseState, seats_in

S = TypeVar("S", bound=RaceSetting)
T = TypeVar("T", bound=RaceTable)

NOBODY: Seat = NATURE
PHASES: tuple[Phase, ...] = get_args(Phase)


class RaceState(CourseState[S, T]):
    """See `muscade.core.State`; ``colours`` are those in play, in turn order.

    With every roll is `shown` what it is for: ``start 1`` and, once that is decided, ``begins 1``; or the turn, ``turn 3 red``.
    """

    order: ClassVar[tuple[int, ...]]
    """The colours in turn order."""
    clauses: ClassVar[refusals.Clauses]

    board: Board
    names: Sequence[str]
    """Of the places where pieces can be."""

    def __init__(self, game: Game[Any, Any], seats: int, options: Options, setting: S, table: T) -> None:
        super().__init__(game, seats, options, setting, table)
        self.board = board_named(options["board"])
        self.colours = tuple(COLOURS[colour] for colour in colours_in_play(self.order, seats, options))
        self.before: list[array[int]] = []
        """The table before each action of this turn."""

    # ------------------------------------------------------------ what each game says

    @abstractmethod
    def action_of(self, code: int) -> Move:
        """The action that a code means."""

    @abstractmethod
    def action_code(self, move: Move) -> int:
        """The code of an action, or `NO_CODE` for what can be refused without the table."""

    @abstractmethod
    def refused_action(self, reason: int, move: Move) -> IllegalMove:
        """Why an action is refused; ``reason`` is what the course says, or `NO_CODE` if it was not asked."""

    @property
    @abstractmethod
    def cells(self) -> Sequence[int]:
        """For every place of the board whose piece is there, as a place of the turn order, or ``EMPTY``."""

    # ------------------------------------------------------------ moves

    @property
    def phase(self) -> Phase:
        return PHASES[self.table.phase]

    @property
    def active(self) -> Seat:
        """Whose turn it is, from its roll on."""
        return NOBODY if self.table.place == NO_PLACE else rules.owner(self.table.place, self.seats)

    @property
    def colour(self) -> Colour:
        """The turn's colour."""
        return self.colours[self.table.place]

    def code_of(self, seat: Seat, move: Move) -> int:
        return self.action_code(move) if seat >= 0 else ROLL_CODES.get(move, NO_CODE)

    def move_of(self, code: int) -> Move:
        return ROLLS[code] if self.mask == NATURE_BIT else self.action_of(code)

    def moves(self, seat: Seat) -> Sequence[Move]:
        return ROLLS if seat == NATURE and self.mask == NATURE_BIT else super().moves(seat)

    def play(self, seat: Seat, move: Move) -> None:
        before = self.table.store[:]
        super().play(seat, move)
        if not 0 < self.mask < NATURE_BIT:
            self.before = []  # the turn is over
        elif seat != NATURE and type(move) is not Undo:
            self.before.append(before)

    def play_uncoded(self, seat: Seat, move: Move) -> int:
        """Taking back an action of this turn (OP-5, GT-4); everything else that has no code is refused."""
        if seat == NATURE or not self.may_act(seat):
            raise self.waiting()
        if isinstance(move, Roll):
            raise refusals.already_rolled(self.clauses.turn)
        if not isinstance(move, Undo):
            raise self.refused_action(NO_CODE, move)
        if not self.before:
            raise refusals.nothing_to_undo(self.clauses.turn)
        self.table.numbers[:] = memoryview(self.before.pop())
        self.look()
        return NO_CODE

    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        return self.waiting() if reason == NOT_NOW else self.refused_action(reason, move)

    def waiting(self) -> IllegalMove:
        """Somebody else is to act."""
        return refusals.waiting(self.clauses, self.phase)

    def second_thoughts(self, seat: Seat) -> Sequence[Move]:
        return (UNDO,) if self.before and self.may_act(seat) else ()

    def copy(self) -> Self:
        twin = super().copy()
        twin.before = self.before.copy()
        return twin

    # ------------------------------------------------------------ the end

    @property
    def homes(self) -> Sequence[int]:
        """In turn order, as reserves."""
        return self.table.homes[: len(self.colours)]

    def knows_draws(self) -> bool:
        """OP-15, GT-10: equals share a game that ends after so many turns; no other."""
        return self.setting.max_turns > 0

    def outcome(self) -> Outcome | None:
        if self.mask:
            return None
        both = self.setting.both > 0
        winners = seats_in(self.table.winners)
        home = rules.has_won(winners[0], self.seats, self.homes, both)
        scores = tuple(rules.score(seat, self.seats, self.homes, both) for seat in range(self.seats))
        return Outcome(winners, scores, "home" if home else "max-turns")

    def progress(self) -> Progress:
        return Progress(turns=self.table.turns)

    def tallies(self, *, whole: bool = False) -> tuple[Tally, ...]:
        """Pieces of all of a player's colours."""
        homes = [0] * self.seats
        for place, count in enumerate(self.homes):
            homes[rules.owner(place, self.seats)] += count
        return (Tally("home", Text("pieces home", "pièces à la maison"), tuple(homes)),)

    # ------------------------------------------------------------ what all see

    def tell(self, seat: Seat, move: Move, before: T, after: T) -> None:
        """Whose roll it was. Nobody who only hears of the events has to know in which order turns are taken (OP-3, OP-4, GT-3)."""
        if not isinstance(move, Roll):
            return
        if before.phase == TO_ROLL:
            self.show(f"turn {before.turns + 1} {self.colours[before.place]}")
            return
        self.show(f"start {lowest(before.rolling)}")
        if after.phase != OPENING:
            self.show(f"begins {rules.owner(after.place, self.seats)}")

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        """Nothing is hidden in a race."""
        return move

    def shared_fields(self) -> dict[str, Any]:
        """The fields of `RaceView`."""
        table = self.table
        on = self.phase in ("roll", "act")
        rolls = [tuple(table.opening[2 * other : 2 * other + 2]) for other in range(self.seats)]
        return {
            "phase": self.phase,
            "colours": self.colours,
            "owners": tuple(rules.owner(place, self.seats) for place in range(len(self.colours))),
            "active": self.active if on else None,
            "colour": self.colour if on else None,
            "pieces": tuple(
                Piece(name, self.colours[place])
                for name, place in zip(self.names, self.cells, strict=True)
                if place != EMPTY
            ),
            "reserves": tuple(table.reserves[: len(self.colours)]),
            "homes": tuple(self.homes),
            "stands_in": table.stands_in != 0,
            "dice": tuple(table.dice) if table.dice[0] else None,
            "left": table.left,
            "undo": bool(self.before),
            "turns": table.turns,
            "opening": tuple(dice if dice[0] else None for dice in rolls),
            "rolling": seats_in(table.rolling) if table.phase == OPENING else (),
        }
