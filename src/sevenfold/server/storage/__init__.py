"""The database: people, rooms with their seats, and every entry of every game's log."""

from __future__ import annotations

from .rows import Clock, Invitation, Person, Shuffle, StoredRoom, StoredSeat, Summary, UndoRequest
from .store import Storage, database

__all__ = [
    "Clock", "Invitation", "Person", "Shuffle", "Storage", "StoredRoom", "StoredSeat", "Summary", "UndoRequest",
    "database",
]  # fmt: skip
