"""Filling in what a seat did not see: a full history that looks to it just as the real one did.

`memory` leaves slots to be filled with the cards of known stocks. Three things limit the choice: cards that came to
light must have been where they were seen (`Stay`), a blocked pile means that nobody held a card that fits, and a pile
that was not blocked means that somebody did (`Glance`, ES-10). The real deal meets them all. The search places one
card after another, moves those that are in the way, and where it has run into a corner begins again with other
choices, so it finds an answer however long a round has become.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from muscade.core import NATURE, Move, Seat
from muscade.core.chance import shuffled
from muscade.games.passe_eclair.cards import HIDDEN_TOKEN, footballer, tokens
from muscade.games.passe_eclair.memory import FOREVER, Glance, Hand, Memory, Slot, Stay, remember
from muscade.games.passe_eclair.moves import Consolation, Deal, Draw, Spend, Victory
from muscade.games.passe_eclair.rules import figure
from muscade.games.passe_eclair.view import PasseEclairView

History: TypeAlias = list[tuple[Seat, Move]]
ANYTHING = (1 << 7) - 1
WILD_STEPS = 0.1
"""How often a card for which there is no room is placed anywhere, rather than where the fewest are in the way."""
FEW = 5
"""Cards taken out of their slots for another start."""
FIRST_PATIENCE = 25
"""Steps to explain what the referee said before the search begins again with other choices and twice the patience."""


def complete_history(view: PasseEclairView, rng: Random) -> History:
    """A history in which every hidden card and token is known, and that this seat cannot tell from the real one."""
    memory = remember(view)
    history = list(memory.history)
    for slot, card in _Puzzle(memory, rng).solution().items():
        history[slot.place] = (NATURE, _filled(history[slot.place][1], slot, card))
    _complete_tokens(history, view, rng)
    return history


def _filled(move: Move, slot: Slot, card: int) -> Move:
    if isinstance(move, Deal):
        return Deal((*move.order[: slot.position], card, *move.order[slot.position + 1 :]))
    assert isinstance(move, Draw)
    return Draw(card, move.seat)


@dataclass(eq=False)
class _Claim:
    """A card that came to light, the slots it can have come from, and the one it is taken to have come from."""

    card: int
    gone: int
    hand: Hand
    sources: list[Slot]
    slot: Slot | None = None


@dataclass(eq=False)
class _Free:
    """A slot whose card never came to light: the figures it may show, as a mask."""

    slot: Slot
    hand: Hand
    mask: int


_Wish: TypeAlias = tuple[tuple[_Free, int], ...]
"""Slots, each with figures: in one of them there should be one of its figures."""
_Filled: TypeAlias = dict[Slot, int]


class _Puzzle:
    """The round under way: which card in which slot?"""

    def __init__(self, memory: Memory, rng: Random) -> None:
        self.rng = rng
        self.patience = FIRST_PATIENCE
        self.hands = memory.all_hands()
        self.glances = memory.glances
        self.stocks = [stock.copy() for stock in memory.stocks]
        self.barred: dict[Hand, list[tuple[int, int]]] = {hand: [] for hand in self.hands}
        for glance in self.glances:
            if glance.blocked:
                for seat, hand in enumerate(glance.hands):
                    self.barred[hand].append((glance.time, glance.fitting(seat)))
        self.claims = [
            _Claim(stay.card, stay.gone, hand, self._sources(stay, hand))
            for hand in self.hands
            for stay in hand.stays
            if not stay.certain
        ]
        self.taken: dict[Slot, _Claim] = {}

    def solution(self) -> _Filled:
        waiting = list(self.claims)
        while True:
            self._place(waiting)
            unexplained = [glance for glance in self.glances if not self._is_explained(glance)]
            filled = self._fill_the_rest(unexplained)
            if filled is not None:
                return {**filled, **{slot: claim.card for slot, claim in self.taken.items()}}
            waiting = self._shake(unexplained)

    # ------------------------------------------------------------ cards that came to light

    def _sources(self, stay: Stay, hand: Hand) -> list[Slot]:
        """The slots a card can have come from."""
        return [
            slot
            for slot in hand.slots
            if slot.born < stay.seen
            and self.stocks[slot.stock][stay.card] > 0
            and self._allowed(hand, slot.born, stay.gone) >> figure(stay.card) & 1
        ]

    def _place(self, waiting: list[_Claim]) -> None:
        """Say of each card where it came from; whatever is in the way is placed again later."""
        while waiting:
            claim = waiting.pop(self.rng.randrange(len(waiting)))
            crowds = [
                (slot in self.taken) + (self.stocks[slot.stock][claim.card] == 0) for slot in claim.sources
            ]
            fewest = min(crowds)
            if fewest > 0 and self.rng.random() < WILD_STEPS:
                fewest = max(crowds)
            slots = [slot for slot, crowd in zip(claim.sources, crowds, strict=True) if crowd <= fewest]
            waiting += self._put(claim, self.rng.choice(slots))

    def _put(self, claim: _Claim, slot: Slot) -> list[_Claim]:
        """Place a card; returned is what had to make room: in the slot, or for the stock's last card of this kind."""
        ousted = []
        if slot in self.taken:
            ousted.append(self.taken[slot])
            self._unplace(self.taken[slot])
        if self.stocks[slot.stock][claim.card] == 0:
            alike = [
                other
                for at, other in self.taken.items()
                if other.card == claim.card and at.stock == slot.stock
            ]
            ousted.append(self.rng.choice(alike))
            self._unplace(ousted[-1])
        claim.slot = slot
        self.taken[slot] = claim
        self.stocks[slot.stock][claim.card] -= 1
        return ousted

    def _shake(self, unexplained: Sequence[Glance]) -> list[_Claim]:
        """Another start: a card that explains a glance is put where it does, or a few are taken out at random."""
        if unexplained and self.rng.random() >= WILD_STEPS:
            glance = self.rng.choice(unexplained)
            ways = [
                (claim, slot)
                for claim in self.claims
                if claim.gone > glance.time and self._fitted(claim, glance)
                for slot in claim.sources
                if slot.born < glance.time
            ]
            if ways:
                claim, slot = self.rng.choice(ways)
                self._unplace(claim)
                return self._put(claim, slot)
        ousted = self.rng.sample(self.claims, min(FEW, len(self.claims)))
        for claim in ousted:
            self._unplace(claim)
        return ousted

    def _unplace(self, claim: _Claim) -> None:
        assert claim.slot
        del self.taken[claim.slot]
        self.stocks[claim.slot.stock][claim.card] += 1
        claim.slot = None

    def _allowed(self, hand: Hand, born: int, gone: int) -> int:
        """The figures a card could show that was in a hand for so long: none that fitted a blocked pile."""
        mask = ANYTHING
        for time, fitting in self.barred[hand]:
            if born < time < gone:
                mask &= ~fitting
        return mask

    # ------------------------------------------------------------ cards that did not

    def _fill_the_rest(self, unexplained: Sequence[Glance]) -> _Filled | None:
        """Cards for the slots that nothing is known of, once all others have theirs; None where it cannot be."""
        free = [
            _Free(slot, hand, self._allowed(hand, slot.born, FOREVER))
            for hand in self.hands
            for slot in hand.slots
            if slot not in self.taken
        ]
        self.patience *= 2
        steps = iter(range(self.patience))
        wishes = {
            tuple(
                (one, glance.fitting(seat))
                for seat, hand in enumerate(glance.hands)
                for one in free
                if one.hand is hand and one.slot.born < glance.time
            )
            for glance in unexplained
        }
        return self._explain(sorted(wishes, key=len), free, steps)

    def _is_explained(self, glance: Glance) -> bool:
        """Is a pile blocked, or did somebody hold a card that fitted, as far as is known?"""
        if glance.blocked:
            return True
        for seat, hand in enumerate(glance.hands):
            fitting = glance.fitting(seat)
            for stay in hand.stays:
                if stay.certain and stay.seen < glance.time < stay.gone and fitting >> figure(stay.card) & 1:
                    return True
        return any(
            slot.born < glance.time < claim.gone and self._fitted(claim, glance)
            for slot, claim in self.taken.items()
        )

    def _fitted(self, claim: _Claim, glance: Glance) -> bool:
        return bool(glance.fitting(glance.hands.index(claim.hand)) >> figure(claim.card) & 1)

    def _explain(
        self, wishes: Sequence[_Wish], free: Sequence[_Free], steps: Iterator[int]
    ) -> _Filled | None:
        """Cards for the free slots such that every wish comes true; None where there is no way, or too long a one."""
        filled = self._match(free)
        if filled is None:
            return None
        for wish in wishes:
            if not any(fitting >> figure(filled[one.slot]) & 1 for one, fitting in wish):
                break
        else:
            return filled
        for one, fitting in shuffled(self.rng, wish):
            before = one.mask
            if before & fitting and next(steps, None) is not None:
                one.mask &= fitting
                filled = self._explain(wishes, free, steps)
                if filled is not None:
                    return filled
                one.mask = before
        return None

    def _match(self, free: Sequence[_Free]) -> _Filled | None:
        """Cards of the stocks for all free slots, by augmenting paths; None where there is no way."""
        cards = [
            (number, card)
            for number, stock in enumerate(self.stocks)
            for card in shuffled(self.rng, stock.elements())
        ]
        taken: dict[int, _Free] = {}

        def find(one: _Free, tried: set[int]) -> bool:
            for place, (number, card) in enumerate(cards):
                if place in tried or number != one.slot.stock or not one.mask >> figure(card) & 1:
                    continue
                tried.add(place)
                if place not in taken or find(taken[place], tried):
                    taken[place] = one
                    return True
            return False

        if all(find(one, set()) for one in free):
            return {one.slot: cards[place][1] for place, one in taken.items()}
        return None


