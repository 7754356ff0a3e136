"""What things cost as a game grows long, and what it costs to imagine what one cannot see.

A move together with the list of what is legal after it, a view, the history as a seat saw it, what everybody at a table
is told after a move, a bot's choice in another process of the server's, a world that a view cannot rule out: none of them
should take longer late in a game than early.
"""

from __future__ import annotations

import gc
import pickle
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

import msgspec

import muscade
from muscade.kernels import prepare
from muscade.server.bots import ask_level
from muscade.server.stories import Told

from .side_by_side import quartiles


class Growing(NamedTuple):
    """A game that can be long, and after how many of the players' moves to look at it."""

    game: str
    seats: int
    lengths: tuple[int, ...]
    imagines: bool = False
    """Is there anything to imagine?"""
    bot: str | None = None
    """Who chooses by what they remember, and does not weigh all that may be unseen, of which there is more and more where
    players at random never end a round."""


GROWING = (
    Growing("ptipasspass", 4, (100, 1000, 5000), imagines=True, bot="easy"),
    Growing("over-pass", 2, (100, 1000, 2500)),
    Growing("passe-eclair", 4, (50, 200, 600), imagines=True, bot="expert"),
)
MOVES = 24
"""So many moves are made on from each position, and the rest is measured after each of them: some turns of a game, since its
moves cost more in one phase than in another."""
SLICES = 15
TOLD = Told()
"""What has been told to this process, which answers as a worker of a server would."""


class Imagined(NamedTuple):
    """A game with secrets, and how its players are: the law lets them make mistakes in some, which tell a lot."""

    game: str
    seats: int
    mistakes: float = 0.0


IMAGINED = (
    Imagined("pass-pass", 4),
    Imagined("ptipasspass", 4),
    Imagined("passe-eclair", 4),
    Imagined("passe-eclair", 4, mistakes=0.05),
    Imagined("passe-eclair", 3, mistakes=0.3),
)
GAMES = 40
VIEWS_A_GAME = 10
LONGEST = 1500
"""Moves after which a game is left; players at random may go on for ever."""
ENOUGH = 15.0
"""Seconds of imagining after which no other game is begun."""


