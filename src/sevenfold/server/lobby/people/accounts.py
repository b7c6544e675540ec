"""Accounts: a person is identified by a token in a cookie that scripts cannot read, or in the Authorization header."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Literal

from sqlalchemy import Connection
from starlette.requests import HTTPConnection

from sevenfold.player_names import LONGEST, clean_name
from sevenfold.protocol import AccountInfo, DeviceInfo, PasskeyInfo
from sevenfold.protocol.errors import Refused, refusing
from sevenfold.server.storage import Person, Storage, people, rooms
from sevenfold.server.storage.people import passkeys, renewal

from .cookies import LONGEST_TOKEN, cookie_name, tokens_in

MOST_CACHED = 10_000  # people
LOOPBACK = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
PROXY_HEADERS = ("forwarded", "x-forwarded-for", "x-real-ip")  # behind a proxy every request comes from this machine

UNKNOWN_DEVICE = "This link has been used, or is older than ten minutes; make another."


@dataclass(frozen=True)
class Identity:
    """A person, and the token that says so."""

    person: Person
    token: str
    by: Literal["header", "cookie", "old cookie"]


class Accounts:
    """The accounts in one storage."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.cookie = cookie_name(storage.id)
        self._cached: OrderedDict[str, Person] = OrderedDict()  # by the hash of their token
        self._noted: OrderedDict[str, float] = OrderedDict()  # when it was noted that a token is in use, by its hash
        self._forgotten = 0  # how often people were forgotten
        self._may_adopt = True  # while there may be rooms without a host
        self._on_renewed: Callable[[str, str], None] = lambda person, old: None

    def tell_when_renewed(self, listener: Callable[[str, str], None]) -> None:
        """Call a listener with a person and the hash of a token of theirs that has ended: the one in its place is used."""
        self._on_renewed = listener

    async def find(self, connection: HTTPConnection) -> Person | None:
        """The person who sends a request; None if they have no account."""
        identity = await self.identify(connection)
        return identity.person if identity else None

    async def identify(self, connection: HTTPConnection) -> Identity | None:
        """The person who sends a request, with their token; None if they have no account."""
        bearer = _bearer(connection)
        if bearer is not None:
            person = await self._holder(bearer)
            return Identity(person, bearer, "header") if person else None
        for name, token in self._tokens(connection):
            if person := await self._holder(token):
                return Identity(person, token, "cookie" if name == self.cookie else "old cookie")
        return None

    async def _holder(self, token: str) -> Person | None:
        key, forgotten = people.hashed(token), self._forgotten
        person = self._cached.get(key) or await self._storage.run(people.by_token, token)
        if person:
            if forgotten == self._forgotten:  # otherwise it may have ended while it was read
                self._cache(key, person)
            await self._note_use(token, key)
        return person

    async def _note_use(self, token: str, key: str) -> None:
        """Note for the list of devices, once an hour, that a token is in use; nothing is refused because that fails."""
        now = monotonic()
        if now - self._noted.get(key, -people.USED_AGAIN) < people.USED_AGAIN:
            return
        with suppress(Refused):
            renewed = await self._storage.run(_note_use, token)
            self._remember_use(key, now)
            if renewed:
                self.forget(renewed[:1])
                self._on_renewed(*renewed)

    def _remember_use(self, key: str, now: float) -> None:
        self._noted[key] = now
        self._noted.move_to_end(key)
        if len(self._noted) > MOST_CACHED:
            self._noted.popitem(last=False)

    def has_token(self, connection: HTTPConnection) -> bool:
        """Whether a request says who sends it, if only with a token that is not known here."""
        return _bearer(connection) is not None or bool(self._tokens(connection))

    def _tokens(self, connection: HTTPConnection) -> list[tuple[str, str]]:
        return tokens_in(connection.headers.getlist("cookie"), self.cookie)

    async def make(self, device: str = "") -> tuple[str, Person]:
        """Make an account; returns its token and the person. `device` is where, in words."""
        token = people.new_token()
        person = await self._storage.run(people.make, token, device)
        self._cache(people.hashed(token), person)
        self._remember_use(people.hashed(token), monotonic())
        return token, person

    async def rename(self, person: Person, wanted: str) -> Person:
        """Change a person's name; Refused if it is not acceptable."""
        name = checked_name(wanted)
        await self._storage.run(people.rename, person.id, name)
        for known in self._cached.values():
            if known.id == person.id:
                known.name = name
        return Person(person.id, name)

    async def new_device(self, person: Person) -> tuple[str, float]:
        """Make a code that logs another device in; returns the code and when it expires."""
        code = people.new_token()
        return code, await self._storage.run(people.add_device, person.id, code)

    async def account(self, identity: Identity) -> AccountInfo:
        """How a person logs in, and where they are logged in."""
        return await self._storage.run(_account, identity)

    async def owner_of_code(self, code: str) -> Person:
        """Whose account a code from another device opens, which is not used by that; Refused if it is not valid."""
        return await self._storage.run(_owner_of_code, code)

    async def has_ended(self, connection: HTTPConnection) -> bool:
        """Whether the token of a request has ended just now, with another one in its place."""
        bearer = _bearer(connection)
        given = [bearer] if bearer is not None else [token for _, token in self._tokens(connection)]
        return bool(given) and await self._storage.run(renewal.has_ended, *given)

    async def is_still(self, identity: Identity) -> bool:
        """Whether somebody's token is good at this moment, whatever is known by heart."""
        return await self._storage.run(people.by_token, identity.token) is not None

    def forget(self, ids: Collection[str]) -> None:
        """Forget people whose tokens are not what they were."""
        self._forgotten += 1
        for key in [key for key, person in self._cached.items() if person.id in ids]:
            del self._cached[key]

    async def adopt(self, person: Person, connection: HTTPConnection) -> None:
        """Give the rooms that have no host, made by a version without accounts, to the first person on this machine."""
        if not self._may_adopt or not is_local(connection):
            return
        await self._storage.run(rooms.adopt, person.id)
        self._may_adopt = False

    def _cache(self, key: str, person: Person) -> None:
        if self._storage.is_shared:
            return  # another server may rename them
        self._cached[key] = person
        self._cached.move_to_end(key)
        if len(self._cached) > MOST_CACHED:
            self._cached.popitem(last=False)


