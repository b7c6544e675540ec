"""`Storage`: a database that is asked from the event loop and answers from a thread."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from sevenfold.table.refusal import Refused

from .opening import opened

P = ParamSpec("P")
T = TypeVar("T")
CLOSED = "The server is shutting down; the games are kept."


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
    """The database, open for this process; BadInput if it cannot be opened.

    What is asked of it is a function of a connection (`rooms`, `people`, `invitations`), called within one transaction.
    """

    def __init__(self, path: Path, *, durable: bool = False) -> None:
        """durable: what is stored survives a power cut too, not only the end of the process."""
        self._closed = False
        self._engine, self._watch = opened(path, durable=durable)
        self._thread = ThreadPoolExecutor(1, "storage")  # SQLite writes one thing at a time anyway

    async def ask(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function of a connection in a transaction, off the event loop; Refused if it fails."""
        if self._closed:
            raise Refused("closing", CLOSED)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: self.ask_now(function, *args, **kwargs))

    def ask_now(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The same, at once."""
        if self._closed:  # the engine would open the file anew
            raise Refused("closing", CLOSED)
        try:
            with self._engine.begin() as connection:
                answer = function(connection, *args, **kwargs)
                self._watch.check()
        except SQLAlchemyError as error:
            self._watch.check()  # which knows better what is wrong
            reason = str(getattr(error, "orig", "the database failed"))
            raise Refused("storage", f"This could not be stored ({reason}), so it was not done.") from error
        self._watch.check()  # nothing is acknowledged that went into a file that nobody will find
        return answer

    def close(self) -> None:
        """Do what has been asked, then close the database; whatever is asked of it afterwards is refused."""
        self._thread.shutdown()
        self._closed = True
        self._engine.dispose()
        self._watch.close()
