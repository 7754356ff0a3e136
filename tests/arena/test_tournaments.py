"""Who plays whom on what, and that it comes out the same every time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from multiprocessing import active_children
from random import Random
from typing import Any

import msgspec
import pytest

import muscade
from muscade.arena import (
    ArenaError,
    BotFailed,
    Played,
    Report,
    Thinking,
    play_game,
    run,
    seatings,
    tournament,
)
from muscade.arena.playing import DuplicateMatch
from muscade.arena.report import credit
from muscade.arena.tournament import bot_named
from muscade.bots import Bot, RandomBot
from muscade.bots.search import SearchBot
from muscade.core import NATURE, MuscadeError, Text


def without_times(report: Report) -> list[Played]:
    return [msgspec.structs.replace(played, thinking=()) for played in report.games]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("bots", ["a", "ab", "abc", "abcd", "abcde", "aabc", "abbb"])
def test_every_bot_sits_in_every_seat_as_often(bots: str, seats: int) -> None:
    found = seatings(tuple(bots), seats)
    assert len(set(found)) == len(found)
    for bot in set(bots):
        counts = Counter(seat for table in found for seat, other in enumerate(table) if other == bot)
        assert len({counts[seat] for seat in range(seats)}) == 1
    if len(set(bots)) == len(bots):
        assert len(set(Counter(bot for table in found for bot in table).values())) == 1


def test_as_many_games_as_asked_for_and_whole_deals() -> None:
    planned = tournament("pass-pass", ["greedy", "random"], seats=3, games=13)
    assert (planned.deals, planned.games) == (3, 18)
    compared = tournament("pass-pass", ["greedy", "random"], games=1, options=[{}, {"diamonds": "none"}])
    assert (compared.seats, compared.games) == (3, 12)


@pytest.mark.parametrize("name", ["pass-pass", "groups-of-three"])
def test_chance_is_the_same_however_the_bots_play(name: str) -> None:
    """The n-th deal, or the n-th roll, whatever happened before."""
    game = muscade.game(name)
    told: list[list[str]] = []
    for player in range(3):
        options = game.settle_options(4, {"max_turns": 40} if name != "pass-pass" else {})
        match = DuplicateMatch(game, 4, "deal", options)
        rng = Random(player)
        while turn := match.state.turn():
            match.play(turn[0], rng.choice(match.state.moves(turn[0])))
        told.append([event.move for event in match.record.events if event.seat == NATURE])
        assert match.record.seed is None
    shortest = min(map(len, told))
    assert shortest > 1
    assert len({tuple(draws[:shortest]) for draws in told}) == 1


def test_who_begins_is_the_same_in_every_seating() -> None:
    report = run(tournament("mono-line", ["easy", "random"], games=16))
    for deal in range(report.deals):
        games = [played for played in report.games if played.deal == deal]
        assert len(games) == 2
        assert len({played.first for played in games}) == 1
        assert {played.bots for played in games} == {("easy", "random"), ("random", "easy")}


def test_processes_make_no_difference() -> None:
    planned = tournament("pass-pass", ["random", "greedy", "random"], games=9, seed="same")
    alone = run(planned, jobs=1)
    steps: list[int] = []
    together = run(planned, jobs=2, on_progress=steps.append)
    assert without_times(alone) == without_times(together)
    assert sum(steps) == planned.games == len(alone.games)
    assert play_game(planned, deal=1, table=0, number=2).scores == alone.games[5].scores


def test_no_process_is_left_behind() -> None:
    """One that was only about to begin would miss what it shares with the others, and say so with a traceback."""
    before = set(active_children())
    assert run(tournament("mono-line", ["random"], games=2), jobs=2).deals == 2
    assert set(active_children()) <= before


def test_other_seeds_make_other_games() -> None:
    first, second = (run(tournament("pass-pass", ["random"], games=2, seed=seed)) for seed in (1, 2))
    assert without_times(first) != without_times(second)


@pytest.mark.parametrize(
    ("name", "bots", "options"),
    [
        ("pass-pass", ["greedy", "random"], {"teams": "2x2"}),
        ("ptipasspass", ["normal", "easy", "easy"], {"max_turns": 100}),
        ("passe-eclair", ["normal", "easy"], {}),
        ("mono-line", ["easy", "random"], {"play": "vigilant"}),
        ("groups-of-three", ["easy", "random"], {"max_turns": 40}),
    ],
)
def test_a_report_adds_up(name: str, bots: list[str], options: Mapping[str, Any]) -> None:
    seats = 4 if "teams" in options else None
    report = run(tournament(name, bots, seats=seats, games=4, options=[options]))
    [table] = report.tables
    parties = len(set(report.games[0].teams))
    assert table.fair_share == 1 / parties
    assert table.games == len(report.games) >= 4
    size = len(report.games[0].bots) // parties
    assert sum(bot.wins for bot in table.bots) == pytest.approx(table.games * size)
    assert sum(share.value for share in table.by_seat) == pytest.approx(size)
    assert sum(ending.games for ending in table.endings) == table.games
    assert (table.first_player is None) == muscade.game(name).real_time
    assert table.lengths.moves.low <= table.lengths.moves.median <= table.lengths.moves.high
    assert all(0 < bot.mean_seconds <= bot.worst_seconds for bot in table.bots)
    assert all(bot.rating.low < bot.rating.value < bot.rating.high for bot in table.bots)
    assert Report.from_json(report.to_json()) == report


def test_nobody_began_where_several_could(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was drawn to act first had nothing of it; so in games by turns as well."""
    monkeypatch.setattr(type(muscade.game("passe-eclair")), "real_time", False)
    report = run(tournament("passe-eclair", ["easy"], games=2), jobs=1)
    assert [played.first for played in report.games] == [None] * len(report.games)
    assert report.tables[0].first_player is None


