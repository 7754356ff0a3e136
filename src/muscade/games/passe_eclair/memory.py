"""What somebody remembers of a game that they saw a part of.

`Memory` follows the round under way as one viewer saw it: by the course, on a table of which only what is public counts. For
cards that the viewer did not see it keeps `Slot`s; a card that comes to light lays claim to one of those that its `Hand` had by
then; a `Glance` is what the referee said about everybody's hands (ES-10). A round that is over has no secrets but tokens, since
at its end all cards lie open (ES-16): it is followed once more with these. `read_on` keeps a memory beside what was seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from muscade.core import NATURE, Event, Move, Options, Seat
from muscade.core.moves import read_on
from muscade.games.passe_eclair.cards import HIDDEN, card_number, deck, listed, seen_card_number
from muscade.games.passe_eclair.course import (
    NO_SUCH_THING,
    PLAYING,
    deal,
    opening,
    play,
    setting_of,
)
from muscade.games.passe_eclair.moves import (
    NOTATION,
    Call,
    Coach,
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
)
from muscade.games.passe_eclair.positions import UNKNOWN, lay
from muscade.games.passe_eclair.rules import FACES, MICHI, fitting, held_back
from muscade.games.passe_eclair.table import Setting, Table
from muscade.games.passe_eclair.view import PasseEclairView
from muscade.kernels.primitives import fill

History: TypeAlias = list[tuple[Seat, Move]]

FOREVER = 1 << 60
SEEN, COME, HEARD, MOMENTS = range(4)
"""What follows what in one event: a card shows itself, cards come into hands, the referee speaks."""
DEALT = ("deal ", "draw ", "set ")
"""How it is told at the end of a round which cards came unseen."""


@dataclass(eq=False)
class Slot:
    """A card that came unseen: when, out of which stock, and where that stands in the history."""

    come: int
    stock: int
    place: int
    position: int


class Hand:
    """What is known of a hand, wherever Michi takes it."""

    def __init__(self) -> None:
        self.slots: list[Slot] = []
        self.claims: list[tuple[int, int]] = []
        """Cards that came out of one of the slots, and when each came to light."""
        self.present = [0] * FACES
        """How many of each card must be in it now."""
        self.known = 0
        """Those cards, as a mask."""

    def come(self, card: int) -> None:
        self.present[card] += 1
        self.known |= 1 << card

    def show(self, cards: Sequence[int], time: int) -> None:
        """These cards are in it, all at once."""
        for card in set(cards):
            for _ in range(cards.count(card) - self.present[card]):
                self.claims.append((card, time))
                self.come(card)

    def leave(self, card: int) -> None:
        self.present[card] -= 1
        if not self.present[card]:
            self.known ^= 1 << card


@dataclass(frozen=True)
class Glance:
    """What the referee said of the top card: is play blocked? ``fitting`` are the cards each hand could have had for it."""

    time: int
    number: int
    blocked: bool
    fitting: dict[Hand, int]


def _with_tokens_of(seen: Move, opened: Move) -> Move:
    """At the end of a round the hands that a position began with are told, and not the tokens."""
    if isinstance(seen, Set) and isinstance(opened, Set):
        return Set(msgspec.structs.replace(seen.position, hands=opened.position.hands))
    return opened


def _happen(setting: Setting, table: Table, seat: Seat, move: Move) -> None:
    """Make a move on a table of which one need not know everything."""
    if isinstance(move, Deal):
        deal(setting, table, [UNKNOWN if card == HIDDEN else card for card in move.order])
    else:
        code = code_of(table, seat, move)
        play(setting, table, seat, UNKNOWN if code == NO_SUCH_THING else code)


class Memory:
    """The table as a viewer knows it after the events they saw.

    ``stocks`` are the piles that this round's cards were drawn from, one after another, less the cards seen to leave
    them. Every card of a stock was drawn unseen by somebody, but for those that still are in the pile: the last one.
    ``glances`` are those that tell something: not where a card that surely was there explains why play was not blocked.
    """

    def __init__(self, viewer: Seat | None, seats: int, options: Options) -> None:
        self.viewer = viewer
        self.seats = seats
        self.options = options
        self.setting = setting_of(seats, options["referee"])
        self.table = opening(options["coach"], options["cards"], options["tokens"]).copy()
        self.history: History = []
        """With all cards that lay open at the end of their round."""
        self._begin_anew()

    def _begin_anew(self) -> None:
        """No round is under way."""
        self.begun = len(self.history)
        self.before = self.table.copy()
        """The table when this round began, where nothing is unknown but tokens."""
        self.hands = [Hand() for _ in range(self.seats)]
        """By seat."""
        self.stocks: list[Counter[int]] = []
        self.glances: list[Glance] = []

    @property
    def count(self) -> int:
        return len(self.history)

    def read(self, event: Event) -> None:
        """See what happens next."""
        move = NOTATION.parse(event.move)
        if isinstance(move, Coach | Victory | Consolation):
            self.history.append((event.seat, move))
            _happen(self.setting, self.table, event.seat, move)
            self._begin_anew()
            return
        self._follow(event, move)
        if opened := [NOTATION.parse(words) for words in event.shown if words.startswith(DEALT)]:
            self._open(opened)

    def _open(self, opened: Sequence[Move]) -> None:
        """ES-16: the round is over, and was like this."""
        came = iter(opened)
        self.table = self.before
        for place in range(self.begun, len(self.history)):
            seat, move = self.history[place]
            if isinstance(move, Deal | Draw | Set):
                move = _with_tokens_of(move, next(came))
                self.history[place] = seat, move
            if isinstance(move, Set):
                self.table = lay(self.setting, self.options, move.position)
            else:
                _happen(self.setting, self.table, seat, move)
        self._begin_anew()

    def _follow(self, event: Event, move: Move) -> None:
        """What happens in a round."""
        table, seat = self.table, event.seat
        time = MOMENTS * len(self.history)
        if isinstance(move, Set):
            self._see_position(move, time, "blocked" in event.shown)
            return
        number, top, layer, in_pile = table.number, table.top, table.layer, table.in_pile
        fill(table.pile, 0)
        if isinstance(move, Deal):
            self._see_deal(move.order, time)
        elif isinstance(move, Draw):
            self._see_drawn(move.seat, move.card, len(self.stocks) - 1, time)
        elif isinstance(move, Turn):
            self.stocks[-1][move.card] -= 1
            table.pile[move.card] = 1
            in_pile -= 1
        self.history.append((seat, move))
        _happen(self.setting, table, seat, move)
        if table.in_pile > in_pile and not isinstance(move, Deal):
            self.stocks.append(Counter(listed(table.pile)))
        if isinstance(move, Lay | Michi | Spend):
            card = MICHI if isinstance(move, Michi) else move.card
            self.hands[seat].show([card], time + SEEN)
            if table.number > number or isinstance(move, Spend):
                self.hands[seat].leave(card)
                if isinstance(move, Michi):
                    self._see_swap(seat, move.seat, event.shown, time)
        elif isinstance(move, Call):
            self.hands[layer].come(top)
        if table.phase == PLAYING and not isinstance(move, Nothing):
            self._hear(time + HEARD, "blocked" in event.shown)

    def _see_position(self, move: Set, time: int, blocked: bool) -> None:
        """The game begins from it; what the viewer does not see is of the deck, and neither in the middle nor in the box."""
        position: PasseEclairPosition = move.position
        self.table = lay(self.setting, self.options, position)
        lying = Counter(card_number(name) for name in (*position.middle, *position.box))
        self.stocks = [Counter(deck(self.options["cards"])) - lying]
        place = 0
        for seat, hand in enumerate(position.hands):
            for name in hand:
                self._see_drawn(seat, seen_card_number(name), 0, time, place)
                place += 1
        self.history.append((NATURE, move))
        if self.table.phase == PLAYING:
            self._hear(time + HEARD, blocked)

    def _see_deal(self, order: Sequence[int], time: int) -> None:
        # Between rounds all cards are in the pile or, for everybody to see, in the box.
        left = self.table.in_pile
        box = Counter(listed(self.table.box))
        self.stocks = [Counter(deck(self.options["cards"])) - box]
        if left < len(order):
            self.stocks.append(box)
        for position, card in enumerate(order):
            self._see_drawn(position % self.seats, card, int(position >= left), time, position)

    def _see_drawn(self, seat: Seat, card: int, stock: int, time: int, position: int = 0) -> None:
        if card == HIDDEN:
            self.hands[seat].slots.append(Slot(time + COME, stock, len(self.history), position))
        else:
            self.hands[seat].come(card)
            self.stocks[stock][card] -= 1

    def _see_swap(self, seat: Seat, other: Seat, shown: Sequence[str], time: int) -> None:
        """ES-8; ES-21: each of the two sees what it gets."""
        hands, viewer = self.hands, self.viewer
        hands[seat], hands[other] = hands[other], hands[seat]
        for words in shown:
            if viewer is not None and words.startswith("get "):
                hands[viewer].show([card_number(name) for name in words.split()[1:]], time + SEEN)

    def _hear(self, time: int, blocked: bool) -> None:
        """ES-10; hands only grow while a card is on top, so of what is said of one the strictest will do."""
        table, seats, top, layer = self.table, self.seats, self.table.top, self.table.layer
        table.blocked = blocked
        last = self.glances[-1] if self.glances else None
        if last and last.number == table.number and last.blocked == blocked:
            if not blocked:
                return
            self.glances.pop()
        fits = {
            hand: fitting(top, held_back(seat, seats, top, layer)) for seat, hand in enumerate(self.hands)
        }
        if blocked or not any(hand.known & mask for hand, mask in fits.items()):
            self.glances.append(Glance(time, table.number, blocked, fits))

    def barred(self, seat: Seat) -> int:
        """The cards that a hand cannot hold now, since nobody could play on while it had all of them."""
        hand = self.hands[seat]
        youngest = max((slot.come for slot in hand.slots), default=0)
        mask = 0
        for glance in self.glances:
            if glance.blocked and glance.time > youngest:
                mask |= glance.fitting[hand]
        return mask


def remember(view: PasseEclairView) -> Memory:
    """What the view's seat remembers; it reads on where it was, so whoever asks changes nothing in it."""
    return read_on(view.history, Memory, view.seat, view.seats, view.options)
