"""What every decision of a game was worth, from what its seat could know; what to learn from it.

>>> import muscade
>>> match = muscade.Match(muscade.game("twisted-jumps"), 1, position="b1 b4")
>>> match.play(0, "stop")
>>> [decision] = analyse(match.record).decisions
>>> decision.played, decision.moves[0].move, decision.proved, decision.mark
('stop', 'b1xb4>a1', True, 'blunder')
"""

from muscade.analysis.analyse import SECONDS, Plan, analyse, finish, plan, prepare, weigh
from muscade.analysis.moments import Moment
from muscade.analysis.structures import (
    VERSION,
    Analysis,
    Chance,
    Decision,
    Mark,
    MoveValue,
    Pattern,
    PlayerSummary,
)
from muscade.analysis.words import lessons

__all__ = [
    "SECONDS",
    "VERSION",
    "Analysis",
    "Chance",
    "Decision",
    "Mark",
    "Moment",
    "MoveValue",
    "Pattern",
    "Plan",
    "PlayerSummary",
    "analyse",
    "finish",
    "lessons",
    "plan",
    "prepare",
    "weigh",
]
