"""A room without a server, and who may be in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from muscade.server.protocol import TableSettings
from muscade.server.refusals import RequestRefused
from muscade.server.rooms import law
from muscade.server.rooms.state import Member, RoomState

CHOICE = law.Choice("pass-pass", 4, {"teams": "2x2"}, TableSettings(), "greedy")
ADA, BEA, CLEO, DANA = (Member(name, name.title(), "ring") for name in ("ada", "bea", "cleo", "dana"))


def room(*others: Member, **changes: Any) -> RoomState:
    """Ada's, with others in it who look on."""
    state = law.opened(CHOICE, ADA, "owner")
    for other in others:
        state = law.enter(state, other)
    return replace(state, **changes)


def seats(state: RoomState) -> list[str | None]:
    """Who sits where, or which bot does."""
    return [place.person or place.level for place in state.places]


def people(state: RoomState) -> list[str]:
    return [member.person for member in state.members]


def begun(state: RoomState, table: str = "table") -> RoomState:
    return law.start(state, state.host, table)


def refusal(act: Callable[..., RoomState], *about: Any, **more: Any) -> str:
    with pytest.raises(RequestRefused) as refused:
        act(*about, **more)
    return refused.value.code
