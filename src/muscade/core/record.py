"""The record of a game: a header and every event, enough to play it again."""

from __future__ import annotations

from typing import Self

import msgspec

from muscade.core.errors import IllegalMove, InvalidNotation, InvalidRecord, InvalidWord
from muscade.core.game import State
from muscade.core.moves import Options, Seat
from muscade.core.registry import game as find_game
from muscade.core.text import shown
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


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """A game so far.

    ``viewer`` is None for the whole truth; a record redacted for somebody names the seat, or "spectator", and
    has ``?`` for what that one did not know. ``seed`` is there only if every draw came from it.
    """

    game: str
    version: int
    seats: int
    options: Options
    events: list[RecordedEvent]
    seed: str | None = None
    commitment: str | None = None
    viewer: Seat | str | None = None

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
            self, seed=None, viewer="spectator" if viewer is None else viewer, events=events
        )

    def play(self) -> State:
        """The state the record leads to; raises `InvalidRecord` at the first event that does not play."""
        return self.follow()[0]

    def follow(self) -> tuple[State, Words]:
        """The same, and what was said beside the moves, which may have ended the game."""
        if self.viewer is not None:
            raise InvalidRecord(
                "A redacted record cannot be replayed: it does not tell everything.",
                "Une partie expurgée ne peut être rejouée : elle ne dit pas tout.",
            )
        game = find_game(self.game)
        if self.version != game.version:
            raise InvalidRecord(
                f"The record is of version {self.version} of {self.game}; this is version {game.version}.",
                f"La partie est de la version {self.version} de {self.game} ; ici, c'est la {game.version}.",
            )
        state: State = game.new(self.seats, **self.options)
        words = Words(state)
        for number, event in enumerate(self.events):
            try:
                if is_word(event.move):
                    words.say(event.seat, event.move)
                else:
                    state.play(event.seat, game.parse(event.move))
                    words.moved(event.seat)
            except (IllegalMove, InvalidNotation, InvalidWord) as error:
                raise InvalidRecord(
                    f"Event {number}, {shown(event.move)} of seat {event.seat}: {error}",
                    f"Coup {number}, {shown(event.move)} de la place {event.seat} : {error.text.fr}",
                ) from None
        return state, words
