"""The addresses of moderation, described."""

from __future__ import annotations

from http import HTTPStatus

from muscade.server import refusals
from muscade.server.moderation import requests
from muscade.server.operations import Operation
from muscade.server.protocol import Announcement
from muscade.server.rooms.protocol import Ignored

OPERATIONS = (
    Operation(
        "GET",
        "/api/people/me/ignored",
        "read_ignored",
        "Whose words one does not want to see, and whom one does not want to meet",
        Ignored,
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/people/me/ignored",
        "ignore_person",
        "Mute somebody, block them, or neither any more",
        Ignored,
        request=requests.IgnorePerson,
        refusals=(refusals.not_yourself, refusals.unknown_profile, refusals.too_many_ignored),
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/people/me/reports",
        "make_report",
        "Have the operator look at what somebody does in a room",
        requests.ReportMade,
        status=HTTPStatus.CREATED,
        request=requests.MakeReport,
        refusals=(
            refusals.not_yourself,
            refusals.bad_words,
            refusals.unknown_room,
            refusals.not_in_room,
            refusals.no_operator,
            refusals.too_many_reports,
        ),
        of_device=True,
    ),
    Operation(
        "GET",
        "/api/announcements",
        "read_announcements",
        "What the operator tells everybody now",
        tuple[Announcement, ...],
    ),
)
