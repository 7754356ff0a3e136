"""A game of Pass Pass under way: phases, pickups, rounds. What is legal and who wins is in `rules`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self, TypeAlias

from muscade.core import NATURE, Move, Options, Outcome, Seat, State
from muscade.core.game import Shown
from muscade.games.pass_pass import refusals, rules
from muscade.games.pass_pass.cards import CARD_NAMES, HIDDEN, HIDDEN_OF_COLOUR, diamonds
from muscade.games.pass_pass.moves import (
    BY_RULE,
    PLACES,
    PLAYS,
    TAKES,
    UNKNOWN_SEAT,
    Deal,
    Lead,
    Play,
    Propose,
    Take,
    pairs,
)
from muscade.games.pass_pass.recording import NOBODY, Recording
from muscade.games.pass_pass.view import Line, PassPassView, Phase, Played, Standing, Trick

TEAM_COUNTS = {"2x2": 2, "3x2": 3, "2x3": 2}
"""How many teams each way of playing together has (PP-4)."""

_ALONE = tuple((seat,) for seat in range(6))
_NATURE = (NATURE,)
_RawTrick: TypeAlias = tuple[int, Seat, list[int], Seat, Seat, int, Sequence[int]]
"""A trick's number, leader, cards, first and second winner, and what each of them took."""

_take_of = TAKES.__getitem__
_WHOLE_DECK = set(range(rules.CARDS))


