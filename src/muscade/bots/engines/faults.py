"""What an engine can do wrong."""

from __future__ import annotations

from typing import Literal, TypeAlias

from muscade.core.errors import MuscadeError
from muscade.core.text import Text

FaultKind: TypeAlias = Literal["start", "late", "rubbish", "version", "illegal", "flood", "exit"]

WORDS: dict[FaultKind, Text] = {
    "start": Text("cannot be started", "ne démarre pas"),
    "late": Text("did not answer in time", "n'a pas répondu à temps"),
    "rubbish": Text("said what is no answer", "a dit ce qui n'est pas une réponse"),
    "version": Text("speaks another protocol", "parle un autre protocole"),
    "illegal": Text("chose what it was not offered", "a choisi ce qui ne lui était pas proposé"),
    "flood": Text("said far too much", "a dit beaucoup trop"),
    "exit": Text("ended", "s'est arrêté"),
}


class EngineFault(MuscadeError):
    """An engine did not do what the protocol asks of it: its name, what kind of fault, and what it said."""

    def __init__(self, engine: str, kind: FaultKind, said: str, stderr: str = "") -> None:
        """``stderr`` is the end of what it wrote there."""
        what, detail = WORDS[kind], f": {said}" if said else ""
        super().__init__(
            f"The engine {engine!r} {what.en}{detail}.",
            f"Le programme {engine!r} {what.fr}{detail.replace(':', ' :')}.",
        )
        self.engine = engine
        self.kind = kind
        self.said = said
        self.stderr = stderr
