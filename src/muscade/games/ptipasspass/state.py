"""A game of PtiPassPass under way: moves by name, refusals in words, who sees what. How it goes is in `course`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, get_args

import msgspec

from muscade.core import Game, IllegalMove, Insight, Move, Options, Outcome, Progress, Seat, Tally, Text
from muscade.games.ptipasspass import course, hindsight, observation, refusals, rules
from muscade.games.ptipasspass.course import HIDE, Setting, Table
from muscade.games.ptipasspass.cups import layout_of, seen_cups
from muscade.games.ptipasspass.moves import (
    OK,
    Announce,
    Doublon,
    First,
    Hide,
    Lift,
    Menteur,
    Ok,
    Set,
    Swap,
    vocabulary,
)
from muscade.games.ptipasspass.positions import POSITIONS
from muscade.games.ptipasspass.reasons import reasons_of
from muscade.games.ptipasspass.tokens import (
    FIST,
    HIDDEN,
    LETTERS,
    PLACED,
    RIGHT,
    VERDICTS,
    VOID,
    WON,
    WRONG,
    letters,
    read_sight,
    sight,
)
from muscade.games.ptipasspass.view import (
    Challenge,
    Note,
    NoteKind,
    Phase,
    PtiPassPassView,
    Reveal,
    RoundEnd,
)
from muscade.kernels.course import Course
from muscade.kernels.primitives import leaders
from muscade.kernels.stepping import CourseState, seats_in

PHASES: tuple[Phase, ...] = get_args(Phase)
COURSE = Course(course, observation=observation)


class PtiPassPassState(CourseState[Setting, Table]):
    """See `muscade.core.State`. Seats are counted to the left from 0; cups are numbered as in the layout."""

    course = COURSE
    reasons = refusals.REASONS
    reasons_for = reasons_of

    def __init__(self, game: Game[Any, Any], seats: int, options: Options) -> None:
        self.layout = layout_of(seats, options)
        self.words = vocabulary(self.layout)
        self._cups = seen_cups(self.layout)
        setting = course.setting_of(seats, options)
        super().__init__(game, seats, options, setting, course.opening(setting, options))
        self.challenge: Challenge | None = None
        self.last_round: RoundEnd | None = None
        self.said_ok: tuple[Seat, ...] = ()
        self.swapped: tuple[str, ...] = ()
        self.insights: tuple[Insight, ...] = ()
        self.notes: list[tuple[Note, Note, tuple[Seat, ...] | None]] = []
        """Of this round: as those of an audience saw it, as all others did, and the audience (PT-20)."""

    def copy(self) -> Self:
        twin = super().copy()
        twin.notes = self.notes.copy()
        return twin

    # ------------------------------------------------------------ moves

    @property
    def phase(self) -> Phase:
        return PHASES[self.table.phase]

    def code_of(self, seat: Seat, move: Move) -> int:
        return self.words.code_of(move)

    def move_of(self, code: int) -> Move:
        return self.words.moves[code]

    def moves(self, seat: Seat) -> Sequence[Move]:
        if not self.may_act(seat):
            return ()
        # What a seat may do depends on the phase and, while it hides tokens, on its hand: course and names are asked once.
        phase = self.table.phase
        position = phase if phase != HIDE else phase + (self.table.hands[seat] << 3)
        offered = self.words.offered.get(position)
        if offered is None:
            offered = self.words.offered[position] = tuple(self.named(self.codes(seat)))
        return offered

    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        if isinstance(move, Swap | Lift) and reason in (course.NOT_CONTIGUOUS, course.NOT_A_LINE):
            for cup in move.cups:
                if self.layout.place(cup) < 0:
                    return refusals.REASONS[course.NO_SUCH_CUP](cup=cup)
        if reason == course.NOT_NOW or (reason == course.NOT_A_SEAT and not isinstance(move, First)):
            return refusals.WAITING[self.phase]()
        return super().refused(reason, seat, move)

    def precedence(self) -> tuple[Seat, ...] | None:
        """PT-8: in a window, whoever sits nearest to the active player's left."""
        turn, active = self.turn(), self.table.active
        if len(turn) < 2:
            return None
        return tuple(sorted(turn, key=lambda seat: rules.places_to_the_left(active, seat, self.seats)))

    def timeout(self, seat: Seat) -> Move | None:
        """PT-8: in a window the clock takes silence for an OK, unless the table has none, or somebody has yet to have a turn."""
        asked = self.table.phase in (course.WINDOW_1, course.WINDOW_2) and self.may_act(seat)
        met = self.table.turns >= self.seats
        return OK if asked and met and self.options["patience"] else None

    def patience(self, seat: Seat) -> float:
        return float(self.options["patience"])

    def knows_draws(self) -> bool:
        """PT-19: equals share a game that ends after so many turns; no other."""
        return self.setting.max_turns > 0

    def outcome(self) -> Outcome | None:
        if self.table.phase != course.OVER:
            return None
        victories = tuple(self.table.victories[: self.seats])
        winners = seats_in(leaders(victories))
        won = rules.wins_game(victories[winners[0]], self.setting.victory)
        return Outcome(winners, victories, reason="victory-tokens" if won else "max-turns")

    # ------------------------------------------------------------ what is told of it

    def tell(self, seat: Seat, move: Move, before: Table, after: Table) -> None:
        self.challenge = None
        self.swapped = ()
        self.insights = ()
        still_open = after.phase == before.phase and isinstance(move, Ok)
        self.said_ok = (*self.said_ok, seat) if still_open else ()
        match move:
            case Set(position):
                self.said_ok = () if after.phase == course.ANNOUNCE else position.ok
                self.swapped = position.swapped
            case Announce(colour):
                self.insights = hindsight.of_announcement(before, colour, self.layout, self.seats)
            case Ok() if before.phase == course.WINDOW_2 and not still_open:
                self.insights = hindsight.of_silence(before, self.seats)
                active, announced = before.active, _letter(before.announced)
                token = rules.token(before.fist)
                self._note(active, "placed", (self._cup(before),), token, announced, (active,))
                self.show(PLACED)
                if after.round > before.round:
                    self.show(VOID)
                    self.last_round = RoundEnd(before.round, None, ())
            case Doublon():
                self._tell_doublon(seat, before)
            case Menteur():
                self._tell_menteur(seat, before)
            case Swap(cups):
                self.swapped = cups
                self._note(seat, "swapped", cups)
            case Lift(cups):
                for name in cups:
                    pile = before.cups[self.layout.place(name)]
                    self.show(sight(name, pile))
                    self._note(seat, "lifted", (name,), pile)
                if after.victories[seat] > before.victories[seat]:
                    self.show(WON)
                    self.last_round = RoundEnd(before.round, seat, cups)
                else:
                    self.insights = hindsight.of_wrong_lift(before, self.layout)
        if after.round > before.round:
            self.notes = []

    def _cup(self, table: Table) -> str:
        return self.layout.names[table.named]

    def _tell_doublon(self, challenger: Seat, before: Table) -> None:
        """PT-9, PT-10."""
        active, name, pile = before.active, self._cup(before), before.cups[before.named]
        right = rules.is_doublon(pile)
        self.challenge = Challenge(challenger, active, "doublon", name, None, right)
        self.show(sight(name, pile))
        if right:
            self._note(active, "took", (name,), pile)
        else:
            token, both = rules.token(before.fist), (active, challenger)
            self.show(sight(FIST, token), both)
            self._note(challenger, "lifted", (name,))
            self._note(challenger, "took", (), token, None, both)
        self.show(RIGHT if right else WRONG)

    def _tell_menteur(self, challenger: Seat, before: Table) -> None:
        """PT-11, PT-12."""
        active, token, announced = before.active, rules.token(before.fist), _letter(before.announced)
        right = rules.is_lie(before.fist, before.announced)
        self.challenge = Challenge(challenger, active, "menteur", self._cup(before), announced, right)
        self.show(sight(FIST, token))
        self.show(RIGHT if right else WRONG)
        self._note(active if right else challenger, "kept" if right else "took", (), token, announced)

    def _note(
        self,
        seat: Seat,
        what: NoteKind,
        cups: tuple[str, ...],
        pile: int = rules.EMPTY,
        announced: str | None = None,
        audience: tuple[Seat, ...] | None = None,
    ) -> None:
        """For the memory aid: a deed, with the tokens that the audience saw; None: everybody."""
        if self.options["notebook"]:
            note = Note(seat, what, cups, tuple(letters(pile)), announced)
            self.notes.append((note, msgspec.structs.replace(note, tokens=("?",)), audience))

    def _notebook(self, viewer: Seat | None) -> tuple[Note, ...]:
        return tuple(
            seen if audience is None or viewer in audience else unseen
            for seen, unseen, audience in self.notes
        )

    # ------------------------------------------------------------ who sees what (PT-20)

    def progress(self) -> Progress:
        return Progress(turns=self.table.turns, rounds=self.table.round)

    def tallies(self, *, whole: bool = False) -> tuple[Tally, ...]:
        table = self.table
        held = tuple(map(rules.count, table.hands[: self.seats]))
        return (
            Tally(
                "victories",
                Text("victory tokens", "jetons de victoire"),
                tuple(table.victories[: self.seats]),
            ),
            Tally("held", Text("tokens in hand", "jetons en main"), held),
        )

    def hidden(self) -> dict[str, Any]:
        """What really lies under every cup: nobody may look (PT-20)."""
        piles = zip(self._cups, self.table.cups, strict=False)
        return {"cups": {cup.name: tuple(letters(pile)) for cup, pile in piles}}

    def hindsight(self) -> tuple[Insight, ...]:
        self.catch_up()
        return self.insights

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        match move:
            case Hide(_, cup):
                return move if seat == viewer else Hide(HIDDEN, cup)
            case Set(position):
                return Set(POSITIONS.redacted(position, viewer)).in_order()
            case _:
                return move

    def view(self, seat: Seat | None) -> PtiPassPassView:
        return PtiPassPassView(**self.common(seat), **self.shared_fields(), **self.seat_fields(seat))

    def shared_fields(self) -> dict[str, Any]:
        self.catch_up()
        table, victories = self.table, tuple(self.table.victories[: self.seats])
        return {
            "phase": self.phase,
            "round": table.round,
            "turns": table.turns,
            "first": _known(table.first),
            "active": _known(table.active),
            "cups": self._cups,
            "held": tuple(map(rules.count, table.hands[: self.seats])),
            "named": None if table.named == course.NO_CUP else self._cup(table),
            "announced": _letter(table.announced),
            "ok": self.said_ok,
            "swapped": self.swapped,
            "challenge": self.challenge,
            "victories": victories,
            "supply": rules.victory_tokens(self.seats) - sum(victories),
            "last_round": self.last_round,
        }

    def seat_fields(self, seat: Seat | None) -> dict[str, Any]:
        table = self.table
        mine = seat is not None and seat == table.active and table.fist != rules.NO_COLOUR
        hand = rules.EMPTY if seat is None else table.hands[seat]
        history = self.seen(seat)
        return {
            "hand": tuple(letters(hand - rules.token(table.fist) if mine else hand)),
            "fist": _letter(table.fist) if mine else None,
            "revealed": _reveals(history[-1].shown) if history else (),
            "notebook": self._notebook(seat) if self.options["notebook"] else None,
        }


def _known(seat: Seat) -> Seat | None:
    return None if seat == course.NOBODY else seat


def _letter(colour: int) -> str | None:
    return None if colour == rules.NO_COLOUR else LETTERS[colour]


def _reveals(shown: Sequence[str]) -> tuple[Reveal, ...]:
    """The sights among what an event showed."""
    sights = (read_sight(text) for text in shown if text not in VERDICTS)
    return tuple(Reveal(where, tuple(letters(pile))) for where, pile in sights)
