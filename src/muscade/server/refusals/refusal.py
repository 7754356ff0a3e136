"""What a refusal is: a stable code, an HTTP status, and a sentence in both languages."""

from __future__ import annotations

from muscade.core import IllegalMove, InvalidNotation, InvalidWord, MuscadeError, Text
from muscade.core.text import Sentence
from muscade.server.protocol import Problem, Refused

SOON = 2
COME_BACK = 5
WHEN_BUSY = 10
"""Seconds: when to try again what may work in a moment, what needs others to leave or a server to start, and what there is no room to think of or draw."""


class RequestRefused(Exception):
    """What was asked cannot be had, and nothing has changed."""

    def __init__(
        self,
        code: str,
        en: str,
        fr: str,
        *,
        status: int = 422,
        clause: str | None = None,
        retry_after: int | None = None,
    ) -> None:
        """``retry_after`` is in seconds: when it may be worth asking again."""
        super().__init__(f"{code}: {en}")
        self.code = code
        self.text = Text(en, fr)
        self.status = status
        self.clause = clause
        self.retry_after = retry_after

    def problem(self) -> Problem:
        return Problem(self.code, self.text, self.retry_after)

    def message(self, message_id: str | None) -> Refused:
        return Refused(message_id, self.code, self.clause, self.text, self.retry_after)


class RequestRefusal:
    """One of the things that the server refuses: called with the fields of its sentence, it is what to raise."""

    def __init__(
        self, code: str, en: str, fr: str, *, status: int = 422, retry_after: int | None = None
    ) -> None:
        """``retry_after`` is for those that pass by themselves, unless somebody knows better when."""
        self.code = code
        self.sentence = Sentence(en, fr)
        self.status = status
        self.retry_after = retry_after

    def __call__(self, *, retry_after: int | None = None, **fields: object) -> RequestRefused:
        """A sentence may say how many seconds to wait, as ``{wait}``."""
        wait = self.retry_after if retry_after is None else retry_after
        if "wait" in self.sentence.fields:
            fields["wait"] = wait
        text = self.sentence(**fields)
        return RequestRefused(self.code, text.en, text.fr, status=self.status, retry_after=wait)


def of_move(error: IllegalMove | InvalidNotation) -> RequestRefused:
    """What the game says against a move."""
    if isinstance(error, IllegalMove):
        return RequestRefused("illegal", error.text.en, error.text.fr, clause=error.clause)
    return RequestRefused("notation", error.text.en, error.text.fr)


def of_word(error: InvalidWord) -> RequestRefused:
    """Why a word of the table cannot be said now."""
    return RequestRefused("word", error.text.en, error.text.fr)


def of_request(code: str, error: MuscadeError) -> RequestRefused:
    """What the game says against a table one wants to create."""
    return RequestRefused(code, error.text.en, error.text.fr)
