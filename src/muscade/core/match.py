"""A match: a game under way, with chance played for it and a record kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Self

import msgspec

from muscade.core.chance import SeedStream, commitment, new_seed
from muscade.core.errors import InvalidWord
from muscade.core.game import Game
from muscade.core.moves import NATURE, Move, Seat
from muscade.core.record import Record, RecordedEvent
from muscade.core.refusals import GAME_OVER
from muscade.core.registry import game as find_game
from muscade.core.state import State
from muscade.core.views import Outcome
from muscade.core.words import Words, is_word


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Match:
    """Plays NATURE's moves as soon as they are due, and writes everything down.

    >>> import muscade
    >>> match = muscade.Match(muscade.game("pass-pass"), seats=3, seed=7, leader=0)
    >>> match.state.turn()
    (0,)
    >>> match.play(0, match.state.moves(0)[0])
    >>> len(match.record.events)  # the deal and this card
    2
    """

    def __init__(
        self,
        game: Game[Any, Any],
        seats: int,
        seed: int | str | None = None,
        clock: Callable[[], int] = now,
        *,
        begin_at: Move | str | None = None,
        **options: Any,
    ) -> None:
        """``begin_at`` is a position to begin from, as a move or in notation: ``set …`` (`muscade.core.positions`)."""
        self.game = game
        self.clock = clock
        self.seed = new_seed() if seed is None else str(seed)
        self.state: State = game.new(seats, **options)
        self.words = Words(self.state)
        self.record = Record(
            game.name,
            game.version,
            seats,
            self.state.options,
            [],
            seed=self.seed,
            commitment=commitment(self.seed),
        )
        if begin_at is not None:
            self.apply(NATURE, begin_at)
        self.nature()

    @classmethod
    def from_record(cls, record: Record, clock: Callable[[], int] = now) -> Self:
        """The match a record tells; raises `InvalidRecord` at the first event that does not play."""
        match = cls.__new__(cls)
        match.game = find_game(record.game)
        match.clock = clock
        match.seed = new_seed() if record.seed is None else record.seed
        match.state, match.words = record.follow()
        match.record = msgspec.structs.replace(
            record, options=match.state.options, events=list(record.events)
        )
        return match

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, by the law or by a word of the table; None while it goes on."""
        return self.words.outcome(self.state.outcome())

    def play(self, seat: Seat, move: Move | str) -> None:
        """Make a move, or raise and change nothing; chance's answer follows at once.

        ``move`` may also be a word of the table (`muscade.core.words`), such as ``"/resign"``.
        """
        self.apply(seat, move)
        self.nature()

    def apply(self, seat: Seat, move: Move | str) -> None:
        """Make one move, chance's too, and nothing more."""
        if isinstance(move, str):
            if is_word(move):
                self._say(seat, move)
                return
            move = self.game.parse(move)
        if self.words.by is not None:
            raise InvalidWord(*GAME_OVER)
        self.state.play(seat, move)
        self.words.moved(seat)
        self.record.events.append(RecordedEvent(seat, move.notation, self.clock()))

    def _say(self, seat: Seat, word: str) -> None:
        if self.state.outcome() is not None:
            raise InvalidWord(*GAME_OVER)
        self.words.say(seat, word)
        self.record.events.append(RecordedEvent(seat, word, self.clock()))

    def draw(self) -> Move:
        """What the seed makes NATURE do now."""
        return self.game.draw(self.state, SeedStream(self.seed, len(self.state.history)))

    def nature(self) -> None:
        """Play chance's moves until a person is to act, or the game is over."""
        while self.state.turn() == (NATURE,) and self.words.by is None:
            self.apply(NATURE, self.draw())


def replay(record: Record | str | bytes) -> Match:
    """The match that a record, or its JSON, tells: the same state again, ready to go on."""
    return Match.from_record(record if isinstance(record, Record) else Record.from_json(record))
