"""What somebody remembers of a game that they saw a part of.

`Memory` follows the round under way as one viewer saw it: by the course, on a table of which only what is public counts. For
cards that the viewer did not see it keeps `Slot`s; where a card comes to light, a `Stay` says in whose hand it must have been,
and when; a `Glance` is what the referee said about everybody's hands (ES-10). Rounds that are over have no secrets but tokens,
since at their end all cards lie open (ES-16).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

from muscade.core import NATURE, Event, Move, Seat
from muscade.games.passe_eclair.cards import HIDDEN, card_number, deck, listed
from muscade.games.passe_eclair.course import (
    NO_SUCH_THING,
    PLAYING,
    begin_spending,
    opening,
    play,
    setting_of,
)
from muscade.games.passe_eclair.moves import (
    NOTATION,
    Call,
    Deal,
    Draw,
    Lay,
    Michi,
    Nothing,
    Spend,
    Turn,
    code_of,
)
from muscade.games.passe_eclair.rules import MICHI, fitting, held_back
from muscade.games.passe_eclair.table import Setting, Table, draw_card, refill
from muscade.games.passe_eclair.view import PasseEclairView
from muscade.kernels.primitives import fill

History: TypeAlias = list[tuple[Seat, Move]]

FOREVER = 1 << 60
SEEN, GONE, COME, HEARD, MOMENTS = range(5)
"""What follows what in one event: a card shows itself, leaves a hand, cards come into hands, the referee speaks."""
UNKNOWN = 0
"""Stands for a card or a token that the viewer does not know, on a table where that does not matter."""


@dataclass(eq=False)
class Slot:
    """A card that came unseen: when, out of which stock, and where that stands in the history."""

    come: int
    stock: int
    place: int
    position: int


@dataclass(eq=False)
class Stay:
    """A card that was in a hand at the time ``seen``, and until ``gone``.

    A ``certain`` one was seen to come, at the time ``seen``; any other came before, out of one of the hand's slots.
    """

    card: int
    seen: int
    certain: bool
    gone: int = FOREVER


@dataclass(eq=False)
class Hand:
    """What is known of a hand, wherever Michi takes it."""

    slots: list[Slot] = field(default_factory=list)
    stays: list[Stay] = field(default_factory=list)
    present: Counter[int] = field(default_factory=Counter)
    """The cards that must be in it now."""

    def come(self, card: int, time: int, certain: bool) -> None:
        self.stays.append(Stay(card, time, certain))
        self.present[card] += 1

    def show(self, cards: Sequence[int], time: int) -> None:
        """These cards are in it, all at once."""
        for card in (Counter(cards) - self.present).elements():
            self.come(card, time, certain=False)

    def leave(self, card: int, time: int) -> None:
        stay = next(stay for stay in self.stays if stay.card == card and stay.gone == FOREVER)
        stay.gone = time
        self.present[card] -= 1


@dataclass(frozen=True)
class Glance:
    """What the referee said of the top card: is play blocked? ``fitting`` are the cards each hand could have had for it."""

    time: int
    number: int
    blocked: bool
    fitting: tuple[tuple[Hand, int], ...]


def remember(view: PasseEclairView) -> Memory:
    """The table as the view's seat knows it. Rounds that are over are followed once, however often one asks."""
    events = view.history
    place = len(events)
    begun = len(events)
    while place and begun == len(events):
        place -= 1
        if any(words.startswith("deal") for words in events[place].shown):
            break  # no round is under way
        if events[place].move.startswith("deal"):
            begun = place
    memory = Memory(view, *_finished(view.seats, tuple(view.options.items()), events[:begun]))
    for event in events[begun:]:
        memory.follow(event)
    return memory


@lru_cache(maxsize=64)
def _finished(
    seats: int, options: tuple[tuple[str, Any], ...], events: tuple[Event, ...]
) -> tuple[Setting, Table, History]:
    """Rounds that are over: the table they lead to, and the history; all that is unknown of it are tokens."""
    told = dict(options)
    setting = setting_of(seats, told["referee"])
    table = opening(told["coach"], told["cards"], told["tokens"]).copy()
    history: History = []
    hidden = []
    for event in events:
        if event.move.startswith(("deal", "draw")):
            hidden.append(len(history))
        history.append((event.seat, NOTATION.parse(event.move)))
        open_now = [NOTATION.parse(words) for words in event.shown if words.startswith(("deal", "draw"))]
        if open_now:
            for place, move in zip(hidden, open_now, strict=True):
                history[place] = (NATURE, move)
            hidden = []
    for seat, move in history:
        _happen(setting, table, seat, move)
    return setting, table, history


