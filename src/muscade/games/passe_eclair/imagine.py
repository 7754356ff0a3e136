"""Filling in what a seat did not see: a full history that looks to it just as the real one did.

`memory` leaves slots to be filled with the cards of known stocks, and says what is known of every hand. `_Puzzle` gives each
slot a card of its stock, first those that came to light later, the most urgent first, and then exchanges cards between slots
until nothing speaks against it any more.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from muscade.core import NATURE, Move, Seat
from muscade.core.chance import shuffled
from muscade.games.passe_eclair.cards import HIDDEN_TOKEN, LETTERS, tokens
from muscade.games.passe_eclair.memory import FOREVER, Hand, History, Memory, Slot, remember
from muscade.games.passe_eclair.moves import Consolation, Deal, Draw, Spend, Victory
from muscade.games.passe_eclair.rules import FACES, NOBODY, figure
from muscade.games.passe_eclair.view import PasseEclairView

WAYS = 12
"""So many exchanges are weighed against each other, where there are more."""
WHIM = 0.1
"""How often one of them is made that need not be the best."""
WAYS = 60
"""So many exchanges are tried for one problem."""
CHAIN = 60
"""So many problems are solved one after the other before another beginning is better."""
PATIENCE = 400
"""Exchanges after which it is better to begin again."""


def complete_history(view: PasseEclairView, rng: Random) -> History:
    """A history in which every hidden card and token is known, and that this seat cannot tell from the real one."""
    memory = remember(view)
    history = memory.history
    for slot, card in _Puzzle(memory, rng).solution():
        seat, move = history[slot.place]
        if isinstance(move, Deal):
            order = (*move.order[: slot.position], card, *move.order[slot.position + 1 :])
            history[slot.place] = (seat, Deal(order))
        elif isinstance(move, Draw):
            history[slot.place] = (seat, Draw(card, move.seat))
    _complete_tokens(history, view, rng)
    return history


@dataclass(eq=False)
class _Wish:
    """Play was not blocked at that time, so there was a card that fitted (ES-10): ``there`` are so many of them."""

    time: int
    kinds: list[_Kind]
    there: int = 0


@dataclass(eq=False)
class _Kind:
    """All that is known of the equal cards in one hand, and when those are taken to have come that came unseen."""

    card: int
    wanted: list[int] = field(default_factory=list)
    """The first of them must have come before the first of these times, and so on."""
    limits: dict[int, int] = field(default_factory=dict)
    """So many may have come, at most, before that time: play was blocked then, and none was there (ES-10)."""
    wishes: list[_Wish] = field(default_factory=list)
    come: list[int] = field(default_factory=list)
    trouble: int = 0
    """In how many ways that is impossible."""

    def move(self, time: int, step: int) -> None:
        """One that came at that time more, or less."""
        if step > 0:
            insort(self.come, time)
        else:
            self.come.remove(time)
        for wish in self.wishes:
            if time < wish.time:
                wish.there += step
        self.review()

    def review(self) -> None:
        self.trouble = sum(1 for _ in self.missed()) + sum(1 for _ in self.exceeded())

    def missed(self) -> Iterator[int]:
        """Times before which another one should have come."""
        come = self.come
        for number, time in enumerate(self.wanted):
            if number >= len(come) or come[number] > time:
                yield time

    def exceeded(self) -> Iterator[int]:
        """Times before which too many have come."""
        for limit, time in self.limits.items():
            if bisect_left(self.come, time) > limit:
                yield time

    def has_room(self, time: int) -> bool:
        """May another one have come then?"""
        return not any(
            time < until and bisect_left(self.come, until) >= limit for limit, until in self.limits.items()
        )


_Problem: TypeAlias = tuple[int, "_Kind | _Wish"]
"""What is wrong, and when: a card that had to be there by then, or below 0 one too many."""


@dataclass(eq=False)
class _Place:
    """Where a card of a stock may have gone: into a slot of a hand, or it still is in the pile, where it harms nobody."""

    stock: int
    slot: Slot | None = None
    kinds: Sequence[_Kind] = ()
    card: int = NOBODY

    @property
    def come(self) -> int:
        return self.slot.come if self.slot else FOREVER

    def put(self, card: int) -> None:
        if self.kinds:
            if self.card != NOBODY:
                self.kinds[self.card].move(self.come, -1)
            if card != NOBODY:
                self.kinds[card].move(self.come, 1)
        self.card = card


class _Puzzle:
    """The round under way: which card in which slot?"""

    def __init__(self, memory: Memory, rng: Random) -> None:
        self.rng = rng
        self.stocks = memory.stocks
        kinds = {hand: [_Kind(card) for card in range(FACES)] for hand in memory.hands}
        self.kinds = [kind for of_hand in kinds.values() for kind in of_hand]
        self.places: list[list[_Place]] = [[] for _ in self.stocks]
        for hand in memory.hands:
            for slot in hand.slots:
                self.places[slot.stock].append(_Place(slot.stock, slot, kinds[hand]))
        for number, stock in enumerate(self.stocks):
            self.places[number].sort(key=lambda place: place.come)
            in_pile = stock.total() - len(self.places[number])
            self.places[number] += [_Place(number) for _ in range(in_pile)]
        self.wishes = []
        for hand in memory.hands:
            for stay in hand.stays:
                if not stay.certain:
                    kinds[hand][stay.card].wanted.append(stay.seen)
        for glance in memory.glances:
            fits = [
                (hand, kinds[hand][card])
                for hand, mask in glance.fitting
                for card in range(FACES)
                if mask >> card & 1
            ]
            if glance.blocked:
                for hand, kind in fits:
                    kind.limits[_gone(hand, kind.card, glance.time)] = glance.time
            else:
                wish = _Wish(glance.time, [kind for _, kind in fits])
                self.wishes.append(wish)
                for hand, kind in fits:
                    kind.wishes.append(wish)
                    wish.there -= _gone(hand, kind.card, glance.time)

    def solution(self) -> Iterator[tuple[Slot, int]]:
        """Each slot with its card."""
        while not self._deal() and not self._mend():
            pass
        for places in self.places:
            for place in places:
                if place.slot:
                    yield place.slot, place.card

    def _deal(self) -> bool:
        """Begin: cards that came to light go where they are wanted, the most urgent first, the others anywhere; is all well?"""
        for places in self.places:
            for place in places:
                place.put(NOBODY)
        for stock, places in zip(self.stocks, self.places, strict=True):
            rest = +stock
            free = places.copy()
            wanted = [
                (time, self.rng.random(), kind, kinds)
                for kinds in {id(place.kinds): place.kinds for place in places if place.kinds}.values()
                for card in rest
                for kind in (kinds[card],)
                for time in kind.wanted[len(kind.come) :]
            ]
            for time, _, kind, kinds in sorted(wanted, key=lambda claim: claim[:2]):
                for place in free:
                    if place.come > time or not rest[kind.card]:
                        break
                    if place.kinds is kinds and kind.has_room(place.come):
                        rest[kind.card] -= 1
                        free.remove(place)
                        place.put(kind.card)
                        break
            cards = shuffled(self.rng, rest.elements())
            for place in free:
                fit = (
                    number
                    for number, card in enumerate(cards)
                    if not place.kinds or place.kinds[card].has_room(place.come)
                )
                place.put(cards.pop(next(fit, 0)))
        for kind in self.kinds:
            kind.review()
        return self._trouble() == 0

    def _trouble(self) -> int:
        return sum(kind.trouble for kind in self.kinds) + sum(wish.there <= 0 for wish in self.wishes)

    def _mend(self) -> bool:
        """Exchange cards until all is well; False if that takes too long."""
        for _ in range(PATIENCE):
            if self._trouble() == 0:
                return True
            problem = self.rng.choice(self._problems(self.kinds, self.wishes))
            if not self._put_right(problem, {problem}):
                ways = self._ways(problem)
                if not ways:
                    return False
                _exchange(*self.rng.choice(ways))
        return False

    def _put_right(self, problem: _Problem, seen: set[_Problem]) -> bool:
        """Solve one problem by exchanges, each of which may raise another one that is then solved in turn."""
        ways = self._ways(problem)
        self.rng.shuffle(ways)
        before = self._trouble()
        others = []
        for one, other in ways[:WAYS]:
            touched = [
                place.kinds[card] for place in (one, other) if place.kinds for card in (one.card, other.card)
            ]
            _exchange(one, other)
            now = self._trouble()
            if now < before:
                return True
            if now == before:
                raised = [wrong for wrong in self._problems(touched, self.wishes) if wrong not in seen]
                if raised:
                    others.append((one, other, raised[0]))
            _exchange(one, other)
        if len(seen) > CHAIN:
            return False
        for one, other, fresh in others:
            if fresh in seen:
                continue
            seen.add(fresh)
            _exchange(one, other)
            if self._put_right(fresh, seen):
                return True
            _exchange(one, other)
        return False

    def _problems(self, kinds: Sequence[_Kind], wishes: Sequence[_Wish]) -> list[_Problem]:
        return [
            *((time, kind) for kind in kinds if kind.trouble for time in kind.missed()),
            *((-time, kind) for kind in kinds if kind.trouble for time in kind.exceeded()),
            *((wish.time, wish) for wish in wishes if wish.there <= 0),
        ]

    def _ways(self, wrong: _Problem) -> list[tuple[_Place, _Place]]:
        """Exchanges that would put one thing right that is wrong."""
        time, problem = wrong
        if time < 0:
            assert isinstance(problem, _Kind)
            return [
                (one, other)
                for places in self.places
                for one in places
                if one.come < -time and one.kinds and one.kinds[one.card] is problem
                for other in places
                if other.card != one.card
            ]
        kinds = problem.kinds if isinstance(problem, _Wish) else [problem]
        return [way for kind in kinds for way in self._ways_to_bring(kind, time)]

    def _ways_to_bring(self, kind: _Kind, time: int) -> Iterator[tuple[_Place, _Place]]:
        """Exchanges that make one more of a kind come before a time."""
        for places in self.places:
            for other in places:
                if other.card == kind.card and not (
                    other.come < time and other.kinds and other.kinds[kind.card] is kind
                ):
                    for one in places:
                        if one.come > time:
                            break
                        if one.kinds and one.kinds[kind.card] is kind and one.card != kind.card:
                            yield one, other


def _exchange(one: _Place, other: _Place) -> None:
    mine, theirs = one.card, other.card
    one.put(theirs)
    other.put(mine)


def _gone(hand: Hand, card: int, time: int) -> int:
    """How many of the equal cards have left a hand, less those that were seen to come."""
    return sum(
        (stay.gone < time) - (stay.certain and stay.seen < time) for stay in hand.stays if stay.card == card
    )


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
