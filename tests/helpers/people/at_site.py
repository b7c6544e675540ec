"""A server with a name of its own and https, as passkeys need it, and people who come to it there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from helpers.people.authenticator import Authenticator
from helpers.table_server import Running, running

SITE = "table.example.org"
ORIGIN = f"https://{SITE}"
AT = {"Host": SITE, "Origin": ORIGIN}


@contextmanager
def site(folder: Path) -> Iterator[Running]:
    """The server, with its database in a folder."""
    with running(folder / "table.db", names=[SITE]) as server:
        yield server


@contextmanager
def somebody_at(server: Running, name: str = "") -> Iterator[httpx.Client]:
    """Somebody in a browser of their own; without a name they are nobody yet."""
    with server.somebody(name) as client:
        client.headers.update(AT)
        yield client


def challenge(client: httpx.Client, path: str = "log-in/challenge") -> dict[str, Any]:
    """Something for a passkey to sign."""
    answer: dict[str, Any] = client.post(f"/api/{path}").raise_for_status().json()
    return answer


def with_passkey(client: httpx.Client, **made: Any) -> Authenticator:
    """Somebody's new passkey."""
    device = Authenticator(SITE, ORIGIN)
    client.post("/api/me/passkeys", json=device.make(challenge(client, "me/passkeys/challenge")) | made).raise_for_status()
    return device
