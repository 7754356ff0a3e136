"""Whose turn it is, where many want something that there is little of.

Everybody who asks has an account of what their questions have taken. The next turn is for whoever has had least;
among equals, for whoever has waited longest. Who comes back after a pause starts level with those who are here: time
that nobody wanted is not saved up, and a hundred questions of one owner stand in one line, not in everybody's way.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from typing import Generic, TypeVar

Q = TypeVar("Q")


class LineFull(Exception):
    """One owner has asked for more than may wait."""


class Turn(Generic[Q]):
    """A question's place in the line."""

    __slots__ = ("number", "owner", "price", "question")

    def __init__(self, owner: str, question: Q, number: int) -> None:
        self.owner = owner
        self.question = question
        self.number = number
        self.price = 0.0


class _Account(Generic[Q]):
    __slots__ = ("running", "taken", "waiting")

    def __init__(self, taken: float) -> None:
        self.taken = taken
        self.running = 0
        self.waiting: OrderedDict[int, Turn[Q]] = OrderedDict()


class FairQueue(Generic[Q]):
    """Knows no clock and no process: it is told what things take."""

    def __init__(self, most_waiting: int) -> None:
        """Of one owner, no more than ``most_waiting`` questions stand in line."""
        self._most_waiting = most_waiting
        self._accounts: dict[str, _Account[Q]] = {}
        self._numbers = itertools.count()
        self._level = 0.0

    def __len__(self) -> int:
        return sum(len(account.waiting) for account in self._accounts.values())

    @property
    def owners(self) -> int:
        """How many have something waiting or under way."""
        return sum(1 for account in self._accounts.values() if account.waiting or account.running)

    def wanted(self, owner: str) -> int:
        """How many questions of an owner are waiting or under way."""
        account = self._accounts.get(owner)
        return len(account.waiting) + account.running if account else 0

    def put(self, owner: str, question: Q) -> Turn[Q]:
        account = self._accounts.get(owner)
        if account is None:
            account = self._accounts[owner] = _Account(self._level)
        if len(account.waiting) >= self._most_waiting:
            raise LineFull(owner)
        if not account.waiting and not account.running:
            account.taken = max(account.taken, self._level)
        turn = Turn(owner, question, next(self._numbers))
        account.waiting[turn.number] = turn
        return turn

    def remove(self, turn: Turn[Q]) -> None:
        """Nobody wants the answer any more; harmless for one whose turn has come."""
        account = self._accounts.get(turn.owner)
        if account is not None and account.waiting.pop(turn.number, None) is not None:
            self._forget()

    def take(self) -> Turn[Q] | None:
        """Whose turn it is now. Say what it will take with `charge`, and what it took with `done`."""
        waiting = [account for account in self._accounts.values() if account.waiting]
        if not waiting:
            return None
        chosen = min(waiting, key=lambda account: (account.taken, next(iter(account.waiting))))
        _, turn = chosen.waiting.popitem(last=False)
        chosen.running += 1
        self._level = max(self._level, chosen.taken)
        return turn

    def charge(self, turn: Turn[Q], seconds: float) -> None:
        """What it is expected to take, so that an owner's second question does not start as if the first were free."""
        turn.price = seconds
        self._accounts[turn.owner].taken += seconds

    def done(self, turn: Turn[Q], seconds: float) -> None:
        """What it took in truth."""
        account = self._accounts[turn.owner]
        account.running -= 1
        account.taken += seconds - turn.price
        self._forget()

    def _forget(self) -> None:
        """Accounts of those who are gone and no longer ahead of others; all of them once nobody is here."""
        idle = [o for o, account in self._accounts.items() if not account.waiting and not account.running]
        everybody_gone = len(idle) == len(self._accounts)
        for owner in idle:
            if everybody_gone or self._accounts[owner].taken <= self._level:
                del self._accounts[owner]
        if everybody_gone:
            self._level = 0.0
