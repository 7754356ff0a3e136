"""The record of a game: a header and every event, enough to play it again."""

from __future__ import annotations

from typing import Self

import msgspec

from muscade.core.errors import IllegalMove, InvalidNotation, InvalidRecord, InvalidWord
from muscade.core.moves import Options, Seat
from muscade.core.registry import game as find_game
from muscade.core.state import State
from muscade.core.text import quoted
from muscade.core.words import Words, is_word


class RecordedEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A move in notation, who made it (-1: chance), and when, in milliseconds since 1970; or a word of the table
    (`muscade.core.words`).

    ``shown`` stands in redacted records only: what the viewer learned by the event, which a whole record implies.
    """

    seat: Seat
    move: str
    at: int
    shown: tuple[str, ...] = ()


class SeenEvent(msgspec.Struct, frozen=True):
    """One move, as the seat one looks through saw it, or a word of the table; ``at`` in milliseconds since 1970.

    ``shown`` is what that seat learned by it: a card turned up, say, in notation of the game's own.
    """

    version: int
    seat: Seat
    move: str
    at: int
    shown: tuple[str, ...]


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a game goes on from: another one, or a variation of it, after so many events there."""

    table: str
    version: int
    events: int
    """The first so many events of the record are from there; no seed of this one has to do with them."""
    variation: str | None = None


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """A game so far.

    ``viewer`` is None for the whole truth; a record redacted for somebody names the seat, or "spectator", and
    has ``?`` for what that one did not know. ``seed`` is there only if every draw came from it. Where seats have added
    ``numbers``, it is made of them and the server's ``part``, which has the ``commitment`` (`muscade.core.chance.seed_of`); else it
    is the server's part itself.
    """

    game: str
    version: int
    seats: int
    options: Options
    events: list[RecordedEvent]
    seed: str | None = None
    commitment: str | None = None
    part: str | None = None
    numbers: tuple[str | None, ...] = ()
    """What each seat has added; empty if none has."""
    viewer: Seat | str | None = None
    origin: Origin | None = None

    def to_json(self) -> str:
        """The record as a text that `from_json` and `replay` read."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The record that a text tells, or `InvalidRecord`; whether it plays is not looked at."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InvalidRecord(
                f"This is not a record: {error}", f"Ceci n'est pas une partie enregistrée : {error}"
            ) from None

    def redacted(self, viewer: Seat | None) -> Record:
        """The record as one seat (None: a spectator) saw it happen. The seed, which tells all, is left out."""
        seen = iter(self.play().seen(viewer))
        events = [
            event
            if is_word(event.move)
            else RecordedEvent(event.seat, (known := next(seen)).move, event.at, known.shown)
            for event in self.events
        ]
        return msgspec.structs.replace(
            self, seed=None, part=None, viewer="spectator" if viewer is None else viewer, events=events
        )

    def play(self) -> State:
        """The state the record leads to; raises `InvalidRecord` at the first event that does not play."""
        return self.follow()[0]

    def follow(self) -> tuple[State, Words]:
        """The same, and what was said beside the moves, which may have ended the game."""
        game = find_game(self.game)
        if self.version != game.version:
            raise InvalidRecord(
                f"The record is of version {self.version} of {self.game}; this is version {game.version}.",
                f"La partie est de la version {self.version} de {self.game} ; ici, c'est la {game.version}.",
            )
        state, words = self.begin()
        for number in range(len(self.events)):
            self.go_on(state, words, number)
        return state, words

    def begin(self) -> tuple[State, Words]:
        """Where the game begins, under today's law, and nothing has been said."""
        if self.viewer is not None:
            raise InvalidRecord(
                "A redacted record cannot be replayed: it does not tell everything.",
                "Une partie expurgée ne peut être rejouée : elle ne dit pas tout.",
            )
        state: State = find_game(self.game).new(self.seats, **self.options_today())
        return state, Words(state)

    def options_today(self) -> Options:
        """Its options as they are called today (`Game.former_options`)."""
        return find_game(self.game).former_options(self.version, self.options)

    def go_on(self, state: State, words: Words, number: int) -> None:
        """One event, by its place from 0, on top of those before it; an `InvalidRecord` says which does not play, counted from 1, and why."""
        event = self.events[number]
        try:
            if is_word(event.move):
                words.say(event.seat, event.move)
            else:
                state.play(event.seat, state.game.parse(event.move))
                words.moved(event.seat)
        except (IllegalMove, InvalidNotation, InvalidWord) as error:
            raise InvalidRecord(
                f"Event {number + 1}, {quoted(event.move)} of seat {event.seat}: {error}",
                f"Coup {number + 1}, {quoted(event.move)} de la place {event.seat} : {error.text.fr}",
            ) from None
