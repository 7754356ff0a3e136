"""Twisted Jumps: sixteen pieces that jump each other away, until one is left on the centre."""

from muscade.games.twisted_jumps.game import GAME

__all__ = ["GAME"]
