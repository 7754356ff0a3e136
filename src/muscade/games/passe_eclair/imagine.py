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
from itertools import chain
from random import Random
from typing import TypeAlias

import msgspec

from muscade.core import NATURE, Move, Seat
from muscade.core.chance import shuffled
from muscade.games.passe_eclair.cards import CARD_NAMES, HIDDEN_TOKEN, LETTERS, listed, tokens
from muscade.games.passe_eclair.memory import FOREVER, Glance, Hand, History, Memory, Slot, remember
from muscade.games.passe_eclair.moves import Consolation, Deal, Draw, Rows, Set, Spend, Victory
from muscade.games.passe_eclair.rules import EVERYTHING, FACES, NOBODY, figure
from muscade.games.passe_eclair.view import PasseEclairView


def complete_history(view: PasseEclairView, rng: Random) -> History:
    """A history in which every hidden card and token is known, and that this seat cannot tell from the real one."""
    memory = remember(view)
    history = memory.history.copy()
    for slot, card in Puzzle(memory, rng).solution():
        seat, move = history[slot.place]
        if isinstance(move, Deal):
            order = (*move.order[: slot.position], card, *move.order[slot.position + 1 :])
            history[slot.place] = (seat, Deal(order))
        elif isinstance(move, Draw):
            history[slot.place] = (seat, Draw(card, move.seat))
        elif isinstance(move, Set):
            history[slot.place] = (seat, _with_card(move, slot.position, card))
    _complete_tokens(history, view, rng)
    return [(seat, move.in_order() if isinstance(move, Set) else move) for seat, move in history]


def _with_card(move: Set, place: int, card: int) -> Set:
    """A card of a position's hands is known now, counted through all of them."""
    hands = [list(hand) for hand in move.position.hands]
    for hand in hands:
        if place < len(hand):
            hand[place] = CARD_NAMES[card]
            break
        place -= len(hand)
    return Set(msgspec.structs.replace(move.position, hands=tuple(map(tuple, hands))))


@dataclass(eq=False)
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


@dataclass(eq=False)
class _Claim:
    """A card that came into a hand unseen, and to light when it was ``seen``."""

    hand: Hand
    card: int
    places: Sequence[_Place]
    """Those it may be in, if they are ``before`` some time."""
    before: int
    seen: int
    place: _Place | None = None

    def accepts(self, place: _Place) -> bool:
        return place.come < self.before and place in self.places


_Fact: TypeAlias = _Claim | _Place | Glance
"""A claim needs a place, a place needs a card, and that play was not blocked needs a reason."""
_Chain: TypeAlias = dict[_Claim, tuple[_Claim, _Place] | None]
"""Who has to move because somebody else takes a place."""


