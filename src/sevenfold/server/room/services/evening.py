"""`EveningService`: finds the games that the people in a room have ended before, for their running score."""

from __future__ import annotations

from contextlib import suppress

from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.storage import finished


class EveningService:
    """Watches who plays in one room."""

    is_busy = False

    def __init__(self, room: Room) -> None:
        self._room = room
        self._known: set[str] = set()  # the people whose games were looked for

    def after_change(self) -> None:
        """Look for their games once several people play, and again when others do."""
        people = self._room.stored.people
        if len(people) > 1 and people != self._known:
            self._known = people
            self._room.schedule(self._find(people))

    def stop(self) -> None:
        """Nothing is running."""

    async def _find(self, people: set[str]) -> None:
        with suppress(Refused):  # the score is missing until the room is loaded again
            self._room.set_ended_together(await self._room.storage.run(finished.of_people, people))
