"""Opening a PostgreSQL database, which several servers may share."""

from __future__ import annotations

import sqlalchemy as sql
from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from sevenfold.errors import BadInput, shortened

from .engine import VERSION, migrate

DRIVER = "postgresql+psycopg"
LOCK = 0x37464C44  # the advisory lock for migrations
CONNECTIONS = 4  # of one server
HOW = "--db takes a file for SQLite, or postgresql+psycopg://USER@HOST/DATABASE"
LIMITS = {  # in seconds and milliseconds, as libpq defines them
    "connect_timeout": 3,
    "tcp_user_timeout": 5000,
    "application_name": "sevenfold",
    "options": "-c statement_timeout=5000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=10000",
}


def is_url(where: str) -> bool:
    """Whether this is a database URL rather than a file."""
    return "://" in where


def checked_url(where: str) -> URL:
    """Parse the URL of a database; BadInput if it is not PostgreSQL's."""
    try:
        url = sql.make_url(where)
    except ArgumentError as error:
        raise BadInput(f"{where.partition(':')[0]}:… is not a database's URL. {HOW}.") from error
    if url.drivername in ("postgresql", "postgres", DRIVER):
        return url.set(drivername=DRIVER)
    raise BadInput(f"{url.drivername} is not a database that can be used here. {HOW}.")


def opened_postgres(url: URL, own: set[int]) -> Engine:
    """Open a PostgreSQL database and migrate its tables.

    Args:
        url: The database.
        own: The process ids of this engine's connections are added here.

    Raises:
        BadInput: If it cannot be opened.
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
        own.add(connection.info.backend_pid)  # type: ignore[attr-defined]  # psycopg's connection

    try:
        with engine.begin() as connection:
            _prepare(connection)
    except BadInput:
        engine.dispose()
        raise
    except (SQLAlchemyError, UnicodeError) as error:
        engine.dispose()
        reason = " ".join(str(getattr(error, "orig", error)).split())
        if isinstance(error, UnicodeError):
            reason = "a part of the host's name is too long"
        where = shortened(url.render_as_string(), 200)
        raise BadInput(f"The database {where} cannot be opened: {shortened(reason, 300)}") from error
    return engine


def _prepare(connection: Connection) -> None:
    """Migrate the tables, one server at a time."""
    connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
    connection.execute(sql.select(sql.func.pg_advisory_xact_lock(LOCK)))
    is_there = connection.scalar(sql.text("SELECT to_regclass('alembic_version')"))
    if is_there and connection.scalar(sql.text("SELECT version_num FROM alembic_version")) == f"v{VERSION}":
        return
    from alembic.util import CommandError  # as in `migrate`

    try:
        migrate(connection, stamped=False)
    except CommandError as error:  # its revision is unknown to this version
        where = connection.engine.url.render_as_string()
        sentence = f"The database {where} was made by a newer Sevenfold. Update this one, or give another with --db."
        raise BadInput(sentence) from error
