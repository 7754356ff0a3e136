"""Who is at the other end: the client's address, through proxies that the operator has named and no others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, TypeAlias

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

ONE_HOME = 64
"""Bits of an address of IPv6 that tell networks apart; the rest is its owner's to choose."""
NOBODY = "local"
"""What is at the other end of a socket that has no addresses."""


def read_address(text: str) -> Address | None:
    """
    >>> read_address("[2001:db8::7]:443"), read_address("192.0.2.7:80"), read_address("unknown")
    (IPv6Address('2001:db8::7'), IPv4Address('192.0.2.7'), None)
    >>> read_address("::ffff:192.0.2.7")
    IPv4Address('192.0.2.7')
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


@lru_cache(maxsize=4096)
def limited_as(address: str) -> str:
    """What counts as one address.

    >>> limited_as("192.0.2.7"), limited_as("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    found = read_address(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((found, ONE_HOME), strict=False))
    return address if found is None else str(found)


class Proxies:
    """Those whose word about a client's address is taken, by address or network.

    >>> Proxies(["10.0.0.0/8"]).client("10.1.1.1", "203.0.113.5, 192.0.2.7")
    '192.0.2.7'
    >>> Proxies([]).client("10.1.1.1", "192.0.2.7")
    '10.1.1.1'
    """

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks: Sequence[Network] = tuple(ip_network(name, strict=False) for name in named)

    def __contains__(self, address: str) -> bool:
        found = read_address(address)
        return found is not None and any(found in network for network in self._networks)

    def client(self, peer: str, forwarded: str) -> str:
        """The client's address: the last one in ``X-Forwarded-For`` that no proxy of ours has written of itself.

        Whatever stands before it was written by who knows whom. What is no address ends the search.
        """
        client = peer
        hops = forwarded.split(",") if forwarded else []
        while hops and client in self:
            found = read_address(hops.pop())
            if found is None:
                break
            client = str(found)
        return client

    def client_of(self, scope: Mapping[str, Any]) -> str:
        """The same of an ASGI request."""
        peer = scope["client"][0] if scope.get("client") else NOBODY
        if peer not in self:
            return peer if isinstance(peer, str) else NOBODY
        forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        return self.client(peer, b",".join(forwarded).decode("latin-1"))
