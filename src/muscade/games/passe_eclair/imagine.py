"""Filling in what a seat did not see: a full history that looks to it just as the real one did.

`memory` leaves slots to be filled with cards of known stocks, and says what is known of every hand. A card that came to light
makes a `_Claim` to one of the slots in which it can have come. `_Puzzle` finds a slot for every claim, other cards for the slots
that are left, and a reason for every time that play was not blocked (ES-10). Where there is no room, others move by the
shortest chain of moves; where that does not help, all begins anew with what found no room, so that the next time it is early.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from random import Random
from typing import TypeAlias

from muscade.core import NATURE, Move, Seat
from muscade.core.chance import shuffled
from muscade.games.passe_eclair.cards import HIDDEN_TOKEN, LETTERS, tokens
from muscade.games.passe_eclair.memory import FOREVER, Glance, Hand, History, Memory, Slot, remember
from muscade.games.passe_eclair.moves import Consolation, Deal, Draw, Spend, Victory
from muscade.games.passe_eclair.rules import EVERYTHING, FACES, NOBODY, figure
from muscade.games.passe_eclair.view import PasseEclairView


def complete_history(view: PasseEclairView, rng: Random) -> History:
    """A history in which every hidden card and token is known, and that this seat cannot tell from the real one."""
    memory = remember(view)
    history = memory.history
    for slot, card in Puzzle(memory, rng).solution():
        seat, move = history[slot.place]
        if isinstance(move, Deal):
            order = (*move.order[: slot.position], card, *move.order[slot.position + 1 :])
            history[slot.place] = (seat, Deal(order))
        elif isinstance(move, Draw):
            history[slot.place] = (seat, Draw(card, move.seat))
    _complete_tokens(history, view, rng)
    return history


@dataclass(eq=False)
class _Place:
    """A slot of a hand and the card in it, with the claim to it if it came to light."""

    slot: Slot
    stock: int
    come: int
    hand: Hand
    harmless: int
    """The cards, as a mask, that can have come here and stayed: they did not fit while play was blocked (ES-10)."""
    card: int = NOBODY
    claim: _Claim | None = None


@dataclass(eq=False)
class _Claim:
    """A card that came into a hand unseen between two times, and came to light when it was ``seen``."""

    hand: Hand
    card: int
    after: int
    before: int
    seen: int
    place: _Place | None = None


_Fact: TypeAlias = _Claim | _Place | Glance
"""A claim needs a place, a place a card, and that play was not blocked a reason."""
_Moves: TypeAlias = Sequence[tuple[_Claim, _Place]]


class Puzzle:
    """The round under way: which card in which slot?"""

    def __init__(self, memory: Memory, rng: Random) -> None:
        self.rng = rng
        self.stocks = memory.stocks
        self.left: list[Counter[int]] = []
        """The cards of each stock that nobody claims."""
        self.spare: list[Counter[int]] = []
        """Those of them that are in no slot."""
        self.places: list[list[_Place]] = [[] for _ in memory.stocks]
        self.of_hand: dict[Hand, list[_Place]] = {}
        self.claims: list[_Claim] = []
        self.barred = {
            hand: [(glance.time, dict(glance.fitting)[hand]) for glance in memory.glances if glance.blocked]
            for hand in memory.hands
        }
        self.open = [glance for glance in memory.glances if not glance.blocked]
        for hand in memory.hands:
            self.of_hand[hand] = [
                _Place(slot, slot.stock, slot.come, hand, self._harmless(hand, slot.come)) for slot in hand.slots
            ]
            for place in self.of_hand[hand]:
                self.places[place.stock].append(place)
            for stay in hand.stays:
                if not stay.certain:
                    after = self._last_barred(hand, stay.card, stay.seen)
                    self.claims.append(_Claim(hand, stay.card, after, stay.seen, stay.seen))
        self.claims.sort(key=lambda claim: claim.seen)
        self.urgent: list[_Fact] = []
        """What found no room in an earlier attempt, the latest first."""
        self.attempts = 0

    def _harmless(self, hand: Hand, come: int) -> int:
        mask = EVERYTHING
        for time, fitting in self.barred[hand]:
            if come < time:
                mask &= ~fitting
        return mask

    def _last_barred(self, hand: Hand, card: int, before: int) -> int:
        """When a hand last cannot have held a card."""
        return max((time for time, mask in self.barred[hand] if time < before and mask >> card & 1), default=0)

    def solution(self) -> Iterator[tuple[Slot, int]]:
        """Each slot with its card."""
        while (failed := self._attempt()) is not None:
            self.urgent = [failed, *(fact for fact in self.urgent if fact is not failed)]
        return ((place.slot, place.card) for place in chain(*self.places))

    def _attempt(self) -> _Fact | None:
        """Begin anew; returned is what found no room, if anything."""
        self.attempts += 1
        self.left = [stock.copy() for stock in self.stocks]
        self.spare = [stock.copy() for stock in self.stocks]
        for claim in self.claims:
            claim.place, claim.before = None, claim.seen
        for place in chain(*self.places):
            place.card, place.claim = NOBODY, None
        facts: Sequence[_Fact] = (*self.urgent, *self.claims)
        while True:
            for fact in chain(facts, *self.places):
                if not self._is_settled(fact) and not self._settle(fact):
                    return fact
            facts = [glance for glance in self.open if not self._is_settled(glance)]
            if not facts:
                return None

    def _is_settled(self, fact: _Fact) -> bool:
        if isinstance(fact, _Claim):
            return fact.place is not None
        if isinstance(fact, _Place):
            return fact.card != NOBODY
        for hand, mask in fact.fitting:
            for place in self.of_hand[hand]:
                if place.come > fact.time:
                    break
                if place.card >= 0 and mask >> place.card & 1 and (not place.claim or place.claim.seen > fact.time):
                    return True
        return False

    def _settle(self, fact: _Fact) -> bool:
        if isinstance(fact, _Claim):
            return self._find_place(fact)
        return self._fill(fact) if isinstance(fact, _Place) else self._explain(fact)

    # ------------------------------------------------------------ cards that came to light

    def _find_place(self, first: _Claim, far: bool = True) -> bool:
        """A place for a claim; whoever is in the way finds another one, if they may go ``far``."""
        came: dict[_Claim, tuple[_Claim, _Place] | None] = {first: None}
        robbed = {first}
        """Those whose card somebody else takes, so that they need one of the same stock or another."""
        queue = deque([first])
        while queue:
            claim = queue.popleft()
            card, own = claim.card, claim.place.stock if claim.place and claim not in robbed else NOBODY
            left = [stock[card] > 0 or number == own for number, stock in enumerate(self.left)]
            places = [
                place for place in self.of_hand[claim.hand] if claim.after < place.come < claim.before
            ]
            free = [place for place in places if place.claim is None and left[place.stock]]
            if free:
                return self._follow(came, claim, self.rng.choice(free))
            if not far:
                return False
            for place in shuffled(self.rng, places):
                other, pays = place.claim, left[place.stock]
                if other is None:
                    ousted = [at.claim for at in self.places[place.stock] if at.claim and at.card == card]
                elif pays or other.card == card:
                    ousted = [other]
                else:
                    continue
                for other in ousted:
                    if other not in came:
                        came[other] = (claim, place)
                        queue.append(other)
                        if not pays:
                            robbed.add(other)
        return False

    def _follow(self, came: dict[_Claim, tuple[_Claim, _Place] | None], last: _Claim, to: _Place) -> bool:
        """The last of those who are in the way goes to a free place, and each one before to the next one's."""
        moves = [(last, to)]
        while step := came[moves[-1][0]]:
            moves.append(step)
        if not _is_enough(self.left, moves):
            return False
        self._move(moves)
        return True

    def _move(self, moves: _Moves) -> None:
        """Claims go to other places, all at once."""
        for claim, _ in moves:
            self._release(claim)
        for claim, place in moves:
            stock, card = place.stock, claim.card
            if place.card != NOBODY:
                self.spare[stock][place.card] += 1
            place.card, place.claim, claim.place = card, claim, place
            self.left[stock][card] -= 1
            self.spare[stock][card] -= 1
            if self.spare[stock][card] < 0:
                at = next(at for at in self.places[stock] if at.card == card and not at.claim)
                at.card = NOBODY
                self.spare[stock][card] += 1

    def _release(self, claim: _Claim) -> None:
        if place := claim.place:
            self.left[place.stock][claim.card] += 1
            self.spare[place.stock][claim.card] += 1
            place.card, place.claim, claim.place = NOBODY, None, None

    # ------------------------------------------------------------ cards that did not

    def _fill(self, hole: _Place) -> bool:
        """A card for an empty place; if need be one from another place, for which there is another card."""
        came: dict[_Place, _Place | None] = {hole: None}
        queue = deque([hole])
        while queue:
            place = queue.popleft()
            spare = self.spare[place.stock]
            cards = [card for card in spare if spare[card] > 0 and place.harmless >> card & 1]
            claims = [
                claim
                for claim in self.claims
                if claim.hand is place.hand and claim.after < place.come < claim.before
            ]
            waiting = [claim for claim in claims if not claim.place and spare[claim.card] > 0]
            if waiting or cards:
                return self._pass_on(came, place, cards, waiting)
            others = [
                at
                for at in self.places[place.stock]
                if at.claim is None and at.card != NOBODY and place.harmless >> at.card & 1
            ]
            others += [
                claim.place
                for claim in claims
                if claim.place and (claim.place.stock == place.stock or spare[claim.card] > 0)
            ]
            for other in shuffled(self.rng, others):
                if other not in came:
                    came[other] = place
                    queue.append(other)
        return False

    def _pass_on(
        self, came: dict[_Place, _Place | None], last: _Place, cards: Sequence[int], waiting: Sequence[_Claim]
    ) -> bool:
        """Every place gives its card to the one before it, and the last gets one of those, or a claim that is waiting."""
        path = [last]
        while before := came[path[-1]]:
            path.append(before)
        path.reverse()
        spare = self.spare[last.stock]
        moves = [(other.claim, place) for place, other in pairwise(path) if other.claim]
        if not _is_enough(self.spare, moves):
            return False
        for place, other in pairwise(path):
            if other.claim:
                self._move([(other.claim, place)])
            else:
                place.card, other.card = other.card, NOBODY
        if waiting:
            self._move([(self.rng.choice(waiting), last)])
        else:
            cards = [card for card in cards if spare[card] > 0]
            if not cards:
                return False
            [last.card] = self.rng.choices(cards, [spare[card] for card in cards])
            spare[last.card] -= 1
        return True

    def _explain(self, glance: Glance) -> bool:
        """Somebody had a card that fitted: one that came to light later, or one that never did."""
        ways = [
            claim
            for claim in self.claims
            if claim.seen > glance.time > claim.after and dict(glance.fitting)[claim.hand] >> claim.card & 1
        ]
        for hand, mask in glance.fitting:
            for card in range(FACES):
                if mask >> card & 1:
                    after = self._last_barred(hand, card, FOREVER)
                    if after < glance.time:
                        ways.append(_Claim(hand, card, after, glance.time, FOREVER))
        ways = shuffled(self.rng, ways)
        for far in (False, True):
            for claim in ways:
                before, place = claim.before, claim.place
                claim.before = min(before, glance.time)
                self._release(claim)
                if self._find_place(claim, far):
                    return True
                claim.before = before
                if place:
                    self._move([(claim, place)])
        return False


def _is_enough(stocks: Sequence[Counter[int]], moves: _Moves) -> bool:
    """Have the stocks the cards for all that?"""
    needed: Counter[tuple[int, int]] = Counter()
    for claim, place in moves:
        needed[place.stock, claim.card] += 1
        if claim.place:
            needed[claim.place.stock, claim.card] -= 1
    return all(stocks[stock][card] >= count for (stock, card), count in needed.items())


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
            spent = LETTERS[figure(move.card)]
            history[taken_at] = (NATURE, Consolation(spent, seat))
            consolation.remove(spent)
    victory, consolation = shuffled(rng, victory), shuffled(rng, consolation)
    for (kind, seat), places in hidden.items():
        turned_up = view.tokens[seat].victory if kind is Victory else view.tokens[seat].consolation
        supply = victory if kind is Victory else consolation
        for place, token in zip(places, turned_up, strict=True):
            value = supply.pop() if token == HIDDEN_TOKEN else token
            history[place] = (NATURE, Victory(value, seat) if kind is Victory else Consolation(value, seat))
