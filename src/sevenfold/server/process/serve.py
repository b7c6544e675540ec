"""`serve`: run the server on this machine until Ctrl-C."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import uvicorn

from sevenfold.errors import INTERRUPTED, BadInput, CannotPrint, shortened
from sevenfold.server.http.links import is_loopback, links
from sevenfold.server.http.network import NetworkAccess
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.logs import finish_logging, start_logging
from sevenfold.server.storage import Storage, database
from sevenfold.server.storage.databases.postgres import checked_url, shown_url
from sevenfold.system.qr_codes import qr_text
from sevenfold.system.signals import handled

from .connections import RESERVED_FILES, ListeningSocket, listening_socket, raise_file_limit
from .garbage_collection import rare_garbage_collection
from .run_time_listeners import RunTimeListeners
from .supervisor import Supervisor, check_workers
from .uvicorn_server import Hosting, SevenfoldServer, application, check_networks, check_push, uvicorn_config

PORT = 7777
LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - a host that people may choose; the default is LOCAL


def run_server(
    host: str = LOCAL, port: int = PORT, db: Path | str | None = None, open_browser: bool = True,
    hosting: Hosting | None = None, workers: int = 1,
) -> None:  # fmt: skip
    """Serve until Ctrl-C or SIGTERM.

    Args:
        host: The address to listen on.
        port: The port; 0 for any free one.
        db: A file for SQLite, or the URL of a PostgreSQL database; None for the default file.
        open_browser: Whether to open the page in a browser, if there is a screen.
        hosting: Further options; None for the defaults.
        workers: The number of processes; more than one need PostgreSQL.

    Raises:
        BadInput: If it cannot start: the port is taken, or the database cannot be opened.
        KeyboardInterrupt: At Ctrl-C, when everything is stored.
    """
    hosting = hosting or Hosting()
    check_workers(workers, db)
    start_logging(hosting.log)
    ListeningSocket.most = raise_file_limit() - RESERVED_FILES
    where = database(db)
    listening = listen(host, port)
    try:
        if workers > 1:
            serve_by_many(workers, listening, host, str(where), hosting)
        else:
            serve_alone(listening, host, where, hosting, open_browser)
    finally:
        listening.close()


def serve_alone(listening: socket.socket, host: str, where: Path | str, hosting: Hosting, open_browser: bool) -> None:
    """Serve from this process."""
    port = listening.getsockname()[1]
    may_open = is_loopback(host) and not hosting.proxies and isinstance(where, Path)  # other servers may share a PostgreSQL
    app = application(where, host, port, hosting, RunTimeListeners(lambda: server, port) if may_open else None)
    lobby: Lobby = app.state.lobby
    server = PrintingServer(
        uvicorn_config(app, hosting), lobby, app.state.network, address(host, listening), shown(where), open_browser
    )
    try:
        with rare_garbage_collection(), ended_by_hangup(lambda frame: server.handle_exit(signal.SIGTERM, frame)):
            server.run([listening])
    except KeyboardInterrupt:
        if lobby.is_busy:
            # Python would wait for threads that compile or think. Their results are not needed; every move is stored.
            sys.stdout.flush()
            sys.stderr.flush()
            finish_logging()
            os._exit(INTERRUPTED)
        raise


@contextmanager
def ended_by_hangup(end: Callable[[FrameType | None], object]) -> Iterator[None]:
    """Inside the block SIGHUP (its terminal is closed) ends the server in as good an order as SIGTERM, unless it is ignored."""
    if not hasattr(signal, "SIGHUP"):
        yield
        return
    with handled((signal.SIGHUP,), lambda _, frame: end(frame)):
        yield


def serve_by_many(workers: int, listening: socket.socket, host: str, url: str, hosting: Hosting) -> None:
    """Serve from several processes, supervised by this one."""
    check_networks(hosting)
    check_push(hosting)
    Storage(url).close()  # migrates the tables once, and reports errors once
    where_kept = f"Games are kept in {shown(url)}, and served by {workers} processes."
    greeting = f"The table is at {address(host, listening)} (Ctrl-C ends it). {where_kept}"
    tell(greeting, *open_to_network(links(host, listening.getsockname()[1], hosting.names)))
    supervisor = Supervisor(listening, {"host": host, "db": url, "hosting": hosting.as_json()}, workers)
    with ended_by_hangup(lambda frame: supervisor.end(signal.SIGTERM, frame)):
        ended_by = supervisor.run()
    if ended_by == signal.SIGINT:
        raise KeyboardInterrupt
    finish_logging()
    signal.raise_signal(ended_by)


def shown(where: Path | str) -> str:
    """The database as it is printed, without a password."""
    return shown_url(checked_url(where)) if isinstance(where, str) else str(where)


class PrintingServer(SevenfoldServer):
    """The server; prints its address when it has started."""

    def __init__(
        self, config: uvicorn.Config, lobby: Lobby, network: NetworkAccess, url: str, db: str, open_browser: bool
    ) -> None:
        super().__init__(config, lobby)
        self._network, self._url, self._db, self._open_browser = network, url, db, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, then print the address."""
        await super().startup(sockets)
        greeting = f"The table is at {self._url} (Ctrl-C ends it). Games are kept in {self._db}."
        tell(greeting, *open_to_network(self._network.urls))
        if self._open_browser and has_screen():
            threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()


def tell(*lines: str) -> None:
    """Print what the person who starts the server should know; on a full disk it serves without having said it."""
    try:
        for line in lines:
            print(line, flush=True)
    except CannotPrint as error:
        print(f"sevenfold: {error} {lines[0]}", file=sys.stderr, flush=True)


def open_to_network(links: Sequence[str]) -> Iterator[str]:
    """The lines to print if other machines can use the server."""
    if not links:
        return
    yield "Other machines may use it: whoever can reach them opens the page at"
    for url in links:
        yield f"  {url}"
    yield "They can begin games of their own, and watch a room whose address they know. To play in yours they are invited."
    yield qr_text(f"{links[0]}/")


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket; BadInput if that fails, with a suggestion."""
    if not 0 <= port <= 65535:
        raise BadInput(f"A port is a number from 1 to 65535, or 0 for any that is free; not {port}.")
    try:
        family, kind, protocol, _, at = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return listening_socket(family, kind, protocol, at)
    except (OSError, UnicodeError) as error:  # UnicodeError: a part of the name is too long
        raise BadInput(_why_not(host, port, error)) from error


def _why_not(host: str, port: int, error: OSError | UnicodeError) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        return f"Port {port} is in use. Give another with --port (make play PORT=7778), or 0 for any that is free."
    if number == errno.EACCES:
        return f"Port {port} is reserved for the system. Give one from 1024 to 65535 with --port (make play PORT=7778)."
    return (
        f"{shortened(host)} is not an address of this machine. Give another with --host (make play HOST={LOCAL}): {LOCAL} for"
        f" this machine alone, {EVERYWHERE} to let others in."
    )


def address(host: str, listening: socket.socket) -> str:
    """The address of the page."""
    shown = {EVERYWHERE: LOCAL, "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{listening.getsockname()[1]}"


def has_screen() -> bool:
    """Whether a browser opened here would be visible."""
    if sys.platform in ("darwin", "win32"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
