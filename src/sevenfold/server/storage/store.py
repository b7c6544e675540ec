"""`Storage`: a database that is asked from the event loop and answers from a thread."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree

from sevenfold.protocol.errors import Refused

from .engine import opened
from .listen import Watch
from .postgres import CONNECTIONS, checked_url, is_url, opened_postgres

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
AWAY = "The database does not answer just now. Nothing is lost; try again in a moment."
CLOSED = "The server is shutting down; the games are kept."


def default_path() -> Path:
    """Where rooms are stored by default: the user's data folder."""
    home = Path.home()
    if sys.platform == "darwin":
        data = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return data / "sevenfold" / "table.db"


class Storage:
    """The database, open for this process; BadInput if it cannot be opened. `where`: a file, or PostgreSQL's URL.

    What is asked of it is a function of a connection (`rooms`, `people`, `invitations`), called within one transaction.
    """

    def __init__(self, where: Path | str, *, durable: bool = False) -> None:
        """durable: what is stored in a file survives a power cut too, not only the end of the process."""
        self._closed = False
        self.own: set[int] = set()  # the numbers of PostgreSQL's processes that work for us
        self.url: URL | None = None
        self._watch: Watch | None = None
        threads = 1  # SQLite writes one thing at a time anyway
        if is_url(str(where)):
            self.url, threads = checked_url(str(where)), CONNECTIONS
            self._engine = opened_postgres(self.url, self.own)
        else:
            self._engine, self._watch = opened(Path(where), durable=durable)
        self._threads = ThreadPoolExecutor(threads, "storage")

    @property
    def is_shared(self) -> bool:
        """May other servers have it open too?"""
        return self.url is not None

    def _check_file(self) -> None:
        if self._watch:
            self._watch.check()

    async def ask(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function of a connection in a transaction, off the event loop; Refused if it fails."""
        if self._closed:
            raise Refused("closing", CLOSED)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: self.ask_now(function, *args, **kwargs))

    def ask_now(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same, at once."""
        if self._closed:  # the engine would open the file anew
            raise Refused("closing", CLOSED)
        try:
            with self._engine.begin() as connection:
                answer = function(connection, *args, **kwargs)
                self._check_file()
        except SQLAlchemyError as error:
            if self.is_shared and isinstance(error, OperationalError | InterfaceError | NoneFree):
                log.warning("the database does not answer: %s", type(getattr(error, "orig", error)).__name__)
                raise Refused("storage", AWAY) from error
            self._check_file()  # which knows better what is wrong
            reason = str(getattr(error, "orig", "the database failed"))
            raise Refused("storage", f"This could not be stored ({reason}), so it was not done.") from error
        self._check_file()  # nothing is acknowledged that went into a file that nobody will find
        return answer

    def close(self) -> None:
        """Do what has been asked, then close the database; whatever is asked of it afterwards is refused."""
        self._threads.shutdown()
        self._closed = True
        self._engine.dispose()
        if self._watch:
            self._watch.close()
