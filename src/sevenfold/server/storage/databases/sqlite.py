"""Opening a SQLite file: it must be one of ours, this process locks it, and its tables are migrated."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from sevenfold.errors import BadInput
from sevenfold.server.storage.migrate import VERSION, migrate

from .file_watch import MAGIC, FileWatch

OURS = 0x37464C44  # "7FLD": SQLite's application_id marks the file as ours
ANOTHER = "another file with --db PATH (make play DB=PATH)."
BESIDE = ("-wal", "-shm", "-journal")  # the ends of names that SQLite gives to files of its own beside a database
LONGEST = 500  # bytes of a path, below SQLite's limit


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
    file, is_new = _open_file(path)
    engine = sql.create_engine(
        sql.URL.create("sqlite"),  # whose parser knows file names with ? and : for something else
        creator=lambda: sqlite3.connect(path, timeout=0.5, check_same_thread=False),
        poolclass=StaticPool,
        hide_parameters=True,  # errors may reach the log
    )
    try:
        with engine.connect() as connection:
            _prepare(connection, path)
            connection.exec_driver_sql(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            connection.commit()
    except (SQLAlchemyError, BadInput) as error:
        engine.dispose()
        if is_new and not os.fstat(file).st_size:
            path.unlink(missing_ok=True)
        os.close(file)
        raise (error if isinstance(error, BadInput) else BadInput(_why_not(path, error))) from error
    return engine, FileWatch(path, file)


def _open_file(path: Path) -> tuple[int, bool]:
    """Open the file, and say whether it is new. It is readable only by its owner: it holds the seeds of games in progress.

    What is there already and cannot be ours is not touched: no device's rights are changed, no pipe is waited for.
    """
    length = len(os.fsencode(path))
    if length > LONGEST:
        raise BadInput(f"A database's full path has at most {LONGEST} bytes; this one has {length:,}. Give {ANOTHER}")
    if path.name.endswith(BESIDE):
        raise BadInput(f"{path} has the name of a file that SQLite makes beside a database, and may replace. Give {ANOTHER}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise BadInput(f"{path} is {'a folder' if path.is_dir() else 'not a file'}. Give {ANOTHER}")
        try:
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), True
        except FileExistsError:
            file = os.open(path, os.O_RDWR)
    except OSError as error:
        raise BadInput(_why_not(path, error)) from error
    try:
        header = os.read(file, 100)
    except OSError as error:  # a damaged disk
        os.close(file)
        raise BadInput(f"The database {path} cannot be read: {str(error.strerror).lower()}. Give {ANOTHER}") from error
    application = int.from_bytes(header[68:72], "big")
    if header and not (header.startswith(MAGIC) and application in (OURS, 0)):  # 0: perhaps it is still in the log
        os.close(file)
        raise BadInput(f"{path} is not a database of Sevenfold's rooms. Give {ANOTHER}")
    if os.name == "posix" and (not header or application == OURS):
        os.fchmod(file, 0o600)  # also if somebody else made it
    return file, False


def _why_not(path: Path, error: Exception) -> str:
    if isinstance(error, FileExistsError | NotADirectoryError):
        return f"The database {path} cannot be written: a part of its path is a file, not a folder. Give {ANOTHER}"
    reason = error.strerror if isinstance(error, OSError) else str(getattr(error, "orig", error))
    if "locked" in str(reason):
        return f"The database {path} is in use by another server. End that one, or give {ANOTHER}"
    if "not a database" in str(reason):
        return f"{path} is not a database of Sevenfold's rooms. Give {ANOTHER}"
    if "readonly" in str(reason):
        reason = "SQLite makes files beside it, and nobody may write in its folder"
        return f"The database {path} cannot be written: {reason}. Give {ANOTHER}"
    if "malformed" in str(reason):
        return f"The database {path} is damaged. Keep it: sqlite3's .recover may save its games. Until then, give {ANOTHER}"
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
    do("PRAGMA secure_delete = ON")  # what is deleted is overwritten, also what people wrote
    connection.commit()
