"""The bots of PtiPassPass: they remember, suspect, and go for a line; better at each level."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.ptipasspass.positions import all_ok, alone, announce, hide, place, say, table
from tests.games.ptipasspass.tables import GAME

from muscade import Match
from muscade.games.ptipasspass.bot import Belief, Mind
from muscade.games.ptipasspass.state import PtiPassPassState

BOTS = GAME.bots()


def choice(state: PtiPassPassState, seat: int, level: str = "hard", seed: int = 1) -> str:
    return str(BOTS[level].choose(state.view(seat), state.moves(seat), Random(seed)))


def share(level: str, others: str, seats: int, games: int) -> float:
    """How many games one bot wins against others of another level, in every seat in turn."""
    won = 0.0
    for number in range(games):
        mine = number % seats
        match = Match(GAME, seats, seed=number, max_turns=300)
        rng = Random(number)
        while turn := match.state.turn():
            seat = rng.choice(turn)
            bot = BOTS[level if seat == mine else others]
            match.play(seat, bot.choose(match.state.view(seat), match.state.moves(seat), rng))
        outcome = match.state.outcome()
        assert outcome is not None
        won += (mine in outcome.winners) / len(outcome.winners)
    return won / games


def test_levels_from_the_weakest_to_the_strongest() -> None:
    assert list(BOTS) == ["random", "easy", "normal", "hard", "expert"]


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_a_better_bot_wins_clearly_more_than_its_share(level: str) -> None:
    assert share(level, "easy", 3, 24) > 0.5, "a fair share would be a third"


def test_it_says_doublon_when_it_remembers_a_token() -> None:
    state = place(table(), "B", "a1")
    hide(state, "G", "a1")
    assert choice(state, 0) == choice(state, 2) == "doublon"
    state = hide(place(table(), "B", "a1"), "G", "b1")
    assert choice(state, 0) == choice(state, 2) == "ok"


def test_what_is_forgotten_differs_from_game_to_game() -> None:
    """Were it the same events in every game, some seats would have a better memory than others."""
    events = 24
    forgetful = Mind(worlds=0, memory=0.5, trust=1)
    remembered: dict[tuple[int, int], set[bool]] = {}
    for seed in range(30):
        match, rng = Match(GAME, 3, seed=seed, first=0), Random(seed)
        while len(match.state.history) < events:
            seat = rng.choice(match.state.turn())
            match.play(seat, rng.choice(match.state.moves(seat)))
        for seat in range(3):
            belief = Belief(match.state.view(seat), forgetful, rng)
            again = Belief(match.state.view(seat), forgetful, rng)
            for event in range(12, 20):
                kept = belief._remembers(event)
                assert kept == again._remembers(event)
                remembered.setdefault((seat, event), set()).add(kept)
    assert all(kept == {True, False} for kept in remembered.values())


def test_it_follows_cups_that_change_places() -> None:
    state = place(table(hands="B - G"), "B", "a1")
    say(state, 1, "swap a1 b1", "lift a3 b3 c3")
    hide(state, "G", "b1")
    assert choice(state, 0) == "doublon"


def test_it_says_menteur_when_the_announcement_cannot_be_true() -> None:
    state = announce(table(), "B", "a1", "B")
    assert choice(state, 1) == "ok", "one of three is likely enough"
    say(state, 1, "menteur")  # wrong: seat 0 has no blue token any more
    place(state, "B", "b1")
    place(state, "B", "c1")
    announce(state, "G", "a2", "B")
    assert choice(state, 1) == choice(state, 2) == "menteur"


def test_it_completes_a_line_of_its_own() -> None:
    state = table()
    for token in ("B", "G"):
        place(state, token, "a1" if token == "B" else "b1")
        place(state, token, "a3" if token == "B" else "c3")
        place(state, token, "a2" if token == "B" else "b3")
    assert choice(state, 0) == "hide O c1"


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_it_lifts_the_line_it_is_sure_of(level: str) -> None:
    state = alone("a1 b2 c3", others="c1 c2 c3")
    assert choice(state, 0, level) == "lift a1 b2 c3"


def test_it_swaps_a_token_into_its_line() -> None:
    state = alone("a1 b1 c2", others="a3 b3 c3")
    swap = choice(state, 0)
    assert swap.startswith("swap")
    say(state, 0, swap)
    say(state, 0, choice(state, 0))
    assert state.view(None).victories[0] == 1


def test_it_tells_the_truth_and_lies() -> None:
    state = all_ok(hide(table(), "B", "a1"))
    said = {choice(state, 0, seed=seed) for seed in range(60)}
    assert said == {"announce B", "announce G", "announce O"}


def test_it_never_names_a_cup_that_it_knows_to_be_taken() -> None:
    state = table()
    taken = set()
    for token in "BGO":
        for _ in range(3):
            move = choice(state, state.table.active)
            cup = move.split()[-1]
            assert cup not in taken
            taken.add(cup)
            hand = state.view(state.table.active).hand
            place(state, token if token in hand else hand[0], cup)
    assert len(taken) == 9
