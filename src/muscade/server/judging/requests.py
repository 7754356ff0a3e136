"""What is asked and answered over HTTP about a trick on a real table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

CardName = Annotated[str, Meta(min_length=1, max_length=16)]


class AskJudge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/judge: who wins these cards, in the order in which they were laid?"""

    game: Annotated[str, Meta(min_length=1, max_length=64)]
    cards: Annotated[tuple[CardName, ...], Meta(max_length=12)]
    """By their names: `GameInfo.order`."""
