"""What a room needs from above: services that act on it, and its link to the other servers that share it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Protocol, runtime_checkable

from .subscriber import Subscriber


class RoomService(Protocol):
    """Something that acts on a room by itself while the room is in memory: its bots, its clocks."""

    @property
    def is_busy(self) -> bool:
        """Whether the room must stay in memory for it."""
        ...

    def after_change(self) -> None:
        """Check whether there is something to do now; called after every change of the room."""
        ...

    def stop(self) -> None:
        """Cancel everything that is running; the room leaves the memory."""
        ...


@runtime_checkable
class QueryService(RoomService, Protocol):
    """A service that answers a message of one player, some time later."""

    message_type: str  # of the messages that it answers

    def request(self, subscriber: Subscriber, number: int) -> None:
        """Find an answer for a player, who gets it as a message.

        Args:
            subscriber: The player's connection.
            number: The number of the room's entries as the player knows it.

        Raises:
            Refused: If they may not ask now.
        """
        ...


class ClusterLink(Protocol):
    """A room's link to the other servers that share it."""

    @property
    def leads(self) -> bool:
        """Whether this server runs the room's bots and clocks."""
        ...

    @property
    def is_busy(self) -> bool:
        """Whether it is still unknown which server leads."""
        ...

    @property
    def connected_elsewhere(self) -> AbstractSet[str]:
        """The people connected to the room on other servers."""
        ...

    def relay(self, message: str, but: str | None = None) -> None:
        """Send a message to everybody connected on other servers, except to one person if that is given."""
        ...

    def catch_up(self) -> None:
        """Read the room again, since another server may have changed it."""
        ...
