"""The arithmetic of a room's clocks.

Clocks count the seconds of `GameTime`, never those of the system's clock, which people and time servers set.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from sevenfold.server.storage import StoredRoom, StoredSeat

LONGEST = 1.0  # seconds: a longer silence is a time in which nobody could play
GAP = 0.25  # what such a silence counts: about what had passed when it began


class GameTime:
    """Seconds during which this process could serve games.

    `tick` is called twice a second. What is missing between two calls (the process or the machine was suspended, the event
    loop was held, the database did not answer) counts for nobody.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Begin at 0; `clock` is one that nobody can set."""
        self._clock = clock
        self._counted, self._ticked = 0.0, clock()
        self._stands = False

    def now(self) -> float:
        """The seconds so far."""
        return self._counted + (0.0 if self._stands else min(self._clock() - self._ticked, LONGEST))

    def tick(self) -> bool:
        """Count the time since the last call; returns whether it was too long to have been played in."""
        now = self._clock()
        passed, self._ticked = now - self._ticked, now
        is_gap = passed > LONGEST
        if not self._stands:
            self._counted += GAP if is_gap else passed
        return is_gap

    def stop(self) -> None:
        """Count nothing until `go_on`: no game can be stored."""
        if not self._stands:
            self._counted += min(self._clock() - self._ticked, GAP)
        self._stands, self._ticked = True, self._clock()

    def go_on(self) -> bool:
        """Count again; returns whether time stood still."""
        stood, self._stands = self._stands, False
        if stood:
            self._ticked = self._clock()
        return stood


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
    return None if seconds is None else max(0.0, seconds - max(0.0, now - stored.since))


def seats_settled(stored: StoredRoom, now: float, *, has_moved: bool = False) -> list[StoredSeat]:
    """The seats with the elapsed time subtracted from the running clock; a move adds the increment."""
    left = seconds_left(stored, now)
    if left is None or stored.turn is None or stored.clock is None:
        return stored.seats
    return seats_with(stored, left + (stored.clock.increment if has_moved else 0))


def seats_with(stored: StoredRoom, seconds: float) -> list[StoredSeat]:
    """The seats with these seconds on the running clock."""
    assert stored.turn is not None
    seats = list(stored.seats)
    seats[stored.turn] = replace(seats[stored.turn], seconds=seconds)
    return seats


def settled(stored: StoredRoom, now: float, *, has_moved: bool = False) -> StoredRoom:
    """The room with its clocks brought up to date and stopped."""
    return replace(stored, seats=seats_settled(stored, now, has_moved=has_moved), since=None)


def started(stored: StoredRoom, now: float) -> StoredRoom:
    """The room with the clock of the seat to move started, if it should run."""
    return replace(stored, since=now if runs(stored) else None)
