"""Mono-Line: capture lines until the other has nowhere left to go."""

from muscade.games.mono_line.game import GAME

__all__ = ["GAME"]
