"""`serve`: the server on this machine, until Ctrl-C."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import uvicorn

from sevenfold.errors import INTERRUPTED, BadInput

from .app import create_app
from .hall import Hall
from .links import as_text
from .storage import default_path

PORT = 7777
LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - what a person may ask for; the default is LOCAL


def serve(
    host: str = LOCAL, port: int = PORT, db: Path | None = None, open_browser: bool = True, *, durable: bool = False
) -> None:
    """Serve the table until Ctrl-C; then KeyboardInterrupt, with everything stored.

    BadInput if it cannot start: the port is taken, or the database cannot be written.

    port: 0 takes any that is free. open_browser: only if there is a screen. durable: every move survives a power cut.
    """
    path = (db or default_path()).expanduser().absolute()
    listening = listen(host, port)
    try:
        app = create_app(path, host=host, port=listening.getsockname()[1], warm=True, durable=durable)
    except BadInput:
        listening.close()
        raise
    hall: Hall = app.state.hall
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws_max_size=1 << 20,  # a message that is too long, but not absurdly long, still gets an answer
        timeout_graceful_shutdown=1,
    )
    try:
        Server(config, hall, address(host, listening), path, open_browser).run([listening])
    except KeyboardInterrupt:
        if hall.is_busy:
            # Python would wait for a thread that is still compiling or thinking. Nobody needs its answer; every move is stored.
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(INTERRUPTED)
        raise


class Server(uvicorn.Server):
    """Uvicorn, which says where the table is and disconnects everybody at the end."""

    def __init__(self, config: uvicorn.Config, hall: Hall, url: str, db: Path, open_browser: bool) -> None:
        super().__init__(config)
        self._hall, self._url, self._db, self._open_browser = hall, url, db, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        print(f"The table is at {self._url} (Ctrl-C ends it). Games are kept in {self._db}.", flush=True)
        for said in self.what_is_open():
            print(said, flush=True)
        if self._open_browser and has_screen():
            threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()

    def what_is_open(self) -> Iterator[str]:
        """What a server that lets other machines in says of that."""
        if not self._hall.links:
            return
        yield "Other machines may use it: whoever can reach them opens the page at"
        for url in self._hall.links:
            yield f"  {url}"
        yield "They can begin games of their own, and watch a room whose address they know. To play in yours they are invited."
        yield as_text(f"{self._hall.links[0]}/")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End whatever would keep connections open, then close them."""
        await self._hall.close()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; BadInput says why it cannot, and what would work."""
    if not 0 <= port <= 65535:
        raise BadInput(f"A port is a number from 1 to 65535, or 0 for any that is free; not {port}.")
    try:
        family, kind, protocol, _, at = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
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
