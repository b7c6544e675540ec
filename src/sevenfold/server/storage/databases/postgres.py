"""Opening a PostgreSQL database, which several servers may share."""

from __future__ import annotations

import logging
import os
import re
import socket
from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

import sqlalchemy as sql
from sqlalchemy import URL, Connection, Engine, ExceptionContext
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.pool import ConnectionPoolEntry

from sevenfold.errors import BadInput, MissingExtra, shortened
from sevenfold.server.storage.migrate import VERSION, migrate

from .poolers import begin, lends_for_a_session

if TYPE_CHECKING:
    import psycopg

    Psycopg: TypeAlias = psycopg.Connection[Any]
    AsyncPsycopg: TypeAlias = psycopg.AsyncConnection[Any]

log = logging.getLogger(__name__)
DRIVER = "postgresql+psycopg"
LOCK = 0x37464C44  # the advisory lock for migrations
CONNECTIONS = 4  # of one server
HOW = "--db takes a file for SQLite, or postgresql+psycopg://USER@HOST/DATABASE"
LIMITS = {  # in seconds and milliseconds, as libpq defines them
    "connect_timeout": 3,
    "tcp_user_timeout": 5000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "application_name": "sevenfold",
    "client_encoding": "UTF8",  # the driver reads bytes from a database that has no encoding
}
READ_ONLY = "25006"
# Errors after which a connection is of no use: its server only reads, shuts down, starts, or is no longer the primary.
DEAD = (READ_ONLY, "57P01", "57P02", "57P03", "57P05", "25P03", "40001")
DISK_FULL = "53100"
MAY_NOT = "42501"
IS_TAKEN = "42P07"  # the name of a table
ENCODING = "UTF8"


def is_url(where: str) -> bool:
    """Whether this is a database URL rather than a file."""
    return re.match(r"[a-z][a-z\d+.-]+://|postgres(ql)?(\+\w+)?:", where, re.IGNORECASE) is not None


def is_connection_string(where: str) -> bool:
    """Whether it is written as libpq also takes it: "host=example.org dbname=games password=…"."""
    return re.search(r"(^|\s)(host|hostaddr|dbname|user|password|service)\s*=", where) is not None


def checked_url(where: str) -> URL:
    """Parse the URL of a database; BadInput if it is not PostgreSQL's."""
    kind = where.partition(":")[0]
    if where.partition("?")[0].count("@") > 1:  # a part of the password would be taken for a host, and shown
        raise BadInput(f"{kind}:… has more than one @. In a password, or a name, it is written %40.")
    try:
        url = sql.make_url(where)
    except (ArgumentError, ValueError) as error:
        raise BadInput(f"{kind}:… is not a database's URL. {HOW}.") from error
    if url.drivername.lower() in ("postgresql", "postgres", DRIVER):
        return url.set(drivername=DRIVER)
    raise BadInput(f"{url.drivername} is not a database that can be used here. {HOW}.")


def shown_url(url: URL) -> str:
    """A URL without passwords, also in its options."""
    return url.difference_update_query([name for name in url.query if "password" in name]).render_as_string()


def sqlstate_of(error: BaseException) -> str:
    """The code of an error of PostgreSQL's; empty if it has none."""
    return str(getattr(getattr(error, "orig", None) or error, "sqlstate", None) or "")


def reason_of(error: BaseException) -> str:
    """Why a database refuses, in the lines that it says itself: without the statement, its values, and where they stand."""
    original: BaseException = getattr(error, "orig", None) or error
    if isinstance(error, NoneFree):
        return "all connections are in use"
    said = getattr(getattr(original, "diag", None), "message_primary", None) or original
    lines = (" ".join(line.split()).rstrip(".") for line in str(said).splitlines())
    return shortened(". ".join(filter(None, lines)), 300) or type(original).__name__


def is_dead(sqlstate: str) -> bool:
    """Whether a connection with this error is of no use any more."""
    return sqlstate in DEAD or sqlstate.startswith("08")


