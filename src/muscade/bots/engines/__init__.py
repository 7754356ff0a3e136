"""Bots in any language: programs that speak the engine protocol, lines of JSON on standard input and output.

`docs/engine-protocol.md` says what they are told and what they may answer.
"""

from muscade.bots.engines.bot import EngineBot
from muscade.bots.engines.faults import EngineFault, FaultKind
from muscade.bots.engines.messages import PROTOCOL
from muscade.bots.engines.process import Engine, EngineProcess

__all__ = ["PROTOCOL", "Engine", "EngineBot", "EngineFault", "EngineProcess", "FaultKind"]
