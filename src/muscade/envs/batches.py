"""Thousands of games at once, for a program that plays some of their seats.

>>> import muscade.envs
>>> games = muscade.envs.batch("mono-line", seats=2, count=100)
>>> seen = games.reset(seeds=7)
>>> seen.observations.shape, seen.masks.shape
((100, 471), (100, 99))
>>> rng = np.random.default_rng(7)
>>> seen = games.step(games.any_actions(rng))
>>> int(seen.over.sum())
0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from muscade.bots import Bot, RandomBot
from muscade.core import Game, InvalidOptions, Seat
from muscade.core.registry import game as find_game
from muscade.core.text import quoted
from muscade.envs.episode import Episode
from muscade.envs.errors import InvalidAction, InvalidSeed, refusal
from muscade.kernels import kernel_of
from muscade.kernels.kernel import Kernel
from muscade.kernels.observations import Field, size_of

Opponents: TypeAlias = str | Bot | Mapping[Seat, str | Bot] | None
"""Who plays the other seats: nobody, the same bot in all seats but the first, or a bot for each of some seats."""
RANDOM = "random"
"""Whoever does anything they may, all with the same chance: they need no view, and are as quick as the games themselves."""
_LARGEST = (1 << 63) - 1


class Step(NamedTuple):
    """What every game shows after a step: the batch's own arrays, which the next step fills anew."""

    observations: NDArray[np.int16]
    """What the seat sees whose choice is next."""
    masks: NDArray[np.int8]
    """A 1 for every action that seat may take."""
    seats: NDArray[np.int64]
    """Whose choice is next."""
    rewards: NDArray[np.float64]
    """Everybody's, where a game has just ended; else 0."""
    over: NDArray[np.bool_]
    """Has a game just ended? Then all else is of the next one."""


class Cluster(NamedTuple):
    """Where a batch is played but here: by so many of Ray's processes."""

    address: str | None = None
    """As in ``ray.init``; none: one is started on this machine, and ends with the batch."""
    jobs: int = 2


class Games(Protocol):
    """Games abreast: arrays as in `Step`, and how they go on."""

    def begin(self, seeds: NDArray[np.int64]) -> Step: ...

    def check(self, actions: NDArray[np.int64]) -> None:
        """Raise if any of these cannot be taken."""

    def play(self, actions: NDArray[np.int64], threads: int) -> Step:
        """After `check`."""
        ...

    def any_actions(self, drawn: NDArray[np.float64]) -> NDArray[np.int64]:
        """Of everything that may be done, what a number from 0 to 1 falls on."""
        ...

    def close(self) -> None: ...


