"""Full House: three pieces that bring in all the others, in as few steps as can be."""

from muscade.games.full_house.game import GAME

__all__ = ["GAME"]
