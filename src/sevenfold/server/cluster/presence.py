"""Who is connected to which of several servers: each announces its own people, again and again, and hears of the others'."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import Any

from sevenfold.server.room.room import Room

AGAIN = 8.0  # seconds after which people are announced once more
FORGOTTEN = 20.0  # seconds after which a server that says nothing has nobody

People = frozenset[str]
NOBODY = People()


class Presence:
    """The people of one server's rooms, and what it heard of others'."""

    def __init__(self, rooms: Mapping[str, Room]) -> None:
        self._rooms = rooms
        self._announced: dict[str, People] = {}
        self._next = 0.0
        self._heard: dict[str, dict[str, tuple[People, float]]] = {}  # by room and server, with the time

    def news(self) -> dict[str, list[str]]:
        """What is to be announced now: the people of rooms where they have changed, of all rooms now and then."""
        now = {id: here for id, room in self._rooms.items() if (here := _players(room))}
        if monotonic() >= self._next:
            self._next = monotonic() + AGAIN
            told = now
        else:
            told = {id: here for id, here in now.items() if here != self._announced.get(id)}
        gone = self._announced.keys() - now.keys()
        self._announced = now
        return {id: sorted(here) for id, here in told.items()} | {id: [] for id in gone}

    def last_news(self) -> dict[str, list[str]]:
        """What is announced when the server ends."""
        return {id: [] for id in self._announced}

    def hear(self, room: str, server: str, here: list[Any]) -> None:
        """Another server has announced its people."""
        self._heard.setdefault(room, {})[server] = People(person for person in here if isinstance(person, str)), monotonic()
        self.update(room)

    def update(self, id: str) -> None:
        """Show a room's people if they are others than before."""
        now = monotonic()
        heard = {server: said for server, said in self._heard.pop(id, {}).items() if said[0] and now - said[1] < FORGOTTEN}
        if heard:
            self._heard[id] = heard
        room, elsewhere = self._rooms.get(id), NOBODY.union(*(here for here, _ in heard.values()))
        if room and room.elsewhere != elsewhere:
            room.elsewhere = elsewhere
            room.soon(room.reshow())

    def forget_silent(self) -> None:
        """Servers that have said nothing for long have nobody any more."""
        for id in list(self._heard):
            self.update(id)


def _players(room: Room) -> People:
    """Those connected here who have a seat."""
    here = {listener.person for listener in room.listeners}
    return People(person for person in here if person is not None and room.stored.seats_of(person))
