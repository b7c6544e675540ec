"""Accounts: a person is identified by a token in a cookie that scripts cannot read, or in the Authorization header."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal

from starlette.requests import HTTPConnection

from sevenfold.player_names import LONGEST, clean_name
from sevenfold.protocol.errors import Refused, refusing
from sevenfold.server.storage import Person, Storage, people, rooms

from .cookies import LONGEST_TOKEN, cookie_name, tokens_in

MOST_CACHED = 10_000  # people
LOOPBACK = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
PROXY_HEADERS = ("forwarded", "x-forwarded-for", "x-real-ip")  # behind a proxy every request comes from this machine


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
        self._may_adopt = True  # while there may be rooms without a host

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
        key = people.hashed(token)
        person = self._cached.get(key) or await self._storage.run(people.by_token, token)
        if person:
            self._cache(key, person)
        return person

    def has_token(self, connection: HTTPConnection) -> bool:
        """Whether a request says who sends it, if only with a token that is not known here."""
        return _bearer(connection) is not None or bool(self._tokens(connection))

    def _tokens(self, connection: HTTPConnection) -> list[tuple[str, str]]:
        return tokens_in(connection.headers.getlist("cookie"), self.cookie)

    async def make(self) -> tuple[str, Person]:
        """Make an account; returns its token and the person."""
        token = people.new_token()
        person = await self._storage.run(people.make, token)
        self._cache(people.hashed(token), person)
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

    async def use_device(self, code: str) -> tuple[str, Person]:
        """Log a device in with a code; returns its token and the person. Refused if the code is not valid."""
        token = people.new_token()
        person = await self._storage.run(people.use_device, code, token)
        if person is None:
            raise Refused("unknown_device", "This link has been used, or is older than ten minutes; make another.")
        self._cache(people.hashed(token), person)
        return token, person

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
