"""What a client's message does in a room."""

from __future__ import annotations

from .listener import Listener
from .moves import move, why
from .protocol import Asking, MoveMessage
from .room import Room


async def do(room: Room, listener: Listener, message: Asking) -> None:
    """Do what somebody asks for; Refused if they may not, or if it cannot be done."""
    if isinstance(message, MoveMessage):
        await move(room, listener, message)
    else:
        listener.put(why(room, listener, message.text))
