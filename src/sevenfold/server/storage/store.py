"""`Storage`: runs transactions in a thread, off the event loop."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree

from sevenfold.errors import BadInput
from sevenfold.protocol.errors import Refused
from sevenfold.system.folders import data_folder

from . import people
from .engine import opened
from .listen import FileWatch
from .postgres import CONNECTIONS, HOW, checked_url, is_url, opened_postgres

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
AWAY = "The database does not answer just now. Nothing is lost; try again in a moment."
CLOSED = "The server is shutting down; the games are kept."


def default_path() -> Path:
    """The default database file, in the user's data folder; BadInput if they have none."""
    return data_folder("games", "Name a file with --db") / "table.db"


def database(given: Path | str | None) -> Path | str:
    """What `--db` names.

    Args:
        given: a file or a URL; None for the default file.

    Returns:
        The full path of a file, without links, so that it means the same file as long as the server runs; or the URL.

    Raises:
        BadInput: It can be neither.
    """
    if given is None:
        return default_path()
    name = str(given)
    if is_url(name):
        return name
    if not name:
        raise BadInput(f"--db is followed by nothing. {HOW}.")
    if name.endswith(("/", "/.")):
        raise BadInput(f"{name} is a folder. Name a file in it with --db.")
    path = os.path.expanduser(name)  # noqa: PTH111 - Path's own fails where there is no home
    if name.startswith("~") and path == name:
        raise BadInput(f"There is no home folder {name.partition('/')[0]}. Write ./{name} for a file of that name here.")
    try:
        return Path(os.path.realpath(path))  # Path's own fails where links lead in a circle
    except FileNotFoundError:
        raise BadInput("The working folder has been deleted. Go to another, or give --db with the file's full path.") from None


class Storage:
    """An open database.

    `run` is given a function of a connection (see `rooms`, `people`, `invitations` …) and calls it in one transaction.
    """

    def __init__(self, where: Path | str, *, durable: bool = False) -> None:
        """Open a database.

        Args:
            where: A file for SQLite, or the URL of a PostgreSQL database.
            durable: Whether transactions in a file survive a power cut, not only the end of the process.

        Raises:
            BadInput: If it cannot be opened.
        """
        self._closed = False
        self.own: set[int] = set()  # the process ids of our connections to PostgreSQL
        self.url: URL | None = None
        self._watch: FileWatch | None = None
        threads = 1  # SQLite allows one writer anyway
        if is_url(str(where)):
            self.url, threads = checked_url(str(where)), CONNECTIONS
            self._engine = opened_postgres(self.url, self.own)
        else:
            self._engine, self._watch = opened(Path(where), durable=durable)
        self._threads = ThreadPoolExecutor(threads, "storage")
        self.id = self.run_now(people.database_id)  # of the database, not of this server: servers that share it share this

    @property
    def is_shared(self) -> bool:
        """Whether other servers may share the database."""
        return self.url is not None

    def _check_file(self) -> None:
        if self._watch:
            self._watch.check()

    async def run(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a transaction, off the event loop.

        Args:
            function: Called with a connection and the other arguments.
            args: Its positional arguments.
            kwargs: Its keyword arguments.

        Raises:
            Refused: If the function refuses, or if the database fails; then nothing is stored.
        """
        if self._closed:
            raise Refused("closing", CLOSED)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: self.run_now(function, *args, **kwargs))

    def run_now(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`run`, blocking the calling thread."""
        if self._closed:  # the engine would open the file again
            raise Refused("closing", CLOSED)
        try:
            with self._engine.begin() as connection:
                result = function(connection, *args, **kwargs)
                self._check_file()
        except SQLAlchemyError as error:
            if self.is_shared and isinstance(error, OperationalError | InterfaceError | NoneFree):
                log.warning("the database does not answer: %s", type(getattr(error, "orig", error)).__name__)
                raise Refused("storage", AWAY) from error
            self._check_file()  # gives the better explanation
            reason = str(getattr(error, "orig", "the database failed"))
            raise Refused("storage", f"This could not be stored ({reason}), so it was not done.") from error
        self._check_file()  # a write to a deleted file must not be acknowledged
        return result

    def close(self) -> None:
        """Finish pending transactions, then close the database; later ones are refused."""
        self._threads.shutdown()
        self._closed = True
        self._engine.dispose()
        if self._watch:
            self._watch.close()
