"""Playing again: a new room for the people of another, who are told of it there and come along."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from sevenfold.protocol import Again, RoomMade
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.room import Room
from sevenfold.server.room.shuffle import commitment_of
from sevenfold.server.storage import Person, Storage, StoredRoom, rooms

from .new_room import repeated


async def again(
    storage: Storage, known: Mapping[str, Room], add: Callable[[StoredRoom, Again, Person], Awaitable[RoomMade]],
    old: StoredRoom, person: Person | None, wanted: Again,
) -> RoomMade:  # fmt: skip
    """A room for the people of another, who are told; if somebody was quicker, theirs.

    known: the rooms in memory. add: deals a new room's cards and stores it.
    """
    room = repeated(old, person, wanted.deal)
    assert person is not None  # others are refused
    if there := await _waiting(storage, old, person, wanted):
        return there
    made = await add(room, wanted, person)
    while not await _tell_of(storage, known, old, made.room, person.id):
        old = await storage.ask(rooms.find, old.id)
        if there := await _waiting(storage, old, person, wanted):
            await storage.ask(rooms.delete, made.room)
            return there
    return made


async def _waiting(storage: Storage, old: StoredRoom, person: Person, wanted: Again) -> RoomMade | None:
    """The room that somebody has made already for the same, and which waits for this person; None if there is none.

    Whoever asks with a promise gets a room with the shuffle that they were promised.
    """
    if old.sequel is None or wanted.promise:
        return None
    try:
        made = await storage.ask(rooms.find, old.sequel)
    except Refused:
        return None
    is_same_deal = made.parent == old.id
    if not made.gathers or not made.seats_of(person.id) or is_same_deal != (wanted.deal == "same"):
        return None
    return RoomMade(room=made.id, commitment=commitment_of(made))


async def _tell_of(storage: Storage, known: Mapping[str, Room], old: StoredRoom, made: str, by: str) -> bool:
    """Tell everybody in a room of another that somebody made after it; False if somebody else was quicker."""
    if not await storage.ask(rooms.lead_on, old.id, made, by, old.sequel):
        return False
    room = known.get(old.id)
    if room:
        await room.act(_leads(room, made, by))
    return True


async def forget(storage: Storage, known: Mapping[str, Room], made: str) -> None:
    """Nobody is told any more of a room that is to be deleted."""
    old = await storage.ask(rooms.lead_back, made)
    room = known.get(old or "")
    if room:
        await room.act(_leads(room, None, None))


async def _leads(room: Room, made: str | None, by: str | None) -> None:
    room.stored = replace(room.stored, sequel=made, sequel_by=by)
    room.changed()
    room.show()
