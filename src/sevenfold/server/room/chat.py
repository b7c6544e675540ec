"""`Chat`: what people write in a room. It has a lock of its own, so that no move waits for a line of chat."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from typing import Any

from sqlalchemy import Connection

from sevenfold.player_names import clean_line, distinct_names
from sevenfold.protocol import ChatLine, ChatLinesMessage, MutedMessage
from sevenfold.protocol.codec import written
from sevenfold.protocol.errors import Refused, refusing
from sevenfold.seat_names import isolated
from sevenfold.server.buckets import Bucket, Buckets
from sevenfold.server.logs import short
from sevenfold.server.storage import Storage, StoredRoom, people
from sevenfold.server.storage import chat as lines
from sevenfold.server.storage.chat import StoredLine

from .room_info import seat_names
from .serial_executor import SerialExecutor
from .subscriber import Subscriber

log = logging.getLogger(__name__)
RATE, BURST = 0.5, 5  # lines of one person: a second, and at once after a pause
ALL_RATE, ALL_BURST = 4.0, 30  # of all players of a room, and of all its spectators
TRIES = 10  # more than servers that write at the same moment
NAMELESS = "Only people with a name of their own may write here; choose one, then send your line again."
NOTHING = "There is nothing to read in this line."
TOO_FAST = "You write faster than others can read; send it again in {} s."
TOO_MANY = "Many people write here just now; send your line again in {} s."


class Chat:
    """The chat of one room: players write to everybody, spectators to spectators."""

    def __init__(self, storage: Storage, stored: Callable[[], StoredRoom], audience: AbstractSet[Subscriber]) -> None:
        """Make the chat of a room.

        Args:
            storage: Where the lines are stored.
            stored: The room as it is stored now.
            audience: The connections to the room on this server.
        """
        self._storage, self._stored, self._audience = storage, stored, audience
        self._executor = SerialExecutor(self._failed, lambda: None)
        self._known: int | None = None  # the number of the latest line that was shown here; None: not read yet
        self._persons = Buckets(RATE, BURST)
        self._everybody = {seated: Bucket(ALL_RATE, ALL_BURST) for seated in (True, False)}

    @property
    def running(self) -> set[asyncio.Task[Any]]:
        """What is being stored or read."""
        return set(self._executor.running)

    # -- writing ------------------------------------------------------------------------------------------------------

    async def write(self, subscriber: Subscriber, wanted: str) -> None:
        """Store a line, and show it to all who may read it; Refused, mostly as "not_said", if it is not sent."""
        await self._executor.run(self._write(subscriber.person, wanted))

    async def _write(self, person: str | None, wanted: str) -> None:
        with refusing("not_said"):
            text = clean_line(wanted)
        if not text:
            raise Refused("not_said", NOTHING)
        if person is None:
            raise Refused("not_said", NAMELESS)
        seat = player_seat(self._stored(), person)
        self._check_rate(person, is_player=seat is not None)
        self._show(await self._add(person, seat, text))

    def _check_rate(self, person: str, *, is_player: bool) -> None:
        if seconds := self._persons.take(person):
            raise Refused("not_said", TOO_FAST.format(math.ceil(seconds)))
        if seconds := self._everybody[is_player].take_if_there():
            raise Refused("not_said", TOO_MANY.format(math.ceil(seconds)))

    async def _add(self, person: str, seat: int | None, text: str) -> list[StoredLine]:
        stored = self._stored()
        names, known = seat_names(stored.seats), self._known or 0

        def add(c: Connection) -> list[StoredLine]:
            lines.check_may_write(c, stored.id, person)
            name = names[seat] if seat is not None else spectator_name(people.name_of(c, person), names)
            return lines.add(c, stored.id, person, seat, name, text, known)

        for left in reversed(range(TRIES)):
            try:
                return await self._storage.run(add)
            except Refused as error:
                if error.code != "stale" or not left:
                    raise
        raise AssertionError("the last try returns or raises")

    # -- reading ------------------------------------------------------------------------------------------------------

    def show_soon(self, subscriber: Subscriber) -> None:
        """Show somebody who comes the latest lines that they may read, and a host who is muted."""
        if self._known != 0 or self._storage.is_shared:
            self._executor.schedule(self._show_latest(subscriber))

    async def _show_latest(self, subscriber: Subscriber) -> None:
        stored = self._stored()
        of_players = not self._reads_all(subscriber)
        found, newest = await self._storage.run(lines.latest, stored.id, of_players=of_players)
        if self._known is None:
            self._known = newest
        found = [line for line in found if subscriber.person not in line.hidden_from]
        if found:
            subscriber.put(_message(found, subscriber.person, whole=True))
        if found and self._is_host(subscriber):
            self._show_muted([subscriber], await self._storage.run(lines.muted_lines, stored.id))

    def catch_up(self) -> None:
        """Show what was written on other servers, and whom the host has muted there."""
        if self._known is not None:
            self._executor.schedule(self._catch_up())

    async def _catch_up(self) -> None:
        self._show(await self._storage.run(lines.since, self._stored().id, self._known or 0))
        if hosts := self._hosts():
            self._show_muted(hosts, await self._storage.run(lines.muted_lines, self._stored().id))

    def _show(self, new: list[StoredLine]) -> None:
        """Show everybody here the new lines that they may read."""
        if not new:
            return
        self._known = new[-1].number
        for line in new:
            sent = {is_own: _message([line], line.person if is_own else None) for is_own in (True, False)}
            for subscriber in self._audience:
                if subscriber.person not in line.hidden_from and (line.seat is not None or self._reads_all(subscriber)):
                    subscriber.put(sent[subscriber.person == line.person])

    def _reads_all(self, subscriber: Subscriber) -> bool:
        """Whether somebody reads the lines of spectators, too: not those who play, or may come back to their seat."""
        return subscriber.person is None or player_seat(self._stored(), subscriber.person) is None

    # -- muting -------------------------------------------------------------------------------------------------------

    async def mute(self, subscriber: Subscriber, line: int, *, on: bool) -> None:
        """Mute the person who wrote a line, or let them write again; for the host."""
        if not self._is_host(subscriber):
            raise Refused("not_host", "Only the host of this room may do this.")
        await self._executor.run(self._mute(subscriber, line, on=on))

    async def _mute(self, subscriber: Subscriber, line: int, *, on: bool) -> None:
        of_players = not self._reads_all(subscriber)
        assert subscriber.person is not None, "the host is somebody"
        id = self._stored().id
        muted = await self._storage.run(lines.mute, id, line, subscriber.person, on=on, of_players=of_players)
        self._show_muted(self._hosts(), muted)

    def _show_muted(self, hosts: Iterable[Subscriber], muted: list[int]) -> None:
        for host in hosts:
            host.put(written(MutedMessage(lines=muted)))

    def _hosts(self) -> list[Subscriber]:
        return [subscriber for subscriber in self._audience if self._is_host(subscriber)]

    def _is_host(self, subscriber: Subscriber) -> bool:
        return subscriber.person is not None and subscriber.person == self._stored().host

    def _failed(self, error: Refused) -> None:
        name = short(self._stored().id)
        log.warning("%s: its chat could not be read: %s", name, error)


def player_seat(stored: StoredRoom, person: str) -> int | None:
    """The seat of somebody who plays, or may come back to it; None for a spectator."""
    return next((seat.seat for seat in stored.seats if seat.person == person), None)


def spectator_name(name: str, names: list[str]) -> str:
    """What a spectator is called beside the players; Refused if they have not chosen a name."""
    if not name:
        raise Refused("not_said", NAMELESS)
    return isolated(distinct_names([name], names)[0])


def _message(shown: list[StoredLine], reader: str | None, *, whole: bool = False) -> str:
    """Lines as a reader gets them; `reader` may be None only where they wrote none of these lines."""
    told = [
        ChatLine(number=one.number, seat=one.seat, name=one.name, you=one.person == reader, text=one.text, time=one.time)
        for one in shown
    ]
    return written(ChatLinesMessage(lines=told, whole=whole))
