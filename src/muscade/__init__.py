"""Muscade: the pass games, as a library.

>>> import muscade
>>> game = muscade.game("pass-pass")
>>> match = muscade.Match(game, seats=4, seed=7, teams="2x2")
>>> [seat] = match.state.turn()
>>> match.play(seat, match.state.moves(seat)[0])
>>> again = muscade.replay(match.record.to_json())
>>> again.state.view(0) == match.state.view(0)
True
"""

from importlib.metadata import version

from muscade.core import (
    NATURE,
    Event,
    Game,
    IllegalMove,
    InvalidNotation,
    InvalidOptions,
    InvalidRecord,
    InvalidWord,
    Match,
    Move,
    MuscadeError,
    Outcome,
    Record,
    State,
    Text,
    UnknownGame,
    View,
    game,
    game_names,
    replay,
)

__version__ = version("muscade")

__all__ = [
    "NATURE",
    "Event",
    "Game",
    "IllegalMove",
    "InvalidNotation",
    "InvalidOptions",
    "InvalidRecord",
    "InvalidWord",
    "Match",
    "Move",
    "MuscadeError",
    "Outcome",
    "Record",
    "State",
    "Text",
    "UnknownGame",
    "View",
    "game",
    "game_names",
    "replay",
]
