"""Secrets that open a seat: unguessable, and stored only as their digests."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

BYTES = 18
"""144 bits: 24 letters that are safe in an address."""


def new_token() -> str:
    return secrets.token_urlsafe(BYTES)


def derive(secret: bytes, purpose: str, *parts: str | int) -> str:
    """A token that this installation, and nobody else, makes again from the same parts.

    So a lost answer can be given a second time, though nothing of it was stored.

    >>> derive(b"of this installation", "key", "a request", 0)
    'mzXtw-yosLTDvCcasy6rUvhP'
    >>> derive(b"of this installation", "key", "a request", 1) == derive(b"another's", "key", "a request", 1)
    False
    """
    # Lengths keep ("ab", "c") and ("a", "bc") apart.
    text = "".join(f"{len(part)}:{part}" for part in (purpose, *map(str, parts)))
    made = hmac.digest(secret, text.encode(), "sha256")
    return base64.urlsafe_b64encode(made[:BYTES]).decode()


def digest(token: str) -> str:
    """What the database keeps of a secret. A fast hash will do: nobody can try 2^144 tokens.

    >>> digest("an invitation")[:16]
    'b18204ff44e9b4c8'
    """
    return hashlib.sha256(token.encode()).hexdigest()
