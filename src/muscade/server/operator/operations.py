"""The operator's addresses, described."""

from __future__ import annotations

from collections.abc import Iterator

from muscade.server import refusals
from muscade.server.operations import Operation, Refusals
from muscade.server.operator import requests


def operations() -> Iterator[Operation]:
    """Reading everything, and one action after another; the answer is always all there is to see."""
    yield Operation(
        "GET",
        "/api/operator",
        "read_operator",
        "Figures, rooms, reports, bans, announcements and the log of deeds",
        requests.OperatorView,
        of_operator=True,
    )
    gone = (refusals.not_there_any_more,)
    actions: tuple[tuple[str, str, str, type | None, Refusals], ...] = (
        (
            "rooms/{room}/close",
            "operator_closes",
            "Close a room",
            None,
            (refusals.unknown_room, refusals.too_busy),
        ),
        ("reports/{report}/dismiss", "operator_dismisses", "Deal with a report by doing nothing", None, gone),
        (
            "bans",
            "operator_bans",
            "Shut out a person or a network",
            requests.MakeBan,
            (refusals.unknown_profile, refusals.bad_words, refusals.bad_network, *gone),
        ),
        ("bans/{ban}/lift", "operator_lifts", "Take a ban back", None, gone),
        (
            "announcements",
            "operator_announces",
            "Tell everybody something",
            requests.Announce,
            (refusals.bad_words, *gone),
        ),
        (
            "announcements/{announcement}/withdraw",
            "operator_withdraws",
            "Take an announcement back",
            None,
            gone,
        ),
    )
    for path, name, summary, request, refused in actions:
        yield Operation(
            "POST",
            f"/api/operator/{path}",
            name,
            summary,
            requests.OperatorView,
            request=request,
            refusals=refused,
            of_operator=True,
        )


OPERATIONS = tuple(operations())
