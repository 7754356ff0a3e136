"""A game of Passe Éclair under way: who may do what, and who sees it. What fits and who wins is in `rules`.

The state knows no time: the order in which moves are played is the order in which they arrived (ES-5, ES-9).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from muscade.core import NATURE, Move, Outcome, Progress, Seat
from muscade.games.passe_eclair import refusals, rules
from muscade.games.passe_eclair.cards import CARD_NAMES, HIDDEN, HIDDEN_TOKEN, footballer, names
from muscade.games.passe_eclair.moves import (
    RACE,
    READY,
    Call,
    Coach,
    Consolation,
    Deal,
    Draw,
    Lay,
    Michi,
    Nothing,
    Race,
    Ready,
    Spend,
    Turn,
    Victory,
)
from muscade.games.passe_eclair.rules import MICHI, NOBODY
from muscade.games.passe_eclair.table import Table, known
from muscade.games.passe_eclair.view import Laid, PasseEclairView, Tokens

_NATURE = (NATURE,)
_ACTIVE = ("play", "spend")
_NOT_PASSED = [
    [tuple(seat for seat in range(seats) if not passed >> seat & 1) for passed in range(1 << seats)]
    for seats in range(5)
]
"""By the number of seats and the mask of those who have passed: the others."""


@cache
def _allowed(seat: Seat, seats: int, top: int, layer: Seat, blocked: bool) -> int:
    """ES-5 to ES-8: the figures that a seat may lay, as a mask. Few tops and few seats: worked out once each."""
    return rules.allowed(top, rules.held_back(seat, seats, top, layer), blocked)


class PasseEclairState(Table):
    """See `muscade.core.State`. Seats are counted clockwise from 0."""

    # ------------------------------------------------------------ the contract

    def turn(self) -> tuple[Seat, ...]:
        if self.phase in _ACTIVE:
            return _NOT_PASSED[self.seats][self.passed]
        return () if self.phase == "over" else _NATURE

    def moves(self, seat: Seat) -> Sequence[Move]:
        if seat == NATURE:
            return self._chances()
        if not self._may_act(seat):
            return ()
        if self.phase == "spend":
            held = self.consolation[seat]
            hand = sorted(set(self.hands[seat])) if held else ()
            return [
                *(Spend(card) for card in hand if rules.is_wild(card) and footballer(card) in held),
                READY,
            ]
        offered = self._plays(seat, wrong=False)
        if self.wrong and rules.may_call(seat, self.wrong, self.layers[-1]):
            offered.append(Call(self.number))
        offered.append(Nothing(self.number))
        return offered

    def mistakes(self, seat: Seat) -> Sequence[Move]:
        """ES-11: every card in hand that may not lie on the top card."""
        if self.phase != "play" or not self._may_act(seat):
            return ()
        return self._plays(seat, wrong=True)

    def timeout(self, seat: Seat) -> Move | None:
        """ES-10, ES-17: whoever stays silent has nothing to lay, or nothing to spend."""
        if not self._may_act(seat):
            return None
        return Nothing(self.number) if self.phase == "play" else READY

    def patience(self, seat: Seat) -> float:
        """ES-10: a blocked pile stays open for Michi for a moment only."""
        name = "michi_window" if self.blocked and self.phase == "play" else "patience"
        return float(self.options[name])

    def outcome(self) -> Outcome | None:
        return self.final

    def play(self, seat: Seat, move: Move) -> None:
        if seat == NATURE:
            self._play_chance(move)
        elif not 0 <= seat < self.seats:
            raise refusals.no_such_seat()
        elif isinstance(move, RACE):
            if move.number != self.number:
                raise refusals.late() if move.number < self.number else refusals.early()
            if self.phase != "play":
                raise refusals.waiting(self.phase)
            if self.passed >> seat & 1:
                raise refusals.has_passed()
            self._play_race(seat, move)
        elif self.phase == "spend" and isinstance(move, Spend | Ready):
            if self.passed >> seat & 1:
                raise refusals.is_ready()
            self._prepare(seat, move)
        else:
            raise refusals.waiting(self.phase)

    # ------------------------------------------------------------ what players do

    def _may_act(self, seat: Seat) -> bool:
        return self.phase in _ACTIVE and 0 <= seat < self.seats and not self.passed >> seat & 1

    def _fault(self, seat: Seat, card: int) -> int:
        top, layer = self.middle[-1], self.layers[-1]
        return rules.fault(card, top, rules.held_back(seat, self.seats, top, layer), self.blocked)

    def _plays(self, seat: Seat, wrong: bool) -> list[Move]:
        """All that a seat can do with its cards and may, or may not where that is asked."""
        number, figure = self.number, rules.FIGURE
        wanted = _allowed(seat, self.seats, self.middle[-1], self.layers[-1], self.blocked)
        if wrong:
            wanted = ~wanted
        cards = sorted({card for card in self.hands[seat] if wanted >> figure[card] & 1})
        # Michi comes last of all cards.
        if not cards or cards[-1] != MICHI:
            return [Lay(card, number) for card in cards]
        return [
            *(Lay(card, number) for card in cards[:-1]),
            *(Michi(other, number) for other in range(self.seats) if other != seat),
        ]

    def _prepare(self, seat: Seat, move: Spend | Ready) -> None:
        """ES-17."""
        if isinstance(move, Ready):
            self.history.append((seat, move))
            self._pass(seat)
            return
        card = move.card
        if not rules.is_wild(card) or not self._holds(seat, card):
            raise refusals.not_in_hand(card)
        if not self._give_up(seat, footballer(card)):
            raise refusals.no_such_token(card)
        self.history.append((seat, move))
        self._remove(seat, card)
        self.box.append(card)
        if not self.hands[seat]:
            self._end_round(seat)

    def _play_race(self, seat: Seat, move: Race) -> None:
        if isinstance(move, Nothing):
            self.history.append((seat, move))
            self._pass(seat)
            return
        if isinstance(move, Call):
            if not rules.may_call(seat, self.wrong, self.layers[-1]):
                raise refusals.nothing_to_call(self.options["referee"])
            self.history.append((seat, move))
            self._take_back()
            return
        card = MICHI if isinstance(move, Michi) else move.card
        if isinstance(move, Michi):
            if not 0 <= move.seat < self.seats or move.seat == seat:
                raise refusals.name_an_opponent()
        elif card == MICHI:
            raise refusals.name_an_opponent()
        if not self._holds(seat, card):
            raise refusals.not_in_hand(card)
        self.history.append((seat, move))
        fault = self._fault(seat, card)
        if fault and not rules.goes_unnoticed(self.players_referee, card, len(self.hands[seat])):
            self._penalise(seat, card, fault)
            return
        self._remove(seat, card)
        self._land(card, seat)
        self.wrong = fault > 0
        if isinstance(move, Michi):
            self._bully(seat, move.seat)
        elif not self.hands[seat]:
            self._end_round(seat)
        else:
            self._look()

    def _pass(self, seat: Seat) -> None:
        """ES-10, ES-17: when all have said so, a card is turned."""
        self.passed |= 1 << seat
        if rules.all_have_passed(self.passed, self.seats):
            self._uncover()

    def _bully(self, seat: Seat, other: Seat) -> None:
        """ES-8; ES-15: whoever is left without cards wins, and that is never Michi's player."""
        self._swap(seat, other)
        if not self.hands[other]:
            self._end_round(other)
        else:
            self._uncover()

    def _penalise(self, seat: Seat, card: int, fault: int) -> None:
        """ES-11: a card off the pile, if there is one (ES-12)."""
        self._show(f"penalty {seat} {CARD_NAMES[card]} ES-{fault}")
        if self._refill():
            self.debtor = seat
            self.phase = "draw"
        else:
            self._look()

    def _take_back(self) -> None:
        """ES-11: a wrong card has been called."""
        card, seat = self.middle.pop(), self.layers.pop()
        self._add(seat, card)
        self.number += 1
        self.passed = 0
        self.wrong = False
        self._penalise(seat, card, self._fault(seat, card))

    # ------------------------------------------------------------ chance

    def _chances(self) -> Sequence[Move]:
        match self.phase:
            case "coach":
                return [Coach(seat) for seat in range(self.seats)]
            case "turn":
                return [Turn(card) for card in sorted(set(self.pile))]
            case "draw":
                return [Draw(card, self.debtor) for card in sorted(set(self.pile))]
            case "victory":
                return [Victory(token, self.winner) for token in sorted(set(self.victory_supply))]
            case "consolation":
                return [Consolation(token, self.consoled) for token in sorted(set(self.consolation_supply))]
            case _:
                return ()

    def _play_chance(self, move: Move) -> None:
        match self.phase, move:
            case "coach", Coach(seat):
                if not 0 <= seat < self.seats:
                    raise refusals.not_a_coach()
                self.history.append((NATURE, move))
                self._begin_round(seat)
            case "deal", Deal(order):
                if len(order) != rules.HAND * self.seats or not self._can_deal(order):
                    raise refusals.not_a_deal(self.seats)
                self.history.append((NATURE, move))
                self._deal(order)
            case "turn", Turn(card):
                if not self._leave_pile(card):
                    raise refusals.not_in_the_pile("ES-4", card)
                self.history.append((NATURE, move))
                self._turn(card)
            case "draw", Draw(card, seat):
                if seat != self.debtor or not self._leave_pile(card):
                    raise refusals.not_in_the_pile("ES-11", card)
                self.history.append((NATURE, move))
                self._add(seat, card)
                self._look()
            case "victory", Victory(token, seat):
                if seat != self.winner or not self._leave_supply(self.victory_supply, token):
                    raise refusals.not_their_token("ES-13")
                self.history.append((NATURE, move))
                self.victory[seat].append(token)
                if self.consoled == NOBODY:
                    self._after_tokens()
                else:
                    self.phase = "consolation"
            case "consolation", Consolation(token, seat):
                if seat != self.consoled or not self._leave_supply(self.consolation_supply, token):
                    raise refusals.not_their_token("ES-14")
                self.history.append((NATURE, move))
                self.consolation[seat].append(token)
                self._after_tokens()
            case _:
                raise refusals.waiting(self.phase)

    # ------------------------------------------------------------ who sees what

    def progress(self) -> Progress:
        return Progress(rounds=self.round)

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        match move:
            case Deal(order):
                return Deal(
                    tuple(
                        card if place % self.seats == viewer else HIDDEN for place, card in enumerate(order)
                    )
                )
            case Draw(_, drawer) if drawer != viewer:
                return Draw(HIDDEN, drawer)
            case Victory(_, owner) if owner != viewer:
                return Victory(HIDDEN_TOKEN, owner)
            case Consolation(_, owner) if owner != viewer:
                return Consolation(HIDDEN_TOKEN, owner)
            case _:
                return move

    def view(self, seat: Seat | None) -> PasseEclairView:
        return PasseEclairView(
            game="passe-eclair",
            version=1,
            seats=self.seats,
            options=self.options,
            seat=seat,
            turn=self.turn(),
            outcome=self.final,
            history=self.seen(seat),
            phase=self.phase,
            round=self.round,
            coach=known(self.coach),
            number=self.number,
            middle=tuple(
                Laid(CARD_NAMES[card], known(layer))
                for card, layer in zip(self.middle, self.layers, strict=True)
            ),
            blocked=self.blocked and self.phase == "play",
            passed=tuple(bool(self.passed >> other & 1) for other in range(self.seats)),
            hand=() if seat is None else names(sorted(self.hands[seat])),
            hands=tuple(map(len, self.hands)),
            pile=len(self.pile),
            box=names(self.box),
            tokens=tuple(self._tokens(owner, seat) for owner in range(self.seats)),
            rounds=tuple(self.rounds),
        )

    def _tokens(self, owner: Seat, viewer: Seat | None) -> Tokens:
        """ES-21: how many is public, what they show is the owner's until the end (ES-18)."""
        known = owner == viewer or self.phase == "over"
        victory, consolation = self.victory[owner], self.consolation[owner]
        return Tokens(
            victory=tuple(victory) if known else (HIDDEN_TOKEN,) * len(victory),
            consolation=tuple(consolation) if known else (HIDDEN_TOKEN,) * len(consolation),
            spent=tuple(self.spent[owner]),
            goals=self.goals(owner) if known else None,
        )
