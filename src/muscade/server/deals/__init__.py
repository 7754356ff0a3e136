"""The same deal again: a game whose chance is that of another one, and how everybody did with it."""
