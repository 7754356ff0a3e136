"""What stands for the push service of a browser's maker: takes what a server sends to browsers, and can read it as they do."""

from __future__ import annotations

import json
import secrets
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Delivered(NamedTuple):
    browser: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """On a port of the loopback."""

    def __init__(self) -> None:
        self.delivered: list[Delivered] = []
        self.asked = 0
        """Also those that were not taken."""
        self.statuses: list[int] = []
        """What is answered next, before it takes everything again."""
        self._keys: dict[str, tuple[ec.EllipticCurvePrivateKey, bytes]] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.asked += 1
                status = service.statuses.pop(0) if service.statuses else 201
                if status == 201:
                    headers = {name.lower(): value for name, value in self.headers.items()}
                    service.delivered.append(Delivered(self.path.rpartition("/")[2], headers, body))
                self.send_response(status)
                if status == 307:
                    self.send_header("location", "http://127.0.0.1:1/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def browser(self, language: str = "en") -> dict[str, str]:
        """What a new browser tells the server that may send to it."""
        name, key, secret = (
            secrets.token_hex(8),
            ec.generate_private_key(ec.SECP256R1()),
            secrets.token_bytes(16),
        )
        self._keys[name] = key, secret
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        endpoint = f"{self.address}/send/{name}"
        return {"endpoint": endpoint, "p256dh": text(point), "auth": text(secret), "language": language}

    def read(self, delivered: Delivered) -> dict[str, Any]:
        """As the browser does."""
        key, secret = self._keys[delivered.browser]
        found: dict[str, Any] = json.loads(
            http_ece.decrypt(delivered.body, private_key=key, auth_secret=secret, version="aes128gcm")
        )
        return found


def text(key: bytes) -> str:
    return urlsafe_b64encode(key).decode().rstrip("=")


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    try:
        yield service
    finally:
        service.close()