class Growth(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds for one thing after so many moves, the median over all slices.

    ``ratio`` is how many times as long it takes after the most moves as after the fewest; ``low`` and ``high`` are its
    quartiles from slice to slice.
    """

    game: str
    seats: int
    deed: str
    lengths: tuple[int, ...]
    milliseconds: tuple[float, ...]
    ratio: float
    low: float
    high: float


class Imagining(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds to imagine a whole state, over views from all over random games."""

    game: str
    seats: int
    mistakes: float
    """How often players err on purpose."""
    views: int
    median: float
    late: float
    """99 in 100 are quicker."""
    worst: float


def measure_growth(growing: Growing, slices: int = SLICES) -> Iterator[Growth]:
    """All the deeds in the same slices, the lengths in any order within a slice."""
    game = muscade.game(growing.game)
    prepare(game)
    rng = Random(1)
    states = _grown(game, growing, rng)
    times: dict[str, dict[int, list[float]]] = {}
    order = list(states)
    _spent(game, states[order[0]].copy(), growing, rng)  # the first time pays for imports and caches
    for _ in range(slices):
        rng.shuffle(order)
        for length in order:
            for deed, spent in _spent(game, states[length].copy(), growing, rng).items():
                times.setdefault(deed, {}).setdefault(length, []).append(1000 * spent)
    for deed, by_length in times.items():
        first, last = by_length[growing.lengths[0]], by_length[growing.lengths[-1]]
        low, ratio, high = quartiles([late / early for early, late in zip(first, last, strict=True)])
        yield Growth(
            game=growing.game,
            seats=growing.seats,
            deed=deed,
            lengths=growing.lengths,
            milliseconds=tuple(statistics.median(by_length[length]) for length in growing.lengths),
            ratio=ratio,
            low=low,
            high=high,
        )


def _grown(game: Any, growing: Growing, rng: Random) -> dict[int, Any]:
    """A game at each of the lengths: one that was long enough for all of them."""
    while True:
        states = {}
        state = game.new(growing.seats)
        for made in range(growing.lengths[-1] + 1):
            _chance(game, state, rng)
            if not state.turn():
                break
            if made in growing.lengths:
                states[made] = state.copy()
            _move(state, rng)
        else:
            return states


def _chance(game: Any, state: Any, rng: Random) -> None:
    while state.turn() == (muscade.NATURE,):
        state.play(muscade.NATURE, game.draw(state, rng))


def _move(state: Any, rng: Random, mistakes: float = 0.0) -> None:
    seat = rng.choice(state.turn())
    wrong = state.mistakes(seat) if rng.random() < mistakes else ()
    state.play(seat, rng.choice(wrong or state.moves(seat)))


def _spent(game: Any, state: Any, growing: Growing, rng: Random) -> dict[str, float]:
    """Seconds for each deed, on average over a few moves; the state is used up."""
    totals: dict[str, float] = {}

    def clocked(deed: str, do: Callable[[], object]) -> None:
        begun = time.thread_time()
        do()
        totals[deed] = totals.get(deed, 0.0) + time.thread_time() - begun

    _told(state)  # at a table everything so far has been told already
    if growing.imagines:
        game.imagine(state.view(0), rng)  # and who imagines has imagined before
    if growing.bot:
        for seat in range(state.seats):
            _ask(_imagine, game.name, state.view(seat))  # and so has the process where bots choose
    for place in range(1 + MOVES):
        if not state.turn():
            break
        if place == 1:
            totals.clear()  # the lists of a copy have no room, which its first move has to make
        made = max(1, place)
        seat = rng.choice(state.turn())
        move = rng.choice(state.moves(seat))
        if growing.bot:
            about = game.name, growing.bot, state.view(seat), state.moves(seat), made
            clocked("choice", partial(_ask, ask_level, *about))
        clocked("move", partial(_played, state, seat, move))
        clocked("update", partial(_told, state))
        clocked("view", partial(state.view, seat))
        clocked("seen", partial(state.seen, seat))
        _chance(game, state, rng)
    spent = {deed: total / made for deed, total in totals.items()}
    if growing.imagines:
        clocked("imagine", partial(game.imagine, state.view(0), rng))
        spent["imagine"] = totals["imagine"]
    return spent


def _played(state: Any, seat: int, move: muscade.Move) -> None:
    state.play(seat, move)
    for other in state.turn():
        if other != muscade.NATURE:
            state.moves(other)


def _ask(question: Callable[..., object], *about: object) -> None:
    """What a server and a worker do, but for the way from one to the other."""
    asked, heard = pickle.loads(TOLD.letter((question, about)))  # noqa: S301
    asked(*heard)


def _imagine(name: str, view: muscade.View) -> None:
    muscade.game(name).imagine(view, Random(1))


def _told(state: Any) -> None:
    """What a server does for all who look on: the last event as each of them saw it, and where it has led."""
    for viewer in (None, *range(state.seats)):
        view = state.view(viewer)
        msgspec.json.encode((view.history[-1], msgspec.structs.replace(view, history=())))


def measure_imagining(imagined: Imagined, *, quick: bool = False) -> Iterator[Imagining]:
    """Views at moments of random games that were chosen at random, too."""
    game = muscade.game(imagined.game)
    prepare(game)
    gc.collect()
    gc.freeze()  # whoever imagines does not search through what the compiler has left behind
    rng = Random(1)
    times: list[float] = []
    for _ in range(1 if quick else GAMES):
        if sum(times) > 1000 * ENOUGH:
            break
        for view in _views(game, imagined, rng):
            begun = time.thread_time()
            game.imagine(view, rng)
            times.append(1000 * (time.thread_time() - begun))
    times.sort()
    yield Imagining(
        game=imagined.game,
        seats=imagined.seats,
        mistakes=imagined.mistakes,
        views=len(times),
        median=statistics.median(times),
        late=times[int(0.99 * len(times))],
        worst=times[-1],
    )


def _views(game: Any, imagined: Imagined, rng: Random) -> list[Any]:
    """Of one game, each view as likely as any other."""
    kept: list[Any] = []
    state = game.new(imagined.seats)
    for met in range(LONGEST):
        _chance(game, state, rng)
        if not state.turn():
            break
        place = met if met < VIEWS_A_GAME else rng.randrange(met + 1)
        if place < VIEWS_A_GAME:
            kept[place : place + 1] = [state.view(rng.randrange(imagined.seats))]
        _move(state, rng, imagined.mistakes)
    return kept
