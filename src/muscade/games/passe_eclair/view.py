"""What a Passe Éclair table shows."""

from __future__ import annotations

from typing import Literal

import msgspec

from muscade.core import Seat, View

Phase = Literal["coach", "deal", "spend", "turn", "play", "draw", "victory", "consolation", "over"]
"""Waiting for: chance to name the coach, or to deal; tokens to be spent; chance to turn a card; cards, from everybody
at once; chance to draw a penalty card, or a token of either sort; nothing any more."""
Wanted = Literal["L", "M", "R", "F", "V", "anything"]
"""A footballer by their letter, or any card at all."""


class Laid(msgspec.Struct, frozen=True):
    """A card in the middle, and who laid it; None: it was turned."""

    card: str
    seat: Seat | None


class Tokens(msgspec.Struct, frozen=True):
    """A seat's tokens in the order they were taken; ``?`` where only the owner may look (ES-21).

    ``goals`` is what they are worth together, None where one does not know. ``spent`` tokens are gone (ES-17).
    """

    victory: tuple[str, ...]
    consolation: tuple[str, ...]
    spent: tuple[str, ...]
    goals: int | None


class Round(msgspec.Struct, frozen=True):
    """A finished round: who won it, who was consoled (ES-14), and the cards everybody was left with (ES-16)."""

    winner: Seat
    consoled: Seat | None
    left: tuple[tuple[str, ...], ...]


class PasseEclairView(View, frozen=True, kw_only=True):
    """A Passe Éclair table as one seat sees it. Cards are named as in notation: ``L>M``, ``socke``, ``michi``."""

    phase: Phase
    round: int
    """1 to 9; 0 before the first deal."""
    coach: Seat | None
    number: int
    """The number of the top card, which every play names (ES-9)."""
    middle: tuple[Laid, ...]
    """From the bottom to the top."""
    wanted: Wanted | None = None
    """Who is to have the ball on the next wild guy (ES-5); ``anything`` on Socke (ES-7), None where no wild guy fits."""
    blocked: bool
    """The referee says that nobody can play anything but Michi (ES-10)."""
    passed: tuple[bool, ...]
    """By seat: has it said "nothing" for the top card (ES-10), or while tokens are spent "ready" (ES-17)?"""
    hand: tuple[str, ...]
    """One's own cards; empty for a spectator."""
    hands: tuple[int, ...]
    """How many cards each seat holds."""
    pile: int
    box: tuple[str, ...]
    """The cards in the box, in the order they came."""
    tokens: tuple[Tokens, ...]
    rounds: tuple[Round, ...]
