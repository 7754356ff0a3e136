"""Opponents who remember, bluff and suspect: what a bot believes of cups and fists, and what it does about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, permutations
from random import Random
from typing import TYPE_CHECKING, Self, TypeAlias
from zlib import crc32

import msgspec
from msgspec.structs import replace

from muscade.bots import levels
from muscade.bots.search import SearchBot
from muscade.core import Event, Move, Seat, Text, View
from muscade.games.ptipasspass import beliefs, judge, rules
from muscade.games.ptipasspass.account import UNSEEN, Placed
from muscade.games.ptipasspass.cups import lines_by_swap
from muscade.games.ptipasspass.memory import memory_of
from muscade.games.ptipasspass.moves import ANNOUNCEMENTS, DOUBLON, MENTEUR, OK, Hide, Lift, Swap
from muscade.games.ptipasspass.rules import Palette
from muscade.games.ptipasspass.state import COURSE
from muscade.games.ptipasspass.tokens import LETTERS
from muscade.games.ptipasspass.view import PtiPassPassView
from muscade.games.ptipasspass.worlds import likely_worlds
from muscade.kernels import compile_too
from muscade.kernels.course import Course

if TYPE_CHECKING:
    from muscade.kernels.kernel import Kernel

BELIEVED = Course(beliefs, judge)
"""What the expert searches in."""

Scored: TypeAlias = Iterator[tuple[int, int, float]]
"""A cup, a colour for it, and what that would be worth."""

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
        self.now = len(view.history)
        self.events_a_turn = 2 * view.seats
        self._memory = memory_of(view)
        self.account = self._memory.account
        self.table = self.account.layout
        self._lots = lots(self.account.events) if mind.memory < 1 else []
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
        for number, world in enumerate(likely_worlds(self._memory, self.mind.trust, self.size, self._rng)):
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
        lot = (self._lots[event - self.account.begin] ^ self.seat * _SPREAD) * _SPREAD % _WORD / _WORD
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


def lots(events: Iterable[Event]) -> list[int]:
    """For each event of a round a number that nobody can guess, but that stays the same: it comes of all before it."""
    return list(
        accumulate((event.move.encode() for event in events), lambda lot, move: crc32(move, lot), initial=0)
    )[1:]


def only(colour: int, worlds: int) -> Palette:
    """A cup with just that colour, in these worlds."""
    return worlds * (colour == 0), worlds * (colour == 1), worlds * (colour == 2)


LATER = 0.5
"""What a plan is worth beside one that needs a token less."""
BLOCK = 0.5
"""What it is worth to take the cup that somebody else needs."""
ALARM = 0.6
"""From this chance on that the active player wins with the next turn, somebody has to object …"""
LAST_HOPE = 0.15
"""… and such a small chance of a lie is reason enough."""


class Character(msgspec.Struct, frozen=True):
    """What makes one bot play differently from another."""

    mind: Mind
    lies: float
    """How often it lies."""
    whims: float
    """How often it challenges without a reason."""
    caution: float
    """How sure of a lie it must be to say so."""
    foresight: bool
    """Does it look at what others are about to do?"""


class CupBot:
    """Plays by what it believes, from its own view alone."""

    def __init__(self, title: Text, character: Character) -> None:
        self.title = title
        self.character = character

    def choose(self, view: PtiPassPassView, moves: Sequence[Move], rng: Random) -> Move:
        if view.phase == "announce":
            return self._announce(view, rng)
        if view.phase in ("doublon", "menteur") and rng.random() < self.character.whims:
            return moves[-1]
        belief = Belief(view, self.character.mind, rng)
        match view.phase:
            case "hide":
                return self._hide(view, belief, rng)
            case "doublon":
                return DOUBLON if belief.counts[belief.named] else OK
            case "menteur":
                return self._menteur(view, belief)
            case _:
                return self._lift(belief, view.phase == "swap")

    def _hide(self, view: PtiPassPassView, belief: Belief, rng: Random) -> Move:
        """Towards a line of one's own, into a cup that is believed to be empty: there always is one, but in laboratories."""
        fewest = min(belief.counts)
        hand = [LETTERS.index(letter) for letter in view.hand]
        scores = {
            (cup, colour): rng.random() / 20
            for cup, count in enumerate(belief.counts)
            if count == fewest
            for colour in set(hand)
        }
        for cup, colour, worth in plans(belief, hand):
            scores[cup, colour] += worth
        if self.character.foresight:
            for cup, colour, worth in blocks(view, belief, hand):
                scores[cup, colour] += worth
        cup, colour = max(scores, key=scores.__getitem__)
        return Hide(colour, belief.table.names[cup])

    def _announce(self, view: PtiPassPassView, rng: Random) -> Move:
        assert view.fist is not None
        truth = LETTERS.index(view.fist)
        if rng.random() < self.character.lies:
            return ANNOUNCEMENTS[rng.choice([colour for colour in range(rules.COLOURS) if colour != truth])]
        return ANNOUNCEMENTS[truth]

    def _menteur(self, view: PtiPassPassView, belief: Belief) -> Move:
        """A wrong challenge costs a turn, a right one helps everybody at the table: so be sure, or be desperate."""
        assert view.announced is not None
        lie = 1 - belief.chance(belief.fist()[LETTERS.index(view.announced)])
        desperate = self.character.foresight and last_to_object(view) and threat(view, belief) > ALARM
        return MENTEUR if lie > (LAST_HOPE if desperate else self.character.caution) else OK

    def _lift(self, belief: Belief, may_swap: bool) -> Move:
        names = belief.table.names
        best = belief.prospects(belief.cups(), may_swap)
        if best.swap:
            one, other = best.swap
            return Swap((names[one], names[other])).in_order()
        one, two, three = best.line
        return Lift((names[one], names[two], names[three])).in_order()


