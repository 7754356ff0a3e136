"""What moves are worth: by a search that gives each of them its share, or by playing on from where they lead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from muscade.bots.base import Bot, ThinkingBot, Valued
from muscade.core.chance import SeedStream
from muscade.core.game import Game
from muscade.core.moves import NATURE, Move, Seat
from muscade.core.state import State
from muscade.core.views import View

if TYPE_CHECKING:
    from muscade.bots.search import Effort
    from muscade.kernels.kernel import Kernel

ROUNDS = 12
"""In so many rounds each move is tried anew: how much they differ tells how sure their average is."""
EVEN = 0.6
"""This part of the work is shared out evenly; the rest goes where the search likes it best."""
WORLDS = 8
"""So many worlds a round will do, where something is hidden and each of them takes time to imagine."""
FEWEST = 2
"""Each move is tried so often in a round at the least."""


class Trials:
    """How a move fared, round by round.

    >>> tried = Trials()
    >>> for total in (1.0, 3.0):
    ...     tried.add(4, total)
    >>> tried.value, round(tried.spread, 3)
    (0.5, 0.25)
    """

    def __init__(self) -> None:
        self._rounds: list[tuple[int, float]] = []
        self.count = 0
        self._total = 0.0

    def add(self, count: int, total: float) -> None:
        if count > 0:
            self._rounds.append((count, total))
            self.count += count
            self._total += total

    @property
    def value(self) -> float:
        return self._total / self.count

    @property
    def spread(self) -> float:
        """The standard error of the average; never less than one more game could change."""
        least = 1 / (2 * self.count)
        if len(self._rounds) == 1:
            return max(least, sqrt(max(self.value * (1 - self.value), 0.0) / self.count), 0.1)
        apart = sum(count * (total / count - self.value) ** 2 for count, total in self._rounds)
        return max(least, sqrt(apart / (len(self._rounds) - 1) / self.count))


def value_moves(
    kernel: Kernel, view: View, moves: Sequence[Move], effort: Effort, rng: Random, simulations: int
) -> Sequence[Valued]:
    """What a search of about so many simulations thinks of each move, first of the one that it prefers."""
    import numpy as np

    from muscade.bots.search import Growth

    growth = Growth(kernel, view, msgspec.structs.replace(effort, worlds=min(WORLDS, effort.worlds)), rng)
    codes = np.array([growth.code(move) for move in moves], np.int64)
    tries = len(moves) * len(growth.worlds)
    rounds = max(2, min(ROUNDS, int(EVEN * simulations / (FEWEST * tries))))
    each = max(1, int(EVEN * simulations / rounds / tries))
    free = int((1 - EVEN) * simulations / rounds)
    trials: defaultdict[Move, Trials] = defaultdict(Trials)
    before: dict[Move, tuple[int, float]] = {}
    for _ in range(rounds):
        growth.grow(each * tries, codes)
        growth.grow(free)
        judged = growth.judged()
        for move, visits, value in judged:
            seen, gained = before.get(move, (0, 0.0))
            trials[move].add(visits - seen, visits * value - gained)
            before[move] = visits, visits * value
    offered = set(moves)
    return [Valued(move, trials[move].value, trials[move].spread) for move, _, _ in judged if move in offered]


# ---------------------------------------------------------------- games whose bots do not search


PLAYED_A_SECOND = 3_000
"""Moves of quick bots, about."""
LONGEST = 600
"""A game that is not over after so many more moves is nobody's."""


def strongest_quick(game: Game[Any, Any]) -> Bot:
    """The best of a game's bots that does not take its time; the weakest if all do."""
    bots = list(game.bots().values())
    return next((bot for bot in reversed(bots) if not isinstance(bot, ThinkingBot)), bots[0])


def value_by_playing(
    game: Game[Any, Any], view: View, moves: Sequence[Move], rng: Random, seconds: float
) -> Sequence[Valued]:
    """What moves are worth if quick bots play on from them, in worlds that the view cannot rule out; the best first.

    Every move is tried in every world, with the same luck, as often as there is work left: see `ValuingBot.values`.
    """
    assert view.seat is not None
    bot = strongest_quick(game)
    trials = {move: Trials() for move in moves}
    left = int(seconds * PLAYED_A_SECOND)
    least = 2
    while left > 0 or least > 0:
        least -= 1
        world: State = game.imagine(view, rng)
        luck = str(rng.getrandbits(62))
        for move in moves:
            twin = world.copy()
            twin.play(view.seat, move)
            made = play_on(twin, bot, luck)
            left -= 1 + made
            trials[move].add(1, share(twin, view.seat))
    found = [Valued(move, tried.value, tried.spread) for move, tried in trials.items()]
    return sorted(found, key=lambda one: -one.value)


def play_on(state: State, bot: Bot, luck: str) -> int:
    """Have a bot play for everybody to the end, or for long enough; how many moves that took."""
    rng = Random(luck)
    for made in range(LONGEST):
        turn = state.turn()
        if not turn:
            return made
        if turn == (NATURE,):
            state.play(NATURE, state.game.draw(state, SeedStream(luck, len(state.history))))
            continue
        seat = rng.choice(turn)
        state.play(seat, bot.choose(state.view(seat), state.moves(seat), rng))
    return LONGEST


def share(state: State, seat: Seat) -> float:
    """What a seat has of the victory: all of it, a part where parties share it, and while nobody has won what is fair."""
    parties, outcome = state.parties(), state.outcome()
    if outcome is None:
        return 1 / len(set(parties))
    if seat not in outcome.winners:
        return 0.0
    return 1 / len({parties[winner] for winner in outcome.winners})
