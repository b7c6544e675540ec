"""`PushSender`: one encrypted message to one browser's push service."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

from sevenfold.protocol.errors import Refused
from sevenfold.server.storage.people.subscriptions import Subscription
from sevenfold.system.base64url import decoded

from .endpoints import NoPlaceError, resolved

if TYPE_CHECKING:
    from .key import PushKey

PATIENCE = 10.0  # seconds for one attempt
GONE = (404, 410)  # what a service answers for a subscription that has ended
LONGEST_PAUSE = 300.0  # seconds for which a service may ask us to wait
POINT, SECRET = 65, 16  # bytes of a browser's key, and of its secret
NO_KEYS = "p256dh is a point of the curve P-256, and auth has 16 bytes, both in base64url."


@dataclass(frozen=True)
class Outcome:
    """What became of an attempt."""

    status: int = 0  # of the service's answer; 0 if there was none
    seconds: float = 0.0  # after which the service wants to be asked again; 0 if it did not say

    @property
    def is_gone(self) -> bool:
        """Whether the subscription is of no use any more."""
        return self.status in GONE

    @property
    def may_pass(self) -> bool:
        """Whether another attempt may do better."""
        return self.status in (0, 429) or self.status >= 500


class PushSender:
    """Sends messages to push services."""

    def __init__(self, key: PushKey) -> None:
        import httpx

        self._key = key
        # Nothing is kept open: a connection is to an address, which may be that of several services.
        self._client = httpx.AsyncClient(
            timeout=PATIENCE,
            trust_env=False,
            limits=httpx.Limits(max_keepalive_connections=0),
            headers={"User-Agent": "sevenfold"},
        )

    async def send(self, to: Subscription, message: bytes, headers: dict[str, str]) -> Outcome:
        """Make one attempt, which ends in time.

        Args:
            to: The browser's subscription.
            message: What only the browser can read.
            headers: How long the service keeps it, and how urgent it is.
        """
        import httpx

        parts = urlsplit(to.endpoint)
        try:
            async with asyncio.timeout(PATIENCE):
                body, signed = await asyncio.to_thread(self._encrypted, to, message)
                addresses = await resolved(parts, anywhere=self._key.anywhere)
                return await self._post(parts, addresses, body, headers | signed)
        except (NoPlaceError, ValueError, httpx.InvalidURL):  # ValueError: keys that nothing can be encrypted with
            return Outcome(GONE[0])
        except (TimeoutError, OSError):
            return Outcome()

    def _encrypted(self, to: Subscription, message: bytes) -> tuple[bytes, dict[str, str]]:
        from pywebpush import WebPusher

        keys = {"p256dh": to.p256dh, "auth": to.auth}
        body: bytes = WebPusher({"endpoint": to.endpoint, "keys": keys}).encode(message)["body"]
        return body, self._key.headers(to.endpoint)

    async def _post(self, parts: SplitResult, addresses: list[str], body: bytes, headers: dict[str, str]) -> Outcome:
        import httpx

        for address in addresses[:2]:
            netloc = f"[{address}]" if ":" in address else address
            url = parts._replace(netloc=f"{netloc}:{parts.port}" if parts.port else netloc).geturl()
            headers = headers | {"Host": parts.netloc, "Content-Encoding": "aes128gcm"}
            asked = self._client.build_request(
                "POST", url, content=body, headers=headers, extensions={"sni_hostname": parts.hostname or ""}
            )
            try:
                answer = await self._client.send(asked, stream=True)
            except httpx.ConnectError:
                continue
            except httpx.HTTPError:
                return Outcome()
            await answer.aclose()
            return Outcome(answer.status_code, _pause(answer.headers.get("retry-after", "")))
        return Outcome()

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()


def check_keys(p256dh: str, auth: str) -> None:
    """Refused unless something can be encrypted with a browser's keys."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    with suppress(ValueError):
        point, secret = decoded(p256dh), decoded(auth)
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
        if len(point) == POINT and len(secret) == SECRET:
            return
    raise Refused("bad_message", NO_KEYS)


def _pause(said: str) -> float:
    """The seconds in a Retry-After header; 0 if there are none."""
    return min(float(said), LONGEST_PAUSE) if said.isascii() and said.isdigit() else 0.0
