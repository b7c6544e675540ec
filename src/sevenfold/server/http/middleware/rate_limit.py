"""Rate limits per address, applied before anything expensive."""

from __future__ import annotations

import hashlib
import math

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from sevenfold.protocol.errors import Refused
from sevenfold.server.buckets import Buckets

from .limits import Counts, Limits, household
from .request_guard import refuse

BURST = 4  # seconds' worth of requests may come at once
LIMITED = ("/api/", "/join/", "/room/", "/replay/", "/daily/", "/puzzle")  # what begins like this may be asked for so often
OPENS_A_ROOM = ("/rooms", "/again", "/branch", "/records")  # paths that make a room when posted to end like this


class RateLimiter:
    """ASGI middleware that applies the limits."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app, self._limits = app, limits
        self._requests = Buckets(limits.requests, limits.requests * BURST)
        self._rooms = Buckets(limits.rooms / 3600, limits.rooms)
        self._sockets = Counts(limits.sockets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket") or not scope["path"].startswith(LIMITED):
            await self._app(scope, receive, send)
            return
        address = household(scope["client"][0] if scope["client"] else "")
        try:
            self._check(scope, address)
        except Refused as error:
            await refuse(scope, receive, send, error)
            return
        if scope["type"] == "http":
            await self._app(scope, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets.leave(address)

    def _check(self, scope: Scope, address: str) -> None:
        if seconds := self._requests.take(address):
            sentence = f"More than {self._limits.requests:g} requests a second came from your address; wait, then go on."
            raise Refused("too_many", sentence, seconds=seconds)
        if scope["type"] == "websocket":
            if not self._sockets.enter(address):
                most = self._limits.sockets
                raise Refused("too_many", f"{most} games are being watched from your address already; close one of them first.")
        elif scope["method"] == "POST" and scope["path"].endswith(OPENS_A_ROOM) and (seconds := self._rooms.take(address)):
            sentence = (
                f"{self._limits.rooms} rooms may be opened from one address in an hour; the next in {_in_words(seconds)}."
            )
            raise Refused("too_many", sentence, seconds=seconds)


def check_newcomer(connection: HTTPConnection) -> None:
    """Refused if too many new accounts were made from an address."""
    newcomers: Buckets = connection.app.state.newcomers
    if seconds := newcomers.take(household(connection.client.host if connection.client else "")):
        sentence = f"Too many new people came from your address; the next may come in {_in_words(seconds)}. Keep your cookie."
        raise Refused("too_many", sentence, seconds=seconds)


def check_log_in(connection: HTTPConnection) -> None:
    """Refused if too many attempts to log in came from an address."""
    log_ins: Buckets = connection.app.state.log_ins
    if seconds := log_ins.take(household(connection.client.host if connection.client else "")):
        sentence = f"Too many attempts to log in came from your address; the next may come in {_in_words(seconds)}."
        raise Refused("too_many", sentence, seconds=seconds)


def check_challenge(connection: HTTPConnection) -> None:
    """Refused if too many challenges to log in were made for an address."""
    challenges: Buckets = connection.app.state.challenges
    if seconds := challenges.take(household(connection.client.host if connection.client else "")):
        sentence = f"Too many attempts to log in came from your address; the next may come in {_in_words(seconds)}."
        raise Refused("too_many", sentence, seconds=seconds)


def check_proof(connection: HTTPConnection, token: str) -> None:
    """Refused if the holder of a token has tried too often to prove who they are; others do not use up their attempts."""
    proofs: Buckets = connection.app.state.proofs
    if seconds := proofs.take(hashlib.sha256(token.encode()).hexdigest()):
        sentence = f"Too many attempts to show who you are came from this device; the next may come in {_in_words(seconds)}."
        raise Refused("too_many", sentence, seconds=seconds)


def check_asking(connection: HTTPConnection, person: str) -> None:
    """Refused if a person asks too many others, or invites them, too often."""
    asking: Buckets = connection.app.state.asking
    if seconds := asking.take(person):
        most = f"You may ask and invite others {asking.most:g} times in an hour"
        raise Refused("too_many", f"{most}; go on in {_in_words(seconds)}.", seconds=seconds)


def _in_words(seconds: float) -> str:
    return f"{math.ceil(seconds)} s" if seconds < 90 else f"{math.ceil(seconds / 60)} minutes"
