"""Rooms whose people change: one is deleted, or turns out to be another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sevenfold.bots import USUAL
from sevenfold.server.room.clock import runs
from sevenfold.server.room.room_info import seat_names
from sevenfold.server.room.shuffle import without_leavers
from sevenfold.server.storage import Person, StoredRoom, StoredSeat


def departed(stored: StoredRoom, person: str) -> StoredRoom | None:
    """A room without a person who is deleted; None if nobody else is or was in it.

    In a game that goes on a bot plays for them; before it begins their seat is open. Others, of whom the first becomes the
    host, find nobody's name at it.
    """
    others = [seat.person for seat in stored.seats if seat.person not in (None, person)]
    if stored.host not in (None, person):
        others.append(stored.host)
    if not others:
        return None
    seats = [_left(stored, seat) if seat.person == person else seat for seat in stored.seats]
    left = replace(
        stored,
        seats=seats,
        host=others[0] if stored.host == person else stored.host,
        sequel_by=None if stored.sequel_by == person else stored.sequel_by,
        shuffle=without_leavers(stored.shuffle, stored.seats, seats) if stored.status == "waiting" else stored.shuffle,
        summary=replace(stored.summary, sentence=_without_names(stored.summary.sentence, stored.seats, seats)),
    )
    return left if runs(left) else replace(left, since=None)  # a bot has no clock


def _left(stored: StoredRoom, seat: StoredSeat) -> StoredSeat:
    if stored.status == "waiting":
        return StoredSeat(seat.seat, "open", seconds=seat.seconds)
    if stored.has_ended:
        return replace(seat, person=None, name="")
    return replace(seat, kind="bot", bot=seat.bot or USUAL, person=None, name="", stand_in=False)


def _without_names(sentence: str, before: Sequence[StoredSeat], after: Sequence[StoredSeat]) -> str:
    """How a game ended, with the usual names of seats in place of those that are gone."""
    for old, new in zip(seat_names(before), seat_names(after), strict=True):
        if old != new:
            sentence = sentence.replace(old, new)
    return sentence


def concerns(stored: StoredRoom, person: str) -> bool:
    """Whether a room has to do with a person."""
    return person in (stored.host, stored.sequel_by, *stored.people)


def moved(stored: StoredRoom, old: str, new: Person) -> StoredRoom:
    """A room in which all that was one person's is another's."""
    return replace(
        stored,
        seats=[replace(seat, person=new.id, name=new.name) if seat.person == old else seat for seat in stored.seats],
        host=new.id if stored.host == old else stored.host,
        sequel_by=new.id if stored.sequel_by == old else stored.sequel_by,
    )
