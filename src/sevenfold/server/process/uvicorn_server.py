"""Hosting options, and uvicorn as we run it."""

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
from sevenfold.server.execution import guest_games
from sevenfold.server.http.middleware.limits import Limits
from sevenfold.server.http.middleware.proxies import HERE, ServerName, networks
from sevenfold.server.http.network import NetworkListeners
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.logs import Kind, finish_logging
from sevenfold.server.push.key import PushKey, PushSettings

from .connections import SocketConnection, connection_class, handle_loop_error

# A connection that has gone silent is closed after PING + PONG seconds at most, and its person shown as away. Browsers answer
# a ping by themselves, also for a page in the background whose timers are slowed down.
PING = 2.5  # seconds between an answered ping and the next one
PONG = 4.0  # seconds in which a ping must be answered


@dataclass(frozen=True)
class Hosting:
    """How the server is reached, and what it allows and logs."""

    names: Sequence[str] = ()  # besides localhost, the listening address and the machine's name
    proxies: str = ""  # addresses and networks of reverse proxies, separated by commas
    log: Kind = "text"
    metrics_for: Sequence[str] = HERE
    durable: bool = False  # whether every move survives a power cut
    limits: Limits = field(default_factory=Limits)
    rule_seconds: float = guest_games.SECONDS  # that a function of another package's game may run
    followed: Sequence[str] = ()  # games whose files are loaded anew whenever they change
    design: bool = False  # whether people may make test rooms
    push_key: str = ""  # the file with the key for Web Push; empty: nobody is called
    push_contact: str = ""  # whom push services may ask about the server
    prepare: bool = True  # whether games are compiled and daily deals found before anybody asks for them

    @property
    def push(self) -> PushSettings | None:
        """How people are called by Web Push; None if they are not."""
        return PushSettings(self.push_key, self.push_contact) if self.push_key else None

    public: bool = True  # whether people may open their rooms to everybody

    def as_json(self) -> str:
        """The options as JSON, for another process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Parse the result of `as_json`."""
        found: dict[str, Any] = json.loads(text)
        lists = {key: tuple(value) for key, value in found.items() if isinstance(value, list)}
        return cls(**(found | lists | {"limits": Limits(**found["limits"])}))


def check_networks(hosting: Hosting) -> None:
    """BadInput if an option has a network or a name that is not valid."""
    for option, given in (("--metrics-for", hosting.metrics_for), ("--behind-proxy", listed(hosting.proxies))):
        try:
            networks(given)
        except ValueError as error:
            raise BadInput(f"{option} takes addresses or networks, such as 127.0.0.1 or 10.0.0.0/8: {error}.") from error
    for name in hosting.names:
        try:
            ServerName.parse(name)
        except ValueError as error:
            raise BadInput(
                f"--name takes a name such as table.example.org or example.org:8443/cards; {name!r} is none."
            ) from error


def check_push(hosting: Hosting) -> None:
    """BadInput if the key for Web Push, or the contact, is none."""
    if hosting.push:
        PushKey(hosting.push)
    elif hosting.push_contact:
        raise BadInput("--push-contact belongs to --push-key FILE; sevenfold push-key FILE makes one.")


def application(
    db: Path | str,
    host: str,
    port: int,
    hosting: Hosting,
    listeners: NetworkListeners | None = None,
    *,
    is_first: bool = True,
) -> FastAPI:
    """Make the application; BadInput if an option or the database is at fault."""
    check_networks(hosting)
    check_push(hosting)
    guest_games.set_limit(hosting.rule_seconds)
    if hosting.followed:
        guest_games.interpret()
    return create_app(
        db, host=host, port=port, names=hosting.names, prepare=hosting.prepare and is_first and not hosting.followed,
        durable=hosting.durable, limits=hosting.limits, metrics_for=hosting.metrics_for, proxies=listed(hosting.proxies),
        listeners=listeners, followed=hosting.followed, design=hosting.design, public=hosting.public, calls=hosting.push,
    )  # fmt: skip


def uvicorn_config(app: FastAPI, hosting: Hosting) -> uvicorn.Config:
    """The configuration of uvicorn."""
    return uvicorn.Config(
        app,
        http=connection_class(hosting.limits, trusted=bool(hosting.proxies)),
        ws=SocketConnection,
        loop="asyncio",  # `Door` relies on it
        log_config=None,
        log_level="warning",  # lower levels log headers, which contain tokens
        access_log=False,
        server_header=False,
        proxy_headers=False,  # `ProxyHeaders` reads them
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        ws_max_size=1 << 20,  # larger than our own limit, so that a message that is too long still gets an answer
        timeout_graceful_shutdown=1,
    )


def listed(proxies: str) -> list[str]:
    """The addresses and networks in --behind-proxy."""
    return [part.strip() for part in proxies.split(",") if part.strip()]


class SevenfoldServer(uvicorn.Server):
    """Uvicorn with an orderly shutdown of all rooms."""

    def __init__(self, config: uvicorn.Config, lobby: Lobby) -> None:
        super().__init__(config)
        self._lobby = lobby

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening."""
        asyncio.get_running_loop().set_exception_handler(handle_loop_error)
        await super().startup(sockets)

    async def accept_at(self, listening: socket.socket) -> asyncio.Server:
        """Also accept connections at another listening socket."""

        def connection() -> asyncio.Protocol:
            made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]  # any protocol, to uvicorn's types
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return made

        accepting = await asyncio.get_running_loop().create_server(connection, sock=listening, backlog=self.config.backlog)
        self.servers.append(accepting)
        return accepting

    async def stop_accepting(self, accepting: asyncio.Server) -> None:
        """Accept no more connections there, and end those that came in there."""
        addresses = [listening.getsockname() for listening in accepting.sockets]
        self.servers.remove(accepting)
        accepting.close()
        for connection in list(self.server_state.connections):
            if connection.transport.get_extra_info("sockname") in addresses:
                connection.shutdown()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, close all rooms, then close the connections."""
        for server in self.servers:
            server.close()
        await self._lobby.close()
        await super().shutdown(sockets)
        for _ in range(3):  # those not closed in time, then those that were just being made
            for connection in list(self.server_state.connections):
                connection.transport.abort()
            await asyncio.sleep(0)  # lets them close
        finish_logging()  # at SIGTERM, uvicorn ends the process by the signal itself
