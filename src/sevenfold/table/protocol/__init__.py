"""The models of everything that goes over the wire: requests and answers over HTTP, messages of a room's WebSocket.

The published schema (`sevenfold.table.schema`) and `/api/openapi.json` are made from them; docs/protocol.md explains them.
"""

from __future__ import annotations

from .base import Message, Model, Readiness, Short, Status, Tempo, Value
from .games import BotInfo, BrokenGameInfo, CardInfo, GameInfo, Games, OptionInfo, OptionValue, PaceInfo, RulePage, SuitInfo
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
    "Asking", "BotInfo", "BrokenGameInfo", "CardInfo", "ClientMessage", "ClockInfo", "ErrorMessage", "GameInfo", "GameRecord",
    "Games", "GoneMessage", "Me", "Message", "Model", "MoveMessage", "NewName", "NewPerson", "NewRoom", "OptionInfo",
    "OptionValue", "PaceInfo", "Problem", "Readiness", "RecordResult", "Refusal", "RoomInfo", "RoomMade", "RoomResult", "Rooms",
    "RulePage", "SeatInfo", "SeatWish", "Served", "ServerMessage", "Short", "Status", "StatusMessage", "SuitInfo", "Tempo",
    "Value", "ViewMessage", "WhyAnswer", "WhyMessage",
]  # fmt: skip
