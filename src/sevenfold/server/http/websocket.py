"""The WebSocket of a room."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from fastapi import APIRouter, WebSocket
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocketDisconnect

from sevenfold.protocol.codec import GONE, error_message, parse, refusal, status_message
from sevenfold.protocol.errors import Refused
from sevenfold.server.execution.compilation import await_with_status
from sevenfold.server.lobby.lobby import Lobby
from sevenfold.server.lobby.people.account_changes import RENEWED_CODE
from sevenfold.server.lobby.people.accounts import Identity
from sevenfold.server.logs import short
from sevenfold.server.room.commands.dispatch import obey
from sevenfold.server.room.room import GONE_CODE, RELOAD_CODE, Room
from sevenfold.server.room.subscriber import Subscriber
from sevenfold.server.storage import people

from .inbox import Inbox, inbox_of

AGAIN = 2.0  # seconds until the storage is asked again that did not answer
log = logging.getLogger(__name__)
router = APIRouter()


@router.get("/api/rooms/{id}/play", include_in_schema=False)
async def play_without_upgrade(id: str) -> Response:
    """Tell a client whose request to open a WebSocket came without it."""
    error = Refused(
        "bad_message", "A room is played over a WebSocket; a proxy in between does not pass it on (docs/host/hosting.md)."
    )
    return JSONResponse(refusal(error).model_dump(), 426, {"Upgrade": "websocket", "Cache-Control": "no-store"})


@router.websocket("/api/rooms/{id}/play")
async def play(socket: WebSocket, id: str) -> None:
    """Show a room, and run the commands that the client sends."""
    await socket.accept()
    lobby: Lobby = socket.app.state.lobby
    subscriber = Subscriber(None)
    tasks = [sending := asyncio.create_task(_send(socket, subscriber))]
    room: Room | None = None
    try:
        # Messages are read while the room is loaded too: a socket that is not read answers no ping, and counts as lost.
        async with inbox_of(socket, subscriber, socket.app.state.limits) as inbox:
            room, identity = await _enter(lobby, socket, id, subscriber)
            if room:
                tasks.append(asyncio.create_task(_check_session(lobby, identity, subscriber)))
                await _listen(inbox, room, subscriber)
        await sending
    except WebSocketDisconnect:
        pass
    except Exception:
        log.exception("the connection to %s failed", short(id))
        subscriber.put(error_message(Refused("internal", "Something went wrong in the server; reload the page.")))
        subscriber.close(1011)
        await sending
    finally:
        for task in tasks:
            task.cancel()
        if room:
            room.leave(subscriber)


async def _enter(
    lobby: Lobby, socket: WebSocket, id: str, subscriber: Subscriber
) -> tuple[Room | None, Identity | None]:  # fmt: skip
    """Enter the room; returns it, None if that is refused, which closes the connection, and who enters."""
    identity = None
    try:
        if identity := await lobby.accounts.identify(socket):
            subscriber.person, subscriber.session = identity.person.id, people.hashed(identity.token)
        elif await lobby.accounts.has_ended(socket):  # the browser is about to get a new one
            subscriber.close(RENEWED_CODE)
            return None, None
        entering = lobby.enter(id, subscriber)
        room = await await_with_status(entering, lambda text: subscriber.put(status_message(text)), lobby.why_waiting_for(id))
    except Refused as error:
        gone = error.code == "unknown_room"
        subscriber.put(GONE if gone else error_message(error))
        subscriber.close(GONE_CODE if gone else 1011)
        return None, identity
    return room, identity


async def _check_session(lobby: Lobby, identity: Identity | None, subscriber: Subscriber) -> None:
    """Close the connection of somebody who was logged out while the room was loaded: nobody could see it before."""
    while identity is not None:
        with suppress(Refused):  # it is asked until the storage answers
            if not await lobby.accounts.is_still(identity):
                subscriber.close(RELOAD_CODE)
            return
        await asyncio.sleep(AGAIN)


async def _listen(inbox: Inbox, room: Room, subscriber: Subscriber) -> None:
    """Run the client's commands until it leaves."""
    while (received := await inbox.next()) is not None:
        try:
            message = parse(received if isinstance(received, str) else None)
            await obey(room, subscriber, message)
        except Refused as error:
            subscriber.put(error_message(error))


async def _send(socket: WebSocket, subscriber: Subscriber) -> None:
    """Send messages until the connection is to be closed, then close it."""
    with suppress(WebSocketDisconnect, RuntimeError):  # the client has left
        while (message := await subscriber.next()) is not None:
            await socket.send_text(message)
        await socket.close(subscriber.close_code, subscriber.close_reason)
