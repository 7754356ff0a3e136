"""Groups-of-Three: a race to the Center Square, and pieces that bring in others."""

from muscade.games.groups_of_three.game import GAME

__all__ = ["GAME"]
