"""Where the hidden cards and tokens of a table may be, by what a seat knows of it."""

from __future__ import annotations

from collections import Counter
from random import Random

from muscade.core.chance import shuffled
from muscade.games.passe_eclair import rules
from muscade.games.passe_eclair.cards import card_number, deck, tokens
from muscade.games.passe_eclair.memory import Memory
from muscade.games.passe_eclair.view import PasseEclairView

TRIES = 8
"""Deals before one is taken in which play is blocked though it is not, or the other way round."""


class Likely:
    """Deals what a memory does not know."""

    def __init__(self, memory: Memory, view: PasseEclairView) -> None:
        self.memory = memory
        self.view = view
        seats = range(view.seats)
        known = memory.all_hands()
        self.surely = [known[seat].surely() for seat in seats]
        if view.seat is not None:
            self.surely[view.seat] = [card_number(name) for name in view.hand]
        self.missing = [view.hands[seat] - len(self.surely[seat]) for seat in seats]
        self.barred = [memory.barred(seat) for seat in seats]
        seen = Counter(memory.box) + Counter(memory.middle)
        for cards in self.surely:
            seen.update(cards)
        self.hidden = list((Counter(deck(view.options["cards"])) - seen).elements())
        victory, consolation = map(Counter, tokens(view.options["tokens"]))
        for held in view.tokens:
            victory -= Counter(held.victory)
            consolation -= Counter(held.consolation)
            consolation -= Counter(held.spent)
        self.victory, self.consolation = list(victory.elements()), list(consolation.elements())

    def cards(self, rng: Random) -> tuple[list[list[int]], list[int]]:
        """Every hand, and the pile."""
        for _ in range(TRIES):
            pool = shuffled(rng, self.hidden)
            hands = []
            for surely, missing, barred in zip(self.surely, self.missing, self.barred, strict=True):
                hand = surely.copy()
                if missing:
                    # The sort is stable, so a hand takes what it may have in the order it came.
                    pool.sort(key=lambda card, barred=barred: barred >> rules.figure(card) & 1)  # type: ignore[misc]
                    hand += pool[:missing]
                    pool = pool[missing:]
                hands.append(hand)
            if self._looks_right(hands):
                break
        return hands, pool

    def _looks_right(self, hands: list[list[int]]) -> bool:
        """Is play blocked in this world just as the referee says (ES-10)?"""
        memory = self.memory
        if memory.phase != "play":
            return True
        masks = [rules.figures(hand) for hand in hands]
        return rules.is_blocked(masks, memory.middle[-1], memory.layers[-1]) == self.view.blocked

    def tokens(self, rng: Random) -> tuple[list[list[str]], list[str], list[str]]:
        """Every seat's tokens of both sorts, and those that nobody has."""
        victory, consolation = shuffled(rng, self.victory), shuffled(rng, self.consolation)
        held = []
        for one in self.view.tokens:
            if one.goals is not None:
                held.append([*one.victory, *one.consolation])
                continue
            held.append([victory.pop() for _ in one.victory] + [consolation.pop() for _ in one.consolation])
        return held, victory, consolation
