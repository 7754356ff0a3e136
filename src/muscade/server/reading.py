"""Reading what comes in, through HTTP and WebSockets alike: limited in length and depth, and named if it is wrong."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

from muscade.server import refusals

DEEPEST = 16
"""Nothing honest has as many lists and objects inside one another."""
ID_LENGTH = 64

T = TypeVar("T")

_TEXTS_AND_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)


def read_json(data: bytes, decoder: msgspec.json.Decoder[T], longest: int) -> T:
    """What somebody sent, checked; a `refusals.RequestRefused` says what is wrong with it."""
    if len(data) > longest:
        raise refusals.too_long(limit=longest)
    if is_too_deep(data):
        raise refusals.too_deep(limit=DEEPEST)
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise refusals.malformed(what=error) from None


def is_too_deep(data: bytes) -> bool:
    """Are there more than so many lists and objects inside one another?

    >>> is_too_deep(b"[" * 17), is_too_deep(b'["' + b"[" * 17 + b'"]')
    (True, False)
    """
    if data.count(b"[") + data.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for found in _TEXTS_AND_BRACKETS.finditer(data):
        sign = data[found.start()]
        if sign in b"[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif sign in b"]}":
            depth -= 1
    return False


class _Named(msgspec.Struct):
    id: str


_named = msgspec.json.Decoder(_Named)


def message_id(data: bytes) -> str | None:
    """The id of a message that may be anything at all, so that a refusal can name it."""
    try:
        found = _named.decode(data).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return found if len(found) <= ID_LENGTH else None
