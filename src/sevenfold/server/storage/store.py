"""`Storage`: runs transactions in a thread, off the event loop."""

from __future__ import annotations

import asyncio
import logging
import math
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from traceback import clear_frames
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree

from sevenfold.errors import BadInput
from sevenfold.protocol.errors import Refused
from sevenfold.system.folders import data_folder

from . import people, rooms
from .databases.file_watch import FileWatch
from .databases.postgres import (
    CONNECTIONS,
    DISK_FULL,
    HOW,
    READ_ONLY,
    Connections,
    checked_url,
    is_connection_string,
    is_dead,
    is_url,
    opened_postgres,
    reason_of,
    sqlstate_of,
)  # fmt: skip
from .databases.sqlite import opened

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
AWAY = "The database does not answer just now. Nothing is lost; try again in a moment."
NOT_STORED = "This could not be stored ({}), so it was not done."
ONLY_READS = "The database only reads just now, so this was not stored. Nothing is lost; try again in a moment."
LIMIT = 6.0  # seconds in which a transaction must be done, from the request on
BRIEF = 2.0  # the same, while the database has not answered the last one
GRACE = 0.5  # seconds for an answer that came while this process was suspended
RECENT = 5.0  # seconds for which a failure counts as the state of the database
BETWEEN_LINES = 10.0  # seconds between two lines of the log about a database that does not answer
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
    if is_connection_string(name):
        raise BadInput(f"--db is followed by words such as host=… and password=…. {HOW}.")
    if name.endswith(("/", "/.")):
        raise BadInput(f"{name} is a folder. Name a file in it with --db.")
    path = os.path.expanduser(name)  # noqa: PTH111 - Path's own fails where there is no home
    if name.startswith("~") and path == name:
        raise BadInput(f"There is no home folder {name.partition('/')[0]}. Write ./{name} for a file of that name here.")
    try:
        return Path(os.path.realpath(path))  # Path's own fails where links lead in a circle
    except FileNotFoundError:
        raise BadInput("The working folder has been deleted. Go to another, or give --db with the file's full path.") from None


