"""Opening a PostgreSQL database, which several servers may have open at once."""

from __future__ import annotations

import sqlalchemy as sql
from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from sevenfold.errors import BadInput

from .engine import VERSION, migrate

DRIVER = "postgresql+psycopg"
LOCK = 0x37464C44  # of the advisory lock under which tables are brought up to date
CONNECTIONS = 4  # that one server uses at a time
HOW = "--db takes a file for SQLite, or postgresql+psycopg://USER@HOST/DATABASE"
LIMITS = {  # in the seconds and milliseconds that libpq takes
    "connect_timeout": 3,
    "tcp_user_timeout": 5000,
    "application_name": "sevenfold",
    "options": "-c statement_timeout=5000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=10000",
}


def is_url(where: str) -> bool:
    """Is this a database's URL, not a file?"""
    return "://" in where


def checked_url(where: str) -> URL:
    """The URL of a database; BadInput if it is of none that can be used."""
    try:
        url = sql.make_url(where)
    except ArgumentError as error:
        raise BadInput(f"{where.partition(':')[0]}:… is not a database's URL. {HOW}.") from error
    if url.drivername in ("postgresql", "postgres", DRIVER):
        return url.set(drivername=DRIVER)
    raise BadInput(f"{url.drivername} is not a database that can be used here. {HOW}.")


def opened_postgres(url: URL, own: set[int]) -> Engine:
    """The engine of a database whose tables are up to date; BadInput if it cannot be opened.

    own: gets the numbers of the server's processes that work for this engine.
    """
    try:
        engine = sql.create_engine(
            url, pool_size=CONNECTIONS, max_overflow=0, pool_timeout=5, pool_pre_ping=True, hide_parameters=True,
            connect_args=LIMITS,
        )  # fmt: skip
    except ModuleNotFoundError as error:
        raise BadInput("PostgreSQL needs one more package: pip install 'sevenfold[postgres]'.") from error

    @sql.event.listens_for(engine, "connect")
    def connected(connection: object, _: object) -> None:
        own.add(connection.info.backend_pid)  # type: ignore[attr-defined]  # psycopg's

    try:
        with engine.begin() as connection:
            _prepare(connection)
    except BadInput:
        engine.dispose()
        raise
    except SQLAlchemyError as error:
        engine.dispose()
        reason = " ".join(str(getattr(error, "orig", error)).split())
        raise BadInput(f"The database {url.render_as_string()} cannot be opened: {reason}") from error
    return engine


def _prepare(connection: Connection) -> None:
    """Bring the tables up to date, one server at a time."""
    connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
    connection.execute(sql.select(sql.func.pg_advisory_xact_lock(LOCK)))
    is_there = connection.scalar(sql.text("SELECT to_regclass('alembic_version')"))
    if is_there and connection.scalar(sql.text("SELECT version_num FROM alembic_version")) == f"v{VERSION}":
        return
    from alembic.util import CommandError  # as in `migrate`

    try:
        migrate(connection, stamped=False)
    except CommandError as error:  # its revision is one that this version does not know
        where = connection.engine.url.render_as_string()
        said = f"The database {where} was made by a newer Sevenfold. Update this one, or give another with --db."
        raise BadInput(said) from error
