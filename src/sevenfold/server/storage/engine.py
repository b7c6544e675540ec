"""Opening a SQLite file: it must be one of ours, this process locks it, and its tables are migrated."""

from __future__ import annotations

import os
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from sevenfold.errors import BadInput

from .listen import FileWatch

OURS = 0x37464C44  # "7FLD": SQLite's application_id marks the file as ours
ANOTHER = "another file with --db PATH (make play DB=PATH)."
VERSION = 7  # of the tables, stored as SQLite's user_version, so that an older Sevenfold can tell
FIRST = "v1"  # the revision of files older than revisions
MIGRATIONS = Path(__file__).parent / "migrations"


def opened(path: Path, *, durable: bool) -> tuple[Engine, FileWatch]:
    """Open a SQLite file.

    Args:
        path: The file, which is made if it does not exist.
        durable: Whether committed transactions survive a power cut.

    Returns:
        The engine, and a watch that notices when the file is replaced.

    Raises:
        BadInput: If it cannot be opened.
    """
    file = _make_file(path)
    engine = sql.create_engine(
        f"sqlite:///{path}",
        poolclass=StaticPool,
        connect_args={"check_same_thread": False, "timeout": 0.5},
        hide_parameters=True,  # errors may reach the log
    )
    try:
        with engine.connect() as connection:
            _prepare(connection, path)
            connection.exec_driver_sql(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            connection.commit()
    except SQLAlchemyError as error:
        engine.dispose()
        os.close(file)
        raise BadInput(_why_not(path, error)) from error
    except BadInput:
        engine.dispose()
        os.close(file)
        raise
    return engine, FileWatch(path, file)


def _make_file(path: Path) -> int:
    """Open the file, making it if need be, readable only by its owner: it holds the seeds of games in progress."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        if os.name == "posix":
            os.fchmod(file, 0o600)  # also if somebody else made it
    except OSError as error:
        raise BadInput(_why_not(path, error)) from error
    return file


def _why_not(path: Path, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(getattr(error, "orig", error))
    if "locked" in str(reason):
        return f"The database {path} is in use by another server. End that one, or give {ANOTHER}"
    if "not a database" in str(reason):
        return f"{path} is not a database of Sevenfold's rooms. Give {ANOTHER}"
    return f"The database {path} cannot be written: {str(reason).lower()}. Give {ANOTHER}"


def _prepare(connection: Connection, path: Path) -> None:
    """Lock the file for this process, check that it is ours, and migrate its tables."""

    def do(text: str) -> None:
        connection.exec_driver_sql(text)

    def number(text: str) -> int:
        return int(connection.exec_driver_sql(text).scalar_one())

    do("PRAGMA locking_mode = EXCLUSIVE")
    ours, version = number("PRAGMA application_id"), number("PRAGMA user_version")
    is_new = not number("SELECT count(*) FROM sqlite_master")
    if not is_new and ours != OURS:
        raise BadInput(f"{path} is not a database of Sevenfold's rooms. Give {ANOTHER}")
    if version > VERSION:
        raise BadInput(f"{path} was made by a newer Sevenfold. Update this one, or give {ANOTHER}")
    do("PRAGMA journal_mode = WAL")
    do("PRAGMA foreign_keys = OFF")  # migrations rebuild tables
    do("BEGIN IMMEDIATE")  # gets the lock, or fails
    if is_new:
        do(f"PRAGMA application_id = {OURS}")
    if is_new or version < VERSION:
        migrate(connection, stamped=version == 1)
    do(f"PRAGMA user_version = {VERSION}")
    connection.commit()
    do("PRAGMA foreign_keys = ON")
    connection.commit()


def migrate(connection: Connection, *, stamped: bool) -> None:
    """Migrate the tables within the connection's transaction.

    Args:
        connection: The connection.
        stamped: Whether the tables are older than revisions.
    """
    # Imported here because it takes a tenth of a second, and most starts need no migration.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if stamped:
        command.stamp(config, FIRST)
    command.upgrade(config, "head")
