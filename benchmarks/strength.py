"""How strong the levels are, and how fair the set-ups: ``python -m benchmarks.strength --minutes 20``.

Every contest is played in the arena, and what was found is kept in a file after each. So it can be stopped at any time
and goes on where it was; what time is left is shared out evenly among the contests that have not had all their games. What was
found of an earlier version of a game is played anew; when bots have changed, begin with a new file.
"""

from __future__ import annotations

import argparse
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import msgspec

import muscade
from muscade.arena import ArenaError, Played, Report, Thinking, credit, run, tournament
from muscade.arena.statistics import Estimate, Winnings

RESULTS = Path(__file__).parent / "strength.json"
LEVELS = ("easy", "normal", "hard", "expert")
USUAL_SEATS = {
    "pass-pass": 4,
    "ptipasspass": 4,
    "passe-eclair": 2,
    "mono-line": 2,
    "groups-of-three": 2,
    "over-pass": 2,
}
GREEDY_TABLES = ("pass-pass", "ptipasspass")
"""Where an expert is to win twice its fair share among normal players."""
TWO_PLAYER_AIM = 0.65
FAIRNESS_LEVEL = "normal"
FAIRNESS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    *(("pass-pass", seats, {}) for seats in (3, 4, 5, 6)),
    *(("ptipasspass", seats, {}) for seats in (3, 4, 5, 6)),
    *(("passe-eclair", seats, {}) for seats in (2, 3, 4)),
    ("mono-line", 2, {}),
    ("mono-line", 2, {"swap": True}),
    *(("groups-of-three", seats, {}) for seats in (2, 3, 4)),
    *(("over-pass", seats, {}) for seats in (2, 3, 4)),
)
GAMES = {"ladder": 160, "expert": 300, "fairness": 1000}
"""How many games are enough."""
SHORTEST = 10.0
"""Seconds; starting processes takes a few."""

Kind = Literal["ladder", "expert", "fairness"]


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """The first of the bots against the others; to be fair, all are the same."""

    kind: Kind
    game: str
    seats: int
    bots: tuple[str, ...]
    options: dict[str, Any] = {}
    aim: float
    """What share of wins the first bot must exceed."""

    @property
    def key(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.kind}: {self.game} {self.seats}{options}: {' '.join(self.bots)}"


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a contest so far."""

    contest: Contest
    version: int = 1
    """Of the game, when they played."""
    games: int = 0
    won: Winnings | None = None
    """By the first bot."""
    by_seat: tuple[Winnings, ...] = ()
    first: Winnings | None = None
    """By whoever made the first move."""
    thinking: dict[str, Thinking] = {}

    @property
    def current(self) -> bool:
        return self.version == muscade.game(self.contest.game).version

    @property
    def enough(self) -> bool:
        return self.current and self.games >= GAMES[self.contest.kind]

    @property
    def deals(self) -> int:
        return self.won.deals if self.won else 0

    @property
    def share(self) -> Estimate:
        assert self.won is not None
        return self.won.share()


def contests() -> Iterator[Contest]:
    """Each level against the one below, experts against normal players, and everybody's seats."""
    for game, seats in USUAL_SEATS.items():
        for lower, higher in pairwise(LEVELS):
            bots = (higher, *(lower,) * (seats - 1))
            yield Contest(kind="ladder", game=game, seats=seats, bots=bots, aim=1 / seats)
    for game, seats in USUAL_SEATS.items():
        if seats == 2 or game in GREEDY_TABLES:
            aim = TWO_PLAYER_AIM if seats == 2 else 2 / seats
            bots = ("expert", *("normal",) * (seats - 1))
            yield Contest(kind="expert", game=game, seats=seats, bots=bots, aim=aim)
    for game, seats, options in FAIRNESS:
        bots = (FAIRNESS_LEVEL,) * seats
        yield Contest(kind="fairness", game=game, seats=seats, bots=bots, options=options, aim=1 / seats)


def read(path: Path) -> dict[str, Standing]:
    """What is known, by the key of the contest."""
    if not path.is_file():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Standing])


def begun(standings: dict[str, Standing], contest: Contest) -> Standing:
    """What is known of a contest as the game is now."""
    known = standings.get(contest.key)
    if known is not None and known.current:
        return known
    return Standing(contest=contest, version=muscade.game(contest.game).version)


