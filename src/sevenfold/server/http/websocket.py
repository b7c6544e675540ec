"""The WebSocket of a room."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from sevenfold.protocol.codec import GONE, error_message, parse, status_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution.compilation import telling
from sevenfold.server.lobby.lobby import Hall
from sevenfold.server.room.commands.dispatch import do
from sevenfold.server.room.room import GONE_CODE, Room
from sevenfold.server.room.subscriber import Listener

from .inbox import Inbox, inbox_of

log = logging.getLogger(__name__)
router = APIRouter()


@router.websocket("/api/rooms/{id}/play")
async def play(socket: WebSocket, id: str) -> None:
    """Show a room's game, and play it."""
    await socket.accept()
    hall: Hall = socket.app.state.hall
    listener = Listener(None)
    sending = asyncio.create_task(_send(socket, listener))
    room: Room | None = None
    try:
        room = await _enter(hall, socket, id, listener)
        if room:
            async with inbox_of(socket, listener, socket.app.state.limits) as inbox:
                await _listen(inbox, room, listener)
        await sending
    except WebSocketDisconnect:
        pass
    except Exception:
        log.exception("the connection to room %s failed", id)
        listener.put(error_message(Refused("internal", "Something went wrong in the server; reload the page.")))
        listener.close(1011)
        await sending
    finally:
        sending.cancel()
        if room:
            room.leave(listener)


async def _enter(hall: Hall, socket: WebSocket, id: str, listener: Listener) -> Room | None:
    """Enter the room; if that is refused, say so and close the connection."""
    try:
        person = await hall.people.who(socket)
        listener.person = person.id if person else None
        return await telling(hall.enter(id, listener), lambda text: listener.put(status_message(text)), hall.waiting_for(id))
    except Refused as error:
        gone = error.code == "unknown_room"
        listener.put(GONE if gone else error_message(error))
        listener.close(GONE_CODE if gone else 1011)
        return None


async def _listen(inbox: Inbox, room: Room, listener: Listener) -> None:
    """Do what the client asks, until it leaves."""
    while (received := await inbox.next()) is not None:
        try:
            message = parse(received if isinstance(received, str) else None)
            await room.act(do(room, listener, message))
        except Refused as error:
            listener.put(error_message(error))


async def _send(socket: WebSocket, listener: Listener) -> None:
    """Send what there is to send, then close."""
    with suppress(WebSocketDisconnect, RuntimeError):  # whoever has left needs nothing more
        while (message := await listener.next()) is not None:
            await socket.send_text(message)
        await socket.close(listener.close_code, listener.close_reason)
