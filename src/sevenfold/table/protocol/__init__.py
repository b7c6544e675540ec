"""The models of everything that goes over the wire: requests and answers over HTTP, messages of a room's WebSocket.

The published schema (`sevenfold.table.schema`) and `/api/openapi.json` are made from them; docs/protocol.md explains them.
"""

from __future__ import annotations

from .base import Message, Model, Readiness, Short, Status, Tempo, Value
from .games import (
    BotInfo,
    BrokenGameInfo,
    CardInfo,
    GameInfo,
    Games,
    OptionInfo,
    OptionValue,
    PaceInfo,
    Panel,
    RulePage,
    SuitInfo,
    TermInfo,
)  # fmt: skip
from .past import Branch, FinishedGame, GameStatistics, Replay, ReplayStep, Report, Statistics
from .rooms import (
    ClockInfo,
    GameRecord,
    Me,
    NewName,
    NewPerson,
    NewRoom,
    Problem,
    RecordResult,
    Refusal,
    RoomInfo,
    RoomMade,
    RoomResult,
    Rooms,
    SeatInfo,
    SeatWish,
)  # fmt: skip
from .socket import (
    Asking,
    ClientMessage,
    ErrorMessage,
    GoneMessage,
    MoveMessage,
    Served,
    ServerMessage,
    StatusMessage,
    ViewMessage,
    WhyAnswer,
    WhyMessage,
)  # fmt: skip

__all__ = [
    "Asking", "BotInfo", "Branch", "BrokenGameInfo", "CardInfo", "ClientMessage", "ClockInfo", "ErrorMessage",
    "FinishedGame", "GameInfo", "GameRecord", "GameStatistics", "Games", "GoneMessage", "Me", "Message", "Model",
    "MoveMessage", "NewName", "NewPerson", "NewRoom", "OptionInfo", "OptionValue", "PaceInfo", "Panel", "Problem",
    "Readiness", "RecordResult", "Refusal", "Replay", "ReplayStep", "Report", "RoomInfo", "RoomMade", "RoomResult", "Rooms",
    "RulePage", "SeatInfo", "SeatWish", "Served", "ServerMessage", "Short", "Statistics", "Status", "StatusMessage",
    "SuitInfo", "Tempo", "TermInfo", "Value", "ViewMessage", "WhyAnswer", "WhyMessage",
]  # fmt: skip
