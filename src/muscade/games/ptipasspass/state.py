"""A game of PtiPassPass under way: turns, windows, rounds. What is right, what wins and who is next is in `rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from muscade.core import NATURE, Move, Options, Outcome, Progress, Seat, State
from muscade.core.game import Shown
from muscade.games.ptipasspass import refusals, rules
from muscade.games.ptipasspass.cups import layout
from muscade.games.ptipasspass.moves import (
    ANNOUNCEMENTS,
    OK,
    Announce,
    Doublon,
    First,
    Hide,
    Lift,
    Menteur,
    Ok,
    Swap,
)
from muscade.games.ptipasspass.notebook import Notebook
from muscade.games.ptipasspass.offers import WINDOW_1, WINDOW_2, hidings, lifts, others, swaps_and_lifts
from muscade.games.ptipasspass.tokens import FIST, HIDDEN, LETTERS, VOID, WON, letters, read_sight, sight
from muscade.games.ptipasspass.view import Challenge, Cup, Phase, PtiPassPassView, Reveal, RoundEnd

VERSION = 2
NOBODY: Seat = NATURE
NO_CUP = -1


class PtiPassPassState(State):
    """See `muscade.core.State`. Seats are counted to the left from 0; cups are numbered as in the layout."""

    shown: dict[int, list[Shown]]

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options = options
        self.history = []
        self.shown = {}
        self.layout = layout(options["layout"], seats, options["diagonals"])
        self.round = 1
        self.turns = 0
        self.victories = [0] * seats
        self.last_round: RoundEnd | None = None
        self.challenge: Challenge | None = None
        self.final: Outcome | None = None
        self.phase: Phase = "first"
        self.first = self.active = NOBODY
        self._acting: tuple[Seat, ...] = (NATURE,)
        self._set_up()
        if options["first"] != "random":
            self._begin_round(options["first"])

    def _set_up(self) -> None:
        """PT-1, PT-2: a token of each colour for each, and empty cups."""
        self.hands = [rules.FULL_HAND] * self.seats
        self.cups = [rules.EMPTY] * len(self.layout.names)
        self.notebook = Notebook(self.options["notebook"])
        self._clear_turn()

    def _clear_turn(self) -> None:
        self.fist = self.announced = rules.NO_COLOUR
        self.named = NO_CUP
        self.said_ok: tuple[Seat, ...] = ()
        self.swapped: tuple[str, ...] = ()

    # ------------------------------------------------------------ the contract

    def turn(self) -> tuple[Seat, ...]:
        return self._acting

    def moves(self, seat: Seat) -> Sequence[Move]:
        if seat not in self._acting:
            return ()
        match self.phase:
            case "doublon":
                return WINDOW_1
            case "menteur":
                return WINDOW_2
            case "announce":
                return ANNOUNCEMENTS
            case "hide":
                return hidings(self.layout.names, *rules.palette(self.hands[seat]))
            case "swap":
                return swaps_and_lifts(self.layout)
            case "lift":
                return lifts(self.layout)
            case _:
                return [First(first) for first in range(self.seats)]

    def play(self, seat: Seat, move: Move) -> None:
        if seat not in self._acting:
            if self._window() and seat in self.said_ok:
                raise refusals.ok_is_final()
            raise refusals.waiting(self.phase, self.active)
        match self.phase, move:
            case "first", First(first):
                if not 0 <= first < self.seats:
                    raise refusals.not_a_seat(first)
                self._write(seat, move)
                self._begin_round(first)
            case "hide", Hide(colour, cup):
                self._hide(seat, move, colour, cup)
            case "hide", Swap() | Lift():
                raise refusals.place_first()
            case (("doublon" | "menteur"), Ok()):
                self._write(seat, move)
                self._ok(seat)
            case "doublon", Doublon():
                self._write(seat, move)
                self._doublon(seat)
            case "announce", Announce(colour):
                self._write(seat, move)
                self.announced = colour
                self._open_window("menteur")
            case "menteur", Menteur():
                self._write(seat, move)
                self._menteur(seat)
            case "swap", Swap((one, other)):
                self._swap(seat, move, one, other)
            case "lift", Swap():
                raise refusals.one_swap()
            case (("swap" | "lift"), Lift(names)):
                self._lift(seat, move, names)
            case _:
                raise refusals.waiting(self.phase, self.active)

    def timeout(self, seat: Seat) -> Move | None:
        """PT-8: in a window the clock takes silence for an OK, unless the table has none."""
        return OK if self._window() and self.options["patience"] and seat in self.turn() else None

    def patience(self, seat: Seat) -> float:
        return float(self.options["patience"])

    def outcome(self) -> Outcome | None:
        return self.final

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.history = self.history.copy()
        twin.shown = self.shown.copy()
        twin.hands = self.hands.copy()
        twin.cups = self.cups.copy()
        twin.notebook = self.notebook.copy()
        twin.victories = self.victories.copy()
        return twin

    # ------------------------------------------------------------ a turn with tokens

    def _window(self) -> bool:
        return self.phase in ("doublon", "menteur")

    def _open_window(self, phase: Phase) -> None:
        """PT-6, PT-7: every other player is asked."""
        self.phase = phase
        self._acting = others(self.active, self.seats)

    def _write(self, seat: Seat, move: Move) -> None:
        """An event: what the one before it showed is gone."""
        self.history.append((seat, move))
        self.challenge = None

    def _show(self, where: str, pile: int, audience: tuple[Seat, ...] | None = None) -> None:
        self._tell(sight(where, pile), audience)

    def _tell(self, text: str, audience: tuple[Seat, ...] | None = None) -> None:
        self.shown.setdefault(len(self.history) - 1, []).append((text, audience))

    def _cup(self, name: str) -> int:
        cup = self.layout.place(name)
        if cup < 0:
            raise refusals.no_such_cup(name)
        return cup

    def _hide(self, seat: Seat, move: Move, colour: int, name: str) -> None:
        """PT-5: one secret choice, one public."""
        cup = self._cup(name)
        if not 0 <= colour < rules.COLOURS or not rules.holds(self.hands[seat], colour):
            raise refusals.not_in_hand()
        self._write(seat, move)
        self.fist, self.named = colour, cup
        self._open_window("doublon")

    def _ok(self, seat: Seat) -> None:
        """PT-8; after the second window the token goes into the cup (PT-13)."""
        self.said_ok = (*self.said_ok, seat)
        self._acting = tuple(other for other in self._acting if other != seat)
        if not rules.window_closes(len(self.said_ok), self.seats):
            return
        if self.phase == "doublon":
            self.said_ok = ()
            self.phase = "announce"
            self._acting = (self.active,)
            return
        token, active = rules.token(self.fist), self.active
        self.notebook.write(active, "placed", (self._name(),), token, _letter(self.announced), (active,))
        self.hands[active] -= token
        self.cups[self.named] += token
        if rules.is_void(self.hands, self.cups):
            self._void()
        else:
            self._end_turn()

    def _name(self) -> str:
        return self.layout.names[self.named]

    def _doublon(self, challenger: Seat) -> None:
        """PT-9, PT-10, PT-13."""
        active, pile = self.active, self.cups[self.named]
        right = rules.is_doublon(pile)
        self.challenge = Challenge(challenger, active, "doublon", self._name(), None, right)
        self._show(self._name(), pile)
        if right:
            self.notebook.write(active, "took", (self._name(),), pile)
            self.hands[active] += pile
            self.cups[self.named] = rules.EMPTY
        else:
            both = (active, challenger)
            self.notebook.write(challenger, "lifted", (self._name(),))
            self._show(FIST, rules.token(self.fist), both)
            self._give(challenger, both)
        self._end_turn()

    def _menteur(self, challenger: Seat) -> None:
        """PT-11, PT-12, PT-13."""
        active, token = self.active, rules.token(self.fist)
        right = rules.is_lie(self.fist, self.announced)
        self.challenge = Challenge(
            challenger, active, "menteur", self._name(), _letter(self.announced), right
        )
        self._show(FIST, token)
        if right:
            self.notebook.write(active, "kept", (), token, _letter(self.announced))
        else:
            self._give(challenger, None)
        self._end_turn()

    def _give(self, challenger: Seat, audience: tuple[Seat, ...] | None) -> None:
        """The fist's token goes to the challenger (PT-10, PT-12)."""
        token = rules.token(self.fist)
        self.notebook.write(challenger, "took", (), token, _letter(self.announced), audience)
        self.hands[self.active] -= token
        self.hands[challenger] += token

    # ------------------------------------------------------------ a turn without tokens

    def _swap(self, seat: Seat, move: Move, one: str, other: str) -> None:
        """PT-15: contents move along."""
        here, there = sorted((self._cup(one), self._cup(other)))
        if (here, there) not in self.layout.neighbours:
            raise refusals.not_contiguous()
        self._write(seat, move)
        cups = self.cups
        cups[here], cups[there] = cups[there], cups[here]
        self.swapped = (one, other)
        self.notebook.write(seat, "swapped", self.swapped)
        self.phase = "lift"

    def _lift(self, seat: Seat, move: Move, names: tuple[str, ...]) -> None:
        """PT-16, PT-17."""
        line = sorted(self._cup(name) for name in names)
        if tuple(line) not in self.layout.lines:
            raise refusals.not_a_line()
        self._write(seat, move)
        for name in names:
            pile = self.cups[self.layout.place(name)]
            self._show(name, pile)
            self.notebook.write(seat, "lifted", (name,), pile)
        first, second, third = (rules.palette(self.cups[cup]) for cup in line)
        if not rules.line_wins(first, second, third):
            self._end_turn()
            return
        self._tell(WON)
        self.victories[seat] += 1
        self.last_round = RoundEnd(self.round, seat, names)
        if rules.wins_game(self.victories[seat]):
            self.turns += 1
            self._clear_turn()
            self._finish("victory-tokens")
        else:
            self._next_round(rules.left_of(seat, self.seats))

    # ------------------------------------------------------------ turns, rounds, the end

    def _begin_turn(self, seat: Seat) -> None:
        self._clear_turn()
        self.active = seat
        self._acting = (seat,)
        self.phase = "hide" if rules.places_tokens(self.hands[seat]) else "swap"

    def _end_turn(self) -> None:
        """PT-4, PT-13."""
        if not self._out_of_time():
            self._begin_turn(rules.left_of(self.active, self.seats))

    def _begin_round(self, first: Seat) -> None:
        self.first = first
        self._begin_turn(first)

    def _next_round(self, first: Seat) -> None:
        """PT-18: every token goes home; victory tokens stay."""
        self.round += 1
        self._set_up()
        if not self._out_of_time():
            self._begin_round(first)

    def _void(self) -> None:
        """PT-19: nobody could ever win; the same player begins again."""
        self._tell(VOID)
        self.last_round = RoundEnd(self.round, None, ())
        self._next_round(self.first)

    def _out_of_time(self) -> bool:
        """A turn is over; PT-19: so is the game, where the table has set a limit and this was the last one."""
        self.turns += 1
        if not rules.out_of_time(self.turns, self.options["max_turns"]):
            return False
        self._clear_turn()
        self._finish("max-turns")
        return True

    def _finish(self, reason: str) -> None:
        self.phase = "over"
        self.active = NOBODY
        self._acting = ()
        best = rules.most_victories(self.victories)
        self.final = Outcome(
            winners=tuple(seat for seat in range(self.seats) if self.victories[seat] == best),
            scores=tuple(self.victories),
            reason=reason,
        )

    # ------------------------------------------------------------ who sees what (PT-20)

    def progress(self) -> Progress:
        return Progress(turns=self.turns, rounds=self.round)

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        match move:
            case Hide(_, cup):
                return move if seat == viewer else Hide(HIDDEN, cup)
            case _:
                return move

    def view(self, seat: Seat | None) -> PtiPassPassView:
        names = self.layout.names
        mine = seat is not None and seat == self.active and self.fist != rules.NO_COLOUR
        history = self.seen(seat)
        hand = rules.EMPTY if seat is None else self.hands[seat]
        return PtiPassPassView(
            game="ptipasspass",
            version=VERSION,
            seats=self.seats,
            options=self.options,
            seat=seat,
            turn=self.turn(),
            outcome=self.final,
            history=history,
            phase=self.phase,
            round=self.round,
            turns=self.turns,
            first=_known(self.first),
            active=_known(self.active),
            cups=tuple(Cup(name, x, y) for name, (x, y) in zip(names, self.layout.places, strict=True)),
            held=tuple(map(rules.count, self.hands)),
            hand=tuple(letters(hand - rules.token(self.fist) if mine else hand)),
            fist=_letter(self.fist) if mine else None,
            named=None if self.named == NO_CUP else names[self.named],
            announced=_letter(self.announced),
            ok=self.said_ok,
            swapped=self.swapped,
            challenge=self.challenge,
            revealed=_reveals(history[-1].shown) if history else (),
            notebook=self.notebook.read(seat) if self.notebook.chosen else None,
            victories=tuple(self.victories),
            supply=rules.victory_tokens(self.seats) - sum(self.victories),
            last_round=self.last_round,
        )


def _known(seat: Seat) -> Seat | None:
    return None if seat == NOBODY else seat


def _letter(colour: int) -> str | None:
    return None if colour == rules.NO_COLOUR else LETTERS[colour]


def _reveals(shown: Sequence[str]) -> tuple[Reveal, ...]:
    """The sights among what an event showed."""
    sights = (read_sight(text) for text in shown if text not in (WON, VOID))
    return tuple(Reveal(where, tuple(letters(pile))) for where, pile in sights)
