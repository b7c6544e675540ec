"""`Bus`: how servers that share a database tell each other that a room has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Bus(Protocol):
    """Carries the ids of rooms that have changed to all servers of a database."""

    async def publish(self, room: str) -> None:
        """Tell the other servers that a room has changed, once that is stored."""
        ...

    def listen(self, heard: Callable[[str], None]) -> None:
        """Have this called with the id of each room that another server has changed."""
        ...


class Alone:
    """The bus of a server that has its database to itself: there is nobody to tell."""

    async def publish(self, room: str) -> None:
        """Tell nobody."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Hear nothing."""
