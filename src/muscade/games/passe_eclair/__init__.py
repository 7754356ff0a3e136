"""Passe Éclair: passes in real time, everybody at once."""

from muscade.games.passe_eclair.game import GAME

__all__ = ["GAME"]
