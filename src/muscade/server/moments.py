"""A moment of a game as bytes for those who look on: what all their views share is written once.

The bytes are those of `muscade.server.protocol.Update` as msgspec writes it, field by field; a test holds them to it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import msgspec

from muscade.core import Outcome, Seat, State, View

encode = msgspec.json.Encoder().encode


class Plan(NamedTuple):
    """The fields of a view in their order: those of one's own, and the runs that all share before, between and after them."""

    own: tuple[str, ...]
    shared: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=256)
def _plan(view_type: type[View], shared: tuple[str, ...]) -> Plan | None:
    """None for a view that is not simply written field by field."""
    config, names = view_type.__struct_config__, view_type.__struct_fields__
    if config.omit_defaults or config.tag or config.array_like or names != view_type.__struct_encode_fields__:
        return None
    own = tuple(name for name in names if name not in shared)
    ends = [-1, *map(names.index, own), len(names)]
    return Plan(own, tuple(names[end + 1 : next_end] for end, next_end in pairwise(ends)))


class Moment:
    """How a game stands, for as long as it stands so."""

    __slots__ = ("_over", "_own", "_pieces", "_state")

    def __init__(self, state: State, over: Outcome | None = None) -> None:
        """``over``: how it has ended, where the state does not say so."""
        self._state = state
        self._over = over
        self._own: tuple[str, ...] = ()
        self._pieces: list[bytes] = []
        """What stands before each field of one's own, up to its colon, and after the last."""
        fields = state.shared_fields()
        if fields is not None:
            fields.update(state.common_to_all(), history=())
            if over is not None:
                fields.update(turn=(), outcome=over)
            if plan := _plan(state.game.view_type, tuple(fields)):
                self._own = plan.own
                runs = [encode({name: fields[name] for name in run})[1:-1] for run in plan.shared]
                self._pieces = _pieces(runs, plan.own)

    def view(self, seat: Seat | None) -> bytes:
        """What a seat sees, without the history: events tell that."""
        if not self._pieces:
            view = msgspec.structs.replace(self._state.view(seat), history=())
            over = self._over
            return encode(view if over is None else msgspec.structs.replace(view, turn=(), outcome=over))
        fields = self._state.seat_fields(seat)
        fields["seat"] = seat
        parts: list[bytes] = []
        for piece, name in zip(self._pieces, self._own, strict=False):
            parts += (piece, encode(fields[name]))
        parts.append(self._pieces[-1])
        return b"".join(parts)


class BeforeChance(msgspec.Struct, frozen=True):
    """The table as a move left it, where chance has gone on from there at once: for those who saw it till that move."""

    since: int
    version: int
    updates: dict[Seat | None, bytes]
    """By the seat one looks through; each lacks its end, from the time on."""


def _pieces(runs: list[bytes], own: tuple[str, ...]) -> list[bytes]:
    """
    >>> _pieces([b'"a":1', b"", b'"d":4'], ("b", "c"))
    [b'{"a":1,"b":', b',"c":', b',"d":4}']
    >>> _pieces([b"", b""], ("a",))
    [b'{"a":', b'}']
    """
    pieces = []
    for place, run in enumerate(runs):
        label = [b'"%b":' % own[place].encode()] if place < len(own) else []
        fields = b",".join(([run] if run else []) + label)
        begin = b"{" if place == 0 else b"," if fields else b""
        end = b"}" if place == len(own) else b""
        pieces.append(begin + fields + end)
    return pieces