# ---------------------------------------------------------------- tokens


def _complete_tokens(history: History, view: PasseEclairView, rng: Random) -> None:
    """Hidden tokens: those spent later show what they were spent on (ES-17), the rest is drawn anew until ES-18."""
    victory, consolation = map(list, tokens(view.options["tokens"]))
    hidden: dict[tuple[type[Move], Seat], list[int]] = {}
    for place, (seat, move) in enumerate(history):
        if isinstance(move, Victory | Consolation):
            if move.token == HIDDEN_TOKEN:
                hidden.setdefault((type(move), move.seat), []).append(place)
            else:
                (victory if isinstance(move, Victory) else consolation).remove(move.token)
        elif isinstance(move, Spend) and seat != view.seat:
            # The tokens this seat has taken so far; which of them it was, nobody else knows.
            taken = hidden[Consolation, seat]
            taken_at = taken.pop(rng.randrange(len(taken)))
            history[taken_at] = (NATURE, Consolation(footballer(move.card), seat))
            consolation.remove(footballer(move.card))
    victory, consolation = shuffled(rng, victory), shuffled(rng, consolation)
    for (kind, seat), places in hidden.items():
        turned_up = view.tokens[seat].victory if kind is Victory else view.tokens[seat].consolation
        supply = victory if kind is Victory else consolation
        for place, token in zip(places, turned_up, strict=True):
            value = supply.pop() if token == HIDDEN_TOKEN else token
            history[place] = (NATURE, Victory(value, seat) if kind is Victory else Consolation(value, seat))
