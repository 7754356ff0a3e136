"""One game between bots: chance that is the same for every seating, and a watch for every bot."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from muscade.arena.errors import ArenaError, BotFailed, Stopped
from muscade.arena.tournament import Tournament, bot_in, seatings
from muscade.bots import Bot, TickBot
from muscade.bots.engines import EngineBot, EngineFault, FaultKind
from muscade.bots.ticks import tick
from muscade.core import NATURE, Game, IllegalMove, Match, Move, Options, Seat
from muscade.core.chance import SeedStream
from muscade.core.registry import game as find_game
from muscade.kernels import NoKernel, catch_up


class Thinking(msgspec.Struct, frozen=True):
    """How long a seat thought, over all its moves with a choice."""

    choices: int = 0
    seconds: float = 0.0
    worst: float = 0.0


class Fault(msgspec.Struct, frozen=True):
    """Something that an engine did wrong; a move was drawn for it."""

    seat: Seat
    event: int
    """How many events the game had had before, chance's included."""
    kind: FaultKind
    said: str
    stderr: str
    """The end of what it had written there."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over. Lists have one entry a seat; turns and rounds are told where the game counts them."""

    table: int
    """Which of the tournament's sets of options it was played with."""
    deal: int
    bots: tuple[str, ...]
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: str
    teams: tuple[int, ...]
    first: Seat | None
    """Who made the first move; nobody in particular where several could."""
    moves: int
    turns: int | None
    rounds: int | None
    thinking: tuple[Thinking, ...]
    faults: tuple[Fault, ...] = ()
    """What engines did wrong, in order."""


class DuplicateMatch(Match):
    """A match in which what chance does the *n*-th time depends on the seed and *n* alone.

    A `Match` counts all events, so that its second deal differs as soon as somebody has made one move more. Here the
    second deal, or the roll of the tenth turn, is the same whatever the bots have done before.
    """

    def __init__(self, game: Game[Any, Any], seats: int, seed: str, options: Options) -> None:
        self.drawn = 0
        super().__init__(game, seats, seed=seed, clock=lambda: 0, **options)
        # Nobody can check this record the documented way, so it does not claim it.
        self.record.seed = self.record.commitment = None

    def draw(self) -> Move:
        stream = SeedStream(self.seed, self.drawn)
        self.drawn += 1
        return self.game.draw(self.state, stream)


MOST_FAULTS = 3
"""In one game; an engine with as many is ended, and moves are drawn for it until the game is over."""

_warm: set[tuple[Any, ...]] = set()
"""Bots that have made a choice at such a table in this process, and have loaded what they need."""


class Player:
    """A bot in its seat: its choices are timed and checked."""

    def __init__(self, name: str, bot: Bot, seat: Seat, match: DuplicateMatch) -> None:
        self.name = name
        self.title = bot.title
        self.bot = bot
        self.seat = seat
        self.match = match
        self.thinking = Thinking()
        self.faults: list[Fault] = []

    @property
    def speed(self) -> float:
        """See `muscade.bots.TickBot`."""
        assert isinstance(self.bot, TickBot)
        return self.bot.speed

    def choose(self, view: Any, moves: Sequence[Move], rng: Random) -> Move:
        if len(self.faults) >= MOST_FAULTS:
            return rng.choice(moves)
        try:
            self._warm_up(view, moves)
            begun = time.perf_counter()
            move = self.bot.choose(view, moves, rng)
        except EngineFault as fault:
            self._note(fault)
            return rng.choice(moves)
        except Exception as error:
            raise self.failed(
                f"raised {type(error).__name__}: {error}", f"a levé {type(error).__name__} : {error}"
            ) from error
        spent = time.perf_counter() - begun
        if move not in moves and move not in self.match.state.mistakes(self.seat):
            raise self.failed(
                f"chose {str(move)!r}, which it was not offered",
                f"a choisi {str(move)!r}, qui ne lui était pas proposé",
            )
        if len(moves) > 1:
            told = self.thinking
            self.thinking = Thinking(told.choices + 1, told.seconds + spent, max(told.worst, spent))
        return move

    def _note(self, fault: EngineFault) -> None:
        """A move is drawn for it; so chance goes on as it would, and the other bots have their game."""
        event = len(self.match.record.events)
        self.faults.append(Fault(self.seat, event, fault.kind, fault.said, fault.stderr))
        if len(self.faults) >= MOST_FAULTS:
            self.close()

    def close(self) -> None:
        """An engine is ended; other bots have nothing to end."""
        if isinstance(self.bot, EngineBot):
            self.bot.close()

    def _warm_up(self, view: Any, moves: Sequence[Move]) -> None:
        """The first choice in a process pays for what is loaded and compiled, so it is made once more.

        Of an engine that is no affair of ours: what it loads it loads before its hello.
        """
        if isinstance(self.bot, EngineBot):
            return
        state = self.match.state
        key = (self.match.game.name, state.seats, tuple(state.options.items()), self.name)
        if key not in _warm and len(moves) > 1:
            _warm.add(key)
            self.bot.choose(view, moves, Random(0))

    def failed(self, en: str, fr: str) -> BotFailed:
        game, seed, event = self.match.game.name, self.match.seed, len(self.match.record.events)
        return BotFailed(
            f"The bot {self.name!r} {en} ({game}, seat {self.seat}, event {event}, deal {seed!r}).",
            f"Le robot {self.name!r} {fr} ({game}, place {self.seat}, coup {event}, donne {seed!r}).",
        )


