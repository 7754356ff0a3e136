"""The contract between games and everything that plays them."""

from muscade.core.errors import (
    IllegalMove,
    InvalidNotation,
    InvalidOptions,
    InvalidRecord,
    InvalidWord,
    MuscadeError,
    UnknownGame,
)
from muscade.core.game import Choice, Game, Option, State
from muscade.core.match import Match, replay
from muscade.core.moves import NATURE, Event, Move, Options, Seat
from muscade.core.notation import Notation, Spelling, like, one_of, several
from muscade.core.record import Record, RecordedEvent
from muscade.core.refusals import Refusal
from muscade.core.registry import game, game_names
from muscade.core.text import Text
from muscade.core.views import EndedBy, Hint, Outcome, Progress, View, encode

__all__ = [
    "NATURE",
    "Choice",
    "EndedBy",
    "Event",
    "Game",
    "Hint",
    "IllegalMove",
    "InvalidNotation",
    "InvalidOptions",
    "InvalidRecord",
    "InvalidWord",
    "Match",
    "Move",
    "MuscadeError",
    "Notation",
    "Option",
    "Options",
    "Outcome",
    "Progress",
    "Record",
    "RecordedEvent",
    "Refusal",
    "Seat",
    "Spelling",
    "State",
    "Text",
    "UnknownGame",
    "View",
    "encode",
    "game",
    "game_names",
    "like",
    "one_of",
    "replay",
    "several",
]
