"""What a player who watches believes of cups and fists: worlds that fit what it saw and heard, and how many agree."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from random import Random
from zlib import crc32

import msgspec

from muscade.core import Event, Seat
from muscade.games.ptipasspass import rules
from muscade.games.ptipasspass.accounts import UNSEEN, Account, Placed, rounds
from muscade.games.ptipasspass.cups import layout, lines_by_swap
from muscade.games.ptipasspass.rules import Palette
from muscade.games.ptipasspass.view import PtiPassPassView
from muscade.games.ptipasspass.worlds import EVEN, Weights, World, Worlds

DRAWS = 3
"""Worlds drawn for each one weighed: they are not all as likely, and the likely ones are chosen from them."""
_WORD = 1 << 32
_SPREAD = 2654435761


class Mind(msgspec.Struct, frozen=True):
    """How a bot remembers and whom it trusts."""

    worlds: int
    """How many worlds it weighs; with none it takes every announcement for the truth."""
    memory: float
    """How much of what it saw it still knows a turn later."""
    trust: float
    """How likely it thinks an announcement is true."""


class Prospect(msgspec.Struct, frozen=True):
    """A line to lift, after a swap or without one, and the chance that it wins."""

    chance: float
    swap: tuple[int, int] | None
    line: tuple[int, int, int]


class Belief:
    """Cups as a seat believes them to be; a world is a bit, so that all worlds are asked at once."""

    def __init__(self, view: PtiPassPassView, mind: Mind, rng: Random) -> None:
        assert view.seat is not None
        self.seat: Seat = view.seat
        self.mind = mind
        self.table = layout(view.options["layout"], view.seats, view.options["diagonals"])
        self.now = len(view.history)
        self.events_a_turn = 2 * view.seats
        self._lots = lots(view.history) if mind.memory < 1 else []
        *_, span = rounds(view.history)
        self.account = Account(view.seats, self.table, view.history, span)
        self.named = -1 if view.named is None else self.table.place(view.named)
        self.counts = [self._count(cup) for cup in range(len(self.table.names))]
        self.size = mind.worlds or 1
        self.all = (1 << self.size) - 1
        self._rng = rng

    # ------------------------------------------------------------ worlds

    @cached_property
    def unknowns(self) -> list[Palette]:
        """For each unknown token, the worlds in which it is blue, green, orange."""
        account = self.account
        if not self.mind.worlds:
            return [only(unknown.announced, 1) for unknown in account.unknowns]
        bits = [[0, 0, 0] for _ in account.unknowns]
        for number, world in enumerate(likely_worlds(account, self.mind.trust, self.size, self._rng)):
            for unknown, colour in enumerate(world.colours):
                bits[unknown][colour] |= 1 << number
        return [(blue, green, orange) for blue, green, orange in bits]

    def chance(self, worlds: int) -> float:
        """The share of worlds in a mask."""
        return worlds.bit_count() / self.size

    # ------------------------------------------------------------ cups

    def _remembers(self, event: int, own: bool = False) -> bool:
        """Memory fades with the turns; what is forgotten once stays forgotten, though a bot keeps nothing."""
        if self.mind.memory == 1 or event == self.now:
            return True
        age = (self.now - event) / self.events_a_turn
        lot = (self._lots[event] ^ self.seat * _SPREAD) * _SPREAD % _WORD / _WORD
        fades: float = self.mind.memory ** (age / 3 if own else age)
        return lot < fades

    def _tokens(self, cup: int) -> list[Placed]:
        """The tokens put into a cup since it was last seen, as far as they are remembered."""
        placed = self.account.placed[self.account.pool_at[cup]]
        return [token for token in placed if self._remembers(token.event, token.seat == self.seat)]

    def _seen(self, cup: int) -> int:
        pool = self.account.pool_at[cup]
        return self.account.last_seen[pool] if self._remembers(self.account.seen_at[pool]) else rules.EMPTY

    def _count(self, cup: int) -> int:
        """How many tokens a cup has: whoever watched and forgot nothing knows."""
        return rules.count(self._seen(cup)) + len(self._tokens(cup))

    def cups(self, knower: Seat | None = None) -> list[Palette]:
        """For each cup the worlds in which it has each colour; with ``knower``, by tokens that this seat is sure of."""
        return [self._palette(cup, knower) for cup in range(len(self.counts))]

    def _palette(self, cup: int, knower: Seat | None) -> Palette:
        blue, green, orange = (self.all * flag for flag in rules.palette(self._seen(cup)))
        for token in self._tokens(cup):
            if knower is None or token.seat == knower:
                more = (
                    self.unknowns[token.unknown] if token.colour == UNSEEN else only(token.colour, self.all)
                )
                blue, green, orange = blue | more[0], green | more[1], orange | more[2]
        return blue, green, orange

    def fist(self) -> Palette:
        """The worlds in which the active player's fist holds each colour."""
        assert self.account.pending is not None
        return self.unknowns[self.account.pending]

    def prospects(self, cups: Sequence[Palette], swap_too: bool = True) -> Prospect:
        """The line that is most likely to win."""
        lines, line_wins = self.table.lines, rules.line_wins
        best_count, best_swap, best_line = -1, None, lines[0]
        for line in lines:
            count = line_wins(cups[line[0]], cups[line[1]], cups[line[2]]).bit_count()
            if count > best_count:
                best_count, best_line = count, line
        if swap_too and best_count < self.size:
            for pair, affected in lines_by_swap(self.table):
                one, other = pair
                if cups[one] == cups[other]:
                    continue
                for line, places in affected:
                    count = line_wins(cups[places[0]], cups[places[1]], cups[places[2]]).bit_count()
                    if count > best_count:
                        best_count, best_swap, best_line = count, pair, line
        return Prospect(best_count / self.size, best_swap, best_line)


def lots(history: Sequence[Event]) -> list[int]:
    """For each event a number that nobody can guess, but that stays the same: it comes of all that happened until then."""
    return list(
        accumulate((event.move.encode() for event in history), lambda lot, move: crc32(move, lot), initial=0)
    )[1:]


def likely_worlds(
    account: Account, trust: float, count: int, rng: Random, draws: int | None = None
) -> list[World]:
    """So many worlds that fit an account, the more likely ones more often; chosen from so many draws."""
    heard = [_heard(unknown.announced, trust) for unknown in account.unknowns]
    all_worlds = Worlds(account)
    drawn = [world for _ in range(draws or DRAWS * count) if (world := all_worlds.sample(rng, heard))]
    return rng.choices(drawn, [world.weight for world in drawn], k=count)


def only(colour: int, worlds: int) -> Palette:
    """A cup with just that colour, in these worlds."""
    return worlds * (colour == 0), worlds * (colour == 1), worlds * (colour == 2)


def _heard(announced: int, trust: float) -> Weights:
    """How likely it is that this was announced of a token, for each colour that it can have."""
    if announced == rules.NO_COLOUR:
        return EVEN
    blue, green, orange = (trust if colour == announced else (1 - trust) / 2 for colour in range(3))
    return blue, green, orange
