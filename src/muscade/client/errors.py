"""What can go wrong between a client and a server."""

from __future__ import annotations

from muscade.server.protocol import Problem, Refused


class ClientError(Exception):
    """Anything below."""


class Refusal(ClientError):
    """The server said no, and nothing has changed: a code that stays, the clause where it is the law that forbids, and a sentence."""

    def __init__(self, refused: Refused | Problem) -> None:
        super().__init__(f"{refused.code}: {refused.text.en}")
        self.code = refused.code
        self.text = refused.text
        self.clause = refused.clause if isinstance(refused, Refused) else None
        self.retry_after = refused.retry_after
        """Seconds until it may be worth asking again, where waiting helps."""


class Gone(ClientError):
    """The server has hung up for good, or one has oneself: what was not answered by then may or may not have happened."""


class NoAnswer(ClientError):
    """The server could not be reached."""
