"""The first middleware: checks the origin and size of every request, and adds security headers to every answer."""

from __future__ import annotations

import ipaddress
import logging
import math
import socket
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sevenfold.protocol.codec import error_message, refusal
from sevenfold.protocol.errors import STATUS, Refused
from sevenfold.server.logs import route_of

from .proxies import SAID, Proxied, ServerName, ascii_name, host_of, split_host

log = logging.getLogger(__name__)
LARGEST = 65_536  # bytes of a request
RECORDS, LARGEST_RECORD = "/api/records", 524_288  # the longest game ever dealt, at its limit of turns, takes 280,289
READING = ("GET", "HEAD", "OPTIONS")
HEALTH = ("/healthz", "/livez", "/readyz")
PORTS = {"http": 80, "https": 443}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " connect-src 'self'; manifest-src 'self'; worker-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class RequestGuard:
    """ASGI middleware that checks requests."""

    def __init__(self, app: ASGIApp, names: Sequence[ServerName] = ()) -> None:
        """Guard an application; `names` are further names and addresses at which the server is reached."""
        self._app = app
        self._names = {"localhost", socket.gethostname().casefold(), *(name.host for name in names)}
        self._ports = {(name.host, name.port) for name in names if name.port}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        has_begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, _limited(scope, receive) if scope["type"] == "http" else receive, send_with_headers)
        except Refused as error:
            if has_begun:
                raise
            await refuse(scope, receive, send_with_headers, error)
        except Exception:
            log.exception("%s %s failed", scope.get("method", "socket"), route_of(scope))
            if not has_begun:
                failure = Refused("internal", "Something went wrong in the server; nothing was changed.")
                await refuse(scope, receive, send_with_headers, failure)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        said: Proxied | None = scope.get(SAID)
        given = headers.get("host", "")
        host = (said and said.host) or given
        # Against DNS rebinding: a foreign name may resolve to this address. A load balancer knows no name.
        for named in {given, host} if scope["path"].rstrip("/") not in HEALTH else ():
            if not self._is_ours(named):
                known = "open it at the address that its owner gave you (owners add names as docs/host/hosting.md says)"
                raise Refused("bad_origin", f"This server is not called {named[:80]!r}; {known}.")
        changes = scope["type"] == "websocket" or scope["method"] not in READING
        origin = headers.get("origin")
        if changes and origin is not None:
            if not self._is_own_page(scope, origin, {given, host}):
                raise Refused("bad_origin", _why_foreign(origin, host))
            host = urlsplit(origin).netloc  # with a port that the proxy may not have passed on
        elif said and said.port and ":" not in host.rpartition("]")[2]:
            host = f"{host}:{said.port}"
        if host != given:  # links to share begin with it
            others = [(name, value) for name, value in scope["headers"] if name != b"host"]
            scope["headers"] = [*others, (b"host", host.encode("latin-1"))]
        if _announced(headers) > _largest(scope):
            raise _too_large(scope)

    def _is_own_page(self, scope: Scope, origin: str, hosts: Iterable[str]) -> bool:
        """Whether the page at an origin is the one that this server delivered, for a request to one of these hosts."""
        said: Proxied | None = scope.get(SAID)
        try:
            parts = urlsplit(origin)
            scheme, name, port = parts.scheme, ascii_name(parts.hostname or ""), parts.port or PORTS[parts.scheme]
        except (ValueError, KeyError):
            return False
        if said and scope["scheme"] in ("https", "wss") and scheme != "https":
            return False
        known = [split_host(host) for host in hosts]
        ports = {number for host, number in known if host == name}
        if said and said.port and None in ports:
            ports = {number or int(said.port) for number in ports}
        if port in {number or PORTS[scheme] for number in ports}:
            return True
        if ports and (name, port) in self._ports:
            return True
        # A proxy that passes on the name alone ($host in nginx): browsers say whether it is a page at another port.
        site = Headers(scope=scope).get("sec-fetch-site", "same-origin")
        return said is not None and None in ports and site == "same-origin"

    def _is_ours(self, host: str) -> bool:
        name = host_of(host)
        if name in self._names or name.endswith(".localhost") or name.removesuffix(".local") in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _why_foreign(origin: str, host: str) -> str:
    if host_of(origin.partition("://")[2]) != host_of(host):
        return f"A page from {origin[:80]!r} may not do this; open the table's own page."
    return (
        f"The page is from {origin[:80]!r}, but a proxy asks for {host[:80]!r}; it must pass on the port of the page as well"
        " (docs/host/hosting.md, behind a reverse proxy)."
    )


def _announced(headers: Headers) -> int:
    """The announced length in bytes; more than allowed if it is not a number."""
    length = headers.get("content-length", "0")
    return int(length) if length.isascii() and length.isdigit() and len(length) < 20 else LARGEST_RECORD + 1


def _largest(scope: Scope) -> int:
    """The largest allowed length of a request in bytes."""
    return LARGEST_RECORD if scope["path"] == RECORDS and scope.get("method") == "POST" else LARGEST


def _too_large(scope: Scope) -> Refused:
    what = "record" if scope["path"] == RECORDS else "request"
    return Refused("too_large", f"A {what} has at most {_largest(scope):,} bytes.")


def _limited(scope: Scope, receive: Receive) -> Receive:
    """Receive at most the allowed length, even if less was announced."""
    taken, most = 0, _largest(scope)

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise _too_large(scope)
        return message

    return limited


async def refuse(scope: Scope, receive: Receive, send: Send, error: Refused) -> None:
    """Answer a request, or the opening of a WebSocket, with a refusal."""
    if scope["type"] == "websocket":
        await receive()  # the opening message; closing before accepting answers 403
        if error.code == "too_many":  # so that the page can show why: it cannot read the body of a 403
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": error_message(error)})
        await send({"type": "websocket.close", "code": 1008, "reason": str(error)[:100]})
        return
    body = refusal(error).model_dump_json().encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if error.seconds:
        headers.append((b"retry-after", str(math.ceil(error.seconds)).encode()))
    await send({"type": "http.response.start", "status": STATUS[error.code], "headers": headers})
    await send({"type": "http.response.body", "body": body})
