"""What is to be played: who sits where, on which deals, by which options."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from muscade.arena.errors import ArenaError
from muscade.bots import Bot, TickBot, with_time
from muscade.bots.engines import Engine, EngineBot, EngineFault
from muscade.bots.engines.process import DEFAULT_MEMORY, DEFAULT_SECONDS, find_program
from muscade.core import Game, Options
from muscade.core.registry import game as find_game

Seating: TypeAlias = tuple[str, ...]
"""A bot's name for every seat."""


class Tournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bots on deals. Make one with `tournament`, which checks everything and fills in defaults.

    Each of ``deals`` deals is played at each of ``tables`` (sets of options, compared with each other where there
    are several) in every one of `seatings`.
    """

    game: str
    seats: int
    bots: tuple[str, ...]
    deals: int
    tables: tuple[Options, ...]
    seed: str
    seconds: float | None
    """What bots that search, and engines, may think for, each move; None: what they do by themselves."""
    memory: int = DEFAULT_MEMORY
    """Megabytes that an engine may use."""
    logs: str | None = None
    """A folder for what engines write to standard error."""

    @property
    def names(self) -> tuple[str, ...]:
        """The bots, each once."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def games(self) -> int:
        """How many games that is."""
        return self.deals * self.games_a_deal

    @property
    def games_a_deal(self) -> int:
        return len(seatings(self.bots, self.seats)) * len(self.tables)


def seatings(bots: Sequence[str], seats: int) -> tuple[Seating, ...]:
    """All ways in which the bots sit down to play the same deal, so that no bot has better seats than another.

    As many bots as seats take them in their order and move round the table. Fewer repeat themselves until the table
    is full, and begin with each of them in turn. Of more bots than seats, every selection sits down.

    >>> seatings(("a", "b"), 2)
    (('a', 'b'), ('b', 'a'))
    >>> seatings(("a", "b"), 3)[:3]
    (('a', 'b', 'a'), ('b', 'a', 'a'), ('a', 'a', 'b'))
    >>> len(seatings(("a", "b"), 3)), len(seatings(("a", "b"), 4)), len(seatings(("a", "b", "c"), 2))
    (6, 2, 6)
    """
    if len(bots) > seats:
        tables = list(combinations(bots, seats))
    else:
        count = len(bots)
        tables = [tuple(bots[(first + place) % count] for place in range(seats)) for first in range(count)]
    rotations = (table[turn:] + table[:turn] for table in tables for turn in range(seats))
    return tuple(dict.fromkeys(rotations))


def tournament(
    game: str,
    bots: Sequence[str],
    *,
    games: int,
    seats: int | None = None,
    options: Sequence[Mapping[str, Any]] = ({},),
    seed: int | str = 1,
    seconds: float | None = None,
    memory: int = DEFAULT_MEMORY,
    logs: Path | None = None,
) -> Tournament:
    """A tournament of at least that many games, each deal being played to the end in every seating.

    Without ``seats`` there are `usual_seats`. Several sets of ``options`` are played on the same deals. Random players
    may never finish a race, so where a game can be limited and the options do not say how, it is the longest offered.

    >>> tournament("mono-line", ["normal", "random"], games=5).games
    6
    """
    found = find_game(game)
    if max(found.seats) < 2:
        raise ArenaError(
            f"{found.title.en} is a puzzle for one player: there is nobody to play against (see 'muscade solve').",
            f"{found.title.fr} est un casse-tête pour un joueur : il n'y a pas d'adversaire (voir 'muscade solve').",
        )
    if not bots:
        raise ArenaError("A tournament needs at least one bot.", "Il faut au moins un robot pour un tournoi.")
    if games < 1:
        raise ArenaError(
            f"A tournament needs at least one game, not {games}.",
            f"Il faut au moins une partie pour un tournoi, pas {games}.",
        )
    if seconds is not None and not 0 < seconds < float("inf"):
        raise ArenaError(
            f"Bots need more than 0 seconds to think, not {seconds:g}.",
            f"Il faut plus de 0 seconde aux robots pour réfléchir, pas {seconds:g}.",
        )
    if seats is None:
        seats = usual_seats(found, len(bots))
    tables = tuple(_settled(found, seats, given) for given in options)
    planned = Tournament(
        game=game,
        seats=seats,
        bots=tuple(bots),
        deals=1,
        tables=tables,
        seed=str(seed),
        seconds=seconds,
        memory=memory,
        logs=None if logs is None else str(logs),
    )
    for name in planned.names:
        _check(bot_in(planned, name))
    return msgspec.structs.replace(planned, deals=-(-games // planned.games_a_deal))


def usual_seats(game: Game[Any, Any], bots: int) -> int:
    """As many seats as bots, if the game can be played so, else as few as can be."""
    return bots if bots in game.seats else min(game.seats)


def bot_in(tournament: Tournament, name: str) -> Bot:
    """The bot of that level or nickname; or the engine that is started so, if it is neither and there is such a program."""
    game = find_game(tournament.game)
    if name not in game.levels() and name not in game.nicknames and find_program(name) is not None:
        return _engine(name, tournament)
    return bot_named(game, name, tournament.seconds)


def bot_named(game: Game[Any, Any], name: str, seconds: float | None) -> Bot:
    """The bot of that name, with so much time to think if it can use it."""
    bot = game.bot(name)
    if game.real_time and not isinstance(bot, TickBot):
        raise ArenaError(
            f"The bot {name!r} has no speed, and {game.title.en} is a race.",
            f"Le robot {name!r} n'a pas de vitesse, et {game.title.fr} est une course.",
        )
    return bot if seconds is None else with_time(bot, seconds)


def _engine(command: str, tournament: Tournament) -> EngineBot:
    file = re.sub(r"[^\w.-]+", "_", command).strip("_")[:80] + ".log"
    return EngineBot(
        Engine(
            command,
            command,
            seconds=DEFAULT_SECONDS if tournament.seconds is None else tournament.seconds,
            memory=tournament.memory,
            log=None if tournament.logs is None else Path(tournament.logs) / file,
        )
    )


def _check(bot: Bot) -> None:
    """An engine that does not even say hello plays no tournament."""
    if isinstance(bot, EngineBot):
        try:
            bot.process(None)
        except EngineFault as fault:
            last = f" Its last words: {fault.stderr.strip()}" if fault.stderr.strip() else ""
            raise ArenaError(f"{fault}{last}", f"{fault.text.fr}{last}") from None
        finally:
            bot.close()


def _settled(game: Game[Any, Any], seats: int, given: Mapping[str, Any]) -> Options:
    """The options as a state has them, so that everything wrong with them is found now."""
    options = dict(given)
    game.settle_options(seats, options)
    for option in game.options(seats):
        if option.name == game.limit:
            options.setdefault(option.name, max(choice.value for choice in option.choices))
    settled: Options = game.new(seats, **options).options
    return settled
