"""Opening the database: the file is ours, it is this process's alone, and its tables are brought up to date."""

from __future__ import annotations

import os
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from sevenfold.errors import BadInput

from .listen import Watch

OURS = 0x37464C44  # "7FLD": SQLite's application_id marks the file as ours
ANOTHER = "another file with --db PATH (make play DB=PATH)."
VERSION = 6  # of the tables, kept as SQLite's user_version, so that an older Sevenfold knows that it is older
FIRST = "v1"  # the revision of files that were made before there were revisions
MIGRATIONS = Path(__file__).parent / "migrations"


def opened(path: Path, *, durable: bool) -> tuple[Engine, Watch]:
    """The engine of a SQLite file, and who watches the file; BadInput if it cannot be opened.

    durable: what is stored survives a power cut too.
    """
    file = _make_file(path)
    engine = sql.create_engine(
        f"sqlite:///{path}",
        poolclass=StaticPool,
        connect_args={"check_same_thread": False, "timeout": 0.5},
        hide_parameters=True,  # an error's text may reach the log
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
    return engine, Watch(path, file)


def _make_file(path: Path) -> int:
    """Make sure that the file is there, readable only by its owner: it holds the seeds of games in progress."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        if os.name == "posix":
            os.fchmod(file, 0o600)  # whoever made it, and whatever it was
    except OSError as error:
        raise BadInput(_why_not(path, error)) from error
    return file


def _why_not(path: Path, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(getattr(error, "orig", error))
    if "locked" in str(reason):
        return f"The database {path} is in use by another table server. End that one, or give {ANOTHER}"
    if "not a database" in str(reason):
        return f"{path} is not a database of Sevenfold's rooms. Give {ANOTHER}"
    return f"The database {path} cannot be written: {str(reason).lower()}. Give {ANOTHER}"


def _prepare(connection: Connection, path: Path) -> None:
    """Lock the file for this process, check that it is ours, and bring its tables up to date."""

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
    do("PRAGMA foreign_keys = OFF")  # while tables are made anew
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
    """Bring the tables up to date within the transaction; `stamped`: they are of the time before there were revisions."""
    # A tenth of a second that most starts spare: tables are up to date.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    if stamped:
        command.stamp(config, FIRST)
    command.upgrade(config, "head")