class CupSearchBot(SearchBot):
    """Tries every move in many worlds it believes possible, and lets everybody play on by what they would believe there.

    Its tree is one move deep: further down others would know what it hides, and it what they hide.
    """

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """With two or three words to choose from, it keeps nobody waiting as long as for a plan."""
        assert isinstance(view, PtiPassPassView)
        if view.phase in ("doublon", "announce", "menteur"):
            brief = replace(self.effort, seconds=self.effort.seconds / 4)
            hasty = type(self)(self.game, self.title, brief, self.meanwhile)
            return super(CupSearchBot, hasty).choose(view, moves, rng)
        return super().choose(view, moves, rng)

    def thinking(self, seconds: float) -> Self:
        """With less time it imagines fewer worlds, since that takes some as well."""
        worlds = min(self.effort.worlds, max(8, int(640 * seconds)))
        effort = replace(self.effort, seconds=seconds, worlds=worlds)
        return type(self)(self.game, self.title, effort, self.meanwhile)

    def kernel(self, view: View) -> Kernel:
        """The same game, in which everybody takes notice of what happens and plays on by it."""
        from muscade.kernels.kernel import Kernel  # late: it brings numpy

        return Kernel(self.game, view.seats, view.options, BELIEVED)


def _compile_search(course: Course | None) -> None:
    """The expert's search, along with the game."""
    from muscade.bots import tree  # late: it brings the compiler

    if course is COURSE:
        BELIEVED.machine.entry(tree.grow, tree.GROW)


compile_too(_compile_search)


def plans(belief: Belief, hand: Sequence[int]) -> Scored:
    """Lines that the hand can complete: the colours for their empty cups."""
    cups = belief.cups()
    for line in belief.table.lines:
        empty = [cup for cup in line if not belief.counts[cup]]
        if not 0 < len(empty) <= len(hand):
            continue
        for colours in set(permutations(hand, len(empty))):
            filled = dict(zip(empty, (only(colour, belief.all) for colour in colours), strict=True))
            first, second, third = (filled.get(cup, cups[cup]) for cup in line)
            chance = belief.chance(rules.line_wins(first, second, third))
            for cup, colour in zip(empty, colours, strict=True):
                yield cup, colour, chance**2 * LATER ** (len(empty) - 1)


def blocks(view: PtiPassPassView, belief: Belief, hand: Sequence[int]) -> Scored:
    """Cups that somebody else needs to complete a line with their last token, and colours that spoil it."""
    rivals = [seat for seat in range(view.seats) if seat != view.seat and view.held[seat] == 1]
    for rival in rivals:
        cups = belief.cups(rival)
        for line in belief.table.lines:
            empty = [cup for cup in line if not belief.counts[cup]]
            if len(empty) != 1:
                continue
            one, other = (cups[cup] for cup in line if cup != empty[0])
            wins = [rules.line_wins(one, other, only(colour, belief.all)) for colour in range(rules.COLOURS)]
            for colour in set(hand):
                spoiled = (wins[0] | wins[1] | wins[2]) & ~wins[colour]
                yield empty[0], colour, BLOCK * belief.chance(spoiled)


def last_to_object(view: PtiPassPassView) -> bool:
    """Has everybody else said OK to a last token, while this seat is not about to lift cups itself?"""
    assert view.active is not None
    assert view.seat is not None
    return len(view.turn) == 1 and view.held[view.active] == 1 and view.held[view.seat] > 0


def threat(view: PtiPassPassView, belief: Belief) -> float:
    """The chance that the active player will be sure of a line, once the token in the fist is in its cup."""
    cups = belief.cups(view.active)
    blue, green, orange = cups[belief.named]
    fist = belief.fist()
    cups[belief.named] = (blue | fist[0], green | fist[1], orange | fist[2])
    return belief.prospects(cups).chance


def bots() -> dict[str, CupBot]:
    """The levels, from the weakest to the strongest."""
    return {
        "easy": CupBot(
            levels.EASY,
            Character(Mind(worlds=0, memory=0.8, trust=1), lies=0.2, whims=0.04, caution=1, foresight=False),
        ),
        "normal": CupBot(
            levels.NORMAL,
            Character(
                Mind(worlds=8, memory=0.95, trust=0.8), lies=0.25, whims=0.01, caution=0.75, foresight=False
            ),
        ),
        "hard": CupBot(
            levels.HARD,
            Character(Mind(worlds=24, memory=1, trust=0.8), lies=0.3, whims=0, caution=0.75, foresight=True),
        ),
    }
