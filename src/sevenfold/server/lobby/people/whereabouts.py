"""`Whereabouts`: who is connected just now, in a room or at the page with the games."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from time import monotonic

from sevenfold.server.room.room import Room

GONE = 30.0  # seconds after which somebody who has not asked for news again is gone; pages ask every ten
MOST = 10_000  # people


class Whereabouts:
    """The people who are connected."""

    def __init__(self, known: Mapping[str, Room], elsewhere: Callable[[], Iterable[str]]) -> None:
        """Track people.

        Args:
            known: The rooms in memory.
            elsewhere: Who is connected to another server.
        """
        self._rooms, self._elsewhere = known, elsewhere
        self._asked: OrderedDict[str, float] = OrderedDict()  # when a person last asked for news

    def note(self, person: str) -> None:
        """Note that a person asks for news."""
        self._asked[person] = monotonic()
        self._asked.move_to_end(person)
        if len(self._asked) > MOST:
            self._asked.popitem(last=False)

    def at_home(self) -> list[str]:
        """Who looks at the page with the games on this server."""
        now = monotonic()
        while self._asked and now - next(iter(self._asked.values())) > GONE:
            self._asked.popitem(last=False)
        return list(self._asked)

    def here(self) -> set[str | None]:
        """Everybody who is connected, to any server."""
        in_rooms = {subscriber.person for room in self._rooms.values() for subscriber in room.subscribers}
        return in_rooms.union(self.at_home(), self._elsewhere())
