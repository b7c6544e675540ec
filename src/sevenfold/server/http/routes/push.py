"""Being called by Web Push: subscribing a browser, and ending that."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from sevenfold.protocol import NewSubscription, PushInfo
from sevenfold.server.http.dependencies import OptionalPerson, TheLobby, api, refusals
from sevenfold.server.storage.people.subscriptions import Subscription

from .accounts import Somebody

router = api()


@router.get("/push", responses=refusals())
async def push(lobby: TheLobby) -> PushInfo:
    """Whether the server calls people, and the key that a browser subscribes with."""
    return PushInfo(key=lobby.notifier.public_key)


@router.post("/subscriptions", status_code=204, responses=refusals("not_now", "not_yours", "storage", "closing"))
async def subscribe(wanted: NewSubscription, by: Somebody, lobby: TheLobby) -> None:
    """Have the sender called in this browser."""
    await lobby.notifier.subscribe(by.person.id, Subscription(wanted.endpoint, wanted.p256dh, wanted.auth), by.token)


@router.delete("/subscriptions/{id}", status_code=204, responses=refusals("storage", "closing"))
async def unsubscribe(id: Annotated[str, Path(pattern="^[0-9a-f]{64}$")], reader: OptionalPerson, lobby: TheLobby) -> None:
    """Call the sender no longer in a browser; `id` is the SHA-256 of its endpoint."""
    if reader:
        await lobby.notifier.unsubscribe(reader.id, id)
