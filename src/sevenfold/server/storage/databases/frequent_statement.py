"""`FrequentStatement`: a statement that every move runs, given to SQLite without SQLAlchemy."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Insert, Update
from sqlalchemy.exc import DBAPIError


class FrequentStatement:
    """A statement that every move runs. SQLAlchemy takes five times as long over it as SQLite itself."""

    def __init__(self, statement: Insert | Update) -> None:
        self._statement = statement
        self._texts: dict[tuple[str, ...], tuple[str, list[str]]] = {}  # by columns: for SQLite, and their order

    def run(self, c: Connection, values: dict[str, Any]) -> int:
        """Run it within the transaction of a connection.

        Args:
            c: The connection.
            values: The values of columns and of bound parameters, as a column holds them.

        Returns:
            The number of rows that it changed.

        Raises:
            SQLAlchemyError: The database refuses it.
        """
        if c.dialect.name != "sqlite":  # whose driver needs SQLAlchemy: connections may be lost
            return c.execute(self._statement, values).rowcount
        names = tuple(values)
        if names not in self._texts:
            compiled = self._statement.compile(dialect=c.dialect, column_keys=list(names))
            self._texts[names] = str(compiled), list(compiled.positiontup or ())
        text, order = self._texts[names]
        try:
            cursor: sqlite3.Cursor = c.connection.cursor().execute(text, [values[name] for name in order])
        except sqlite3.Error as error:
            raise DBAPIError.instance(text, None, error, sqlite3.Error, hide_parameters=True) from error
        return cursor.rowcount

    def run_all(self, c: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Run it for several rows: another database than SQLite is asked once for all of them; see `run`."""
        if c.dialect.name != "sqlite":
            if rows:
                c.execute(self._statement, rows)
            return
        for row in rows:
            self.run(c, row)
