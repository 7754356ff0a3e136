"""Telling a view. It knows no game: everything is asked of the contract."""

from __future__ import annotations

from typing import Any

import msgspec

from muscade.core import Game, MuscadeError, game
from muscade.server.describing.requests import TellView


class NoSuchView(Exception):
    """No table can look like this."""


def tell(asked: TellView) -> bytes:
    """The view in every language, as JSON; whatever somebody sent that is no view of that game is `NoSuchView`."""
    played: Game[Any, Any] = game(asked.game)
    try:
        view = msgspec.convert(asked.view, type=played.view_type, strict=False)
        if (view.game, view.seats, view.options) != (asked.game, asked.seats, asked.options):
            raise NoSuchView("the view is one of another table")
        return msgspec.json.encode(played.describe(view, asked.names))
    except (msgspec.ValidationError, MuscadeError, LookupError, TypeError, ValueError) as error:
        raise NoSuchView(f"this is no view of {asked.game}: {error}") from None