def _happen(setting: Setting, table: Table, seat: Seat, move: Move) -> None:
    """Make a move on a table of which one need not know everything."""
    if isinstance(move, Deal):
        for place, card in enumerate(move.order):
            refill(table)
            draw_card(table, place % setting.seats, UNKNOWN if card == HIDDEN else card)
        begin_spending(table)
    else:
        code = code_of(table, seat, move)
        play(setting, table, seat, UNKNOWN if code == NO_SUCH_THING else code)


class Memory:
    """The table as a viewer knows it after the events they saw.

    ``stocks`` are the piles that this round's cards were drawn from, one after another, less the cards seen to leave
    them. Every card of a stock was drawn unseen by somebody, but for those that still are in the pile: the last one.
    ``glances`` are those that tell something: not where a card that surely was there explains why play was not blocked.
    """

    def __init__(self, view: PasseEclairView, setting: Setting, table: Table, history: History) -> None:
        self.view = view
        self.setting = setting
        self.table = table.copy()
        self.history = history.copy()
        self.hands = [Hand() for _ in range(view.seats)]
        """By seat."""
        self.stocks: list[Counter[int]] = []
        self.glances: list[Glance] = []

    def follow(self, event: Event) -> None:
        """See what happens next."""
        move, table, seat = NOTATION.parse(event.move), self.table, event.seat
        time = MOMENTS * len(self.history)
        number, top, layer = table.number, table.top, table.layer
        if isinstance(move, Deal):
            self._see_deal(move.order, time)
        elif isinstance(move, Draw):
            self._see_drawn(move.seat, move.card, len(self.stocks) - 1, time)
        elif isinstance(move, Turn):
            self.stocks[-1][move.card] -= 1
        self.history.append((seat, move))
        fill(table.pile, 0)
        if isinstance(move, Turn):
            table.pile[move.card] = 1
        _happen(self.setting, table, seat, move)
        refilled = Counter({card: count for card, count in enumerate(table.pile) if count > 0})
        if refilled and not isinstance(move, Deal):
            self.stocks.append(refilled)
        if isinstance(move, Lay | Michi | Spend):
            card = MICHI if isinstance(move, Michi) else move.card
            self.hands[seat].show([card], time + SEEN)
            if table.number > number or isinstance(move, Spend):
                self.hands[seat].leave(card, time + GONE)
                if isinstance(move, Michi):
                    self._see_swap(seat, move.seat, event.shown, time)
        elif isinstance(move, Call):
            self.hands[layer].come(top, time + COME, certain=True)
        if table.phase == PLAYING and not isinstance(move, Nothing):
            self._hear(time + HEARD, "blocked" in event.shown)

    def _see_deal(self, order: Sequence[int], time: int) -> None:
        # Between rounds all cards are in the pile or, for everybody to see, in the box.
        left = self.table.in_pile
        box = Counter(listed(self.table.box))
        self.stocks = [Counter(deck(self.view.options["cards"])) - box]
        if left < len(order):
            self.stocks.append(box)
        for position, card in enumerate(order):
            self._see_drawn(position % self.view.seats, card, int(position >= left), time, position)

    def _see_drawn(self, seat: Seat, card: int, stock: int, time: int, position: int = 0) -> None:
        if card == HIDDEN:
            self.hands[seat].slots.append(Slot(time + COME, stock, len(self.history), position))
        else:
            self.hands[seat].come(card, time + COME, certain=True)
            self.stocks[stock][card] -= 1

    def _see_swap(self, seat: Seat, other: Seat, shown: Sequence[str], time: int) -> None:
        """ES-8; ES-21: each of the two sees what it gets."""
        hands, viewer = self.hands, self.view.seat
        hands[seat], hands[other] = hands[other], hands[seat]
        for words in shown:
            if viewer is not None and words.startswith("get "):
                hands[viewer].show([card_number(name) for name in words.split()[1:]], time + SEEN)

    def _hear(self, time: int, blocked: bool) -> None:
        """ES-10; hands only grow while a card is on top, so of what is said of one the strictest will do."""
        table, seats = self.table, self.view.seats
        table.blocked = blocked
        fits = [
            (hand, fitting(table.top, held_back(seat, seats, table.top, table.layer)))
            for seat, hand in enumerate(self.hands)
        ]
        if self.glances and self.glances[-1].number == table.number and self.glances[-1].blocked == blocked:
            if not blocked:
                return
            self.glances.pop()
        if blocked or not any(mask >> card & 1 for hand, mask in fits for card in +hand.present):
            self.glances.append(Glance(time, table.number, blocked, tuple(fits)))

    def barred(self, seat: Seat) -> int:
        """The cards that a hand cannot hold now, since nobody could play on while it had all of them."""
        hand = self.hands[seat]
        youngest = max((slot.come for slot in hand.slots), default=0)
        mask = 0
        for glance in self.glances:
            if glance.blocked and glance.time > youngest:
                mask |= dict(glance.fitting)[hand]
        return mask
