"""Players made of code. A bot sees a view and the moves it is offered, never a state."""

from muscade.bots.base import Bot, TalkingBot, TimedBot
from muscade.bots.random import RandomBot

__all__ = ["Bot", "RandomBot", "TalkingBot", "TimedBot"]
