"""What is asked and answered over HTTP about Web Push."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

LONGEST_ENDPOINT = 1024
PushKey: TypeAlias = Annotated[str, Meta(min_length=1, max_length=128, pattern="^[A-Za-z0-9_=-]+$")]
"""In base 64, as browsers give it."""


class PushInfo(msgspec.Struct, frozen=True):
    """GET /api/push: what a browser needs to let this server write to it."""

    key: str | None
    """The ``applicationServerKey``; None: this server sends nothing."""


class SetPush(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/people/me/push, with the device's key: where this device wants to be told that it is one's turn."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=LONGEST_ENDPOINT)]
    p256dh: PushKey
    auth: PushKey
    language: Literal["en", "fr"] = "en"
