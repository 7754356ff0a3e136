"""The record of a game: a header and every event, enough to play it again."""

from __future__ import annotations

from typing import Self

import msgspec

from muscade.core.errors import InvalidNotation, InvalidRecord
from muscade.core.moves import Options, Seat
from muscade.core.registry import game as find_game


class RecordedEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move in notation, who made it (-1: chance), and when, in milliseconds since 1970."""

    seat: Seat
    move: str
    at: int


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
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InvalidRecord(
                f"This is not a record: {error}", f"Ceci n'est pas une partie enregistrée : {error}"
            ) from None

    def redacted(self, viewer: Seat | None) -> Record:
        """The record as one seat (None: a spectator) saw it happen. The seed, which tells all, is left out."""
        game = find_game(self.game)
        state = game.new(self.seats, **self.options)
        events = []
        for number, event in enumerate(self.events):
            try:
                move = game.parse(event.move)
            except InvalidNotation as error:
                raise InvalidRecord(
                    f"Event {number}: {error.text.en}", f"Coup {number} : {error.text.fr}"
                ) from None
            seen = state.redact(event.seat, move, viewer)
            events.append(RecordedEvent(event.seat, seen.notation, event.at))
        return Record(
            self.game,
            self.version,
            self.seats,
            self.options,
            events,
            seed=None,
            commitment=self.commitment,
            viewer="spectator" if viewer is None else viewer,
        )
