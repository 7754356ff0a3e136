"""The server under load, by turns with boardgame.io's: ``python -m benchmarks.server``.

Each turn starts a server afresh on the first core, seats four connections at every table and plays from the second core.
What a player may do is taken from what the server sends, so the load has no rules of its own.
"""
