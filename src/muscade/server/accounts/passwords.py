"""Passwords, kept as what argon2 makes of them. That takes time and memory on purpose, so it is done beside the event loop."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from muscade.server import refusals

SHORTEST = 8
AT_ONCE = 2
"""Passwords that are looked at together: each takes 64 MiB."""
MOST_WAITING = 60

T = TypeVar("T")
hasher = PasswordHasher()


@cache
def _nobodys() -> str:
    """What a password is compared with where there is no account: it takes as long, and is never right."""
    return hasher.hash("nobody's password")


def _plain(password: str) -> str:
    """However a keyboard writes an accent, it is the same password."""
    return unicodedata.normalize("NFKC", password)


class Passwords:
    """All of one server's."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "muscade-password")
        self._waiting = 0

    def close(self) -> None:
        self._threads.shutdown()

    async def hash(self, password: str) -> str:
        """What is stored of a new password."""
        if len(password) < SHORTEST:
            raise refusals.short_password(count=SHORTEST)
        return await self._beside(lambda: hasher.hash(_plain(password)))

    async def is_right(self, password: str, stored: str | None) -> bool:
        """Where nothing is stored, no password is right, and that takes as long to find out."""
        return await self._beside(lambda: _verify(password, stored))

    @staticmethod
    def is_old(stored: str) -> bool:
        """Of a time when less was asked of computers."""
        return hasher.check_needs_rehash(stored)

    async def _beside(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise refusals.too_busy(retry_after=refusals.COME_BACK)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _verify(password: str, stored: str | None) -> bool:
    nobodys = _nobodys()
    try:
        hasher.verify(stored or nobodys, _plain(password))
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None