class Batch:
    """So many games of the same seats and options; see `batch`."""

    def __init__(
        self,
        kernel: Kernel,
        count: int,
        opponents: Mapping[Seat, str | Bot],
        threads: int = 1,
        cluster: Cluster | None = None,
    ) -> None:
        if count < 1:
            raise InvalidOptions(
                f"A batch has 1 or more games, not {quoted(count)}.",
                f"Un lot a au moins une partie, pas {quoted(count)}.",
            )
        self.kernel = kernel
        self.count = count
        self.threads = threads
        self.fields: tuple[Field, ...] = kernel.fields
        self.actions = kernel.code_count
        """How many different actions there are."""
        self._games: Games
        if cluster is None:
            self._games = games_of(kernel, count, opponents)
        else:
            from muscade.envs.spread import Spread  # late: it brings Ray

            self._games = Spread(kernel, count, opponents, cluster)
        self._begun = False

    def close(self) -> None:
        """Give back what it has of a cluster; nothing otherwise."""
        self._games.close()

    def reset(self, seeds: int | Sequence[int] | NDArray[Any] = 0) -> Step:
        """All games begin: each with a seed of its own, or numbered from one seed on."""
        shown = self._games.begin(self._seeds(seeds))
        self._begun = True
        return shown

    def step(self, actions: NDArray[Any]) -> Step:
        """An action in every game; a game that ends is followed by another one.

        An action that the law forbids raises `IllegalMove` with its clause, and nothing has changed in any game.
        """
        self._check_reset()
        codes = self._codes(actions)
        self._games.check(codes)
        return self._games.play(codes, self.threads)

    def any_actions(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """An action for every game: any that is allowed, all with the same chance."""
        self._check_reset()
        return self._games.any_actions(rng.random(self.count))

    def _check_reset(self) -> None:
        if not self._begun:
            raise InvalidAction("Reset the batch first.", "Lancez d'abord reset.")

    def _seeds(self, seeds: Any) -> NDArray[np.int64]:
        given = np.asarray(seeds)
        if (
            given.dtype.kind not in "iu"
            or given.shape not in ((), (self.count,))
            or given.min() < 0
            or given.max() > _LARGEST - self.count
        ):
            raise InvalidSeed(
                f"A batch of {self.count} games takes a whole number from 0 on, or {self.count} of them, as seeds.",
                f"Un lot de {self.count} parties prend comme graines un entier à partir de 0, ou {self.count} entiers.",
            )
        if given.shape:
            return given.astype(np.int64)
        return int(given) + np.arange(self.count, dtype=np.int64)

    def _codes(self, actions: Any) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.count,):
            raise InvalidAction(
                f"A step takes {self.count} whole numbers, not {given.dtype} of shape {given.shape}.",
                f"Un pas prend {self.count} entiers, pas {given.dtype} de forme {given.shape}.",
            )
        if given.min() < 0 or given.max() >= self.actions:
            wrong = int(np.flatnonzero((given < 0) | (given >= self.actions))[0])
            raise InvalidAction(
                f"Actions are numbers from 0 to {self.actions - 1}, and that of game {wrong} is {given[wrong]}.",
                f"Les actions sont des nombres de 0 à {self.actions - 1}, et celle de la partie {wrong} est {given[wrong]}.",
            )
        return np.ascontiguousarray(given, np.int64)


class _Compiled:
    """In machine code; bots play at random if there are any."""

    def __init__(self, kernel: Kernel, count: int, at_random: int) -> None:
        from muscade.kernels.many_games import ManyGames  # late: it brings the compiler

        self.kernel = kernel
        self.games = ManyGames(kernel, count, at_random)
        games = self.games
        self.shown = Step(games.seen, games.masks, games.movers, games.won, games.over)
        self._rows = np.arange(count)

    def begin(self, seeds: NDArray[np.int64]) -> Step:
        from muscade.kernels.many_games import ANEW

        self.games.seeds[:] = seeds
        self.games.advance(np.full(len(seeds), ANEW))
        self.games.over[:] = False
        self.games.won[:] = 0.0
        return self.shown

    def check(self, actions: NDArray[np.int64]) -> None:
        games = self.games
        unlisted = np.flatnonzero(games.masks[self._rows, actions] == 0)
        for game in unlisted.tolist():
            state = self.kernel.state_at(games.tables[game])
            refused = refusal(state, int(games.movers[game]), int(actions[game]))
            if refused is not None:
                raise refused

    def play(self, actions: NDArray[np.int64], threads: int) -> Step:
        self.games.advance(actions, threads)
        return self.shown

    def any_actions(self, drawn: NDArray[np.float64]) -> NDArray[np.int64]:
        places = (drawn * self.games.counts).astype(np.int64)
        return self.games.codes[self._rows, places]

    def close(self) -> None:
        pass


