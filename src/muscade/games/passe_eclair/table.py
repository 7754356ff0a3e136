"""The table of Passe Éclair: where every card and token lies, and what follows when one of them moves.

The pile has no order; chance picks each card when it is needed, which is as good as a shuffle and can be told card by
card to those who see it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Self

from muscade.core import Options, Outcome, Seat, State
from muscade.core.game import Shown
from muscade.games.passe_eclair import rules
from muscade.games.passe_eclair.cards import deck, goals_on, names, tokens
from muscade.games.passe_eclair.moves import Deal, Draw
from muscade.games.passe_eclair.rules import NOBODY
from muscade.games.passe_eclair.view import Phase, Round


class Table(State):
    """Everything but the moves: `PasseEclairState` adds those.

    Cards and tokens move through the short methods at the end alone, so that a table of which one knows only a part
    (`memory`) can follow a game by the same rules.
    """

    shown: dict[int, list[Shown]]

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options = options
        self.players_referee = options["referee"] == "players"
        self.history = []
        self.shown = {}
        self.phase: Phase = "coach"
        self.round = 0
        self.coach: Seat = NOBODY
        self.pile = list(deck(options["cards"]))
        self.box: list[int] = []
        self.middle: list[int] = []
        self.layers: list[Seat] = []
        self.number = 0
        self.hands = self._empty_hands()
        self.dealt_at = 0
        self.passed = 0
        self.blocked = False
        self.wrong = False
        self.debtor: Seat = NOBODY
        self.winner: Seat = NOBODY
        self.consoled: Seat = NOBODY
        victory, consolation = tokens(options["tokens"])
        self.victory_supply = list(victory)
        self.consolation_supply = list(consolation)
        self.victory: list[list[str]] = [[] for _ in range(seats)]
        self.consolation: list[list[str]] = [[] for _ in range(seats)]
        self.spent: list[list[str]] = [[] for _ in range(seats)]
        self.rounds: list[Round] = []
        self.final: Outcome | None = None
        if options["coach"] != "random":
            self._begin_round(options["coach"])

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.history = self.history.copy()
        twin.shown = self.shown.copy()
        twin.pile = self.pile.copy()
        twin.box = self.box.copy()
        twin.middle = self.middle.copy()
        twin.layers = self.layers.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.victory_supply = self.victory_supply.copy()
        twin.consolation_supply = self.consolation_supply.copy()
        twin.victory = [held.copy() for held in self.victory]
        twin.consolation = [held.copy() for held in self.consolation]
        twin.spent = [gone.copy() for gone in self.spent]
        twin.rounds = self.rounds.copy()
        return twin

    # ------------------------------------------------------------ what follows

    def _land(self, card: int, layer: Seat) -> None:
        self.middle.append(card)
        self.layers.append(layer)
        self.number += 1
        self.passed = 0
        self.wrong = False

    def _look(self) -> None:
        """ES-10: the referee sees at once whether anybody can play on, and says so."""
        self.phase = "play"
        self.blocked = self._is_blocked()
        if self.blocked:
            self._show("blocked")

    def _uncover(self) -> None:
        """ES-4, ES-8, ES-10: what has been played goes to the box, and the next card is turned."""
        self.box += self.middle
        self.middle = []
        self.layers = []
        self.passed = 0
        self.phase = "turn"
        self._refill()

    def _turn(self, card: int) -> None:
        """ES-4: on Socke or Michi another card is turned, as long as there can be a wild guy among the rest."""
        self._land(card, NOBODY)
        left = len(self.pile)
        wild_left = not left and any(map(rules.is_wild, self.box or self.middle))
        if rules.turns_another(card, left, wild_left):
            self._refill()
        else:
            self._look()

    def _refill(self) -> bool:
        """ES-12: see to it that there is a card to draw, if there can be."""
        if not self.pile:
            if self.box:
                self.pile, self.box = self.box, []
            else:
                kept = rules.kept_in_the_middle(self.wrong)
                self.pile, self.middle = self.middle[:-kept], self.middle[-kept:]
                self.layers = self.layers[-kept:]
        return bool(self.pile)

    def _deal(self, order: Sequence[int]) -> None:
        """ES-3."""
        self.dealt_at = len(self.history) - 1
        for place, card in enumerate(order):
            self._refill()
            self._leave_pile(card)
            self._add(place % self.seats, card)
        self.phase = "spend"

    def _begin_round(self, coach: Seat) -> None:
        self.coach = coach
        self.round += 1
        self.phase = "deal"

    def _end_round(self, winner: Seat) -> None:
        """ES-13, ES-14, ES-16: the cards lie open, so it is no secret any more who got which."""
        left = [self._lay_open(seat) for seat in range(self.seats)]
        for seat, cards in enumerate(left):
            if cards:
                self._show(f"hand {seat} {' '.join(names(cards))}")
        for _, move in self.history[self.dealt_at :]:
            if isinstance(move, Deal | Draw):
                self._show(move.notation)
        self.winner = winner
        self.consoled = rules.most_cards([len(cards) for cards in left])
        self.rounds.append(Round(winner, known(self.consoled), tuple(map(names, left))))
        self.box += self.middle
        for cards in left:
            self.box += cards
        self.middle = []
        self.layers = []
        self.hands = self._empty_hands()
        self.passed = 0
        self.phase = "victory"

    def _after_tokens(self) -> None:
        """ES-3: the winner coaches the next round; ES-18: after the ninth, everything is turned up."""
        if self.round < rules.ROUNDS:
            self._begin_round(self.winner)
            return
        for seat in range(self.seats):
            self._show(f"tokens {seat} {''.join(self.victory[seat])}/{''.join(self.consolation[seat])}")
        goals = [self.goals(seat) for seat in range(self.seats)]
        ahead = rules.leaders(goals)
        self.phase = "over"
        self.final = Outcome(
            winners=tuple(seat for seat in range(self.seats) if ahead >> seat & 1),
            scores=tuple(goals),
            reason="goals",
        )

    def goals(self, seat: Seat) -> int:
        """ES-18: goals count alike on both sorts of tokens."""
        return sum(map(goals_on, self.victory[seat] + self.consolation[seat]))

    # ------------------------------------------------------------ cards and tokens from hand to hand

    def _empty_hands(self) -> list[list[int]]:
        return [[] for _ in range(self.seats)]

    def _holds(self, seat: Seat, card: int) -> bool:
        return card in self.hands[seat]

    def _remove(self, seat: Seat, card: int) -> None:
        self.hands[seat].remove(card)

    def _add(self, seat: Seat, card: int) -> None:
        self.hands[seat].append(card)

    def _swap(self, seat: Seat, other: Seat) -> None:
        """ES-8; ES-21: each of the two sees what it gets."""
        hands = self.hands
        hands[seat], hands[other] = hands[other], hands[seat]
        for owner in (seat, other):
            if hands[owner]:
                self._show(f"get {' '.join(names(sorted(hands[owner])))}", (owner,))

    def _lay_open(self, seat: Seat) -> list[int]:
        return sorted(self.hands[seat])

    def _is_blocked(self) -> bool:
        return rules.is_blocked(
            [rules.figures(hand) for hand in self.hands], self.middle[-1], self.layers[-1]
        )

    def _can_deal(self, order: Sequence[int]) -> bool:
        """ES-3, ES-12: off the pile, and when it is used up out of the box."""
        left = len(self.pile)
        return Counter(order[:left]) <= Counter(self.pile) and Counter(order[left:]) <= Counter(self.box)

    def _leave_pile(self, card: int) -> bool:
        if card not in self.pile:
            return False
        self.pile.remove(card)
        return True

    def _leave_supply(self, supply: list[str], token: str) -> bool:
        if token not in supply:
            return False
        supply.remove(token)
        return True

    def _give_up(self, seat: Seat, token: str) -> bool:
        """ES-17: a token is spent, if it is there."""
        if token not in self.consolation[seat]:
            return False
        self.consolation[seat].remove(token)
        self.spent[seat].append(token)
        return True

    def _show(self, what: str, audience: tuple[Seat, ...] | None = None) -> None:
        place = len(self.history) - 1
        self.shown[place] = [*self.shown.get(place, ()), (what, audience)]


def known(seat: Seat) -> Seat | None:
    return None if seat == NOBODY else seat
