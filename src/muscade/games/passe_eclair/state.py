"""A game of Passe Éclair under way: moves by name, refusals in words, who sees what. How it goes is in `course`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Self, cast, get_args

from muscade.core import NATURE, Game, IllegalMove, Move, Options, Outcome, Progress, Seat, Tally, Text
from muscade.games.passe_eclair import course, judge, observation, refusals, rules
from muscade.games.passe_eclair.cards import CARD_NAMES, HIDDEN, HIDDEN_TOKEN, LETTERS, listed, names
from muscade.games.passe_eclair.course import PLAYING
from muscade.games.passe_eclair.moves import (
    RACE,
    Call,
    Consolation,
    Deal,
    Draw,
    Lay,
    Michi,
    Nothing,
    PasseEclairPosition,
    Set,
    Spend,
    Turn,
    Victory,
    code_of,
    move_of,
    race_move,
)
from muscade.games.passe_eclair.positions import POSITIONS, opened
from muscade.games.passe_eclair.reasons import reasons_of
from muscade.games.passe_eclair.rules import FACES, MICHI, NOBODY, SOCKE
from muscade.games.passe_eclair.table import Setting, Table, fault_of, fault_of_top
from muscade.games.passe_eclair.view import Laid, PasseEclairView, Phase, Round, Tokens, Wanted
from muscade.kernels.course import Course
from muscade.kernels.primitives import leaders
from muscade.kernels.stepping import NO_CODE, CourseState, seats_in

PHASES: tuple[Phase, ...] = get_args(Phase)
COURSE = Course(course, judge, observation)
CUT_IN = "cut-in"


class PasseEclairState(CourseState[Setting, Table]):
    """See `muscade.core.State`. Seats are counted clockwise from 0."""

    course = COURSE
    reasons = refusals.REASONS
    reasons_for = reasons_of

    def __init__(self, game: Game[Any, Any], seats: int, options: Options) -> None:
        table = course.opening(options["coach"], options["cards"], options["tokens"])
        super().__init__(game, seats, options, course.setting_of(seats, options["referee"]), table.copy())
        self.middle: list[Laid] = []
        self.box: list[str] = []
        self.victory: list[list[str]] = [[] for _ in range(seats)]
        self.consolation: list[list[str]] = [[] for _ in range(seats)]
        self.spent: list[list[str]] = [[] for _ in range(seats)]
        self.rounds: list[Round] = []
        self.drawn: list[str] = []
        """The deal of this round and the cards drawn since, in notation."""

    def copy(self) -> Self:
        twin = super().copy()
        twin.middle, twin.box = self.middle.copy(), self.box.copy()
        twin.rounds, twin.drawn = self.rounds.copy(), self.drawn.copy()
        twin.victory, twin.consolation, twin.spent = (
            [tokens.copy() for tokens in kept] for kept in (self.victory, self.consolation, self.spent)
        )
        return twin

    # ------------------------------------------------------------ moves

    @property
    def phase(self) -> Phase:
        return PHASES[self.table.phase]

    def code_of(self, seat: Seat, move: Move) -> int:
        return code_of(self.table, seat, move)

    def move_of(self, code: int) -> Move:
        return move_of(self.table, code)

    def named(self, codes: Sequence[int]) -> Sequence[Move]:
        table = self.table
        if table.phase != PLAYING:
            return super().named(codes)
        number = table.number
        return [race_move(number, code) for code in codes]

    def mistakes(self, seat: Seat) -> Sequence[Move]:
        """ES-11: every card in hand that may not lie on the top card."""
        if self.table.phase != PLAYING or not self.may_act(seat):
            return ()
        number = self.table.number
        wrong = self.table.held[seat] & ~course.may_be_laid(self.setting, self.table, seat)
        cards: list[Move] = [Lay(card, number) for card in range(MICHI) if wrong >> card & 1]
        if wrong >> MICHI:
            cards += [Michi(other, number) for other in range(self.seats) if other != seat]
        return cards

    def play_uncoded(self, seat: Seat, move: Move) -> int:
        """A deal; all else is not of this moment (ES-9)."""
        table = self.table
        if isinstance(move, Deal) and seat == NATURE and table.phase == course.DEALING:
            self._deal(move.order)
            return NO_CODE
        if seat != NATURE and not 0 <= seat < self.seats:
            raise self.refused(course.NO_SUCH_SEAT, seat, move)
        number = table.number
        if seat != NATURE and isinstance(move, RACE) and move.number != number:
            raise refusals.late() if move.number < number else refusals.early()
        raise self.refused(course.NOT_NOW, seat, move)

    def _deal(self, order: Sequence[int]) -> None:
        """ES-3; ES-12: off the pile, and when it is used up out of the box."""
        table = self.table
        left = table.in_pile
        given = [Counter(order[:left]), Counter(order[left:])]
        stocks = [table.pile, table.box]
        if len(order) != rules.HAND * self.seats or any(
            not 0 <= card < FACES or stock[card] < count
            for cards, stock in zip(given, stocks, strict=True)
            for card, count in cards.items()
        ):
            raise refusals.not_a_deal(cards=rules.HAND * self.seats)
        course.deal(self.setting, table, order)
        self.look()

    def refused(self, reason: int, seat: Seat, move: Move) -> IllegalMove:
        match reason:
            case course.NOT_NOW:
                return refusals.WAITING[self.phase]()
            case course.HAS_PASSED if self.table.phase != PLAYING:
                return refusals.is_ready()
            case course.NOTHING_TO_CALL if self.options["referee"] == "software":
                return refusals.called_by_software()
        return super().refused(reason, seat, move)

    def known_of(self, move: Move) -> dict[str, Any]:
        """Of which card, and where the page has what chance does now: turning, drawing, or giving tokens."""
        card = super().known_of(move).get("card", MICHI)
        name = CARD_NAMES[card] if 0 <= card < len(CARD_NAMES) else str(card)
        return {"card": name, "clause": refusals.WAITING[self.phase].clause}

    def timeout(self, seat: Seat) -> Move | None:
        """ES-10, ES-17: whoever stays silent has nothing to lay, or nothing to spend; but the first kick-off waits for all."""
        if seat == NATURE or not self.may_act(seat):
            return None
        first = self.table.phase == course.SPENDING and self.table.round == 1
        return None if first else move_of(self.table, course.PASS)

    def patience(self, seat: Seat) -> float:
        """ES-10: a blocked pile stays open for Michi for a moment only."""
        return float(self.options["michi_window" if self.table.blocked else "patience"])

    def knows_draws(self) -> bool:
        """ES-18: those who tie for the most goals share the victory."""
        return True

    def outcome(self) -> Outcome | None:
        if self.table.phase != course.OVER:
            return None
        goals = self.table.goals[: self.seats]
        return Outcome(winners=seats_in(leaders(goals)), scores=tuple(goals), reason="goals")

    def progress(self) -> Progress:
        return Progress(rounds=self.table.round)

    def tallies(self, *, whole: bool = False) -> tuple[Tally, ...]:
        """ES-21: how many tokens is public, what they are worth is not before the end."""
        self.catch_up()
        table, seats = self.table, range(self.seats)
        tokens = tuple(len(self.victory[seat]) + len(self.consolation[seat]) for seat in seats)
        goals = Tally("goals", Text("goals", "buts"), tuple(table.goals[: self.seats]))
        return (
            *((goals,) if whole else ()),
            Tally("tokens", Text("tokens", "jetons"), tokens),
            Tally("cards", Text("cards left", "cartes en main"), tuple(table.sizes[: self.seats])),
        )

    # ------------------------------------------------------------ what is told of it

    def tell(self, seat: Seat, move: Move, before: Table, after: Table) -> None:
        match move:
            case Set(position):
                self._tell_set(position)
            case Deal() | Draw():
                if isinstance(move, Deal):
                    self.drawn = []
                self.drawn.append(move.notation)
            case Victory(token, owner):
                self.victory[owner].append(token)
            case Consolation(token, owner):
                self.consolation[owner].append(token)
            case Spend(card):
                token = LETTERS[rules.figure(card)]
                self.consolation[seat].remove(token)
                self.spent[seat].append(token)
                self.box.append(CARD_NAMES[card])
            case Turn(card):
                self.middle.append(Laid(CARD_NAMES[card], None))
            case Lay() | Michi() | Call():
                self._tell_race(seat, move, before, after)
        self._tell_hands(seat, move, before, after)
        self._tidy(after)
        if after.phase == PLAYING and after.blocked and not isinstance(move, Nothing):
            self.show("blocked")
        if after.phase == course.OVER:
            for owner in range(self.seats):
                self.show(f"tokens {owner} {''.join(self.victory[owner])}/{''.join(self.consolation[owner])}")

    def _tell_set(self, position: PasseEclairPosition) -> None:
        turned = len(position.middle) - len(position.laid)
        layers = (*(None,) * turned, *position.laid)
        self.middle = [Laid(card, seat) for card, seat in zip(position.middle, layers, strict=True)]
        self.box = list(position.box)
        for kept, rows in (
            (self.victory, position.victory),
            (self.consolation, position.consolation),
            (self.spent, position.spent),
        ):
            kept[:] = [list(row) for row in rows or ((),) * self.seats]
        self.drawn = [Set(opened(position)).notation]

    def _tell_race(self, seat: Seat, move: Lay | Michi | Call, before: Table, after: Table) -> None:
        """A card lands, or is wrong and goes back (ES-11)."""
        if isinstance(move, Call):
            self.middle.pop()
            self._show_penalty(before.layer, before.top, fault_of_top(self.setting, before))
            return
        card = move.card if isinstance(move, Lay) else MICHI
        if after.number > before.number:
            self.middle.append(Laid(CARD_NAMES[card], seat))
            if card != MICHI and rules.gets_in_between(seat, before.top, before.layer):
                self.show(CUT_IN)
        else:
            self._show_penalty(seat, card, fault_of(self.setting, before, seat, card))

    def _show_penalty(self, seat: Seat, card: int, fault: int) -> None:
        self.show(f"penalty {seat} {CARD_NAMES[card]} ES-{fault}")

    def _tell_hands(self, seat: Seat, move: Move, before: Table, after: Table) -> None:
        """ES-8: two swap their hands, and each sees what it gets (ES-21); ES-16: at the end of a round all lie open."""
        ends = after.phase == course.WINNING and before.phase in (PLAYING, course.SPENDING)
        swaps = isinstance(move, Michi) and after.number > before.number
        if not ends and not swaps:
            return
        hands = [listed(before.hands[owner]) for owner in range(self.seats)]
        assert isinstance(move, Lay | Michi | Spend), "nothing else empties a hand"
        hands[seat].remove(MICHI if isinstance(move, Michi) else move.card)
        if isinstance(move, Michi):
            other = move.seat
            hands[seat], hands[other] = hands[other], hands[seat]
            for owner in (seat, other):
                if hands[owner]:
                    self.show(f"get {' '.join(names(hands[owner]))}", (owner,))
        if ends:
            self._end_round(after, [names(hand) for hand in hands])

    def _end_round(self, after: Table, left: list[tuple[str, ...]]) -> None:
        """ES-16; and so it is no secret any more who got which cards."""
        self.show(f"round {after.round} {after.owed}")
        for owner, hand in enumerate(left):
            if hand:
                self.show(f"hand {owner} {' '.join(hand)}")
        for notation in self.drawn:
            self.show(notation)
        self.rounds.append(Round(after.owed, _known(after.consoled), tuple(left)))
        self._clear_middle()
        for hand in left:
            self.box += hand

    def _tidy(self, after: Table) -> None:
        """Cards that have gone from the middle to the box, or from either to the pile (ES-12)."""
        if after.top == NOBODY:
            self._clear_middle()
        if len(self.box) != after.in_box:
            self.box = []
        self.middle = self.middle[-sum(after.middle) :] if self.middle else []

    def _clear_middle(self) -> None:
        self.box += [laid.card for laid in self.middle]
        self.middle = []

    # ------------------------------------------------------------ who sees what

    def redact(self, seat: Seat, move: Move, viewer: Seat | None) -> Move:
        match move:
            case Deal(order):
                return Deal(
                    tuple(
                        card if place % self.seats == viewer else HIDDEN for place, card in enumerate(order)
                    )
                )
            case Set(position):
                return Set(POSITIONS.redacted(position, viewer))
            case Draw(_, drawer) if drawer != viewer:
                return Draw(HIDDEN, drawer)
            case Victory(_, owner) if owner != viewer:
                return Victory(HIDDEN_TOKEN, owner)
            case Consolation(_, owner) if owner != viewer:
                return Consolation(HIDDEN_TOKEN, owner)
            case _:
                return move

    def view(self, seat: Seat | None) -> PasseEclairView:
        return PasseEclairView(**self.common(seat), **self.shared_fields(), **self.seat_fields(seat))

    def shared_fields(self) -> dict[str, Any]:
        self.catch_up()
        table = self.table
        return {
            "phase": self.phase,
            "round": table.round,
            "coach": _known(table.coach),
            "number": table.number,
            "middle": tuple(self.middle),
            "wanted": None if table.top == NOBODY else WANTED[table.top],
            "blocked": table.blocked != 0,
            "passed": tuple([table.passed >> other & 1 == 1 for other in range(self.seats)]),
            "hands": tuple(table.sizes[: self.seats]),
            "pile": table.in_pile,
            "box": tuple(self.box),
            "rounds": tuple(self.rounds),
        }

    def seat_fields(self, seat: Seat | None) -> dict[str, Any]:
        """ES-21: one's own cards, and what one's own tokens show."""
        return {
            "hand": () if seat is None else names(listed(self.table.hands[seat])),
            "tokens": tuple([self._tokens(owner, seat) for owner in range(self.seats)]),
        }

    def _tokens(self, owner: Seat, viewer: Seat | None) -> Tokens:
        """ES-21: how many is public, what they show is the owner's until the end (ES-18)."""
        known = owner == viewer or self.table.phase == course.OVER
        victory, consolation = self.victory[owner], self.consolation[owner]
        return Tokens(
            victory=tuple(victory) if known else (HIDDEN_TOKEN,) * len(victory),
            consolation=tuple(consolation) if known else (HIDDEN_TOKEN,) * len(consolation),
            spent=tuple(self.spent[owner]),
            goals=self.table.goals[owner] if known else None,
        )


def _wanted(top: int) -> Wanted | None:
    """Whose wild guys fit a card, by the law: one's, everybody's or nobody's."""
    fit = rules.fitting(top, back=False)
    holders = {LETTERS[rules.figure(card)] for card in range(SOCKE) if fit >> card & 1}
    return cast("Wanted", "anything" if len(holders) > 1 else holders.pop()) if holders else None


WANTED = tuple(map(_wanted, range(FACES)))
"""By top card."""


def _known(seat: Seat) -> Seat | None:
    return None if seat == NOBODY else seat