def play_deal(tournament: Tournament, deal: int, stopped: Callable[[], bool]) -> list[Played]:
    """Every game of a deal: all tables, all seatings."""
    return [
        play_game(tournament, deal, table, number, stopped)
        for table in range(len(tournament.tables))
        for number in range(len(seatings(tournament.bots, tournament.seats)))
    ]


def play_game(
    tournament: Tournament,
    deal: int,
    table: int,
    number: int,
    stopped: Callable[[], bool] = lambda: False,
) -> Played:
    """Seating ``number`` on that deal; the same again whenever it is asked for, unless a bot goes by the clock.

    A bot whose kernel is not compiled yet plays by other means; then the game does not count and is played again.
    """
    game = find_game(tournament.game)
    try:
        while (played := _play(tournament, deal, table, number, stopped)) is None:
            _warm.clear()
    except NoKernel as error:
        raise ArenaError(
            f"{error} Without it some of the bots cannot play as they should.",
            f"Le noyau de {game.title.fr} ne peut être compilé ici. Sans lui, des robots ne jouent pas comme ils devraient.",
        ) from None
    return played


def _play(
    tournament: Tournament, deal: int, table: int, number: int, stopped: Callable[[], bool]
) -> Played | None:
    """A game, or None if somebody has had to do without a kernel, which is there now."""
    game = find_game(tournament.game)
    bots = seatings(tournament.bots, tournament.seats)[number]
    seed = f"{tournament.seed}/{deal}"
    match = DuplicateMatch(game, tournament.seats, seed, tournament.tables[table])
    players = [Player(name, bot_in(tournament, name), seat, match) for seat, name in enumerate(bots)]
    first = None if game.real_time else _alone(match.state.turn())
    try:
        whole = _play_on(match, players, seed, number, stopped)
        return _result(match, players, deal, table, first) if whole else None
    finally:
        for player in players:
            player.close()


def _play_on(
    match: DuplicateMatch, players: Sequence[Player], seed: str, number: int, stopped: Callable[[], bool]
) -> bool:
    """To the end, or until a kernel is there that somebody has had to do without."""
    game = match.game
    advance = _ticks(match, players, seed, number) if game.real_time else _turns(match, players, seed, number)
    while match.state.turn():
        if stopped():
            raise Stopped
        advance()
        if catch_up(game):
            return False
    return True


def _turns(match: DuplicateMatch, players: Sequence[Player], seed: str, number: int) -> Callable[[], None]:
    """One move. Where several may act, one of them is drawn, so that no seat is always the quickest."""
    minds = [Random(f"{seed}/{number}/{seat}") for seat in range(len(players))]
    order = Random(f"{seed}/{number}/order")
    state = match.state

    def advance() -> None:
        turn = state.turn()
        seat = turn[0] if len(turn) == 1 else order.choice(turn)
        match.play(seat, players[seat].choose(state.view(seat), state.moves(seat), minds[seat]))

    return advance


def _ticks(match: DuplicateMatch, players: Sequence[Player], seed: str, number: int) -> Callable[[], None]:
    """One tick of a game in real time."""
    rng = Random(f"{seed}/{number}")

    def advance() -> None:
        try:
            tick(match, players, rng)
        except IllegalMove as refusal:
            names = ", ".join(player.name for player in players)
            raise BotFailed(
                f"One of the bots {names} made an illegal move ({match.game.name}, deal {seed!r}): {refusal}",
                f"Un des robots {names} a joué un coup illégal ({match.game.name}, donne {seed!r}) : {refusal.text.fr}",
            ) from refusal

    return advance


def _alone(turn: Sequence[Seat]) -> Seat | None:
    return turn[0] if len(turn) == 1 else None


def _result(
    match: DuplicateMatch, players: Sequence[Player], deal: int, table: int, first: Seat | None
) -> Played:
    outcome = match.state.outcome()
    assert outcome is not None
    progress = match.state.progress()
    return Played(
        table=table,
        deal=deal,
        bots=tuple(player.name for player in players),
        winners=outcome.winners,
        scores=outcome.scores,
        reason=outcome.reason,
        teams=tuple(range(len(players))) if outcome.teams is None else outcome.teams,
        first=first,
        moves=sum(event.seat != NATURE for event in match.record.events),
        turns=progress.turns,
        rounds=progress.rounds,
        thinking=tuple(player.thinking for player in players),
        faults=tuple(
            sorted((fault for player in players for fault in player.faults), key=lambda fault: fault.event)
        ),
    )
