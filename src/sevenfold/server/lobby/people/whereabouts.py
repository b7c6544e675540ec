"""`Whereabouts`: who is connected just now, in a room or at the page with the games."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from time import monotonic

from sevenfold.server.room.room import Room

GONE = 30.0  # seconds after which somebody who has not asked for news again is gone; pages ask every ten
MOST = 10_000  # people


class Whereabouts:
    """The people who are connected."""

    def __init__(self, known: Mapping[str, Room], elsewhere: Callable[[], Mapping[str, Collection[str]]]) -> None:
        """Track people.

        Args:
            known: The rooms in memory.
            elsewhere: Who is connected to another server, by the room where they play or another name of the place.
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
        return in_rooms.union(self.at_home(), *self._elsewhere().values())

    def tables_of(self, people: Collection[str]) -> dict[str, set[str]]:
        """The people of these who are connected to a room where they play, on any server, by the id of the room."""
        wanted = set(people)
        found: dict[str, set[str]] = {}
        for room in self._rooms.values():
            here = {subscriber.person for subscriber in room.subscribers}
            found[room.stored.id] = {person for person in wanted & here if room.stored.seats_of(person)}
        for id, connected in self._elsewhere().items():
            found.setdefault(id, set()).update(wanted.intersection(connected))
        return {id: seated for id, seated in found.items() if seated}
