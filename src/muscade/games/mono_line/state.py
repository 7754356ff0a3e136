"""A game of Mono-Line under way: moves by name, refusals in words, what is shown. How it goes is in `course`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, Self

from muscade.board import NOWHERE, board_named
from muscade.board.moves import UNDO, End
from muscade.core import NATURE, Game, IllegalMove, Move, Options, Outcome, Seat, Tally, Text
from muscade.games.mono_line import course, judge, observation, refusals, rules
from muscade.games.mono_line.course import Setting, Table
from muscade.games.mono_line.moves import Announce, First, Put, Set, coding
from muscade.games.mono_line.positions import in_order
from muscade.games.mono_line.reasons import reasons_of
from muscade.games.mono_line.view import Announcement, MonoLineView, Phase, Stone
from muscade.kernels.course import Course
from muscade.kernels.primitives import NATURE_BIT, lowest, room
from muscade.kernels.stepping import CourseState

COURSE = Course(course, judge, observation)
ENDINGS = ("no-place", "no-piece", "announced", "conceded")
"""The reasons of an outcome, in the order of the course's numbers."""
RIGHT = "right"
WRONG = "wrong"


class MonoLineState(CourseState[Setting, Table]):
    """See `muscade.core.State`. Intersections are numbered as on the board; turns are counted from 1."""

    course = COURSE
    reasons = refusals.REASONS
    reasons_for = reasons_of

    def __init__(self, game: Game[Any, Any], seats: int, options: Options) -> None:
        self.board = board_named(options["board"])
        self._coding = coding(self.board)
        setting = course.setting_of(seats, options)
        super().__init__(game, seats, options, setting, course.opening(setting, options["first"]))
        self._order: list[int] = []
        self._announcement: Announcement | None = None

    def copy(self) -> Self:
        twin = super().copy()
        twin._order = self._order.copy()
        return twin

    # ------------------------------------------------------------ what lies on the table

    @property
    def active(self) -> Seat:
        """Whose turn it is; NATURE before the first and after the last."""
        return lowest(self.mask) if 0 < self.mask < NATURE_BIT else NATURE

    @property
    def owners(self) -> list[int]:
        """For each intersection whose piece stands there for good, or NOBODY."""
        return [course.owner_of(self.table, place) for place in range(self.setting.places)]

    @property
    def order(self) -> Sequence[int]:
        """Where pieces stand for good, the oldest first."""
        self.catch_up()
        return self._order

    @property
    def phase(self) -> Phase:
        if self.mask == 0:
            return "over"
        if self.mask == NATURE_BIT:
            return "first"
        return "swap" if course.can_swap(self.setting, self.table) else "place"

    # ------------------------------------------------------------ moves

    def code_of(self, seat: Seat, move: Move) -> int:
        return self._coding.code_of(move)

    def move_of(self, code: int) -> Move:
        return self._coding[code]

    def play_uncoded(self, seat: Seat, move: Move) -> NoReturn:
        """What names a seat or a place that there is not."""
        if not self.may_act(seat) or (seat == NATURE) != isinstance(move, First):
            raise self.refused(course.NOT_NOW, seat, move)
        match move:
            case First(first):
                raise refusals.not_a_seat(seat=first)
            case Put(name):
                raise refusals.no_such_place(place=name)
            case Announce(names) if not self.setting.friendly:
                unknown = [name for name in names if Put(name) not in self._coding.codes]
                raise refusals.no_such_place(place=" ".join(unknown[:1] or names))
        raise self.refused(course.ONLY_VIGILANT, seat, move)

    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        names = self.board.intersections
        match reason, move:
            case course.NOT_NOW, _:
                return refusals.WAITING[self.phase]()
            case course.TAKE_UP_FIRST, _:
                return refusals.REASONS[reason](tried=names[self.table.tried])
            case course.CLOSED, Put(name):
                place, lines_of = self.board.intersection(name), self.board.lines_of
                closing = rules.closing_place(self.order, self.owners, lines_of, place, seat)
                return refusals.REASONS[reason](place=name, opposing=names[closing])
        return super().refused(reason, seat, move)

    def second_thoughts(self, seat: Seat) -> Sequence[Move]:
        """ML-3: a tried piece may be taken up, or tried elsewhere."""
        if not self.may_act(seat) or self.table.tried == NOWHERE:
            return ()
        return [UNDO, *(self._coding[place] for place in self._places())]

    def _places(self) -> list[int]:
        """Where the active player may put a piece, or the tried piece instead of where it is."""
        places = room(self.setting.places)
        found = course.placings(self.setting, self.table, self.active, places)
        return [place for place in places[:found] if place != self.table.tried]

    def outcome(self) -> Outcome | None:
        if self.mask:
            return None
        winner = self.table.winner
        scores = tuple(int(seat == winner) for seat in range(self.seats))
        return Outcome(winners=(winner,), scores=scores, reason=ENDINGS[self.table.ending])

    def tallies(self, *, whole: bool = False) -> tuple[Tally, ...]:
        """ML-2: the lines that each player holds; at vigilant tables nobody counts them for the players (ML-6)."""
        if not (whole or self.setting.friendly):
            return ()
        lines_of = self.board.lines_of
        held = [rules.lines_held(self.owners, lines_of, seat).bit_count() for seat in range(self.seats)]
        return (Tally("lines", Text("lines held", "lignes prises"), tuple(held)),)

    # ------------------------------------------------------------ what is told of it

    def tell(self, seat: Seat, move: Move, before: Table, after: Table) -> None:
        match move:
            case Set(position):
                self._order = [self.board.intersection(name) for name in in_order(position)]
            case End():
                self._order.append(before.tried)
            case Announce(pair):
                right = after.winner == seat
                self.show(RIGHT if right else WRONG)
                self._announcement = Announcement(seat, pair, right)

    # ------------------------------------------------------------ who sees what: everybody, everything

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        return move

    def view(self, seat: Seat | None) -> MonoLineView:
        return MonoLineView(**self.common(seat), **self.shared_fields())

    def shared_fields(self) -> dict[str, Any]:
        self.catch_up()
        setting, table, names, phase = self.setting, self.table, self.board.intersections, self.phase
        playing = phase in ("place", "swap")
        return {
            "phase": phase,
            "active": self.active if playing else None,
            "pieces": tuple(
                Stone(names[place], course.owner_of(table, place), number)
                for number, place in enumerate(self._order, 1)
            ),
            "tried": None if table.tried == NOWHERE else names[table.tried],
            "supply": tuple(map(self._on_hand, range(self.seats))),
            "open": tuple(names[place] for place in self._places()) if playing and setting.friendly else (),
            "captured": self._captured() if setting.friendly else (),
            "announcement": self._announcement,
            "announced": table.announced != 0,
            "swapped": table.swapped != 0,
        }

    def _on_hand(self, seat: Seat) -> int | None:
        left = rules.pieces_left(self.setting.supply, self.table.placed[seat])
        if left == rules.UNLIMITED:
            return None
        return left - (seat == self.active and self.table.tried != NOWHERE)

    def _captured(self) -> tuple[Seat | None, ...]:
        """ML-2: who holds each line of the board."""
        owners = self.owners
        held = [rules.lines_held(owners, self.board.lines_of, seat) for seat in range(self.seats)]
        return tuple(
            next((seat for seat in range(self.seats) if held[seat] >> line & 1), None)
            for line in range(len(self.board.lines))
        )
