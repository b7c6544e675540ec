"""The messages of a room's WebSocket by which people talk: pointing, and chat."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .base import Message, Model, Short

Coordinate = Annotated[int, Field(ge=-1000, le=1000)]


# -- what a client sends ----------------------------------------------------------------------------------------------


class PointMessage(Message):
    """Point at something that everybody sees: a card of a zone, one of its places, or the zone as a whole.

    It is the card if one is named, otherwise the place with these coordinates, otherwise the one with this index.
    """

    type: Literal["point"]
    zone: Short
    at: Annotated[int, Field(ge=-1, le=1000)] = -1  # -1: the whole zone
    card: Short = ""
    x: Coordinate | None = None  # of a place of a grid or a triangle
    y: Coordinate | None = None


class ChatMessage(Message):
    """Write a line of chat; its length is judged as people see it."""

    type: Literal["chat"]
    text: Annotated[str, Field(max_length=16_384)]


class MuteMessage(Message):
    """Stop the person who wrote the line of this number from writing in this room, or let them write again; for the host."""

    type: Literal["mute"]
    line: Annotated[int, Field(ge=1, le=2**31 - 1)]
    on: bool


class AllowChatMessage(Message):
    """Switch the room's chat on or off; for the host."""

    type: Literal["allow_chat"]
    on: bool


# -- what the server sends --------------------------------------------------------------------------------------------


class PointedMessage(Model):
    """A player points at something; what it is, as in PointMessage."""

    type: Literal["pointed"] = "pointed"
    seat: int  # of the player
    zone: str
    at: int  # its index in a spectator's view, beyond the last for a free square of a grid; -1: the whole zone
    card: str  # empty: none
    x: int | None
    y: int | None
    text: str  # in words: "the red 4", "left of the red 4", "Discard pile"


class ChatLine(Model):
    """A line of chat."""

    number: int  # the larger, the later
    seat: int | None  # of the player who wrote it; None: a spectator, whom only spectators read
    name: str  # what the writer was called then
    you: bool  # the reader wrote it
    text: str
    time: float  # seconds since 1970


class ChatLinesMessage(Model):
    """Lines of chat, the earliest first."""

    type: Literal["chat_lines"] = "chat_lines"
    lines: list[ChatLine]
    whole: bool  # these are the latest that are kept, for somebody who has just come; otherwise they are new


class MutedMessage(Model):
    """For the host: whose lines are by somebody who is muted."""

    type: Literal["muted"] = "muted"
    lines: list[int]  # their numbers
