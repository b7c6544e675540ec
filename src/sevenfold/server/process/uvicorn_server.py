"""How the application is hosted: the options of who runs it, and uvicorn as we run it."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

import uvicorn
from fastapi import FastAPI

from sevenfold.errors import BadInput
from sevenfold.server.app import create_app
from sevenfold.server.http.middleware.limits import Limits
from sevenfold.server.http.middleware.metrics import HERE, networks
from sevenfold.server.lobby.lobby import Hall
from sevenfold.server.logs import Kind

from .connections import SocketConnection, connection_class, stay_calm


@dataclass(frozen=True)
class Hosting:
    """How the server is reached, and what it allows and tells."""

    names: Sequence[str] = ()  # beside localhost, the address it listens on and the machine's own name
    proxies: str = ""  # addresses and networks of the reverse proxies in front of it, with commas
    log: Kind = "text"
    metrics_for: Sequence[str] = HERE
    durable: bool = False  # does every move survive a power cut?
    limits: Limits = field(default_factory=Limits)

    def as_json(self) -> str:
        """All of it, for another process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """What `as_json` wrote."""
        found: dict[str, Any] = json.loads(text)
        lists = {key: tuple(value) for key, value in found.items() if isinstance(value, list)}
        return cls(**(found | lists | {"limits": Limits(**found["limits"])}))


def check_networks(hosting: Hosting) -> None:
    """BadInput says which option names a network that is none."""
    for option, given in (("--metrics-for", hosting.metrics_for), ("--behind-proxy", _listed(hosting.proxies))):
        try:
            networks(given)
        except ValueError as error:
            raise BadInput(f"{option} takes addresses or networks, such as 127.0.0.1 or 10.0.0.0/8: {error}.") from error


def application(db: Path | str, host: str, port: int, hosting: Hosting, *, warm: bool = True) -> FastAPI:
    """The application as it is hosted; BadInput says what is wrong with an option, or with the database."""
    check_networks(hosting)
    return create_app(
        db, host=host, port=port, names=hosting.names, warm=warm, durable=hosting.durable, limits=hosting.limits,
        metrics_for=hosting.metrics_for,
    )  # fmt: skip


def configured(app: FastAPI, hosting: Hosting) -> uvicorn.Config:
    """How uvicorn serves it."""
    return uvicorn.Config(
        app,
        http=connection_class(hosting.limits, trusted=bool(hosting.proxies)),
        ws=SocketConnection,
        loop="asyncio",  # `Door` relies on it
        log_config=None,
        log_level="warning",  # below it headers are logged, and with them tokens
        access_log=False,
        server_header=False,
        proxy_headers=bool(hosting.proxies),
        forwarded_allow_ips=_listed(hosting.proxies),
        ws_max_size=1 << 20,  # a message that is too long, but not absurdly long, still gets an answer
        timeout_graceful_shutdown=1,
    )


def _listed(proxies: str) -> list[str]:
    return [part.strip() for part in proxies.split(",") if part.strip()]


class Service(uvicorn.Server):
    """Uvicorn, which disconnects everybody at the end."""

    def __init__(self, config: uvicorn.Config, hall: Hall) -> None:
        super().__init__(config)
        self._hall = hall

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start."""
        asyncio.get_running_loop().set_exception_handler(stay_calm)
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in any more, end whatever would keep connections open, then close them."""
        for server in self.servers:
            server.close()
        await self._hall.close()
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):  # those that came too late to be told, or did not end in time
            connection.transport.abort()
        await asyncio.sleep(0)  # that closes them
