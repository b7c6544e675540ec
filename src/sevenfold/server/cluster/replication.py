"""`Cluster`: one server's part in serving the same rooms from several servers over one PostgreSQL database.

A room may be in the memory of every server. Each server announces what it stores, and the others catch up. The holder of a
room's lease runs its bots and clocks; when that server dies, its leases expire and another server takes them.
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
from sevenfold.server.logs import short
from sevenfold.server.room.commands.departure import concerns
from sevenfold.server.room.room import Room
from sevenfold.server.storage import Storage, StoredRoom, leases, rooms
from sevenfold.server.storage.announcements import announce, announce_people

from .link import RoomLink
from .notifications import Notifications
from .presence import Presence

log = logging.getLogger(__name__)
PLAYED = ("open", "waiting")
TICK = 1.0  # seconds between two rounds of leases
AGAIN = 1.0  # seconds until a room that could not catch up tries again


class Cluster:
    """One server among several."""

    def __init__(
        self, storage: Storage, known: Mapping[str, Room], open_room: Callable[[str], Awaitable[Room]],
        on_deleted: Callable[[Room], None], reopen: Callable[[Room], None], end_sessions: Callable[[str], Awaitable[None]],
        end_all_sessions: Callable[[], Awaitable[None]], at_home: Callable[[], Iterable[str]],
    ) -> None:  # fmt: skip
        """Make the server's part.

        Args:
            storage: The shared database.
            known: The rooms in memory, by id.
            open_room: Loads a room into memory.
            on_deleted: Called for a room that another server has deleted.
            reopen: Called for a room that cannot follow what another server has stored.
            end_sessions: Called for a person whom another server has logged in or out.
            end_all_sessions: Called when it may have been missed whom others have logged out.
            at_home: Who looks at this server's page with the games.
        """
        assert storage.url is not None
        self.me = secrets.token_hex(8)
        self._storage, self._rooms, self._open_room = storage, known, open_room
        self._on_deleted, self._reopen, self._end_sessions = on_deleted, reopen, end_sessions
        self._end_all_sessions = end_all_sessions
        self._links: dict[Room, RoomLink] = {}  # of the rooms in memory
        self._notifications = Notifications(storage, storage.url, self._on_announced, self._all_catch_up)
        self._presence = Presence(self._links, at_home)
        self._leasing = asyncio.Lock()  # so that leases are taken and released in the order of the requests
        self._held_until = 0.0  # by our own clock: when leases that could not be renewed have expired
        self._catching_up: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self) -> None:
        """Start listening, and taking leases."""
        self._spawn(self._notifications.listen())
        self._spawn(self._run_leases())

    async def close(self) -> None:
        """Stop, and release all leases."""
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        try:
            await self._storage.run(announce_people, self.me, self._presence.last_news())
            await self._storage.run(leases.give_back, self.me, [room.stored.id for room in self._links if room.leads])
        except Refused as error:
            log.info("leases are left to expire: %s", error)

    @property
    def people_elsewhere(self) -> dict[str, frozenset[str]]:
        """Everybody who is connected to another server, by the room where they play or another name of the place."""
        return self._presence.people_elsewhere

    def link(self, id: str) -> RoomLink:
        """A link for a room that is being loaded; give it to `add` with the room."""
        return RoomLink(lambda message, but: self._spawn(self._relay(id, message, but)), lambda: self._catch_up_soon(id))

    def add(self, room: Room, link: RoomLink) -> None:
        """A room came into memory."""
        self._links[room] = link
        self._presence.update(room)
        self._spawn(self._join(room))
        self._catch_up_soon(room.stored.id)  # announcements were missed while it was being loaded

    def remove(self, room: Room) -> None:
        """A room left the memory."""
        if self._links.pop(room).leads:
            self._spawn(self._give_back([room.stored.id]))

    # -- announcements ------------------------------------------------------------------------------------------------

    def _on_announced(self, announced: dict[str, Any]) -> None:
        if isinstance(person := announced.get("person"), str):
            self._on_account(person)
            return
        id = announced["room"]
        if isinstance(announced.get("here"), list):
            self._presence.receive(id, str(announced.get("server")), announced["here"])
            return
        room = self._rooms.get(id)
        if room and isinstance(announced.get("tell"), str):
            room.broadcast(announced["tell"], announced.get("but"))
        elif room and "chat" in announced:
            room.chat.catch_up()
        elif room:
            self._catch_up_soon(id)

    def _on_account(self, person: str) -> None:
        """Somebody has logged in or out elsewhere, where their rooms may have become another's."""
        self._spawn(self._end_sessions(person))
        for id, room in self._rooms.items():
            if concerns(room.stored, person):
                self._catch_up_soon(id)

    async def _announce_people(self) -> None:
        people = self._presence.news()
        if people:
            await self._storage.run(announce_people, self.me, people)
        self._presence.forget_silent()

    def _all_catch_up(self) -> None:
        for id, room in self._rooms.items():
            self._catch_up_soon(id)
            room.chat.catch_up()
        self._spawn(self._end_all_sessions())

    def _catch_up_soon(self, id: str) -> None:
        room = self._rooms.get(id)
        if room and id not in self._catching_up:  # otherwise it has yet to read
            self._catching_up.add(id)
            self._spawn(self._catch_up(room))

    async def _catch_up(self, room: Room) -> None:
        id = room.stored.id
        while self._rooms.get(id) is room:
            try:
                self._catching_up.add(id)
                await room.run(self._read_news(room))
            except Refused as error:
                if error.code == "unknown_room":
                    self._on_deleted(room)
                    break
                await asyncio.sleep(AGAIN)
            except SevenfoldError:
                log.exception("%s is loaded again", short(id))
                self._reopen(room)
            else:
                break
        self._catching_up.discard(id)

    async def _read_news(self, room: Room) -> None:
        self._catching_up.discard(room.stored.id)  # later announcements need another read
        number = room.stored.number
        stored, new = await self._storage.run(rooms.load, room.stored.id, number)
        if not new and _same(stored, room.stored):
            room.after_change()
            return
        await room.catch_up(stored, new)

    async def _relay(self, id: str, message: str, but: str | None) -> None:
        with suppress(Refused):  # reactions and the like may be lost
            await self._storage.run(announce, id, tell=message, but=but)

    # -- leases -------------------------------------------------------------------------------------------------------

    async def _run_leases(self) -> None:
        while True:
            began = monotonic()
            try:
                await self._take([room for room in self._links if self._needs_lease(room)])
                self._held_until = began + leases.SECONDS
                await self._take_over()
                await self._announce_people()
            except Refused:
                self._check_expired()
            await asyncio.sleep(TICK)

    def _needs_lease(self, room: Room) -> bool:
        return self._links[room].is_busy or room.stored.status in PLAYED

    async def _take(self, wanted: list[Room]) -> None:
        async with self._leasing:
            held = await self._storage.run(leases.take, self.me, [room.stored.id for room in wanted])
        for server in {gone for gone in held.values() if gone}:
            self._presence.forget(server)
        for room in wanted:
            if (link := self._links.get(room)) is None:
                continue  # it has left the memory meanwhile
            leads, link.leads = link.leads, room.stored.id in held
            if link.leads != leads:
                room.after_change()
            if link.is_busy:
                link.is_busy = False
                room.check_idle()
        await self._give_back(held)

    async def _join(self, room: Room) -> None:
        with suppress(Refused):  # it stays in memory, and the next round tries again
            await self._take([room])

    async def _take_over(self) -> None:
        """Load rooms whose server died while it led them."""
        for id in await self._storage.run(leases.orphans):
            if id in self._rooms:
                continue
            try:
                await self._open_room(id)
            except Refused as error:
                log.warning("%s cannot be taken over: %s", short(id), error)
                await self._storage.run(leases.forget, id)

    async def _give_back(self, ids: Iterable[str]) -> None:
        """Release the leases of those rooms that are no longer in memory."""
        async with self._leasing:
            if left := [id for id in ids if id not in self._rooms]:
                try:
                    await self._storage.run(leases.give_back, self.me, left)
                except Refused as error:
                    log.info("leases are left to expire: %s", error)

    def _check_expired(self) -> None:
        """Lead nothing once other servers may hold the leases."""
        if monotonic() > self._held_until:
            for room, link in self._links.items():
                if link.leads:
                    link.leads = False
                    room.after_change()

    def _spawn(self, doing: Awaitable[Any]) -> None:
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a task of the cluster failed", exc_info=task.exception())


def _same(one: StoredRoom, other: StoredRoom) -> bool:
    """Whether two versions of a room show the same to people."""
    return _shown(one) == _shown(other)


def _shown(stored: StoredRoom) -> StoredRoom:
    """A room without its lease and without the seconds on its clocks, which each server counts by itself."""
    seats = [replace(seat, seconds=None) for seat in stored.seats]
    return replace(stored, seats=seats, since=None, lease_owner=None, lease_until=None, updated=0.0)