class Puzzle:
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
        self.claims.sort(key=lambda claim: len(claim.places))
        self.urgent: list[_Fact] = []
        """What found no room in an earlier attempt, the latest first."""

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
        """Each slot with its card. That attempts end is chance, and sure: all choices are drawn, so each may turn out to be the truth,
        with a likelihood that, in one puzzle, never falls below some number. One ends, since it explains each glance at most once."""
        while failed := self.attempt():
            self.urgent = [failed, *(fact for fact in self.urgent if fact is not failed)]
        return ((place.slot, place.card) for place in chain(*self.places))

    def attempt(self) -> _Fact | None:
        """Begin anew; returned is what finds no room, if anything."""
        self.left = [stock.copy() for stock in self.stocks]
        self.spare = [stock.copy() for stock in self.stocks]
        for claim in self.claims:
            claim.place, claim.before = None, claim.seen
        for place in chain(*self.places):
            place.card, place.claim = NOBODY, None
        facts: Sequence[_Fact] = (*self.urgent, *self.claims)
        while True:
            for fact in chain(facts, *self.places):
                if not self._settle(fact):
                    return fact
            # A card that is moved to explain one thing may have explained another; what is explained so stays explained.
            facts = [glance for glance in self.open if not self._is_explained(glance)]
            if not facts:
                return None

    def _settle(self, fact: _Fact) -> bool:
        if isinstance(fact, _Claim):
            return fact.place is not None or self._find_place(fact)
        if isinstance(fact, _Place):
            return fact.card != NOBODY or self._fill(fact)
        return self._is_explained(fact) or self._explain(fact)

    # ------------------------------------------------------------ cards that came to light

    def _find_place(self, first: _Claim, far: bool = True) -> bool:
        """A place for a claim; going ``far``, whoever is in the way finds another one."""
        moved: _Chain = {first: None}
        robbed = {first}
        """Those who lose their card with their place: others of the same stock need it."""
        queue = deque([first])
        while queue:
            claim = queue.popleft()
            card = claim.card
            own = claim.place.stock if claim.place and claim not in robbed else NOBODY
            has_card = [left[card] > 0 or stock == own for stock, left in enumerate(self.left)]
            places = [place for place in claim.places if place.come < claim.before]
            free = [place for place in places if not place.claim and has_card[place.stock]]
            if free:
                return self._follow(moved, claim, self.rng.choice(free))
            for place in shuffled(self.rng, places) if far else ():
                if place.claim and (has_card[place.stock] or place.claim.card == card):
                    in_the_way = [place.claim]
                elif place.claim:
                    continue
                else:
                    in_the_way = [at.claim for at in self.places[place.stock] if at.claim and at.card == card]
                for other in in_the_way:
                    if other not in moved:
                        moved[other] = (claim, place)
                        queue.append(other)
                        if not has_card[place.stock]:
                            robbed.add(other)
        return False

    def _follow(self, moved: _Chain, last: _Claim, to: _Place) -> bool:
        """The last one in the way goes to a free place, and each one before where it has to; if there are the cards for it."""
        moves = [(last, to)]
        while step := moved[moves[-1][0]]:
            moves.append(step)
        needed: Counter[tuple[int, int]] = Counter()
        for claim, place in moves:
            needed[place.stock, claim.card] += 1
            if claim.place:
                needed[claim.place.stock, claim.card] -= 1
        if any(self.left[stock][card] < count for (stock, card), count in needed.items()):
            return False
        for claim, _ in moves:
            self._leave(claim)
        for claim, place in moves:
            self._take(claim, place)
        return True

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
        while queue:
            place = queue.popleft()
            spare = self.spare[place.stock]
            ways: list[tuple[int, _Claim | None]] = [
                (card, None) for card in listed(spare) if place.harmless >> card & 1
            ]
            ways += [
                (claim.card, claim)
                for claim in self.claims
                if not claim.place and spare[claim.card] > 0 and claim.accepts(place)
            ]
            if ways:
                return self._pass_on(gets, place, *self.rng.choice(ways))
            others = [
                at
                for at in self.places[place.stock]
                if at.card != NOBODY and not at.claim and place.harmless >> at.card & 1
            ]
            others += [
                claim.place
                for claim in self.claims
                if claim.place
                and claim.accepts(place)
                and (claim.place.stock == place.stock or spare[claim.card] > 0)
            ]
            for other in shuffled(self.rng, others):
                if other not in gets:
                    gets[other] = place
                    queue.append(other)
        return False

    def _pass_on(
        self, gets: dict[_Place, _Place | None], last: _Place, card: int, claim: _Claim | None
    ) -> bool:
        """A spare card for the last place, whose own goes on to the next one, and so on; False if that uses a card twice."""
        place: _Place | None = last
        self.spare[last.stock][card] -= 1
        self.left[last.stock][card] -= claim is not None
        while place:
            (place.card, card), (place.claim, claim) = (card, place.card), (claim, place.claim)
            to = gets[place]
            if claim and to and to.stock != place.stock:
                for counts in (self.left, self.spare):
                    counts[place.stock][card] += 1
                    counts[to.stock][card] -= 1
                if self.spare[to.stock][card] < 0:
                    return False
            if place.claim:
                place.claim.place = place
            place = to
        return True

    # ------------------------------------------------------------ why play was not blocked

    def _is_explained(self, glance: Glance) -> bool:
        """Was there a card that fitted: one that came to light later, or one that never did?"""
        for hand, mask in glance.fitting.items():
            for place in self.of_hand[hand]:
                if place.come > glance.time:
                    break
                came_to_light = place.claim is not None and place.claim.seen < glance.time
                if place.card != NOBODY and mask >> place.card & 1 and not came_to_light:
                    return True
        return False

    def _explain(self, glance: Glance) -> bool:
        """Have such a card come in time."""
        ways = [
            claim
            for claim in self.claims
            if claim.seen > glance.time and glance.fitting[claim.hand] >> claim.card & 1
        ]
        ways += [
            _Claim(hand, card, self._sources(hand, card, FOREVER), glance.time, FOREVER)
            for hand, mask in glance.fitting.items()
            for card in range(FACES)
            if mask >> card & 1
        ]
        ways = shuffled(self.rng, ways)
        for far in (False, True):
            for claim in ways:
                before, place = claim.before, claim.place
                claim.before = min(before, glance.time)
                self._leave(claim)
                if self._find_place(claim, far):
                    return True
                claim.before = before
                if place:
                    self._take(claim, place)
        return False


