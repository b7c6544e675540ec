"""Everything that outlives the server: people, rooms with their seats, and every entry of every game's log."""

from __future__ import annotations

from .rows import Asking, Clock, Invitation, Person, Shuffle, StoredRoom, StoredSeat, Summary
from .store import Storage, default_path

__all__ = [
    "Asking", "Clock", "Invitation", "Person", "Shuffle", "Storage", "StoredRoom", "StoredSeat", "Summary",
    "default_path",
]  # fmt: skip
