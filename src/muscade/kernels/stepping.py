"""A game under way on its course: moves by name on the outside, one call of the course a move on the inside.

Until the machine code is there the course is interpreted; after that it is one compiled call a move, which checks, plays and
lists what comes next. Both are the same text, so nobody can tell which it was but by the clock.
"""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import msgspec

from muscade.core.errors import IllegalMove
from muscade.core.game import Game
from muscade.core.moves import NATURE, Move, Options, Seat, Sights
from muscade.core.positions import Positions, SetUp, only_first
from muscade.core.refusals import Refusal
from muscade.core.state import Shown, State
from muscade.kernels.course import Course
from muscade.kernels.layout import WORD, Layout, Numbers
from muscade.kernels.observations import LETTER, size_of
from muscade.kernels.primitives import NATURE_BIT, room

if TYPE_CHECKING:
    from muscade.kernels.machine import Machine

S = TypeVar("S", bound=Layout)
T = TypeVar("T", bound=Layout)
V = TypeVar("V")

SETTING, TABLE, SIZE, LISTED, CODES = range(5)
"""What a state and its compiled step tell each other, in numbers: where setting and table are, for how many moves there is
room, how many the next seat has (`UNKNOWN`: they are not listed), and those."""
UNKNOWN = -1
SEAT_SHIFT = 32
"""A seat, counted from chance on, and a code go together in one number: each number given to compiled code takes time."""
FEW = 64
"""Where no seat ever has more moves, they are listed in the same call that plays; else when somebody asks."""

NO_CODE = -1
"""What `CourseState.code_of` says of moves that its course knows nothing of."""


@cache
def seat_numbers(seats: int) -> dict[Seat, int]:
    """What every seat of a table, and chance, adds to a code; whoever is none of them is taken for the seat after the last.

    >>> seat_numbers(2)[1] >> SEAT_SHIFT
    2
    """
    return {seat: seat + 1 << SEAT_SHIFT for seat in range(NATURE, seats)}


@cache
def seats_in(mask: int) -> tuple[Seat, ...]:
    """The seats that a mask of `turn` names.

    >>> seats_in(0b101), seats_in(NATURE_BIT), seats_in(0)
    ((0, 2), (-1,), ())
    """
    if mask == NATURE_BIT:
        return (NATURE,)
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def pick(things: Sequence[V] | Mapping[int, V], places: Sequence[int]) -> Sequence[V]:
    """Those that stand in some places of a row, as fast as Python can: the moves that codes mean, say.

    >>> pick("abcde", [0, 3]), pick("abcde", [1])
    (('a', 'd'), ('b',))
    """
    return itemgetter(*places)(things) if len(places) > 1 else tuple([things[place] for place in places])


class Stepper:
    """A course's compiled step, and room to list many moves."""

    def __init__(self, machine: Machine) -> None:
        from muscade.kernels import entries

        self.step: Callable[[int, int], int] = machine.direct(entries.step, entries.STEP)
        self.list_moves = machine.direct(entries.list_moves, entries.LIST_MOVES)
        self._room = array("q")

    def listed(self, frame: int, seat: Seat, most: int) -> list[int]:
        """What a seat may do, which is never more than ``most`` moves."""
        room = self._room
        if len(room) < most:
            room = self._room = array("q", bytes(WORD * most))
        return room[: self.list_moves(frame, room.buffer_info()[0], most, seat)].tolist()


