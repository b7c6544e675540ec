"""What every request passes first: its origin and size are checked, and the answer gets its headers."""

from __future__ import annotations

import ipaddress
import logging
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .messages import refusal
from .refusal import STATUS, Refused

log = logging.getLogger(__name__)
LARGEST = 65_536  # bytes of a request
READING = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Guard:
    """ASGI middleware. `host` is the name or address at which the server was told to listen."""

    def __init__(self, app: ASGIApp, host: str = "127.0.0.1") -> None:
        self._app = app
        self._names = {"localhost", host.casefold(), socket.gethostname().casefold()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        began = False

        async def send_with_headers(message: Message) -> None:
            nonlocal began
            began = True
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, _limited(receive) if scope["type"] == "http" else receive, send_with_headers)
        except Refused as error:
            if began:
                raise
            await _refuse(scope, receive, send_with_headers, error)
        except Exception:
            log.exception("%s %s failed", scope.get("method", "socket"), scope["path"])
            if not began:
                failure = Refused("internal", "Something went wrong in the server; nothing was changed.")
                await _refuse(scope, receive, send_with_headers, failure)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        # A name that somebody pointed at this address (DNS rebinding) is not one of ours.
        if not self._is_ours(host):
            raise Refused("bad_origin", f"This server is not called {host[:80]!r}; use the address that it printed.")
        changes = scope["type"] == "websocket" or scope["method"] not in READING
        origin = headers.get("origin")
        if changes and origin is not None and urlsplit(origin).netloc.casefold() != host.casefold():
            raise Refused("bad_origin", f"A page from {origin[:80]!r} may not do this; open the table's own page.")
        if int(headers.get("content-length", "0")) > LARGEST:
            raise _too_large()

    def _is_ours(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        if name in self._names or name.endswith(".localhost") or name.removesuffix(".local") in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _too_large() -> Refused:
    return Refused("too_large", f"A request has at most {LARGEST:,} bytes.")


def _limited(receive: Receive) -> Receive:
    """Receive no more than a request may hold, whatever it announced."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > LARGEST:
            raise _too_large()
        return message

    return limited


async def _refuse(scope: Scope, receive: Receive, send: Send, error: Refused) -> None:
    if scope["type"] == "websocket":
        await receive()  # the connection's first message; closing before it is accepted answers 403
        await send({"type": "websocket.close", "code": 1008, "reason": str(error)[:100]})
        return
    body = refusal(error).model_dump_json().encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": STATUS[error.code], "headers": headers})
    await send({"type": "http.response.body", "body": body})