def write(path: Path, standings: dict[str, Standing]) -> None:
    """All at once, so that a run that is stopped here leaves the old file."""
    new = path.with_suffix(".new")
    new.write_text(
        msgspec.json.format(msgspec.json.encode(standings).decode(), indent=1) + "\n", encoding="utf-8"
    )
    new.replace(path)


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """As if somebody pressed Ctrl-C then: the arena tells of the deals that are complete."""

    def ring(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def play_on(standing: Standing, games: int, jobs: int, seconds: float = 0.1) -> Standing:
    """So many games more, or as many as there is time for; never the same deals again."""
    contest = standing.contest
    planned = tournament(
        contest.game,
        contest.bots,
        seats=contest.seats,
        games=games,
        options=[contest.options],
        seed=f"{contest.key}/{standing.deals}",
        seconds=seconds,
    )
    return _added(standing, run(planned, jobs))


def _added(standing: Standing, report: Report) -> Standing:
    won = _tally(report, partial(_won_by, standing.contest.bots[0]))
    by_seat = [_tally(report, partial(_won_in, seat)) for seat in range(standing.contest.seats)]
    first = None
    if report.tables[0].first_player is not None:
        first = _tally(report, lambda played: _won_in(played.first, played))
    thinking = dict(standing.thinking)
    for bot in report.tables[0].bots:
        told = thinking.get(bot.bot, Thinking())
        thinking[bot.bot] = Thinking(
            told.choices + bot.choices,
            told.seconds + bot.choices * bot.mean_seconds,
            max(told.worst, bot.worst_seconds),
        )
    return msgspec.structs.replace(
        standing,
        games=standing.games + len(report.games),
        won=won if standing.won is None else standing.won + won,
        by_seat=tuple(
            new if old is None else old + new
            for old, new in zip(standing.by_seat or (None,) * len(by_seat), by_seat, strict=True)
        ),
        first=first if standing.first is None or first is None else standing.first + first,
        thinking=thinking,
    )


def _won_by(name: str, played: Played) -> list[float]:
    return [credit(played, seat) for seat, bot in enumerate(played.bots) if bot == name]


def _won_in(seat: int | None, played: Played) -> list[float]:
    return [credit(played, seat)]


def _tally(report: Report, points: Callable[[Played], list[float]]) -> Winnings:
    sums: dict[int, float] = {}
    count = 0
    for played in report.games:
        won = points(played)
        sums[played.deal] = sums.get(played.deal, 0.0) + sum(won)
        count += len(won)
    return Winnings.of(list(sums.values()), count // len(sums))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0, help="how long to play, more or less")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that play")
    parser.add_argument(
        "--seconds", type=float, default=0.1, help="thinking time of bots that go by the clock"
    )
    parser.add_argument("--file", type=Path, default=RESULTS, help="where results are kept")
    parser.add_argument(
        "--only", nargs="*", default=[""], help="only contests whose key contains one of these"
    )
    given = parser.parse_args()
    wanted = [contest for contest in contests() if any(part in contest.key for part in given.only)]
    playable = [contest for contest in wanted if set(contest.bots) <= set(muscade.game(contest.game).bots())]
    for contest in wanted:
        if contest not in playable:
            print(f"left out, for want of such bots: {contest.key}")
    standings = read(given.file)
    end = time.monotonic() + 60 * given.minutes
    open_ones = [standing for contest in playable if not (standing := begun(standings, contest)).enough]
    for number, standing in enumerate(open_ones):
        key = standing.contest.key
        share_of_time = (end - time.monotonic()) / (len(open_ones) - number)
        if share_of_time < SHORTEST:
            break
        try:
            with stopped_after(share_of_time):
                missing = GAMES[standing.contest.kind] - standing.games
                known = play_on(standing, missing, given.jobs, given.seconds)
        except ArenaError as error:
            print(f"{key}: {error}", flush=True)
            continue
        standings[key] = known
        write(given.file, standings)
        # Among equals everybody wins the same; there it is more telling what who began has won.
        began = known.first if known.contest.kind == "fairness" else None
        share = began.share() if began else known.share
        print(
            f"{key}: {'who began ' if began else ''}{share.value:.3f} ({share.low:.3f} – {share.high:.3f}) "
            f"of {known.games} games",
            flush=True,
        )


if __name__ == "__main__":
    main()
