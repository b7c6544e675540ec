"""Somebody is deleted, or turns out to be somebody else, while another server stores who sits down: one after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import Connection

from helpers.table_server import postgres
from sevenfold.protocol.errors import Refused
from sevenfold.server.room.commands.departure import departed
from sevenfold.server.storage import Storage, StoredRoom, StoredSeat, people, rooms
from sevenfold.server.storage.people import deletion
from sevenfold.server.storage.people.merging import merge

Transaction = Callable[[Connection], object]


@pytest.fixture(scope="module")
def storage() -> Iterator[Storage]:
    with postgres() as server:
        made = Storage(server.new_database())
        yield made
        made.close()


class Table:
    """An open table of a host's, and a guest who may sit down there."""

    def __init__(self, storage: Storage, id: str) -> None:
        self.storage = storage
        self.host, self.guest, self.new = (storage.run_now(people.make, f"{id} {name}") for name in ("host", "guest", "new"))
        seats = [StoredSeat(0, "person", self.host.id), StoredSeat(1, "open")]
        self.room = StoredRoom(id, "sane_sevens", {}, seats, host=self.host.id, status="waiting", public=True)
        storage.run_now(rooms.add, self.room)

    def sit(self, c: Connection) -> None:
        """What another server stores when the guest sits down."""
        rooms.check_public(c, self.room.id, self.guest.id)
        rooms.change(c, self.room.id, {}, [replace(self.room.seats[1], kind="person", person=self.guest.id)])

    def stored(self) -> StoredRoom:
        return self.storage.run_now(rooms.find, self.room.id)


def at_once(storage: Storage, first: Transaction, then: Transaction) -> None:
    """Let the second transaction begin before the first is committed, but not before it has stored all it wants."""
    has_stored, has_begun = threading.Event(), threading.Event()

    def slowly(c: Connection) -> None:
        first(c)
        has_stored.set()
        has_begun.wait(10)
        has_begun.clear()
        has_begun.wait(0.3)  # the second waits for this one, and if it did not, it would be done by now

    def second(c: Connection) -> None:
        has_begun.set()
        then(c)

    thread = threading.Thread(target=storage.run_now, args=(slowly,))
    thread.start()
    has_stored.wait(10)
    try:
        storage.run_now(second)
    finally:
        thread.join()


def test_the_room_of_a_host_who_is_deleted_stays_for_who_has_just_sat_down(storage: Storage) -> None:
    table = Table(storage, "host gone")
    at_once(storage, table.sit, partial(deletion.delete, id=table.host.id, depart=departed))
    assert table.stored().host == table.guest.id
    assert [seat.kind for seat in table.stored().seats] == ["open", "person"]


def test_nobody_sits_down_in_a_room_that_is_being_deleted(storage: Storage) -> None:
    table = Table(storage, "room gone")
    with pytest.raises(Refused):
        at_once(storage, partial(deletion.delete, id=table.host.id, depart=departed), table.sit)
    assert not storage.run_now(rooms.exists, table.room.id)


def test_a_guest_who_is_deleted_leaves_no_seat_of_nobody(storage: Storage) -> None:
    table = Table(storage, "guest gone")
    at_once(storage, table.sit, partial(deletion.delete, id=table.guest.id, depart=departed))
    assert [(seat.kind, seat.person) for seat in table.stored().seats] == [("person", table.host.id), ("open", None)]


def test_a_guest_who_turns_out_to_be_another_brings_the_new_seat_along(storage: Storage) -> None:
    table = Table(storage, "guest moves")
    at_once(storage, table.sit, partial(merge, old=table.guest.id, new=table.new.id))
    assert [seat.person for seat in table.stored().seats] == [table.host.id, table.new.id]