# ---------------------------------------------------------------- tokens

_Sort: TypeAlias = type[Victory] | type[Consolation]


def _taken(move: Move) -> Iterator[tuple[_Sort, Seat, int, str]]:
    """The tokens that a move gives: their sort, whose they are, where among that one's they stand, what they show."""
    if isinstance(move, Victory | Consolation):
        yield type(move), move.seat, 0, move.token
    elif isinstance(move, Set):
        told = move.position
        given: dict[_Sort, Rows] = {Victory: told.victory, Consolation: told.consolation}
        for sort, rows in given.items():
            for seat, row in enumerate(rows):
                for place, token in enumerate(row):
                    yield sort, seat, place, token


def _show(history: History, sort: _Sort, seat: Seat, at: tuple[int, int], token: str) -> None:
    """A hidden token showed this: the one at that place of what an event gave."""
    event, place = at
    _, move = history[event]
    if not isinstance(move, Set):
        history[event] = (NATURE, sort(token, seat))
        return
    kept = "victory" if sort is Victory else "consolation"
    rows = [list(row) for row in getattr(move.position, kept)]
    rows[seat][place] = token
    told = {kept: tuple(map(tuple, rows))}
    history[event] = (NATURE, Set(msgspec.structs.replace(move.position, **told)))


def _complete_tokens(history: History, view: PasseEclairView, rng: Random) -> None:
    """Hidden tokens: those spent later show what they were spent on (ES-17), the rest is drawn anew until ES-18."""
    supplies: dict[_Sort, list[str]] = dict(
        zip((Victory, Consolation), map(list, tokens(view.options["tokens"])), strict=True)
    )
    hidden: dict[tuple[_Sort, Seat], list[tuple[int, int]]] = {}
    for event, (seat, move) in enumerate(history):
        for sort, owner, place, token in _taken(move):
            if token == HIDDEN_TOKEN:
                hidden.setdefault((sort, owner), []).append((event, place))
            else:
                supplies[sort].remove(token)
        if isinstance(move, Set):
            for row in move.position.spent:
                for token in row:
                    supplies[Consolation].remove(token)
        elif isinstance(move, Spend) and seat != view.seat:
            # The tokens this seat has taken so far; which of them it was, nobody else knows.
            taken = hidden[Consolation, seat]
            taken_at = taken.pop(rng.randrange(len(taken)))
            spent = LETTERS[figure(move.card)]
            _show(history, Consolation, seat, taken_at, spent)
            supplies[Consolation].remove(spent)
    supplies = {sort: shuffled(rng, supply) for sort, supply in supplies.items()}
    for (sort, seat), places in hidden.items():
        turned_up = view.tokens[seat].victory if sort is Victory else view.tokens[seat].consolation
        for at, token in zip(places, turned_up, strict=True):
            _show(history, sort, seat, at, supplies[sort].pop() if token == HIDDEN_TOKEN else token)
