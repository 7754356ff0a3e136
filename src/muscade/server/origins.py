"""Whose pages may ask this server for things: its own, and those the operator names. Programs say no origin."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from muscade.server import refusals


def check_origin(headers: Mapping[str, str], others: Collection[str] = ()) -> None:
    """Refuse a page from elsewhere: a browser says where a page comes from, and no page can hide it.

    >>> check_origin({"host": "localhost:8000", "origin": "http://localhost:8000"})
    >>> check_origin({"host": "localhost:8000"})
    """
    origin = headers.get("origin")
    if origin is None or origin in others:
        return
    host = headers.get("host", "").lower()
    if not host or origin.lower().partition("://")[2] != host:
        raise refusals.foreign_origin()
