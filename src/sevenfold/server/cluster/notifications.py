"""`Notifications`: what the servers of one database announce to each other, by PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, LiteralString

from sqlalchemy import URL

from sevenfold.server.storage import Storage
from sevenfold.server.storage.announcements import CHANNEL
from sevenfold.server.storage.databases.postgres import LIMITS, cut, reason_of

if TYPE_CHECKING:
    from psycopg import AsyncConnection

log = logging.getLogger(__name__)
PAUSE = 0.5  # seconds between two attempts to listen
CHECK = 5.0  # seconds of silence after which the connection is checked
PATIENCE = 3.0  # seconds in which the database must answer


class Notifications:
    """Receives the announcements of other servers."""

    def __init__(
        self, storage: Storage, url: URL, on_announced: Callable[[dict[str, Any]], None], on_listening: Callable[[], None]
    ) -> None:
        """Make a listener.

        Args:
            storage: The storage whose own announcements are ignored.
            url: The database.
            on_announced: Called with each announcement.
            on_listening: Called whenever listening begins, since announcements may have been missed before.
        """
        self._storage, self._on_announced, self._on_listening = storage, on_announced, on_listening
        self._address = url.get_dialect()().create_connect_args(url)[1]  # as the engine has it, with several hosts if need be
        self._is_away = False

    async def listen(self) -> None:
        """Listen for ever, reconnecting whenever the connection is lost."""
        import psycopg

        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as error:
                if not self._is_away:
                    log.warning("the database is away: %s", reason_of(error))
                self._is_away = True
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        import psycopg

        how = {**self._address, **LIMITS, "application_name": "sevenfold bus"}
        connection = await psycopg.AsyncConnection.connect(**how, autocommit=True)
        try:
            await self._answer(connection, f"LISTEN {CHANNEL}")
            await self._check(connection)
            if self._is_away:
                log.warning("the database is back")
            self._is_away = False
            self._on_listening()
            while True:
                async for notice in connection.notifies(timeout=CHECK):
                    if notice.pid not in self._storage.connections:
                        self._receive(notice.payload)
                await self._check(connection)
        finally:
            cut(connection)
            await connection.close()

    async def _check(self, connection: AsyncConnection[Any]) -> None:
        """An OSError if nobody announces anything there any more: after a failover the old server may go on, but only reads."""
        if await self._answer(connection, "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool"):
            raise ConnectionError("it only reads")

    async def _answer(self, connection: AsyncConnection[Any], query: LiteralString) -> object:
        """The first value that a query finds, or None; an error if the database does not answer in time."""

        async def answer() -> object:
            cursor = await connection.execute(query)
            row = await cursor.fetchone() if cursor.description else None
            return row[0] if row else None

        answering = asyncio.ensure_future(answer())
        try:
            if not (await asyncio.wait([answering], timeout=PATIENCE))[0]:
                cut(connection)
            return await answering
        except asyncio.CancelledError:
            cut(connection)
            answering.cancel()
            raise
        finally:  # an error's traceback would hold it, and it the error, until garbage is collected
            del answering

    def _receive(self, payload: str) -> None:
        try:
            announced = json.loads(payload)
        except ValueError:
            return  # another program's
        if isinstance(announced, dict) and isinstance(announced.get("room"), str):
            self._on_announced(announced)
