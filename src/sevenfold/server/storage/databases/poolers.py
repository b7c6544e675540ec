"""What lies between a server and its PostgreSQL: a pooler may lend a connection's server process to several clients in turn."""

from __future__ import annotations

from threading import Event, Timer
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import Engine

if TYPE_CHECKING:
    from collections.abc import Callable

    import psycopg

    Psycopg: TypeAlias = psycopg.Connection[Any]

TIMEOUTS = {"statement_timeout": 4000, "lock_timeout": 3000, "idle_in_transaction_session_timeout": 10_000}  # in milliseconds
# Poolers refuse settings with which a connection begins, and tell a process id of their own.
BEGIN = ", ".join(["SELECT pg_backend_pid()", *(f"set_config('{name}', '{most}', false)" for name, most in TIMEOUTS.items())])
PATIENCE = 6.0  # seconds for the first answer of a connection
CHECK = "sevenfold_check"  # a channel
HEARD_WITHIN = 2.0  # seconds


def begin(connection: Psycopg, cut: Callable[[Psycopg], None]) -> int:
    """Give a new connection its settings.

    Args:
        connection: The connection.
        cut: Ends it, so that whatever waits for it fails.

    Returns:
        The process id of its server, as announcements have it.

    Raises:
        psycopg.Error: If it fails, or is not answered in time.
    """
    import psycopg

    is_late = Event()

    def give_up() -> None:
        is_late.set()  # before what waits for the connection goes on
        cut(connection)

    patience = Timer(PATIENCE, give_up)
    patience.daemon = True
    patience.start()
    try:
        connection.autocommit = True  # else the settings would end with their transaction
        row = connection.execute(BEGIN).fetchone()
        connection.autocommit = False
    except psycopg.Error as error:
        if not is_late.is_set():
            raise
        raise psycopg.OperationalError(
            f"it takes the connection, but has not answered in {PATIENCE:g} s; all connections of a pooler may be in use"
        ) from error
    finally:
        patience.cancel()
    assert row is not None
    return int(row[0])


def lends_for_a_session(engine: Engine) -> bool:
    """Whether a client keeps its server process: what is set and listened for is lost where others have it in between."""
    alone = engine.execution_options(isolation_level="AUTOCOMMIT")
    with alone.connect() as hearing, alone.connect() as telling:
        hearing.exec_driver_sql(f"LISTEN {CHECK}")
        telling.exec_driver_sql(f"NOTIFY {CHECK}")
        listener: Psycopg = hearing.connection.driver_connection  # type: ignore[assignment]  # it is of this driver
        is_heard = any(listener.notifies(timeout=HEARD_WITHIN, stop_after=1))
        hearing.exec_driver_sql(f"UNLISTEN {CHECK}")
    return is_heard
