"""Opponents of Passe Éclair: that they go on whatever they hold."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.passe_eclair.tables import GAME, last_cards, silence

from muscade import NATURE
from muscade.games.passe_eclair.bot import LULL


@pytest.mark.clause("ES-8", "ES-15")
@pytest.mark.parametrize("level", ["normal", "hard", "expert"])
def test_two_who_each_keep_a_last_michi_do_not_wait_for_ever(level: str) -> None:
    """Whoever lays it loses the round, so neither wants to; somebody gives in after a while."""
    bot, rng = GAME.bots()[level], Random(1)
    state = last_cards("michi", "michi", coach=0)
    silence(state)
    round_number = state.table.round
    for _ in range(6 * LULL):
        if state.table.round != round_number or state.phase not in ("play", "turn", "draw"):
            break
        seat = state.turn()[0]
        view = state.view(None if seat == NATURE else seat)
        move = GAME.draw(state, rng) if seat == NATURE else bot.choose(view, state.moves(seat), rng)
        state.play(seat, move)
    assert len(state.view(None).rounds) == 1
