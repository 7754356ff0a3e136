"""The table in words says of the top card what the law says of it."""

from __future__ import annotations

import msgspec
import pytest

import muscade
from muscade.games.passe_eclair.cards import card_number
from muscade.games.passe_eclair.rules import EVERYTHING, SOCKE, fitting
from muscade.games.passe_eclair.state import WANTED
from muscade.games.passe_eclair.view import Laid

GAME = muscade.game("passe-eclair")


def told(card: str) -> str:
    view = GAME.new(3).view(0)
    wanted = WANTED[card_number(card)]
    return GAME.describe(msgspec.structs.replace(view, middle=(Laid(card, None),), wanted=wanted)).en


@pytest.mark.clause("ES-5", "ES-7", "ES-8")
def test_what_is_wanted_is_what_fits() -> None:
    assert "Wanted: a card of Marlon, or Socke" in told("L>M")
    assert fitting(card_number("socke"), back=False) == EVERYTHING
    assert "Anything goes" in told("socke")
    assert fitting(card_number("michi"), back=False) == 1 << SOCKE
    assert "Wanted: Socke." in told("michi")
    assert "Anything goes" not in told("michi")
