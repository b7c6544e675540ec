"""A push service on this machine, and a browser that has subscribed there."""

from __future__ import annotations

import base64
import json
import os
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from sevenfold.server.push.key import PushSettings, make_key
from sevenfold.server.storage.people.subscriptions import Subscription

CONTACT = "mailto:host@example.org"


def text(data: bytes) -> str:
    """Bytes in base64url."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Subscriber:
    """A browser that has subscribed, and can read what comes."""

    def __init__(self, endpoint: str) -> None:
        self._key, self._secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = Subscription(endpoint, text(point), text(self._secret))

    def as_json(self) -> dict[str, str]:
        """What the page sends to the server."""
        return {"endpoint": self.subscription.endpoint, "p256dh": self.subscription.p256dh, "auth": self.subscription.auth}

    def read(self, body: bytes) -> dict[str, Any]:
        """What a message says."""
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        said: dict[str, Any] = json.loads(plain)
        return said


@dataclass
class PushService:
    """What a push service has been sent, and how it answers."""

    address: str = ""
    answers: list[int] = field(default_factory=list)  # to the next messages; 201 when there are no more
    headers: dict[str, str] = field(default_factory=dict)  # of its answers
    taken: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)  # path, headers and body of each message

    def subscriber(self, name: str = "one") -> Subscriber:
        """A browser that has subscribed here."""
        return Subscriber(f"{self.address}/send/{name}")


@contextmanager
def push_service(certified: ssl.SSLContext | None = None) -> Iterator[PushService]:
    """A push service until the block ends, by TLS if it has a certificate. It takes no message whose signature is not valid."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            assert Vapid02.verify(self.headers["Authorization"])
            service.taken.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(service.answers.pop(0) if service.answers else 201)
            for name, value in service.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if certified:
        listening.socket = certified.wrap_socket(listening.socket, server_side=True)
        listening.handle_error = lambda *_: None  # type: ignore[method-assign]  # a client that does not trust it
    service.address = f"http://127.0.0.1:{listening.server_port}"
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield service
    finally:
        listening.shutdown()
        thread.join()
        listening.server_close()


def settings(folder: Path, *, anywhere: bool = True) -> PushSettings:
    """A server's settings, with a key of its own."""
    file = folder / "push.pem"
    if not file.exists():
        make_key(file)
    return PushSettings(str(file), CONTACT, anywhere)
