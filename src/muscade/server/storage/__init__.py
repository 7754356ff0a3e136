"""Durable storage: every write is on the disk when its call returns, or raises."""

from muscade.server.storage.errors import Conflict, Fenced, StorageError
from muscade.server.storage.store import Pruned, Storage

__all__ = ["Conflict", "Fenced", "Pruned", "Storage", "StorageError"]
