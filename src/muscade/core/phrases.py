"""Phrases that fit every table; each game has others of its own."""

from __future__ import annotations

from muscade.core.text import Text

HELLO = Text("Hello!", "Bonjour !")
WELL_PLAYED = Text("Well played!", "Bien joué !")
ONE_MOMENT = Text("One moment, please.", "Un instant, s'il vous plaît.")
GOOD_GAME = Text("Good game!", "Belle partie !")
