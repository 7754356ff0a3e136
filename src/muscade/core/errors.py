"""What can be wrong with what somebody asks, each kind with a name of its own.

Every error carries a :class:`Text`, so that a refusal can be shown to a player in their language.
"""

from __future__ import annotations

from muscade.core.text import Text


class MuscadeError(ValueError):
    """The root of all refusals: what was asked is wrong, and nothing has changed.

    ``args`` stay what they were when it was raised, so that errors come home whole from other processes.
    """

    def __init__(self, en: str, fr: str) -> None:
        self.text = Text(en, fr)

    def __str__(self) -> str:
        return self.text.en


class IllegalMove(MuscadeError):
    """A well-formed move that the law forbids here; ``clause`` says which sentence of the law."""

    def __init__(self, clause: str, en: str, fr: str) -> None:
        super().__init__(en, fr)
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.text.en} ({self.clause})"


class InvalidNotation(MuscadeError):
    """A text that names no move of the game."""


class InvalidWord(MuscadeError):
    """A word of the table that cannot be said here and now."""


class InvalidOptions(MuscadeError):
    """A number of seats or an option that the game does not have."""


class InvalidRecord(MuscadeError):
    """A record that cannot be read, or that does not play."""


class UnknownGame(MuscadeError):
    """No installed package offers a game of that name."""


class BrokenGame(MuscadeError):
    """A package offers a game of that name, and it cannot be loaded; the cause is chained."""
