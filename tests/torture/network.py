"""A network of the test's own between servers and their database, to be cut: a namespace, and cables into it."""

from __future__ import annotations

import secrets
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv4Network
from typing import Self

RANGE = IPv4Network("198.18.0.0/15")
"""For tests of networks, and nothing else (RFC 2544); none of it leaves the machine."""
A_CABLE = 30
"""Bits of the address that the two ends of a cable share."""


def ip(*command: str) -> None:
    subprocess.run(["ip", *command], check=True)


class Cable:
    """From a server here to the database there; each end has an address."""

    def __init__(self, namespace: str) -> None:
        self._namespace = namespace
        name = f"mu{secrets.token_hex(4)}"
        self._here, self._there = f"{name}a", f"{name}b"
        place = 2 ** (32 - A_CABLE) * secrets.randbelow(RANGE.num_addresses >> (32 - A_CABLE))
        self.here: IPv4Address = RANGE[place + 1]
        self.there: IPv4Address = RANGE[place + 2]
        ip("link", "add", self._here, "type", "veth", "peer", "name", self._there, "netns", namespace)
        ip("address", "add", f"{self.here}/{A_CABLE}", "dev", self._here)
        ip("-n", namespace, "address", "add", f"{self.there}/{A_CABLE}", "dev", self._there)
        ip("link", "set", self._here, "up")
        ip("-n", namespace, "link", "set", self._there, "up")

    def pull(self) -> None:
        """Out at the database's end: nothing comes through any more, and nobody is told."""
        ip("-n", self._namespace, "link", "set", self._there, "down")

    def plug(self) -> None:
        ip("-n", self._namespace, "link", "set", self._there, "up")

    def lose_the_way(self) -> None:
        """Whoever tries to send is told at once that there is no way."""
        ip("route", "add", "unreachable", f"{self.there}/32")

    def find_the_way(self) -> None:
        ip("route", "del", "unreachable", f"{self.there}/32")

    def remove(self) -> None:
        subprocess.run(
            ["ip", "route", "del", "unreachable", f"{self.there}/32"], capture_output=True, check=False
        )
        ip("link", "del", self._here)


class Network:
    """A namespace in which a database listens, and the cables that lead there."""

    def __init__(self, namespace: str) -> None:
        self.namespace = namespace
        self.cables: list[Cable] = []

    @classmethod
    @contextmanager
    def made(cls, cables: int) -> Iterator[Self]:
        network = cls(f"muscade-{secrets.token_hex(4)}")
        ip("netns", "add", network.namespace)
        try:
            ip("-n", network.namespace, "link", "set", "lo", "up")
            for _ in range(cables):
                network.cables.append(Cable(network.namespace))
            yield network
        finally:
            for cable in network.cables:
                cable.remove()
            ip("netns", "del", network.namespace)
