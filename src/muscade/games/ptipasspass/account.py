"""A round as one viewer saw it, as an account of tokens: which moved where, and what is known of their colours.

Hands and cups alike are *pools* of tokens. How many tokens each pool has is known to all who were watching; a token
whose colour the viewer never saw is an *unknown*, numbered in the order in which they moved.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import msgspec

from muscade.core import Event, Move, Seat
from muscade.games.ptipasspass import beliefs, rules
from muscade.games.ptipasspass.cups import CupLayout
from muscade.games.ptipasspass.moves import (
    Announce,
    Doublon,
    Hide,
    Menteur,
    Ok,
    PtiPassPassPosition,
    Set,
    Swap,
)
from muscade.games.ptipasspass.tokens import FIST, HIDDEN, VERDICTS, VOID, Laid, colour_number, read_sight

UNSEEN = -1
SOMEBODY = -1
"""Who put a token into its cup before the game began from a position: nobody knows any more."""


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
    """A token that the viewer never saw in a fist: when it was hidden, by whom, and what was said of it.

    It may also be one that was there, in a hand or a cup, when the game began from a position: then it is of `SOMEBODY`.
    """

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


@lru_cache(maxsize=4096)
def _sights(shown: tuple[str, ...]) -> Mapping[str, int]:
    """What was seen where."""
    return dict(read_sight(text) for text in shown if text not in VERDICTS)


class Account:
    """Reads the events of one round, from the first on."""

    def __init__(self, laid: Laid, layout: CupLayout, begin: int) -> None:
        self.laid = laid
        """How the round begins (PT-1)."""
        self.seats = len(laid.hands)
        seats = self.seats
        self.layout = layout
        self.begin = begin
        """The place of its first event in the history."""
        self.events: list[Event] = []
        self.steps: list[Step] = []
        self.unknowns: list[Unknown] = []
        self.opened: tuple[int, int] | None = None
        """Where the token was hidden that the last event has shown in a fist, and its colour."""
        self.pool_at = list(range(seats, seats + len(layout.names)))
        """Which pool stands at each cup's place; swaps change it."""
        self.start = [*laid.hands, *laid.cups]
        """What each pool holds before the first step."""
        self.lay_in: list[int] = []
        """The pools of the first unknowns, those that were there when the game began from a position."""
        self.sizes = [rules.count(pile) for pile in self.start]
        self.placed: list[list[Placed]] = [[] for _ in self.sizes]
        """What was put into each cup since it was last seen by all."""
        self.last_seen = [rules.EMPTY] * seats + [*laid.cups]
        """What each cup held when it was last seen by all."""
        self.seen_at = [self.begin] * len(self.sizes)
        self.credits = [*laid.hands]
        """What each player could hold if all it has said were true, as everybody may reckon."""
        self.dead: tuple[int, ...] = ()
        """The pools that hold tokens at the end of a void round, if three of them do (PT-19)."""
        self.pending: int | None = None
        """The unknown that is in the active player's fist right now; what becomes of it is the last step until that is seen."""
        self._clear_turn()

    def read(self, event: Event, move: Move) -> None:
        """The next event, and the move that it tells of."""
        place = self.begin + len(self.events)
        self.events.append(event)
        self.opened = None
        if type(move) is Ok and self._announced == rules.NO_COLOUR:
            return
        if self.pending is not None:
            self.pending = None
            self.unknowns.pop()
            self.steps.pop()
        self._read(place, event, move)
        if self._named >= 0 and self._fist == HIDDEN:
            self.pending = self._new_unknown()
            self.steps.append(Step(HOLD, self._active, self.pending))

    def _clear_turn(self) -> None:
        self._active = self._named = self._hidden_at = -1
        self._fist = HIDDEN
        self._announced = rules.NO_COLOUR
        self._oks = 0

    def _read(self, place: int, event: Event, move: Move) -> None:
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
        elif isinstance(move, Set):
            self._set_up(place, move.position)
        elif isinstance(move, Swap):
            here, there = map(self.layout.place, move.cups)
            self.pool_at[here], self.pool_at[there] = self.pool_at[there], self.pool_at[here]
        else:
            for cup, pile in _sights(event.shown).items():
                self._lifted(self.layout.place(cup), pile, place)

    def _set_up(self, place: int, position: PtiPassPassPosition) -> None:
        """The game begins from a position. All its tokens come out of one more pool, the box: so there are enough of each (PT-1)."""
        box = len(self.start)
        self.start = [rules.EMPTY] * box + [sum(map(sum, self.laid))]
        self.last_seen = [rules.EMPTY] * box
        rows = [list(row) for row in (*position.hands, *(position.cups or [()] * len(self.pool_at)))]
        if position.fist is not None and position.named is not None:
            rows[position.active].append(position.fist)
            self._active, self._hidden_at, self._fist = position.active, place, colour_number(position.fist)
            self._named = self.layout.place(position.named)
            if position.announced is not None:
                self._announced = colour_number(position.announced)
                self._oks = len(position.ok)
        self.sizes = [*map(len, rows), 0]
        for pool, row in enumerate(rows):
            for colour in map(colour_number, row):
                if colour == HIDDEN:
                    self.lay_in.append(pool)
                else:
                    self.steps += (Step(LOSE, box, colour), Step(GAIN, pool, colour))
                    self.last_seen[pool] += rules.token(colour) if pool >= self.seats else rules.EMPTY
        for unknown, pool in enumerate(self.lay_in):
            self.unknowns.append(Unknown(place, SOMEBODY, rules.NO_COLOUR))
            self.steps.append(Step(MOVE, box, unknown, pool))
            if pool >= self.seats:
                self.placed[pool].append(Placed(SOMEBODY, UNSEEN, unknown, rules.NO_COLOUR, place))
        self._all_placed(void=False)

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
            self.opened = self._hidden_at, self._fist

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
        self._all_placed(void)
        self._clear_turn()

    def _all_placed(self, void: bool) -> None:
        """If every token is in a cup now, it is known whether some three can win (PT-19)."""
        if not any(self.sizes[: self.seats]):
            # With every token in a cup, more than three cups can always win and fewer than three never:
            # only for three do the colours matter. With other tokens than those of the box they may matter for more.
            full = [pool for pool in self.pool_at if self.sizes[pool]]
            if len(full) == 3 or (len(full) > 3 and self.laid.small):
                if void:
                    self.dead = tuple(full)
                else:
                    self.steps.append(Step(ALIVE))

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
                for _ in range(rules.of_colour(pile, colour))
            )
        else:
            self._see_fist(sights)
            self._move_fist(challenger)
            self.credits[challenger] = beliefs.renew(self.credits[challenger])
        self._clear_turn()
