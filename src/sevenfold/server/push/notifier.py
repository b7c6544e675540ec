"""`Notifier`: tells a person something in whatever browsers they have subscribed with, wherever they are."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from sevenfold.protocol.errors import Refused
from sevenfold.server.storage import Storage
from sevenfold.server.storage.people import subscriptions
from sevenfold.server.storage.people.subscriptions import Subscription

from .endpoints import checked_endpoint
from .key import PushKey, PushSettings
from .sender import PushSender, check_keys

log = logging.getLogger(__name__)
PAUSES: Sequence[float] = (2.0, 15.0, 60.0)  # seconds before each further attempt, unless the service names others
MOST_WAITING = 1000  # people who are being told something; beyond that nobody else is
AT_ONCE = 8  # requests
KEPT = 86_400  # seconds for which a push service keeps a message for a browser that is off
NOT_SET_UP = "This server calls nobody: its host has not set that up (docs/host/hosting.md)."


@dataclass(frozen=True)
class Notice:
    """What a person is told. It travels through other people's servers, encrypted, and may be seen on a locked screen."""

    title: str
    sentence: str
    link: str  # of the page, from its address on: "#/room/…"
    about: str  # a later notice about the same replaces this one


class Notifier:
    """Tells people things by Web Push, each in a task of its own, so that nobody waits for a push service."""

    def __init__(self, storage: Storage, settings: PushSettings | None = None) -> None:
        """Make it; without settings it tells nobody anything.

        Raises:
            BadInput: If the key or the contact in the settings is none.
        """
        self._storage = storage
        self._key = PushKey(settings) if settings else None
        self._sender = PushSender(self._key) if self._key else None
        self._tasks: set[asyncio.Task[None]] = set()
        self._turnstile = asyncio.Semaphore(AT_ONCE)

    @property
    def public_key(self) -> str:
        """What a browser subscribes with; empty if Web Push is not set up."""
        return self._key.public if self._key else ""

    # -- subscriptions ------------------------------------------------------------------------------------------------

    async def subscribe(self, person: str, wanted: Subscription, token: str) -> None:
        """Keep the subscription of the browser that holds a token as a person's; Refused if it is not valid, or another's."""
        if self._key is None:
            raise Refused("not_now", NOT_SET_UP)
        checked_endpoint(wanted.endpoint, anywhere=self._key.anywhere)
        check_keys(wanted.p256dh, wanted.auth)
        await self._storage.run(subscriptions.add, person, wanted, token)

    async def unsubscribe(self, person: str, id: str) -> None:
        """Forget a person's subscription; nothing happens if there is none."""
        await self._storage.run(subscriptions.remove, person, id)

    # -- telling ------------------------------------------------------------------------------------------------------

    def tell(self, person: str, notice: Notice) -> None:
        """Tell a person something soon, if they have subscribed; it may be lost."""
        if self._sender is None:
            return
        if len(self._tasks) >= MOST_WAITING:
            log.warning("too many people wait for push services, so one is not called")
            return
        task = asyncio.create_task(self._tell(self._sender, person, notice))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop telling."""
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks))
        if self._sender:
            await self._sender.close()

    async def _tell(self, sender: PushSender, person: str, notice: Notice) -> None:
        try:
            await self._send(sender, person, notice)
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody waits for it
            log.error("somebody could not be called: %s", type(error).__name__)  # noqa: TRY400 - a trace may hold an endpoint

    async def _send(self, sender: PushSender, person: str, notice: Notice) -> None:
        try:
            found = await self._storage.run(subscriptions.of_person, person)
        except Refused as error:
            log.warning("somebody is not called: %s", error)
            return
        topic = hashlib.sha256(notice.about.encode()).hexdigest()[:32]
        said = {"title": notice.title, "text": notice.sentence, "link": notice.link, "about": topic}
        message = json.dumps(said, ensure_ascii=False).encode()
        headers = {"TTL": str(KEPT), "Urgency": "normal", "Topic": topic}
        await asyncio.gather(*(self._deliver(sender, one, message, headers) for one in found))

    async def _deliver(self, sender: PushSender, to: Subscription, message: bytes, headers: dict[str, str]) -> None:
        """Deliver a message to one browser, in several attempts if need be."""
        service = urlsplit(to.endpoint).hostname
        for pause in (*PAUSES, None):
            async with self._turnstile:
                outcome = await sender.send(to, message, headers)
            if outcome.is_gone:
                await self._forget(to)
            elif outcome.may_pass and pause is not None:
                await asyncio.sleep(max(pause, outcome.seconds))
                continue
            elif not 200 <= outcome.status < 300:
                log.warning("the push service %s took no message (%s)", service, outcome.status or "no answer")
            return

    async def _forget(self, ended: Subscription) -> None:
        try:
            await self._storage.run(subscriptions.forget, ended.id)
        except Refused as error:
            log.info("a subscription that has ended is kept for now: %s", error)
