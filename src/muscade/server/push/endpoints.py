"""Where browsers want to be told: addresses that clients give, and that this server then calls.

So each of them is looked at twice: when it is given, by how it reads, and whenever it is called, by what its name stands
for then (`muscade.server.push.sending`). Nobody makes this server call its own neighbours.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from muscade.server import refusals

POINT_BYTES = 65
"""Of a public key: a point of the curve P-256, uncompressed."""
UNCOMPRESSED = 4
SECRET_BYTES = 16
USUAL_PORTS = (None, 443)
LOCAL_NAMES = ("localhost", "local", "internal", "lan", "home", "arpa")
"""Names that end so are nobody's on the open net."""


def check_endpoint(endpoint: str, *, private: bool) -> None:
    """Refuse what this server is not to call; ``private``: the operator allows hosts of the own network, without TLS too.

    >>> check_endpoint("https://push.example.org/send/abc", private=False)
    >>> check_endpoint("http://127.0.0.1:9000/send", private=True)
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise refusals.bad_endpoint() from None
    if not parts.hostname or parts.username is not None or parts.password is not None:
        raise refusals.bad_endpoint()
    if private:
        if parts.scheme not in {"https", "http"}:
            raise refusals.bad_endpoint()
    elif parts.scheme != "https" or port not in USUAL_PORTS or not _may_be_public(parts):
        raise refusals.bad_endpoint()


def _may_be_public(parts: SplitResult) -> bool:
    host = (parts.hostname or "").rstrip(".")
    try:
        return is_public(host)
    except ValueError:
        return "." in host and host.rpartition(".")[2] not in LOCAL_NAMES


def is_public(address: str) -> bool:
    """
    >>> [is_public(address) for address in ("9.9.9.9", "127.0.0.1", "10.1.2.3", "169.254.169.254", "::ffff:10.0.0.1")]
    [True, False, False, False, False]
    """
    found = ip_address(address)
    return found.is_global and not found.is_multicast


def origin_of(endpoint: str) -> str:
    """
    >>> origin_of("https://push.example.org/send/abc")
    'https://push.example.org'
    """
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}"


def decoded(text: str) -> bytes:
    """Base 64 as browsers write it: for addresses, and without its end."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_keys(p256dh: str, auth: str) -> None:
    """Whether they can be keys of a browser at all."""
    try:
        point, secret = decoded(p256dh), decoded(auth)
    except ValueError:
        raise refusals.bad_push_keys() from None
    if len(point) != POINT_BYTES or point[0] != UNCOMPRESSED or len(secret) != SECRET_BYTES:
        raise refusals.bad_push_keys()
