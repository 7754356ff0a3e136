"""What a tournament has shown: how strong the bots are, and what kind of game it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Self

import msgspec
import numpy as np

from muscade.arena.errors import ArenaError
from muscade.arena.playing import Played
from muscade.arena.statistics import (
    Estimate,
    Floats,
    Quartiles,
    Winnings,
    difference,
    quartiles,
    ratings,
)
from muscade.arena.tournament import Tournament
from muscade.core import Options


class BotReport(msgspec.Struct, frozen=True):
    """One bot at one table. A tie is shared among the winning players, or teams."""

    bot: str
    games: int
    """Games in which it had a seat …"""
    seats: int
    """… and seats that it had in them."""
    wins: float
    share: Estimate
    """What a seat of its own won, of a game."""
    rating: Estimate
    score: float
    """The mean of its scores."""
    choices: int
    """Moves for which there was more than one to choose from."""
    mean_seconds: float
    """Thinking time of such a move …"""
    worst_seconds: float
    """… and of the longest."""


class Ending(msgspec.Struct, frozen=True):
    """Why games ended, in the game's own word."""

    reason: str
    games: int
    share: Estimate


class Lengths(msgspec.Struct, frozen=True):
    """How long games are; turns and rounds where the game counts them."""

    moves: Quartiles
    turns: Quartiles | None
    rounds: Quartiles | None


class TableReport(msgspec.Struct, frozen=True):
    """All games with one set of options."""

    options: Options
    games: int
    fair_share: float
    """What a seat wins among equals: one over the number of players, or teams."""
    bots: tuple[BotReport, ...]
    by_seat: tuple[Estimate, ...]
    """What each seat won, whoever had it."""
    first_player: Estimate | None
    """What the player won who made the first move; None where several could make it."""
    lengths: Lengths
    endings: tuple[Ending, ...]


class Change(msgspec.Struct, frozen=True):
    """How much more a bot wins at another table than at the first one, on the same deals."""

    table: int
    bot: str
    share: Estimate


class Report(msgspec.Struct, frozen=True):
    """Everything, down to the single game; `to_json` and `from_json` keep it."""

    tournament: Tournament
    deals: int
    """Deals that were played in all seatings: fewer than planned if somebody stopped it."""
    tables: tuple[TableReport, ...]
    changes: tuple[Change, ...]
    games: tuple[Played, ...]

    def to_json(self) -> str:
        """The report as a text that `from_json` reads."""
        return msgspec.json.format(msgspec.json.encode(self).decode(), indent=1)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The report that a text tells, or `ArenaError`."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ArenaError(
                f"This is not a report of the arena: {error}",
                f"Ceci n'est pas un rapport de l'arène : {error}",
            ) from None


def summarise(tournament: Tournament, games: Sequence[Played]) -> Report:
    """The report on games of whole deals."""
    if not games:
        raise ArenaError(
            "It was stopped before a single deal was played in all seatings, so there is nothing to tell.",
            "Arrêté avant qu'une seule donne ait été jouée à toutes les places : il n'y a rien à dire.",
        )
    deals = sorted({played.deal for played in games})
    tables = [
        [played for played in games if played.table == number] for number in range(len(tournament.tables))
    ]
    changes = [
        Change(number, name, difference(_by_deal(table, deals, name), _by_deal(tables[0], deals, name)))
        for number, table in enumerate(tables[1:], 1)
        for name in tournament.names
    ]
    return Report(
        tournament=tournament,
        deals=len(deals),
        tables=tuple(
            _table_report(tournament, options, table, deals)
            for options, table in zip(tournament.tables, tables, strict=True)
        ),
        changes=tuple(changes),
        games=tuple(games),
    )


def credit(played: Played, seat: int | None) -> float:
    """What a seat won: a whole game, a part of a tie, or nothing. Team-mates win together."""
    if seat not in played.winners:
        return 0.0
    return 1 / len({played.teams[winner] for winner in played.winners})


