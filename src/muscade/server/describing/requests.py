"""What is asked over HTTP about a view in words."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from muscade.core import Options


class TellView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/describe: a view as a table sent it, and what people are called there. Nothing of it is kept."""

    game: Annotated[str, Meta(min_length=1, max_length=64)]
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: Options
    view: dict[str, Any]
    """Its history may be left empty."""
    names: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=16)] = ()
    """By seat."""
