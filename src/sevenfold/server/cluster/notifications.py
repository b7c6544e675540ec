"""`Notifications`: what the servers of one database announce to each other, by PostgreSQL's LISTEN and NOTIFY."""

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
CHECK = 5.0  # seconds of silence after which the connection is checked


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
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._is_away = False

    async def listen(self) -> None:
        """Listen for ever, reconnecting whenever the connection is lost."""
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
            self._on_listening()
            while True:
                async for notice in connection.notifies(timeout=CHECK):
                    if notice.pid not in self._storage.own:
                        self._receive(notice.payload)
                await connection.execute("SELECT 1")

    def _receive(self, payload: str) -> None:
        try:
            announced = json.loads(payload)
        except ValueError:
            return  # another program's
        if isinstance(announced, dict) and isinstance(announced.get("room"), str):
            self._on_announced(announced)
