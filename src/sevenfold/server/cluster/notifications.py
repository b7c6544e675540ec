"""`Bus`: what the servers of one database tell each other, by PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy import URL

from sevenfold.server.storage import Storage
from sevenfold.server.storage.announcements import CHANNEL

log = logging.getLogger(__name__)
PAUSE = 0.5  # seconds between two attempts to listen
CHECK = 5.0  # seconds without news after which the connection is tried


class Bus:
    """Hears what other servers announce."""

    def __init__(self, storage: Storage, url: URL, heard: Callable[[dict[str, Any]], None], missed: Callable[[], None]) -> None:
        """heard: is given what was announced. missed: is called when listening begins, as anything may have happened before."""
        self._storage, self._heard, self._missed = storage, heard, missed
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._is_away = False

    async def listen(self) -> None:
        """Listen for ever, whatever becomes of the connection."""
        import psycopg

        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as error:
                if not self._is_away:
                    log.warning("the database is away: %s", type(error).__name__)
                self._is_away = True
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        import psycopg

        connecting = psycopg.AsyncConnection.connect(
            self._address, autocommit=True, connect_timeout=3, application_name="sevenfold bus", tcp_user_timeout=5000
        )
        async with await connecting as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            if self._is_away:
                log.warning("the database is back")
            self._is_away = False
            self._missed()
            while True:
                async for notice in connection.notifies(timeout=CHECK):
                    if notice.pid not in self._storage.own:
                        self._take(notice.payload)
                await connection.execute("SELECT 1")

    def _take(self, payload: str) -> None:
        try:
            said = json.loads(payload)
        except ValueError:
            return  # somebody else's
        if isinstance(said, dict) and isinstance(said.get("room"), str):
            self._heard(said)
