"""A game of Pass Pass under way: moves by name, refusals in words, who sees what. How it goes is in `course`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, Self, cast, get_args

from muscade.core import NATURE, Game, IllegalMove, Move, Options, Outcome, Progress, Seat, Tally, Text
from muscade.games.pass_pass import course, judge, observation, refusals, rules
from muscade.games.pass_pass import table as layout
from muscade.games.pass_pass.cards import CARD_NAMES, HIDDEN, HIDDEN_OF_COLOUR, card_number
from muscade.games.pass_pass.moves import (
    BY_CLOCK,
    BY_CODE,
    CODES,
    PLACES,
    UNKNOWN_SEAT,
    Deal,
    Lead,
    PassPassPosition,
    Play,
    Propose,
    Set,
    Take,
    code_of_pair,
    move_of,
)
from muscade.games.pass_pass.positions import POSITIONS
from muscade.games.pass_pass.reasons import reasons_of
from muscade.games.pass_pass.table import PAIRS, TALKING, Setting, Table
from muscade.games.pass_pass.talking import awaited
from muscade.games.pass_pass.view import Line, PassPassView, Phase, Played, Standing, TeamChoice, Trick
from muscade.kernels.course import Course
from muscade.kernels.primitives import room, spread
from muscade.kernels.stepping import CourseState, pick

PHASES: tuple[Phase, ...] = get_args(Phase)
COURSE = Course(course, judge, observation)

_OF_COLOUR = tuple((1 << rules.VALUES) - 1 << rules.VALUES * tint for tint in range(rules.COLOURS))
_BITS = tuple(1 << card for card in range(rules.CARDS))
_PLAYED = tuple(tuple(Played(seat, name) for name in CARD_NAMES) for seat in range(rules.MOST_SEATS))


class PassPassState(CourseState[Setting, Table]):
    """See `muscade.core.State`. Seats are counted clockwise from 0.

    What follows from a move by itself is `shown` with it, to everybody: ``trick 1 4`` with the card that begins the fourth trick
    of the first round, ``winners 0 2``, ``second 2 G3 B5``, ``passes 2 1``; and with the last choice of a round what everybody's
    counts on the pad, ``round 1 23 - 19 -`` where it is only a partner's.
    """

    course = COURSE
    reasons = refusals.REASONS
    reasons_for = reasons_of
    _lasting: dict[str, Any] | None = None
    """What every view says and no card that is played changes; None: it has to be worked out."""

    def __init__(self, game: Game[Any, Any], seats: int, options: Options) -> None:
        setting = course.setting_of(seats, options)
        super().__init__(game, seats, options, setting, course.opening(options["leader"]).copy())
        self._teams, self._members = _sides(seats, setting.teams)
        self.pad: list[tuple[Line, ...]] = []
        self._clear()

    def _clear(self) -> None:
        """What is told of a round, and forgotten with it."""
        self.fronts: list[list[int]] = [[] for _ in range(self.seats)]
        self.discards: list[int] = []
        self.last_trick: Trick | None = None

    def copy(self) -> Self:
        twin = super().copy()
        twin.pad, twin.discards = self.pad.copy(), self.discards.copy()
        twin.fronts = [front.copy() for front in self.fronts]
        return twin

    # ------------------------------------------------------------ moves

    @property
    def phase(self) -> Phase:
        return PHASES[self.table.phase]

    def look(self) -> None:
        super().look()
        self._lasting = None

    def code_of(self, seat: Seat, move: Move) -> int:
        code = CODES.get(move)
        return code_of_pair(self.table, move) if code is None else code

    def move_of(self, code: int) -> Move:
        return move_of(self.table, code)

    def named(self, codes: Sequence[int]) -> Sequence[Move]:
        return itemgetter(*codes)(BY_CODE) if len(codes) > 1 and codes[-1] < PAIRS else super().named(codes)

    def play_uncoded(self, seat: Seat, move: Move) -> int:
        """A deal (PP-5): one card at a time to each, from seat 0 on; the rest stays aside."""
        match move:
            case Propose() if self.table.phase == layout.TALKING:
                raise self.refused(layout.NOT_A_MEMBER, seat, move)
            case Lead() if self.table.phase == layout.NAMING and seat == NATURE:
                raise self.refused(layout.NOT_A_SEAT, seat, move)
            case Deal(order) if self.table.phase == layout.DEALING and seat == NATURE:
                if tuple(sorted(order)) != (deck := deck_of(self.setting)):
                    raise refusals.not_a_deck(cards=len(deck))
                dealt = self.setting.hand * self.seats
                hands = self.table.hands
                for other in range(self.seats):
                    hands[other] = sum(pick(_BITS, order[other : dealt : self.seats]))
                return layout.DEALT
            case _:
                raise self.refused(layout.NOT_NOW, seat, move)

    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        match reason, move:
            case layout.NOT_IN_HAND, Play(card):
                return refusals.REASONS[reason](card=CARD_NAMES[card])
            case layout.NOT_A_SEAT, Lead(leader):
                return refusals.REASONS[reason](seat=leader)
            case ((layout.NOT_NOW | layout.NOT_A_SEAT), _):
                return refusals.WAITING[self.phase]()
        return super().refused(reason, seat, move)

    def timeout(self, seat: Seat) -> Move | None:
        """PP-21: where partners do not agree in time, the clock settles it by the rule; no member can say that word."""
        talking = self.table.phase == TALKING and self.may_act(seat)
        return BY_CLOCK if talking and awaited(self.setting, self.table, seat) else None

    def parties(self) -> tuple[int, ...]:
        return self._teams

    def knows_draws(self) -> bool:
        """PP-20: level in points and Pass Passes, they share the victory."""
        return True

    def outcome(self) -> Outcome | None:
        setting, table = self.setting, self.table
        if table.phase != layout.OVER:
            return None
        membership = self._teams
        return Outcome(
            winners=tuple(seat for seat in range(self.seats) if table.winners >> membership[seat] & 1),
            scores=tuple(table.recorded_points[team] for team in membership),
            reason="points" if table.settled[0] else "pass-pass",
            teams=membership if setting.teams < self.seats else None,
        )

    # ------------------------------------------------------------ what is told of it

    def tell(self, seat: Seat, move: Move, before: Table, after: Table) -> None:
        if type(move) is Play:
            if not before.played:
                self.show(f"trick {before.round} {before.trick_number}")
            if after.phase == layout.TAKING:
                self.show(f"winners {after.first} {after.second}")
            return
        self._lasting = None
        match move:
            case Set(position):
                self._tell_set(position, after)
            case Deal():
                self._clear()
            case Take(cards):
                self._tell_taken(before, after, cards)
        self.write_pad(after)

    def _tell_set(self, position: PassPassPosition, table: Table) -> None:
        """What was recorded stands on the pad in one line, whoever of a team it was."""
        self.fronts = [[card_number(name) for name in row] for row in position.fronts or [()] * self.seats]
        self.discards = [card_number(name) for name in position.discards]
        last = table.round - 1
        self.pad = [tuple(Line(0, 0, seat < self.setting.teams) for seat in range(self.seats))] * last
        self.pad[-1:] = [
            tuple(
                Line(table.recorded_points[seat], table.recorded_passes[seat], True)
                if seat < self.setting.teams
                else Line(0, 0, False)
                for seat in range(self.seats)
            )
        ] * min(last, 1)

    def write_pad(self, table: Table) -> None:
        """PP-18: once a round is recorded, it has a line on the pad."""
        if table.round > len(self.pad) and table.phase in (layout.DEALING, layout.OVER) and table.settled[0]:
            chosen = {settled - 1 for settled in table.settled}
            lines = zip(table.points[: self.seats], table.passes, range(self.seats), strict=False)
            written = tuple(Line(points, passes, seat in chosen) for points, passes, seat in lines)
            self.pad.append(written)
            recorded = [str(line.points) if line.recorded else "-" for line in written]
            self.show(f"round {table.round} {' '.join(recorded)}")

    def _tell_taken(self, before: Table, after: Table, cards: Sequence[int]) -> None:
        trick = before.trick[: self.seats]
        if before.phase == layout.TAKING:
            self.fronts[before.first] += cards
            self._tell_passes(before.first, before, after)
            before.taken = list(trick).index(cards[0])
            if after.played:
                return  # the second winner chooses, or the game is over
            sure, _, _ = rules.second_share(trick, before.taken)
            cards = [trick[place] for place in PLACES[sure]]
        taken = trick[before.taken]
        self.show(f"second {before.second} {' '.join(_names(cards))}")
        self._tell_passes(before.second, before, after)
        self.fronts[before.second] += cards
        self.last_trick = _trick(self.setting, before, (taken,), cards)
        self.discards += [card for card in trick if card != taken and card not in cards]

    def _tell_passes(self, seat: Seat, before: Table, after: Table) -> None:
        """PP-16."""
        if after.passes[seat] > before.passes[seat]:
            self.show(f"passes {seat} {after.passes[seat]}")

    # ------------------------------------------------------------ who sees what

    def progress(self) -> Progress:
        return Progress(rounds=self.table.round, tricks=self.table.trick_number)

    def tallies(self, *, whole: bool = False) -> tuple[Tally, ...]:
        """What is on the pad, and what the round under way would add."""
        self.catch_up()
        table, membership = self.table, self._teams
        on = len(self.pad) < table.round
        points = [
            table.recorded_points[team] + on * table.points[seat] for seat, team in enumerate(membership)
        ]
        passes = [
            table.recorded_passes[team] + on * table.passes[seat] for seat, team in enumerate(membership)
        ]
        return (
            Tally("points", Text("points", "points"), tuple(points)),
            Tally("passes", Text("Pass Passes", "Pass Pass"), tuple(passes)),
        )

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        if type(move) is Play or type(move) is Take:
            return move
        match move:
            case Deal(order):
                # PP-7: one's own cards, everybody's colours, nothing of those set aside.
                dealt = self.setting.hand * self.seats
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
            case Set(position):
                return Set(POSITIONS.redacted(position, viewer))
            case Propose():
                # PP-21: teams choose in secret.
                teams = self.setting.teams
                mine = viewer is not None and rules.team_of(viewer, teams) == rules.team_of(seat, teams)
                return move if mine else Propose(UNKNOWN_SEAT)
            case _:
                return move

    def view(self, seat: Seat | None) -> PassPassView:
        return PassPassView(**self.common(seat), **self.shared_fields(), **self.seat_fields(seat))

    def shared_fields(self) -> dict[str, Any]:
        self.catch_up()
        if self._lasting is None:
            self._lasting = self._lasting_fields()
        table, phase = self.table, self.table.phase
        return {
            **self._lasting,
            "phase": PHASES[phase],
            "leader": None if phase == layout.NAMING else table.leader,
            "backs": tuple(map(_backs, table.hands[: self.seats])),
            "trick": self._current_trick(phase),
            "settled": tuple([chosen > 0 for chosen in table.settled[: self.setting.teams]])
            if phase == layout.TALKING
            else (),
        }

    def _lasting_fields(self) -> dict[str, Any]:
        table, seats = self.table, self.seats
        return {
            "round": table.round,
            "teams": self._teams,
            "diamonds": tuple(self.setting.diamonds),
            "last_trick": self.last_trick,
            "front": tuple(map(_names, self.fronts)),
            "discards": _names(self.discards),
            "points": tuple(table.points[:seats]),
            "passes": tuple(table.passes[:seats]),
            "pad": tuple(self.pad),
            "standings": self._standings(),
        }

    def seat_fields(self, seat: Seat | None) -> dict[str, Any]:
        """One's own cards (PP-7), and one's own team's talk (PP-21)."""
        if seat is None:
            return {"hand": (), "choice": None}
        talking = self.table.phase == layout.TALKING
        return {
            "hand": _names(cards_of(self.table.hands[seat])),
            "choice": self._choice(seat) if talking else None,
        }

    def _current_trick(self, phase: int) -> Trick | None:
        table = self.table
        if phase != layout.PLAYING and not table.played:
            return None
        took = table.trick[table.taken : table.taken + 1] if phase in (layout.CHOOSING, layout.OVER) else ()
        return _trick(self.setting, table, took, ())

    def _standings(self) -> tuple[Standing, ...]:
        table = self.table
        written = len(self.pad) == table.round
        passes, points, recorded = table.passes, table.recorded_points, table.recorded_passes
        return tuple(
            [
                Standing(
                    members,
                    points[team],
                    recorded[team],
                    recorded[team] + (0 if written else max([passes[seat] for seat in members])),
                )
                for team, members in enumerate(self._members)
            ]
        )

    def _choice(self, seat: Seat) -> TeamChoice:
        """What a member may know: their own team's talk."""
        table, teams = self.table, self.setting.teams
        team = rules.team_of(seat, teams)
        return TeamChoice(
            proposed=_known(table.proposed[team]),
            proposer=_known(table.proposer[team]),
            agreed=tuple(member for member in range(team, self.seats, teams) if table.agreed >> member & 1),
            by_rule=tuple(member for member in range(team, self.seats, teams) if table.by_rule >> member & 1),
        )


