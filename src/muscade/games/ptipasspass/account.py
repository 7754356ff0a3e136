"""A round as one viewer saw it, as an account of tokens: which moved where, and what is known of their colours.

Hands and cups alike are *pools* of tokens. How many tokens each pool has is known to all who were watching; a token
whose colour the viewer never saw is an *unknown*, numbered in the order in which they moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from muscade.core import Event, Seat
from muscade.games.ptipasspass import beliefs, rules
from muscade.games.ptipasspass.cups import CupLayout, layout
from muscade.games.ptipasspass.moves import NOTATION, Announce, Doublon, Hide, Menteur, Ok, Swap
from muscade.games.ptipasspass.tokens import FIST, HIDDEN, VOID, WON, read_sight
from muscade.games.ptipasspass.view import PtiPassPassView

UNSEEN = -1


GAIN, LOSE, HAS, EXACT, EMPTIED, MOVE, HOLD, ALIVE = range(8)
"""What a step says of its pool."""


class Step(NamedTuple):
    """One entry of the account. ``value`` is a colour, for EXACT a pile, for MOVE and HOLD an unknown.

    MOVE takes an unknown token from ``pool`` to ``target``; HOLD says that one was taken into the fist and stayed.
    ALIVE says that some three cups could win (PT-19).
    """

    kind: int
    pool: int = -1
    value: int = -1
    target: int = -1


class Unknown(msgspec.Struct):
    """A token in a fist that the viewer never saw: when it was hidden, by whom, and what was said of it."""

    event: int
    seat: Seat
    announced: int


class Placed(NamedTuple):
    """A token in a cup: who put it there, its colour or UNSEEN, and then the unknown it is; what was said, and when."""

    seat: Seat
    colour: int
    unknown: int
    announced: int
    event: int


def rounds(history: Sequence[Event]) -> Iterator[range]:
    """Where each round begins and ends in a history."""
    begin = 0
    for place, event in enumerate(history):
        if _ends_round(event):
            yield range(begin, place + 1)
            begin = place + 1
    yield range(begin, len(history))


def this_round(history: Sequence[Event]) -> range:
    """Where the last round is: nothing that was before it matters any more."""
    begin = len(history)
    while begin and not _ends_round(history[begin - 1]):
        begin -= 1
    return range(begin, len(history))


def _ends_round(event: Event) -> bool:
    return bool(event.shown) and event.shown[-1] in (WON, VOID)


@lru_cache(maxsize=4096)
def _sights(shown: tuple[str, ...]) -> Mapping[str, int]:
    """What was seen where."""
    return dict(read_sight(text) for text in shown if text not in (WON, VOID))


class Account:
    """Reads the events of one round, from the first to the last."""

    def __init__(self, seats: int, layout: CupLayout, history: Sequence[Event], span: range) -> None:
        self.seats = seats
        self.layout = layout
        self.begin = span.start
        self.events = history[span.start : span.stop]
        self.steps: list[Step] = []
        self.unknowns: list[Unknown] = []
        self.colours: dict[int, int] = {}
        """Of tokens hidden by others, by event: those that the viewer saw later on."""
        self.pool_at = list(range(seats, seats + len(layout.names)))
        """Which pool stands at each cup's place; swaps change it."""
        self.sizes = [rules.count(rules.FULL_HAND)] * seats + [0] * len(layout.names)
        self.placed: list[list[Placed]] = [[] for _ in self.sizes]
        """What was put into each cup since it was last seen by all."""
        self.last_seen = [rules.EMPTY] * len(self.sizes)
        """What each cup held when it was last seen by all."""
        self.seen_at = [self.begin] * len(self.sizes)
        self.credits = [rules.FULL_HAND] * seats
        """What each player could hold if all it has said were true, as everybody may reckon."""
        self.dead: tuple[int, ...] = ()
        """The pools that hold tokens at the end of a void round, if three of them do (PT-19)."""
        self.pending: int | None = None
        """The unknown that is in the active player's fist right now."""
        self._clear_turn()
        for place, event in zip(span, self.events, strict=True):
            if event.move == "ok" and self._announced == rules.NO_COLOUR:
                continue
            self._read(place, event)
        if self._named >= 0 and self._fist == HIDDEN:
            self.pending = self._new_unknown()
            self.steps.append(Step(HOLD, self._active, self.pending))

    def _clear_turn(self) -> None:
        self._active = self._named = self._hidden_at = -1
        self._fist = HIDDEN
        self._announced = rules.NO_COLOUR
        self._oks = 0

    def _read(self, place: int, event: Event) -> None:
        move = NOTATION.parse(event.move)
        kind = type(move)  # asked so, since thousands of moves may have to be read
        if kind is Ok:
            self._oks += 1
            if rules.window_closes(self._oks, self.seats):
                self._put_in_cup(place, VOID in event.shown)
        elif isinstance(move, Hide):
            self._active, self._hidden_at, self._fist = event.seat, place, move.colour
            self._named = self.layout.place(move.cup)
        elif kind is Doublon:
            self._doublon(event.seat, place, _sights(event.shown))
        elif kind is Menteur:
            self._menteur(event.seat, _sights(event.shown))
        elif isinstance(move, Announce):
            self._announced = move.colour
        elif isinstance(move, Swap):
            here, there = map(self.layout.place, move.cups)
            self.pool_at[here], self.pool_at[there] = self.pool_at[there], self.pool_at[here]
        else:
            for cup, pile in _sights(event.shown).items():
                self._lifted(self.layout.place(cup), pile, place)

    def _menteur(self, challenger: Seat, sights: Mapping[str, int]) -> None:
        self._see_fist(sights)
        active, fist = self._active, self._fist
        seen = beliefs.prove(self.credits[active], fist)
        if rules.is_lie(fist, self._announced):
            self.credits[active] = seen
            self.steps.append(Step(HAS, active, fist))
        else:
            self.credits[active] = beliefs.spend(seen, fist)
            self.credits[challenger] += rules.token(fist)
            self._move_fist(challenger)
        self._clear_turn()

    def _lifted(self, cup: int, pile: int, place: int) -> int:
        pool = self.pool_at[cup]
        if self.placed[pool]:  # else everybody knew
            self.steps.append(Step(EXACT, pool, pile))
        self.last_seen[pool] = pile
        self.seen_at[pool] = place
        self.placed[pool] = []
        return pool

    def _see_fist(self, sights: Mapping[str, int]) -> None:
        if FIST in sights:
            self._fist = rules.palette(sights[FIST]).index(1)
            self.colours[self._hidden_at] = self._fist

    def _new_unknown(self) -> int:
        self.unknowns.append(Unknown(self._hidden_at, self._active, self._announced))
        return len(self.unknowns) - 1

    def _move_fist(self, target: int) -> int:
        """The fist's token goes from the active hand to another pool: the unknown it is, or UNSEEN for none."""
        self.sizes[self._active] -= 1
        self.sizes[target] += 1
        if self._fist == HIDDEN:
            unknown = self._new_unknown()
            self.steps.append(Step(MOVE, self._active, unknown, target))
            return unknown
        self.steps.append(Step(LOSE, self._active, self._fist))
        self.steps.append(Step(GAIN, target, self._fist))
        return UNSEEN

    def _put_in_cup(self, place: int, void: bool) -> None:
        pool = self.pool_at[self._named]
        unknown = self._move_fist(pool)
        self.credits[self._active] = beliefs.spend(self.credits[self._active], self._announced)
        colour = UNSEEN if self._fist == HIDDEN else self._fist
        self.placed[pool].append(Placed(self._active, colour, unknown, self._announced, place))
        if not any(self.sizes[: self.seats]):
            # With every token in a cup, more than three cups can always win and fewer than three never:
            # only for three do the colours matter.
            full = [pool for pool in self.pool_at if self.sizes[pool]]
            if len(full) == 3:
                if void:
                    self.dead = tuple(full)
                else:
                    self.steps.append(Step(ALIVE))
        self._clear_turn()

    def _doublon(self, challenger: Seat, place: int, sights: Mapping[str, int]) -> None:
        pile = sights[self.layout.names[self._named]]
        if rules.is_doublon(pile):
            if self._fist == HIDDEN:
                self.steps.append(Step(HOLD, self._active, self._new_unknown()))
            pool = self._lifted(self._named, pile, place)
            self.steps.append(Step(EMPTIED, pool))
            self.last_seen[pool] = rules.EMPTY
            self.sizes[pool] = 0
            self.sizes[self._active] += rules.count(pile)
            self.credits[self._active] += pile
            self.steps += (
                Step(GAIN, self._active, colour)
                for colour in range(rules.COLOURS)
                for _ in range(pile >> 4 * colour & 15)
            )
        else:
            self._see_fist(sights)
            self._move_fist(challenger)
            self.credits[challenger] = beliefs.renew(self.credits[challenger])
        self._clear_turn()


def layout_of(view: PtiPassPassView) -> CupLayout:
    return layout(view.options["layout"], view.seats, view.options["diagonals"])


def account_of(view: PtiPassPassView) -> Account:
    """The account of the round that is being played."""
    return Account(view.seats, layout_of(view), view.history, this_round(view.history))
