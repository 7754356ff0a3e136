"""Players made of code. A bot sees a view and the moves it is offered, never a state."""

from muscade.bots.base import (
    Bot,
    TalkingBot,
    ThinkingBot,
    TickBot,
    TimedBot,
    Valued,
    ValuingBot,
    with_time,
)
from muscade.bots.random import RandomBot

__all__ = [
    "Bot",
    "RandomBot",
    "TalkingBot",
    "ThinkingBot",
    "TickBot",
    "TimedBot",
    "Valued",
    "ValuingBot",
    "with_time",
]
