"""What every HTTP request goes through: who asks and how often, from which page, and what is noted of the answer."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from types import FunctionType

import structlog
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from muscade.server import refusals
from muscade.server.addresses import Proxies, limited_as
from muscade.server.answers import problem
from muscade.server.limits import Limiter
from muscade.server.metrics import Metrics
from muscade.server.moderation.admission import Admission
from muscade.server.origins import check_origin

METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "DELETE"})
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    # The id of a table, in an address, is for those whom it was given to.
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
OPERATORS = "/api/operator"
PROBES = frozenset({"/healthz", "/readyz"})
"""Asked by those who watch over the server, whatever else their address does."""

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")

log = structlog.get_logger()


class Callers:
    """Finds out who asks (``scope["state"]["address"]``) and whether they may, gives the request an id, and counts it."""

    def __init__(self, app: ASGIApp, limiter: Limiter, proxies: Proxies, admission: Admission) -> None:
        self._app = app
        self._admission = admission
        self._limiter = limiter
        self._proxies = proxies
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        self._look_for_proxies(scope, headers)
        address = self._proxies.client_of(scope)
        scope.setdefault("state", {})["address"] = limited_as(address)
        given = headers.get("x-request-id", "")
        # Nobody but us says what goes into logs.
        request_id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", []).append((b"x-request-id", request_id.encode()))
            await send(message)

        answer = self._app
        try:
            if scope["path"] not in PROBES:
                self._limiter.request(address)
            if _is_asked(scope["path"]):
                self._admission.check(limited_as(address))
        except refusals.RequestRefused as refusal:
            answer = problem(refusal)
        structlog.contextvars.bind_contextvars(request=request_id)
        await answer(scope, receive, send_with_id)

    def _look_for_proxies(self, scope: Scope, headers: Headers) -> None:
        """Behind a proxy that is not named, all the world is one address, and soon refused."""
        if self._warned or "x-forwarded-for" not in headers or not scope.get("client"):
            return
        if scope["client"][0] not in self._proxies:
            self._warned = True
            log.warning("proxy-not-named", hint="if it is yours, name it in `proxies`")


def _is_asked(path: str) -> bool:
    """Whoever is shut out gets the client all the same, which shows why; and no operator shuts themselves out.

    >>> _is_asked("/api/games"), _is_asked("/api/operator/bans"), _is_asked("/")
    (True, False, False)
    """
    return path.startswith("/api/") and not path.startswith(OPERATORS)


class OwnPages:
    """Lets no page from elsewhere change anything: see `muscade.server.origins`."""

    def __init__(self, app: ASGIApp, origins: Sequence[str]) -> None:
        self._app = app
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._app
        if scope["type"] == "http" and scope["method"] not in {"GET", "HEAD"}:
            try:
                check_origin(Headers(scope=scope), self._origins)
            except refusals.RequestRefused as refusal:
                answer = problem(refusal)
        await answer(scope, receive, send)


class HeadersAndMetrics:
    """Puts the security headers on every answer, and counts it, by route: an address may hold a secret."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                raw = message.setdefault("headers", [])
                own = {name for name, _ in raw}
                # An answer may have a policy of its own: `muscade.server.pictures.embed`.
                raw.extend(header for header in _HEADERS if header[0] not in own)
                endpoint = scope.get("endpoint")
                route = endpoint.__name__ if isinstance(endpoint, FunctionType) else "client"
                method = scope["method"] if scope["method"] in METHODS else "other"
                self._metrics.requests.labels(method, route, message["status"]).inc()
            await send(message)

        await self._app(scope, receive, send_with_headers)
