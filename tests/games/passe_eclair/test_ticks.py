"""Time in ticks, and the bots that live by it: ES-20."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest
from tests.games.passe_eclair.tables import GAME, arrange, cards, last_cards, run, table

import muscade
from muscade import Match, Move, Text
from muscade.bots import TimedBot
from muscade.bots.ticks import arrivals, play_out, tick
from muscade.games.passe_eclair.bot import EASY, HARD, NORMAL, RaceBot
from muscade.games.passe_eclair.moves import Lay, Nothing
from muscade.games.passe_eclair.view import PasseEclairView


class Eager:
    """Lays the first card that fits, and remembers what it saw."""

    title = Text("eager", "pressé")

    def __init__(self, speed: float) -> None:
        self.speed = speed
        self.saw: list[int] = []

    def delay(self, view: PasseEclairView, moves: Sequence[Move], rng: Random) -> float:
        return 0.0

    def choose(self, view: PasseEclairView, moves: Sequence[Move], rng: Random) -> Move:
        self.saw.append(view.number)
        return next((move for move in moves if isinstance(move, Lay)), moves[-1])


def racing() -> Match:
    """Three seats, each with one card that fits."""
    match = Match(GAME, 3, seed="ticks", clock=lambda: 0)
    match.state = table("V>L", "L>M", "L>R", "L>F")
    return match


@pytest.mark.clause("ES-20", "ES-9")
def test_in_a_tick_all_choose_against_the_same_top_card_and_one_is_first() -> None:
    match = racing()
    bots = [Eager(1.0), Eager(1.0), Eager(1.0)]
    told = tick(match, bots, Random(1))
    assert [bot.saw for bot in bots] == [[1], [1], [1]]
    assert sorted(seat for seat, _, _ in told) == [0, 1, 2]
    assert [in_time for _, _, in_time in told] == [True, False, False]
    assert match.state.view(None).middle[-1].seat == told[0][0]
    assert sorted(match.state.view(None).hands) == [6, 7, 7], "late plays go back to hand"


@pytest.mark.clause("ES-20")
def test_the_order_of_arrival_is_drawn_by_chance_weighted_by_speed() -> None:
    rng = Random(20)
    firsts = Counter(arrivals([1.0, 2.0, 5.0], rng)[0] for _ in range(4000))
    for place, share in enumerate((1 / 8, 2 / 8, 5 / 8)):
        assert firsts[place] / 4000 == pytest.approx(share, abs=0.03)
    assert all(sorted(arrivals([1.0] * 4, rng)) == [0, 1, 2, 3] for _ in range(20))
    won = Counter()
    for _ in range(200):
        match = racing()
        won[tick(match, [Eager(1.0), Eager(1.0), Eager(8.0)], rng)[0][0]] += 1
    assert won[2] > 130


@pytest.mark.clause("ES-20")
def test_the_same_seed_plays_the_same_game() -> None:
    bots = [HARD, NORMAL, EASY]
    first, again = play_out(GAME, bots, 7), play_out(GAME, bots, 7)
    assert first.record.events == again.record.events
    assert first.state.outcome() is not None
    assert play_out(GAME, bots, 8).record.events != first.record.events
    assert muscade.replay(first.record.to_json()).state.view(None) == first.state.view(None)


@pytest.mark.clause("ES-20", "ES-18")
def test_choices_that_arrive_after_the_last_card_of_the_game_are_late() -> None:
    match = Match(GAME, 3, seed="last", clock=lambda: 0)
    for seed in range(6):
        match.state = last_cards("socke", "socke", "F>V")
        arrange(match.state, round=9)
        told = tick(match, [Eager(1.0)] * 3, Random(seed))
        assert match.state.outcome() is not None
        last = [isinstance(move, Lay) for _, move, _ in told].index(True)
        assert [in_time for _, _, in_time in told] == [place <= last for place in range(3)]


@pytest.mark.clause("ES-20")
@pytest.mark.parametrize("referee", ["software", "players"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_in_ticks_come_to_an_end(seats: int, referee: str) -> None:
    match = play_out(
        GAME, [(EASY, NORMAL, HARD, EASY)[seat] for seat in range(seats)], f"end/{seats}", referee=referee
    )
    outcome = match.state.outcome()
    assert outcome is not None
    assert len(match.state.view(None).rounds) == 9


# ---------------------------------------------------------------- bots


def test_hard_beats_easy() -> None:
    """One hard player among three easy ones, in every seat: a fair share would be a quarter."""
    won = 0.0
    games = 16
    for number in range(games):
        seat = number % 4
        bots = [HARD if other == seat else EASY for other in range(4)]
        outcome = play_out(GAME, bots, f"hard against easy {number}").state.outcome()
        assert outcome is not None
        won += (seat in outcome.winners) / len(outcome.winners)
    assert won / games > 0.5


def test_levels_grow_in_speed_and_care() -> None:
    levels = list(GAME.bots().values())
    assert list(GAME.bots()) == ["easy", "normal", "hard", "expert"]
    assert levels[:3] == [EASY, NORMAL, HARD]
    for slower, faster in pairwise(levels):
        assert isinstance(slower, RaceBot)
        assert isinstance(faster, RaceBot)
        assert slower.speed < faster.speed
        assert slower.care <= faster.care
        assert slower.slips >= faster.slips


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "expert"])
def test_a_bot_reacts_in_human_time(level: str) -> None:
    bot = GAME.bots()[level]
    assert isinstance(bot, TimedBot)
    assert isinstance(bot, RaceBot)
    state = table("V>L", "L>M", "L>R", "L>F")
    rng = Random(3)
    delays = [bot.delay(state.view(0), state.moves(0), rng) for _ in range(100)]
    assert bot.reaction[0] <= min(delays) < max(delays) <= bot.reaction[1]
    assert bot.reaction[0] >= 0.4, "nobody is faster"


@pytest.mark.parametrize("level", ["easy", "normal", "hard", "expert"])
def test_a_bot_makes_only_moves_it_is_offered(level: str) -> None:
    bot = GAME.bots()[level]
    assert isinstance(bot, RaceBot)
    rng = Random(4)
    match = Match(GAME, 3, seed="offers", clock=lambda: 0)
    for _ in range(300):
        seat = rng.choice(match.state.turn())
        view, moves, mistakes = match.state.view(seat), match.state.moves(seat), match.state.mistakes(seat)
        move = bot.choose(view, moves, rng)
        assert move in (*moves, *mistakes)
        match.play(seat, move)


@pytest.mark.clause("ES-11")
def test_easy_slips_now_and_then_and_hard_never() -> None:
    state = table("V>L", "V>M M>L L>R", "L>M", "R>L")
    rng = Random(6)
    view, moves, mistakes = state.view(0), state.moves(0), state.mistakes(0)
    chosen = [EASY.choose(view, moves, rng) for _ in range(400)]
    slips = [move for move in chosen if move in mistakes]
    assert 0 < len(slips) < 120
    assert {str(slip) for slip in slips} <= {"V>L on 1", "V>M on 1"}, (
        "the large picture taken for the small one"
    )
    assert not any(HARD.choose(view, moves, rng) in mistakes for _ in range(400))


@pytest.mark.clause("ES-15")
def test_a_careful_bot_does_not_end_on_michi() -> None:
    state = last_cards("michi", "V>R", "socke F>V", "F>R")
    run(state, "2 socke")
    assert HARD.choose(state.view(0), state.moves(0), Random(1)) == Nothing(state.table.number)


@pytest.mark.clause("ES-11")
def test_a_careful_bot_calls_a_wrong_card() -> None:
    state = table("V>L", "M>R", "R>L L>M", "F>V", referee="players")
    run(state, "0 M>R")
    assert str(HARD.choose(state.view(1), state.moves(1), Random(1))) == "call on 2"


@pytest.mark.clause("ES-13")
def test_a_careful_bot_ends_the_round_rather_than_call() -> None:
    state = table("V>L", "M>R", "R>L L>M", "F>V", referee="players")
    run(state, "0 M>R")
    arrange(state, hand=(1, cards("R>L")))
    assert str(HARD.choose(state.view(1), state.moves(1), Random(1))) == "R>L on 2"


@pytest.mark.clause("ES-17")
def test_bots_spend_what_they_have_and_get_ready() -> None:
    state = GAME.new(2, coach=0)
    state.play(muscade.NATURE, GAME.draw(state, Random(1)))
    for bot in (EASY, NORMAL, HARD):
        assert str(bot.choose(state.view(0), state.moves(0), Random(1))) == "ready"