class CourseState(State, Generic[S, T]):
    """See `State`. A game says what its codes mean and how a refusal reads; how it goes is in its course.

    What is told of a game but does not matter to how it goes on (the last trick, what an event brought to light) is not in
    the table: `tell` works it out of the moves, when somebody asks.
    """

    course: ClassVar[Course]
    reasons: ClassVar[Mapping[int, Refusal]] = {}
    """Why the course refuses a move."""

    setting: S
    table: T
    mask: int
    """Who may act: what the course's `turn` says."""
    _address: int
    """Where the frame is, for compiled code."""
    _step: Callable[[int, int], int] | None
    """The compiled step, once it is there; until then the course is interpreted."""
    _telling: bool
    """Is every move told as it is made? Only once somebody has asked: games without an audience are quicker."""
    _told: int
    """How many moves have been told."""

    def __init__(self, game: Game[Any, Any], seats: int, options: Options, setting: S, table: T) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.history = []
        self._seat_numbers = seat_numbers(seats)
        self._nobody = seats + 1 << SEAT_SHIFT
        self.setting = setting
        self._most = self.course.most_moves(setting)
        self.set_table(table)
        self._telling = False
        self._told = 0
        self._shown: dict[int, tuple[Shown, ...]] = {}

    # ------------------------------------------------------------ what each game says

    @abstractmethod
    def code_of(self, seat: Seat, move: Move) -> int:
        """The code of a move, if only to be refused; `NO_CODE` where it has none (`play_uncoded`), as a position (`SetUp`).

        Somebody may have made the move of any fields, and be any seat: look it up rather than work it out.
        """

    @abstractmethod
    def move_of(self, code: int) -> Move:
        """The move that a code means now."""

    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        """What the course's `refusal` says, in words: those of `reasons`, filled in with `known_of`."""
        if reason not in self.reasons:
            raise KeyError(
                f"`refusal` has the reason {reason} for {move!r}, and `reasons` has no words for it"
            )
        return self.reasons[reason].using(**self.known_of(move))

    def known_of(self, move: Move) -> dict[str, Any]:
        """What a refusal of that move can tell: its fields, and whatever else a game has to say."""
        return msgspec.structs.asdict(move)

    def tell(self, seat: Seat, move: Move, before: T, after: T) -> None:
        """A move was made: keep what views will want to know of it, `show` what it brought to light."""

    # ------------------------------------------------------------ the contract

    def turn(self) -> tuple[Seat, ...]:
        return seats_in(self.mask)

    def may_act(self, seat: Seat) -> bool:
        """Is this one of the seats that `turn` names?"""
        return (
            self.mask >> seat & 1 == 1
            if 0 <= seat < self.seats
            else seat == NATURE and self.mask == NATURE_BIT
        )

    def moves(self, seat: Seat) -> Sequence[Move]:
        frame = self._frame
        listed = frame[LISTED]
        if listed > 0 and seat >= 0 and self.mask == 1 << seat:
            return self.named(frame[CODES : CODES + listed])
        return self.named(self.codes(seat)) if self.may_act(seat) else ()

    def named(self, codes: Sequence[int]) -> Sequence[Move]:
        """The moves that these codes mean."""
        move_of = self.move_of
        return [move_of(code) for code in codes]

    def codes(self, seat: Seat) -> list[int]:
        """What a seat may do now, as its course lists it."""
        stepper = self.course.stepper
        if stepper is not None:
            return stepper.listed(self._address, seat, self._most)
        found = room(self._most)
        return list(found[: self.course.functions["moves"](self.setting, self.table, seat, found)])

    def play(self, seat: Seat, move: Move) -> None:
        before = self.table.copy() if self._telling else None
        code = self.code_of(seat, move)
        if code < 0 and isinstance(move, SetUp) and self.game.positions is not None:
            self._begin_at(seat, move, self.game.positions)
        elif code < 0:
            code = self.play_uncoded(seat, move)
        if code >= 0:
            number = self._seat_numbers.get(seat, self._nobody) + code
            if step := self._step:
                mask = step(self._address, number)
                if mask < 0:
                    raise self.refused(-mask, seat, move)
                self.mask = mask
            else:
                self._interpret(number, seat, move)
        self.history.append((seat, move))
        if before is not None:
            self.tell(seat, move, before, self.table)
            self._told += 1

    def _interpret(self, number: int, seat: Seat, move: Move) -> None:
        """What the compiled step does with such a number."""
        course, known, code = self.course, (number >> SEAT_SHIFT) - 1, number & ((1 << SEAT_SHIFT) - 1)
        course.interpreted()
        reason = course.functions["refusal"](self.setting, self.table, known, code)
        if reason > 0:
            raise self.refused(reason, seat, move)
        course.functions["play"](self.setting, self.table, known, code)
        self._step = course.stepper.step if course.stepper else None
        self.look()

    def play_uncoded(self, seat: Seat, move: Move) -> int:
        """Make a move that has no code, or raise `IllegalMove`: a deal, say, of which there are too many, or taking back.

        Returns the code of what is left to the course, or `NO_CODE`; whoever leaves nothing calls `look` afterwards, or `set_table`.
        """
        raise NotImplementedError(
            f"{move!r} has no code: let `code_of` give it one that `refusal` refuses, or `play_uncoded` make it"
        )

    def _begin_at(self, seat: Seat, move: SetUp, positions: Positions[Any, Any]) -> None:
        """The game begins from a position, or raises `IllegalPosition`."""
        if seat != NATURE or self.history:
            raise only_first(positions.clause)
        self.set_table(positions.table(self, move.position))
        self.begun(move)

    def begun(self, move: SetUp) -> None:
        """The game has begun from a position: whatever a state keeps beside its table and does not `tell`."""

    def look(self) -> None:
        """The table has changed: who may act now?"""
        self._frame[LISTED] = UNKNOWN
        self.mask = self.course.functions["turn"](self.setting, self.table)

    def set_table(self, table: T) -> None:
        """Go on from another table, whatever the history says."""
        self._lay(table)
        self.look()

    def _lay(self, table: T) -> None:
        """Play on that table from now on."""
        stepper = self.course.stepper
        self._step = stepper.step if stepper else None
        few = self._most if self._most <= FEW else 0
        self.table = table
        frame = array("q", bytes(WORD * (CODES + few)))
        self._frame = memoryview(frame)
        self._address = frame.buffer_info()[0]
        frame[SETTING], frame[TABLE], frame[SIZE], frame[LISTED] = (
            self.setting.address,
            table.address,
            few,
            UNKNOWN,
        )

    def copy(self) -> Self:
        twin = super().copy()
        twin._lay(self.table.copy())
        twin._shown = self._shown.copy()
        return twin

    def observation(self, seat: Seat) -> Numbers:
        """What a seat sees, as numbers (`muscade.kernels.observations`); nothing where the game does not say."""
        fields = self.course.fields
        seen = array(LETTER, [0] * (size_of(fields(self.setting)) if fields else 0))
        if fields:
            self.course.functions["observe"](self.setting, self.table, seat, seen)
        return seen

    # ------------------------------------------------------------ what is told of it

    @property
    def shown(self) -> Mapping[int, Sequence[Shown]]:
        self.catch_up()
        return self._shown

    def _see(self, seen_by: dict[Seat | None, Sights], until: int) -> None:
        super()._see(seen_by, until)
        for place in [place for place in self._shown if place < until]:
            del self._shown[place]

    def show(self, text: str, audience: tuple[Seat, ...] | None = None) -> None:
        """In `tell`: the move brings something to light, for those seats or for all."""
        self._shown[self._told] = (*self._shown.get(self._told, ()), (text, audience))

    def keep_up(self) -> None:
        self.catch_up()

    def catch_up(self) -> None:
        """Have all moves told that have not been yet, by a game that tells anything; from then on they are told as they are made."""
        if self._telling or type(self).tell is CourseState.tell:
            return
        self._telling = True
        past: Self = self.game.new(self.seats, **self.options)
        for seat, move in self.history:
            before = past.table.copy()
            past.play(seat, move)
            self.tell(seat, move, before, past.table)
            self._told += 1
