"""Who sees to a room while it is in memory."""

from __future__ import annotations

from typing import Protocol

from sevenfold.server.execution.compilation import Warmth, Workers
from sevenfold.server.room.room import Room

from .absence import Away
from .auto_start import Gathering
from .bots import Driver
from .claims import Claims
from .clocks import Clocks
from .hints import Hints
from .winnable import Winning


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
