"""What somebody remembers of a game they saw a part of: the same table, with unknown cards on it.

`Memory` follows a redacted history by the rules of the real table. Where it cannot know a card it keeps a `Slot`;
where a card comes to light it keeps a `Stay`, which says in whose hand that card must have been, and when. `Glance`
keeps what the referee said about everybody's hands (ES-10). All this is of the round under way alone, since at the end
of a round its cards lie open (ES-16).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from muscade.core import NATURE, Event, Options, Seat
from muscade.games.passe_eclair import rules
from muscade.games.passe_eclair.cards import HIDDEN, HIDDEN_TOKEN, card_number, deck
from muscade.games.passe_eclair.moves import Deal, Draw, parse
from muscade.games.passe_eclair.state import PasseEclairState
from muscade.games.passe_eclair.view import PasseEclairView

FOREVER = 1 << 30


@dataclass(eq=False)
class Slot:
    """A card drawn unseen: where it stands in the history, which stock of cards it came from, and when."""

    place: int
    position: int
    stock: int
    born: int


@dataclass(eq=False)
class Stay:
    """A card that was in a hand at the time ``seen``, and until ``gone``.

    A ``certain`` one was seen to come, at the time ``seen``; any other came before, out of one of the hand's slots.
    """

    card: int
    seen: int
    gone: int = FOREVER
    certain: bool = False


@dataclass(eq=False)
class Hand:
    """What is known of a hand, wherever Michi takes it."""

    slots: list[Slot] = field(default_factory=list)
    stays: list[Stay] = field(default_factory=list)

    def surely(self) -> list[int]:
        """The cards that must be in it now."""
        return [stay.card for stay in self.stays if stay.gone == FOREVER]


class _Cards(list[int]):
    """A hand as the table has it: a list of the right length, and that is all."""

    def __init__(self) -> None:
        super().__init__()
        self.known = Hand()

    def copy(self) -> _Cards:
        assert not self, "between rounds nobody has any"
        return _Cards()


@dataclass(frozen=True)
class Glance:
    """What the referee said of the top card at a time: is play blocked? ``hands`` are the seats' at that time."""

    time: int
    top: int
    layer: Seat
    blocked: bool
    hands: tuple[Hand, ...]

    def fitting(self, seat: Seat) -> int:
        """The figures this seat could have laid, other than Michi (ES-10)."""
        return rules.fitting(self.top, rules.held_back(seat, len(self.hands), self.top, self.layer))


def remember(view: PasseEclairView) -> Memory:
    """The table as the view's seat knows it. Rounds that are over are followed once, however often one asks."""
    begun = len(view.history)
    while begun and not view.history[begun - 1].move.startswith("deal"):
        begun -= 1
    before = view.history[: max(begun - 1, 0)]
    memory = _before_round(view.seat, view.seats, tuple(view.options.items()), before).copy()
    memory.follow(view.history[len(before) :])
    return memory


@lru_cache(maxsize=64)
def _before_round(
    viewer: Seat | None, seats: int, options: tuple[tuple[str, Any], ...], events: tuple[Event, ...]
) -> Memory:
    memory = Memory(viewer, seats, dict(options))
    memory.follow(events)
    return memory