def test_the_stronger_bot_is_found_out() -> None:
    report = run(tournament("pass-pass", ["greedy", "random", "random"], games=30))
    greedy, random = report.tables[0].bots
    assert (greedy.games, greedy.seats, random.seats) == (30, 30, 60)
    assert greedy.share.low > 1 / 3 > random.share.high
    assert greedy.rating.low > random.rating.high
    assert greedy.score > random.score


def test_tables_are_compared_on_the_same_deals() -> None:
    diamonds = [{"diamonds": "standard"}, {"diamonds": "none"}, {"diamonds": "standard"}]
    report = run(tournament("pass-pass", ["greedy", "random", "random"], games=18, options=diamonds))
    assert [table.options["diamonds"] for table in report.tables] == ["standard", "none", "standard"]
    assert {change.table for change in report.changes} == {1, 2}
    none, same = ([change.share for change in report.changes if change.table == table] for table in (1, 2))
    assert all(share.value == share.low == share.high == 0 for share in same)
    assert none[0].value == pytest.approx(-2 * none[1].value)


def test_ties_are_shared_and_partners_win_together() -> None:
    played = Played(
        table=0,
        deal=0,
        bots=("a", "b", "a", "b"),
        winners=(0, 2),
        scores=(1, 0, 1, 0),
        reason="points",
        teams=(0, 1, 0, 1),
        first=0,
        moves=1,
        turns=None,
        rounds=None,
        thinking=(Thinking(),) * 4,
    )
    assert [credit(played, seat) for seat in range(4)] == [1, 0, 1, 0]
    alone = msgspec.structs.replace(played, teams=(0, 1, 2, 3))
    assert [credit(alone, seat) for seat in range(4)] == [0.5, 0, 0.5, 0]


class Stubborn:
    """Does the same thing whatever is asked."""

    title = Text("stubborn", "têtu")

    def __init__(self, move: muscade.Move | None) -> None:
        self.move = move

    def choose(self, view: Any, moves: Sequence[muscade.Move], rng: Random) -> muscade.Move:
        if self.move is None:
            raise RuntimeError("I will not")
        return self.move


@pytest.mark.parametrize(
    ("move", "message"),
    [(None, "raised RuntimeError: I will not"), ("P1", "chose 'P1', which it was not offered")],
)
def test_a_bot_that_fails_is_named(monkeypatch: pytest.MonkeyPatch, move: str | None, message: str) -> None:
    game = muscade.game("pass-pass")
    stubborn = Stubborn(None if move is None else game.parse(move))
    bots: dict[str, Bot] = {"random": RandomBot(), "stubborn": stubborn}
    monkeypatch.setattr(type(game), "bots", lambda self: bots)
    with pytest.raises(BotFailed) as raised:
        run(tournament("pass-pass", ["stubborn", "random"], games=1, seed="x"))
    for part in ("'stubborn'", message, "pass-pass", "seat ", "'x/0'"):
        assert part in str(raised.value)
    assert "Le robot 'stubborn'" in raised.value.text.fr


def test_errors_come_home_from_other_processes() -> None:
    error = BotFailed("It failed.", "Il a échoué.")
    remade = error.__reduce__()
    assert remade[0](*remade[1]).text == error.text


def test_ctrl_c_reports_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = tournament("pass-pass", ["random"], games=5)
    seen: list[int] = []

    def interrupt(games: int) -> None:
        seen.append(games)
        if len(seen) == 2:
            raise KeyboardInterrupt

    report = run(planned, on_progress=interrupt)
    assert (report.deals, report.tournament.deals) == (2, 5)
    seen.clear()
    many = tournament("pass-pass", ["random"], games=5000)
    assert 2 <= run(many, jobs=2, on_progress=interrupt).deals < 5000

    def at_once(*arguments: object) -> list[Played]:
        raise KeyboardInterrupt

    monkeypatch.setattr("muscade.arena.running.play_deal", at_once)
    with pytest.raises(ArenaError, match="stopped before a single deal"):
        run(planned)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": "full-house"}, "a puzzle for one"),
        ({"bots": []}, "at least one bot"),
        ({"bots": ["grandmaster"]}, "no bot 'grandmaster' .it has: .*random"),
        ({"seats": 7}, "for 3, 4, 5, 6 players, not 7"),
        ({"options": [{"teams": "2x2"}]}, "'teams' takes 'none'"),
        ({"options": [{"colour": "red"}]}, "no option 'colour'"),
        ({"games": 0}, "at least one game"),
        ({"seconds": 0}, "more than 0 seconds"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: dict[str, Any], message: str) -> None:
    usual: dict[str, Any] = {"game": "pass-pass", "bots": ["random"], "games": 1, "seats": 3}
    with pytest.raises(MuscadeError, match=message):
        tournament(**(usual | arguments))


def test_no_processes_is_refused() -> None:
    with pytest.raises(ArenaError, match="at least one process"):
        run(tournament("pass-pass", ["random"], games=1), jobs=0)


def test_a_report_that_is_none_is_refused() -> None:
    with pytest.raises(ArenaError, match="not a report"):
        Report.from_json("{}")


def test_only_bots_that_search_are_given_time() -> None:
    game = muscade.game("pass-pass")
    expert = bot_named(game, "expert", 0.25)
    assert isinstance(expert, SearchBot)
    assert expert.effort.seconds == 0.25
    assert bot_named(game, "greedy", 0.25) is bot_named(game, "normal", None)
