"""`TurnCallService`: calls a player whose turn has come while they are away, in a game that is played turn by turn."""

from __future__ import annotations

import asyncio
from time import time
from urllib.parse import quote

from sevenfold.server.push.notifier import Notice, Notifier
from sevenfold.server.room.room import Room
from sevenfold.server.room.room_info import seat_names

CALLED_AFTER = 20.0  # seconds for which it must have been their turn, so that nobody is called who is about to come back


class TurnCallService:
    """Watches one room for turns that begin. Every server that has the room follows them; the one that leads it calls."""

    def __init__(self, room: Room, notifier: Notifier) -> None:
        self._room, self._notifier = room, notifier
        self._has_seen = False  # whether the room has been looked at since it was loaded
        self._awaited: dict[str, asyncio.TimerHandle | None] = {}  # who is asked, and until when they may come back

    @property
    def is_busy(self) -> bool:
        """Whether somebody may have to be called."""
        return any(self._awaited.values()) and self._room.leads

    def after_change(self) -> None:
        """Start to wait when a turn begins. A room that was just loaded has a new turn only if it has changed just before."""
        asked, age = self._asked(), 0.0
        if not self._has_seen:
            self._has_seen, age = True, max(0.0, time() - self._room.stored.updated)
        for person in [known for known in self._awaited if known not in asked]:
            self._cancel(person)
            del self._awaited[person]
        loop, wait = asyncio.get_running_loop(), CALLED_AFTER - age
        for person in asked - set(self._awaited):
            self._awaited[person] = loop.call_later(wait, self._call, person) if wait > 0 else None

    def stop(self) -> None:
        """Cancel the waits."""
        for person in self._awaited:
            self._cancel(person)

    def _cancel(self, person: str) -> None:
        if wait := self._awaited[person]:
            wait.cancel()
            self._awaited[person] = None

    def _asked(self) -> set[str]:
        """The people whose turn it is: several where they choose at once; nobody if nobody is to be called."""
        room = self._room
        if room.turn is None or room.stored.paused or room.stored.tempo != "turns":
            return set()
        seats = [room.stored.seats[seat] for seat in room.asked]
        return {
            seat.person
            for seat in seats
            if seat.kind == "person" and seat.person is not None and not seat.stand_in and not seat.out_of_time
        }

    def _call(self, person: str) -> None:
        self._awaited[person] = None
        room = self._room
        if room.leads and not room.is_connected(person):
            self._notifier.tell(person, turn_notice(room, person))
        room.check_idle()


def turn_notice(room: Room, person: str) -> Notice:
    """What a person is told whose turn it is."""
    others: dict[str, str] = {}  # what they are called at their first seat
    for seat, name in zip(room.stored.seats, seat_names(room.stored.seats), strict=True):
        if seat.kind == "person" and seat.person not in (None, person):
            others.setdefault(str(seat.person), name)
    *first, last = others.values() or ("",)
    company = " and ".join(filter(None, (", ".join(first), last)))
    sentence = f"It is your turn in {room.game.name}{company and f' with {company}'}."
    return Notice("Your turn", sentence, f"#/room/{quote(room.stored.id)}", f"turn {room.stored.id}")
