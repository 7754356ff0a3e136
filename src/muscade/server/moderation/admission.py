"""Who may not come in, as this server knows it at the moment."""

from __future__ import annotations

from collections.abc import Callable, Collection

from muscade.server.clocks import Clock, SystemClock
from muscade.server.moderation import policy
from muscade.server.refusals import RequestRefused


class Admission:
    """Everybody may come in until `muscade.server.moderation.decisions` has read who is shut out."""

    def __init__(self) -> None:
        self.exclusions = policy.Exclusions()
        self._clock: Clock = SystemClock()
        self._digest_of: Callable[[str], str] = lambda address: address

    def use(self, clock: Clock, digest_of: Callable[[str], str]) -> None:
        """``digest_of`` is what the database knows an address by."""
        self._clock = clock
        self._digest_of = digest_of

    def refusal(self, address: str, people: Collection[str] = ()) -> RequestRefused | None:
        """Why somebody from an address, who may be known, cannot come in, or not stay."""
        if not self.exclusions:
            return None
        now = self._clock.now()
        bans = [self.exclusions.of_person(person, now) for person in people]
        bans.append(self.exclusions.of_address(address, self._digest_of, now))
        found = next((ban for ban in bans if ban is not None), None)
        return None if found is None else policy.excluded(found, now)

    def check(self, address: str) -> None:
        if refusal := self.refusal(address):
            raise refusal

    def check_people(self, *people: str) -> None:
        """Also once more when somebody has come in: they may have been shut out meanwhile, and were not found inside."""
        now = self._clock.now()
        for person in people:
            if (ban := self.exclusions.of_person(person, now)) is not None:
                raise policy.excluded(ban, now)
