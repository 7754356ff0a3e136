"""What is asked and told about moderation: over HTTP with the device's key, and in a room about those one ignores."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from muscade.server.protocol import RequestId
from muscade.server.rooms.protocol import PersonId

REASON_LENGTH = 280

RoomId = Annotated[str, Meta(min_length=1, max_length=64)]
Reason = Annotated[str, Meta(min_length=1, max_length=REASON_LENGTH)]


class IgnorePerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/people/me/ignored, with the device's key: not to hear somebody, or not to meet them either.

    None: neither any more.
    """

    person: PersonId
    how: Literal["mute", "block"] | None


class MakeReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/people/me/reports, with the device's key: the operator is to look at what somebody does in a room."""

    room: RoomId
    person: PersonId
    reason: Reason
    id: RequestId
    """Asked again with the same id, the same report is meant."""


class ReportMade(msgspec.Struct, frozen=True):
    """The operator will read it, with the last words of the room."""

    report: str
