"""Rematches: a new room for the people of another, which shows them the way to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from sqlalchemy import Connection

from sevenfold.playing.game import Game
from sevenfold.protocol import Again, RoomMade
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.room.shuffle import commitment_of
from sevenfold.server.storage import Person, Storage, StoredRoom, chat, rooms

from .new_room import repeated_room, store_room


async def rematch(
    storage: Storage, known: Mapping[str, Room], deal: Callable[[Game, StoredRoom, Again, Person], Awaitable[None]],
    id: str, person: Person | None, wanted: Again,
) -> RoomMade:  # fmt: skip
    """Make a room for the people of another, or return the one that somebody else has just made.

    Args:
        storage: Where the rooms are stored.
        known: The rooms in memory.
        deal: Deals the cards of a new room.
        id: The other room.
        person: The person who wants a rematch.
        wanted: Their wishes.

    Raises:
        Refused: If the person did not play there, or if the wishes are impossible.
    """
    old = await storage.run(rooms.find, id)
    game, room = repeated_room(old, person, wanted)
    assert person is not None, "others are refused"
    if existing := await _existing(storage, old, person, wanted):
        return existing
    await deal(game, room, wanted, person)
    while True:
        try:
            await storage.run(_store, room, old, person, wanted.promise)
            break
        except Refused as error:
            if error.code != "stale":
                raise
        old = await storage.run(rooms.find, id)
        if existing := await _existing(storage, old, person, wanted):
            return existing
    await show_sequel(known, id, room.id, person.id)
    return RoomMade(room=room.id, commitment=commitment_of(room))


def _store(c: Connection, room: StoredRoom, old: StoredRoom, person: Person, promise: str) -> None:
    rooms.set_sequel(c, old.id, room.id, person.id, old.sequel)
    store_room(c, room, person, promise)
    chat.copy_mutes(c, old.id, room.id)


async def _existing(storage: Storage, old: StoredRoom, person: Person, wanted: Again) -> RoomMade | None:
    """The rematch that somebody has made already and that waits for this person; None if there is none.

    A person who asks with a promise gets a room of their own, with the promised shuffle.
    """
    if old.sequel is None or wanted.promise or wanted.leave:
        return None
    try:
        made = await storage.run(rooms.find, old.sequel)
    except Refused:
        return None
    is_same_deal = made.parent == old.id
    if not made.gathers or not made.seats_of(person.id) or is_same_deal != (wanted.deal == "same"):
        return None
    return RoomMade(room=made.id, commitment=commitment_of(made))


async def show_sequel(known: Mapping[str, Room], id: str, sequel: str | None, by: str | None) -> None:
    """Show everybody in a room which room follows it, which is stored already."""
    if room := known.get(id):
        await room.run(_show_sequel(room, sequel, by))


async def _show_sequel(room: Room, sequel: str | None, by: str | None) -> None:
    room.replace_stored(replace(room.stored, sequel=sequel, sequel_by=by))
    room.show()
