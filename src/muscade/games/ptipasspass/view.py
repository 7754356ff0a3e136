"""What a PtiPassPass table shows."""

from __future__ import annotations

from typing import Literal

import msgspec

from muscade.core import Seat, View

Phase = Literal["first", "hide", "doublon", "announce", "menteur", "swap", "lift", "over"]
"""Waiting for: chance to draw the first player; a token in the fist and a cup named; window 1; a colour announced;
window 2; a swap or three cups to lift; three cups to lift after a swap; nothing any more."""


class Cup(msgspec.Struct, frozen=True):
    """A cup's name and where it stands, ``x`` to the right and ``y`` down (PT-2). A name stays with its place."""

    name: str
    x: float
    y: float


class Mat(msgspec.Struct, frozen=True, tag_field="equipment", tag="mat"):
    """What is drawn between the cups, by their names: who can be swapped (PT-15), and along what else lines run (PT-16)."""

    swaps: tuple[tuple[str, str], ...]
    lines: tuple[tuple[str, str], ...]


class Reveal(msgspec.Struct, frozen=True):
    """Tokens brought to light: under the cup of that name, or in the ``fist``."""

    where: str
    tokens: tuple[str, ...]


class Challenge(msgspec.Struct, frozen=True):
    """A challenge and its result, which all may know (PT-20); ``announced`` is None for Doublon."""

    seat: Seat
    active: Seat
    word: Literal["doublon", "menteur"]
    cup: str
    announced: str | None
    right: bool


NoteKind = Literal["placed", "took", "kept", "swapped", "lifted"]


class Note(msgspec.Struct, frozen=True):
    """A line of the notebook: what a seat did, to which cups, and the tokens that the reader saw.

    ``took``: the tokens of a cup (PT-9), or a fist's (PT-10, PT-12). ``kept``: the fist's token, shown (PT-11).
    ``lifted``: one of three cups (PT-16), or the one that a challenger found empty (PT-10).
    """

    seat: Seat
    what: NoteKind
    cups: tuple[str, ...]
    tokens: tuple[str, ...]
    announced: str | None


class RoundEnd(msgspec.Struct, frozen=True):
    """How a round ended: who won it, by which three cups; nobody if it was void (PT-19)."""

    round: int
    winner: Seat | None
    cups: tuple[str, ...]


class PtiPassPassView(View, frozen=True, kw_only=True):
    """A PtiPassPass table as one seat sees it. Tokens are ``B``, ``G`` and ``O``, cups are named ``a1``."""

    phase: Phase
    round: int
    """Counted from 1; the replay of a void round has a number of its own."""
    turns: int
    """Turns finished in the whole game (PT-19)."""
    first: Seat | None
    """The first player of this round (PT-4)."""
    active: Seat | None
    cups: tuple[Cup, ...]
    held: tuple[int, ...]
    """How many tokens every seat holds, the one in a fist included (PT-14)."""
    hand: tuple[str, ...]
    """One's own tokens but the one in the fist."""
    fist: str | None
    """The token in the fist, for the active player alone."""
    named: str | None
    """The cup that the active player has named (PT-5)."""
    announced: str | None
    """The colour that the active player has announced (PT-5)."""
    ok: tuple[Seat, ...]
    """Who has said OK in the open window (PT-8)."""
    swapped: tuple[str, ...]
    """The two cups that the active player has swapped in this turn (PT-15)."""
    challenge: Challenge | None
    """The challenge that the last event made."""
    revealed: tuple[Reveal, ...]
    """What the last event showed to this seat; gone with the next event (PT-20)."""
    notebook: tuple[Note, ...] | None
    """All that this seat has seen in this round, where the table has chosen the memory aid (PT-20)."""
    victories: tuple[int, ...]
    supply: int
    """Victory tokens that nobody has yet (PT-1)."""
    last_round: RoundEnd | None
