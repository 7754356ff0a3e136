"""Who hears which words in a room, and which messages it has heard."""

from __future__ import annotations

from msgspec.structs import replace

from muscade.server.rooms.law.members import plays
from muscade.server.rooms.state import RoomState
from muscade.server.rows import RoomChatRow
from muscade.server.tokens import digest

MOST_HEARD = 40
"""So many of the last messages are known again."""


def hidden_in(state: RoomState, speaker: str) -> int | None:
    """The game whose players do not hear what somebody says now, if there is one: they speak freely who look on."""
    return state.number if state.playing and not plays(state, speaker) else None


def may_read(state: RoomState, person: str, chat: RoomChatRow) -> bool:
    hidden = state.playing and chat.hidden_in == state.number and plays(state, person)
    return not (hidden or is_deleted(chat))


def is_deleted(chat: RoomChatRow) -> bool:
    """With whoever said it."""
    return chat.words is None and chat.phrase is None


def _mark(person: str, message_id: str) -> str:
    return digest(f"{person} {message_id}")[:16]


def was_heard(state: RoomState, person: str, message_id: str) -> bool:
    """Has this message changed the room before?"""
    return _mark(person, message_id) in state.heard


def heard(state: RoomState, person: str, message_id: str) -> RoomState:
    return replace(state, heard=(*state.heard, _mark(person, message_id))[-MOST_HEARD:])
