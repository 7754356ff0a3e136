"""Bots against bots: the same deals for everybody, ratings with intervals, and what kind of game it was.

>>> report = run(tournament("mono-line", ["normal", "random"], games=4))
>>> [bot.games for bot in report.tables[0].bots]
[4, 4]
"""

from muscade.arena.errors import ArenaError, BotFailed
from muscade.arena.playing import Played, Thinking, play_game
from muscade.arena.report import BotReport, Change, Ending, Lengths, Report, TableReport, credit
from muscade.arena.running import run
from muscade.arena.statistics import Estimate, Quartiles
from muscade.arena.tournament import Tournament, seatings, tournament, usual_seats

__all__ = [
    "ArenaError",
    "BotFailed",
    "BotReport",
    "Change",
    "Ending",
    "Estimate",
    "Lengths",
    "Played",
    "Quartiles",
    "Report",
    "TableReport",
    "Thinking",
    "Tournament",
    "credit",
    "play_game",
    "run",
    "seatings",
    "tournament",
    "usual_seats",
]