class Connections:
    """The open connections of an engine."""

    def __init__(self) -> None:
        self._open: dict[int, Psycopg] = {}  # by the process id of its server

    def __contains__(self, pid: int) -> bool:
        return pid in self._open

    def watch(self, engine: Engine) -> None:
        """Note every connection that is opened and closed; one that is dead is closed, and the others are opened anew."""

        @sql.event.listens_for(engine, "connect")
        def connected(connection: Psycopg, record: ConnectionPoolEntry) -> None:
            told = connection.info.backend_pid  # a pooler's own, where there is one
            self._open[told] = connection  # so that it can be cut if it is not answered
            try:
                pid = begin(connection, cut)
            except BaseException:
                connection.close()
                raise
            finally:
                del self._open[told]
            self._open[pid] = connection
            record.info.update(pid=pid, is_pooled=pid != told)

        @sql.event.listens_for(engine, "close")
        def closed(_: Psycopg, record: ConnectionPoolEntry) -> None:
            self._open.pop(record.info.get("pid", 0), None)

        @sql.event.listens_for(engine, "handle_error")
        def failed(context: ExceptionContext) -> None:
            if is_dead(sqlstate_of(context.original_exception)):
                context.is_disconnect = True

    def cut(self, connection: object = None, in_use: Collection[object] = ()) -> None:
        """End what waits for a database that has not answered in time.

        Args:
            connection: The connection that waits; None for one that is being checked before it is used, whichever that is.
            in_use: The connections of other transactions, which go on.
        """
        for known in list(self._open.values()):
            if known is connection or (connection is None and known not in in_use):
                cut(known)


def cut(connection: Psycopg | AsyncPsycopg) -> None:
    """Shut down a connection's socket, so that whatever waits for it fails at once; it may be in use by another thread."""
    with suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as own:  # unless it is closed already
        own.shutdown(socket.SHUT_RDWR)


def opened_postgres(url: URL, connections: Connections) -> Engine:
    """Open a PostgreSQL database and migrate its tables.

    Args:
        url: The database.
        connections: Watches this engine's connections.

    Raises:
        BadInput: If it cannot be opened.
    """
    try:
        engine = sql.create_engine(
            url, pool_size=CONNECTIONS, max_overflow=0, pool_timeout=5, pool_pre_ping=True, hide_parameters=True,
            connect_args=LIMITS,
        )  # fmt: skip
    except ModuleNotFoundError as error:
        raise MissingExtra("The driver of PostgreSQL", "postgres") from error

    connections.watch(engine)
    try:
        with engine.begin() as connection:
            if connection.connection.info["is_pooled"]:
                _check_pooler(engine)
            _prepare(connection)
    except BadInput:
        engine.dispose()
        raise
    except (SQLAlchemyError, UnicodeError) as error:
        engine.dispose()
        raise BadInput(f"The database {shortened(shown_url(url), 200)} cannot be opened: {_why_not_opened(error)}") from error
    return engine


def _why_not_opened(error: SQLAlchemyError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return "a part of the host's name is too long"
    if "password" in reason_of(error):
        return f"{reason_of(error)}. Its password is taken from PGPASSWORD or ~/.pgpass, or stands in the URL."
    advice = {
        MAY_NOT: " Its user must be allowed to make tables: GRANT CREATE ON SCHEMA public TO the user, or make it the owner.",
        IS_TAKEN: " Another program keeps its tables there; give a database of its own.",
    }.get(sqlstate_of(error), "")
    return f"{reason_of(error)}{'.' if advice else ''}{advice}"


def _check_pooler(engine: Engine) -> None:
    if not lends_for_a_session(engine):
        where = shortened(shown_url(engine.url), 200)
        raise BadInput(f"The database {where} is behind a pooler that lends a connection for one transaction."
            " Have it lend them for a session (pool_mode = session), or name PostgreSQL's own address.")  # fmt: skip


def _prepare(connection: Connection) -> None:
    """Migrate the tables, one server at a time."""
    connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
    if not connection.scalar(sql.select(sql.func.pg_try_advisory_xact_lock(LOCK))):
        log.warning("another server is preparing the database; this one waits for it")
        connection.execute(sql.select(sql.func.pg_advisory_xact_lock(LOCK)))
    where = shortened(shown_url(connection.engine.url), 200)
    is_there = connection.scalar(sql.text("SELECT to_regclass('alembic_version')"))
    version = connection.scalar(sql.text("SELECT version_num FROM alembic_version")) if is_there else None
    if version == f"v{VERSION}":
        return
    if version is None and (encoding := connection.scalar(sql.text("SHOW server_encoding"))) != ENCODING:
        raise BadInput(f"The database {where} cannot hold every name: its encoding is {encoding}. Make one of {ENCODING}"
            f" (CREATE DATABASE … ENCODING '{ENCODING}' TEMPLATE template0).")  # fmt: skip
    if version and not re.fullmatch(r"v\d+", version):
        raise BadInput(f"The database {where} is another program's. Give one of its own with --db.")
    from alembic.util import CommandError  # as in `migrate`

    try:
        migrate(connection, stamped=False)
    except CommandError as error:  # its revision is unknown to this version
        sentence = f"The database {where} was made by a newer Sevenfold. Update this one, or give another with --db."
        raise BadInput(sentence) from error
