"""What can go wrong between bots."""

from __future__ import annotations

from muscade.core import MuscadeError


class ArenaError(MuscadeError):
    """A tournament that cannot be played, or a picture that cannot be drawn of it."""


class BotFailed(ArenaError):
    """A bot raised an error, or chose what it was not offered."""


class Stopped(Exception):
    """Somebody wants to stop; the game at hand is given up."""
