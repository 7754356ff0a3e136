"""One message to one browser: encrypted for it (RFC 8291), signed by this server (RFC 8292), and posted where it wants it.

Only loaded where an operator has set a key: `muscade[push]` brings what it needs.
"""

from __future__ import annotations

import asyncio
import socket
from base64 import urlsafe_b64encode
from http import HTTPStatus
from typing import Literal, TypeAlias

import aiohttp
import http_ece
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from muscade.server import refusals
from muscade.server.config import PushSettings
from muscade.server.push.endpoints import check_endpoint, decoded, is_public, origin_of
from muscade.server.push.rows import PushRow

AT_ONCE = 16
"""Messages on their way at the same time."""
SECONDS = 10.0
"""After so long without an answer a push service has not taken it."""
SIGNED_FOR = 43_200
"""Seconds: how long what is signed holds."""
GONE = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})
LATER = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})

Sent: TypeAlias = Literal["sent", "gone", "later", "refused"]
"""``gone``: this browser is not there any more; ``later``: it may be worth trying again."""


class PublicOnly(AbstractResolver):
    """Finds no host but of the open net, whatever its name stood for when somebody gave it."""

    def __init__(self) -> None:
        self._all = aiohttp.ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await self._all.resolve(host, port, family)
        public = [one for one in found if is_public(one["host"])]
        if not public:
            raise OSError(f"{host} is no host of the open net")
        return public

    async def close(self) -> None:
        await self._all.close()


class Sender:
    """Nothing here waits on the event loop for the net or for arithmetic."""

    def __init__(self, settings: PushSettings) -> None:
        self._private_hosts = settings.private_hosts
        self._contact = settings.contact
        self._vapid = Vapid02.from_raw(settings.private_key.encode())
        self.public_key = public_key_of(settings.private_key)
        """What browsers are told to take messages from."""
        self._session: aiohttp.ClientSession | None = None
        self._free = asyncio.Semaphore(AT_ONCE)

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def send(self, push: PushRow, message: bytes, *, topic: str, seconds: int, now: int) -> Sent:
        """``topic``: of several that wait for a browser, only the last is kept. It is kept for so many ``seconds``."""
        try:
            check_endpoint(push.endpoint, private=self._private_hosts)
            body, signature = await asyncio.to_thread(self._prepare, push, message, now)
        except (refusals.RequestRefused, ValueError):
            return "gone"
        headers = {
            "authorization": signature,
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(seconds),
            "topic": topic,
            "urgency": "normal",
        }
        async with self._free:
            try:
                # A redirection would lead past everything that was checked.
                async with self._open().post(
                    push.endpoint, data=body, headers=headers, allow_redirects=False
                ) as answer:
                    return _meaning(answer.status)
            except (aiohttp.ClientError, OSError):
                return "later"

    def _prepare(self, push: PushRow, message: bytes, now: int) -> tuple[bytes, str]:
        body: bytes = http_ece.encrypt(
            message,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=decoded(push.p256dh),
            auth_secret=decoded(push.auth),
            version="aes128gcm",
        )
        claims = {"aud": origin_of(push.endpoint), "sub": self._contact, "exp": now // 1000 + SIGNED_FOR}
        signature: str = self._vapid.sign(claims)["Authorization"]
        return body, signature

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            resolver = None if self._private_hosts else PublicOnly()
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(resolver=resolver, limit=AT_ONCE),
                timeout=aiohttp.ClientTimeout(total=SECONDS),
                cookie_jar=aiohttp.DummyCookieJar(),
            )
        return self._session


def _meaning(status: int) -> Sent:
    """
    >>> [_meaning(status) for status in (201, 410, 429, 503, 403)]
    ['sent', 'gone', 'later', 'later', 'refused']
    """
    if status < HTTPStatus.MULTIPLE_CHOICES:
        return "sent"
    if status in GONE:
        return "gone"
    return "later" if status in LATER or status >= HTTPStatus.INTERNAL_SERVER_ERROR else "refused"


def new_key() -> str:
    """A private key, as it is set."""
    key = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(key.to_bytes(32, "big"))


def public_key_of(private_key: str) -> str:
    """What belongs to it, and may be told to everybody."""
    public = Vapid02.from_raw(private_key.encode()).public_key
    return _text(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _text(key: bytes) -> str:
    return urlsafe_b64encode(key).decode().rstrip("=")