class Memory(PasseEclairState):
    """The table as a viewer knows it after all the events they saw. A copy made between rounds is independent.

    ``stocks`` are the piles that this round's cards were drawn from, one after another, less the cards seen to leave
    them. Every card of a stock was drawn unseen by somebody, but for those that still are in the pile: the last one.
    """

    def __init__(self, viewer: Seat | None, seats: int, options: Options) -> None:
        self.stocks: list[Counter[int]] = []
        self.glances: list[Glance] = []
        self.viewer = viewer
        self.now = 0
        self.words: tuple[str, ...] = ()
        self.position = 0
        super().__init__(seats, options)

    def follow(self, events: Sequence[Event]) -> None:
        """See what happens next."""
        for event in events:
            self.words = event.shown
            self.play(event.seat, parse(event.move))

    def _said(self, verb: str) -> list[int] | None:
        """The cards of what was shown, if anything was."""
        for words in self.words:
            if words.startswith(verb):
                return [card_number(name) for name in words.removeprefix(verb).split()]
        return None

    def _remember(self, hand: Hand, cards: Sequence[int]) -> None:
        """These cards are in that hand now, all at once."""
        self.now += 1
        for card, count in Counter(cards).items():
            known = sum(stay.card == card and stay.gone == FOREVER for stay in hand.stays)
            hand.stays += [Stay(card, self.now) for _ in range(count - known)]

    def barred(self, seat: Seat) -> int:
        """The figures that no card of a hand can show now, since nobody could play on while it had all of them."""
        hand = self._hand(seat)
        youngest = max((slot.born for slot in hand.slots), default=0)
        mask = 0
        for glance in self.glances:
            if glance.blocked and glance.time > youngest:
                mask |= glance.fitting(glance.hands.index(hand))
        return mask

    # ------------------------------------------------------------ the table's ways, with unknown cards

    def _hand(self, seat: Seat) -> Hand:
        cards = self.hands[seat]
        assert isinstance(cards, _Cards)
        return cards.known

    def all_hands(self) -> tuple[Hand, ...]:
        return tuple(map(self._hand, range(self.seats)))

    def _empty_hands(self) -> list[list[int]]:
        return [_Cards() for _ in range(self.seats)]

    def _deal(self, order: Sequence[int]) -> None:
        # Between rounds all cards are in the pile or, for everybody to see, in the box.
        stock = Counter(deck(self.options["cards"])) - Counter(self.box)
        self.stocks = [stock]
        self.glances = []
        self.position = 0
        super()._deal(order)

    def _end_round(self, winner: Seat) -> None:
        super()._end_round(winner)
        self.glances = []
        told = iter([parse(words) for words in self.words if words.startswith(("deal", "draw"))])
        for place in range(self.dealt_at, len(self.history)):
            if isinstance(self.history[place][1], Deal | Draw):
                self.history[place] = (NATURE, next(told))

    def _refill(self) -> bool:
        was_empty = not self.pile
        filled = super()._refill()
        if was_empty and filled:
            self.stocks.append(Counter(self.pile))
        return filled

    def _leave_pile(self, card: int) -> bool:
        self.pile.pop()
        if card != HIDDEN:
            self.stocks[-1][card] -= 1
        return True

    def _add(self, seat: Seat, card: int) -> None:
        hand = self._hand(seat)
        self.hands[seat].append(HIDDEN)
        if card == HIDDEN:
            stock = len(self.stocks) - 1
            hand.slots.append(Slot(len(self.history) - 1, self.position, stock, self.now))
        else:
            hand.stays.append(Stay(card, self.now, certain=True))
        self.position += 1

    def _holds(self, seat: Seat, card: int) -> bool:
        self._remember(self._hand(seat), [card])
        return True

    def _remove(self, seat: Seat, card: int) -> None:
        self.now += 1
        self.hands[seat].pop()
        stay = next(stay for stay in self._hand(seat).stays if stay.card == card and stay.gone == FOREVER)
        stay.gone = self.now

    def _swap(self, seat: Seat, other: Seat) -> None:
        hands = self.hands
        hands[seat], hands[other] = hands[other], hands[seat]
        if self.viewer is not None and self.viewer in (seat, other):
            self._remember(self._hand(self.viewer), self._said("get ") or [])

    def _lay_open(self, seat: Seat) -> list[int]:
        cards = self._said(f"hand {seat} ") or []
        self._remember(self._hand(seat), cards)
        return cards

    def _is_blocked(self) -> bool:
        self.now += 1
        blocked = "blocked" in self.words
        self.glances.append(Glance(self.now, self.middle[-1], self.layers[-1], blocked, self.all_hands()))
        return blocked

    def _can_deal(self, order: Sequence[int]) -> bool:
        return True

    def _leave_supply(self, supply: list[str], token: str) -> bool:
        return True

    def _give_up(self, seat: Seat, token: str) -> bool:
        held = self.consolation[seat]
        held.remove(token if token in held else HIDDEN_TOKEN)
        return True

    def _show(self, what: str, audience: tuple[Seat, ...] | None = None) -> None:
        """Memory is shown things; it shows none."""
