"""Opponents who remember, bluff and suspect: what a bot believes of cups and fists, and what it does about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Any, Self, TypeAlias
from zlib import crc32

import msgspec
from msgspec.structs import replace

from muscade.bots import levels
from muscade.bots.search import SearchBot
from muscade.core import Event, Move, Seat, Text, View
from muscade.games.ptipasspass import beliefs, judge, rules
from muscade.games.ptipasspass.account import UNSEEN, Placed
from muscade.games.ptipasspass.course import CUP_BITS, SAY_OK, setting_of
from muscade.games.ptipasspass.memory import memory_of
from muscade.games.ptipasspass.moves import ANNOUNCEMENTS, DOUBLON, MENTEUR, OK, vocabulary
from muscade.games.ptipasspass.rules import Palette
from muscade.games.ptipasspass.state import COURSE
from muscade.games.ptipasspass.tokens import LETTERS, pile_of
from muscade.games.ptipasspass.view import PtiPassPassView
from muscade.games.ptipasspass.worlds import likely_worlds
from muscade.kernels.course import Course
from muscade.kernels.layout import Numbers
from muscade.kernels.primitives import room

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
        self.setting = setting_of(view.seats, view.options)
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

    def minds(self, knower: Seat | None = None) -> list[int]:
        """For each cup the worlds in which it has each colour, for `judge`; with ``knower``, by tokens that this seat is sure of."""
        return [worlds for cup in range(len(self.counts)) for worlds in self._palette(cup, knower)]

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

    def rate_hiding(self, mind: Sequence[int], hand: int, rivals: int, scores: Numbers) -> None:
        """What each token of a hand in each cup is worth (`judge`)."""
        judge.rate_hiding(self.setting, mind, self.all, self.counts, hand, rivals, scores)

    def best_lift(self, mind: Sequence[int], swap_too: bool = True) -> tuple[float, int]:
        """The chance that the best line wins, and the code to begin with: a swap or the lift itself."""
        winning, code = judge.best_lift(self.setting, mind, self.all, swap_too)
        return winning / self.size, code


def lots(events: Iterable[Event]) -> list[int]:
    """For each event of a round a number that nobody can guess, but that stays the same: it comes of all before it."""
    return list(
        accumulate((event.move.encode() for event in events), lambda lot, move: crc32(move, lot), initial=0)
    )[1:]


def only(colour: int, worlds: int) -> Palette:
    """A cup with just that colour, in these worlds."""
    return worlds * (colour == 0), worlds * (colour == 1), worlds * (colour == 2)


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
        liking = {
            (colour << CUP_BITS) + cup: judge.SPREAD * rng.random()
            for cup, count in enumerate(belief.counts)
            if count == fewest
            for colour in sorted(map(LETTERS.index, set(view.hand)))
        }
        scores = room(SAY_OK)
        belief.rate_hiding(belief.minds(), pile_of("".join(view.hand)), 0, scores)
        rivals = [seat for seat in range(view.seats) if seat != view.seat and view.held[seat] == 1]
        for rival in rivals if self.character.foresight else ():
            belief.rate_hiding(belief.minds(rival), rules.EMPTY, 1, scores)
        sure = judge.sure(belief.all)
        return vocabulary(belief.table).moves[
            max(liking, key=lambda code: liking[code] + scores[code] / sure)
        ]

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
        _, code = belief.best_lift(belief.minds(), may_swap)
        return vocabulary(belief.table).moves[code]


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


def _search() -> Any:
    """The expert's search."""
    from muscade.bots import tree  # late: it brings the compiler

    return BELIEVED.machine.entry(tree.grow, tree.GROW)


COURSE.entries.append(_search)


def last_to_object(view: PtiPassPassView) -> bool:
    """Has everybody else said OK to a last token, while this seat is not about to lift cups itself?"""
    assert view.active is not None
    assert view.seat is not None
    return len(view.turn) == 1 and view.held[view.active] == 1 and view.held[view.seat] > 0


def threat(view: PtiPassPassView, belief: Belief) -> float:
    """The chance that the active player will be sure of a line, once the token in the fist is in its cup."""
    mind = belief.minds(view.active)
    for colour, worlds in enumerate(belief.fist()):
        mind[rules.COLOURS * belief.named + colour] |= worlds
    chance, _ = belief.best_lift(mind)
    return chance


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
