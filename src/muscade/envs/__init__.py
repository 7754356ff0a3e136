"""Environments for programs that learn: many games at once (`batch`), and the forms that others' tools expect.

`muscade.envs.pettingzoo`, `muscade.envs.gymnasium` and `muscade.envs.openspiel` each need the extra of their name. See
docs/environments.md.
"""

from muscade.envs.batches import Batch, Cluster, Step, batch
from muscade.envs.describing import actions, describe, fields, part
from muscade.envs.errors import InvalidAction, InvalidSeed

__all__ = [
    "Batch",
    "Cluster",
    "InvalidAction",
    "InvalidSeed",
    "Step",
    "actions",
    "batch",
    "describe",
    "fields",
    "part",
]
