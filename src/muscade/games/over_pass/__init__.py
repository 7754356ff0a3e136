"""Over-Pass: a race along the lines of the Over-Pass board."""

from muscade.games.over_pass.game import GAME

__all__ = ["GAME"]
