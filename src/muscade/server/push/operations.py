"""The addresses of Web Push, described."""

from __future__ import annotations

from muscade.server import refusals
from muscade.server.operations import Operation
from muscade.server.push import requests

OPERATIONS = (
    Operation(
        "GET",
        "/api/push",
        "read_push",
        "What a browser needs to let this server write to it (Web Push)",
        requests.PushInfo,
    ),
    Operation(
        "POST",
        "/api/people/me/push",
        "set_push",
        "Where this device wants to be told that it is one's turn",
        requests.PushInfo,
        request=requests.SetPush,
        refusals=(
            refusals.no_push,
            refusals.bad_endpoint,
            refusals.bad_push_keys,
            refusals.too_many_requests,
        ),
        of_device=True,
    ),
    Operation(
        "DELETE",
        "/api/people/me/push",
        "forget_push",
        "This device does not want to be told any more",
        requests.PushInfo,
        of_device=True,
    ),
)
