"""What moderation goes by: who is shut out, who is kept apart, and what may be asked. Nothing here waits or stores."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from ipaddress import ip_network
from typing import NamedTuple, TypeVar

from muscade.server import refusals
from muscade.server.addresses import Network, read_address
from muscade.server.moderation.rows import BanRow, IgnoredRow
from muscade.server.rooms.state import RoomState
from muscade.server.rows import RoomChatRow

T = TypeVar("T")

MOST_IGNORED = 1000
WIDEST = {4: 8, 6: 16}
"""Bits that a network has at least, so that a slip does not shut out the world."""


class Around(NamedTuple):
    """Whom somebody ignores, and who has blocked them."""

    mine: tuple[IgnoredRow, ...] = ()
    blocked_by: frozenset[str] = frozenset()

    @property
    def apart(self) -> frozenset[str]:
        """People whom one is not to meet by chance: whoever of both has blocked the other."""
        return self.blocked_by.union(row.other_id for row in self.mine if row.how == "block")


def around(person: str, rows: Iterable[IgnoredRow]) -> Around:
    mine, others = [], set()
    for row in rows:
        if row.person_id == person:
            mine.append(row)
        elif row.how == "block":
            others.add(row.person_id)
    return Around(tuple(mine), frozenset(others))


# ---------------------------------------------------------------- bans


class Exclusions:
    """Bans by whom they are on; of several on one, the one that lasts longest."""

    def __init__(self, bans: Iterable[BanRow] = ()) -> None:
        self._people: dict[str, BanRow] = {}
        self._addresses: dict[str, BanRow] = {}
        self._networks: dict[Network, BanRow] = {}
        for ban in bans:
            if ban.kind == "person":
                _keep_longest(self._people, ban.target, ban)
            elif ban.kind == "address":
                _keep_longest(self._addresses, ban.target, ban)
            else:
                _keep_longest(self._networks, ip_network(ban.target), ban)

    def __bool__(self) -> bool:
        return bool(self._people or self._addresses or self._networks)

    def of_person(self, person: str, now: int) -> BanRow | None:
        return in_force(self._people.get(person), now)

    def of_address(self, address: str, digest_of: Callable[[str], str], now: int) -> BanRow | None:
        """``address`` is what counts as one: of IPv6, a whole network."""
        found = None
        if self._addresses:
            found = in_force(self._addresses.get(digest_of(address)), now)
        known = read_address(address.partition("/")[0]) if self._networks and found is None else None
        if known is not None:
            within = (ban for network, ban in self._networks.items() if known in network)
            found = next((ban for ban in within if in_force(ban, now)), None)
        return found


def _keep_longest(bans: dict[T, BanRow], target: T, ban: BanRow) -> None:
    known = bans.get(target)
    if known is None or (known.until is not None and (ban.until is None or ban.until > known.until)):
        bans[target] = ban


def in_force(ban: BanRow | None, now: int) -> BanRow | None:
    return ban if ban is not None and (ban.until is None or ban.until > now) else None


def excluded(ban: BanRow, now: int) -> refusals.RequestRefused:
    """What somebody is told who is shut out: why, and until when."""
    if ban.until is None:
        return refusals.excluded_for_good(reason=ban.reason)
    seconds = max(1, -(-(ban.until - now) // 1000))
    until = datetime.fromtimestamp(ban.until / 1000, UTC)
    return refusals.excluded(reason=ban.reason, until=f"{until:%Y-%m-%d %H:%M} UTC", retry_after=seconds)


def read_network(text: str) -> str:
    """An address or a network as an operator writes it, in one form.

    >>> read_network("203.0.113.7"), read_network("203.0.113.9/24"), read_network("2001:db8::1/48")
    ('203.0.113.7/32', '203.0.113.0/24', '2001:db8::/48')
    """
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise refusals.bad_network(text=text) from None
    if network.prefixlen < WIDEST[network.version]:
        raise refusals.wide_network(bits=WIDEST[network.version])
    return str(network)


# ---------------------------------------------------------------- reports


def knows(state: RoomState, chats: Iterable[RoomChatRow], person: str) -> bool:
    """Is somebody in a room, or were they: said something there, or were sent out?"""
    return (
        any(member.person == person for member in state.members)
        or person in state.banned
        or any(chat.person_id == person for chat in chats)
    )
