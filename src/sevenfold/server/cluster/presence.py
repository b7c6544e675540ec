"""`Presence`: who is connected to which server; each server announces its own people repeatedly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import monotonic
from typing import Any

from sevenfold.server.room.room import Room
from sevenfold.server.room.room_info import spectators

from .link import RoomLink

AGAIN = 3.0  # seconds after which all people are announced again
AT_A_TIME = 300  # people in one announcement of those who are in no room
FORGOTTEN = 8.0  # seconds of silence after which a server is taken to have nobody

People = frozenset[str]
NOBODY = People()
WATCHING = "spectators"  # which is nobody's id


class Presence:
    """The people connected to this server's rooms, and those whom other servers have announced."""

    def __init__(self, links: Mapping[Room, RoomLink], at_home: Callable[[], Iterable[str]]) -> None:
        """Track people.

        Args:
            links: The rooms in memory, with their links.
            at_home: Who looks at this server's page with the games.
        """
        self._links, self._at_home = links, at_home
        self._announced: dict[str, People] = {}
        self._next = 0.0
        self._elsewhere: dict[str, dict[str, tuple[People, float]]] = {}  # by room and server, with the time

    def news(self) -> dict[str, list[str]]:
        """The people to announce now, by room: those of rooms where they have changed, and from time to time all."""
        now = {room.stored.id: here for room in self._links if (here := _people(room))} | self._home()
        if monotonic() >= self._next:
            self._next = monotonic() + AGAIN
            changed = now
        else:
            changed = {id: here for id, here in now.items() if here != self._announced.get(id)}
        left = self._announced.keys() - now.keys()
        self._announced = now
        return {id: sorted(here) for id, here in changed.items()} | {id: [] for id in left}

    def last_news(self) -> dict[str, list[str]]:
        """What to announce when the server shuts down: nobody is connected."""
        return {id: [] for id in self._announced}

    def receive(self, id: str, server: str, here: list[Any]) -> None:
        """Another server has announced the people connected to a room there."""
        people = People(person for person in here if isinstance(person, str))
        self._elsewhere.setdefault(id, {})[server] = people, monotonic()
        for room in self._links:
            if room.stored.id == id:
                self.update(room)

    def update(self, room: Room) -> None:
        """Update who is connected to a room elsewhere, and show it if that has changed."""
        elsewhere, link = self._recent(room.stored.id), self._links[room]
        if link.connected_elsewhere != elsewhere:
            link.connected_elsewhere = elsewhere
            room.schedule(room.reshow())

    def _home(self) -> dict[str, People]:
        """The people who look at the page with the games, in groups that fit into a message, by names that no room has."""
        people = sorted(self._at_home())
        return {f"home/{at}": People(people[at : at + AT_A_TIME]) for at in range(0, len(people), AT_A_TIME)}

    @property
    def people_elsewhere(self) -> dict[str, People]:
        """Everybody who is connected to another server, by the room where they play, or by another name of the place."""
        return {id: self._recent(id) for id in list(self._elsewhere)}

    def forget(self, gone: str) -> None:
        """Forget the people of a server that is gone."""
        for servers in self._elsewhere.values():
            servers.pop(gone, None)
        for room in self._links:
            self.update(room)

    def forget_silent(self) -> None:
        """Forget the people of servers that have been silent for long."""
        for id in list(self._elsewhere):
            self._recent(id)
        for room in self._links:
            self.update(room)

    def _recent(self, id: str) -> People:
        """The people connected to a room on servers that have announced them recently; the others are forgotten."""
        now = monotonic()
        servers = self._elsewhere.pop(id, {})
        recent = {server: said for server, said in servers.items() if said[0] and now - said[1] < FORGOTTEN}
        if recent:
            self._elsewhere[id] = recent
        return NOBODY.union(*(here for here, _ in recent.values()))


def _people(room: Room) -> People:
    """The players of a room who are connected to this server; one word stands for all who watch."""
    here = {subscriber.person for subscriber in room.subscribers}
    watching = {WATCHING} if spectators(room.stored, here) else set()
    return People(person for person in here if person is not None and room.stored.seats_of(person)) | watching
