"""`Sharing`: what a server does so that several of them, over one PostgreSQL database, serve the same rooms.

Every room may be in the memory of every server. What one of them stores it announces, and the others catch up. Bots and clocks
are looked after by whoever holds the room's lease; when that server is gone its leases expire, and another takes them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any

from sevenfold.errors import SevenfoldError
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.storage import Storage, StoredRoom, leases, rooms
from sevenfold.server.storage.announcements import announce, announce_people

from .notifications import Bus
from .presence import Presence

log = logging.getLogger(__name__)
PLAYED = ("open", "waiting")
TICK = 1.0  # seconds between two looks at the leases
AGAIN = 1.0  # seconds until a room that could not catch up tries again


class Sharing:
    """One server's part."""

    def __init__(
        self, storage: Storage, known: Mapping[str, Room], open_room: Callable[[str], Awaitable[Room]],
        gone: Callable[[Room], None], put_away: Callable[[Room], None],
    ) -> None:  # fmt: skip
        """known: the rooms in memory. open_room: takes one into memory.

        gone: is called for a room that was deleted elsewhere. put_away: for one that has to be read anew.
        """
        assert storage.url is not None
        self.me = secrets.token_hex(8)
        self._storage, self._rooms, self._open_room, self._gone, self._put_away = storage, known, open_room, gone, put_away
        self._bus = Bus(storage, storage.url, self._heard, self._all_catch_up)
        self._presence = Presence(known)
        self._leasing = asyncio.Lock()  # so that what is taken and given back at once happens in the order it was asked
        self._held_until = 0.0  # by our own clock: when leases that could not be renewed have expired
        self._joining: set[Room] = set()  # rooms of which it is not known yet whether they are ours to look after
        self._catching_up: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Begin to listen, and to look after leases."""
        self._do(self._bus.listen())
        self._do(self._look_after())

    async def close(self) -> None:
        """Stop, and leave the rooms to the others at once."""
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        try:
            await self._storage.ask(announce_people, self.me, self._presence.last_news())
            await self._storage.ask(leases.give_back, self.me, [room.stored.id for room in self._rooms.values() if room.leads])
        except Refused as error:
            log.info("leases expire by themselves: %s", error)

    def take_in(self, room: Room) -> None:
        """A room came into memory."""
        room.leads = False
        room.relay = lambda message: self._do(self._relay(room, message))
        self._presence.update(room.stored.id)
        room.doubtful = lambda: self._catch_up_soon(room)
        was_busy = room.busy
        room.busy = lambda: room in self._joining or was_busy()
        self._joining.add(room)
        self._do(self._join(room))
        self._catch_up_soon(room)  # what was announced while it was being opened went unheard

    def let_go(self, room: Room) -> None:
        """A room left the memory."""
        self._joining.discard(room)
        if room.leads:
            room.leads = False
            self._do(self._give_back([room.stored.id]))

    # -- news ---------------------------------------------------------------------------------------------------------

    def _heard(self, said: dict[str, Any]) -> None:
        id = said["room"]
        if isinstance(said.get("here"), list):
            self._presence.hear(id, str(said.get("server")), said["here"])
            return
        room = self._rooms.get(id)
        if room and isinstance(said.get("tell"), str):
            room.tell(said["tell"])
        elif room:
            self._catch_up_soon(room)

    async def _announce_people(self) -> None:
        people = self._presence.news()
        if people:
            await self._storage.ask(announce_people, self.me, people)
        self._presence.forget_silent()

    def _all_catch_up(self) -> None:
        for room in self._rooms.values():
            self._catch_up_soon(room)

    def _catch_up_soon(self, room: Room) -> None:
        if room.stored.id not in self._catching_up:  # otherwise it has not begun to read yet
            self._catching_up.add(room.stored.id)
            self._do(self._catch_up(room))

    async def _catch_up(self, room: Room) -> None:
        id = room.stored.id
        while self._rooms.get(id) is room:
            try:
                self._catching_up.add(id)
                await room.act(self._read_news(room))
            except Refused as error:
                if error.code == "unknown_room":
                    self._gone(room)
                    break
                await asyncio.sleep(AGAIN)
            except SevenfoldError:
                log.exception("room %s is read anew", id)
                self._put_away(room)
            else:
                break
        self._catching_up.discard(id)

    async def _read_news(self, room: Room) -> None:
        self._catching_up.discard(room.stored.id)  # what is announced from here on is read once more
        number = room.stored.number
        stored, new = await self._storage.ask(rooms.whole, room.stored.id, number)
        if not new and _same(stored, room.stored):
            room.see_to_chores()
            return
        await room.catch_up(stored, new)

    async def _relay(self, room: Room, message: str) -> None:
        with suppress(Refused):  # it is a word in passing
            await self._storage.ask(announce, room.stored.id, tell=message)

    # -- leases -------------------------------------------------------------------------------------------------------

    async def _look_after(self) -> None:
        while True:
            began = monotonic()
            try:
                await self._take([room for room in self._rooms.values() if self._is_wanted(room)])
                self._held_until = began + leases.SECONDS
                await self._take_over()
                await self._announce_people()
            except Refused:
                self._check_expired()
            await asyncio.sleep(TICK)

    def _is_wanted(self, room: Room) -> bool:
        return room in self._joining or room.stored.status in PLAYED

    async def _take(self, wanted: list[Room]) -> None:
        async with self._leasing:
            held = await self._storage.ask(leases.take, self.me, [room.stored.id for room in wanted])
        for room in wanted:
            if self._rooms.get(room.stored.id) is room:
                leads, room.leads = room.leads, room.stored.id in held
                if room.leads and not leads:
                    room.see_to_chores()
            if room in self._joining:
                self._joining.remove(room)
                room.check_idle()
        await self._give_back(held)  # what has left the memory meanwhile

    async def _join(self, room: Room) -> None:
        with suppress(Refused):  # it stays in memory, and is asked for again every second
            await self._take([room])

    async def _take_over(self) -> None:
        """Take rooms into memory whose server is gone in the middle of something."""
        for id in await self._storage.ask(leases.orphans):
            if id in self._rooms:
                continue
            try:
                await self._open_room(id)
            except Refused as error:
                log.warning("room %s cannot be taken over: %s", id, error)
                await self._storage.ask(leases.forget, id)

    async def _give_back(self, ids: Iterable[str]) -> None:
        """Give the leases back of those rooms that are in memory no longer."""
        async with self._leasing:
            if left := [id for id in ids if id not in self._rooms]:
                try:
                    await self._storage.ask(leases.give_back, self.me, left)
                except Refused as error:
                    log.info("leases expire by themselves: %s", error)

    def _check_expired(self) -> None:
        """Look after nothing whose lease others may have by now."""
        if monotonic() > self._held_until:
            for room in self._rooms.values():
                room.leads = False

    def _do(self, doing: Awaitable[Any]) -> None:
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("sharing rooms failed", exc_info=task.exception())


def _same(one: StoredRoom, other: StoredRoom) -> bool:
    """Do two say the same to people?"""
    return replace(one, lease_owner=None, lease_until=None, updated=0.0) == replace(
        other, lease_owner=None, lease_until=None, updated=0.0
    )
