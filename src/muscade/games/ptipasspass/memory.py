"""What somebody remembers of a game, round by round, as it goes on: kept beside what they saw of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from muscade.core import Event, Move, Seat
from muscade.core.moves import read_on
from muscade.games.ptipasspass.account import SOMEBODY, Account
from muscade.games.ptipasspass.cups import CupLayout, layout_of
from muscade.games.ptipasspass.moves import NOTATION, Hide, Set
from muscade.games.ptipasspass.tokens import LETTERS, VOID, WON, Laid, laid_of
from muscade.games.ptipasspass.unseen import World, Worlds, endings, find_world
from muscade.games.ptipasspass.view import PtiPassPassView


class Memory:
    """Reads a history event by event; what is over is worked out once."""

    def __init__(self, laid: Laid, layout: CupLayout) -> None:
        self.moves: list[tuple[Seat, Move]] = []
        """The history, with all tokens that have been seen by now."""
        self.past: list[tuple[Account, list[Worlds]]] = []
        """The rounds that are over, and the worlds that fit each."""
        self.account = Account(laid, layout, 0)
        """Of the round that is being played."""
        self._worlds = Worlds(self.account)

    @property
    def count(self) -> int:
        return len(self.moves)

    @property
    def worlds(self) -> Worlds:
        """All that fit the round that is being played."""
        self._worlds.follow()
        return self._worlds

    def read(self, event: Event) -> None:
        move = NOTATION.parse(event.move)
        account = self.account
        self.moves.append((event.seat, move))
        account.read(event, move)
        if isinstance(move, Set):
            self._worlds = Worlds(account)
        if account.opened is not None:
            _fill_in(self.moves, *account.opened)
        if event.shown and event.shown[-1] in (WON, VOID):
            self.past.append((account, endings(account)))
            self.account = Account(account.laid, account.layout, self.count)
            self._worlds = Worlds(self.account)

    def imagine(self, rng: Random) -> tuple[list[tuple[Seat, Move]], World]:
        """A history in which every token that was not seen has some colour that it can have, and the world it leads to."""
        history = self.moves.copy()
        for account, all_worlds in (*self.past, (self.account, [self.worlds])):
            world = find_world(all_worlds, rng)
            for unknown, colour in zip(account.unknowns, world.colours, strict=True):
                if unknown.seat != SOMEBODY:
                    _fill_in(history, unknown.event, colour)
            if account.lay_in:
                _lay_in(history, account, world.colours)
        return history, world


def _fill_in(history: list[tuple[Seat, Move]], place: int, colour: int) -> None:
    """The token that was hidden there had that colour."""
    seat, move = history[place]
    if isinstance(move, Set):
        history[place] = seat, Set(msgspec.structs.replace(move.position, fist=LETTERS[colour]))
    else:
        assert isinstance(move, Hide)
        history[place] = seat, Hide(colour, move.cup)


def _lay_in(history: list[tuple[Seat, Move]], account: Account, colours: Sequence[int]) -> None:
    """The tokens that were there when the game began had these colours; one of them is in the fist."""
    seat, move = history[account.begin]
    assert isinstance(move, Set)
    position = move.position
    seats = len(position.hands)
    rows = [[word for word in row if word in LETTERS] for row in (*position.hands, *position.cups)]
    for pool, colour in zip(account.lay_in, colours, strict=False):
        rows[pool].append(LETTERS[colour])
    if len(rows[position.active]) > len(position.hands[position.active]):
        assert position.fist is not None
        rows[position.active].remove(position.fist)
    laid = [tuple(row) for row in rows]
    filled = msgspec.structs.replace(position, hands=tuple(laid[:seats]), cups=tuple(laid[seats:]))
    history[account.begin] = seat, Set(filled).in_order()


def memory_of(view: PtiPassPassView) -> Memory:
    """What whoever has that view remembers."""
    cups = layout_of(view.seats, view.options)
    return read_on(view.history, Memory, laid_of(view.seats, len(cups.names), view.options), cups)