def _trick(setting: Setting, table: Table, first_took: Sequence[int], second_took: Sequence[int]) -> Trick:
    cards = list(table.trick[: table.played])
    seats, leader = setting.seats, table.leader
    whole = len(cards) == seats
    return Trick(
        number=table.trick_number,
        leader=leader,
        cards=tuple([_PLAYED[(leader + place) % seats][card] for place, card in enumerate(cards)]),
        totals=cast(
            "tuple[int, int, int, int]", tuple([rules.colour_total(cards, tint) for tint in range(4)])
        ),
        first=table.first if whole else None,
        second=table.second if whole else None,
        first_took=_names(first_took),
        second_took=_names(second_took),
    )


@lru_cache(maxsize=1 << 14)
def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a mask, in their natural order: most hands are looked at again and again before a card leaves them."""
    cards = room(rules.CARDS)
    return tuple(cards[: spread(mask, cards)])


def deck_of(setting: Setting) -> tuple[int, ...]:
    """All cards of a table."""
    return cards_of(setting.deck)


@cache
def _sides(seats: int, teams: int) -> tuple[tuple[int, ...], tuple[tuple[Seat, ...], ...]]:
    """For each seat its team, and for each team its seats (PP-4)."""
    return (
        tuple(rules.team_of(seat, teams) for seat in range(seats)),
        tuple(tuple(range(team, seats, teams)) for team in range(teams)),
    )


def _known(seat_plus_one: int) -> Seat | None:
    return seat_plus_one - 1 if seat_plus_one else None


def _names(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple([CARD_NAMES[card] for card in cards])


@lru_cache(maxsize=1 << 14)
def _backs(hand: int) -> tuple[int, int, int, int]:
    purple, blue, green, yellow = [(hand & cards).bit_count() for cards in _OF_COLOUR]
    return purple, blue, green, yellow