@dataclass
class Attempt:
    """A transaction that somebody waits for."""

    began: float = field(default_factory=monotonic)
    is_late: bool = False
    connection: object = None  # the driver's, once there is one


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
        self.connections = Connections()  # to PostgreSQL
        self._answers = True  # whether the last transaction was done in time
        self._failed_at, self._failure = -math.inf, ""
        self._logged_at: dict[str, float] = {}  # what was said
        self._running: dict[Future[Any], Attempt] = {}
        self.url: URL | None = None
        self._watch: FileWatch | None = None
        threads = 1  # SQLite allows one writer anyway
        if is_url(str(where)):
            self.url, threads = checked_url(str(where)), CONNECTIONS
            self._engine = opened_postgres(self.url, self.connections)
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
            Refused: If the function refuses, or if the database fails; then nothing is stored. If the database does not
                answer in time, it may be that all is stored all the same: what was read before has to be read again.
        """
        if self._closed:
            raise Refused("closing", CLOSED)
        attempt = Attempt()
        future = self._threads.submit(self._run_in_time, attempt, lambda c: function(c, *args, **kwargs))
        self._running[future] = attempt
        future.add_done_callback(lambda done: self._running.pop(done, None))
        if not await _is_done_within(LIMIT if self._answers else BRIEF, future):
            await _is_done_within(GRACE, future)
        if future.done():
            if future.cancelled():  # by `close`: it was never begun
                raise Refused("closing", CLOSED)
            self._answers = True
            try:
                result = future.result()
            finally:  # an error's traceback would hold the future, and this the error, until garbage is collected
                del future
            self._end_failure(AWAY, attempt.began)
            return result
        attempt.is_late = True
        self._answers = False
        if not future.cancel():
            self.connections.cut(attempt.connection, [other.connection for other in list(self._running.values())])
        self._note_failure(AWAY)
        self._log_trouble("has not answered in time")
        raise Refused("storage", AWAY)

    def _run_in_time(self, attempt: Attempt, function: Callable[[Connection], T]) -> T:
        """`run_now`; nothing is stored once it is too late, since nobody waits for it any more."""

        def in_time(connection: Connection) -> T:
            attempt.connection = connection.connection.driver_connection
            result = function(connection)
            if attempt.is_late:
                raise Refused("storage", AWAY)
            return result

        return self.run_now(in_time)

    @property
    def failure(self) -> str:
        """Why nothing can be stored, as far as it has shown within the last seconds; empty if all went well."""
        if self._closed:
            return CLOSED
        return self._failure if monotonic() - self._failed_at < RECENT else ""

    async def try_write(self) -> None:
        """Store something in a room that is not there, as a move is stored.

        Raises:
            Refused: If that fails.
        """
        began = monotonic()
        await self.run(rooms.try_write)
        self._end_failure(ONLY_READS, began)  # another failure stays: a small write may find room on a full disk

    def _end_failure(self, sentence: str, began: float) -> None:
        """Forget a failure that what began at this time has shown to be over."""
        if self._failure == sentence and began > self._failed_at:
            self._failure = ""

    def _log_trouble(self, what: str, why: str = "") -> None:
        """Log what the database does not do, now and then: everybody who plays tries again and again."""
        if monotonic() - self._logged_at.get(what, -math.inf) >= BETWEEN_LINES:
            self._logged_at[what] = monotonic()
            log.warning("%s", f"the database {what}: {why}" if why else f"the database {what}")

    def _note_failure(self, sentence: str) -> None:
        self._failed_at, self._failure = monotonic(), sentence

    def run_now(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`run`, blocking the calling thread."""
        if self._closed:  # the engine would open the file again
            raise Refused("closing", CLOSED)
        try:
            with self._engine.begin() as connection:
                result = function(connection, *args, **kwargs)
                self._check_file()
        except SQLAlchemyError as error:
            self._check_file()  # gives the better explanation
            sentence = self._why_not_stored(error)
            _let_go(error)
        else:
            self._check_file()  # a write to a deleted file must not be acknowledged
            return result
        self._note_failure(sentence)
        raise Refused("storage", sentence)  # outside the handler, so that it does not hold the database's error

    def _why_not_stored(self, error: SQLAlchemyError) -> str:
        sqlstate = sqlstate_of(error)
        if sqlstate == READ_ONLY:
            return ONLY_READS
        if sqlstate == DISK_FULL:
            return NOT_STORED.format("the database's disk is full")
        is_away = isinstance(error, OperationalError | InterfaceError | NoneFree) or is_dead(sqlstate)
        if self.is_shared and is_away:
            self._log_trouble("does not answer", reason_of(error))
            return AWAY
        if self.is_shared:  # its words are for who looks after it
            self._log_trouble("refuses", reason_of(error))
            return NOT_STORED.format("the database refuses it; the server's log says why")
        return NOT_STORED.format(getattr(error, "orig", "the database failed"))

    def close(self) -> None:
        """Finish pending transactions, then close the database; later ones are refused."""
        wait(list(self._running), timeout=BRIEF)
        self.connections.cut()
        self._threads.shutdown(cancel_futures=True)
        self._closed = True
        self._engine.dispose()
        if self._watch:
            self._watch.close()


def _let_go(error: BaseException) -> None:
    """Free what an error holds: it and the calls that led to it hold each other, some kilobytes for every failed attempt."""
    kept: BaseException | None = error
    while kept:
        clear_frames(kept.__traceback__)
        kept.__traceback__ = None
        kept = kept.__cause__ or kept.__context__


async def _is_done_within(seconds: float, future: Future[Any]) -> bool:
    """Wait for what runs in a thread, for so long at most; it goes on afterwards, also if its caller is cancelled.

    Every move waits here. `asyncio.wait` for `asyncio.wrap_future` takes half as long again, since one wakes the other first.
    """
    loop = asyncio.get_running_loop()
    woken = loop.create_future()

    def wake() -> None:
        if not woken.done():
            woken.set_result(None)

    def wake_from_thread(_: Future[Any]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            loop.call_soon_threadsafe(wake)

    future.add_done_callback(wake_from_thread)
    timer = loop.call_later(seconds, wake)
    try:
        await woken
    finally:
        timer.cancel()
    return future.done()
