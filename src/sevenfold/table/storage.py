"""The rooms on disk: one SQLite file, in which every action is stored before anybody is shown it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from time import time
from typing import Final

import sqlalchemy as sql
from sqlalchemy import Column, Connection, Float, ForeignKey, Integer, MetaData, String, Table
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from sevenfold.declare.options import Value
from sevenfold.errors import BadInput

from .protocol import Status
from .refusal import Refused

OURS = 0x37464C44  # "7FLD": SQLite's application_id marks the file as ours
ANOTHER = "another file with --db PATH (make play DB=PATH)."
VERSION = 1  # of the schema, kept as user_version
OPEN: Final = "open"
OVER: Final = "over"
GIVEN_UP: Final = "given up"

_metadata = MetaData()
_rooms = Table(
    "tables",  # what rooms were called in the first version
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
class StoredRoom:
    """A room as it is stored, without its actions."""

    id: str
    game: str
    options: dict[str, Value]
    seat: int | None
    bots: list[dict[str, str]]
    seed: int
    limit: int
    status: Status = OPEN
    made: int = 0  # how many actions
    your_turn: bool = False
    score: str = ""
    updated: float = 0.0  # seconds since 1970


def default_path() -> Path:
    """Where rooms are stored by default: the user's data folder."""
    home = Path.home()
    if sys.platform == "darwin":
        data = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return data / "sevenfold" / "table.db"


class Storage:
    """The file, open for this process alone; BadInput if it cannot be opened.

    Calls take well below a millisecond and are made on the event loop, so that what is stored and what is shown agree.
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
        """Close the file; whatever is asked of it afterwards is refused."""
        self._closed = True
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if self._closed:  # the engine would open the file anew
            raise Refused("closing", "The server is shutting down; the games are kept.")
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", "the database failed"))
            raise Refused("storage", f"This could not be stored ({reason}), so it was not done.") from error

    def check(self) -> None:
        """Refused if the database does not answer."""
        with self._transaction() as connection:
            connection.execute(sql.select(sql.literal(1)))

    def all(self) -> list[StoredRoom]:
        """The rooms, the latest first."""
        with self._transaction() as connection:
            rows = connection.execute(sql.select(_rooms).order_by(_rooms.c.updated.desc()))
            return [StoredRoom(**row._mapping) for row in rows]

    def find(self, id: str) -> StoredRoom:
        """One room; Refused if there is none with this id."""
        with self._transaction() as connection:
            row = connection.execute(sql.select(_rooms).where(_rooms.c.id == id)).first()
        if row is None:
            raise _unknown()
        return StoredRoom(**row._mapping)

    def actions(self, id: str) -> list[int]:
        """The actions played in a room, in order; Refused if some are missing."""
        with self._transaction() as connection:
            made = connection.scalar(sql.select(_rooms.c.made).where(_rooms.c.id == id))
            columns = sql.select(_actions.c.number, _actions.c.action)
            rows = list(connection.execute(columns.where(_actions.c.table == id).order_by(_actions.c.number)))
        if made is None:
            raise _unknown()
        if [number for number, _ in rows] != list(range(made)):
            raise Refused("storage", "Some of this game's moves are missing in the database; it can only be deleted.")
        return [int(action) for _, action in rows]

    def add(self, room: StoredRoom) -> None:
        """A new room."""
        room.updated = time()
        with self._transaction() as connection:
            connection.execute(sql.insert(_rooms).values(asdict(room)))

    def change(self, room: StoredRoom, actions: Sequence[int] = ()) -> None:
        """Store the room as it is now; `actions` are its latest, not stored yet: Refused unless they follow those stored."""
        room.updated = time()
        now = {name: value for name, value in asdict(room).items() if name in CHANGING}
        first = room.made - len(actions)
        rows = [{"table": room.id, "number": first + i, "action": int(a)} for i, a in enumerate(actions)]
        with self._transaction() as connection:
            last = sql.select(sql.func.max(_actions.c.number)).where(_actions.c.table == room.id)
            stored = connection.scalar(last)
            if first != (0 if stored is None else stored + 1):
                raise Refused("storage", f"Action {first} does not follow those that are stored, so it was not done.")
            if rows:
                connection.execute(sql.insert(_actions), rows)
            connection.execute(sql.update(_rooms).where(_rooms.c.id == room.id).values(now))

    def note_score(self, id: str, score: str) -> None:
        """Store a room's score as lists show it now."""
        with self._transaction() as connection:
            connection.execute(sql.update(_rooms).where(_rooms.c.id == id).values(score=score))

    def delete(self, id: str) -> None:
        """Delete a room with its actions."""
        with self._transaction() as connection:
            connection.execute(sql.delete(_rooms).where(_rooms.c.id == id))


def _unknown() -> Refused:
    return Refused("unknown_room", "There is no such room; it may have been deleted.")


CHANGING = ("status", "made", "your_turn", "score", "updated")
assert {field.name for field in fields(StoredRoom)} == set(_rooms.c.keys())


# -- opening ----------------------------------------------------------------------------------------------------------


def _make_file(path: Path) -> None:
    """Make sure that the file is there, readable only by its owner: it holds the seeds of games in progress."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise BadInput(_why_not(path, error)) from error


def _why_not(path: Path, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(getattr(error, "orig", error))
    if "locked" in str(reason):
        return f"The database {path} is in use by another table server. End that one, or give {ANOTHER}"
    if "not a database" in str(reason):
        return f"{path} is not a database of Sevenfold's rooms. Give {ANOTHER}"
    return f"The database {path} cannot be written: {str(reason).lower()}. Give {ANOTHER}"


def _prepare(connection: Connection, path: Path) -> None:
    """Lock the file for this process, check that it is ours, and make the schema if it is new."""

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
    do("PRAGMA synchronous = NORMAL")  # with WAL: safe however the process ends
    do("PRAGMA foreign_keys = ON")
    do("BEGIN IMMEDIATE")  # gets the lock, or fails
    if is_new:
        _metadata.create_all(connection)
        do(f"PRAGMA application_id = {OURS}")
        do(f"PRAGMA user_version = {VERSION}")
    connection.commit()