def _table_report(
    tournament: Tournament, options: Options, games: Sequence[Played], deals: Sequence[int]
) -> TableReport:
    names = tournament.names
    rated = ratings(*_matrices(games, names, deals))
    anybody_began = any(played.first is None for played in games)
    return TableReport(
        options=options,
        games=len(games),
        fair_share=1 / len(set(games[0].teams)),
        bots=tuple(
            _bot_report(name, rating, games, deals) for name, rating in zip(names, rated, strict=True)
        ),
        by_seat=tuple(
            _share(deals, ((played.deal, credit(played, seat)) for played in games))
            for seat in range(tournament.seats)
        ),
        first_player=None
        if anybody_began
        else _share(deals, ((played.deal, credit(played, played.first)) for played in games)),
        lengths=Lengths(
            quartiles([played.moves for played in games]),
            _quartiles_if_counted([played.turns for played in games]),
            _quartiles_if_counted([played.rounds for played in games]),
        ),
        endings=tuple(
            Ending(
                reason,
                count,
                _share(deals, ((played.deal, played.reason == reason) for played in games)),
            )
            for reason, count in Counter(played.reason for played in games).most_common()
        ),
    )


def _bot_report(name: str, rating: Estimate, games: Sequence[Played], deals: Sequence[int]) -> BotReport:
    own = [played for played in games if name in played.bots]
    places = [(played, seat) for played in own for seat in _seats_of(played, name)]
    thinking = [played.thinking[seat] for played, seat in places]
    choices = sum(told.choices for told in thinking)
    return BotReport(
        bot=name,
        games=len(own),
        seats=len(places),
        wins=sum(credit(*place) for place in places),
        share=_share(deals, ((played.deal, credit(played, seat)) for played, seat in places)),
        rating=rating,
        score=sum(played.scores[seat] for played, seat in places) / len(places),
        choices=choices,
        mean_seconds=sum(told.seconds for told in thinking) / max(1, choices),
        worst_seconds=max(told.worst for told in thinking),
    )


def _seats_of(played: Played, name: str) -> list[int]:
    return [seat for seat, bot in enumerate(played.bots) if bot == name]


def _share(deals: Sequence[int], results: Iterable[tuple[int, float]]) -> Estimate:
    """What was won of what could be, from results with their deals, as many from each."""
    sums = dict.fromkeys(deals, 0.0)
    count = 0
    for deal, result in results:
        sums[deal] += result
        count += 1
    return Winnings.of(list(sums.values()), count // len(deals)).share()


def _by_deal(games: Sequence[Played], deals: Sequence[int], name: str) -> list[float]:
    """A bot's share of each deal."""
    results: dict[int, list[float]] = {deal: [] for deal in deals}
    for played in games:
        results[played.deal] += [credit(played, seat) for seat in _seats_of(played, name)]
    return [sum(won) / len(won) for won in results.values()]


def _quartiles_if_counted(values: Sequence[int | None]) -> Quartiles | None:
    known = [value for value in values if value is not None]
    return quartiles(known) if known else None


def _matrices(games: Sequence[Played], names: Sequence[str], deals: Sequence[int]) -> tuple[Floats, Floats]:
    """Teams and wins as `ratings` wants them."""
    numbers = {
        table: number for number, table in enumerate({(played.bots, played.teams): 0 for played in games})
    }
    count = len(set(games[0].teams))
    teams = np.zeros((len(numbers), count, len(names)))
    for (bots, membership), number in numbers.items():
        for bot, team in zip(bots, membership, strict=True):
            teams[number, team, names.index(bot)] += 1 / membership.count(team)
    wins = np.zeros((len(deals), len(numbers), count))
    places = {deal: place for place, deal in enumerate(deals)}
    for played in games:
        for team in {played.teams[winner] for winner in played.winners}:
            number = numbers[played.bots, played.teams]
            wins[places[played.deal], number, team] += credit(played, played.teams.index(team))
    return teams, wins