class PassPassState(State):
    """See `muscade.core.State`. Seats are counted clockwise from 0.

    What follows from a move by itself is `shown` with it, to everybody: ``winners 0 2``, ``second 2 G3 B5``, ``passes 2 1``.
    """

    shown: dict[int, list[Shown]]

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options = options
        self.history = []
        self.shown = {}
        self.teams = TEAM_COUNTS.get(options["teams"], seats)
        self.diamonds = diamonds(options["diamonds"])
        self.round = 0
        self.leader: Seat = NOBODY
        self.phase: Phase = "leader"
        self.actor: Seat = NATURE
        self.recorded_points = [0] * self.teams
        self.recorded_passes = [0] * self.teams
        self.pad: list[tuple[Line, ...]] = []
        self.recording: Recording | None = None
        self.final: Outcome | None = None
        self._clear_table()
        if options["leader"] != "random":
            self.leader = options["leader"]
            self.phase = "deal"

    def _clear_table(self) -> None:
        seats = range(self.seats)
        self.hands: list[dict[int, Play]] = [{} for _ in seats]
        """Each seat's cards, and the moves that play them."""
        self.fronts: list[list[int]] = [[] for _ in seats]
        self.colours = [[0, 0, 0, 0] for _ in seats]
        self.passes = [0] * self.seats
        self.choices: Sequence[Move] = ()
        """What the second winner may take, while that is asked."""
        self.cleared: list[int] = []
        """The cards of all finished tricks."""
        self.trick: list[int] = []
        self.trick_number = 1
        self.first = self.second = self.taken = NOBODY
        self.last_trick: _RawTrick | None = None

    # ------------------------------------------------------------ the contract

    def turn(self) -> tuple[Seat, ...]:
        if self.actor >= 0:
            return _ALONE[self.actor]
        if self.recording:
            return tuple(seat for seat in range(self.seats) if self.recording.may_speak(seat))
        return () if self.phase == "over" else _NATURE

    def moves(self, seat: Seat) -> Sequence[Move]:
        if seat != self.actor:
            return self.recording.moves(seat) if self.recording and 0 <= seat < self.seats else ()
        phase = self.phase
        if phase == "play":
            return list(self.hands[seat].values())
        if phase == "first":
            return list(map(_take_of, self.trick))
        if phase == "second":
            return self.choices
        if phase == "leader":
            return [Lead(first) for first in range(self.seats)]
        return ()

    def play(self, seat: Seat, move: Move) -> None:
        phase = self.phase
        if seat != self.actor:
            if not self.recording or not 0 <= seat < self.seats:
                raise refusals.waiting(phase)
            self.recording.play(seat, move)
            self.history.append((seat, move))
            if self.recording.done():
                self._record(self.recording.settled)
        elif phase == "play" and isinstance(move, Play):
            card, trick, seats = move.card, self.trick, self.seats
            if self.hands[seat].pop(card, None) is None:
                raise refusals.not_in_hand(card)
            trick.append(card)
            self.history.append((seat, move))
            if len(trick) < seats:
                self.actor = (seat + 1) % seats
            else:
                self._resolve()
        elif phase == "first" and isinstance(move, Take):
            if len(move.cards) != 1 or move.cards[0] not in self.trick:
                raise refusals.take_one_of_the_trick()
            self.history.append((seat, move))
            self._first_takes(move.cards[0])
        elif phase == "second" and isinstance(move, Take):
            if move not in self.choices:
                raise refusals.take_the_lowest()
            self.history.append((seat, move))
            self._second_takes(move.cards)
        elif phase == "deal" and isinstance(move, Deal):
            if len(move.order) != rules.CARDS or set(move.order) != _WHOLE_DECK:
                raise refusals.not_a_deck()
            self.history.append((seat, move))
            self._deal(move.order)
        elif phase == "leader" and isinstance(move, Lead):
            if not 0 <= move.seat < self.seats:
                raise refusals.leader_is_set(move.seat)
            self.history.append((seat, move))
            self.leader = move.seat
            self.phase = "deal"
        else:
            raise refusals.waiting(phase)

    def timeout(self, seat: Seat) -> Move | None:
        """PP-21: partners who do not agree in time leave it to the rule."""
        return BY_RULE if self.recording and self.recording.may_speak(seat) else None

    def outcome(self) -> Outcome | None:
        return self.final

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.history = self.history.copy()
        twin.shown = self.shown.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.fronts = [front.copy() for front in self.fronts]
        twin.colours = [counts.copy() for counts in self.colours]
        twin.passes = self.passes.copy()
        twin.cleared = self.cleared.copy()
        twin.trick = self.trick.copy()
        twin.recorded_points = self.recorded_points.copy()
        twin.recorded_passes = self.recorded_passes.copy()
        twin.pad = self.pad.copy()
        twin.recording = self.recording.copy() if self.recording else None
        return twin

    # ------------------------------------------------------------ a round

    def _deal(self, order: Sequence[int]) -> None:
        """PP-5: one at a time to each, from seat 0 on; the rest stays aside."""
        self._clear_table()
        self.round += 1
        dealt = rules.HAND * self.seats
        for seat, hand in enumerate(self.hands):
            for card in sorted(order[seat : dealt : self.seats]):
                hand[card] = PLAYS[card]
        self.phase = "play"
        self.actor = self.leader

    def _resolve(self) -> None:
        """PP-11: the trick is whole; its first winner is to take."""
        first, second = rules.resolve_trick(self.trick)
        self.second = (self.leader + second) % self.seats
        self.first = self.actor = (self.leader + first) % self.seats
        self.phase = "first"
        self._show(f"winners {self.first} {self.second}")

    def _first_takes(self, card: int) -> None:
        """PP-12; then PP-13 where the second winner has no choice."""
        trick = self.trick
        self.taken = card
        if self._collect(self.first, (card,)):
            self._finish(1 << rules.team_of(self.first, self.teams), "pass-pass")
            return
        sure, tied, count = rules.second_share(trick, trick.index(card))
        if tied:
            self.phase = "second"
            self.actor = self.second
            self.choices = pairs(trick, sure, tied, count)
        else:
            one, other = PLACES[sure]
            self._second_takes((trick[one], trick[other]))

    def _second_takes(self, cards: Sequence[int]) -> None:
        """PP-13, PP-14, PP-15: the trick is cleared, and its second winner leads on."""
        trick, taken, second = self.trick, self.taken, self.second
        self._show(f"second {second} {' '.join(_names(cards))}")
        wins = self._collect(second, cards)
        self.cleared += trick
        self.last_trick = (self.trick_number, self.leader, trick, self.first, second, taken, cards)
        self.leader = second
        self.trick = []
        self.first = self.second = self.taken = NOBODY
        self.choices = ()
        if wins:
            self._finish(1 << rules.team_of(second, self.teams), "pass-pass")
        elif self.trick_number < rules.HAND:
            self.trick_number += 1
            self.phase = "play"
            self.actor = second
        else:
            self._end_round()

    def _collect(self, seat: Seat, cards: Sequence[int]) -> bool:
        """Put cards in front of a player; PP-16: Pass Passes count at once. True if that wins (PP-17, PP-22)."""
        counts = self.colours[seat]
        for card in cards:
            counts[card // 12] += 1
        self.fronts[seat] += cards
        if self.passes[seat] in counts:
            return False  # of one colour at least there are no more cards than Pass Passes: it takes another
        self.passes[seat] = passes = rules.pass_passes(*counts)
        self._show(f"passes {seat} {passes}")
        return rules.wins_at_once(self.recorded_passes[rules.team_of(seat, self.teams)], passes)

    def _show(self, text: str) -> None:
        """The last move has brought this about."""
        self.shown.setdefault(len(self.history) - 1, []).append((text, None))

    # ------------------------------------------------------------ the score pad

    def _end_round(self) -> None:
        """PP-18; teams first choose what they record (PP-21)."""
        self.actor = NATURE
        if self.teams == self.seats:
            self._record(range(self.seats))
            return
        recording = Recording(self.seats, self.teams, self.points(), self.passes)
        if recording.done():
            self._record(recording.settled)
        else:
            self.recording = recording
            self.phase = "record"

    @property
    def discards(self) -> list[int]:
        """What nobody took out of the finished tricks (PP-14)."""
        taken = {card for front in self.fronts for card in front}
        return [card for card in self.cleared if card not in taken]

    def points(self) -> tuple[int, ...]:
        """What lies in front of each (PP-18)."""
        diamonds = self.diamonds
        return tuple(sum([rules.card_points(diamonds[card]) for card in front]) for front in self.fronts)

    def _record(self, chosen: Sequence[Seat]) -> None:
        """Write the round on the pad; PP-19: at most three rounds."""
        self.recording = None
        points = self.points()
        self.pad.append(
            tuple(Line(points[seat], self.passes[seat], seat in chosen) for seat in range(self.seats))
        )
        for team, seat in enumerate(chosen):
            self.recorded_points[team] += points[seat]
            self.recorded_passes[team] += self.passes[seat]
        if self.round < rules.ROUNDS:
            self.phase = "deal"
            return
        self._finish(rules.winning_teams(self.recorded_points, self.recorded_passes), "points")

    def _finish(self, teams: int, reason: str) -> None:
        """The teams of a mask have won: PP-17, PP-20, PP-22, PP-23."""
        membership = tuple(rules.team_of(seat, self.teams) for seat in range(self.seats))
        self.phase = "over"
        self.actor = NATURE
        self.final = Outcome(
            winners=tuple(seat for seat in range(self.seats) if teams >> membership[seat] & 1),
            scores=tuple(self.recorded_points[team] for team in membership),
            reason=reason,
            teams=membership if self.teams < self.seats else None,
        )

    # ------------------------------------------------------------ who sees what

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        match move:
            case Deal(order):
                # PP-7: one's own cards, everybody's colours, nothing of those set aside.
                dealt = rules.HAND * self.seats
                return Deal(
                    tuple(
                        HIDDEN
                        if place >= dealt
                        else card
                        if place % self.seats == viewer or card >= HIDDEN_OF_COLOUR
                        else HIDDEN_OF_COLOUR + rules.colour(card)
                        for place, card in enumerate(order)
                    )
                )
            case Propose():
                # PP-21: teams choose in secret.
                mine = viewer is not None and rules.team_of(viewer, self.teams) == rules.team_of(
                    seat, self.teams
                )
                return move if mine else Propose(UNKNOWN_SEAT)
            case _:
                return move

    def view(self, seat: Seat | None) -> PassPassView:
        return PassPassView(
            game="pass-pass",
            version=1,
            seats=self.seats,
            options=self.options,
            seat=seat,
            turn=self.turn(),
            outcome=self.final,
            history=self.seen(seat),
            phase=self.phase,
            round=self.round,
            leader=_known(self.leader),
            teams=tuple(rules.team_of(other, self.teams) for other in range(self.seats)),
            diamonds=self.diamonds,
            hand=() if seat is None else _names(self.hands[seat]),
            backs=tuple(_backs(hand) for hand in self.hands),
            trick=self._current_trick(),
            last_trick=self._trick_view(*self.last_trick) if self.last_trick else None,
            front=tuple(map(_names, self.fronts)),
            discards=_names(self.discards),
            points=self.points(),
            passes=tuple(self.passes),
            pad=tuple(self.pad),
            standings=self._standings(),
            choice=self.recording.view(seat) if self.recording and seat is not None else None,
            settled=tuple(chosen != UNKNOWN_SEAT for chosen in self.recording.settled)
            if self.recording
            else (),
        )

    def _current_trick(self) -> Trick | None:
        if not self.trick and self.phase != "play":
            return None
        return self._trick_view(
            self.trick_number, self.leader, self.trick, self.first, self.second, self.taken, ()
        )

    def _trick_view(
        self,
        number: int,
        leader: Seat,
        trick: Sequence[int],
        first: Seat,
        second: Seat,
        first_took: int,
        second_took: Sequence[int],
    ) -> Trick:
        return Trick(
            number=number,
            leader=leader,
            cards=tuple(
                Played((leader + place) % self.seats, CARD_NAMES[card]) for place, card in enumerate(trick)
            ),
            totals=(
                rules.colour_total(trick, 0),
                rules.colour_total(trick, 1),
                rules.colour_total(trick, 2),
                rules.colour_total(trick, 3),
            ),
            first=_known(first),
            second=_known(second),
            first_took=() if first_took == NOBODY else (CARD_NAMES[first_took],),
            second_took=_names(second_took),
        )

    def _standings(self) -> tuple[Standing, ...]:
        return tuple(
            Standing(
                members=(members := tuple(range(team, self.seats, self.teams))),
                recorded_points=self.recorded_points[team],
                recorded_passes=self.recorded_passes[team],
                passes=self.recorded_passes[team]
                + (0 if len(self.pad) == self.round else max(self.passes[seat] for seat in members)),
            )
            for team in range(self.teams)
        )


def _known(seat: Seat) -> Seat | None:
    return None if seat == NOBODY else seat


def _names(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(CARD_NAMES[card] for card in cards)


def _backs(hand: Iterable[int]) -> tuple[int, int, int, int]:
    counts = [0, 0, 0, 0]
    for card in hand:
        counts[rules.colour(card)] += 1
    return counts[0], counts[1], counts[2], counts[3]
