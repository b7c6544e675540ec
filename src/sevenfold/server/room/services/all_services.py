"""All services of a room."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sevenfold.server.execution.compilation import CompilationCache
from sevenfold.server.execution.thread_pools import ThreadPools
from sevenfold.server.push.notifier import Notifier
from sevenfold.server.room.clock_keeper import ClockKeeper
from sevenfold.server.room.room import Room
from sevenfold.server.room.service import RoomService

from .absence import AbsenceService
from .attendance import AttendanceService
from .auto_start import AutoStartService
from .bots import BotService
from .claims import ClaimService
from .clocks import ClockService
from .evening import EveningService
from .hints import HintService
from .turn_calls import TurnCallService
from .winnable import WinnableService


def all_services(
    pools: ThreadPools, compilation: CompilationCache, keeper: ClockKeeper, notifier: Notifier
) -> Callable[[Room], Sequence[RoomService]]:
    """What makes all services of a room, for the constructor of `Room`."""

    def made(room: Room) -> Sequence[RoomService]:
        claims = ClaimService(room, pools, compilation)
        return (
            BotService(room, pools, compilation),
            AbsenceService(room),
            ClockService(room, keeper, lambda: claims.is_busy),
            AutoStartService(room),
            AttendanceService(room),
            EveningService(room),
            *([TurnCallService(room, notifier)] if notifier.public_key else []),
            HintService(room, pools, compilation),
            WinnableService(room, compilation.solvers),
            claims,
        )

    return made
