"""Messages of a room's WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel

from sevenfold.table.refusal import Code
from sevenfold.view.description import View

from .base import Message, Model, Text
from .rooms import RoomInfo

# -- what a client sends ----------------------------------------------------------------------------------------------


class MoveMessage(Message):
    """A move, by its actions or its text; `number` is that of the room when its view was sent."""

    type: Literal["move"]
    number: int
    actions: Annotated[list[int], Field(max_length=64, default_factory=list)]
    text: Text = ""


class WhyMessage(Message):
    """The question why this may not be played."""

    type: Literal["why"]
    text: Text


Asking = MoveMessage | WhyMessage


class ClientMessage(RootModel[Annotated[Asking, Field(discriminator="type")]]):
    """What a client sends."""


# -- what the server sends --------------------------------------------------------------------------------------------


class ViewMessage(Model):
    """The game as the person sees it now."""

    type: Literal["view"] = "view"
    view: View
    room: RoomInfo


class StatusMessage(Model):
    """What people are waiting for."""

    type: Literal["status"] = "status"
    text: str


class ErrorMessage(Model):
    """A message was refused, or something failed; the game is unchanged."""

    type: Literal["error"] = "error"
    code: Code
    message: str
    rule: str  # the id of the rule that forbids a move; otherwise empty


class WhyAnswer(Model):
    """Why something may not be played; rule and sentence are empty if it may."""

    type: Literal["why"] = "why"
    text: str
    rule: str
    sentence: str


class GoneMessage(Model):
    """There is no such room, or no longer."""

    type: Literal["gone"] = "gone"


Served = ViewMessage | StatusMessage | ErrorMessage | WhyAnswer | GoneMessage


class ServerMessage(RootModel[Annotated[Served, Field(discriminator="type")]]):
    """What the server sends."""
