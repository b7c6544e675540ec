"""The models of everything that goes over the wire: requests and answers over HTTP, messages of a room's WebSocket.

The published schema (`sevenfold.table.schema`) and `/api/openapi.json` are made from them; docs/protocol.md explains them.
"""

from __future__ import annotations

from .base import (
    Message,
    Model,
    Reaction,
    Readiness,
    Seat,
    Short,
    Status,
    Tempo,
    Value,
)  # fmt: skip
from .games import (
    BotInfo,
    BrokenGameInfo,
    CardInfo,
    GameInfo,
    Games,
    OptionInfo,
    OptionValue,
    PaceInfo,
    PhraseInfo,
    RulePage,
    SuitInfo,
)  # fmt: skip
from .rooms import (
    Again,
    ClockInfo,
    Code,
    DeviceLink,
    GameRecord,
    InvitationInfo,
    Joining,
    Link,
    Me,
    NewInvitation,
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
    BotMessage,
    ClientMessage,
    ErrorMessage,
    GoneMessage,
    LeaveMessage,
    LobbyMessage,
    MoveMessage,
    OpenMessage,
    PaceMessage,
    PauseMessage,
    ReactionMessage,
    ReactMessage,
    ResumeMessage,
    SaidMessage,
    SayMessage,
    Served,
    ServerMessage,
    ShowMessage,
    SitMessage,
    StartMessage,
    StatusMessage,
    StepMessage,
    ViewMessage,
    WhyAnswer,
    WhyMessage,
)  # fmt: skip

__all__ = [
    "Again", "Asking", "BotInfo", "BotMessage", "BrokenGameInfo", "CardInfo", "ClientMessage", "ClockInfo", "Code",
    "DeviceLink", "ErrorMessage", "GameInfo", "GameRecord", "Games", "GoneMessage", "InvitationInfo", "Joining",
    "LeaveMessage", "Link", "LobbyMessage", "Me", "Message", "Model", "MoveMessage", "NewInvitation", "NewName",
    "NewPerson", "NewRoom", "OpenMessage", "OptionInfo", "OptionValue", "PaceInfo", "PaceMessage", "PauseMessage",
    "PhraseInfo", "Problem", "ReactMessage", "Reaction", "ReactionMessage", "Readiness", "RecordResult", "Refusal",
    "ResumeMessage", "RoomInfo", "RoomMade", "RoomResult", "Rooms", "RulePage", "SaidMessage", "SayMessage", "Seat",
    "SeatInfo", "SeatWish", "Served", "ServerMessage", "Short", "ShowMessage", "SitMessage", "StartMessage", "Status",
    "StatusMessage", "StepMessage", "SuitInfo", "Tempo", "Value", "ViewMessage", "WhyAnswer", "WhyMessage",
]  # fmt: skip
