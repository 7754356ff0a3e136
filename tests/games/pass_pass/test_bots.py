"""The bots of Pass Pass: sensible, and polite to their partners."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.pass_pass.tables import GAME, dealt, give, record, run
from tests.games.pass_pass.test_teams import say, talking

from muscade import Match


def test_greedy_clearly_beats_random() -> None:
    """One greedy player among three random ones, in every seat: a fair share would be a quarter."""
    won = 0.0
    for number in range(60):
        seat_of_greedy = number % 4
        match = Match(GAME, 4, seed=number)
        rng = Random(number)
        while turn := match.state.turn():
            bot = GAME.bot("greedy" if turn[0] == seat_of_greedy else "random")
            match.play(turn[0], bot.choose(match.state.view(turn[0]), match.state.moves(turn[0]), rng))
        outcome = match.state.outcome()
        assert outcome is not None
        won += (seat_of_greedy in outcome.winners) / len(outcome.winners)
    assert won / 60 > 0.5


def test_levels_go_from_weak_to_strong() -> None:
    assert list(GAME.bots()) == ["random", "easy", "normal", "hard", "expert"]
    assert GAME.bot("greedy") is GAME.bots()["normal"]


def test_it_takes_the_card_that_wins_the_game() -> None:
    state = dealt("P10", "B12", "G4", "P6")
    record(state, [2, 0, 0, 0])
    give(state, 0, "P1 B1 Y1")
    run(state, "P10,B12,G4,P6")
    move = GAME.bot("greedy").choose(state.view(0), state.moves(0), Random(1))
    assert str(move) == "take G4"


@pytest.mark.clause("PP-21")
@pytest.mark.parametrize("level", ["random", "easy", "normal", "hard", "expert"])
def test_a_bot_agrees_with_its_partner(level: str) -> None:
    state = talking({0: "P4 P5", 1: "B4", 2: "G4", 3: ""})
    bot = GAME.bot(level)
    assert str(bot.choose(state.view(2), state.moves(2), Random(1))) == "record 0"
    say(state, 0, "record 2")  # the poorer choice, but a partner's wish
    assert str(bot.choose(state.view(2), state.moves(2), Random(1))) == "agree"


@pytest.mark.clause("PP-21")
@pytest.mark.parametrize("level", ["random", "easy", "normal", "hard", "expert"])
def test_a_bot_leaves_to_the_rule_what_its_partner_leaves_to_it(level: str) -> None:
    bot = GAME.bot(level)
    state = talking({0: "P4 P5", 1: "B4", 2: "G4", 3: ""})
    say(state, 0, "by-rule")
    assert str(bot.choose(state.view(2), state.moves(2), Random(1))) == "by-rule"
    state = talking({0: "P4 P5", 1: "B4", 2: "G4", 3: ""})
    say(state, 2, "record 2")
    say(state, 0, "by-rule")
    assert str(bot.choose(state.view(2), state.moves(2), Random(1))) == "by-rule", (
        "even past its own proposal"
    )
    state = talking({0: "P4 P5", 1: "B4", 2: "G4", 3: ""})
    say(state, 0, "record 2")
    assert str(bot.choose(state.view(2), state.moves(2), Random(1))) == "agree", (
        "a proposal is a plainer wish"
    )
