"""The addresses of people and rooms, described."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from muscade.server import refusals
from muscade.server.operations import Operation
from muscade.server.rooms import requests


def example_person() -> Any:
    return {"name": "Ada", "portrait": requests.PORTRAITS[0], "id": "an example of sixteen letters"}


OPERATIONS = (
    Operation(
        "POST",
        "/api/people",
        "make_person",
        "Make oneself known, once for each device",
        requests.PersonMade,
        status=HTTPStatus.CREATED,
        request=requests.MakePerson,
        example=example_person,
        refusals=(refusals.bad_name, refusals.too_many_people, refusals.storage),
    ),
    Operation(
        "GET",
        "/api/people/me",
        "read_me",
        "Who the device belongs to, with their rooms and how their games ended",
        requests.Me,
        of_device=True,
    ),
    Operation(
        "PATCH",
        "/api/people/me",
        "change_me",
        "Another name, another portrait",
        requests.PersonInfo,
        request=requests.ChangePerson,
        refusals=(refusals.bad_name, refusals.name_of_account),
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/rooms",
        "create_room",
        "Create a room",
        requests.RoomFound,
        status=HTTPStatus.CREATED,
        request=requests.CreateRoom,
        refusals=(
            "game",
            "seats",
            "options",
            refusals.unknown_level,
            refusals.too_many_rooms,
            refusals.too_many_open,
            refusals.too_busy,
        ),
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/rooms/find",
        "find_room",
        "The room that a code opens",
        requests.RoomFound,
        request=requests.FindRoom,
        refusals=(refusals.unknown_room, refusals.too_many_codes, refusals.storage),
    ),
    Operation(
        "POST",
        "/api/rooms/{room}/leave",
        "leave_room",
        "Go for good without having come: where one was paired and rather stays elsewhere",
        requests.RoomFound,
        refusals=(refusals.unknown_room, refusals.too_busy),
        of_device=True,
    ),
)
