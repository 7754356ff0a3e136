"""What can go wrong with a database."""

from __future__ import annotations


class StorageError(Exception):
    """The database is not known to have done it: what is in memory has to be read again."""


class Conflict(StorageError):
    """Another writer has that version, that number or that message already: read again."""


class Fenced(StorageError):
    """Another server keeps this table now: its bots and its clock are no longer one's own."""
