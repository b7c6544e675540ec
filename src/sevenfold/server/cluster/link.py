"""`RoomLink`: one room's link to the other servers that share it."""

from __future__ import annotations

from collections.abc import Callable


class RoomLink:
    """What one server knows of a room's place in the cluster, and its way to the others."""

    def __init__(self, relay: Callable[[str, str | None], None], catch_up: Callable[[], None]) -> None:
        """Make a link.

        Args:
            relay: Sends a message to the people connected on other servers, except to the one who is named.
            catch_up: Reads the room again, soon.
        """
        self.leads = False  # whether this server holds the room's lease
        self.is_busy = True  # until it is known for the first time who holds it
        self.connected_elsewhere = frozenset[str]()
        self._relay, self._catch_up = relay, catch_up

    def relay(self, message: str, but: str | None = None) -> None:
        """Send a message to everybody connected on other servers, except to one person if that is given."""
        self._relay(message, but)

    def catch_up(self) -> None:
        """Read the room again, since another server may have changed it."""
        self._catch_up()
