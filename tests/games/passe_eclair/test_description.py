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


@pytest.mark.clause("ES-13")
@pytest.mark.parametrize("number", [1, 8, 9])
def test_rounds_have_their_own_numbers_whatever_the_game_began_with(number: int) -> None:
    taken = ",".join("11122233"[: number - 1])
    begun = f"set hands=L>M/socke,M>R/V>F,R>L,L>V coach=0 middle=F>L victory={taken}// round={number}"
    match = muscade.Match(GAME, 3, seed=f"{7:064x}", begin_at=begun)
    match.play(0, "L>M on 1")
    view = match.state.view(None)
    assert (view.round, view.outcome is None) == ((9, False) if number == 9 else (number + 1, True))
    assert f"Round {number} was won by" in GAME.describe(view).en