class _WithBots:
    """With bots that think: each game has views for them."""

    def __init__(self, kernel: Kernel, count: int, bots: Mapping[Seat, Bot]) -> None:
        self.kernel = kernel
        self.bots = bots
        self.shown = blank(kernel, count)
        self.seeds = np.zeros(count, np.int64)
        self.numbers = np.zeros(count, np.int64)
        self.episodes: list[Episode] = []

    def begin(self, seeds: NDArray[np.int64]) -> Step:
        self.seeds[:] = seeds
        self.numbers[:] = 0
        self.shown.rewards[:] = 0.0
        self.shown.over[:] = False
        self.episodes = [self._new(game) for game in range(len(seeds))]
        for game in range(len(seeds)):
            self._show(game)
        return self.shown

    def check(self, actions: NDArray[np.int64]) -> None:
        for episode, code in zip(self.episodes, actions.tolist(), strict=True):
            assert episode.seat is not None
            episode.move(episode.seat, code)

    def play(self, actions: NDArray[np.int64], threads: int) -> Step:
        self.shown.rewards[:] = 0.0
        for game, code in enumerate(actions.tolist()):
            self.episodes[game].play(code)
            self.shown.over[game] = self.episodes[game].seat is None
            if self.shown.over[game]:
                self.shown.rewards[game] = self.episodes[game].rewards()
                self.numbers[game] += 1
                self.episodes[game] = self._new(game)
            self._show(game)
        return self.shown

    def any_actions(self, drawn: NDArray[np.float64]) -> NDArray[np.int64]:
        allowed = [np.flatnonzero(mask) for mask in self.shown.masks]
        return np.array(
            [codes[int(number * len(codes))] for codes, number in zip(allowed, drawn, strict=True)]
        )

    def close(self) -> None:
        pass

    def _new(self, game: int) -> Episode:
        """The next game of a seed in which somebody else than bots has anything to say."""
        while True:
            name = f"{self.seeds[game]} {self.numbers[game]}"
            episode = Episode(self.kernel, name, self.bots)
            if episode.seat is not None:
                return episode
            self.numbers[game] += 1

    def _show(self, game: int) -> None:
        episode = self.episodes[game]
        assert episode.seat is not None
        self.shown.observations[game] = episode.observation(episode.seat)
        self.shown.masks[game] = episode.mask(episode.seat)
        self.shown.seats[game] = episode.seat


def blank(kernel: Kernel, count: int) -> Step:
    """Room for what so many games show."""
    return Step(
        np.zeros((count, size_of(kernel.fields)), np.int16),
        np.zeros((count, kernel.code_count), np.int8),
        np.zeros(count, np.int64),
        np.zeros((count, kernel.seats)),
        np.zeros(count, np.bool_),
    )


def games_of(kernel: Kernel, count: int, opponents: Mapping[Seat, str | Bot]) -> Games:
    """So many games in this process."""
    if all(bot == RANDOM for bot in opponents.values()):
        return _Compiled(kernel, count, sum(1 << seat for seat in opponents))
    return _WithBots(kernel, count, bots_of(kernel.game, opponents))


def bots_of(game: Game[Any, Any], opponents: Mapping[Seat, str | Bot]) -> dict[Seat, Bot]:
    """Bots by their names, `RANDOM` among them; raises `InvalidOptions` naming what there is."""

    def named(bot: str | Bot) -> Bot:
        if not isinstance(bot, str):
            return bot
        return RandomBot() if bot == RANDOM else game.bot(bot)

    return {seat: named(bot) for seat, bot in opponents.items()}


def opponents_of(seats: int, opponents: Opponents, own: Seat = 0) -> dict[Seat, str | Bot]:
    """Who plays which seat, as somebody in a seat of their own has asked for it."""
    if opponents is None:
        return {}
    if isinstance(opponents, Mapping):
        wrong = [seat for seat in opponents if seat not in range(seats)]
        if wrong or len(opponents) == seats:
            raise InvalidOptions(
                f"Opponents sit in some of the seats 0 to {seats - 1}, and not in all; not in {quoted(list(opponents))}.",
                f"Les adversaires occupent certaines des places 0 à {seats - 1}, pas toutes ; pas {quoted(list(opponents))}.",
            )
        return dict(opponents)
    return {seat: opponents for seat in range(seats) if seat != own}


def batch(
    name: str,
    seats: int,
    count: int,
    *,
    opponents: Opponents = None,
    threads: int = 1,
    cluster: Cluster | None = None,
    **options: Any,
) -> Batch:
    """So many games at once, with these options of the game.

    ``opponents`` is a level of the game's bots, or a bot, for all seats but the first, or one for each of some seats; all others are the
    caller's. The same seeds and actions make the same games, whatever the ``threads``, and on whatever ``cluster``.
    """
    kernel = kernel_of(find_game(name), seats, options)
    return Batch(kernel, count, opponents_of(seats, opponents), threads, cluster)
