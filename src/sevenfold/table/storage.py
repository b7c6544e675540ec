"""The tables on disk: one SQLite file, in which every action lies before anybody is told of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from time import time
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Column, Connection, Float, ForeignKey, Integer, MetaData, String, Table
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from sevenfold.errors import BadInput

from .refusal import Refused

OURS = 0x37464C44  # "7FLD": SQLite's application_id marks the file as ours
VERSION = 1  # of the schema, kept as user_version
OPEN, OVER, GIVEN_UP = "open", "over", "given up"

_metadata = MetaData()
_tables = Table(
    "tables",
    _metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("options", sql.JSON, nullable=False),
    Column("seat", Integer),
    Column("bots", sql.JSON, nullable=False),
    Column("seed", sql.BigInteger, nullable=False),
    Column("limit", sql.BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("made", Integer, nullable=False),
    Column("your_turn", sql.Boolean, nullable=False),
    Column("score", String, nullable=False),
    Column("updated", Float, nullable=False, index=True),
)
_actions = Table(
    "actions",
    _metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("action", Integer, nullable=False),
    sqlite_with_rowid=False,
)


@dataclass
class Kept:
    """A table as it is kept, its actions apart."""

    id: str
    game: str
    options: dict[str, Any]
    seat: int | None
    bots: list[dict[str, str]]
    seed: int
    limit: int
    status: str = OPEN
    made: int = 0  # how many actions
    your_turn: bool = False
    score: str = ""
    updated: float = 0.0  # seconds since 1970


def default_path() -> Path:
    """Where tables are kept unless said otherwise: the user's folder for data."""
    home = Path.home()
    if sys.platform == "darwin":
        data = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return data / "sevenfold" / "table.db"


class Storage:
    """The file, open for this process alone; BadInput where it cannot be.

    Calls take well below a millisecond and are made on the event loop, so that what is stored and what is told agree.
    """

    def __init__(self, path: Path) -> None:
        self._closed = False
        _make_file(path)
        self._engine = sql.create_engine(
            f"sqlite:///{path}", poolclass=StaticPool, connect_args={"check_same_thread": False, "timeout": 0.5}
        )
        try:
            with self._engine.connect() as connection:
                _prepare(connection, path)
        except SQLAlchemyError as error:
            self._engine.dispose()
            raise BadInput(_why_not(path, error)) from error
        except BadInput:
            self._engine.dispose()
            raise

    def close(self) -> None:
        """Close the file; what is asked of it afterwards is refused."""
        self._closed = True
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if self._closed:  # the engine would open the file anew
            raise Refused("closing", "The server is ending; the games are kept.")
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", "the database failed"))
            raise Refused("storage", f"This could not be stored ({reason}), so it was not done.") from error

    def all(self) -> list[Kept]:
        """The tables, latest first."""
        with self._transaction() as connection:
            rows = connection.execute(sql.select(_tables).order_by(_tables.c.updated.desc()))
            return [Kept(**row._mapping) for row in rows]

    def find(self, id: str) -> Kept:
        """One table; Refused where there is none of this id."""
        with self._transaction() as connection:
            row = connection.execute(sql.select(_tables).where(_tables.c.id == id)).first()
        if row is None:
            raise Refused("unknown_table", "There is no such table; it may have been deleted.")
        return Kept(**row._mapping)

    def actions(self, id: str) -> list[int]:
        """The actions of a table, in order."""
        with self._transaction() as connection:
            rows = connection.execute(sql.select(_actions.c.action).where(_actions.c.table == id).order_by(_actions.c.number))
            return [int(action) for (action,) in rows]

    def add(self, kept: Kept) -> None:
        """A new table."""
        kept.updated = time()
        with self._transaction() as connection:
            connection.execute(sql.insert(_tables).values(asdict(kept)))

    def change(self, kept: Kept, actions: Sequence[int] = ()) -> None:
        """The table as it is now; `actions` are its latest, not stored yet."""
        kept.updated = time()
        now = {name: value for name, value in asdict(kept).items() if name in CHANGING}
        first = kept.made - len(actions)
        rows = [{"table": kept.id, "number": first + i, "action": int(a)} for i, a in enumerate(actions)]
        with self._transaction() as connection:
            if rows:
                connection.execute(sql.insert(_actions), rows)
            connection.execute(sql.update(_tables).where(_tables.c.id == kept.id).values(now))

    def delete(self, id: str) -> None:
        """Forget a table."""
        with self._transaction() as connection:
            connection.execute(sql.delete(_tables).where(_tables.c.id == id))


CHANGING = ("status", "made", "your_turn", "score", "updated")
assert {field.name for field in fields(Kept)} == set(_tables.c.keys())


# -- opening ----------------------------------------------------------------------------------------------------------


def _make_file(path: Path) -> None:
    """Make sure that the file is there, readable for its owner only: it holds the seeds of games in progress."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise BadInput(_why_not(path, error)) from error


def _why_not(path: Path, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(getattr(error, "orig", error))
    elsewhere = "Give another file with --db PATH."
    if "locked" in str(reason):
        return f"The database {path} is in use by another table server. End that one, or give another with --db PATH."
    if "not a database" in str(reason):
        return f"{path} is no database of Sevenfold's tables. {elsewhere}"
    return f"The database {path} cannot be written: {str(reason).lower()}. {elsewhere}"


def _prepare(connection: Connection, path: Path) -> None:
    """Take the file for this process, check that it is ours, and make the schema where it is new."""

    def pragma(text: str) -> Any:
        answer = connection.exec_driver_sql(f"PRAGMA {text}")
        return answer.scalar() if answer.returns_rows else None

    pragma("locking_mode = EXCLUSIVE")
    ours, version = pragma("application_id"), pragma("user_version")
    is_new = not connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
    if not is_new and ours != OURS:
        raise BadInput(f"{path} is no database of Sevenfold's tables. Give another file with --db PATH.")
    if version > VERSION:
        raise BadInput(f"{path} was made by a newer Sevenfold. Update this one, or give another file with --db PATH.")
    pragma("journal_mode = WAL")
    pragma("synchronous = NORMAL")  # with WAL: safe when the process ends, however it does
    pragma("foreign_keys = ON")
    connection.exec_driver_sql("BEGIN IMMEDIATE")  # takes the lock, or fails
    if is_new:
        _metadata.create_all(connection)
        pragma(f"application_id = {OURS}")
        pragma(f"user_version = {VERSION}")
    connection.commit()
