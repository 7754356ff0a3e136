"""A game of Mono-Line under way: turns, tries, announcements. What is open, right or lost is in `rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from muscade.board import board_named
from muscade.core import NATURE, InvalidNotation, Move, Options, Outcome, Seat, State
from muscade.core.game import Shown
from muscade.games.mono_line import refusals, rules
from muscade.games.mono_line.moves import (
    CONCEDE,
    END,
    SWAP,
    UNDO,
    Announce,
    Concede,
    End,
    First,
    Put,
    Swap,
    Undo,
)
from muscade.games.mono_line.view import Announcement, MonoLineView, Phase, Stone

VERSION = 2
NOWHERE = -1
RIGHT = "right"
WRONG = "wrong"


class MonoLineState(State):
    """See `muscade.core.State`. Intersections are numbered as on the board; turns are counted from 1."""

    shown: dict[int, list[Shown]]

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options = options
        self.history = []
        self.shown = {}
        self.board = board_named(options["board"])
        self.friendly: bool = options["play"] == "friendly"
        self.supply: int = rules.UNLIMITED if options["pieces"] == "unlimited" else options["pieces"]
        self.owners = [rules.NOBODY] * len(self.board.intersections)
        self.turn_of = [0] * len(self.board.intersections)
        self.order: list[int] = []
        """Where pieces stand for good, the oldest first."""
        self.active: Seat = NATURE
        self.tried = NOWHERE
        self.announced = False
        self.announcement: Announcement | None = None
        self.swapped = False
        self.final: Outcome | None = None
        if options["first"] != "random":
            self.active = options["first"]

    # ------------------------------------------------------------ the contract

    def turn(self) -> tuple[Seat, ...]:
        return () if self.final else (self.active,)

    def moves(self, seat: Seat) -> Sequence[Move]:
        if seat not in self.turn():
            return ()
        if seat == NATURE:
            return [First(first) for first in range(self.seats)]
        if self.tried != NOWHERE:
            return (END,)
        moves: list[Move] = self._puts()
        if self._may_swap():
            moves.append(SWAP)
        if not self.friendly:
            moves += self._announcements()
            moves.append(CONCEDE)
        return moves

    def second_thoughts(self, seat: Seat) -> Sequence[Move]:
        """ML-3: a tried piece may be taken up, or tried elsewhere."""
        if seat not in self.turn() or self.tried == NOWHERE:
            return ()
        return [UNDO, *self._puts()]

    def play(self, seat: Seat, move: Move) -> None:
        if seat not in self.turn():
            raise refusals.waiting(self._phase(), self.active)
        if seat == NATURE:
            self._first(seat, move)
            return
        match move:
            case Put(name):
                self._put(seat, move, name)
            case End() | Undo() if self.tried == NOWHERE:
                raise refusals.nothing_tried()
            case End():
                self._write(seat, move)
                self._end(seat)
            case Undo():
                self._write(seat, move)
                self.tried = NOWHERE
            case Swap():
                self._swap(seat, move)
            case Announce(pair):
                self._announce(seat, move, pair)
            case Concede():
                self._concede(seat, move)
            case _:
                raise refusals.already_begun()

    def outcome(self) -> Outcome | None:
        return self.final

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.history = self.history.copy()
        twin.shown = self.shown.copy()
        twin.owners = self.owners.copy()
        twin.turn_of = self.turn_of.copy()
        twin.order = self.order.copy()
        return twin

    # ------------------------------------------------------------ what may be done

    def _phase(self) -> Phase:
        if self.final:
            return "over"
        if self.active == NATURE:
            return "first"
        return "swap" if self._may_swap() else "place"

    def _places(self, seat: Seat) -> list[int]:
        """ML-2, ML-5: where the table lets a player put a piece; a vigilant one does not look at the lines."""
        lines_of = self.board.lines_of
        held = rules.lines_held(self.owners, lines_of, rules.opponent(seat))
        return rules.open_places(self.owners, lines_of, rules.closing_lines(held, self.friendly))

    def _left(self, seat: Seat) -> int:
        return rules.pieces_left(self.supply, self.owners.count(seat))

    def _puts(self) -> list[Move]:
        """Where the active player may put a piece, or the tried piece instead of where it is."""
        places = self._places(self.active)
        if not rules.can_place(len(places), self._left(self.active)):
            return []
        names = self.board.intersections
        return [Put(names[place]) for place in places if place != self.tried]

    def _may_swap(self) -> bool:
        return self.tried == NOWHERE and rules.may_swap(self.options["swap"], len(self.order), self.swapped)

    def _may_announce(self) -> bool:
        own, opposing = map(self.owners.count, (self.active, rules.opponent(self.active)))
        return rules.may_announce(self.announced, own, opposing)

    def _announcements(self) -> list[Move]:
        """ML-5: every pair of one own and one opposing piece."""
        if not self._may_announce():
            return []
        owners, names = self.owners, self.board.intersections
        placed = sorted(self.order)
        return [
            Announce((names[one], names[other]))
            for rank, one in enumerate(placed)
            for other in placed[rank + 1 :]
            if rules.can_be_announced(owners[one], owners[other])
        ]

    # ------------------------------------------------------------ a turn

    def _write(self, seat: Seat, move: Move) -> None:
        self.history.append((seat, move))

    def _first(self, seat: Seat, move: Move) -> None:
        """ML-1."""
        if not isinstance(move, First):
            raise refusals.waiting("first", self.active)
        if not 0 <= move.seat < self.seats:
            raise refusals.not_a_seat(move.seat)
        self._write(seat, move)
        self.active = move.seat

    def _place(self, name: str) -> int:
        try:
            return self.board.intersection(name)
        except InvalidNotation:
            raise refusals.no_such_place(name) from None

    def _put(self, seat: Seat, move: Move, name: str) -> None:
        """ML-2, ML-3."""
        place = self._place(name)
        if place == self.tried:
            raise refusals.tried_there(name)
        if self.owners[place] != rules.NOBODY:
            raise refusals.occupied(name)
        if self._left(seat) == 0:
            raise refusals.no_piece_left()
        if self.friendly:
            closing = rules.closing_place(self.owners, self.board.lines_of, place, seat, self.turn_of)
            if closing != rules.NOBODY:
                raise refusals.closed(name, self.board.intersections[closing])
        self._write(seat, move)
        self.tried = place

    def _end(self, seat: Seat) -> None:
        """ML-3: now the piece stays for good."""
        self.owners[self.tried] = seat
        self.order.append(self.tried)
        self.turn_of[self.tried] = len(self.order)
        self._begin_turn(rules.opponent(seat))

    def _swap(self, seat: Seat, move: Move) -> None:
        """ML-7: the piece changes hands, and so do the parts: its first owner goes on as the second player."""
        if not self.options["swap"]:
            raise refusals.swap_not_offered()
        if not self._may_swap():
            raise refusals.too_late_to_swap()
        self._write(seat, move)
        self.owners[self.order[0]] = seat
        self.swapped = True
        self._begin_turn(rules.opponent(seat))

    def _begin_turn(self, seat: Seat) -> None:
        self.active = seat
        self.tried = NOWHERE
        self.announced = False
        self._end_if_nothing_is_left()

    def _end_if_nothing_is_left(self) -> None:
        """ML-4; at vigilant tables only for what all can see (ML-5)."""
        seat = self.active
        left = self._left(seat)
        can_place = rules.can_place(len(self._places(seat)), left)
        if rules.is_lost(can_place, self._may_swap(), self.friendly, self._may_announce()):
            self._finish(rules.opponent(seat), "no-place" if left else "no-piece")

    def _finish(self, winner: Seat, reason: str) -> None:
        self.active = NATURE
        scores = tuple(int(seat == winner) for seat in range(self.seats))
        self.final = Outcome(winners=(winner,), scores=scores, reason=reason)

    # ------------------------------------------------------------ vigilant tables

    def _announce(self, seat: Seat, move: Move, pair: tuple[str, str]) -> None:
        """ML-5: right, it wins at once; wrong, everybody has heard it and nothing else happens."""
        if self.friendly:
            raise refusals.only_vigilant()
        one, other = map(self._place, pair)
        if self.tried != NOWHERE:
            raise refusals.announce_before_placing()
        if self.announced:
            raise refusals.one_announcement()
        owners, lines_of = self.owners, self.board.lines_of
        if one >= other or not rules.can_be_announced(owners[one], owners[other]):
            raise refusals.not_a_pair()
        right = rules.announcement_is_right(owners[one], owners[other], lines_of[one], lines_of[other])
        self._write(seat, move)
        self.shown[len(self.history) - 1] = [(RIGHT if right else WRONG, None)]
        self.announced = True
        self.announcement = Announcement(seat, pair, right)
        if right:
            self._finish(seat, "announced")
        else:
            self._end_if_nothing_is_left()

    def _concede(self, seat: Seat, move: Move) -> None:
        """ML-5: nobody is told that they cannot place; they say so themselves."""
        if self.friendly:
            raise refusals.only_vigilant()
        if self.tried != NOWHERE:
            raise refusals.take_up_first(self.board.intersections[self.tried])
        self._write(seat, move)
        self._finish(rules.opponent(seat), "conceded")

    # ------------------------------------------------------------ who sees what: everybody, everything

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        return move

    def view(self, seat: Seat | None) -> MonoLineView:
        board, phase = self.board, self._phase()
        names = board.intersections
        playing = phase in ("place", "swap")
        return MonoLineView(
            game="mono-line",
            version=VERSION,
            seats=self.seats,
            options=self.options,
            seat=seat,
            turn=self.turn(),
            outcome=self.final,
            history=self.seen(seat),
            phase=phase,
            active=self.active if playing else None,
            pieces=tuple(
                Stone(names[place], self.owners[place], self.turn_of[place]) for place in self.order
            ),
            tried=None if self.tried == NOWHERE else names[self.tried],
            supply=tuple(map(self._on_hand, range(self.seats))),
            open=tuple(str(move) for move in self._puts()) if playing and self.friendly else (),
            captured=self._captured() if self.friendly else (),
            announcement=self.announcement,
            announced=self.announced,
            swapped=self.swapped,
        )

    def _on_hand(self, seat: Seat) -> int | None:
        left = self._left(seat)
        if left == rules.UNLIMITED:
            return None
        return left - (seat == self.active and self.tried != NOWHERE)

    def _captured(self) -> tuple[Seat | None, ...]:
        """ML-2: who holds each line of the board."""
        held = [rules.lines_held(self.owners, self.board.lines_of, seat) for seat in range(self.seats)]
        return tuple(
            next((seat for seat in range(self.seats) if held[seat] >> line & 1), None)
            for line in range(len(self.board.lines))
        )
