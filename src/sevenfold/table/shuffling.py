"""The shuffle of a room: the server's secret and what the players' devices add to it before the deal."""

from __future__ import annotations

from dataclasses import replace

from sevenfold.records.shuffle import Shuffle as Promised
from sevenfold.records.shuffle import new_secret

from .storage import Shuffle, StoredRoom


def new_shuffle() -> Shuffle:
    """A shuffle with a new secret."""
    return Shuffle(new_secret().hex())


def promised(stored: StoredRoom) -> Promised | None:
    """The shuffle of a room that was dealt by one."""
    kept = stored.shuffle
    if not kept.secret:
        return None
    return Promised(bytes.fromhex(kept.secret), {int(seat): bytes.fromhex(given) for seat, given in kept.contributions.items()})


def with_random(stored: StoredRoom, seats: list[int], value: str) -> Shuffle:
    """A shuffle with what the device of these seats' player has added; what was added last counts."""
    return replace(stored.shuffle, contributions=stored.shuffle.contributions | {str(seats[0]): value})


def without(stored: StoredRoom, seat: int) -> Shuffle:
    """A shuffle without what a seat has added, whose player is another now."""
    return replace(stored.shuffle, contributions={s: v for s, v in stored.shuffle.contributions.items() if s != str(seat)})


def is_complete(stored: StoredRoom) -> bool:
    """Have all players' devices added something, and is nobody waited for?"""
    if any(seat.kind == "open" for seat in stored.seats):
        return False
    return all(any(str(seat) in stored.shuffle.contributions for seat in stored.seats_of(one)) for one in stored.persons)
