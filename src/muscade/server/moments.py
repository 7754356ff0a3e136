"""A moment of a game as bytes for those who look on: what all their views share is written once.

The bytes are those of `muscade.server.protocol.Update` as msgspec writes it, field by field; a test holds them to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from muscade.core import Outcome, Seat, State, View

encode = msgspec.json.Encoder().encode

_MARK = b"\0"
"""No JSON has this byte."""
_HOLE = msgspec.Raw(_MARK)
"""Written in the place of a field that is each viewer's own."""


@cache
def _holes(view_type: type[View]) -> dict[str, Any] | None:
    """The fields of a view in their order, each a hole; None for one that is not simply written field by field."""
    config, names = view_type.__struct_config__, view_type.__struct_fields__
    if config.omit_defaults or config.tag or config.array_like or names != view_type.__struct_encode_fields__:
        return None
    return dict.fromkeys(names, _HOLE)


class Moment:
    """How a game stands, for as long as it stands so."""

    __slots__ = ("_frame", "_framed", "_over", "_own", "_pieces", "_state")

    def __init__(self, state: State, over: Outcome | None = None) -> None:
        """``over``: how it has ended, where the state does not say so."""
        self._state = state
        self._over = over
        self._own: list[str] = []
        self._pieces: list[bytes] = []
        """What stands before each field of one's own, and after the last."""
        self._framed: tuple[int, bytes, int, bytes] | None = None
        self._frame: list[bytes] = []
        """An update with an empty place for whatever is each viewer's own; of what, stands in ``_framed``."""
        shared, holes = state.shared_fields(), _holes(state.game.view_type)
        if shared is not None and holes is not None:
            fields = {**holes, **shared, **state.common_to_all(), "history": ()}
            if over is not None:
                fields.update(turn=(), outcome=over)
            self._own = [name for name, value in fields.items() if value is _HOLE]
            self._pieces = encode(fields).split(_MARK)

    def view(self, seat: Seat | None) -> bytes:
        """What a seat sees, without the history: events tell that."""
        if not self._pieces:
            return self._whole(seat)
        fields = {**self._state.seat_fields(seat), "seat": seat}
        return b"".join(_alternating(self._pieces, [encode(fields[name]) for name in self._own]))

    def update(
        self, seat: Seat | None, moves: bytes, deadline: bytes, alike: tuple[int, bytes, int, bytes]
    ) -> bytes:
        """An update for one viewer. ``alike`` is what many of them have in common: the version, the events, what time it is
        and the clocks; as long as it stays the same, only what is a viewer's own is written."""
        if alike != self._framed:
            self._framed, self._frame = alike, self._make_frame(*alike)
        parts = self._frame.copy()
        parts[1] = encode(seat)
        if self._pieces:
            fields = self._state.seat_fields(seat)
            fields["seat"] = seat
            parts[3:-4:2] = [encode(fields[name]) for name in self._own]
        else:
            parts[3] = self._whole(seat)
        parts[-4] = moves
        parts[-2] = deadline
        return b"".join(parts)

    def _make_frame(self, version: int, events: bytes, now: int, clocks: bytes) -> list[bytes]:
        pieces = [*(self._pieces or (b"", b""))]
        pieces[0] = b',"events":[%b],"view":%b' % (events, pieces[0])
        pieces[-1] += b',"moves":'
        return _alternating(
            [
                b'{"type":"update","version":%d,"seat":' % version,
                *pieces,
                b',"now":%d,"deadline":' % now,
                b',"clocks":%b}' % clocks,
            ]
        )

    def _whole(self, seat: Seat | None) -> bytes:
        """Of a game that does not tell apart what is everybody's."""
        view = msgspec.structs.replace(self._state.view(seat), history=())
        over = self._over
        return encode(view if over is None else msgspec.structs.replace(view, turn=(), outcome=over))


def _alternating(outer: list[bytes], inner: Sequence[bytes] | None = None) -> list[bytes]:
    """One of the outer, one of the inner, and so on to the last of the outer; nothing for inner ones that are not there yet.

    >>> _alternating([b"a", b"c", b"e"], [b"b", b"d"]), _alternating([b"a", b"c"])
    ([b'a', b'b', b'c', b'd', b'e'], [b'a', b'', b'c'])
    """
    parts = [b""] * (2 * len(outer) - 1)
    parts[::2] = outer
    if inner is not None:
        parts[1::2] = inner
    return parts


class BeforeChance(msgspec.Struct, frozen=True):
    """The table as a move left it, where chance has gone on from there at once: for those who saw it till that move."""

    since: int
    version: int
    updates: dict[Seat | None, bytes]
    """By the seat one looks through; each lacks its end, from the time on."""
