"""Speed, measured beside a peer in the same run, and strength, measured in the arena.

``muscade bench`` runs `suite`, ``python -m benchmarks.strength`` the other; ``python -m benchmarks.tables`` writes what
both have found into docs/benchmarks.md. In a wheel this package is ``muscade.benchmarks``.
"""
