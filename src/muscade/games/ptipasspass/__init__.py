"""PtiPassPass: bluff and memory with cups and tokens."""

from muscade.games.ptipasspass.game import GAME

__all__ = ["GAME"]
