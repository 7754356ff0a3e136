"""Filling in what a seat did not see: a full history that looks to it just as the real one did.

Round by round, `memory` leaves slots to be filled with the cards of known stocks. Three things limit the choice: cards
that came to light must have been where they were seen (`Stay`), a blocked pile means that nobody held a card that
fits, and a pile that was not blocked means that somebody did (`Glance`, ES-10). The real deal meets them all, and the
search below leaves nothing out, so it always finds an answer; most rounds leave it hardly a choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from muscade.core import NATURE, Move, Seat
from muscade.core.chance import shuffled
from muscade.games.passe_eclair.cards import HIDDEN_TOKEN, footballer, tokens
from muscade.games.passe_eclair.memory import FOREVER, Chapter, Glance, Hand, Memory, Slot, Stay
from muscade.games.passe_eclair.moves import Consolation, Deal, Draw, Spend, Victory
from muscade.games.passe_eclair.rules import figure
from muscade.games.passe_eclair.view import PasseEclairView

History: TypeAlias = list[tuple[Seat, Move]]
ANYTHING = (1 << 7) - 1


def complete_history(view: PasseEclairView, rng: Random) -> History:
    """A history in which every hidden card and token is known, and that this seat cannot tell from the real one."""
    memory = Memory(view)
    history = list(memory.history)
    for chapter in memory.chapters:
        for slot, card in _Puzzle(chapter, rng).solution().items():
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
    """A card that came to light, and the slot it is taken to have come from."""

    stay: Stay
    hand: Hand
    slot: Slot | None = None


@dataclass(eq=False)
class _Free:
    """A slot whose card never came to light: the figures it may show, as a mask."""

    slot: Slot
    hand: Hand
    mask: int


class _Puzzle:
    """One round: which card in which slot?"""

    def __init__(self, chapter: Chapter, rng: Random) -> None:
        self.rng = rng
        self.finished = chapter.finished
        self.glances = chapter.glances
        self.stocks = [stock.copy() for stock in chapter.stocks]
        self.empty = {hand: list(hand.slots) for hand in chapter.hands}
        self.claims = [
            _Claim(stay, hand) for hand in chapter.hands for stay in hand.stays if not stay.certain
        ]
        self.barred: dict[Hand, list[tuple[int, int]]] = {hand: [] for hand in chapter.hands}
        for glance in self.glances:
            if glance.blocked:
                for seat, hand in enumerate(glance.hands):
                    self.barred[hand].append((glance.time, glance.fitting(seat)))

    def solution(self) -> dict[Slot, int]:
        for filled in self._claimed(self.claims):
            return filled
        raise AssertionError("a history that cannot have been")

    # ------------------------------------------------------------ cards that came to light

    def _claimed(self, claims: Sequence[_Claim]) -> Iterator[dict[Slot, int]]:
        """Every way to say where the claimed cards came from, and in each, what the rest can be."""
        if not claims:
            yield from self._settled()
            return
        options = {claim: self._sources(claim) for claim in claims}
        if self.finished and self._runs_dry(options):
            return
        claim = min(claims, key=lambda claim: len(options[claim]))
        rest = [other for other in claims if other is not claim]
        card = claim.stay.card
        for slot in shuffled(self.rng, options[claim]):
            claim.slot = slot
            self.empty[claim.hand].remove(slot)
            self.stocks[slot.stock][card] -= 1
            yield from self._claimed(rest)
            self.stocks[slot.stock][card] += 1
            self.empty[claim.hand].append(slot)
            claim.slot = None

    def _sources(self, claim: _Claim) -> list[Slot]:
        """The slots a card can have come from, but only one of those that are alike."""
        stay = claim.stay
        sources = {
            (slot.stock, slot.born): slot
            for slot in self.empty[claim.hand]
            if slot.born < stay.seen
            and self.stocks[slot.stock][stay.card] > 0
            and self._allowed(claim.hand, slot.born, stay.gone) >> figure(stay.card) & 1
        }
        return list(sources.values())

    def _runs_dry(self, options: dict[_Claim, list[Slot]]) -> bool:
        """In a finished round every card of every stock was somebody's: is there one that nobody can claim?"""
        for number, stock in enumerate(self.stocks):
            for card, count in stock.items():
                if count > 0:
                    takers = sum(
                        claim.stay.card == card and any(slot.stock == number for slot in slots)
                        for claim, slots in options.items()
                    )
                    if takers < count:
                        return True
        return False

    def _allowed(self, hand: Hand, born: int, gone: int) -> int:
        """The figures a card could show that was in a hand for so long: none that fitted a blocked pile."""
        mask = ANYTHING
        for time, fitting in self.barred[hand]:
            if born < time < gone:
                mask &= ~fitting
        return mask

    # ------------------------------------------------------------ cards that did not

    def _settled(self) -> Iterator[dict[Slot, int]]:
        """Every way to fill the slots that nothing is known of, once the claims are met."""
        free = [
            _Free(slot, hand, self._allowed(hand, slot.born, FOREVER))
            for hand, slots in self.empty.items()
            for slot in slots
        ]
        open_glances = [glance for glance in self.glances if not self._is_explained(glance)]
        if self._match(free) is None:
            return
        for filled in self._explained(open_glances, shuffled(self.rng, free)):
            filled.update({claim.slot: claim.stay.card for claim in self.claims if claim.slot})
            yield filled

    def _is_explained(self, glance: Glance) -> bool:
        """Is a pile blocked, or did somebody hold a card that fitted, as far as is known?"""
        if glance.blocked:
            return True
        for seat, hand in enumerate(glance.hands):
            fitting = glance.fitting(seat)
            for stay in hand.stays:
                if stay.certain and stay.seen < glance.time < stay.gone and fitting >> figure(stay.card) & 1:
                    return True
        for claim in self.claims:
            if claim.hand in glance.hands and claim.slot and claim.slot.born < glance.time < claim.stay.gone:
                fitting = glance.fitting(glance.hands.index(claim.hand))
                if fitting >> figure(claim.stay.card) & 1:
                    return True
        return False

    def _explained(self, glances: Sequence[Glance], free: Sequence[_Free]) -> Iterator[dict[Slot, int]]:
        """Every way in which for each glance one of the unknown cards is the one that fitted."""
        if not glances:
            filled = self._match(free)
            if filled is not None:
                yield filled
            return
        glance, rest = glances[0], glances[1:]
        candidates = [
            (one, glance.fitting(seat))
            for seat, hand in enumerate(glance.hands)
            for one in free
            if one.hand is hand and one.slot.born < glance.time
        ]
        if any(one.mask & ~fitting == 0 for one, fitting in candidates):
            yield from self._explained(rest, free)
            return
        for one, fitting in candidates:
            if one.mask & fitting:
                before, one.mask = one.mask, one.mask & fitting
                if self._match(free) is not None:
                    yield from self._explained(rest, free)
                one.mask = before

    def _match(self, free: Sequence[_Free]) -> dict[Slot, int] | None:
        """Cards of the stocks for all free slots, by augmenting paths; None where they do not go round."""
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
