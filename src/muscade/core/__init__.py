"""The contract between games and everything that plays them."""

from muscade.core.errors import (
    BrokenGame,
    IllegalMove,
    InvalidNotation,
    InvalidOptions,
    InvalidRecord,
    InvalidWord,
    MuscadeError,
    UnknownGame,
)
from muscade.core.game import Game
from muscade.core.match import Match, replay
from muscade.core.moves import NATURE, NOBODY, Event, Move, Options, Seat
from muscade.core.notation import Notation, Spelling, like, one_of, several
from muscade.core.options import Choice, Option
from muscade.core.record import Origin, Record, RecordedEvent, SeenEvent
from muscade.core.refusals import Refusal
from muscade.core.registry import game, game_names
from muscade.core.state import State
from muscade.core.text import Text
from muscade.core.views import EndedBy, Hint, Insight, Outcome, Progress, Tally, View, encode

__all__ = [
    "NATURE",
    "NOBODY",
    "BrokenGame",
    "Choice",
    "EndedBy",
    "Event",
    "Game",
    "Hint",
    "IllegalMove",
    "Insight",
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
    "Origin",
    "Outcome",
    "Progress",
    "Record",
    "RecordedEvent",
    "Refusal",
    "Seat",
    "SeenEvent",
    "Spelling",
    "State",
    "Tally",
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
