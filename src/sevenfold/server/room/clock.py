"""The arithmetic of a room's clocks.

Clocks count the seconds of `GameTime`, never those of the system's clock, which people and time servers set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


def asked(stored: StoredRoom) -> list[int]:
    """The seats that are asked now: the seat to move or, where all choose at once, whoever has not chosen yet."""
    if stored.turn is None or stored.status != "open":
        return []
    return stored.summary.choosers or [stored.turn]


def running(stored: StoredRoom) -> list[int]:
    """The seats whose clocks run while the game goes on: the people who are asked."""
    if stored.clock is None or stored.paused:
        return []
    seats = [stored.seats[seat] for seat in asked(stored)]
    return [one.seat for one in seats if one.kind == "person" and not one.stand_in and not one.out_of_time]


def runs(stored: StoredRoom) -> bool:
    """Whether a clock runs."""
    return bool(running(stored))


def seconds_left(stored: StoredRoom, now: float, seat: int | None = None) -> float | None:
    """The seconds left to a seat, by default the one to move, whose clock is running; None if it is not."""
    at = stored.turn if seat is None else seat
    if stored.since is None or at is None or at not in running(stored):
        return None
    seconds = stored.seats[at].seconds
    return None if seconds is None else max(0.0, seconds - max(0.0, now - stored.since))


def seats_settled(stored: StoredRoom, now: float, *, moved: int | None = None) -> list[StoredSeat]:
    """The seats with the elapsed time subtracted from the running clocks; a move of the seat `moved` adds the increment."""
    left = {seat: seconds for seat in running(stored) if (seconds := seconds_left(stored, now, seat)) is not None}
    if not left or stored.clock is None:
        return stored.seats
    if moved in left:
        left[moved] += stored.clock.increment
    return seats_with(stored, left)


def seats_with(stored: StoredRoom, seconds: Mapping[int, float]) -> list[StoredSeat]:
    """The seats with these seconds on their clocks, by seat."""
    return [replace(one, seconds=seconds[one.seat]) if one.seat in seconds else one for one in stored.seats]


def settled(stored: StoredRoom, now: float, *, moved: int | None = None) -> StoredRoom:
    """The room with its clocks brought up to date and stopped; `moved`: the seat that has made a move."""
    seats = seats_settled(stored, now, moved=moved)
    return stored if seats is stored.seats and stored.since is None else replace(stored, seats=seats, since=None)


def started(stored: StoredRoom, now: float) -> StoredRoom:
    """The room with the clocks of the people who are asked started, if they should run."""
    since = now if runs(stored) else None
    return stored if since == stored.since else replace(stored, since=since)
