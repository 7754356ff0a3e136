"""Secrets that open a seat: unguessable, and stored only as their digests."""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """144 bits, in 24 letters that are safe in an address."""
    return secrets.token_urlsafe(18)


def digest(token: str) -> str:
    """What the database keeps of a secret. A fast hash will do: nobody can try 2^144 tokens.

    >>> digest("an invitation")[:16]
    'b18204ff44e9b4c8'
    """
    return hashlib.sha256(token.encode()).hexdigest()
