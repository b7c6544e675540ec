"""`serve`: the server on this machine, until Ctrl-C."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from sevenfold.errors import INTERRUPTED, BadInput

from .app import create_app
from .connection import KEPT_FREE, Door, connection_class, most_files, stay_calm
from .hall import Hall
from .limits import Limits
from .logs import Kind, start_logging
from .metrics import HERE, networks
from .storage import default_path

PORT = 7777
LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - what a person may ask for; the default is LOCAL


@dataclass(frozen=True)
class Hosting:
    """How the server is reached, and what it allows and tells."""

    names: Sequence[str] = ()  # beside localhost, the address it listens on and the machine's own name
    proxies: str = ""  # addresses and networks of the reverse proxies in front of it, with commas
    log: Kind = "text"
    metrics_for: Sequence[str] = HERE
    limits: Limits = field(default_factory=Limits)


def serve(
    host: str = LOCAL, port: int = PORT, db: Path | None = None, open_browser: bool = True, hosting: Hosting | None = None
) -> None:
    """Serve the table until Ctrl-C or SIGTERM; Ctrl-C ends in KeyboardInterrupt, with everything stored.

    BadInput if it cannot start: the port is taken, or the database cannot be written.

    port: 0 takes any that is free. open_browser: only if there is a screen.
    """
    hosting = hosting or Hosting()
    start_logging(hosting.log)
    Door.most = most_files() - KEPT_FREE
    path = (db or default_path()).expanduser().absolute()
    listening = listen(host, port)
    try:
        app = application(path, host, hosting)
    except BadInput:
        listening.close()
        raise
    hall: Hall = app.state.hall
    try:
        Server(configured(app, hosting), hall, address(host, listening), path, open_browser).run([listening])
    except KeyboardInterrupt:
        if hall.is_busy:
            # Python would wait for a thread that is still compiling or thinking. Nobody needs its answer; every move is stored.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(INTERRUPTED)
        raise


def application(db: Path, host: str, hosting: Hosting) -> FastAPI:
    """The application as it is hosted; BadInput says what is wrong with an option."""
    for option, given in (("--metrics-for", hosting.metrics_for), ("--behind-proxy", _listed(hosting.proxies))):
        try:
            networks(given)
        except ValueError as error:
            raise BadInput(f"{option} takes addresses or networks, such as 127.0.0.1 or 10.0.0.0/8: {error}.") from error
    return create_app(
        db, host=host, names=hosting.names, warm=True, limits=hosting.limits, metrics_for=hosting.metrics_for
    )


def configured(app: FastAPI, hosting: Hosting) -> uvicorn.Config:
    """How uvicorn serves it."""
    return uvicorn.Config(
        app,
        http=connection_class(hosting.limits, trusted=bool(hosting.proxies)),
        loop="asyncio",  # `Door` relies on it
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(hosting.proxies),
        forwarded_allow_ips=_listed(hosting.proxies),
        ws_max_size=1 << 20,  # a message that is too long, but not absurdly long, still gets an answer
        timeout_graceful_shutdown=1,
    )


def _listed(proxies: str) -> list[str]:
    return [part.strip() for part in proxies.split(",") if part.strip()]


class Server(uvicorn.Server):
    """Uvicorn, which says where the table is and disconnects everybody at the end."""

    def __init__(self, config: uvicorn.Config, hall: Hall, url: str, db: Path, open_browser: bool) -> None:
        super().__init__(config)
        self._hall, self._url, self._db, self._open_browser = hall, url, db, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        asyncio.get_running_loop().set_exception_handler(stay_calm)
        await super().startup(sockets)
        print(f"The table is at {self._url} (Ctrl-C ends it). Games are kept in {self._db}.", flush=True)
        if self._open_browser and has_screen():
            threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in any more, end whatever would keep connections open, then close them."""
        for server in self.servers:
            server.close()
        await self._hall.close()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; BadInput says why it cannot, and what would work."""
    if not 0 <= port <= 65535:
        raise BadInput(f"A port is a number from 1 to 65535, or 0 for any that is free; not {port}.")
    try:
        family, kind, protocol, _, at = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = Door(family, kind, protocol)
    except OSError as error:
        raise BadInput(_why_not(host, port, error)) from error
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # even if the last server ended just now
        listening.bind(at)
        listening.listen()
    except OSError as error:
        listening.close()
        raise BadInput(_why_not(host, port, error)) from error
    return listening


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use. Give another with --port (make play PORT=7778), or 0 for any that is free."
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the system. Give one from 1024 to 65535 with --port (make play PORT=7778)."
    return (
        f"{host} is not an address of this machine. Give another with --host (make play HOST={LOCAL}): {LOCAL} for this"
        f" machine alone, {EVERYWHERE} to let others in."
    )


def address(host: str, listening: socket.socket) -> str:
    """The address to type into a browser."""
    shown = {EVERYWHERE: LOCAL, "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{listening.getsockname()[1]}"


def has_screen() -> bool:
    """Would anybody see a browser that is opened here?"""
    if sys.platform in ("darwin", "win32"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