def _note_use(c: Connection, token: str) -> tuple[str, str] | None:
    people.note_use(c, token)
    return renewal.confirm(c, token)


def _account(c: Connection, identity: Identity) -> AccountInfo:
    person = identity.person
    return AccountInfo(
        name=person.name,
        passkeys=[
            PasskeyInfo(id=one.id, name=one.name, site=one.site, created=one.created, used=one.used)
            for one in passkeys.of_person(c, person.id)
        ],
        phrase=people.phrase_made(c, person.id),
        devices=[DeviceInfo(**asdict(device)) for device in people.devices_of(c, person.id, identity.token)],
    )


def _owner_of_code(c: Connection, code: str) -> Person:
    id = people.device_owner(c, code)
    person = people.find(c, id) if id else None
    if person is None:
        raise Refused("unknown_device", UNKNOWN_DEVICE)
    return person


def _bearer(connection: HTTPConnection) -> str | None:
    """The token in the Authorization header, which may be empty; None if there is no such header."""
    kind, _, given = connection.headers.get("authorization", "").partition(" ")
    if kind.casefold() != "bearer" or not given:
        return None
    return given.strip() if len(given) <= LONGEST_TOKEN else ""


def is_local(connection: HTTPConnection) -> bool:
    """Whether a request comes from this machine itself."""
    if connection.client is None or any(header in connection.headers for header in PROXY_HEADERS):
        return False
    return connection.client.host in LOOPBACK


def checked_name(wanted: str) -> str:
    """A name as it is stored; Refused if nobody may be called so, or if nothing in it can be seen."""
    with refusing("bad_name"):
        name = clean_name(wanted)
    if not name:
        raise Refused("bad_name", f"A name has 1 to {LONGEST} characters that can be seen; in this one there is none.")
    return name
