"""Who sees to a room while it is in memory."""

from __future__ import annotations

from typing import Protocol

from .away import Away
from .claiming import Claims
from .clocks import Clocks
from .driver import Driver
from .gathering import Gathering
from .hints import Hints
from .room import Room
from .warm import Warmth, Workers
from .winning import Winning


class Keeper(Protocol):
    """Sees to something in one room."""

    def stop(self) -> None:
        """See to it no more."""
        ...


def keepers_of(room: Room, workers: Workers, warmth: Warmth) -> list[Keeper]:
    """All who see to a room."""
    return [
        Driver(room, workers, warmth), Away(room), Clocks(room), Gathering(room), Hints(room, workers, warmth),
        Winning(room, warmth.solving), Claims(room, workers, warmth),
    ]  # fmt: skip
