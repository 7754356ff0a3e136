"""Which card in which slot: what nobody saw come, so placed that all that came to light later is explained.

`memory` leaves slots to be filled with cards of known stocks, and says what is known of every hand. A card that came to light
makes a `_Claim` to one of the slots in which it can have come. `Placing` finds a slot for every claim, other cards for the slots
that are left, and a reason for every time that play was not blocked (ES-10). Where there is no room for one, others are pushed
out and look for another place: those that have pushed the least themselves, so that who finds room with difficulty keeps it.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random

from muscade.core.chance import shuffled
from muscade.games.passe_eclair.cards import listed
from muscade.games.passe_eclair.memory import FOREVER, Glance, Hand, Memory, Slot
from muscade.games.passe_eclair.rules import EVERYTHING, FACES, NOBODY

PUSHES_A_SLOT = 10
"""So often somebody is pushed out before all begins anew, the next time half as often again: who has not found room by then has
mostly begun badly."""


@dataclass(eq=False, repr=False)
class _Place:
    """A slot of a hand and the card in it, with the claim to it if that came to light."""

    slot: Slot
    stock: int
    come: int
    hand: Hand
    harmless: int
    """The cards, as a mask, that can have come here and stayed: they did not fit while play was blocked (ES-10)."""
    card: int = NOBODY
    claim: _Claim | None = None
    claims: list[_Claim] = field(default_factory=list)
    """Those whose card can have come here."""


@dataclass(eq=False, repr=False)
class _Claim:
    """A card that came into a hand unseen, and to light when it was ``seen``."""

    hand: Hand
    card: int
    places: Sequence[_Place]
    """Those it may be in, if they are ``before`` some time."""
    before: int
    seen: int
    place: _Place | None = None
    pushed: int = 0
    """How often it had to push others out."""


class Placing:
    """The round under way: which card in which slot?"""

    def __init__(self, memory: Memory, rng: Random) -> None:
        self.rng = rng
        self.stocks = [[stock[card] for card in range(FACES)] for stock in memory.stocks]
        self.left: list[list[int]] = []
        """The cards of each stock that nobody claims."""
        self.spare: list[list[int]] = []
        """Those of them that are in no slot."""
        self.barred = {
            hand: [(glance.time, glance.fitting[hand]) for glance in memory.glances if glance.blocked]
            for hand in memory.hands
        }
        self.open = [glance for glance in memory.glances if not glance.blocked]
        self.places: list[list[_Place]] = [[] for _ in memory.stocks]
        self.of_hand: dict[Hand, list[_Place]] = {}
        self.claims: list[_Claim] = []
        for hand in memory.hands:
            self.of_hand[hand] = [
                _Place(slot, slot.stock, slot.come, hand, self._harmless(hand, slot.come))
                for slot in hand.slots
            ]
            for place in self.of_hand[hand]:
                self.places[place.stock].append(place)
            for card, seen in hand.claims:
                self.claims.append(_Claim(hand, card, self._sources(hand, card, seen), seen, seen))
        for claim in self.claims:
            for place in claim.places:
                place.claims.append(claim)
        self.homeless: list[_Claim] = []
        """The claims that have no place yet, or have lost it."""
        self.reasons: dict[int, _Place] = {}
        """Whose card explained a glance when it was last asked for, by its time."""
        self.explained: defaultdict[int, int] = defaultdict(int)
        """How often others were pushed out to explain a glance, by its time."""
        self.pushes = 0
        self.most_pushes = PUSHES_A_SLOT * (1 + sum(map(len, self.places)))

    def _harmless(self, hand: Hand, come: int) -> int:
        mask = EVERYTHING
        for time, fitting in self.barred[hand]:
            if come < time:
                mask &= ~fitting
        return mask

    def _sources(self, hand: Hand, card: int, seen: int) -> list[_Place]:
        """Where a card can have come from: since then, play was not blocked while it would have fitted."""
        after = max((time for time, mask in self.barred[hand] if time < seen and mask >> card & 1), default=0)
        return [
            place
            for place in self.of_hand[hand]
            if after < place.come < seen and self.stocks[place.stock][card]
        ]

    def solution(self) -> Iterator[tuple[Slot, int]]:
        """Each slot with its card. Hands, stocks and cards make a puzzle of three sides, for which no way is known that is always short;
        this one has no bound but by trial (``tests/games/passe_eclair/test_worlds.py``). Since choices are drawn, and more are made in
        each attempt than in the one before, each may turn out to be the truth."""
        while not self.attempt():
            self.most_pushes += self.most_pushes // 2
        return ((place.slot, place.card) for place in chain(*self.places))

    def attempt(self) -> bool:
        """Begin anew; does all find room?"""
        self.pushes = 0
        self.explained.clear()
        self.left = [stock.copy() for stock in self.stocks]
        self.spare = [stock.copy() for stock in self.stocks]
        for claim in self.claims:
            claim.place, claim.before, claim.pushed = None, claim.seen, 0
        for place in chain(*self.places):
            place.card, place.claim = NOBODY, None
        self.homeless = self.claims.copy()
        while self.pushes < self.most_pushes:
            if self.homeless:
                claim = self.homeless.pop(self.rng.randrange(len(self.homeless)))
                if not claim.place:  # a hole may have called it meanwhile
                    self._find_place(claim)
            elif holes := [place for place in chain(*self.places) if place.card == NOBODY]:
                if not all(map(self._fill, holes)):
                    return False
            elif riddle := next((glance for glance in self.open if not self._is_explained(glance)), None):
                if not self._explain(riddle):
                    return False
            else:
                return True
        return False

    # ------------------------------------------------------------ cards that came to light

    def _find_place(self, claim: _Claim) -> None:
        """Take a place, and push out whoever is in the way."""
        _, best = self._cheapest(claim)
        place, others = self.rng.choice(best)
        claim.pushed += bool(others)
        self._push_out(others)
        self._take(claim, place)

    def _cheapest(self, claim: _Claim) -> tuple[int, list[tuple[_Place, list[_Claim]]]]:
        """The places where those to be pushed out have pushed the least, with these; free ones cost nothing."""
        best: list[tuple[_Place, list[_Claim]]] = []
        least = FOREVER
        givers = {stock: self._giver(stock, claim.card) for stock in {place.stock for place in claim.places}}
        for place in claim.places:
            if place.come < claim.before:
                others = _in_the_way(claim, place, givers[place.stock])
                price = sum([1 + other.pushed for other in others])
                if price < least:
                    best, least = [], price
                if price == least:
                    best.append((place, others))
        return least, best

    def _giver(self, stock: int, card: int) -> _Claim | None:
        """Who gives up such a card of a stock, if somebody must."""
        if self.left[stock][card]:
            return None
        return self._first_to_go(at.claim for at in self.places[stock] if at.card == card)

    def _first_to_go(self, claims: Iterable[_Claim | None]) -> _Claim:
        """Whichever has pushed the least."""
        found = [claim for claim in claims if claim]
        least = min(claim.pushed for claim in found)
        return self.rng.choice([claim for claim in found if claim.pushed == least])

    def _push_out(self, claims: Iterable[_Claim]) -> None:
        for claim in claims:
            self.pushes += 1
            self._leave(claim)
            claim.before = claim.seen
            if claim.seen != FOREVER:
                self.homeless.append(claim)

    def _leave(self, claim: _Claim) -> None:
        if place := claim.place:
            self.left[place.stock][claim.card] += 1
            self.spare[place.stock][claim.card] += 1
            place.card, place.claim, claim.place = NOBODY, None, None

    def _take(self, claim: _Claim, place: _Place) -> None:
        """A claim takes a place; if no card for it is spare, one out of another place."""
        card, spare = claim.card, self.spare[place.stock]
        if place.card != NOBODY:
            spare[place.card] += 1
            place.card = NOBODY
        if not spare[card]:
            other = next(at for at in self.places[place.stock] if at.card == card and not at.claim)
            other.card = NOBODY
            spare[card] += 1
        place.card, place.claim, claim.place = card, claim, place
        self.left[place.stock][card] -= 1
        spare[card] -= 1

    # ------------------------------------------------------------ cards that did not

    def _fill(self, hole: _Place) -> bool:
        """A card for an empty place; if need be one out of another place, for which there is another one."""
        gets: dict[_Place, _Place | None] = {hole: None}
        """Which place gets the card of another."""
        queue = deque([hole])
        while queue and hole.card == NOBODY:
            place = queue.popleft()
            spare = self.spare[place.stock]
            ways = [card for card in listed(spare) if place.harmless >> card & 1]
            if ways and self._pass_on(gets, place, self.rng.choice(ways)):
                return True
            others = [
                at
                for at in self.places[place.stock]
                if at.card != NOBODY and not at.claim and place.harmless >> at.card & 1
            ]
            others += [
                claim.place
                for claim in place.claims
                if claim.place
                and place.come < claim.before
                and (claim.place.stock == place.stock or spare[claim.card] > 0)
            ]
            for other in shuffled(self.rng, others):
                if other not in gets:
                    gets[other] = place
                    queue.append(other)
        return hole.card != NOBODY or self._fill_by_force(hole)

    def _fill_by_force(self, hole: _Place) -> bool:
        """A claim that may be in an empty place comes, or gives up its card for it."""
        stock = self.stocks[hole.stock]
        coming = [claim for claim in hole.claims if hole.come < claim.before and stock[claim.card]]
        giving = [
            at.claim for at in self.places[hole.stock] if at.claim and hole.harmless >> at.claim.card & 1
        ]
        if not coming and not giving:
            return False
        claim = self._first_to_go([*coming, *giving])
        claim.pushed += 1
        if claim in coming:
            self._leave(claim)
            self._push_out(_in_the_way(claim, hole, self._giver(hole.stock, claim.card)))
            self._take(claim, hole)
        else:
            self._push_out([claim])
            hole.card = claim.card
            self.spare[hole.stock][claim.card] -= 1
        return True

    def _pass_on(self, gets: dict[_Place, _Place | None], last: _Place, card: int) -> bool:
        """A spare card for the last place, whose own goes on to the next one, and so on; False if that uses a card twice."""
        needed: Counter[tuple[int, int]] = Counter({(last.stock, card): 1})
        place = last
        while to := gets[place]:
            if place.claim and to.stock != place.stock:
                needed[to.stock, place.card] += 1
                needed[place.stock, place.card] -= 1
            place = to
        if any(self.spare[stock][face] < count for (stock, face), count in needed.items()):
            return False
        for (stock, face), count in needed.items():
            self.spare[stock][face] -= count
        at: _Place | None = last
        claim: _Claim | None = None
        while at:
            (at.card, card), (at.claim, claim) = (card, at.card), (claim, at.claim)
            if at.claim:
                self.left[at.stock][at.card] -= 1
                at.claim.place = at
            if claim:
                self.left[at.stock][card] += 1
            at = gets[at]
        return True

    # ------------------------------------------------------------ why play was not blocked

    def _is_explained(self, glance: Glance) -> bool:
        """Was there a card that fitted: one that came to light later, or one that never did?"""
        last = self.reasons.get(glance.time)
        if last and _explains(last, glance):
            return True
        for hand in glance.fitting:
            for place in self.of_hand[hand]:
                if place.come > glance.time:
                    break
                if _explains(place, glance):
                    self.reasons[glance.time] = place
                    return True
        return False

    def _explain(self, glance: Glance) -> bool:
        """Have such a card come in time."""
        ways = [
            claim
            for claim in self.claims
            if claim.seen > glance.time and glance.fitting[claim.hand] >> claim.card & 1
        ]
        pushed = self.explained[glance.time]
        ways += [
            _Claim(hand, card, self._sources(hand, card, FOREVER), glance.time, FOREVER, pushed=pushed)
            for hand, mask in glance.fitting.items()
            for card in range(FACES)
            if mask >> card & 1
        ]
        best, least = None, FOREVER
        for claim in shuffled(self.rng, ways):
            price = self._price_of(claim, glance.time)
            if price < least:
                best, least = claim, price
        if best is None:
            return False
        self._leave(best)
        best.before = min(best.before, glance.time)
        self.explained[glance.time] += least > 0
        self._find_place(best)
        return True

    def _price_of(self, claim: _Claim, before: int) -> int:
        """What it costs to have a claim come before some time; `FOREVER` if it cannot."""
        old, place = claim.before, claim.place
        self._leave(claim)
        claim.before = min(old, before)
        price, _ = self._cheapest(claim)
        claim.before = old
        if place:
            self._take(claim, place)
        return price


def _explains(place: _Place, glance: Glance) -> bool:
    """Does the card in a place fit what lay then, and had it not come to light before?"""
    if place.card == NOBODY or not glance.fitting[place.hand] >> place.card & 1:
        return False
    return place.claim is None or place.claim.seen >= glance.time


def _in_the_way(claim: _Claim, place: _Place, giver: _Claim | None) -> list[_Claim]:
    """Who has to go if a claim comes to a place: whoever is there, and who gives up a card for it, unless it is there."""
    there = place.claim
    if there is None:
        return [giver] if giver else []
    return [there, giver] if giver and there.card != claim.card else [there]
