"""Pass Pass: a trick-taking game of temporary alliances."""

from muscade.games.pass_pass.game import GAME

__all__ = ["GAME"]
