"""What can go wrong between bots."""

from __future__ import annotations

from typing import Any

from muscade.core import MuscadeError


class ArenaError(MuscadeError):
    """A tournament that cannot be played, or a picture that cannot be drawn of it."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors come home from other processes, with both their sentences."""
        return type(self), (self.text.en, self.text.fr)


class BotFailed(ArenaError):
    """A bot raised an error, or chose what it was not offered."""


class Stopped(Exception):
    """Somebody wants to stop; the game at hand is given up."""
