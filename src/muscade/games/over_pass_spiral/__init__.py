"""The Over-Pass Spiral: forty pieces in four colours, and nothing but Over-Passes to clear them away."""

from muscade.games.over_pass_spiral.game import GAME

__all__ = ["GAME"]
