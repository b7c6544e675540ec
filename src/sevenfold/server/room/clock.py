"""The arithmetic of a room's clocks."""

from __future__ import annotations

from dataclasses import replace

from sevenfold.server.storage import StoredRoom, StoredSeat


def runs(stored: StoredRoom) -> bool:
    """Whether the clock of the seat to move is running."""
    if stored.clock is None or stored.status != "open" or stored.paused or stored.turn is None:
        return False
    seat = stored.seats[stored.turn]
    return seat.kind == "person" and not seat.stand_in and not seat.out_of_time


def seconds_left(stored: StoredRoom, now: float) -> float | None:
    """The seconds left to the seat whose clock is running; None if none is."""
    if stored.since is None or stored.turn is None:
        return None
    seconds = stored.seats[stored.turn].seconds
    return None if seconds is None else max(0.0, seconds - (now - stored.since))


def seats_settled(stored: StoredRoom, now: float, *, has_moved: bool = False) -> list[StoredSeat]:
    """The seats with the elapsed time subtracted from the running clock; a move adds the increment."""
    left = seconds_left(stored, now)
    if left is None or stored.turn is None or stored.clock is None:
        return stored.seats
    seats = list(stored.seats)
    seats[stored.turn] = replace(seats[stored.turn], seconds=left + (stored.clock.increment if has_moved else 0))
    return seats


def settled(stored: StoredRoom, now: float, *, has_moved: bool = False) -> StoredRoom:
    """The room with its clocks brought up to date and stopped."""
    return replace(stored, seats=seats_settled(stored, now, has_moved=has_moved), since=None)


def started(stored: StoredRoom, now: float) -> StoredRoom:
    """The room with the clock of the seat to move started, if it should run."""
    return replace(stored, since=now if runs(stored) else None)
